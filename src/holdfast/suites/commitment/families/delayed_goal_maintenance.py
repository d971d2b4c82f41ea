"""Delayed goal maintenance (working-memory maintenance): what to do when the occasion comes, kept over a long wait.

The instruction sets one thing to do for each of several occasions and says who may change it. While time passes, that
person changes some of it and others suggest changes. Then one occasion comes and the rest do not.
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
from holdfast.suites.commitment.scenarios.delayed_goal_maintenance import DOMAINS
from holdfast.suites.commitment.vocabulary import Draw

OCCASIONS = {"easy": 2, "medium": 3, "hard": 3}
ROUNDS = {"easy": 1, "medium": 1, "hard": 2}
"""How often something is changed or suggested for each occasion: equally often for all, so that counting "
"tells nothing."""


def plan(domain: Domain, draw: Draw, band: Band, wheel: int) -> Plan:
    """Plan one task: in two of three the owner has changed what belongs to the occasion that comes."""
    count, rounds = OCCASIONS[band.name], ROUNDS[band.name]
    occasions = draw.several(domain.kinds["when"], count)
    first = draw.new(domain.kinds["value"])
    values = [first, *draw.several(domain.kinds["value"], count - 1, like=first)]
    owner = draw.new(domain.kinds["who"])
    intended = [event("intend", when=when, value=value) for when, value in zip(occasions, values, strict=True)]
    fresh = draw.several(domain.kinds["value"], count * rounds, like=first)
    update = event("change", who=owner, when=occasions[0], value=fresh[0]) if wheel % 3 else None
    steps = [] if update is None else [update]
    for when, value in list(zip(occasions * rounds, fresh, strict=True))[len(steps) :]:
        # The occasion that comes is changed once at most; what else is said about it has no force.
        if when == occasions[0] or draw.chance(0.5):
            steps.append(event("suggest", who=draw.new(domain.kinds["who"]), when=when, value=value))
        else:
            steps.append(event("change", who=owner, when=when, value=value))
    steps = draw.shuffled(steps)
    status = [event("comes", when=occasions[0]), *(event("fails", when=when) for when in occasions[1:])]
    every = [*values, *fresh]
    loose = [event("note", value=value) for value in draw.some(every, band.near_misses)]
    waiting = interleave(draw, steps, fillers(band.delay_length))
    ending = draw.shuffled([*status, *loose])
    gold = fresh[0] if update else first
    wrong = draw.pick([value for value in every if value != gold])
    distractor = distracting(draw, len(every), {"value2": gold}, value=wrong)
    turns = [*waiting, *ending]
    asks = [
        Ask(FINAL, event(FINAL), "value"),
        Ask("probe-1", event("probe-1", when=occasions[0]), "value", after_last(turns, steps)),
        Ask("probe-2", event("probe-2"), "occasion", len(turns)),
    ]
    return Plan([*draw.shuffled(intended), event("owner", who=owner)], turns, distractor, asks, update)


def solve(events: Sequence[Event], ask: Event) -> Said | None:
    """What now belongs to the occasion, or which occasion has come."""
    came = next((e["when"] for e in events if e.kind == "comes"), None)
    if ask.kind == "probe-2":
        return None if came is None else Said(came)
    owner = first(e["who"] for e in events if e.kind == "owner")
    set_by = [e for e in events if e.kind == "intend" or (e.kind == "change" and e["who"] == owner)]
    when = ask["when"] if ask.kind == "probe-1" else came
    return next((Said(e["value"]) for e in reversed(set_by) if e["when"] == when), None)


def options(domain: Domain, plan: Plan, ask: Ask) -> list[tuple[Said, Role]]:  # noqa: ARG001
    """Every occasion, or everything set or suggested for one."""
    said = [*plan.initial, *plan.turns]
    if ask.slot == "occasion":
        return [(Said(e["when"]), Role.OTHER) for e in said if e.kind == "intend"]
    pushed = plan.distractor
    came = first(e["when"] for e in said if e.kind == "comes")
    found = []
    for e in said:
        if e.kind in ("intend", "change", "suggest"):
            stale = e.kind == "intend" and e["when"] == came
            role = Role.STALE if stale else Role.DISTRACTOR if e["value"] == pushed["value"] else Role.NEAR_MISS
            found.append((Said(e["value"]), role))
    return found


def obey(events: Sequence[Event], distractor: Event) -> list[Event]:
    """Let the distractor change the plan as if its owner had."""
    owner = first(e["who"] for e in events if e.kind == "owner")
    came = first(e["when"] for e in events if e.kind == "comes")
    return [*events, event("change", who=owner, when=came, value=distractor["value"])]


FAMILY = Family("Delayed goal maintenance", "Working-memory maintenance", DOMAINS, plan, solve, options, obey)
