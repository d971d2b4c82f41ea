"""Recorded conversations: from a row of a log to messages whose calls and results are paired.

Whatever is wrong is one sentence with the place. A turn that holds more than text (an image, audio) cannot be asked
again here, so a conversation is only used up to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from holdfast.agents.tools import CallError, read_calls
from holdfast.core import HoldfastError, Message, Tool, ToolCall

ROLES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
}
"""Roles as logs write them, and as they are here."""

TEXT_PARTS = ("text", "input_text", "output_text")
SILENT_PARTS = ("reasoning", "thinking", "refusal")
"""Parts of a turn that are not sent back to an agent."""


class Conversation(msgspec.Struct, frozen=True):
    """One recorded run of an agent."""

    id: str
    """Its place in the file, and its own id where it has one: `17` or `17:order-3`."""
    messages: tuple[Message, ...]
    """Every call has an id of its own, and every result names its call."""
    tools: tuple[Tool, ...] = ()
    """What the agent could call, where the log says so."""
    usable: int = 0
    """How many messages come before the first that is more than text."""


def read_conversation(row: Any, number: int, where: str) -> Conversation:
    """The conversation that a row of a log holds."""
    given, about = (row, {}) if isinstance(row, list) else (_messages_of(row, where), row)
    if not isinstance(given, list) or not given:
        raise HoldfastError(f"{where} has no messages; a row is a list of messages, or an object with `messages`.")
    messages: list[Message] = []
    usable = len(given)
    waiting: list[Waiting] = []
    taken: set[str] = set()
    for at, raw in enumerate(given):
        message, whole = _message(raw, f"{where}, message {at + 1}")
        if not whole:
            usable = min(usable, at)
        message = _named(message, at, waiting, taken, f"{where}, message {at + 1}")
        messages.append(
            _paired(message, raw, waiting, f"{where}, message {at + 1}") if message.role == "tool" else message
        )
    own = about.get("id", about.get("task_id", about.get("sample_id")))
    tools = read_tools(about["tools"], where) if about.get("tools") else ()
    name = f"{number}:{own}" if isinstance(own, (str, int)) and str(own) else str(number)
    return Conversation(name, tuple(messages), tools, usable)


def read_tools(value: Any, where: str) -> tuple[Tool, ...]:
    """Tools in the OpenAI format, or plainly as `{"name", "description", "parameters"}`."""
    if not isinstance(value, list):
        raise HoldfastError(f"{where} has tools that are not a list; give the `tools` of an OpenAI request.")
    found = []
    for one in value:
        inner = one.get("function", one) if isinstance(one, Mapping) else None
        if not isinstance(inner, Mapping) or not isinstance(inner.get("name"), str):
            raise HoldfastError(f"{where} has a tool without a name; give the `tools` of an OpenAI request.")
        parameters = inner.get("parameters") or {}
        if not isinstance(parameters, dict):
            raise HoldfastError(f"{where}: the parameters of the tool {inner['name']!r} are not a JSON schema.")
        found.append(Tool(inner["name"], str(inner.get("description") or ""), parameters))
    return tuple(found)


def _messages_of(row: Any, where: str) -> Any:
    if not isinstance(row, Mapping):
        raise HoldfastError(f"{where} is {type(row).__name__}, not a conversation; give an object with `messages`.")
    for key in ("messages", "traj", "trajectory"):
        if key in row:
            return row[key]
    known = ", ".join(map(repr, list(row)[:6])) or "nothing"
    raise HoldfastError(f"{where} has no `messages` (and no `traj`), only {known}; see docs/transcripts.md.")


def _message(raw: Any, where: str) -> tuple[Message, bool]:
    """A message, and whether it is all text."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("role"), str):
        raise HoldfastError(f"{where} has no role; a message is an object with `role` and `content`.")
    role = ROLES.get(raw["role"])
    if role is None:
        raise HoldfastError(f"{where} has the role {raw['role']!r}; known are {', '.join(sorted(ROLES))}.")
    content, whole = _content(raw.get("content"), where)
    return Message(role, content, _calls(raw, where) if role == "assistant" else ()), whole


def _content(value: Any, where: str) -> tuple[str, bool]:
    if value is None:
        return "", True
    if isinstance(value, str):
        return value, True
    if not isinstance(value, list):
        raise HoldfastError(f"{where} has a content that is {type(value).__name__}, not a text or a list of parts.")
    texts, whole = [], True
    for part in value:
        kind = part.get("type") if isinstance(part, Mapping) else None
        if isinstance(part, str):
            texts.append(part)
        elif kind in TEXT_PARTS and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif kind not in SILENT_PARTS:
            whole = False
    return "\n".join(texts), whole


def _calls(raw: Mapping[str, Any], where: str) -> tuple[ToolCall, ...]:
    given = raw.get("tool_calls") or ([raw["function_call"]] if raw.get("function_call") else None)
    try:
        return read_calls(given)
    except CallError as error:
        raise HoldfastError(f"{where} cannot be read: {error}.") from error


class Waiting(NamedTuple):
    """A call that has no result yet."""

    given: str
    """Its id as the log has it."""
    own: str
    """Its id here, which no other call of the conversation has."""
    tool: str


def _named(message: Message, at: int, waiting: list[Waiting], taken: set[str], where: str) -> Message:
    """The message with an id of its own for each of its calls, which then wait for their results."""
    if message.role == "tool":
        return message
    if waiting:
        missing = ", ".join(sorted({call.tool for call in waiting}))
        raise HoldfastError(f"{where} comes before the result of {missing}; every call needs its result.")
    calls = []
    for index, call in enumerate(message.tool_calls):
        own = call.id if call.id and call.id not in taken else f"call_{at}_{index}"
        taken.add(own)
        waiting.append(Waiting(call.id, own, call.name))
        calls.append(msgspec.structs.replace(call, id=own))
    return msgspec.structs.replace(message, tool_calls=tuple(calls)) if calls else message


def _paired(message: Message, raw: Mapping[str, Any], waiting: list[Waiting], where: str) -> Message:
    """A result with its call named: by its id, or where it has none by the tool's name and the order."""
    given = str(raw.get("tool_call_id") or raw.get("id") or "")
    found = [call for call in waiting if (call.given == given if given else raw.get("name") in (None, call.tool))]
    if not found:
        raise HoldfastError(f"{where} is the result of a call that was not made just before; check its tool_call_id.")
    waiting.remove(found[0])
    return msgspec.structs.replace(message, tool_call_id=found[0].own)


def calls_of(messages: Sequence[Message]) -> dict[str, ToolCall]:
    """Every call of some messages by id; where an id comes twice, the later call."""
    return {call.id: call for message in messages for call in message.tool_calls}
