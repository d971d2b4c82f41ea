"""The HTTP agent: replies, choices and scores over the OpenAI wire protocol.

The engine may start as many requests as the ceiling allows; the agent's own limiter decides how many are really in
flight. Capabilities beyond replies are declared only after a probe has found them real.
"""

from __future__ import annotations

import asyncio

import msgspec

from holdfast.agents.http import wire
from holdfast.agents.http.limiter import Limiter
from holdfast.agents.http.probes import ADVICE, ProbeResult, check_choices, check_score
from holdfast.agents.http.problems import HttpFailure
from holdfast.agents.http.sending import Parcel, Sender
from holdfast.agents.http.settings import HttpSettings
from holdfast.agents.tools import offered
from holdfast.core import (
    AgentBase,
    AgentFailure,
    Capability,
    Choices,
    ChoicesRequest,
    Decoding,
    Failure,
    HoldfastError,
    Message,
    Receipt,
    Reply,
    ReplyRequest,
    ScoreRequest,
    Scores,
)

CHAT, COMPLETIONS = "chat/completions", "completions"
TOP_LOGPROBS = (20, 5)
"""How many alternatives to ask for: as many as OpenAI allows, or what smaller servers allow."""


class HttpAgent(AgentBase):
    """A model behind an OpenAI-compatible server."""

    def __init__(
        self,
        settings: HttpSettings,
        *,
        capabilities: frozenset[Capability] = frozenset({Capability.REPLY}),
    ) -> None:
        """`capabilities` are taken on trust until a probe."""
        if settings.needs_key and settings.api_key is None:
            raise HoldfastError(f"Agent {settings.spec!r} needs a key; set {settings.key_source}.")
        self.settings = settings
        self.identity = settings.identity
        self.capabilities = capabilities
        self.concurrency = settings.max_concurrency
        self._sender = Sender(settings)
        self._newer_token_field = False
        self._top_logprobs, self._top_logprobs_known = TOP_LOGPROBS[0], False

    def already_spent(self, dollars: float) -> None:
        self._sender.already_spent(dollars)

    @property
    def limiter(self) -> Limiter:
        """What bounds the requests in flight."""
        return self._sender.limiter

    def estimate_cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """US dollars by the price table; None where no price is known."""
        return self._sender.estimate_cost(prompt_tokens, completion_tokens)

    async def close(self) -> None:
        await self._sender.close()

    # ------------------------------------------------------------------------------------------------- capabilities

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        decoding = request.decoding
        body = wire.ChatBody(
            model=self.settings.model,
            messages=wire.conversation(request.messages),
            temperature=decoding.temperature,
            max_tokens=decoding.max_tokens,
            top_p=decoding.top_p if decoding.top_p != 1 else None,
            stop=decoding.stop or None,
            seed=draw if decoding.samples else None,
            tools=offered(request.tools) or None,
        )
        completion, receipt = await self._chat(body)
        choice = completion.choices[0]
        text = choice.message.content or choice.message.refusal or ""
        return Reply(text, choice.finish_reason or "stop", receipt, wire.tool_calls(choice.message))

    async def choices(self, request: ChoicesRequest) -> Choices:
        try:
            tokens, receipt = await self._first_tokens(request.messages)
        except wire.UnusableError as unusable:
            raise self._unusable(unusable) from unusable
        return Choices(tuple(wire.label_logprob(label, tokens) for label in request.labels), receipt)

    async def score(self, request: ScoreRequest) -> Scores:
        """Sums over the tokens of each continuation; one that straddles the boundary counts with the continuation."""
        try:
            return await self._score(request)
        except wire.UnusableError as unusable:
            raise self._unusable(unusable) from unusable

    async def _first_tokens(self, messages: tuple[Message, ...]) -> tuple[list[wire.TopToken], Receipt]:
        """The likeliest first tokens of the reply. A server that rejects many alternatives is asked for fewer."""
        asked = self._top_logprobs
        body = wire.ChatBody(self.settings.model, messages, 0.0, max_tokens=1, logprobs=True, top_logprobs=asked)
        try:
            completion, receipt = await self._chat(body)
        except AgentFailure as failure:
            if failure.kind is not Failure.REJECTED or self._top_logprobs_known:
                raise
            asked = TOP_LOGPROBS[-1]
            completion, receipt = await self._chat(msgspec.structs.replace(body, top_logprobs=asked))
        self._top_logprobs, self._top_logprobs_known = asked, True
        return wire.first_tokens(completion), receipt

    async def _score(self, request: ScoreRequest) -> Scores:
        if not request.continuations:
            return Scores((), ())
        parts = await asyncio.gather(
            *(self._score_one(request.prompt, continuation) for continuation in request.continuations),
            return_exceptions=True,
        )
        for part in parts:
            if isinstance(part, BaseException):
                raise part
        values, counts, receipts = zip(*(part for part in parts if not isinstance(part, BaseException)), strict=True)
        return Scores(values, counts, _joint(receipts))

    async def _score_one(self, prompt: str, continuation: str) -> tuple[float, int, Receipt]:
        text = prompt + continuation
        # One token is generated and thrown away, because many servers refuse to generate none.
        body = wire.CompletionBody(self.settings.model, text, max_tokens=1, temperature=0.0, logprobs=1, echo=True)
        choice, receipt = await self._complete(body)
        return *wire.continuation_logprob(choice, prompt, continuation), receipt

    async def _next_tokens(self, prompt: str) -> dict[str, float]:
        # At temperature 1 every server's alternatives are the model's own probabilities.
        body = wire.CompletionBody(self.settings.model, prompt, max_tokens=1, temperature=1.0, logprobs=5, echo=False)
        choice, _ = await self._complete(body)
        return wire.next_tokens(choice)

    # ------------------------------------------------------------------------------------------------------- probes

    async def probe(self, wanted: frozenset[Capability] = frozenset(Capability)) -> ProbeResult:
        """Find out which capabilities are real and declare those. Raises where the server cannot be asked at all."""
        refused: dict[Capability, str] = {}
        for capability in sorted(wanted):
            try:
                await self._check(capability)
            except wire.UnusableError as unusable:
                refused[capability] = f"The server at {self.settings.where} {unusable}, {ADVICE[capability]}."
            except HttpFailure as failure:
                if failure.kind not in {Failure.REJECTED, Failure.MALFORMED}:
                    raise HoldfastError(failure.message) from failure
                refused[capability] = f"The server at {failure.where} {failure.clause}, {ADVICE[capability]}."
            except AgentFailure as failure:
                raise HoldfastError(failure.message) from failure
        confirmed = wanted - refused.keys()
        self.capabilities = (self.capabilities - refused.keys()) | confirmed
        return ProbeResult(confirmed, refused)

    async def confirm(self, wanted: frozenset[Capability]) -> None:
        """Probe what is wanted; raise one sentence about the first capability that is not real."""
        result = await self.probe(wanted)
        for capability in sorted(result.refused):
            raise HoldfastError(result.refused[capability])

    async def _check(self, capability: Capability) -> None:
        async def first_tokens(messages: tuple[Message, ...]) -> list[wire.TopToken]:
            return (await self._first_tokens(messages))[0]

        async def score(request: ScoreRequest) -> tuple[list[float], list[int]]:
            scores = await self._score(request)
            return list(scores.logprobs), list(scores.tokens)

        match capability:
            case Capability.REPLY:
                await self.reply(ReplyRequest((Message("user", "Say OK."),), Decoding(max_tokens=8)))
            case Capability.CHOICES:
                await check_choices(first_tokens)
            case Capability.SCORE:
                await check_score(score, self._next_tokens)

    # ------------------------------------------------------------------------------------------------------ sending

    async def _chat(self, body: wire.ChatBody) -> tuple[wire.ChatCompletion, Receipt]:
        """Send a chat, under the newer name of `max_tokens` once the server has asked for it by that name."""
        if self._newer_token_field:
            body = _with_newer_token_field(body)
        try:
            return await self._sender.send(self._chat_parcel(body), wire.chat_decoder)
        except AgentFailure as failure:
            refused = failure.kind is Failure.REJECTED and "max_completion_tokens" in failure.message
            if not refused or body.max_tokens is None:
                raise
            self._newer_token_field = True
            return await self._sender.send(self._chat_parcel(_with_newer_token_field(body)), wire.chat_decoder)

    def _chat_parcel(self, body: wire.ChatBody) -> Parcel:
        extra = self.settings.extra_body
        most = body.max_tokens or body.max_completion_tokens or 0
        if extra:
            most = max(most, extra.get("max_tokens") or 0, extra.get("max_completion_tokens") or 0)
        return Parcel(CHAT, wire.encode_with(body, extra), most)

    async def _complete(self, body: wire.CompletionBody) -> tuple[wire.TextChoice, Receipt]:
        parcel = Parcel(COMPLETIONS, wire.encoder.encode(body), body.max_tokens)
        completion, receipt = await self._sender.send(parcel, wire.text_decoder)
        return completion.choices[0], receipt

    def _unusable(self, unusable: wire.UnusableError) -> HttpFailure:
        return HttpFailure(Failure.MALFORMED, self.settings.where, str(unusable), attempts=1)


def _with_newer_token_field(body: wire.ChatBody) -> wire.ChatBody:
    return msgspec.structs.replace(body, max_tokens=None, max_completion_tokens=body.max_tokens)


def _joint(receipts: tuple[Receipt, ...]) -> Receipt:
    """One receipt for requests that were sent side by side: tokens and cost add up, time and attempts do not."""
    return Receipt(
        model=receipts[0].model,
        prompt_tokens=sum(receipt.prompt_tokens for receipt in receipts),
        completion_tokens=sum(receipt.completion_tokens for receipt in receipts),
        latency_ms=max(receipt.latency_ms for receipt in receipts),
        attempts=max(receipt.attempts for receipt in receipts),
        cost=sum(receipt.cost for receipt in receipts),
    )
