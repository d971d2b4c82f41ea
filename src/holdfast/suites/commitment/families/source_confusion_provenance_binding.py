"""Source-confusion provenance binding (provenance binding): a value and where it came from, kept together.

Several people each obtained a value in a way of their own, and each of them also passed on somebody else's. Right is
the value obtained in the wanted way, with the person who obtained it, not the one who passed it on. Somebody revises
his own value: then the new one is his, and the old one is stale.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.bands import Band
from holdfast.suites.commitment.candidates import AnswerKind, Role
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
from holdfast.suites.commitment.scenarios.source_confusion_provenance_binding import DOMAINS
from holdfast.suites.commitment.vocabulary import Draw


def plan(domain: Domain, draw: Draw, band: Band, wheel: int) -> Plan:
    """Plan one task; the first person obtained the wanted value, and in two of three revised it."""
    count = 1 + band.source_conflicts
    people = draw.several(domain.kinds["who"], count)
    ways = draw.several(domain.kinds["way"], count)
    first = draw.new(domain.kinds["value"])
    values = draw.shuffled([first, *draw.several(domain.kinds["value"], count, like=first)])
    obtained = [
        event("obtained", who=who, way=way, value=value) for who, way, value in zip(people, ways, values, strict=False)
    ]
    # Everybody passes on exactly one value of somebody else, so that counting names or values tells nothing.
    circle = draw.shuffled(list(range(count)))
    relays = [
        event("relayed", who1=people[teller], who2=people[origin], value=values[origin])
        for teller, origin in zip(circle, [*circle[1:], circle[0]], strict=True)
    ]
    reviser = people[0] if wheel % 3 else draw.pick(people[1:])
    revised = event("revised", who=reviser, value=values[-1])
    decisive = _once_more(draw.shuffled([*obtained, *relays]), revised, draw)
    # Others look again too, with the same result: to be heard once more is no sign of anything.
    for who in draw.shuffled([who for who in people if who != reviser])[:2]:
        decisive = _once_more(decisive, event("confirmed", who=who), draw)
    loose = [event("mention", who=who) for who in draw.some(people, band.near_misses)]
    turns = interleave(draw, decisive, [*fillers(band.delay_length), *loose])
    turns.append(event("note", value=draw.pick(values)))
    wrong = draw.pick([e for e in obtained[1:] if e["who"] != reviser] or obtained[1:])
    distractor = distracting(draw, count, {"who2": people[0]}, who=wrong["who"], value=wrong["value"])
    asks = [
        Ask(FINAL, event(FINAL), "pair"),
        Ask("probe-1", event("probe-1"), "source", after_last(turns, decisive)),
        Ask("probe-2", event("probe-2"), "pair", len(turns)),
    ]
    update = revised if reviser == people[0] else None
    return Plan([event("wanted", way=ways[0])], turns, distractor, asks, update)


def _once_more(told: list[Event], again: Event, draw: Draw) -> list[Event]:
    """Put what somebody says on a second look anywhere after what the same person said first."""
    own = first(e for e in told if e.kind == "obtained" and e["who"] == again["who"])
    earliest = told.index(own) + 1
    at = earliest + draw.below(len(told) - earliest + 1)
    return [*told[:at], again, *told[at:]]


def solve(events: Sequence[Event], ask: Event) -> Said | None:
    """The value obtained in the wanted way, as last revised, with who obtained it."""
    way = first(e["way"] for e in events if e.kind == "wanted")
    origin = next((e for e in events if e.kind == "obtained" and e["way"] == way), None)
    if origin is None:
        return None
    if ask.kind == "probe-1":
        return Said(origin["who"])
    revised = [e["value"] for e in events if e.kind == "revised" and e["who"] == origin["who"]]
    return Said([origin["value"], *revised][-1], origin["who"])


def options(domain: Domain, plan: Plan, ask: Ask) -> list[tuple[Said, Role]]:  # noqa: ARG001
    """Everybody, or every pairing of a value with somebody who named it."""
    told = [e for e in plan.turns if e.kind in ("obtained", "relayed", "revised")]
    pushed = plan.distractor
    if ask.slot == "source":
        people = dict.fromkeys(e["who"] for e in told if e.kind == "obtained")
        return [(Said(who), Role.DISTRACTOR if who == pushed["who"] else Role.OTHER) for who in people]
    found: list[tuple[Said, Role]] = []
    for e in told:
        who = e["who1"] if e.kind == "relayed" else e["who"]
        is_pushed = (e["value"], who) == (pushed["value"], pushed["who"])
        role = Role.NEAR_MISS if e.kind == "relayed" else Role.DISTRACTOR if is_pushed else Role.OTHER
        found.append((Said(e["value"], who), role))
    way = first(e["way"] for e in plan.initial if e.kind == "wanted")
    stale = first(e for e in told if e.kind == "obtained" and e["way"] == way)
    return [(said, Role.STALE if said == (stale["value"], stale["who"]) else role) for said, role in found]


def obey(events: Sequence[Event], distractor: Event) -> list[Event]:
    """Want what the distractor's source obtained."""
    theirs = first(e["way"] for e in events if e.kind == "obtained" and e["who"] == distractor["who"])
    return [e.but(way=theirs) if e.kind == "wanted" else e for e in events]


def kinds(domain: Domain, slot: str) -> AnswerKind:  # noqa: ARG001
    """The final answer and the late probe are pairs."""
    return AnswerKind.PAIR if slot == "pair" else AnswerKind.VALUE


FAMILY = Family("Source-confusion provenance binding", "Provenance binding", DOMAINS, plan, solve, options, obey, kinds)
