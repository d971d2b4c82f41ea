"""Tools as the OpenAI protocol writes them, and tool calls read back strictly from whatever an agent hands over.

Servers, chat templates, programs and functions all know that shape, so it is made here and nowhere else. A model whose
chat template does not take tools is told about them in words, and writes its calls between marks.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from holdfast.core import Message, Tool, ToolCall

DESCRIPTION = (
    "You may call these tools:\n{tools}\n\n"
    "To call one, write nothing but this, with the tool's name and its arguments as JSON:\n"
    '<tool_call>{{"name": "…", "arguments": {{…}}}}</tool_call>'
)
RESULT = "<tool_response>{content}</tool_response>"
OPEN, CLOSE = "<tool_call>", "</tool_call>"
MARKS = (OPEN, CLOSE)
FENCED = re.compile(r"^```(?:json)?\s*\n(.*?)\n\s*```\s*$", re.DOTALL | re.MULTILINE)
WRITTEN = re.compile(rf"{OPEN}(.*?){CLOSE}", re.DOTALL)


class CallError(ValueError):
    """What an agent handed over as a tool call is none. The text is a clause that says why."""


def offered(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """Tools as the protocol lists them."""
    nothing = {"type": "object", "properties": {}}
    return [
        {
            "type": "function",
            "function": {"name": t.name, "description": t.description, "parameters": t.parameters or nothing},
        }
        for t in tools
    ]


def turn(message: Message, *, parsed: bool = False) -> dict[str, Any]:
    """A message as the protocol writes it; `parsed` gives arguments as objects, as chat templates want them."""
    written: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        written["content"] = message.content or None
        written["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _object(call) if parsed else call.arguments},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id:
        written["tool_call_id"] = message.tool_call_id
    return written


def read_calls(value: Any) -> tuple[ToolCall, ...]:
    """Tool calls in the protocol's shape, or plainly as `{"name", "arguments"}`; anything else raises `CallError`."""
    if value is None:
        return ()
    if not isinstance(value, list):
        raise CallError(f"its tool calls are {type(value).__name__}, not a list")
    return tuple(_read_call(one) for one in value)


def written_calls(text: str, tools: Sequence[Tool]) -> tuple[str, tuple[ToolCall, ...]]:
    """The calls that a text writes between `<tool_call>` marks, or as a whole, and the text without them.

    A text is calls as a whole if it is nothing but JSON of the right shape, in code fences or not, and names only tools
    on offer. A block that is not JSON of the right shape is no call: it stays text.
    """
    names = {tool.name for tool in tools}
    if not names:
        return text, ()
    if (whole := _whole(text)) and all(call.name in names for call in whole):
        return "", whole
    calls: list[ToolCall] = []

    def take(block: re.Match[str]) -> str:
        found = _calls_in(block[1])
        calls.extend(found)
        return "" if found else block[0]

    rest = WRITTEN.sub(take, text)
    return (rest.strip() if calls else text), tuple(calls)


def one_at_a_time(messages: Sequence[Message]) -> list[Message]:
    """A conversation in which every turn calls one tool at most: calls made together follow each other.

    Each comes with its result, where it has one; the turn's words come with the first.
    """
    told: list[Message] = []
    rest = deque(messages)
    while rest:
        message = rest.popleft()
        if len(message.tool_calls) < 2:
            told.append(message)
            continue
        results: dict[str, Message] = {}
        while rest and rest[0].role == "tool":
            result = rest.popleft()
            results[result.tool_call_id] = result
        for index, call in enumerate(message.tool_calls):
            told.append(Message(message.role, "" if index else message.content, (call,)))
            told += [results.pop(call.id)] if call.id in results else []
        told += results.values()
    return told


def described(messages: Sequence[Message], tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """A conversation for a model that knows no tools: they and their results are put in words, in ordinary turns."""
    plain = [_in_words(message) for message in messages]
    if tools:
        listed = "\n".join(json.dumps(one["function"], ensure_ascii=False) for one in offered(tools))
        said = DESCRIPTION.format(tools=listed)
        if plain and plain[0].role == "system":
            plain[0] = Message("system", f"{plain[0].content}\n\n{said}")
        else:
            plain.insert(0, Message("system", said))
    # Results become the user's turns, and many templates refuse two turns of one role in a row.
    return [
        {"role": role, "content": "\n\n".join(m.content for m in same)}
        for role, same in groupby(plain, key=lambda m: m.role)
    ]


def _in_words(message: Message) -> Message:
    if message.role == "tool":
        return Message("user", RESULT.format(content=message.content))
    calls = (
        f"<tool_call>{json.dumps({'name': call.name, 'arguments': _object(call)}, ensure_ascii=False)}</tool_call>"
        for call in message.tool_calls
    )
    return Message(message.role, "\n".join([*([message.content] if message.content else ()), *calls]))


def _read_call(value: Any) -> ToolCall:
    if not isinstance(value, dict):
        raise CallError(f"a tool call is {type(value).__name__}, not an object")
    inner = value.get("function", value)
    name = inner.get("name") if isinstance(inner, dict) else None
    if not isinstance(name, str) or not name:
        raise CallError("a tool call has no name")
    arguments = inner.get("arguments", {})
    if not isinstance(arguments, (str, dict)):
        raise CallError(f"the arguments of {name!r} are {type(arguments).__name__}, not an object")
    text = arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode()
    return ToolCall(name, text, str(value.get("id") or ""))


def _whole(text: str) -> tuple[ToolCall, ...]:
    """The calls that a text is from end to end: JSON, JSON lines, or code fences with nothing around them."""
    blocks = FENCED.findall(text) if not FENCED.sub("", text).strip() else [text]
    found = [_calls_in(block) or _lines(block) for block in blocks]
    return tuple(call for calls in found for call in calls) if all(found) else ()


def _lines(text: str) -> tuple[ToolCall, ...]:
    found = [_calls_in(line) for line in text.splitlines() if line.strip()]
    return tuple(call for calls in found for call in calls) if all(found) else ()


def _calls_in(text: str) -> tuple[ToolCall, ...]:
    """The calls that a text is, whole: one object or a list of objects, each a name and an object of arguments."""
    try:
        value = msgspec.json.decode(text.strip())
    except msgspec.DecodeError:
        return ()
    calls = []
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, dict) or one.keys() not in ({"name", "arguments"}, {"name", "parameters"}):
            return ()
        arguments = one.get("arguments", one.get("parameters"))
        if not isinstance(one["name"], str) or not isinstance(arguments, dict):
            return ()
        calls.append(ToolCall(one["name"], msgspec.json.encode(arguments).decode()))
    return tuple(calls)


def _object(call: ToolCall) -> Any:
    try:
        return json.loads(call.arguments)
    except ValueError:
        return call.arguments
