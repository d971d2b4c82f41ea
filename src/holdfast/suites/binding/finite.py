"""The finite-action benchmark (paper 000, S4): six conditions, four variants, six codes.

Every condition is an intervention on the tagged fields of an event, and its target follows from the paper's Table 14,
told relative to the event's first leaning (the paper leans to ACTION_A always; here half of the events lean to B).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from holdfast.core import Expectation, Field, Item, Key, Pair, State
from holdfast.core.case import Factor
from holdfast.core.interventions import Intervention, insert_cue, replace, strict_lesion
from holdfast.engine.suite import Block
from holdfast.suites.binding.actions import SIX, Action
from holdfast.suites.binding.depths import supported
from holdfast.suites.binding.events import Event
from holdfast.suites.binding.fields import DECIDES, base, decisive, foil, other, state_of, supporting
from holdfast.suites.binding.prompts import asking
from holdfast.suites.binding.settings import Settings, temperature_of
from holdfast.suites.binding.wording import MODULES_OFF, MODULES_ON

MODULES = {
    "A4": (),
    "A4_no_reason": ("reason",),
    "A4_no_veto": ("veto",),
    "A5": ("reason", "memory", "self", "veto"),
}
"""What each variant lacks (paper 000, Table 5)."""

CODES = tuple(Action)


class Condition(msgspec.Struct, frozen=True):
    """One row of the paper's Table 14."""

    kind: str
    """The kind of field that decides."""
    after: Callable[[Event], Action]
    """The action that is right after the manipulation; before it, it is the first leaning."""
    manipulate: Callable[[Event, str], Intervention | None]
    """What is done to the base state, at a depth."""
    valid: tuple[str, ...]
    """The codes that make sense, as the paper lists them for an event that leans to ACTION_A."""
    interpretation: str
    """What is tested."""


def _leaning(event: Event) -> Action:
    return event.leaning


def _prescribed(action: Action) -> Callable[[Event], Action]:
    return lambda _: action


def _add(*fields: Field) -> Intervention:
    steps = [insert_cue(field, before="modules") for field in fields]
    return steps[0] if len(steps) == 1 else steps[0].then(steps[1])


def _flip(event: Event, depth: str) -> Intervention:
    return replace("reason", decisive(event, "reason", other(event), depth, SIX).text)


def _conflict(event: Event, depth: str) -> Intervention:
    return _add(
        foil(event, "older", other(event), depth, SIX), decisive(event, "memory", Action.RECALL_PRIOR, depth, SIX)
    )


def _stop(event: Event, depth: str) -> Intervention:
    return _add(decisive(event, "veto", Action.VETO, depth, SIX))


def _persist(event: Event, depth: str) -> Intervention:
    return _add(foil(event, "pressure", other(event), depth, SIX), decisive(event, "self", event.leaning, depth, SIX))


def _distract(event: Event, depth: str) -> Intervention:
    return _add(foil(event, "cue", other(event), depth, SIX))


A, B, V, D, R = "ACTION_A", "ACTION_B", "VETO", "DEFER", "RECALL_PRIOR"
CONDITIONS = {
    "baseline": Condition("reason", _leaning, lambda *_: None, (A, B), "nothing asks for a change"),
    "reason_flip": Condition("reason", other, _flip, (A, B), "the decisive reason moves to the other option"),
    "memory_conflict": Condition(
        "memory", _prescribed(Action.RECALL_PRIOR), _conflict, (A, R, D), "a standing commitment conflicts with it"
    ),
    "veto_cue": Condition("veto", _prescribed(Action.VETO), _stop, (A, V, D), "a hard stop invalidates it"),
    "self_continuity": Condition(
        "self", _leaning, _persist, (A, B, D), "a lasting commitment supports it, under pressure"
    ),
    "irrelevant_cue": Condition("reason", _leaning, _distract, (A, B), "a cue that has nothing to do with it"),
}
"""The paper's Table 14."""


