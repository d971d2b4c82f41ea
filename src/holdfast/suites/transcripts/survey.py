"""A first pass over a file: which decisions are asked about, and what conversations can lend each other.

It keeps a bounded sample and bounded pools, so memory does not grow with the file. Which decisions are drawn depends on
their names and the seed; a name holds the line of its conversation, so a file in another order draws others.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from holdfast.core import HoldfastError, Tool, digest
from holdfast.suites.transcripts.conversations import Conversation, calls_of
from holdfast.suites.transcripts.decisions import Spot, spots
from holdfast.suites.transcripts.readers import read_file, read_schemas
from holdfast.suites.transcripts.redact import redacted
from holdfast.suites.transcripts.settings import NO_FILE, Settings
from holdfast.suites.transcripts.values import Scalar, decoded, kind_of, leaves

POOL = 64
"""Values kept for each argument."""
DONORS = 12
"""Results kept for each tool."""
LENT = 20_000
"""The longest result, in characters, that one conversation lends another."""

JSON_TYPES: dict[type, str] = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array"}


class Donor(NamedTuple):
    """A tool result that another conversation can be given."""

    conversation: str
    text: str


class Survey(msgspec.Struct):
    """What a file holds, as far as it is needed."""

    chosen: dict[str, list[Spot]] | None = None
    """Decisions to ask about, by conversation; None for all."""
    tools: tuple[Tool, ...] = ()
    """For conversations that bring none: the user's own schemas, or what can be told from the calls."""
    inferred: bool = False
    """Whether the tools were told from the calls."""
    pools: dict[tuple[str, str], list[Scalar]] = msgspec.field(default_factory=dict)
    """Values by tool and argument."""
    donors: dict[str, list[Donor]] = msgspec.field(default_factory=dict)
    """Results by tool."""
    conversations: int = 0
    """How many the file holds."""
    decisions: int = 0
    """How many could be asked about."""
    left_out: Counter[str] = msgspec.field(default_factory=Counter)
    """How many could not, by reason."""


def conversations(settings: Settings) -> Iterator[Conversation]:
    """The conversations that settings name, redacted where they say so."""
    if not settings.file:
        raise HoldfastError(NO_FILE)
    for conversation in read_file(settings.file):
        yield redacted(conversation, settings.seed) if settings.redact else conversation


def usable_spots(conversation: Conversation, settings: Settings, left_out: Counter[str]) -> Iterator[Spot]:
    """The decisions of a conversation that can be asked about; the others are counted."""
    lengths = 0
    before = []
    for message in conversation.messages:
        before.append(lengths)
        lengths += len(message.content) + sum(len(call.arguments) for call in message.tool_calls)
    left_out["with arguments that are not JSON"] += sum(
        not isinstance(decoded(call.arguments or "{}"), dict)
        for message in conversation.messages[: conversation.usable]
        for call in message.tool_calls
    )
    for spot in spots(conversation, answers=settings.answers):
        if before[spot.turn] > settings.max_chars:
            left_out["conversation too long"] += 1
        else:
            yield spot
    later = conversation.messages[conversation.usable :]
    left_out["after an image or other content that is not text"] += sum(bool(m.tool_calls) for m in later)


def survey(settings: Settings) -> Survey:
    """Look through a file once."""
    found = Survey()
    heap: list[tuple[int, int, str, Spot]] = []
    seen: dict[str, dict[str, set[str]]] = defaultdict(dict)
    wanted, bare = settings.decisions, False
    for conversation in conversations(settings):
        found.conversations += 1
        bare = bare or not conversation.tools
        _lend(conversation, found, seen)
        for spot in usable_spots(conversation, settings, found.left_out):
            found.decisions += 1
            if wanted:
                draw = int(digest("decision", settings.seed, spot.name(conversation.id)), 16)
                entry = (-draw, found.decisions, conversation.id, spot)
                heapq.heappush(heap, entry) if len(heap) < wanted else heapq.heappushpop(heap, entry)
    if not found.decisions:
        why = "; ".join(f"{count} {reason}" for reason, count in found.left_out.items() if count)
        raise HoldfastError(
            f"{settings.file} has no turn that calls a tool with readable arguments"
            f"{f' ({why})' if why else ''}; give conversations of an agent that calls tools."
        )
    if wanted:
        found.chosen = defaultdict(list)
        for _, _, conversation_id, spot in sorted(heap, key=lambda entry: entry[1]):
            found.chosen[conversation_id].append(spot)
    found.tools = read_schemas(settings.tools) if settings.tools else _inferred(seen)
    found.inferred = not settings.tools and bare
    return found


def _lend(conversation: Conversation, found: Survey, seen: dict[str, dict[str, set[str]]]) -> None:
    """Add what a conversation can lend to the pools, as far as there is room."""
    calls = calls_of(conversation.messages)
    for message in conversation.messages:
        if message.role == "tool" and (call := calls.get(message.tool_call_id)):
            donors = found.donors.setdefault(call.name, [])
            fits = len(donors) < DONORS and len(message.content) <= LENT
            if fits and all(donor.conversation != conversation.id for donor in donors):
                donors.append(Donor(conversation.id, message.content))
    for call in calls.values():
        if not isinstance(arguments := decoded(call.arguments or "{}"), dict):
            continue
        for key, value in arguments.items():
            seen[call.name].setdefault(key, set()).add(JSON_TYPES.get(type(value), "object"))
        seen[call.name].setdefault("", set())
        for path, value in leaves(arguments):
            pool = found.pools.setdefault((call.name, without_index(path)), [])
            if len(pool) < POOL and kind_of(value) == "name" and value not in pool:
                pool.append(value)


def without_index(path: str) -> str:
    """A path whatever place in a list it has: `item_ids.0` is `item_ids`."""
    return ".".join(part for part in path.split(".") if not part.isdigit())


def _inferred(seen: dict[str, dict[str, set[str]]]) -> tuple[Tool, ...]:
    """Schemas told from the calls alone: names of arguments and their types."""
    return tuple(
        Tool(name, "", {"type": "object", "properties": {k: _schema(v) for k, v in arguments.items() if k}})
        for name, arguments in sorted(seen.items())
    )


def _schema(types: set[str]) -> dict[str, Any]:
    return {"type": types.pop()} if len(types) == 1 else {"type": sorted(types)}
