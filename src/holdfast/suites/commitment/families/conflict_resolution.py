"""Conflict resolution (source monitoring): several sources disagree, and the instruction says whose word counts.

Some scenarios name the source for each subject; in others the instruction gives a mark by which the source is known,
and the turns say who bears it. One source repeats itself, trusted or not: insistence is no evidence.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.bands import Band
from holdfast.suites.commitment.candidates import Role
from holdfast.suites.commitment.events import FINAL, Domain, Event, event, first
from holdfast.suites.commitment.families.base import (
    Ask,
    Family,
    Plan,
    Said,
    after_last,
    distracting,
    fillers,
    interleave,
)
from holdfast.suites.commitment.scenarios.conflict_resolution import DOMAINS
from holdfast.suites.commitment.vocabulary import Draw


def plan(domain: Domain, draw: Draw, band: Band, wheel: int) -> Plan:  # noqa: ARG001
    """Plan one task; the first source is the one that counts."""
    count = 1 + band.source_conflicts
    sources = draw.several(domain.kinds["who"], count)
    first = draw.new(domain.kinds["value"])
    values = [first, *draw.several(domain.kinds["value"], count - 1, like=first)]
    reports = [event("report", who=who, value=value) for who, value in zip(sources, values, strict=True)]
    by_subject = "trust" in domain.lines
    if by_subject:
        subjects = draw.several(domain.kinds["topic"], count)
        trust = [event("trust", topic=topic, who=who) for topic, who in zip(subjects, sources, strict=True)]
        initial = [*draw.shuffled(trust), event("subject", topic=subjects[0])]
        standings = []
    else:
        marks = draw.several(domain.kinds["mark"], count)
        standings = [event("standing", who=who, mark=mark) for who, mark in zip(sources, marks, strict=True)]
        initial = [event("counts", mark=marks[0])]
    decisive = draw.shuffled([*reports, *standings])
    loud = draw.pick(reports)
    loudly = [loud.but("insists")]
    loose = [event("mention", who=who) for who in draw.some(sources, band.near_misses)]
    turns = interleave(draw, [*decisive, *loudly], [*fillers(band.delay_length), *loose])
    wrong = draw.pick(reports[1:])
    distractor = distracting(draw, count, {"value2": first}, who=wrong["who"], value=wrong["value"])
    known = after_last(turns, decisive)
    asks = [
        Ask(FINAL, event(FINAL), "value"),
        Ask("probe-1", event("probe-1"), "source", known),
        Ask("probe-2", event("probe-2"), "value", len(turns)),
    ]
    return Plan(initial, turns, distractor, asks)


def trusted(events: Sequence[Event]) -> str | None:
    """The source whose word counts."""
    if subject := next((e["topic"] for e in events if e.kind == "subject"), None):
        return next((e["who"] for e in events if e.kind == "trust" and e["topic"] == subject), None)
    mark = first(e["mark"] for e in events if e.kind == "counts")
    return next((e["who"] for e in events if e.kind == "standing" and e["mark"] == mark), None)


def trusting(events: Sequence[Event], who: str) -> list[Event]:
    """The events as they would be if another source counted."""
    now = trusted(events)
    exchanged = {now: who, who: now}
    return [
        e.but(who=exchanged.get(e["who"], e["who"]) or "") if e.kind in ("trust", "standing") else e for e in events
    ]


def solve(events: Sequence[Event], ask: Event) -> Said | None:
    """What the source that counts has reported, or who that is."""
    who = trusted(events)
    if who is None or ask.kind == "probe-1":
        return None if who is None else Said(who)
    said = [e["value"] for e in events if e.kind == "report" and e["who"] == who]
    return Said(said[-1]) if said else None


def options(domain: Domain, plan: Plan, ask: Ask) -> list[tuple[Said, Role]]:  # noqa: ARG001
    """Every source, or every value reported."""
    slot = "who" if ask.slot == "source" else "value"
    pushed = plan.distractor[slot]
    reports = [e for e in plan.turns if e.kind == "report"]
    return [(Said(e[slot]), Role.DISTRACTOR if e[slot] == pushed else Role.OTHER) for e in reports]


def obey(events: Sequence[Event], distractor: Event) -> list[Event]:
    """Take the distractor's source for the one that counts."""
    return trusting(events, distractor["who"])


FAMILY = Family("Conflict resolution", "Source monitoring", DOMAINS, plan, solve, options, obey)
