"""Where in a conversation a value stands, learned from one state of it and found again in another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from holdfast.core import Field, Message, State, ToolCall
from holdfast.suites.transcripts import wording
from holdfast.suites.transcripts.conversations import calls_of
from holdfast.suites.transcripts.fields import slot_of, turn_of
from holdfast.suites.transcripts.values import Scalar, at_path, belongs, decoded, leaves, spelled

CONTEXT = 24
"""How many characters around a value tell its place in a text."""


class InText(msgspec.Struct, frozen=True):
    """A place in a text: between these words of a turn of user or system, or of a call's result."""

    role: str
    call: str
    pattern: str

    def find(self, messages: Sequence[Message]) -> Iterator[tuple[int, Any]]:
        """What stands there now, with the number of the turn."""
        same = _asking_the_same(self.call, messages) if self.call else ()
        for at, message in enumerate(messages):
            if message.role == self.role and (not self.call or message.tool_call_id in same):
                found = _compiled(self.pattern).search(message.content)
                if found and wording.BLANK_TEXT not in found["value"]:
                    yield at, found["value"]


class InResult(msgspec.Struct, frozen=True):
    """A place in the result of a call: a path, with what stands beside it where an object is keyed by the value."""

    call: str
    path: tuple[str, ...]
    beside: frozenset[tuple[str, Scalar]]
    others: frozenset[Scalar]
    """Values that the log had in places that look just the same."""

    def find(self, messages: Sequence[Message]) -> Iterator[tuple[int, Any]]:
        """What stands there now, in each result of a call that asks the same, with the number of the turn."""
        same = _asking_the_same(self.call, messages)
        for at, message in enumerate(messages):
            if message.tool_call_id in same:
                result = decoded(message.content)
                if result is not None and belongs(decoded(same[message.tool_call_id].arguments), result):
                    alike = (value for value, beside in _at(result, self.path) if beside == self.beside)
                    yield from ((at, value) for value in alike if value not in self.others)


def places_of(state: State, tag: str, value: Scalar) -> Iterator[InText | InResult]:
    """Where a state carries a value."""
    for field in state.primary(tag):
        slot = slot_of(field.name)
        own = [f for f in state.fields if turn_of(f) == slot.turn]
        whole = "".join(f.text for f in own)
        document = decoded(whole) if slot.role == "tool" else None
        if isinstance(document, (dict, list)):
            for path, found in leaves(document):
                if found == value:
                    parts = tuple("*" if part == spelled(value) else part for part in path.split("."))
                    beside = next(b for v, b in _at(document, parts) if v == value)
                    others = frozenset(v for v, b in _at(document, parts) if b == beside and v != value)
                    yield InResult(slot.call, parts, beside, others)
        elif document is None:
            yield InText(slot.role, slot.call, _telling(own, own.index(field)))


def _telling(fields: Sequence[Field], at: int) -> str:
    """A pattern that finds what stands at a field, with as many words around it as that takes."""
    whole = "".join(f.text for f in fields)
    patterns = (_context(fields, at, size) for size in (CONTEXT, 4 * CONTEXT, len(whole)))
    finds = (p for p in patterns if (m := _compiled(p).search(whole)) and m["value"] == fields[at].text)
    return next(finds, _context(fields, at, len(whole)))


def _context(fields: Sequence[Field], at: int, size: int) -> str:
    """A pattern for what stands at a field: the words around it, in which other values may be any."""
    before, after = "", ""
    room = size
    for field in reversed(fields[:at]):
        before = (".+?" if field.carries else re.escape(field.text[-room:] if room else "")) + before
        room -= 0 if field.carries else min(room, len(field.text))
        if not room:
            break
    else:
        before = r"(?:\A|\n)" + before  # a note may have been put before
    room = size
    for field in fields[at + 1 :]:
        after += ".+?" if field.carries else re.escape(field.text[:room])
        room -= 0 if field.carries else min(room, len(field.text))
        if not room:
            break
    else:
        after += r"(?:\Z|\n)"  # and a correction after
    return f"{before}(?P<value>.+?){after}"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def _asking_the_same(call: str, messages: Sequence[Message]) -> dict[str, ToolCall]:
    """A call and all others of the same tool with the same arguments."""
    calls = calls_of(messages)
    own = calls.get(call)
    return {c.id: c for c in calls.values() if own and (c.name, c.arguments) == (own.name, own.arguments)}


def _at(value: Any, path: Sequence[str]) -> Iterator[tuple[Scalar, frozenset[tuple[str, Scalar]]]]:
    """The scalars at a path, in which a star stands for any key; where there is one, with what stands beside them."""
    if not path:
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            yield value, frozenset()
        return
    if path[0] == "*" and isinstance(value, dict):
        for key, inner in value.items():
            for found, _ in _at(inner, path[1:]):
                rest = frozenset((p, v) for p, v in leaves(inner) if v not in (found, key))
                yield found, rest
    else:
        yield from _at(at_path(value, path[0]), path[1:])
