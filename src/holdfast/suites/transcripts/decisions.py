"""Decision points: turns of an agent that call a tool or answer, and where the values in them came from.

A value that occurs in what the agent was told (system prompt, user, tool results) is *carried* by those fields. It is
left alone where finding it says nothing: too plain, an option of the schema, or also hidden inside some other word.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from holdfast.core import Field, Message, State, Tool
from holdfast.suites.transcripts.conversations import Conversation
from holdfast.suites.transcripts.fields import Piece, cut, occurrences, pieces, tools_field
from holdfast.suites.transcripts.values import Scalar, decoded, kind_of, leaves, spelled

SAID = re.compile(r"[#$]?[\w@][\w@.:/-]*\w")
"""A word of an answer that may be a value."""


class Carried(msgspec.Struct, frozen=True):
    """A value of a decision and the arguments that take it; its tag marks the fields that carry it."""

    tag: str
    """The first of its arguments."""
    value: Scalar
    """As it was recorded."""
    arguments: tuple[str, ...]
    """Paths within the call's arguments; empty for an answer in words."""
    kind: str
    """What it looks like: id, date, amount or name."""
    fields: str
    """Who carries it: `system`, `user` or `tool`, joined by `+` where several do."""


class Decision(msgspec.Struct, frozen=True):
    """A recorded turn, or one call of it, with all that came before."""

    name: str
    """`conversation/turn.call`."""
    conversation: str
    """The conversation's id."""
    tool: str
    """What was called; empty for an answer in words."""
    arguments: dict[str, Any]
    """What it was called with."""
    times: int
    """How often the turn calls this tool."""
    state: State
    """Everything before the turn, with the carriers of its values tagged."""
    carried: tuple[Carried, ...]
    """The values that came from somewhere."""
    untraced: int
    """Values worth tracing that no field carries cleanly."""


class Spot(msgspec.Struct, frozen=True):
    """Where a decision is: enough to choose some before anything is traced."""

    turn: int
    """Which message."""
    call: int
    """Which of its calls; -1 for an answer in words."""

    def name(self, conversation: str) -> str:
        """The decision's name."""
        return f"{conversation}/{self.turn}" + ("" if self.call < 0 else f".{self.call}")


def spots(conversation: Conversation, *, answers: bool) -> Iterator[Spot]:
    """Every decision of a conversation that can be asked again."""
    called = False
    for turn, message in enumerate(conversation.messages[: conversation.usable]):
        if message.role != "assistant" or not turn:
            continue
        for index, call in enumerate(message.tool_calls):
            if isinstance(decoded(call.arguments or "{}"), dict):
                yield Spot(turn, index)
        called = called or bool(message.tool_calls)
        if answers and called and message.content and not message.tool_calls:
            yield Spot(turn, -1)


class Tracer:
    """Makes decisions of one conversation; what they share is computed once."""

    def __init__(self, conversation: Conversation, tools: Sequence[Tool]) -> None:
        self.conversation = conversation
        self.pieces = pieces(conversation.messages[: conversation.usable])
        self.uncut = [[Field(p.slot.name, p.text, conversation.id) for p in turn] for turn in self.pieces]
        self.tools = tools_field(tools, conversation.id)
        self.options = {tool.name: tuple(_options(tool.parameters)) for tool in tools}

    def decision(self, spot: Spot) -> Decision:
        """One decision with its carriers."""
        message = self.conversation.messages[spot.turn]
        if spot.call < 0:
            tool, arguments, times = "", {}, 1
            values = self._said(message)
        else:
            call = message.tool_calls[spot.call]
            tool, arguments = call.name, decoded(call.arguments or "{}")
            times = sum(other.name == tool for other in message.tool_calls)
            values = _by_value(arguments, self.options.get(tool, ()))
        carried, untraced = self._carried(values, spot.turn)
        fields = self._fields(carried, spot.turn)
        state = State(self.conversation.id, (self.tools, *fields) if self.tools.text != "[]" else tuple(fields))
        name = spot.name(self.conversation.id)
        return Decision(name, self.conversation.id, tool, arguments, times, state, tuple(carried), untraced)

    def _fields(self, carried: Sequence[Carried], turn: int) -> list[Field]:
        values = [(c.tag, c.value) for c in carried]
        texts = [spelled(value) for _, value in values]
        fields: list[Field] = []
        for parts, uncut in zip(self.pieces[:turn], self.uncut, strict=False):
            for piece, whole in zip(parts, uncut, strict=True):
                if any(text in piece.text for text in texts):
                    fields += cut(piece, values, self.conversation.id)
                else:
                    fields.append(whole)
        return fields

    def _carried(self, values: dict[Scalar, list[str]], turn: int) -> tuple[list[Carried], int]:
        before = [piece for parts in self.pieces[:turn] for piece in parts]
        found, untraced = [], 0
        for value, arguments in values.items():
            kind = kind_of(value)
            roles = self._roles(value, before) if kind else None
            if kind and roles:
                found.append(Carried(arguments[0], value, tuple(a for a in arguments if a), kind, "+".join(roles)))
            elif kind:
                untraced += 1
        # A value inside another one (a street in an address) cannot be changed alone.
        texts = [spelled(c.value).lower() for c in found]
        apart = [c for c, own in zip(found, texts, strict=True) if sum(own in text for text in texts) == 1]
        return apart, untraced + len(found) - len(apart)

    def _roles(self, value: Scalar, before: Sequence[Piece]) -> list[str]:
        """Whose fields carry a value cleanly; none where it is also a part of something else."""
        text = spelled(value)
        lower = text.lower()
        escaped = json.dumps(text)[1:-1]
        if text in self.tools.text or (escaped != text and any(escaped in piece.text for piece in before)):
            return []  # in a schema, or written in a way that an exchange would miss
        roles: Counter[str] = Counter()
        for piece in before:
            if lower not in piece.lower:
                continue
            tokens = len(occurrences(piece.text, value, is_json=piece.is_json))
            if isinstance(value, str) and tokens != piece.lower.count(lower):
                return []
            roles[piece.slot.role] += tokens
        return [role for role in ("system", "user", "tool") if roles[role]]

    def _said(self, message: Message) -> dict[Scalar, list[str]]:
        """The values of an answer in words: those with digits in them, the rest is language."""
        words = dict.fromkeys(w for w in SAID.findall(message.content) if any(c.isdigit() for c in w))
        return {word: [f"said.{at}"] for at, word in enumerate(words)}


def _by_value(arguments: dict[str, Any], options: Sequence[Any]) -> dict[Scalar, list[str]]:
    values: dict[Scalar, list[str]] = {}
    for path, value in leaves(arguments):
        if value not in options:
            values.setdefault(value, []).append(path)
    return values


def _options(schema: Any) -> Iterator[Any]:
    """Every value that a schema lists as an option."""
    if isinstance(schema, dict):
        listed = schema.get("enum")
        yield from listed if isinstance(listed, list) else ()
        for inner in schema.values():
            yield from _options(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _options(inner)
