"""The seven variants as interventions on tagged fields, and the two further controls (paper 000, Methods and S10).

The decisive field carries the tag `decisive` and a secondary mention echoes it. A target lesion removes the first and
leaves the second, a strict one removes both. A variant is asked at the structured temperature or at the stochastic one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import cycle, islice

import msgspec

from holdfast.core import Field, State, shuffled
from holdfast.core.interventions import Intervention, drop, insert_cue, lesion, scramble, strict_lesion
from holdfast.suites.binding.actions import FOUR, Action
from holdfast.suites.binding.fields import DECIDES
from holdfast.suites.binding.matrix.families import KINDS, Event, Pair
from holdfast.suites.binding.wording import EVENT, FIELD, PRIOR

ECHO = "echo"
STATE_FIELDS = ("aside", DECIDES, ECHO)
"""The structured fields, as opposed to the surface context."""

FILLER = "the page goes on about the weather of other days and the price of coal and says nothing that bears on it"
"""Words without a state, each one token to most tokenizers, to make a prompt as long as another."""

PIECE = re.compile(r"[A-Za-z]+|\d|[^\w\s]|_")


class Around(msgspec.Struct, frozen=True):
    """What a variant may take from elsewhere."""

    donor: State
    """Another event of the family with another target."""
    drawn: Action
    """An action drawn from the targets of the other events of the family."""


class Variant(msgspec.Struct, frozen=True):
    """One arm of the matrix."""

    summary: str
    """For people."""
    change: Callable[[State, Around], State] | None
    """What is done to the full state; None where nothing is asked and the arm is computed."""
    warm: bool = False
    """Whether it is asked at the stochastic temperature."""


def full_state(event: Event) -> State:
    """An event with all its fields. A plan and an old note come first; where another note stands turns by pairs."""
    kind, family = KINDS[event.family.kind], event.family
    decisive = family.decisive or (family.go if event.target is event.aside else family.stop)
    fields = [
        _field(event, DECIDES, kind.decisive, decisive, event.target, carries=DECIDES),
        _field(event, ECHO, kind.echo, family.echo, event.target, carries=ECHO, echoes=DECIDES),
    ]
    if event.aside is not None:
        at = len(fields) if kind.aside == "NOTE" and event.index // 2 % 2 else 0
        fields.insert(at, _field(event, "aside", kind.aside, family.aside, event.aside))
    heading = Field("event", EVENT.format(event=event.id), event.id)
    return State(event.id, (heading, Field("context", event.context, event.id), *fields))


def donor_of(event: Event, pairs: Sequence[Pair], seed: int) -> Event:
    """Another event of the family, of another pair and with another target."""
    others = [e for pair in pairs for e in pair if e.id != event.id and e.target != event.target]
    return shuffled(others, seed, "donor", event.unit, event.turn)[0]


def drawn_for(event: Event, pairs: Sequence[Pair], seed: int) -> Action:
    """A draw from how the other events of the family end: the same for both events of a pair."""
    targets = [e.target for pair in pairs for e in pair if e.id != event.id]
    return shuffled(targets, seed, "prior", event.unit)[0]


def _field(
    event: Event, name: str, label: str, templates: list[str], action: Action, carries: str = "", echoes: str = ""
) -> Field:
    said = templates[(event.index + event.index // 3) % len(templates)].format(code=FOUR[action])
    text = FIELD.format(event=event.id, label=label, text=said)
    return Field(name, text, event.id, frozenset({carries} - {""}), frozenset({echoes} - {""}))


def _no_fields(state: State) -> Intervention:
    return drop(*(name for name in STATE_FIELDS if name in state))


def _scrambled(state: State, around: Around) -> State:
    return scramble(DECIDES, around.donor).then(scramble(ECHO, around.donor))(state)


def _entropy_prior(state: State, around: Around) -> State:
    text = f"PRIOR: {PRIOR.format(code=FOUR[around.drawn])}"
    return _no_fields(state).then(insert_cue(Field("prior", text, "none")))(state)


def pieces(text: str) -> int:
    """About how many tokens a text has, whatever the tokenizer: one per word, digit and mark, more for capitals."""
    return sum(-(-len(found) // 3) if found.isupper() else 1 for found in PIECE.findall(text))


def _token_prompt(state: State, around: Around) -> State:  # noqa: ARG001
    """Each field gives way to as much text that says nothing."""
    lines = [
        Field(f"filler:{name}", f"{' '.join(islice(cycle(FILLER.split()), pieces(state[name].text) - 1))}.", "none")
        for name in STATE_FIELDS
        if name in state
    ]
    bare = _no_fields(state)(state)
    return State(bare.event_id, (*bare.fields, *lines))


VARIANTS = {
    "structured": Variant("all fields of the event", lambda state, _: state),
    "stochastic_full": Variant("the same, sampled warm", lambda state, _: state, warm=True),
    "no_fields": Variant("context and actions only", lambda state, _: _no_fields(state)(state), warm=True),
    "scrambled": Variant("decisive fields of another event", _scrambled, warm=True),
    "distribution_matched": Variant("drawn from the structured actions of the family; computed", None),
    "target_lesion": Variant("the decisive field removed", lambda state, _: lesion(DECIDES)(state)),
    "strict_lesion": Variant("every mention of it removed", lambda state, _: strict_lesion(DECIDES)(state)),
}
"""The paper's seven."""

AUDITS = {
    "entropy_prior": Variant("context and an action drawn from the family's prior", _entropy_prior),
    "token_prompt": Variant("context and as much text as the fields had", _token_prompt),
}
"""Further controls, each with an audit that is met or not met."""

EVERY = VARIANTS | AUDITS


def states_of(event: Event, pairs: Sequence[Pair], names: Sequence[str], seed: int) -> dict[str, State]:
    """An event under each of the named variants that are asked."""
    full = full_state(event)
    around = Around(full_state(donor_of(event, pairs, seed)), drawn_for(event, pairs, seed))
    return {name: change(full, around) for name in names if (change := EVERY[name].change) is not None}
