"""From a decision to what is asked about it: the unchanged prefix, every intervention on it, and the hidden targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from holdfast.core import Expectation, Field, Intervention, Item, Key, Pair, State, digest
from holdfast.core.case import Factor
from holdfast.engine.suite import Block
from holdfast.suites.transcripts import interventions as act
from holdfast.suites.transcripts import layout
from holdfast.suites.transcripts.decisions import Carried, Decision
from holdfast.suites.transcripts.fields import Slot, slot_of, text_of, turn_of
from holdfast.suites.transcripts.layout import NothingToChange
from holdfast.suites.transcripts.settings import FOREIGN, Settings
from holdfast.suites.transcripts.survey import Donor, Survey, without_index
from holdfast.suites.transcripts.targets import Calls, Follows, Refrains, Says, Target, Without, names, written
from holdfast.suites.transcripts.values import Scalar, at_path, decoded, fresh, kind_of, leaves, spelled

BASE = "base"
SHOWN = 240


class Planned(NamedTuple):
    """An intervention and what must happen after it."""

    kind: str
    change: Intervention
    target: Target | None
    """None: the same as before it."""
    carried: Carried | None = None
    now: str = ""
    """What stands in the value's place, for people."""


def block(decision: Decision, found: Survey, settings: Settings) -> Block:
    """Everything that is asked about a decision."""
    if not decision.tool and not decision.carried:
        return Block([], [])  # an answer that repeats nothing it was told can be anything
    base = Item(
        f"{decision.name}/{BASE}",
        decision.conversation,
        decision.state,
        Key(written(base_target(decision))),
        {
            "intervention": BASE,
            "tool": decision.tool or "(answer)",
            "carried": len(decision.carried),
            "untraced": decision.untraced,
            "file_conversations": found.conversations,
            "file_decisions": found.decisions,
            "file_left_out": "; ".join(f"{n} {why}" for why, n in sorted(found.left_out.items()) if n),
            "schemas_inferred": found.inferred,
        },
    )
    items: list[Item] = [base]
    pairs: list[Pair] = []
    for planned in plan(decision, found, settings):
        try:
            state = planned.change(decision.state)
        except NothingToChange:
            continue
        changed = _item(decision, planned, state)
        items.append(changed)
        expectation = Expectation.STAY if planned.target is None else Expectation.CHANGE
        pairs.append(Pair(base.name, changed.name, expectation, planned.kind, decision.conversation))
    return Block(items, pairs)


def base_target(decision: Decision) -> Target:
    """What the unchanged prefix must lead to: the recorded tool with the values that state decides."""
    if not decision.tool:
        return Says(tuple(c.value for c in decision.carried))
    decided = {path: c.value for c in decision.carried for path in c.arguments}
    return Calls(decision.tool, decided, decision.times)


def plan(decision: Decision, found: Survey, settings: Settings) -> Iterator[Planned]:
    """Every intervention that settings ask for, with its target."""
    wanted = set(settings.interventions)
    for kind, make in WHOLE.items():
        if kind in wanted:
            yield Planned(kind, make(), None)
    if "veto" in wanted and decision.tool:
        yield Planned("veto", act.veto(decision.tool), Refrains(decision.tool))
    taken = text_of(decision.state).lower()
    for carried in drawn(decision, settings):
        yield from _on_value(decision, carried, found, settings, taken)


WHOLE: Mapping[str, Callable[[], Intervention]] = {
    "reorder": layout.reorder,
    "reformat": layout.reformat,
    "irrelevant": act.irrelevant,
    "placebo": act.placebo,
}


def drawn(decision: Decision, settings: Settings) -> Sequence[Carried]:
    """The values of a decision that are intervened on."""
    if not 0 < settings.values < len(decision.carried):
        return decision.carried
    return sorted(decision.carried, key=lambda c: digest("value", settings.seed, decision.name, c.tag))[
        : settings.values
    ]


def _on_value(decision: Decision, carried: Carried, found: Survey, settings: Settings, taken: str) -> Iterator[Planned]:
    wanted = settings.interventions
    others = found.pools.get((decision.tool, without_index(carried.tag)), ())
    for kind in ("swap", "update", "stale"):
        if kind not in wanted:
            continue
        new = fresh(carried.value, taken, others, settings.seed, kind, decision.name, carried.tag)
        if new is None:
            continue
        if kind == "stale":
            yield Planned(kind, act.stale(carried, new), None, carried, f"{carried.value} after a note of {new}")
        elif kind == "swap":
            yield Planned(kind, act.swap(carried, new), _with(decision, carried, new), carried, spelled(new))
        else:
            target = _following(decision, carried, new)
            yield Planned(kind, act.update(carried, new), target, carried, f"{carried.value}, later {new}")
    if "lesion" in wanted:
        yield Planned("lesion", act.lesion(carried), Without(carried.value), carried, "nothing")
    if FOREIGN in wanted and (lent := foreign(decision, carried, found)) and spelled(lent.value).lower() not in taken:
        theirs = f"{lent.value}, of another conversation"
        yield Planned(FOREIGN, act.scramble(lent.turn, lent.text), Without(lent.value), carried, theirs)


