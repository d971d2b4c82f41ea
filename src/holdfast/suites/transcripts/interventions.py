"""Interventions on what a conversation says: pure functions from state to state, each on its own fields and no other.

An intervention that finds nothing to act on raises `NothingToChange`: a change that changes nothing would be scored as
if it had been made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from holdfast.core import Field, Intervention, State
from holdfast.suites.transcripts import wording
from holdfast.suites.transcripts.decisions import Carried
from holdfast.suites.transcripts.fields import TOOLS, Slot, is_whole, slot_of, turn_of
from holdfast.suites.transcripts.layout import NothingToChange
from holdfast.suites.transcripts.values import Scalar, spelled

NEW = "+"
"""Marks the turns that an intervention adds."""


def swap(carried: Carried, new: Scalar) -> Intervention:
    """Another value in every field that shows this one."""
    return Intervention(f"swap({carried.tag})", lambda state: _exchange(state, carried, new))


def lesion(carried: Carried) -> Intervention:
    """Nothing where the value was, in every field that shows it."""

    def change(state: State) -> State:
        _carriers(state, carried)
        return _map(state, carried.tag, lambda f: wording.BLANK_JSON if is_whole(f) else wording.BLANK_TEXT)

    return Intervention(f"lesion({carried.tag})", change)


def update(carried: Carried, new: Scalar) -> Intervention:
    """A later word of authority: the user's, or where only results carry the value, a newer result of the same tool."""

    def change(state: State) -> State:
        told = [slot_of(f.name) for f in _carriers(state, carried) if f.carries]
        if any(slot.role == "system" for slot in told):
            raise NothingToChange("Nobody in the conversation may correct the system prompt.")
        if any(slot.role == "user" for slot in told):
            text = wording.CORRECTION.format(old=spelled(carried.value), new=spelled(new))
            return _said_last(state, text)
        return _asked_again(state, carried, new, told)

    return Intervention(f"update({carried.tag})", change)


def stale(carried: Carried, old: Scalar) -> Intervention:
    """An older value, marked as such, in the last turn of user or system before or at the first carrier."""

    def change(state: State) -> State:
        first = next(f for f in _carriers(state, carried) if f.carries)
        shown = state.fields[: state.fields.index(first) + 1]
        turns = [slot_of(f.name) for f in shown if f.name != TOOLS and slot_of(f.name).role in ("user", "system")]
        if not turns:
            raise NothingToChange("No turn of user or system comes before the value.")
        note = wording.STALE.format(argument=wording.words(carried.tag), stale=spelled(old))
        slot = turns[-1]._replace(part=f"{NEW}stale")
        at = next(i for i, f in enumerate(state.fields) if f.name != TOOLS and slot_of(f.name).turn == slot.turn)
        return _insert(state, at, Field(slot.name, f"{note}\n", state.event_id))

    return Intervention(f"stale({carried.tag})", change)


def veto(tool: str) -> Intervention:
    """A rule of the system prompt that forbids the tool."""
    return Intervention(f"veto({tool})", lambda state: _ruled(state, "veto", wording.VETO.format(tool=tool)))


def placebo() -> Intervention:
    """A sentence of the system prompt that asks for nothing."""
    return Intervention("placebo", lambda state: _ruled(state, "placebo", wording.PLACEBO))


def irrelevant() -> Intervention:
    """The result of a tool that has nothing to do with the matter."""

    def change(state: State) -> State:
        call = f"call{NEW}status"
        asked = Slot(f"{NEW}a", "assistant", call, wording.IRRELEVANT_TOOL)
        added = (
            Field(asked.name, wording.IRRELEVANT_ARGUMENTS, state.event_id),
            Field(Slot(f"{NEW}b", "tool", call).name, wording.IRRELEVANT_RESULT, state.event_id),
        )
        return State(state.event_id, (*state.fields, *added))

    return Intervention("irrelevant", change)


