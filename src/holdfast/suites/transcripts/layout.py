"""Interventions on how a conversation is laid out, after which it says the same: another order, another format."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from holdfast.core import Field, HoldfastError, Intervention, State
from holdfast.suites.transcripts.fields import TOOLS, Piece, cut, is_whole, slot_of, turn_of
from holdfast.suites.transcripts.values import Scalar, decoded, leaves, spelled

_literal = msgspec.json.Decoder(float_hook=lambda text: msgspec.Raw(text.encode()))
"""Floats stay as they were written: 54.10 does not become 54.1."""


class NothingToChange(HoldfastError):  # noqa: N818  (it is an outcome: the intervention does not apply here)
    """An intervention that has nothing to act on in this state."""


def reformat() -> Intervention:
    """Tool results in JSON with the keys of their objects in reverse order, and set over several lines."""

    def change(state: State) -> State:
        values = _values(state)
        fields: list[Field] = []
        changed = False
        for (role, _), same in groupby(state.fields, key=_result):
            own = list(same)
            text = "".join(f.text for f in own)
            new = _turned(text) if role == "tool" else None
            if new is None or new == text:
                fields += own
                continue
            changed = True
            piece = Piece(slot_of(own[0].name)._replace(part="0"), new, True)
            fields += cut(piece, values, state.event_id)
        if not changed:
            raise NothingToChange("No tool result is an object in JSON.")
        return State(state.event_id, tuple(fields))

    return Intervention("reformat", change)


def reorder() -> Intervention:
    """Calls that do not need each other's results, with those results, in reverse order."""

    def change(state: State) -> State:
        turns = [(turn, list(same)) for turn, same in groupby(state.fields, key=turn_of)]
        blocks = _blocks(turns)
        for at in range(len(blocks)):
            run = _independent(blocks[at:])
            if len(run) > 1:
                before = [f for block in blocks[:at] for f in block]
                after = [f for block in blocks[at + len(run) :] for f in block]
                turned = [f for block in reversed(run) for f in block]
                return State(state.event_id, (*before, *turned, *after))
            if (parallel := _parallel(blocks[at])) is not None:
                rest = [f for block in blocks[at + 1 :] for f in block]
                return State(state.event_id, (*(f for block in blocks[:at] for f in block), *parallel, *rest))
        raise NothingToChange("No two tool results are independent of each other.")

    return Intervention("reorder", change)


def _result(field: Field) -> tuple[str, str]:
    if field.name == TOOLS:
        return "", ""
    slot = slot_of(field.name)
    return (slot.role, slot.turn) if slot.role == "tool" else ("", "")


def _blocks(turns: Sequence[tuple[str, list[Field]]]) -> list[list[Field]]:
    """Turns, with results joined to the turn that called for them."""
    blocks: list[list[Field]] = []
    for turn, fields in turns:
        if turn and slot_of(fields[0].name).role == "tool" and blocks:
            blocks[-1] += fields
        else:
            blocks.append(list(fields))
    return blocks


def _has_calls(block: Sequence[Field]) -> bool:
    """Whether a block is a turn of calls, without a word, and their results."""
    slots = [slot_of(f.name) for f in block if f.name != TOOLS]
    return any(s.role == "tool" for s in slots) and all(s.call for s in slots)


def _independent(blocks: Sequence[list[Field]]) -> list[list[Field]]:
    """The longest run of blocks from the first on of which none asks for what another one found."""
    run: list[list[Field]] = []
    for block in blocks:
        if not _has_calls(block) or any(_needs(block, other) or _needs(other, block) for other in run):
            break
        run.append(block)
    return run


def _needs(block: Sequence[Field], other: Sequence[Field]) -> bool:
    """Whether the arguments of one block's calls hold a value that stands in the other's results."""
    results = "".join(f.text for f in other if slot_of(f.name).role == "tool")
    arguments = ["".join(f.text for f in same) for _, same in groupby(block, key=_call) if _call(block[0])]
    return any(spelled(value) in results for text in arguments for value in _scalars(text) if len(spelled(value)) > 1)


def _call(field: Field) -> str:
    slot = slot_of(field.name)
    return slot.call if slot.role == "assistant" else ""


def _scalars(text: str) -> list[Scalar]:
    value = decoded(text)
    return [text] if value is None else [scalar for _, scalar in leaves(value)]


def _parallel(block: list[Field]) -> list[Field] | None:
    """A turn of several calls with its results in reverse order; None where there is one call or fewer."""
    first = [f for f in block if turn_of(f) == turn_of(block[0])]
    results = [list(same) for _, same in groupby(block[len(first) :], key=turn_of)]
    return [*first, *(f for part in reversed(results) for f in part)] if len(results) > 1 else None


def _values(state: State) -> list[tuple[str, Scalar]]:
    """Each tag with the value that its fields show, read from the fields themselves."""
    found: dict[str, Scalar] = {}
    for field in state.fields:
        for tag in (*field.carries, *field.echoes):
            found.setdefault(tag, field.text.strip('"') if is_whole(field) else field.text)
    return list(found.items())


def _turned(text: str) -> str | None:
    """A JSON object or list with keys in reverse order, over several lines; None for anything else."""
    if text.lstrip()[:1] not in ("{", "[") or decoded(text) is None:
        return None
    value = _literal.decode(text)
    return msgspec.json.format(msgspec.json.encode(_reversed(value)), indent=2).decode()


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return [_reversed(v) for v in value] if isinstance(value, list) else value
