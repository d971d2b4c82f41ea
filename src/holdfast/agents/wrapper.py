"""What every wrapper has: an agent inside, an identity that holds both, and one way to ask.

A wrapper asks its inner agent only through `self.inner.answer`, which is where the engine's journal stands. Tokens
and cost are therefore on the receipts of the inner requests; a wrapper's own receipt has the latency alone, so that
nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from holdfast.core import (
    Agent,
    AgentBase,
    Capability,
    Choices,
    ChoicesRequest,
    Decoding,
    Identity,
    Message,
    Receipt,
    Reply,
    ReplyRequest,
    ScoreRequest,
    Scores,
    Tool,
    require,
)


class Wrapper(AgentBase):
    """The common part of wrappers. A subclass gives `prefix`, `summary`, `version` and `reply`.

    Only replies are wrapped. A subclass that widens `capabilities` lets those other requests through as they are.
    """

    prefix: ClassVar[str]
    """How a spec names the wrapper."""
    summary: ClassVar[str]
    """One line for `holdfast agents`."""
    calls: ClassVar[int] = 1
    """How many requests to the inner agent one request to the wrapper takes, for estimates."""
    version: ClassVar[int] = 1
    """Raised whenever the wrapper's code changes what it would answer."""

    inner: Agent
    """Who really answers. The engine puts its memo here."""

    def __init__(self, inner: Agent, settings: dict[str, str] | None = None) -> None:
        require(inner, Capability.REPLY)
        self.inner = inner
        self.concurrency = inner.concurrency
        self.packs = inner.packs
        spec = f"{self.prefix}:{inner.identity.spec}"
        self.identity = Identity(spec, inner.identity.digest, self.version, settings or {})

    async def confirm(self, wanted: frozenset[Capability]) -> None:
        await super().confirm(wanted)
        await self.inner.confirm(wanted)

    async def choices(self, request: ChoicesRequest) -> Choices:
        answer = await self.inner.answer(request)
        assert isinstance(answer, Choices)
        return answer

    async def score(self, request: ScoreRequest) -> Scores:
        answer = await self.inner.answer(request)
        assert isinstance(answer, Scores)
        return answer

    async def ask(
        self, messages: Sequence[Message], decoding: Decoding, draw: int, tools: tuple[Tool, ...] = ()
    ) -> Reply:
        """Put one conversation to the inner agent."""
        answer = await self.inner.answer(ReplyRequest(tuple(messages), decoding, tools), draw)
        assert isinstance(answer, Reply)
        return answer

    async def close(self) -> None:
        await self.inner.close()


def instructed(messages: Sequence[Message], instruction: str) -> tuple[Message, ...]:
    """The conversation with an instruction at its end, inside the last user turn: many models refuse two in a row."""
    if messages and messages[-1].role == "user":
        return (*messages[:-1], Message("user", f"{messages[-1].content}\n\n{instruction}"))
    return (*messages, Message("user", instruction))


def own_receipt(*replies: Reply) -> Receipt:
    """The receipt of a wrapper's own reply: tokens and cost stand on those of its inner requests."""
    return Receipt(model=replies[-1].receipt.model, latency_ms=sum(r.receipt.latency_ms for r in replies))