def scramble(turn: str, text: str) -> Intervention:
    """A result of the same tool from another conversation in place of this one's."""

    def change(state: State) -> State:
        own = [f for f in state.fields if turn_of(f) == turn]
        if not own or slot_of(own[0].name).role != "tool" or "".join(f.text for f in own) == text:
            raise NothingToChange("There is no result to put another in place of.")
        at = state.fields.index(own[0])
        foreign = Field(slot_of(own[0].name)._replace(part=f"{NEW}foreign").name, text, f"not {state.event_id}")
        rest = state.fields[at + len(own) :]
        return State(state.event_id, (*state.fields[:at], foreign, *rest))

    return Intervention(f"scramble({turn})", change)


# ---------------------------------------------------------------------------------------------------------- changing


def _carriers(state: State, carried: Carried) -> tuple[Field, ...]:
    found = state.carriers(carried.tag)
    if not any(f.carries for f in found):
        raise NothingToChange(f"No field carries {carried.tag}.")
    return found


def _map(state: State, tag: str, text: Callable[[Field], str]) -> State:
    fields = tuple(
        msgspec.structs.replace(f, text=text(f)) if tag in f.carries or tag in f.echoes else f for f in state.fields
    )
    return State(state.event_id, fields)


def _exchange(state: State, carried: Carried, new: Scalar) -> State:
    _carriers(state, carried)
    old, replacement = spelled(carried.value), spelled(new)
    return _map(state, carried.tag, lambda f: f.text.replace(old, replacement))


def _insert(state: State, at: int, field: Field) -> State:
    return State(state.event_id, (*state.fields[:at], field, *state.fields[at:]))


def _ruled(state: State, name: str, text: str) -> State:
    """A sentence at the end of the system prompt, or as the system prompt where there is none."""
    places = [i for i, f in enumerate(state.fields) if f.name != TOOLS and slot_of(f.name).role == "system"]
    if not places:
        at = next((i for i, f in enumerate(state.fields) if f.name != TOOLS), len(state.fields))
        return _insert(state, at, Field(Slot(f"{NEW}system", "system").name, text, state.event_id))
    last = places[-1]
    slot = slot_of(state.fields[last].name)._replace(part=f"{NEW}{name}")
    return _insert(state, last + 1, Field(slot.name, f"\n\n{text}", state.event_id))


def _said_last(state: State, text: str) -> State:
    """The user's last word: at the end of the user's turn if it is the last, else as a turn of its own."""
    last = slot_of(state.fields[-1].name)
    if last.role == "user":
        slot, text = last._replace(part=f"{NEW}update"), f"\n\n{text}"
    else:
        slot = Slot(f"{NEW}update", "user")
    return State(state.event_id, (*state.fields, Field(slot.name, text, state.event_id)))


def _asked_again(state: State, carried: Carried, new: Scalar, told: Sequence[Slot]) -> State:
    """The call whose result alone carries the value, made once more, with the newer value in its result.

    Were there another result, the two would contradict each other; and a call that changes something is not repeated.
    """
    call = told[0].call
    own = [(s, f) for s, f in ((slot_of(f.name), f) for f in state.fields if f.name != TOOLS) if s.call == call]
    reads = any(s.tool.partition("_")[0].lower() in wording.READING for s, _ in own)
    if not reads or any(slot.turn != told[0].turn for slot in told) or any(carried.tag in f.echoes for _, f in own):
        raise NothingToChange(f"No single result carries {carried.tag}, or it cannot have a newer one.")
    old = spelled(carried.value)
    newer = tuple(
        msgspec.structs.replace(
            f,
            name=s._replace(turn=f"{NEW}a" if s.role == "assistant" else f"{NEW}b", call=f"{call}{NEW}again").name,
            text=f.text.replace(old, spelled(new)) if carried.tag in f.carries else f.text,
            carries=f.carries - {carried.tag},
        )
        for s, f in own
    )
    return State(state.event_id, (*state.fields, *newer))
