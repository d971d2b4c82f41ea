"""The guard's records: the decisive fields it reads and the verdict it gives."""

from __future__ import annotations

import enum
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DecisiveField:
    """One piece of visible state that prescribes an action."""

    kind: str
    """What it is: `decision`, `commitment`, `veto`, …"""
    action: str
    """The action it prescribes; for a veto, the action that obeys it."""
    event_id: str
    """The event it was issued for."""
    sequence: int
    """Its place in time, counted over all fields of the event: the higher, the later."""


class Outcome(enum.StrEnum):
    """What the guard makes of an action."""

    ACCEPT = "accept"
    """The action is what the controlling field prescribes."""
    CORRECT = "correct"
    """The controlling field prescribes another action."""
    DEFER = "defer"
    """There are decisive fields, but none that can control this event: do nothing and ask."""
    LEAVE = "leave"
    """There is no decisive field, so the guard has no say."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one action, and why."""

    outcome: Outcome
    """Accept, correct, defer or leave alone."""
    event_id: str
    """The event that the action was about."""
    proposed: str
    """The action that was to be taken."""
    action: str | None
    """The action to take now; None when deferred."""
    reason: str
    """One sentence for the audit, or for the agent to read."""
    field: DecisiveField | None = None
    """The field that controls the event, where there is one."""
