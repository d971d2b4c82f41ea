"""The state of a conversation: messages cut into fields, and put together again.

A field is a piece of a message; its name says which. Values that a decision depends on are cut out into fields of their
own, tagged with the arguments they carry, so that an intervention can reach them and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote, unquote

import msgspec

from holdfast.core import Field, Message, State, Tool, ToolCall, canonical
from holdfast.suites.transcripts.values import Scalar, decoded, spelled

TOOLS = "tools"
"""The field that holds the schemas of the tools on offer."""

_tools_decoder = msgspec.json.Decoder(tuple[Tool, ...])


class Slot(NamedTuple):
    """Where a field stands."""

    turn: str
    """Which message; unique within a conversation."""
    role: str
    """Who speaks."""
    call: str = ""
    """The id of the call whose arguments or result this is."""
    tool: str = ""
    """The name of the tool, for a call's arguments."""
    part: str = "0"
    """Which piece of it."""

    @property
    def name(self) -> str:
        """The field's name."""
        return "|".join((self.turn, self.role, _quoted(self.call), _quoted(self.tool), self.part))


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    return quote(text, safe="")


@lru_cache(maxsize=65536)
def slot_of(name: str) -> Slot:
    """The place that a field's name tells."""
    turn, role, call, tool, part = name.split("|")
    return Slot(turn, role, unquote(call), unquote(tool), part)


def turn_of(field: Field) -> str:
    """Which message a field is of; empty for the tools."""
    return "" if field.name == TOOLS else slot_of(field.name).turn


class Piece(NamedTuple):
    """An uncut part of a message: its text, a call's arguments or a call's result."""

    slot: Slot
    text: str
    is_json: bool
    lower: str = ""
    """The text in small letters, where it is searched."""


def pieces(messages: Sequence[Message]) -> list[list[Piece]]:
    """Every message as its uncut parts."""
    return [
        [piece._replace(lower=piece.text.lower()) for piece in _pieces(f"{at:03d}", message)]
        for at, message in enumerate(messages)
    ]


def _pieces(turn: str, message: Message) -> Iterable[Piece]:
    if message.role == "tool":
        yield Piece(Slot(turn, "tool", message.tool_call_id), message.content, _is_json(message.content))
        return
    if message.content or not message.tool_calls:
        yield Piece(Slot(turn, message.role), message.content, False)
    for call in message.tool_calls:
        yield Piece(Slot(turn, "assistant", call.id, call.name), call.arguments, _is_json(call.arguments))


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in ("{", "[") and decoded(text) is not None


def tools_field(tools: Sequence[Tool], event: str) -> Field:
    """The tools on offer as a field."""
    return Field(TOOLS, canonical(list(tools)).decode(), event)


class Place(NamedTuple):
    """An occurrence of a value in a text."""

    start: int
    end: int
    whole: bool
    """Whether it is a whole JSON scalar, quotes included, and not a part of a sentence."""


def occurrences(text: str, value: Scalar, *, is_json: bool) -> list[Place]:
    """Where a text has a value as a token of its own."""
    wanted = spelled(value)
    found: list[Place] = []
    at = text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not _continues(text[at - 1 : at], wanted[0]) and not _continues(text[end : end + 1], wanted[-1]):
            if is_json and text[at - 1 : at] == '"' == text[end : end + 1]:
                # An object's key must stay a text, whatever becomes of it.
                is_key = text[end + 1 : end + 80].lstrip()[:1] == ":"
                found.append(Place(at, end, False) if is_key else Place(at - 1, end + 1, True))
            elif not (_decimal(text, at, end) and _is_number(wanted)):
                bare = is_json and _is_number(wanted) and text[at - 1 : at] in ("", " ", ":", ",", "[", "\n", "\t")
                found.append(Place(at, end, bare))
        at = text.find(wanted, end)
    return found


def _continues(neighbour: str, edge: str) -> bool:
    return bool(neighbour) and (neighbour.isalnum() or neighbour == "_") and (edge.isalnum() or edge == "_")


def _decimal(text: str, start: int, end: int) -> bool:
    """Whether digits go on after, or came before, a decimal point."""
    after = text[end : end + 1] in (".", ",") and text[end + 1 : end + 2].isdigit()
    before = text[start - 1 : start] in (".", ",") and text[max(0, start - 2) : start - 1].isdigit()
    return after or before


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).removeprefix("-").isdigit()


def cut(piece: Piece, values: Iterable[tuple[str, Scalar]], event: str) -> list[Field]:
    """A piece as fields, each occurrence of a value a field of its own that carries its tag.

    What the agent itself said or sent echoes a value; what it was told carries it.
    """
    places: list[tuple[Place, str]] = []
    for tag, value in values:
        if spelled(value) in piece.text:
            places += ((place, tag) for place in occurrences(piece.text, value, is_json=piece.is_json))
    if not places:
        return [Field(piece.slot.name, piece.text, event)]
    own = piece.slot.role == "assistant"
    fields: list[Field] = []
    at = 0

    def add(text: str, tag: str = "", whole: bool = False) -> None:
        slot = piece.slot._replace(part=f"{len(fields)}{'w' if whole else ''}")
        tags = frozenset({tag}) if tag else frozenset()
        fields.append(Field(slot.name, text, event, *((frozenset(), tags) if own else (tags, frozenset()))))

    for place, tag in sorted(places):
        if place.start < at:
            continue  # two values overlap; the first keeps its place
        if place.start > at:
            add(piece.text[at : place.start])
        add(piece.text[place.start : place.end], tag, place.whole)
        at = place.end
    if at < len(piece.text):
        add(piece.text[at:])
    return fields


def is_whole(field: Field) -> bool:
    """Whether a carrier is a whole JSON scalar."""
    return field.name.endswith("w")


def messages_of(state: State) -> tuple[Message, ...]:
    """The messages that a state shows."""
    shown = ((slot_of(field.name), field.text) for field in state.fields if field.name != TOOLS)
    return tuple(_message(list(same)) for _, same in groupby(shown, key=lambda pair: pair[0].turn))


def _message(parts: list[tuple[Slot, str]]) -> Message:
    first = parts[0][0]
    if first.role == "tool":
        return Message("tool", "".join(text for _, text in parts), tool_call_id=first.call)
    content = "".join(text for slot, text in parts if not slot.call)
    calls = tuple(
        ToolCall(tool, "".join(text for _, text in same), call)
        for (call, tool), same in groupby(
            (pair for pair in parts if pair[0].call), key=lambda pair: (pair[0].call, pair[0].tool)
        )
    )
    return Message(first.role, content, calls)


def tools_of(state: State) -> tuple[Tool, ...]:
    """The tools that a state offers."""
    return _decoded(state[TOOLS].text) if TOOLS in state else ()


@lru_cache(maxsize=256)
def _decoded(text: str) -> tuple[Tool, ...]:
    return _tools_decoder.decode(text)


def text_of(state: State) -> str:
    """Everything that a state shows, as one text to search in."""
    return "\n".join(field.text for field in state.fields)
