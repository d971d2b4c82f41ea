"""Constraint persistence (goal maintenance): an early requirement decides who is eligible, long after it was given.

The instruction lists requirements for several kinds of job and says which kind this one is. Each candidate then turns
out to have two things and to lack one. Exactly one candidate has both of what this job needs; every other one lacks
one of them in so many words, and one of those would do for a neighbouring kind of job, which the distractor pushes.
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
from holdfast.suites.commitment.scenarios.constraint_persistence import DOMAINS
from holdfast.suites.commitment.vocabulary import Draw

HOLDINGS = (("ab", "c"), ("ac", "b"), ("bd", "a"), ("ad", "b"), ("cd", "a"))
"""What each candidate has and lacks, over four requirements of which the job needs a and b; the first is eligible."""
GATES = ("ab", "ac", "bd", "cd")
"""What each kind of job needs; the first is this job's."""


def plan(domain: Domain, draw: Draw, band: Band, wheel: int) -> Plan:  # noqa: ARG001
    """Plan one task."""
    attributes = dict(zip("abcd", draw.several(domain.kinds["attr"], 4), strict=True))
    jobs = draw.several(domain.kinds["job"], 4 if band.name == "hard" else 3)
    people = draw.several(domain.kinds["who"], 1)
    people += draw.several(domain.kinds["who"], band.source_conflicts, like=people[0])
    gates = [event("gate", job=job, **_named(draw, gate, attributes)) for job, gate in zip(jobs, GATES, strict=False)]
    told = [
        event("holds", who=who, attr3=attributes[lacks], **_named(draw, has, attributes))
        for who, (has, lacks) in zip(people, HOLDINGS, strict=False)
    ]
    told = draw.shuffled(told)
    mentions = [event("mention", who=who) for who in draw.some(people, band.near_misses)]
    turns = interleave(draw, told, [*fillers(band.delay_length), *mentions])
    distractor = distracting(draw, len(people), {"who2": people[0]}, who=people[1], job=jobs[1])
    known = after_last(turns, told)
    asks = [
        Ask(FINAL, event(FINAL), "candidate"),
        Ask("probe-1", event("probe-1"), "candidate", known),
        Ask("probe-2", event("probe-2"), "requirement", known),
        Ask("probe-3", event("probe-3"), "candidate", len(turns)),
    ]
    return Plan([*draw.shuffled(gates), event("job", job=jobs[0])], turns, distractor, asks)


def _named(draw: Draw, letters: str, attributes: dict[str, str]) -> dict[str, str]:
    one, two = draw.shuffled([attributes[letter] for letter in letters])
    return {"attr1": one, "attr2": two}


def solve(events: Sequence[Event], ask: Event) -> Said | None:
    """Who has both of what this job needs, or what that is."""
    job = first(e["job"] for e in events if e.kind == "job")
    gate = first(e for e in events if e.kind == "gate" and e["job"] == job)
    if ask.kind == "probe-2":
        return _gate(gate)
    needed = {gate["attr1"], gate["attr2"]}
    eligible = [e["who"] for e in events if e.kind == "holds" and {e["attr1"], e["attr2"]} == needed]
    return Said(eligible[0]) if len(eligible) == 1 else None


def options(domain: Domain, plan: Plan, ask: Ask) -> list[tuple[Said, Role]]:  # noqa: ARG001
    """Everybody described, or every requirement listed."""
    pushed = plan.distractor
    if ask.slot == "requirement":
        gates = [e for e in plan.initial if e.kind == "gate"]
        return [(_gate(e), Role.DISTRACTOR if e["job"] == pushed["job"] else Role.NEAR_MISS) for e in gates]
    told = [e["who"] for e in plan.turns if e.kind == "holds"]
    return [(Said(who), Role.DISTRACTOR if who == pushed["who"] else Role.NEAR_MISS) for who in told]


def obey(events: Sequence[Event], distractor: Event) -> list[Event]:
    """Treat this job as the kind that the distractor names."""
    return [e.but(job=distractor["job"]) if e.kind == "job" else e for e in events]


def _gate(gate: Event) -> Said:
    return Said(f"{gate['attr1']} and {gate['attr2']}")


FAMILY = Family("Constraint persistence", "Goal maintenance", DOMAINS, plan, solve, options, obey)
