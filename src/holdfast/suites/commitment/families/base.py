"""What every family has: a plan of events by rule, and a solver that knows from events alone what is right.

A family never writes a prompt. It decides what happens, in which order, and what is asked; its scenarios have the
words. Surface cues are balanced where the plan is made: candidates are symmetric in everything but the content that
decides between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from holdfast.suites.commitment.bands import Band
from holdfast.suites.commitment.candidates import AnswerKind, Candidate, Candidates, Role
from holdfast.suites.commitment.events import Domain, Event, event
from holdfast.suites.commitment.vocabulary import Draw, matches


class Said(NamedTuple):
    """An answer: a value, and for pairs where it came from."""

    text: str
    source: str = ""


class Ask(msgspec.Struct, frozen=True):
    """One question about a task."""

    role: str
    """`answer`, `probe-1`, …"""
    what: Event
    """What is asked, and about whom; the scenario has the words."""
    slot: str
    """The piece of state it is about; questions that share a slot must agree."""
    after: int = 0
    """After how many turns a forked conversation asks it; the last probe comes after the distractor."""


@dataclass
class Plan:
    """What happens in a task."""

    initial: list[Event]
    """What the initial instruction says, sentence by sentence."""
    turns: list[Event]
    """The context turns."""
    distractor: Event
    """What the distractor says."""
    asks: list[Ask]
    """The final question and the probes."""
    update: Event | None = None
    """The turn without which an earlier value would be right; None where no turn has that force."""
    fillers: list[str] = field(default_factory=list)
    """Filler sentences, in order, for the turns of the kind `filler`."""


@dataclass(frozen=True)
class Family:
    """A family of tasks (paper 001, Table 1)."""

    name: str
    """As the paper writes it."""
    construct: str
    """The cognitive construct."""
    domains: tuple[Domain, ...]
    """Its scenarios."""
    plan: Callable[[Domain, Draw, Band, int], Plan]
    """Plan a task; the last argument is the turn of the wheel, which balances outcomes over instances."""
    solve: Callable[[Sequence[Event], Event], Said | None]
    """The right answer to an ask, from events alone; None or a LookupError where they do not settle it."""
    options: Callable[[Domain, Plan, Ask], list[tuple[Said, Role]]]
    """Every answer to an ask that a reply could give, with what it is to the task unless it is right."""
    obey: Callable[[Sequence[Event], Event], list[Event]]
    """The events as they would be if the distractor had authority: what an obedient agent believes."""
    kinds: Callable[[Domain, str], AnswerKind] = lambda domain, slot: AnswerKind.VALUE  # noqa: ARG005
    """The shape of the answer about a slot."""

    @property
    def slug(self) -> str:
        """The family in names of items and findings."""
        return self.name.lower().replace("-", "_").replace(" ", "_")


def candidates(family: Family, domain: Domain, plan: Plan, ask: Ask, gold: Said) -> Candidates:
    """The candidate set of an ask: the right answer among everything else a reply could assert."""
    kind = family.kinds(domain, ask.slot)
    members: dict[Said, Candidate] = {}
    for said, role in family.options(domain, plan, ask):
        if said not in members:
            members[said] = _candidate(domain, said, Role.GOLD if said == gold else role)
    return Candidates(kind, tuple(members.values()))


def _candidate(domain: Domain, said: Said, role: Role) -> Candidate:
    return Candidate(said.text, role, _aliases(domain, said.text), said.source, _aliases(domain, said.source))


def _aliases(domain: Domain, text: str) -> tuple[str, ...]:
    if not text:
        return ()
    for kind in domain.kinds.values():
        if matches(kind, text):
            return kind.aliases(text)
    if " and " in text:  # two requirements together, which may be named in either order
        one, two = text.split(" and ", 1)
        short = [re.sub(r"^(?:a|an|the) ", "", part) for part in (one, two)]
        forms = (f"{two} and {one}", " and ".join(short), " and ".join(reversed(short)), " + ".join(short))
        return tuple(dict.fromkeys(form for form in forms if form != text))
    return ()


def interleave(draw: Draw, decisive: Sequence[Event], loose: Sequence[Event]) -> list[Event]:
    """Decisive events in their order with loose ones between them; at least one loose one, if any, comes last."""
    turns = list(decisive)
    rest = draw.shuffled(loose)
    for one in rest[1:]:
        turns.insert(draw.below(len(turns) + 1), one)
    return [*turns, *rest[:1]]


def after_last(turns: Sequence[Event], decisive: Sequence[Event]) -> int:
    """After how many turns everything decisive has been said."""
    return max(turns.index(one) for one in decisive) + 1 if decisive else len(turns)


def fillers(count: int) -> list[Event]:
    """So many turns that decide nothing; the inventory puts words in them."""
    return [Event("filler", (("n", str(i)),)) for i in range(count)]


def distracting(draw: Draw, count: int, right: Mapping[str, str], **pushed: str) -> Event:
    """The distractor that pushes something wrong. Of `count` candidates it also names the right one, as often as any
    other, so that its silence says nothing."""
    over = draw.chance(1 / count)
    return event("distractor-over", **right, **pushed) if over else event("distractor", **pushed)