def _with(decision: Decision, carried: Carried, new: Scalar) -> Target:
    """The recorded action with another value in the places of this one."""
    target = base_target(decision)
    if isinstance(target, Says):
        return Says(tuple(new if value == carried.value else value for value in target.values))
    assert isinstance(target, Calls)
    return msgspec.structs.replace(target, arguments={**target.arguments, **dict.fromkeys(carried.arguments, new)})


def _following(decision: Decision, carried: Carried, new: Scalar) -> Target:
    if not decision.tool:
        return _with(decision, carried, new)
    return Follows(names(carried.arguments), new, carried.value)


class Lent(NamedTuple):
    """Another conversation's result and the value that it has in the place of this one's."""

    turn: str
    text: str
    value: Scalar


def foreign(decision: Decision, carried: Carried, found: Survey) -> Lent | None:
    """A result of the same tool that can be seen to belong to somebody else, with another value in the same place.

    It can be seen where the result repeats what the call asked for: then the foreign one repeats something else.
    """
    if not decision.tool:
        return None
    asked = {slot.call: (slot.tool, field) for slot, field in _slots(decision.state) if slot.role == "assistant"}
    for slot, field in reversed(_slots(decision.state)):
        if slot.role != "tool" or carried.tag not in field.carries or slot.call not in asked:
            continue
        tool, own = asked[slot.call][0], _whole(decision.state, slot.turn)
        arguments = "".join(f.text for s, f in _slots(decision.state) if s.role == "assistant" and s.call == slot.call)
        if not (path := _path_of(own, carried.value)) or not (keys := _repeated(arguments, own)):
            continue
        for donor in found.donors.get(tool, ()):
            if (lent := _lend(donor, decision, path, keys, own)) is not None:
                return Lent(slot.turn, donor.text, lent)
    return None


def _lend(donor: Donor, decision: Decision, path: str, keys: dict[str, Scalar], own: str) -> Scalar | None:
    theirs = _decoded(donor.text)
    value = at_path(theirs, path)
    elsewhere = all(at_path(theirs, key) not in (None, asked) for key, asked in keys.items())
    if donor.conversation == decision.conversation or donor.text == own or not elsewhere:
        return None
    if not isinstance(value, (str, int, float)) or isinstance(value, bool) or kind_of(value) is None:
        return None
    return value


def _repeated(arguments: str, result: str) -> dict[str, Scalar]:
    """What a call asked for and its result repeats under the same name."""
    value = _decoded(result)
    return {path: wanted for path, wanted in leaves(_decoded(arguments)) if at_path(value, path) == wanted}


def _path_of(text: str, value: Scalar) -> str:
    return next((path for path, found in leaves(_decoded(text)) if found == value), "")


def _slots(state: State) -> list[tuple[Slot, Field]]:
    return [(slot_of(f.name), f) for f in state.fields if turn_of(f)]


def _whole(state: State, turn: str) -> str:
    return "".join(f.text for f in state.fields if turn_of(f) == turn)


_decoded = lru_cache(maxsize=512)(decoded)
"""Donors are read again and again."""


def _item(decision: Decision, planned: Planned, state: State) -> Item:
    target = base_target(decision) if planned.target is None else planned.target
    if planned.carried is not None:
        was, now = spelled(planned.carried.value), planned.now
    else:
        was, now = difference(decision.state, state)
    factors: dict[str, Factor] = {
        "intervention": planned.kind,
        "tool": decision.tool or "(answer)",
        "was": was,
        "now": now,
    }
    name = f"{decision.name}/{planned.kind}"
    if planned.carried is not None:
        factors |= {
            "argument": without_index(planned.carried.tag),
            "field": planned.carried.fields,
            "value": planned.carried.kind,
        }
        name += f"/{planned.carried.tag}"
    return Item(name, decision.conversation, state, Key(written(target)), factors)


def difference(before: State, after: State) -> tuple[str, str]:
    """What an intervention took away and what it put there, in short."""
    old, new = ({f.name: f.text for f in state.fields} for state in (before, after))
    gone = [text for name, text in old.items() if new.get(name) != text]
    come = [text for name, text in new.items() if old.get(name) != text]
    if not gone and not come:
        return tuple(" ".join(dict.fromkeys(filter(None, map(turn_of, state.fields)))) for state in (before, after))  # type: ignore[return-value]
    return _short(gone), _short(come)


def _short(texts: Sequence[str]) -> str:
    joined = " … ".join(dict.fromkeys(" ".join(text.split()) for text in texts if text.strip()))
    return joined if len(joined) <= SHOWN else f"{joined[: SHOWN - 1]}…"
