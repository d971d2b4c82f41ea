"""Wrappers: agents around an agent, written `<prefix>:<inner agent>`.

`react` and `context` only put one call in other words; `planner` makes two calls, `memory` shows its inner agent what
it retrieves, `guard` checks what comes back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from holdfast.agents.frames import ContextEngineered, ReAct
from holdfast.agents.memory import MemoryRetrieval
from holdfast.agents.wrapper import Wrapper, instructed, own_receipt
from holdfast.core import Agent, Message, Reply, ReplyRequest
from holdfast.guard import DecisiveField, Guard, Outcome

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
        plan = await self.ask(instructed(request.messages, PLAN_PROMPT), planning, draw)
        # `replace`, because a plan may hold braces.
        shown = EXECUTE_PROMPT.replace("{plan}", plan.text.strip())
        done = await self.ask(instructed(request.messages, shown), request.decoding, draw)
        return Reply(done.text, done.finish, own_receipt(plan, done))


class Policy(Protocol):
    """How a guarded agent's conversation is read. A suite with its own fields brings its own policy."""

    @property
    def defer(self) -> str:
        """What is answered when the guard defers."""

    @property
    def settings(self) -> dict[str, str]:
        """Everything that decides how it reads; a part of the wrapper's identity."""

    def situation(self, messages: Sequence[Message]) -> tuple[str, list[DecisiveField]]:
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

    def situation(self, messages: Sequence[Message]) -> tuple[str, list[DecisiveField]]:
        current = ""
        found: list[DecisiveField] = []
        lines = (line for m in messages if m.role in self.roles for line in m.content.splitlines())
        for sequence, line in enumerate(lines):
            if event := re.fullmatch(self.event, line):
                current = event["event"]
            for field in self.fields:
                if match := re.fullmatch(field.pattern, line):
                    action = match["action"] if field.action is None else field.action
                    found.append(DecisiveField(field.kind, action, match["event"], sequence))
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
        given = await self.ask(request.messages, request.decoding, draw)
        event_id, fields = self.policy.situation(request.messages)
        verdict = self.guard.check(event_id, self.policy.action(given.text), fields)
        if verdict.outcome in (Outcome.ACCEPT, Outcome.LEAVE):
            return Reply(given.text, given.finish, own_receipt(given))
        text = self.policy.defer if verdict.action is None else verdict.action
        return Reply(text, f"guard-{verdict.outcome}", own_receipt(given))


WRAPPERS: dict[str, type[Wrapper]] = {
    wrapper.prefix: wrapper for wrapper in (ReAct, ContextEngineered, PlannerExecutor, MemoryRetrieval, Guarded)
}
"""Every wrapper by its prefix, for the registry and `holdfast agents`."""


def split_wrappers(spec: str) -> tuple[tuple[str, ...], str]:
    """A spec as its wrappers, outermost first, and the agent inside them."""
    wrappers: list[str] = []
    while (prefix := spec.partition(":")[0]) in WRAPPERS:
        wrappers.append(prefix)
        spec = spec.removeprefix(f"{prefix}:")
    return tuple(wrappers), spec
