"""What two families share: entries on record, each with an item, a value and a code, of which one is in force.

Which one that is, is for the family to say; here is what is asked of it and what a reply could name instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.candidates import AnswerKind, Role
from holdfast.suites.commitment.events import FINAL, Domain, Event, event
from holdfast.suites.commitment.families.base import Ask, Plan, Said, after_last
from holdfast.suites.commitment.vocabulary import OneOf


def asks_about(item: str, code_slot: str, turns: Sequence[Event], steps: Sequence[Event]) -> list[Ask]:
    """What holds for an item, at the end and once everything decisive was said, and then under which code."""
    return [
        Ask(FINAL, event(FINAL, item=item), "value"),
        Ask("probe-1", event("probe-1", item=item), "value", after_last(turns, steps)),
        Ask("probe-2", event("probe-2", item=item), code_slot, len(turns)),
    ]


def asked_of(entry: Event, ask: Event) -> Said:
    """What an ask wants of the entry in force."""
    return Said(entry["code"] if ask.kind == "probe-2" else entry["value"])


def named_in(plan: Plan, ask: Ask, held: tuple[str, ...], powerless: str) -> list[tuple[Said, Role]]:
    """Every value or code that was ever named, by entries that held once and by those that never had force."""
    slot = "value" if ask.slot == "value" else "code"
    found = []
    for e in (*plan.initial, *plan.turns):
        if e.kind in (*held, powerless):
            own = e["item"] == ask.what["item"] and e.kind in held
            pushed = slot == "value" and e["value"] == plan.distractor["value"]
            found.append((Said(e[slot]), Role.DISTRACTOR if pushed else Role.STALE if own else Role.NEAR_MISS))
    return found


def read_into(entry: Event, events: Sequence[Event], distractor: Event) -> list[Event]:
    """The events with the distractor's value in place of that of the entry in force."""
    return [e.but(value=distractor["value"]) if e == entry else e for e in events]


def kinds(domain: Domain, slot: str) -> AnswerKind:
    """Values are states in scenarios that have labels for them."""
    return AnswerKind.STATE if slot == "value" and isinstance(domain.kinds["value"], OneOf) else AnswerKind.VALUE
