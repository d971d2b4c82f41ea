"""Repair after contradiction (belief revision): what was recorded turns out wrong, and the record must follow.

The instruction lists what is on record for a few neighbours and says who may correct it. Then the asked entry is
contradicted: by a correction, which replaces it; by a correction that is withdrawn again, which restores what stood
before; or by somebody who may not correct anything, which changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.bands import Band
from holdfast.suites.commitment.candidates import Role
from holdfast.suites.commitment.events import Domain, Event, event, first
from holdfast.suites.commitment.families.base import (
    Ask,
    Family,
    Plan,
    Said,
    distracting,
    fillers,
    interleave,
)
from holdfast.suites.commitment.families.entries import asked_of, asks_about, kinds, named_in, read_into
from holdfast.suites.commitment.scenarios.repair_after_contradiction import DOMAINS
from holdfast.suites.commitment.vocabulary import Draw

COURSES = {
    1: (("challenge",), ("correct",), ("correct",)),
    2: (("correct", "withdraw"), ("correct", "correct"), ("challenge", "correct")),
    3: (
        ("correct", "withdraw", "challenge"),
        ("correct", "challenge", "correct"),
        ("challenge", "correct", "correct"),
    ),
}
"""What happens to the asked entry, by how often it is contradicted; in the first of each three, the record stands."""


def plan(domain: Domain, draw: Draw, band: Band, wheel: int) -> Plan:
    """Plan one task."""
    items = draw.several(domain.kinds["item"], 1 + min(band.near_misses, 2))
    course = COURSES[band.contradiction_density][wheel % 3]
    fresh = sum(step != "withdraw" for step in course)
    first = draw.new(domain.kinds["value"])
    values = draw.shuffled([first, *draw.several(domain.kinds["value"], len(items) + fresh - 1, like=first)])
    codes = draw.several(domain.kinds["code"], len(items) + fresh)
    authority = draw.new(domain.kinds["who"])
    record = [
        event("record", item=item, value=value, code=code)
        for item, value, code in zip(items, values, codes, strict=False)
    ]
    steps: list[Event] = []
    for step in course:
        at = len(items) + sum(e.kind != "withdraw" for e in steps)
        if step == "withdraw":
            steps.append(event(step, who=authority, code=steps[-1]["code"]))
        else:
            who = authority if step == "correct" else draw.new(domain.kinds["who"])
            steps.append(event(step, who=who, item=items[0], value=values[at], code=codes[at]))
    update = next((e for e in reversed(steps) if e.kind != "challenge"), None)
    loose = [event("note", value=value) for value in draw.some(values, 1 + band.near_misses)]
    turns = interleave(draw, steps, [*fillers(band.delay_length), *loose[1:]])
    turns += draw.shuffled([loose[0], event("code-note", code=draw.pick(codes))])
    initial = [*draw.shuffled(record), event("authority", who=authority)]
    gold = _standing([*initial, *turns], items[0])["value"]
    wrong = draw.pick([value for value in values if value != gold])
    distractor = distracting(draw, len(values), {"value2": gold}, item=items[0], value=wrong)
    return Plan(initial, turns, distractor, asks_about(items[0], "entry", turns, steps), update)


def _standing(events: Sequence[Event], item: str) -> Event:
    """The entry that holds for an item: withdrawing a correction restores what stood before it."""
    authority = first(e["who"] for e in events if e.kind == "authority")
    entries = [e for e in events if e.kind == "record" and e["item"] == item]
    for e in events:
        if e.kind == "correct" and e["who"] == authority and e["item"] == item:
            entries.append(e)
        elif e.kind == "withdraw" and e["who"] == authority:
            entries = [entry for entry in entries if entry["code"] != e["code"]]
    return entries[-1]


def solve(events: Sequence[Event], ask: Event) -> Said | None:
    """What holds, or under which entry."""
    return asked_of(_standing(events, ask["item"]), ask)


def options(domain: Domain, plan: Plan, ask: Ask) -> list[tuple[Said, Role]]:  # noqa: ARG001
    """Every value or entry that was ever named."""
    return named_in(plan, ask, ("record", "correct"), "challenge")


def obey(events: Sequence[Event], distractor: Event) -> list[Event]:
    """Read the distractor's value into the standing entry."""
    return read_into(_standing(events, distractor["item"]), events, distractor)


FAMILY = Family("Repair after contradiction", "Belief revision", DOMAINS, plan, solve, options, obey, kinds)
