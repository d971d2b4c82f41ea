"""The tagged fields of an event: what it says at each depth, which information it carries, and the base state.

A decisive field prescribes one action. How plainly it does so is its depth: `code` names the action's code, `option`
says the action in words, `implied` gives a fact from which it follows, `two-step` a fact and the rule that turns it
into an action (the curve over depths is ours; the paper's fields are `code`).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import Field, State
from holdfast.suites.binding.actions import OTHER, Action
from holdfast.suites.binding.events import Event
from holdfast.suites.binding.wording import (
    CODE,
    DECISIVE,
    EVENT,
    FIELD,
    FOILS,
    IMPLIED,
    LABELS,
    LEANING,
    OPTION,
    PHRASES,
    PRIOR,
    TWO_STEP,
)

DECIDES = "decisive"
"""The tag of the field that decides the event."""

TELLS = "tells"
"""The tag of every field that speaks of an action; a strict lesion of it leaves what an agent prefers anyway."""

PRESCRIBES = {"memory": Action.RECALL_PRIOR, "veto": Action.VETO, "hold": Action.DEFER}
"""What a field of these kinds always prescribes; the other kinds prescribe one of the options."""

MODULE = {
    "reason": "reason",
    "memory": "memory",
    "commitment": "memory",
    "self": "self",
    "veto": "veto",
    "hold": "veto",
}
"""The module that a kind of decisive field belongs to, which is also its tag."""

ALPHABET_SLOT = Mapping[Action, str]


class Claim(msgspec.Struct, frozen=True):
    """What a decisive field says, before it is put into words. The solver works from this and from the event alone."""

    kind: str
    """The kind of field."""
    depth: str
    """How plainly it says it."""
    named: Action | None = None
    """The action it names, by code or in words."""
    pole: str = ""
    """The property that is called for."""
    rule: tuple[tuple[str, str], ...] = ()
    """Circumstance and the property it calls for, in the order in which they are told."""
    state: str = ""
    """The circumstance that holds."""
    released: bool = False
    """Whether a promise was released."""
    spoken: bool = False
    """Whether it was only spoken, and has lapsed."""
    limit: int = 0
    """The limit of a gauge, or the answers that are needed."""
    value: int = 0
    """The reading, or the answers that are in."""


def claim(event: Event, kind: str, action: Action, depth: str) -> Claim:
    """What a field of this kind must say at this depth to prescribe the action."""
    if depth not in (IMPLIED, TWO_STEP):
        return Claim(kind, depth, named=action)
    if kind in PRESCRIBES:
        _, limit, value = event.gauge
        return Claim(kind, depth, limit=limit, value=value if kind == "veto" else limit - 1)
    if depth == IMPLIED:
        return Claim(kind, depth, pole=event.options[action].pole)
    rule = tuple(zip(event.states, (option.pole for option in event.options.values()), strict=True))
    state = event.states[0 if action is Action.ACTION_A else 1]
    return Claim(kind, depth, rule=rule if event.wording != 1 else rule[::-1], state=state)


def words(event: Event, said: Claim, alphabet: ALPHABET_SLOT) -> str:
    """A claim in words."""
    templates = DECISIVE[said.kind][said.depth]
    slots: dict[str, object] = {"party": event.pledge[0], "pledge": event.pledge[1], "closure": event.closure}
    slots |= {"gauge": event.gauge[0], "limit": said.limit, "value": said.value, "pole": said.pole, "state": said.state}
    if said.named is not None:
        slots |= {"code": alphabet[said.named], "option": _in_words(event, said.named)}
    for number, (state, pole) in enumerate(said.rule, 1):
        slots |= {f"state_{number}": state, f"pole_{number}": pole}
    return _begun(templates[event.wording % len(templates)].format(**slots))


def decisive(event: Event, kind: str, action: Action, depth: str, alphabet: ALPHABET_SLOT) -> Field:
    """The field that decides the event."""
    text = words(event, claim(event, kind, action, depth), alphabet)
    return _field(event, kind, text, frozenset({MODULE[kind], DECIDES, TELLS}))


def supporting(field: Field) -> Field:
    """A decisive field as it stands beside another one that decides."""
    return msgspec.structs.replace(field, carries=field.carries - {DECIDES})


def foil(event: Event, kind: str, action: Action, depth: str, alphabet: ALPHABET_SLOT) -> Field:
    """A field that mentions an action and decides nothing: a stale note (`older`), a `pressure` or a `cue`."""
    templates = FOILS[kind]
    said = alphabet[action] if depth == CODE else _in_words(event, action)
    text = _begun(templates[event.wording % len(templates)].format(option=said))
    # A stale note stands in the record, so that it goes when memory goes.
    return _field(event, kind, text, frozenset({"memory", TELLS} if kind == "older" else {TELLS}))


def prior(action: Action, alphabet: ALPHABET_SLOT) -> Field:
    """A draw from how events end, and no event's state."""
    text = f"{LABELS['prior']}: {PRIOR.format(code=alphabet[action])}"
    return Field("prior", text, "none", frozenset({TELLS}))


def base(event: Event) -> tuple[Field, ...]:
    """What every state of an event begins with: where we are, what can be done, and the first leaning."""
    letters = ("B", "A") if event.b_first else ("A", "B")
    listed = [(letter, event.options[Action(f"ACTION_{letter}")]) for letter in letters]
    return (
        heading(event),
        Field("context", event.context, event.id),
        *(
            Field(f"option:{letter}", OPTION.format(letter=letter, text=option.text, pole=option.pole), event.id)
            for letter, option in listed
        ),
        Field("leaning", LEANING.format(letter=event.leaning.value[-1]), event.id, frozenset({TELLS})),
    )


def heading(event: Event) -> Field:
    """The line that says which event is current."""
    return Field("event", EVENT.format(event=event.id), event.id)


def other(event: Event) -> Action:
    """The option that the event does not lean to."""
    return OTHER[event.leaning]


def state_of(event: Event, *fields: Field) -> State:
    """A state of the event."""
    return State(event.id, fields)


def _in_words(event: Event, action: Action) -> str:
    return event.options[action].text if action in event.options else PHRASES[action]


def _field(event: Event, kind: str, text: str, carries: frozenset[str]) -> Field:
    return Field(kind, FIELD.format(event=event.id, label=LABELS[kind], text=text), event.id, carries)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
