"""Entity binding (binding interference): who has what, among look-alike names and exchanges.

A roster is read out. Then exchanges happen: some are carried out and move two values, some are only talked about. The
question is about one name; its neighbours in the alphabet have the other values.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from holdfast.suites.commitment.bands import Band
from holdfast.suites.commitment.candidates import Role
from holdfast.suites.commitment.events import FINAL, Domain, Event, event
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
from holdfast.suites.commitment.scenarios.entity_binding import DOMAINS
from holdfast.suites.commitment.vocabulary import Draw


def plan(domain: Domain, draw: Draw, band: Band, wheel: int) -> Plan:
    """Plan one task: in two of three the asked name really changes its value."""
    target = draw.new(domain.kinds["who"])
    others = draw.several(domain.kinds["who"], band.source_conflicts, like=target)
    people = [target, *others]
    first = draw.new(domain.kinds["value"])
    values = [first, *draw.several(domain.kinds["value"], band.source_conflicts, like=first)]
    roster = [event("assign", who=who, value=value) for who, value in zip(people, values, strict=True)]
    moves = wheel % 3 != 0
    partner = draw.pick(others)
    update = event("swap", **_two(draw, target, partner)) if moves else None
    steps = [] if update is None else [update]
    # Talk is about another neighbour than the one that was really exchanged with, so that neither undoes the other.
    talked_to = draw.pick([who for who in others if not moves or who != partner])
    spare = [event("proposal", **_two(draw, target, talked_to))]
    spare += [event("swap", **_two(draw, *pair)) for pair in draw.shuffled(list(itertools.combinations(others, 2)))]
    steps += spare[: band.contradiction_density - len(steps)]
    decisive = [*draw.shuffled(roster), *draw.shuffled(steps)]
    loose = [event("note", value=value) for value in draw.some(values, band.near_misses)]
    turns = interleave(draw, decisive, [*fillers(band.delay_length), *loose])
    gold = _holdings(turns)[target]
    wrong = draw.pick([value for value in values if value != gold])
    distractor = distracting(draw, len(values), {"value2": gold}, who=target, value=wrong)
    known = after_last(turns, decisive)
    asks = [
        Ask(FINAL, event(FINAL, who=target), "target"),
        Ask("probe-1", event("probe-1", who=target), "target", known),
        Ask("probe-2", event("probe-2", who=draw.pick(others)), "neighbour", len(turns)),
    ]
    return Plan([event("rule")], turns, distractor, asks, update)


def _two(draw: Draw, one: str, two: str) -> dict[str, str]:
    first, second = draw.shuffled([one, two])
    return {"who1": first, "who2": second}


def _holdings(events: Sequence[Event]) -> dict[str, str]:
    held: dict[str, str] = {}
    for e in events:
        if e.kind == "assign":
            held[e["who"]] = e["value"]
        elif e.kind == "swap":
            held[e["who1"]], held[e["who2"]] = held[e["who2"]], held[e["who1"]]
    return held


def solve(events: Sequence[Event], ask: Event) -> Said | None:
    """What the asked name has after everything that was carried out."""
    value = _holdings(events).get(ask["who"])
    return None if value is None else Said(value)


def options(domain: Domain, plan: Plan, ask: Ask) -> list[tuple[Said, Role]]:  # noqa: ARG001
    """Every value on the roster."""
    roster = [e for e in plan.turns if e.kind == "assign"]
    pushed = plan.distractor
    found = []
    for e in roster:
        is_pushed = e["value"] == pushed["value"] and ask.what["who"] == pushed["who"]
        role = Role.DISTRACTOR if is_pushed else Role.STALE if e["who"] == ask.what["who"] else Role.NEAR_MISS
        found.append((Said(e["value"]), role))
    return found


def obey(events: Sequence[Event], distractor: Event) -> list[Event]:
    """Believe what the distractor says the asked name has."""
    return [*events, event("assign", who=distractor["who"], value=distractor["value"])]


FAMILY = Family("Entity binding", "Binding interference", DOMAINS, plan, solve, options, obey)
