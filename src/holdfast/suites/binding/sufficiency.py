"""Minimal causal-state sufficiency (paper 000, Methods): does the decisive field alone recover the action?

The same event is asked about with its full state, with the decisive field only, with the surface only, with an action
prior only, with another event's decisive field, and with a misleading cue. Four codes, as in the paper.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from holdfast.core import Field, Item, Key, State, shuffled
from holdfast.core.case import Factor
from holdfast.core.interventions import insert_cue, scramble
from holdfast.engine.suite import Block
from holdfast.suites.binding.actions import FOUR, OTHER, Action
from holdfast.suites.binding.events import Event
from holdfast.suites.binding.fields import PRESCRIBES, base, decisive, foil, heading, prior, state_of
from holdfast.suites.binding.finite import turned
from holdfast.suites.binding.prompts import asking
from holdfast.suites.binding.settings import Settings, temperature_of

KINDS = ("reason", "commitment", "self", "veto", "reason", "commitment", "self", "hold")
"""The kind of decisive field, event by event: eight successive events have ACT_A and ACT_B three times each."""

CONTROLS = ("surface_only", "prior_only", "scrambled")
CONDITIONS = ("full", "only_decisive", *CONTROLS, "irrelevant_cue")
CODES = tuple(FOUR)


class Case(msgspec.Struct, frozen=True):
    """An event of this experiment: what decides it, and how."""

    event: Event
    """Which event."""
    kind: str
    """What kind of field decides it."""
    target: Action
    """The action it prescribes."""
    field: Field
    """The field itself."""


def cases(events: list[Event], depth: str) -> list[Case]:
    """Every event with its decisive field."""
    found = []
    for index, event in enumerate(events):
        kind = KINDS[index % len(KINDS)]
        choice = event.leaning if index // 4 % 2 else OTHER[event.leaning]
        target = PRESCRIBES.get(kind, choice)
        found.append(Case(event, kind, target, decisive(event, kind, target, depth, FOUR)))
    return found


def build(events: list[Event], settings: Settings) -> Iterator[Block]:
    """One block per event of a corpus."""
    depth = settings.depths[0]
    whole = cases(events, depth)
    # The prior is distribution-matched: the targets of the corpus, dealt out again.
    dealt = shuffled([case.target for case in whole], settings.seed, "prior", events[0].corpus)
    for index, case in enumerate(whole):
        # A donor that prescribes to defer would make following it look like the guard's deferral.
        others = [c for c in whole if c.target not in (case.target, Action.DEFER)]
        donors = shuffled(others, settings.seed, "donor", case.event.id)
        states = _states(case, donors[0], dealt[index], depth)
        items = [
            _item(case, donors[0], name, state, readout, settings)
            for readout in settings.readouts
            if readout == "letters" or "letters" not in settings.readouts or index < settings.replies
            for name, state in states.items()
        ]
        yield Block(items, [])


def _states(case: Case, donor: Case, drawn: Action, depth: str) -> dict[str, State]:
    event = case.event
    foils = [foil(event, "older", OTHER[case.target], depth, FOUR)] if case.kind == "commitment" else []
    full = state_of(event, *base(event), *foils, case.field)
    only = state_of(event, heading(event), case.field)
    lent = state_of(donor.event, heading(donor.event), donor.field)
    misled = OTHER.get(case.target, event.leaning)
    return {
        "full": full,
        "only_decisive": only,
        # The first leaning is state, not surface.
        "surface_only": state_of(event, *(field for field in base(event) if field.name != "leaning")),
        "prior_only": state_of(event, heading(event), prior(drawn, FOUR)),
        "scrambled": scramble("decisive", lent)(only),
        "irrelevant_cue": insert_cue(foil(event, "cue", misled, depth, FOUR))(full),
    }


def _item(case: Case, donor: Case, condition: str, state: State, readout: str, settings: Settings) -> Item:
    event = case.event
    listed = tuple(FOUR[action] for action in turned(event, CODES))
    shown = State(event.id, (*asking(readout, listed, temperature_of("A4", settings)), *state.fields))
    visible = {"scrambled": donor, "surface_only": None, "prior_only": None}.get(condition, case)
    factors: dict[str, Factor] = {
        "experiment": "sufficiency", "corpus": event.corpus, "event": event.id, "condition": condition,
        "kind": case.kind, "readout": readout, "depth": settings.depths[0], "leaning": event.leaning.value,
        "first_listed": listed[0], "field_event": visible.event.id if visible else "none",
        "field_action": visible.target.value if visible else "none",
    }  # fmt: skip
    title = f"sufficiency/{event.corpus}/{event.id}/{condition}/{readout}"
    return Item(title, f"{event.corpus}/{event.id}", shown, Key(case.target.value), factors)
