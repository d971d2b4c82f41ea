"""Interventions: named pure functions from state to state.

Each works on tagged fields and leaves every other field byte-identical. An intervention that finds nothing to act on
raises: a change that changes nothing would be scored as if it had been made. Compose with `a.then(b)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from holdfast.core.errors import HoldfastError
from holdfast.core.state import Field, State

__all__ = ["Intervention", "drop", "insert_cue", "lesion", "reorder", "replace", "scramble", "strict_lesion"]


@dataclass(frozen=True)
class Intervention:
    """A named change of state."""

    name: str
    """What was done, as the design file and the reports call it."""
    change: Callable[[State], State]
    """The pure function that does it."""

    def __call__(self, state: State) -> State:
        return self.change(state)

    def then(self, after: Intervention) -> Intervention:
        """This intervention followed by another, as one."""
        return Intervention(f"{self.name} then {after.name}", lambda state: after(self(state)))


def drop(*names: str) -> Intervention:
    """Remove fields by name."""
    if not names:
        raise HoldfastError("A drop needs at least one field name.")

    def change(state: State) -> State:
        gone = {_require(state, name).name for name in names}
        return _keep(state, lambda f: f.name not in gone)

    return Intervention(f"drop({', '.join(names)})", change)


def lesion(tag: str) -> Intervention:
    """Remove the primary carriers of a piece of information; secondary mentions stay.

    Whatever else those fields carry goes with them: give each piece of information a field of its own.
    """

    def change(state: State) -> State:
        _require_any(state, state.primary(tag), f"carries {tag!r}")
        return _keep(state, lambda f: tag not in f.carries)

    return Intervention(f"lesion({tag})", change)


def strict_lesion(tag: str) -> Intervention:
    """Remove every field from which a piece of information can be read."""

    def change(state: State) -> State:
        _require_any(state, state.carriers(tag), f"carries or echoes {tag!r}")
        return _keep(state, lambda f: tag not in f.carries and tag not in f.echoes)

    return Intervention(f"strict_lesion({tag})", change)


def scramble(tag: str, donor: State) -> Intervention:
    """Put another event's carriers of the same information in place of this event's.

    The scrambled field keeps its name and place and takes text, tags and event id from the donor. The donor must be
    another event, and none of the fields it lends may itself belong to the event that receives them.
    """

    def change(state: State) -> State:
        own = _require_any(state, state.primary(tag), f"carries {tag!r}")
        lent = _require_any(donor, donor.primary(tag), f"carries {tag!r}")
        if len(lent) < len(own):
            raise HoldfastError(
                f"Event {donor.event_id!r} has {len(lent)} carriers of {tag!r} but {len(own)} are needed to scramble "
                f"event {state.event_id!r}; choose another donor."
            )
        if state.event_id in {donor.event_id, *(f.event_id for f in lent)}:
            raise HoldfastError(
                f"A scramble of event {state.event_id!r} needs fields of another event; choose another donor."
            )
        foreign = dict(zip((f.name for f in own), lent, strict=False))
        if all(f.text == foreign[f.name].text for f in own):
            raise HoldfastError(
                f"Event {donor.event_id!r} says the same about {tag!r} as event {state.event_id!r}, so a scramble "
                "would change nothing; choose another donor."
            )
        return _map(state, lambda f: msgspec.structs.replace(foreign[f.name], name=f.name) if f.name in foreign else f)

    return Intervention(f"scramble({tag})", change)


def reorder(names: Sequence[str], order: Sequence[int]) -> Intervention:
    """Show the named fields in another order, in the places they already hold; the rest does not move.

    `order[i]` is the index, within `names`, of the field that comes i-th.
    """
    if sorted(order) != list(range(len(names))):
        raise HoldfastError(f"{list(order)} is not an order of {len(names)} fields; give each index from 0 once.")
    if len(set(names)) != len(names):
        raise HoldfastError("A reordering names a field twice; name each once.")
    if list(order) == list(range(len(names))):
        raise HoldfastError("A reordering into the same order would change nothing.")

    def change(state: State) -> State:
        own = {name: _require(state, name) for name in names}
        moved = iter([own[names[i]] for i in order])
        return _map(state, lambda f: next(moved) if f.name in own else f)

    return Intervention(f"reorder({''.join(map(str, order))})", change)


def insert_cue(cue: Field, *, before: str | None = None) -> Intervention:
    """Add a field, before a named one or at the end."""

    def change(state: State) -> State:
        if before is None:
            return State(state.event_id, (*state.fields, cue))
        at = state.fields.index(_require(state, before))
        return State(state.event_id, (*state.fields[:at], cue, *state.fields[at:]))

    return Intervention(f"insert({cue.name})", change)


def replace(name: str, text: str) -> Intervention:
    """Give a field another text; its tags and place stay."""

    def change(state: State) -> State:
        if _require(state, name).text == text:
            raise HoldfastError(f"The field {name!r} has this text already, so the intervention would change nothing.")
        return _map(state, lambda f: msgspec.structs.replace(f, text=text) if f.name == name else f)

    return Intervention(f"replace({name})", change)


def _map(state: State, change: Callable[[Field], Field]) -> State:
    return State(state.event_id, tuple(change(f) for f in state.fields))


def _keep(state: State, test: Callable[[Field], bool]) -> State:
    return State(state.event_id, state.where(test))


def _require(state: State, name: str) -> Field:
    if name not in state:
        raise HoldfastError(f"Event {state.event_id!r} has no field named {name!r}, so nothing can be done to it.")
    return state[name]


def _require_any(state: State, found: tuple[Field, ...], what: str) -> tuple[Field, ...]:
    if not found:
        raise HoldfastError(f"No field of event {state.event_id!r} {what}, so the intervention would change nothing.")
    return found
