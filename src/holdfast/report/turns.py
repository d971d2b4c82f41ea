"""A request and a reply as turns to read: who speaks, which tools are called with what, and what they gave back.

A tool call is a turn of its own whose text is its arguments as they were written. The explorer and the drawn diffs
of the page show these turns; everything in them is untrusted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from holdfast.core import Message, Request, ScoreRequest, Tool, ToolCall
from holdfast.core.agent import ReplyRequest


class Turn(NamedTuple):
    """One turn."""

    who: str
    """Who speaks, or what is called: `user`, `assistant calls get_order`, `result of get_order`."""
    text: str
    """What is said, as it was written."""


class Offer(NamedTuple):
    """A tool on offer."""

    signature: str
    """Its name and those of its arguments, optional ones with a question mark."""
    description: str
    """What it does, as the agent was told."""


def turns_of(request: Request) -> list[Turn]:
    """What the agent saw, without the tools on offer."""
    if isinstance(request, ScoreRequest):
        return [Turn("prompt", request.prompt)]
    names = {call.id: call.name for message in request.messages for call in message.tool_calls if call.id}
    return [turn for message in request.messages for turn in _turns(message, names)]


def _turns(message: Message, names: dict[str, str]) -> Iterable[Turn]:
    if message.role == "tool":
        tool = names.get(message.tool_call_id, "")
        yield Turn(f"result of {tool}" if tool else "tool", message.content)
        return
    if message.content or not message.tool_calls:
        yield Turn(message.role, message.content)
    yield from calls_of(message.tool_calls, f"{message.role} calls")


def calls_of(calls: Sequence[ToolCall], verb: str = "calls") -> list[Turn]:
    """Tool calls as turns; two of the same tool are told apart by their place."""
    several = {name for name, count in Counter(call.name for call in calls).items() if count > 1}
    return [
        Turn(
            f"{verb} {call.name}" + (f", call {place} of {len(calls)}" if call.name in several else ""), call.arguments
        )
        for place, call in enumerate(calls, 1)
    ]


def offered(request: Request) -> list[Offer]:
    """The tools on offer."""
    return [_offer(tool) for tool in request.tools] if isinstance(request, ReplyRequest) else []


def _offer(tool: Tool) -> Offer:
    properties, required = tool.parameters.get("properties"), tool.parameters.get("required")
    needed = required if isinstance(required, list) else []
    named = properties if isinstance(properties, dict) else {}
    arguments = ", ".join(name if name in needed or not needed else f"{name}?" for name in named)
    return Offer(f"{tool.name}({arguments})", tool.description)
