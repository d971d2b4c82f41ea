"""A local model as an agent. Callers ask one thing at a time; what is waiting is answered together.

Requests that arrive in the same turn of the event loop form one batch, in the order in which they came. The engine
asks in waves, so what a batch holds is decided by the plan and not by timing.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from holdfast.agents.local.generation import generate
from holdfast.agents.local.loading import Loaded
from holdfast.agents.local.memory import give_back_memory
from holdfast.agents.local.scoring import Scorer
from holdfast.agents.local.tokens import Text
from holdfast.agents.local.tree import TokenSequence
from holdfast.core import (
    AgentBase,
    AgentFailure,
    Answer,
    Capability,
    Choices,
    ChoicesRequest,
    Failure,
    HoldfastError,
    Identity,
    Receipt,
    ReplyRequest,
    Request,
    ScoreRequest,
    Scores,
)

VERSION = 3

Outcome = Answer | AgentFailure
"""What becomes of one request of a batch."""


class LocalAgent(AgentBase):
    """A transformers model in this process."""

    capabilities = frozenset(Capability)
    concurrency = 1
    packs = True

    def __init__(self, spec: str, load: Callable[[], Loaded]) -> None:
        self._loaded = loaded = load()
        self.text = Text(loaded.tokenizer, loaded.model.config.model_type)
        self.scorer = Scorer(loaded.model)
        dtype = str(loaded.model.dtype).removeprefix("torch.")
        self.identity = Identity(spec, loaded.revision, VERSION, {"dtype": dtype})
        self._waiting: list[tuple[Request, int, asyncio.Future[Answer]]] = []
        self._busy = asyncio.Lock()

    async def answer(self, request: Request, draw: int = 0) -> Answer:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._waiting.append((request, draw, future))
        if len(self._waiting) == 1:
            # Runs after everything that is already scheduled, so whoever asks in this turn is in the batch.
            loop.call_soon(lambda: loop.create_task(self._answer_waiting()))
        return await future

    async def _answer_waiting(self) -> None:
        async with self._busy:
            batch, self._waiting = self._waiting, []
            if not batch:
                return
            try:
                answers = await _in_thread(lambda: self._answer_batch([(r, d) for r, d, _ in batch]))
            except HoldfastError as error:
                for _, _, future in batch:
                    _settle(future, error)
                return
            except Exception as error:  # a failure of the model is a row in the journal, whatever its type
                failure = AgentFailure(Failure.AGENT, f"{type(error).__name__}: {error}")
                for _, _, future in batch:
                    _settle(future, failure)
                return
            for (_, _, future), answer in zip(batch, answers, strict=True):
                if isinstance(answer, AgentFailure):
                    _settle(future, answer)
                elif not future.done():
                    future.set_result(answer)

    def _answer_batch(self, batch: Sequence[tuple[Request, int]]) -> list[Outcome]:
        """Answer each kind of request together and give the answers back in the order asked."""
        began = time.perf_counter()
        kinds: dict[type, Callable[[Any], Sequence[Outcome]]] = {
            ScoreRequest: lambda asked: self._scores([r for r, _ in asked]),
            ChoicesRequest: lambda asked: self._choices([r for r, _ in asked]),
            ReplyRequest: self._replies,
        }
        answers: dict[int, Outcome] = {}
        for kind, respond in kinds.items():
            places = [i for i, (request, _) in enumerate(batch) if type(request) is kind]
            if places:
                answers |= dict(zip(places, respond([batch[i] for i in places]), strict=True))
        share = (time.perf_counter() - began) * 1000 / len(batch)
        give_back_memory()
        return [_timed(answers[i], share) for i in range(len(batch))]

    def _scores(self, requests: Sequence[ScoreRequest]) -> list[Scores]:
        sequences = [self.text.continuation(r.prompt, c) for r in requests for c in r.continuations]
        logprobs = iter(zip(sequences, self.scorer.logprobs(sequences), strict=True))
        result = []
        for request in requests:
            own = [next(logprobs) for _ in request.continuations]
            result.append(
                Scores(
                    tuple(sum(values) for _, values in own),
                    tuple(len(values) for _, values in own),
                    Receipt(prompt_tokens=sum(len(sequence.tokens) for sequence, _ in own)),
                )
            )
        return result

    def _choices(self, requests: Sequence[ChoicesRequest]) -> list[Choices]:
        import math

        sequences: list[TokenSequence] = []
        spans: list[list[int]] = []
        lengths: list[int] = []
        for request in requests:
            prompt = self.text.encode(self.text.chat(request.messages))
            ids = [self.text.label_ids(label) for label in request.labels]
            spans.append([len(found) for found in ids])
            lengths.append(len(prompt))
            sequences += [TokenSequence((*prompt, token), len(prompt)) for found in ids for token in found]
        values = iter(self.scorer.logprobs(sequences))
        # A label may be one of several tokens (with and without a leading space): their probabilities add up.
        return [
            Choices(
                tuple(math.log(sum(math.exp(next(values)[0]) for _ in range(n))) for n in span),
                Receipt(prompt_tokens=length),
            )
            for span, length in zip(spans, lengths, strict=True)
        ]

    def _replies(self, asked: Sequence[tuple[ReplyRequest, int]]) -> list[Outcome]:
        """Replies, and a failure of its own for each conversation that the chat template refuses."""
        refused = {i: failure for i, (request, _) in enumerate(asked) if (failure := self._refused(request))}
        written = iter(
            generate(self._loaded.model, self.text, [one for i, one in enumerate(asked) if i not in refused])
        )
        return [refused[i] if i in refused else next(written) for i in range(len(asked))]

    def _refused(self, request: ReplyRequest) -> AgentFailure | None:
        try:
            self.text.chat(request.messages, request.tools)
        except Exception as error:  # a template may raise whatever it likes
            return AgentFailure(Failure.AGENT, f"the model's chat template refuses the conversation: {error}")
        return None


def _timed(answer: Outcome, milliseconds: float) -> Outcome:
    if isinstance(answer, AgentFailure):
        return answer
    return msgspec.structs.replace(answer, receipt=msgspec.structs.replace(answer.receipt, latency_ms=milliseconds))


def _settle(future: asyncio.Future[Answer], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)


async def _in_thread(work: Callable[[], list[Outcome]]) -> list[Outcome]:
    """Run work in a daemon thread, so that Ctrl-C does not have to wait for the model to finish its batch."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[list[Outcome]] = loop.create_future()

    def settle(result: list[Outcome] | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result or [])

    def run() -> None:
        try:
            result, error = work(), None
        except BaseException as caught:  # handed to whoever awaits
            result, error = None, caught
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True, name="holdfast-model").start()
    return await done
