"""Wrappers: agents around an agent, written `<prefix>:<inner agent>`.

A wrapper asks its inner agent only through `self.inner.answer`, which is where the engine's journal stands. Tokens
and cost are therefore on the receipts of the inner requests; a wrapper's own receipt has the latency alone, so that
nothing is counted twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import msgspec

from holdfast.core import (
    Agent,
    AgentBase,
    Capability,
    Choices,
    ChoicesRequest,
    Decoding,
    HoldfastError,
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
from holdfast.guard import DecisiveState, Guard, Outcome


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


PLAN_PROMPT = (
    "First write a short plan: at most three numbered steps that lead to the answer. Do not give the answer yet."
)
EXECUTE_PROMPT = "A plan for this was made:\n{plan}\n\nCarry out the plan and give only what was asked for above."
PLAN_TOKENS = 128


class PlannerExecutor(Wrapper):
    """Two calls: one for a plan, one that sees the plan and answers. Only the second is decoded as the request says."""

    prefix = "planner"
    summary = "asks for a short plan first, then for the answer with the plan in view (two calls)"
    calls = 2

    def __init__(self, inner: Agent) -> None:
        super().__init__(inner, {"plan": PLAN_PROMPT, "execute": EXECUTE_PROMPT, "plan_tokens": str(PLAN_TOKENS)})

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        # The plan is sampled as the answer is, but an answer's stop texts and length would cut it short.
        planning = msgspec.structs.replace(request.decoding, max_tokens=PLAN_TOKENS, stop=())
        plan = await self.ask(_instructed(request.messages, PLAN_PROMPT), planning, draw, request.tools)
        # `replace`, because a plan may hold braces.
        shown = EXECUTE_PROMPT.replace("{plan}", plan.text.strip())
        done = await self.ask(_instructed(request.messages, shown), request.decoding, draw, request.tools)
        return Reply(done.text, done.finish, _own_receipt(plan, done), done.tool_calls)


class Policy(Protocol):
    """How a guarded agent's conversation is read. A suite with its own fields brings its own policy."""

    @property
    def defer(self) -> str:
        """What is answered when the guard defers."""

    @property
    def settings(self) -> dict[str, str]:
        """Everything that decides how it reads; a part of the wrapper's identity."""

    def situation(self, messages: Sequence[Message]) -> tuple[str, list[DecisiveState]]:
        """The current event and the decisive fields that the messages show."""

    def action(self, reply: str) -> str:
        """The action that a reply takes."""


@dataclass(frozen=True)
class FieldLine:
    """How one kind of decisive field is written."""

    kind: str
    """The field's kind, as the guard knows it."""
    pattern: str
    """A regular expression for a whole line, with a group `event` and, unless `action` is given, a group `action`."""
    action: str | None = None
    """The action that such a line prescribes, where the line itself does not name it."""


EVENT_ID = r"(?P<event>[\w:/-]+)"


@dataclass(frozen=True)
class LinePolicy:
    """Decisive fields as lines of their own, later lines being later fields:

        Current event: E17
        [event=E17] DECISION: ACTION_B
        [event=E17] VETO: the customer withdrew

    The last `Current event` line holds. A decision names one action code; anything longer is prose and no field. A
    veto prescribes `ACT_VETO`, whatever its words. Only system and user turns count: what the agent itself wrote
    prescribes nothing. Without a `Current event` line no field can be shown to belong, so the guard defers.
    """

    event: str = rf"\s*Current event:\s*{EVENT_ID}\.?\s*"
    """The line that names the current event."""
    fields: tuple[FieldLine, ...] = (
        FieldLine("decision", rf"\s*\[event={EVENT_ID}\]\s*DECISION:\s*(?P<action>[\w-]+)\.?\s*"),
        FieldLine("veto", rf"\s*\[event={EVENT_ID}\]\s*VETO:.*", "ACT_VETO"),
    )
    """The table of decisive fields."""
    code: str = r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b"
    """An action code inside a reply. A reply with exactly one code takes that action; else the whole reply is it."""
    defer: str = "ACT_DEFER"
    """What is answered when the guard defers."""
    roles: tuple[str, ...] = ("system", "user")
    """Whose turns may hold decisive fields."""

    @property
    def settings(self) -> dict[str, str]:
        lines = {f"{i}:{f.kind}": f"{f.pattern} -> {f.action or 'action'}" for i, f in enumerate(self.fields)}
        return {"event": self.event, **lines, "code": self.code, "defer": self.defer, "roles": " ".join(self.roles)}

    def situation(self, messages: Sequence[Message]) -> tuple[str, list[DecisiveState]]:
        current = ""
        found: list[DecisiveState] = []
        lines = (line for m in messages if m.role in self.roles for line in m.content.splitlines())
        for place, line in enumerate(lines):
            if event := re.fullmatch(self.event, line):
                current = event["event"]
            for field in self.fields:
                if match := re.fullmatch(field.pattern, line):
                    action = match["action"] if field.action is None else field.action
                    found.append(DecisiveState(match["event"], field.kind, action, place))
        return current, found

    def action(self, reply: str) -> str:
        codes = set(re.findall(self.code, reply))
        return str(codes.pop()) if len(codes) == 1 else reply.strip()


class Guarded(Wrapper):
    """Asks the inner agent and lets the guard check the reply against the decisive fields in view. No second call.

    An accepted reply, or one the guard has no say in, comes back word for word; a wrong one is replaced by the right
    action and a deferred one by the policy's word, and `finish` says so.
    """

    prefix = "guard"
    summary = "checks the reply against the decisive fields in view and corrects or defers it (no further call)"

    def __init__(self, inner: Agent, policy: Policy | None = None, guard: Guard | None = None) -> None:
        self.policy = policy or LinePolicy()
        self.guard = guard or Guard()
        super().__init__(inner, {**self.policy.settings, "outranks": " ".join(self.guard.outranks)})

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        if request.tools:
            raise HoldfastError(
                "The wrapper guard: checks written actions, not tool calls; measure the agent without it."
            )
        given = await self.ask(request.messages, request.decoding, draw)
        event_id, states = self.policy.situation(request.messages)
        verdict = self.guard.check(self.policy.action(given.text), states, event_id)
        if verdict.outcome in (Outcome.ACCEPT, Outcome.LEAVE):
            return Reply(given.text, given.finish, _own_receipt(given))
        text = self.policy.defer if verdict.action is None else verdict.action
        return Reply(text, f"guard-{verdict.outcome}", _own_receipt(given))


WRAPPERS: dict[str, type[Wrapper]] = {wrapper.prefix: wrapper for wrapper in (PlannerExecutor, Guarded)}
"""Every wrapper by its prefix, for the registry and `holdfast agents`."""


def _instructed(messages: Sequence[Message], instruction: str) -> tuple[Message, ...]:
    """The conversation with an instruction at its end, inside the last user turn: many models refuse two in a row."""
    if messages and messages[-1].role == "user":
        return (*messages[:-1], Message("user", f"{messages[-1].content}\n\n{instruction}"))
    return (*messages, Message("user", instruction))


def _own_receipt(*replies: Reply) -> Receipt:
    return Receipt(model=replies[-1].receipt.model, latency_ms=sum(r.receipt.latency_ms for r in replies))
