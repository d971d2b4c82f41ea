"""Tools over HTTP: offered to a real server, with a conversation that has called some, and called by it."""

from __future__ import annotations

import asyncio

from holdfast.agents.http import HttpAgent, HttpSettings
from holdfast.core import Message, Reply, ReplyRequest, Tool, ToolCall
from openai_server import running_server

LOOK = Tool("look", "Looks.", {"type": "object", "properties": {"id": {"type": "string"}}})


def test_a_server_is_offered_tools_and_calls_them() -> None:
    messages = (
        Message("user", "Look at A1."),
        Message("assistant", "", (ToolCall("look", '{"id": "A1"}', "c1"),)),
        Message("tool", '{"id": "A1"}', tool_call_id="c1"),
    )

    async def ask(address: str) -> tuple[Reply, Reply]:
        agent = HttpAgent(HttpSettings(spec="http", model="test-model", base_urls=(address,)))
        try:
            with_tools = await agent.reply(ReplyRequest(messages, tools=(LOOK,)))
            return with_tools, await agent.reply(ReplyRequest(messages))
        finally:
            await agent.close()

    with running_server() as server:
        called, said = asyncio.run(ask(server.url))
    assert called.tool_calls == (ToolCall("look", '{"id": "A1"}', "call_1"),)
    assert (called.text, called.finish) == ("", "tool_calls")
    assert said.tool_calls == ()
    assert said.text
