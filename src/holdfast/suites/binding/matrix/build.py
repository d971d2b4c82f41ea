"""From settings to blocks: every event of a family under every scaffold and variant, with its contrasts.

A block holds the pairs of a family that list their actions in the same order, pair by pair: neighbours share their
beginning. Two contrasts cost nothing more: the two events of a pair must get two actions (the paper's
counterfactual flip), and the same event must get the same action under another scaffold.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from holdfast.core import Expectation, Item, Key, State, digest
from holdfast.core import Pair as Contrast
from holdfast.core.case import Factor
from holdfast.engine.suite import Block
from holdfast.suites.binding.actions import FOUR
from holdfast.suites.binding.matrix.families import CODES, Event, Pair, families, pairs_of
from holdfast.suites.binding.matrix.frames import asked, roles_of
from holdfast.suites.binding.matrix.settings import Settings
from holdfast.suites.binding.matrix.variants import EVERY, Around, donor_of, drawn_for, full_state

FLIP = "flip"
SCAFFOLD = "scaffold"


class Prepared(msgspec.Struct, frozen=True):
    """An event with its state under every variant that it is asked in."""

    event: Event
    """Which event."""
    donor: Event
    """Whose fields it is shown where they are scrambled."""
    states: dict[str, State]
    """By variant."""


def build(settings: Settings) -> Iterator[Block]:
    """Everything that is asked."""
    for name in settings.families:
        pairs = pairs_of(families()[name], settings.events, settings.seed)
        for order in range(len(CODES)):
            if own := pairs[order :: len(CODES)]:
                yield block(own, pairs, settings)


def title(event: Event, scaffold: str, variant: str) -> str:
    """An item's name: readable, and the same at every size."""
    return f"{event.family.name}/{event.id}/{event.turn}/{scaffold}/{variant}"


def block(own: list[Pair], pairs: list[Pair], settings: Settings) -> Block:
    """Everything about some pairs of a family; `pairs` are all of it, from which donors come."""
    prepared = [_prepare(event, pairs, settings) for pair in own for event in pair]
    items = [
        _item(one, scaffold, variant, settings)
        for one in prepared
        for variant in one.states
        for scaffold in settings.scaffolds
    ]
    offline = [name for name in settings.variants if EVERY[name].change is None]
    return Block(
        items,
        [contrast for pair in own for contrast in _contrasts(pair, settings.scaffolds)],
        len(prepared) * len(settings.scaffolds) * settings.seeds * len(offline),
    )


def _prepare(event: Event, pairs: list[Pair], settings: Settings) -> Prepared:
    audited = 2 * event.index < settings.audit_events
    names = (*settings.variants, *(settings.audits if audited else ()))
    donor = donor_of(event, pairs, settings.seed)
    around = Around(full_state(donor), drawn_for(event, pairs, settings.seed))
    full = full_state(event)
    states = {name: change(full, around) for name in names if (change := EVERY[name].change) is not None}
    return Prepared(event, donor, states)


def _item(one: Prepared, scaffold: str, variant: str, settings: Settings) -> Item:
    event = one.event
    readouts = settings.readouts
    if "reply" not in readouts and 2 * event.index < settings.replies:
        readouts = (*readouts, "reply")
    roles = roles_of(EVERY[variant], readouts, settings.temperature, settings.stochastic_temperature)
    codes = tuple(FOUR[code] for code in event.codes)
    factors: dict[str, Factor] = {
        "family": event.family.name, "kind": event.family.kind, "scaffold": scaffold, "variant": variant,
        "event": event.id, "turn": event.turn, "first_listed": codes[0], "rest": rest(one.states["structured"]),
    }  # fmt: skip
    if variant == "scrambled":
        factors |= {"field_event": one.donor.id, "field_action": one.donor.target.value}
    shown = asked(one.states[variant], scaffold, codes, roles)
    return Item(title(event, scaffold, variant), event.unit, shown, Key(event.target.value), factors)


def rest(state: State) -> str:
    """A digest of everything that a state shows besides its decisive fields."""
    return digest([field.text for field in state.fields if not field.carries])[:8]


def _contrasts(pair: Pair, scaffolds: tuple[str, ...]) -> Iterator[Contrast]:
    for scaffold in scaffolds:
        base, changed = (title(event, scaffold, "structured") for event in pair)
        yield Contrast(base, changed, Expectation.CHANGE, FLIP, pair[0].unit)
    for event in pair:
        for scaffold in scaffolds[1:]:
            base, changed = (title(event, frame, "structured") for frame in (scaffolds[0], scaffold))
            yield Contrast(base, changed, Expectation.STAY, SCAFFOLD, event.unit)
