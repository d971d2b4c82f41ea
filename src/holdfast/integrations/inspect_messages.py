"""Requests and replies as the messages, tools and outputs of Inspect."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from holdfast.core import Message, Reply, ReplyRequest, Request, ScoreRequest, Tool, ToolCall


def conversation(request: Request) -> list[Any]:
    """What the agent saw; a prompt without turns is one of the user's."""
    from inspect_ai.model import ChatMessageUser

    if isinstance(request, ScoreRequest):
        return [ChatMessageUser(content=request.prompt)]
    names = {call.id: call.name for message in request.messages for call in message.tool_calls}
    return [_message(message, names) for message in request.messages]


def _message(message: Message, names: dict[str, str]) -> Any:
    from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageTool, ChatMessageUser

    if message.role == "tool":
        call = message.tool_call_id
        return ChatMessageTool(content=message.content, tool_call_id=call or None, function=names.get(call))
    if message.role == "assistant":
        return ChatMessageAssistant(content=message.content, tool_calls=_calls(message.tool_calls))
    return (ChatMessageSystem if message.role == "system" else ChatMessageUser)(content=message.content)


def _calls(calls: tuple[ToolCall, ...]) -> list[Any] | None:
    """Tool calls; one whose arguments are not a JSON object has none, and says why."""
    from inspect_ai.tool import ToolCall as Call

    made = []
    for place, call in enumerate(calls, 1):
        arguments: Any = None
        with suppress(msgspec.DecodeError):
            arguments = msgspec.json.decode(call.arguments or "{}")
        sound = isinstance(arguments, dict)
        made.append(
            Call(
                id=call.id or f"call_{place}",
                function=call.name,
                arguments=arguments if sound else {},
                parse_error=None if sound else f"The arguments are not a JSON object: {call.arguments}",
            )
        )
    return made or None


def output(agent: str, reply: Reply) -> Any:
    """What came back."""
    from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ModelOutput

    said = ChatMessageAssistant(content=reply.text, tool_calls=_calls(reply.tool_calls), source="generate", model=agent)
    stop = "max_tokens" if reply.finish == "length" else "tool_calls" if reply.tool_calls else "stop"
    return ModelOutput(model=agent, choices=[ChatCompletionChoice(message=said, stop_reason=stop)])


def tools(request: Request) -> list[Any]:
    """The tools on offer."""
    return [_tool(tool) for tool in request.tools] if isinstance(request, ReplyRequest) else []


def _tool(tool: Tool) -> Any:
    """A tool; a schema that Inspect does not take is shown by its arguments' names alone."""
    from inspect_ai.tool import ToolInfo, ToolParams
    from pydantic import ValidationError

    properties = tool.parameters.get("properties")
    named = properties if isinstance(properties, dict) else {}
    required = [name for name in tool.parameters.get("required") or () if name in named]
    try:
        parameters = ToolParams(properties=named, required=required)
    except ValidationError:
        parameters = ToolParams(properties={name: {} for name in named}, required=required)
    return ToolInfo(name=tool.name, description=tool.description, parameters=parameters)
