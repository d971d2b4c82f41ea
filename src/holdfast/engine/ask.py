"""Ask: put every planned request to an agent, with bounded concurrency, streaming into the journal.

Requests are pulled from an iterator, so memory does not grow with their number. An agent that packs (a local model)
is asked in waves that the plan decides, each committed whole: a resumed run forms the same packs as an unbroken one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

import msgspec

from holdfast.core import AgentFailure, HoldfastError, ReplyRequest, Request
from holdfast.engine.memo import Memo, stop_if_fatal
from holdfast.engine.progress import Progress

WAVE = 128
"""How many requests an agent that packs is given at once: enough to share work, few enough to see progress."""
WRITTEN = 32
"""How many of a wave may be replies: writing one takes a local model as long as scoring dozens, and what a stopped run
loses is its last wave."""
FAILURES_IN_A_ROW = 50
"""So many failures with no answer between them mean that the agent is gone, not that requests are bad."""


class Ask(msgspec.Struct, frozen=True):
    """One planned request and the place in the design that it serves."""

    case_id: str
    """The case it belongs to."""
    role: str
    """Which of the case's questions."""
    replicate: int
    """Which repetition."""
    request: Request
    """What is sent."""


async def ask(memo: Memo, asks: Iterable[Ask], progress: Progress) -> None:
    """Ask everything; answers and failures are in the journal afterwards, whatever ended it."""
    asker = _Asker(memo, progress)
    try:
        await (asker.in_waves(asks) if memo.packs else asker.streaming(asks))
    except ExceptionGroup as group:
        raise _first(group) from group
    finally:
        memo.journal.flush()


class _Asker:
    def __init__(self, memo: Memo, progress: Progress) -> None:
        self.memo = memo
        self.progress = progress
        self.agent = memo.identity.digest
        self.failures_in_a_row = 0

    async def streaming(self, asks: Iterable[Ask]) -> None:
        """As many workers as the agent takes, each pulling the next request when it is free."""
        shared = iter(asks)
        async with asyncio.TaskGroup() as workers:
            for _ in range(self.memo.concurrency):
                workers.create_task(self._work(shared))

    async def _work(self, asks: Iterator[Ask]) -> None:
        for one in asks:
            await self._one(one)
            self.progress.advance()
            self.memo.journal.flush_if_due()
            # A memoised answer does not suspend; yield so that a long run of them cannot starve the others.
            if self.memo.remembered % 100 == 99:
                await asyncio.sleep(0)

    async def in_waves(self, asks: Iterable[Ask]) -> None:
        """Whole waves, one after another, each committed before the next begins."""
        for wave in waves(asks):
            async with asyncio.TaskGroup() as together:
                for one in wave:
                    together.create_task(self._one(one))
            self.memo.journal.flush()
            self.progress.advance(len(wave))

    async def _one(self, one: Ask) -> None:
        key = self.memo.key(one.request, one.replicate)
        try:
            await self.memo.answer_to(key, one.request, one.replicate)
            self.failures_in_a_row = 0
        except AgentFailure as failure:
            stop_if_fatal(failure, self.memo.identity.spec)
            self._count_failure(failure)
        self.memo.journal.use(self.agent, one.case_id, one.role, one.replicate, key)

    def _count_failure(self, failure: AgentFailure) -> None:
        self.failures_in_a_row += 1
        if self.failures_in_a_row >= FAILURES_IN_A_ROW:
            raise HoldfastError(
                f"{self.memo.identity.spec}: {FAILURES_IN_A_ROW} requests in a row failed, the last with: "
                f"{failure.message.rstrip('.')}. Nothing answered is lost; resume when the agent is back."
            )


def waves(asks: Iterable[Ask]) -> Iterator[list[Ask]]:
    """Cut into waves by what is asked and by nothing else, so that a resumed run cuts where the first one did."""
    wave: list[Ask] = []
    written = 0
    for one in asks:
        wave.append(one)
        written += isinstance(one.request, ReplyRequest)
        if len(wave) == WAVE or written == WRITTEN:
            yield wave
            wave, written = [], 0
    if wave:
        yield wave


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The sentence for the user if there is one among the errors that ended the workers, else the first of them."""
    errors = [_first(e) if isinstance(e, BaseExceptionGroup) else e for e in group.exceptions]
    return next((e for e in errors if isinstance(e, HoldfastError)), errors[0])
