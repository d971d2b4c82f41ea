"""The memo: an agent that remembers. It stands between whoever asks and the agent that answers.

A request that the journal holds is not sent again; identical requests in flight share one answer. Wrappers get their
inner agent memoised too, so that every inner request is journaled on its own.
"""

from __future__ import annotations

import asyncio

from holdfast.agents.wrapper import Wrapper
from holdfast.core import Agent, AgentFailure, Answer, Capability, HoldfastError, Identity, ReplyRequest, Request
from holdfast.core.errors import FATAL
from holdfast.engine.journal import Journal, request_key


class Memo:
    """An agent whose answers are looked up in the journal first and written there after."""

    def __init__(self, agent: Agent, journal: Journal) -> None:
        if isinstance(agent, Wrapper):
            agent.inner = Memo(agent.inner, journal)
        self.agent = agent
        self.journal = journal
        self.asked = 0
        self.remembered = 0
        self.failed = 0
        self._digest = agent.identity.digest
        self._in_flight: dict[bytes, asyncio.Future[Answer]] = {}
        journal.add_agent(agent.identity)
        agent.already_spent(journal.totals(self._digest).cost)

    @property
    def identity(self) -> Identity:
        return self.agent.identity

    @property
    def capabilities(self) -> frozenset[Capability]:
        return self.agent.capabilities

    @property
    def concurrency(self) -> int:
        return self.agent.concurrency

    @property
    def packs(self) -> bool:
        return self.agent.packs

    def already_spent(self, dollars: float) -> None:
        self.agent.already_spent(dollars)

    async def confirm(self, wanted: frozenset[Capability]) -> None:
        await self.agent.confirm(wanted)

    async def close(self) -> None:
        await self.agent.close()

    def key(self, request: Request, draw: int) -> bytes:
        """The journal's key for a request; draws count only where the request samples."""
        samples = isinstance(request, ReplyRequest) and request.decoding.samples
        return request_key(self._digest, request, draw if samples else 0)

    async def answer(self, request: Request, draw: int = 0) -> Answer:
        return await self.answer_to(self.key(request, draw), request, draw)

    async def answer_to(self, key: bytes, request: Request, draw: int) -> Answer:
        """`answer`, for a caller who has the key at hand already."""
        if (known := self.journal.lookup(key)) is not None:
            self.remembered += 1
            return known
        if (other := self._in_flight.get(key)) is not None:
            self.remembered += 1
            return await asyncio.shield(other)
        return await self._ask(key, request, draw)

    async def _ask(self, key: bytes, request: Request, draw: int) -> Answer:
        waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._in_flight[key] = waiting
        try:
            answer = await self.agent.answer(request, draw)
        except BaseException as error:
            if isinstance(error, AgentFailure):
                self.failed += 1
                self.journal.record_failure(key, self._digest, request, draw, error)
            if isinstance(error, asyncio.CancelledError):
                waiting.cancel()
            else:
                waiting.set_exception(error)
                waiting.exception()  # whoever else waits will see it; if nobody does, that is no warning
            raise
        else:
            self.asked += 1
            self.journal.record(key, self._digest, request, draw, answer)
            waiting.set_result(answer)
            return answer
        finally:
            del self._in_flight[key]


def stop_if_fatal(failure: AgentFailure, spec: str) -> None:
    """Turn a failure that every further request would meet into the end of the run."""
    if failure.kind in FATAL:
        raise HoldfastError(f"{spec}: {failure.message}") from failure
