"""The guard's records: the decisive state it reads, the verdict on an action, the ruling on a tool call."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Action: TypeAlias = Any
"""What is done: an action code, a tool's name, an argument's value. Anything JSON can hold, compared by value."""


@dataclass(frozen=True, slots=True)
class DecisiveState:
    """One piece of visible state that prescribes an action."""

    event_id: str
    """The event it was issued for."""
    kind: str
    """What it is: `decision`, `commitment`, `veto`, … The latest of a kind supersedes the earlier ones."""
    action: Action | None
    """The action it prescribes; for a veto, the action that obeys it. None where any of `among` will do."""
    issued_at: float
    """Its place in time, on one scale for all states of the event (seconds or a count): the higher, the later."""
    expires_at: float | None = None
    """When it can no longer be relied on, by the guard's clock."""
    among: tuple[Action, ...] = ()
    """Actions that satisfy it besides the one it prescribes."""
    why: str = ""
    """A sentence for whoever is corrected."""

    def __post_init__(self) -> None:
        if self.issued_at != self.issued_at:  # NaN has no place in time
            raise ValueError("issued_at is not a number, so this state is neither earlier nor later than another")
        if self.action is None and not self.among:
            raise ValueError("a decisive state prescribes an action or names some that satisfy it")

    def satisfied_by(self, action: Action) -> bool:
        """Whether the action is one that this state asks for."""
        if _same(action, self.action):
            return True
        return bool(self.among) and any(_same(action, permitted) for permitted in self.among)


class Outcome(enum.StrEnum):
    """What the guard makes of an action."""

    ACCEPT = "accept"
    """The action is what the controlling state prescribes."""
    CORRECT = "correct"
    """The controlling state prescribes another action."""
    DEFER = "defer"
    """There is decisive state, but none that can control this event: do nothing and ask."""
    LEAVE = "leave"
    """There is no decisive state, so the guard has no say."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one action, and why."""

    outcome: Outcome
    """Accept, correct, defer or leave alone."""
    event_id: str
    """The event that the action was about."""
    proposed: Action
    """The action that was to be taken."""
    action: Action | None
    """The action to take now; None when deferred."""
    reason: str
    """One sentence for the audit, or for the agent to read."""
    state: DecisiveState | None = None
    """The state that controls the event, where there is one."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call that an agent wants to make."""

    tool: str
    """The tool's name."""
    arguments: Mapping[str, Any]
    """Its arguments by name."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What became of one tool call under a policy."""

    outcome: Outcome
    """The gravest of its verdicts: defer, correct, accept, or leave where no rule had a say."""
    proposed: Call
    """The call that was to be made."""
    call: Call | None
    """The call to make now; None when it must not be made."""
    reason: str
    """Why, in sentences that the agent may read."""
    verdicts: tuple[Verdict, ...] = ()
    """One per rule that had a say, in the order of the policy."""


def _same(one: Action, other: Action) -> bool:
    # Python holds True and 1 to be equal; a tool does not.
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
