"""Reference agents that have learned from a log which field each argument of a call comes from.

They read the visible conversation and nothing else: they recognise where in which conversation they are, and take each
value from the place where the log had it. Each has one known fault, or none. `reference/carriers@logs.jsonl` is the one
without.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from holdfast.core import (
    AgentBase,
    Capability,
    HoldfastError,
    Identity,
    Message,
    Reply,
    ReplyRequest,
    ToolCall,
    digest,
)
from holdfast.suites.transcripts import wording
from holdfast.suites.transcripts.conversations import Conversation, calls_of
from holdfast.suites.transcripts.decisions import Decision, Tracer, spots
from holdfast.suites.transcripts.interventions import NEW
from holdfast.suites.transcripts.places import InResult, InText, places_of
from holdfast.suites.transcripts.readers import file_digest, read_file
from holdfast.suites.transcripts.values import Scalar, put, spelled

FAULTS = ("carriers", "recorded", "first-value", "ignores-rules", "brittle")
LOST = "I cannot find what I need for that."
REFUSED = "That cannot be done."
VETOED = re.compile(wording.VETO.format(tool=r"(\S+)").replace(".", r"\.", 2))
WORD = re.compile(r"\w+")


class Turn(msgspec.Struct, frozen=True):
    """What was done at a place of a conversation, and where its values come from."""

    words: frozenset[str]
    text: str
    calls: tuple[tuple[str, dict[str, Any]], ...]
    sources: dict[tuple[int, str], tuple[Scalar, tuple[InText | InResult, ...]]]


class LearnedAgent(AgentBase):
    """A program that does what a log shows, with a known fault."""

    capabilities = frozenset({Capability.REPLY})
    concurrency = 1

    def __init__(self, fault: str, file: str, conversations: Iterable[Conversation] | None = None) -> None:
        """Learns from a file, or from some conversations of it."""
        self.fault = fault
        self.identity = Identity(f"reference/{fault}@{file}", file_digest(file), 1)
        self.turns: dict[tuple[frozenset[str], int], list[Turn]] = {}
        """By place. Calls without an id are named by where they stand, so that conversations may share a place."""
        self.seen: set[str] = set()
        """The beginnings of conversations, to the letter."""
        for conversation in read_file(file) if conversations is None else conversations:
            self._learn(conversation)

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:  # noqa: ARG002  (it does not sample)
        return self.act(request.messages)

    def act(self, messages: Sequence[Message]) -> Reply:
        """What it says and calls after some messages."""
        if self.fault == "brittle" and _exactly(messages) not in self.seen:
            return Reply(LOST)
        turn = self._recognise(messages)
        forbidden = set() if self.fault in ("recorded", "ignores-rules") else _forbidden(messages)
        if any(tool in forbidden for tool, _ in turn.calls):
            return Reply(REFUSED)
        arguments = [copy.deepcopy(given) for _, given in turn.calls]
        text = turn.text
        if self.fault != "recorded":
            for (call, path), (recorded, places) in turn.sources.items():
                value = self._read(path, recorded, places, messages)
                if value is None:
                    return Reply(LOST)
                if call < 0:
                    text = text.replace(spelled(recorded), spelled(value))
                else:
                    put(arguments[call], path, value)
        calls = tuple(
            ToolCall(tool, msgspec.json.encode(given).decode(), f"reply_{at}")
            for at, ((tool, _), given) in enumerate(zip(turn.calls, arguments, strict=True))
        )
        return Reply(text, tool_calls=calls)

    # ------------------------------------------------------------------------------------------------------ learning

    def _learn(self, conversation: Conversation) -> None:
        tracer = Tracer(conversation, conversation.tools)
        by_turn: dict[int, list[tuple[int, Decision]]] = {}
        for spot in spots(conversation, answers=True):
            by_turn.setdefault(spot.turn, []).append((spot.call, tracer.decision(spot)))
        for at, decisions in by_turn.items():
            message = conversation.messages[at]
            before = conversation.messages[:at]
            turn = Turn(
                _words(before),
                message.content,
                tuple((decision.tool, decision.arguments) for call, decision in decisions if call >= 0),
                {
                    (call, path): (carried.value, tuple(places_of(decision.state, carried.tag, carried.value)))
                    for call, decision in decisions
                    for carried in decision.carried
                    for path in carried.arguments
                },
            )
            self.turns.setdefault(_place(before), []).append(turn)
            self.seen.add(_exactly(before))

    def _recognise(self, messages: Sequence[Message]) -> Turn:
        own = [m for m in messages if not any(NEW in part for part in (m.tool_call_id, *(c.id for c in m.tool_calls)))]
        if (alike := self.turns.get(_place(own))) is None:
            raise HoldfastError("A reference agent was asked about a conversation that its log does not hold.")
        if len(alike) == 1:
            return alike[0]
        words = _words(own)
        return max(alike, key=lambda turn: len(turn.words & words) / max(len(turn.words | words), 1))

    # ------------------------------------------------------------------------------------------------------- reading

    def _read(
        self, path: str, recorded: Scalar, places: Sequence[InText | InResult], messages: Sequence[Message]
    ) -> Scalar | None:
        """The value that holds for an argument, as this agent sees it; None where none is shown."""
        if self.fault == "first-value" and (note := _noted(path, messages)) is not None:
            return _as(note, recorded)
        found = sorted((at, spelled(value)) for place in places for at, value in place.find(messages))
        if not found:
            return None
        if self.fault == "first-value":
            return _as(found[0][1], recorded)
        return _as(_corrected(found[-1][1], messages), recorded)


def _forbidden(messages: Sequence[Message]) -> set[str]:
    return {tool for m in messages if m.role == "system" for tool in VETOED.findall(m.content)}


def _noted(path: str, messages: Sequence[Message]) -> str | None:
    """The value of a note that is out of date."""
    note = re.escape(wording.STALE.format(argument=wording.words(path), stale="\0")).replace("\0", "(.+?)")
    found = (re.search(note, m.content) for m in messages if m.role in ("system", "user"))
    return next((match[1] for match in found if match), None)


def _corrected(value: str, messages: Sequence[Message]) -> str:
    pattern = re.escape(wording.CORRECTION.format(old=value, new="\0")).replace("\0", "(.+?)")
    for message in messages:
        if message.role == "user" and (found := re.search(f"{pattern}$", message.content, re.MULTILINE)):
            value = found[1]
    return value


def _as(found: Any, recorded: Scalar) -> Scalar | None:
    """What was found, as a value of the recorded type."""
    if isinstance(recorded, str):
        return spelled(found)
    try:
        return type(recorded)(found)
    except (TypeError, ValueError):
        return None


def _words(messages: Sequence[Message]) -> frozenset[str]:
    return frozenset(word for m in messages if m.role != "system" for word in WORD.findall(m.content))


def _place(messages: Sequence[Message]) -> tuple[frozenset[str], int]:
    """Where in a conversation one is: the calls so far and, if any, how many of the agent's turns were words alone."""
    ids = frozenset(calls_of(messages))
    return ids, sum(m.role == "assistant" and not m.tool_calls for m in messages) if ids else 0


def _exactly(messages: Sequence[Message]) -> str:
    return digest("messages", list(messages))


def carriers(file: str) -> LearnedAgent:
    """Takes every value from the fields that carry it now, obeys rules and corrections, ignores what is out of date."""
    return LearnedAgent("carriers", file)


def recorded(file: str) -> LearnedAgent:
    """Does what was recorded, whatever it reads."""
    return LearnedAgent("recorded", file)


def first_value(file: str) -> LearnedAgent:
    """Takes the first value that is named for an argument, whether it still holds or not."""
    return LearnedAgent("first-value", file)


def ignores_rules(file: str) -> LearnedAgent:
    """Does not read the rules of the system prompt."""
    return LearnedAgent("ignores-rules", file)


def brittle(file: str) -> LearnedAgent:
    """Acts only where everything stands as it was recorded, to the letter."""
    return LearnedAgent("brittle", file)


__all__ = ["FAULTS", "LearnedAgent", "brittle", "carriers", "first_value", "ignores_rules", "recorded"]
