"""What a reply may assert: the task's own candidate answers, known to the scorer and to nobody else.

The matcher does not ask whether the right answer occurs in a reply, but which candidate the reply asserts. So it must
know the wrong ones too: the distractor's, the stale one, the near misses.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from holdfast.core import HoldfastError


class AnswerKind(StrEnum):
    """The shape of an answer."""

    VALUE = "value"
    """A name, number, date, place or rule: `Rina`, `14:30`, `bay 7`."""
    STATE = "state"
    """One of a few labels for how things stand: `approved`, `on hold`."""
    PAIR = "pair"
    """A value together with the source it came from; both must be right, and said of each other."""


class Role(StrEnum):
    """What a candidate is to its task."""

    GOLD = "gold"
    DISTRACTOR = "distractor"
    STALE = "stale"
    NEAR_MISS = "near-miss"
    OTHER = "other"


class Candidate(msgspec.Struct, frozen=True):
    """One answer that a reply could give."""

    text: str
    """The value as the task writes it."""
    role: Role
    """What it is to the task."""
    aliases: tuple[str, ...] = ()
    """Other ways to write the same value (`2 pm` for `14:00`)."""
    source: str = ""
    """For pairs: where the value came from, as the task writes it."""
    source_aliases: tuple[str, ...] = ()
    """For pairs: other ways to name the source."""


class Candidates(msgspec.Struct, frozen=True):
    """Everything a reply to one question could assert; exactly one is right."""

    kind: AnswerKind
    """The shape of the answer."""
    members: tuple[Candidate, ...]
    """All of them, the right one among them."""

    def __post_init__(self) -> None:
        if sum(candidate.role is Role.GOLD for candidate in self.members) != 1:
            raise HoldfastError("A set of candidates needs exactly one right answer.")
        if self.kind is AnswerKind.PAIR and not all(candidate.source for candidate in self.members):
            raise HoldfastError("Candidates that are pairs of a value and its source need a source each.")

    @property
    def gold(self) -> Candidate:
        """The right answer."""
        return next(candidate for candidate in self.members if candidate.role is Role.GOLD)


class Decision(StrEnum):
    """What the matcher says of a reply."""

    MATCH = "match"
    NO_MATCH = "no match"
    UNCLEAR = "unclear"


class Match(msgspec.Struct, frozen=True):
    """A decision and what decided it."""

    decision: Decision
    """Unclear counts as no match in scores and is reported apart."""
    rule: str
    """The rule that decided, as reports name it: `single`, `contrast`, `correction`, `hedged`, …"""
    span: tuple[int, int] | None = None
    """Where in the reply the decisive mention stands."""
    asserted: str | None = None
    """The candidate that the reply asserts (its `text`), if it asserts exactly one."""