def condition_state(event: Event, name: str, depth: str) -> State:
    """An event under a condition, with all modules in use."""
    condition = CONDITIONS[name]
    reason = decisive(event, "reason", event.leaning, depth, SIX)
    if condition.kind != "reason":
        reason = supporting(reason)
    start = state_of(event, *base(event), reason, Field("modules", MODULES_ON, event.id))
    manipulate = condition.manipulate(event, depth)
    return start if manipulate is None else manipulate(start)


def lesioned(state: State, variant: str, lesion: str) -> State:
    """A state without some modules, by rule or in fact. Where a field is absent anyway, nothing is left to remove."""
    if lesion == "rule":
        off = MODULES[variant]
        named = " and ".join(filter(None, (", ".join(off[:-1]), off[-1])))
        many = len(off) > 1
        text = MODULES_OFF.format(
            modules=f"{named} modules" if many else f"{named} module", are="are" if many else "is",
            they="they" if many else "it",
        )  # fmt: skip
        return replace("modules", text)(state)
    for module in MODULES[variant]:
        if state.carriers(module):
            state = strict_lesion(module)(state)
    return state


def build(events: list[Event], settings: Settings) -> Iterator[Block]:
    """One block per event of a corpus."""
    for index, event in enumerate(events):
        items: list[Item] = []
        pairs: list[Pair] = []
        for readout in settings.readouts:
            sampled = readout == "reply" and "letters" in settings.readouts
            if sampled and index >= settings.replies:
                continue
            for depth in settings.depths[:1] if sampled else settings.depths:
                found = list(_items(event, readout, depth, settings, sampled=sampled))
                items += found
                pairs += _pairs(event, found, first=depth == settings.depths[0], depth=depth)
        yield Block(items, pairs)


def arms(settings: Settings, *, first: bool) -> list[tuple[str, str]]:
    """Variants with the forms of their lesion. Only A4 is asked at every depth."""
    lesions = [(variant, lesion) for variant in settings.variants[1:] for lesion in settings.lesions]
    return [("A4", "none"), *(lesions if first else [])]


def turned(event: Event, codes: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions in the order in which this event lists them."""
    by = event.turn % len(codes)
    return codes[by:] + codes[:by]


def _items(event: Event, readout: str, depth: str, settings: Settings, *, sampled: bool) -> Iterator[Item]:
    listed = tuple(SIX[action] for action in turned(event, CODES))
    options = "\n".join(field.text for field in base(event))
    for name, condition in CONDITIONS.items():
        whole = condition_state(event, name, depth)
        target = condition.after(event)
        proved = supported(options, whole.primary(DECIDES)[0].text) == {target}
        for variant, lesion in arms(settings, first=depth == settings.depths[0] and not sampled):
            state = whole if variant == "A4" else lesioned(whole, variant, lesion)
            shown = State(event.id, (*asking(readout, listed, temperature_of(variant, settings)), *state.fields))
            arm = variant if lesion == "none" else f"{variant}-{lesion}"
            factors: dict[str, Factor] = {
                "experiment": "finite", "corpus": event.corpus, "event": event.id, "structure": event.structure,
                "condition": name, "variant": variant, "lesion": lesion, "depth": depth, "readout": readout,
                "leaning": event.leaning.value, "before": event.leaning.value, "first_listed": listed[0],
                "proved": proved,
            }  # fmt: skip
            title = f"finite/{event.corpus}/{event.id}/{name}/{arm}/{depth}/{readout}"
            yield Item(title, f"{event.corpus}/{event.id}", shown, Key(target.value), factors)


def _pairs(event: Event, items: list[Item], *, first: bool, depth: str) -> list[Pair]:
    """A4's baseline against each of its other conditions."""
    own = {str(item.factors["condition"]): item for item in items if item.factors["variant"] == "A4"}
    start = own["baseline"]
    return [
        Pair(
            start.name,
            item.name,
            Expectation.STAY if item.key == start.key else Expectation.CHANGE,
            name if first else f"{name}.{depth}",
            f"{event.corpus}/{event.id}",
        )
        for name, item in own.items()
        if name != "baseline"
    ]
