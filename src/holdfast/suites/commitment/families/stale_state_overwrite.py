"""Stale-state overwrite (state-replacement control): what was true is replaced, and keeps turning up all the same.

The instruction gives the present state of a few neighbours and says whose notices change it. Notices then replace the
asked state once or several times, drafts without force try to, and old sheets quote every value there has been.
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
from holdfast.suites.commitment.scenarios.stale_state_overwrite import DOMAINS
from holdfast.suites.commitment.vocabulary import Draw

COURSES = {
    1: (("draft",), ("update",), ("update",)),
    2: (("draft", "elsewhere"), ("update", "draft"), ("update", "update")),
    3: (("draft", "elsewhere", "draft"), ("update", "update", "draft"), ("draft", "update", "elsewhere")),
}
"""What happens to the asked state, by how many notices there are; in the first of each three, it stands."""


def plan(domain: Domain, draw: Draw, band: Band, wheel: int) -> Plan:
    """Plan one task."""
    items = draw.several(domain.kinds["item"], 1 + min(band.near_misses, 2))
    course = COURSES[band.contradiction_density][wheel % 3]
    first = draw.new(domain.kinds["value"])
    total = len(items) + len(course)
    values = draw.shuffled([first, *draw.several(domain.kinds["value"], total - 1, like=first)])
    codes = draw.several(domain.kinds["code"], total)
    authority = draw.new(domain.kinds["who"])
    states = [
        event("state", item=item, value=value, code=code)
        for item, value, code in zip(items, values, codes, strict=False)
    ]
    steps = []
    for step, value, code in zip(course, values[len(items) :], codes[len(items) :], strict=True):
        who = draw.new(domain.kinds["who"]) if step == "draft" else authority
        item = items[1] if step == "elsewhere" else items[0]
        kind = "draft" if step == "draft" else "update"
        steps.append(event(kind, who=who, item=item, value=value, code=code))
    update = next((e for e in reversed(steps) if e.kind == "update" and e["item"] == items[0]), None)
    again = [event("resurface", value=value) for value in draw.some(values, 1 + band.contradiction_density)]
    turns = interleave(draw, steps, [*fillers(band.delay_length), *again[1:]])
    turns += draw.shuffled([again[0], event("code-note", code=draw.pick(codes))])
    initial = [*draw.shuffled(states), event("authority", who=authority)]
    gold = _in_force([*initial, *turns], items[0])["value"]
    wrong = draw.pick([value for value in values if value != gold])
    distractor = distracting(draw, len(values), {"value2": gold}, item=items[0], value=wrong)
    return Plan(initial, turns, distractor, asks_about(items[0], "notice", turns, steps), update)


def _in_force(events: Sequence[Event], item: str) -> Event:
    authority = first(e["who"] for e in events if e.kind == "authority")
    valid = [e for e in events if e.kind == "state" or (e.kind == "update" and e["who"] == authority)]
    return first(e for e in reversed(valid) if e["item"] == item)


def solve(events: Sequence[Event], ask: Event) -> Said | None:
    """What is in force, or by which notice."""
    return asked_of(_in_force(events, ask["item"]), ask)


def options(domain: Domain, plan: Plan, ask: Ask) -> list[tuple[Said, Role]]:  # noqa: ARG001
    """Every value or notice that was ever named."""
    return named_in(plan, ask, ("state", "update"), "draft")


def obey(events: Sequence[Event], distractor: Event) -> list[Event]:
    """Read the distractor's value into the notice in force."""
    return read_into(_in_force(events, distractor["item"]), events, distractor)


FAMILY = Family("Stale-state overwrite", "State-replacement control", DOMAINS, plan, solve, options, obey, kinds)
