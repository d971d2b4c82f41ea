"""Tools in the agent protocol: old requests keep their keys, every kind of agent is offered tools and calls them."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from holdfast.agents.command import CommandAgent
from holdfast.agents.function import FunctionAgent
from holdfast.agents.http import wire
from holdfast.agents.local.tokens import Text
from holdfast.agents.tools import CallError, described, offered, read_calls, turn, written_calls
from holdfast.agents.wrappers import Guarded, PlannerExecutor
from holdfast.core import (
    AgentBase,
    AgentFailure,
    ChoicesRequest,
    Decoding,
    HoldfastError,
    Identity,
    Message,
    Reply,
    ReplyRequest,
    ScoreRequest,
    Tool,
    ToolCall,
    canonical,
)
from holdfast.core.agent import answer_decoder, request_decoder
from holdfast.engine.journal import request_key

LOOK = Tool("look", "Looks.", {"type": "object", "properties": {"id": {"type": "string"}}})
CALLED = Message("assistant", "", (ToolCall("look", '{"id": "A1"}', "c1"),))
RESULT = Message("tool", '{"id": "A1"}', tool_call_id="c1")
ASKED = ReplyRequest((Message("user", "Look at A1."), CALLED, RESULT), tools=(LOOK,))
PLAIN = (Message("system", "Be brief."), Message("user", "Say OK."))


@pytest.mark.parametrize(
    ("request_", "key"),
    [
        (ReplyRequest(PLAIN), "571ea1ae2d0220dd413b7967e67b269e"),
        (ReplyRequest(PLAIN, Decoding(0.7, 8, 0.9, ("x",))), "12a5f12e389de6404e087419507db865"),
        (ChoicesRequest(PLAIN, ("A", "B")), "29a59ccfc7ebde82f61bfa2ad4fe0e3d"),
        (ScoreRequest("a ", ("b", "c")), "2603c7d37f552701036e95eb6c4069a3"),
    ],
)
def test_requests_without_tools_have_the_keys_they_had_before_there_were_tools(request_, key) -> None:
    assert request_key("agent", request_, 0).hex() == key


def test_requests_and_replies_with_tools_survive_the_journal() -> None:
    assert request_decoder.decode(canonical(ASKED)) == ASKED
    assert request_key("agent", ASKED, 0) != request_key("agent", ReplyRequest(ASKED.messages), 0)
    reply = Reply("", tool_calls=(ToolCall("look", "{}"),))
    assert answer_decoder.decode(canonical(reply)) == reply
    assert canonical(Reply("hello")) == b'{"type":"reply","text":"hello"}'


def test_the_wire_has_the_shape_of_the_protocol() -> None:
    sent = json.loads(wire.encoder.encode(wire.conversation(ASKED.messages)))
    assert sent[1] == {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"id": "A1"}'}}],
    }
    assert sent[2] == {"role": "tool", "content": '{"id": "A1"}', "tool_call_id": "c1"}
    assert wire.conversation(PLAIN) is PLAIN, "nothing is made anew where no tool is in play"
    body = wire.ChatBody("m", PLAIN, 0.0, tools=offered([LOOK]))
    assert json.loads(wire.encode_with(body, {}))["tools"][0]["function"]["name"] == "look"
    assert b"tools" not in wire.encode_with(wire.ChatBody("m", PLAIN, 0.0), {})
    answer = {
        "message": {"content": None, "tool_calls": [
            {"id": "x", "type": "function", "function": {"name": "look", "arguments": "{"}},
            {"function": {"name": "look", "arguments": {"id": "B2"}}},
        ]}
    }  # fmt: skip
    read = wire.chat_decoder.decode(json.dumps({"choices": [answer]}))
    assert wire.tool_calls(read.choices[0].message) == (
        ToolCall("look", "{", "x"),
        ToolCall("look", '{"id":"B2"}'),
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({}, "not a list"),
        (["x"], "is str, not an object"),
        ([{"arguments": {}}], "has no name"),
        ([{"function": "x"}], "has no name"),
        ([{"name": "a", "arguments": 3}], "are int, not an object"),
    ],
)
def test_calls_are_read_strictly(value, said) -> None:
    with pytest.raises(CallError, match=said):
        read_calls(value)


@pytest.mark.parametrize(
    ("text", "calls", "rest"),
    [
        ('<tool_call>{"name": "look", "arguments": {"id": "A1"}}</tool_call>', 1, ""),
        ('I do. <tool_call>\n[{"name": "look", "arguments": {}}]</tool_call>', 1, "I do."),
        ('{"name": "look", "parameters": {"id": "A1"}}', 1, ""),
        ('```json\n{\n  "name": "look",\n  "arguments": {"id": "A1"}\n}\n```', 1, ""),
        ('```json\n{"name": "look", "arguments": {}}\n```\n\n```\n{"name": "look", "arguments": {}}\n```\n', 2, ""),
        ('```json\n{"name": "look", "arguments": {}}\n```\n```json\n{"name": "look"}\n```', 0, None),
        ('{"name": "look", "arguments": {"id": "A1"}}\n{"name": "look", "arguments": {"id": "B2"}}', 2, ""),
        ('{"name": "look", "arguments": {}}\nDone.', 0, None),
        ('I would do this:\n```json\n{"name": "look", "arguments": {}}\n```', 0, None),
        (2 * '<tool_call>{"name": "look", "arguments": {}}</tool_call>\n', 2, ""),
        ('{"name": "other", "arguments": {}}', 0, '{"name": "other", "arguments": {}}'),
        ('<tool_call>{"name": "look", "arguments": "A1"}</tool_call>', 0, None),
        ('<tool_call>{"name": "look"}</tool_call>', 0, None),
        ('<tool_call>look("A1")</tool_call>', 0, None),
        ('<tool_call>{"name": "look", "arguments": {}}', 0, None),
        ("I would call look.", 0, None),
    ],
)  # fmt: skip
def test_written_calls(text, calls, rest) -> None:
    left, found = written_calls(text, [LOOK])
    assert len(found) == calls
    assert left == (text if rest is None else rest)
    assert written_calls(text, []) == (text, ()), "who was offered no tool calls none"


class Template:
    """A tokenizer as far as chats go."""

    bos_token_id = None
    chat_template = "yes"

    def __init__(self, takes_tools: bool) -> None:
        self.takes_tools = takes_tools

    def __call__(self, text: str) -> dict[str, list[int]]:
        return {"input_ids": [1]}

    def apply_chat_template(self, turns, tools=None, **_) -> str:
        if not self.takes_tools:
            assert all(set(t) == {"role", "content"} and t["role"] != "tool" for t in turns) or tools is not None
            return "\n".join(f"{t['role']}: {t['content']}" for t in turns)
        return json.dumps({"tools": tools, "turns": turns})


def test_a_template_that_takes_tools_is_given_them() -> None:
    text = Text(Template(takes_tools=True))
    shown = json.loads(text.chat(ASKED.messages, ASKED.tools))
    assert shown["tools"][0]["function"]["name"] == "look"
    assert shown["turns"][1]["tool_calls"][0]["function"]["arguments"] == {"id": "A1"}, "objects, not text"
    assert json.loads(text.chat(PLAIN)) == {"tools": None, "turns": [turn(m) for m in PLAIN]}


def test_a_template_that_does_not_is_told_in_words() -> None:
    shown = Text(Template(takes_tools=False)).chat(ASKED.messages, ASKED.tools)
    assert shown.startswith("system: You may call these tools:\n")
    assert '<tool_call>{"name": "look", "arguments": {"id": "A1"}}</tool_call>' in shown
    assert 'user: <tool_response>{"id": "A1"}</tool_response>' in shown
    roles = [t["role"] for t in described([*ASKED.messages, Message("user", "Well?")], [LOOK])]
    assert roles == ["system", "user", "assistant", "user"], "no two turns of one role in a row"


def test_a_command_is_offered_tools_and_calls_them(tmp_path) -> None:
    script = tmp_path / "agent.py"
    script.write_text(
        "import json, sys\n"
        "asked = json.loads(sys.stdin.readline())\n"
        "last = asked['messages'][-1]\n"
        "name = asked['tools'][0]['function']['name']\n"
        "print(json.dumps({'tool_calls': [{'name': name, 'arguments': json.loads(last['content'])}]}))\n"
    )
    agent = CommandAgent(f"{sys.executable} {script}")
    reply = asyncio.run(agent.reply(ASKED))
    assert (reply.text, reply.tool_calls) == ("", (ToolCall("look", '{"id":"A1"}'),))
    script.write_text("print('{\"tool_calls\": [{}]}')")
    with pytest.raises(AgentFailure, match="a tool call has no name"):
        asyncio.run(agent.reply(ASKED))


def test_a_function_is_offered_tools_and_calls_them(tmp_path) -> None:
    (tmp_path / "mine.py").write_text(
        "def named(messages, tools):\n"
        "    return {'text': '', 'tool_calls': [{'name': t['function']['name'], 'arguments': {}} for t in tools]}\n"
        "def whatever(messages, **rest):\n"
        "    return ' '.join(sorted(rest))\n"
        "def neither(messages):\n"
        "    return {'answer': 1}\n"
    )
    ask = lambda name, request: asyncio.run(FunctionAgent(f"{tmp_path / 'mine.py'}:{name}").reply(request))  # noqa: E731
    assert ask("named", ASKED).tool_calls == (ToolCall("look", "{}"),)
    assert ask("named", ReplyRequest(PLAIN)).tool_calls == ()
    assert ask("whatever", ASKED).text == "id tools"
    assert ask("whatever", ReplyRequest(PLAIN)).text == "id"
    with pytest.raises(AgentFailure, match="returned dict, not a string"):
        ask("neither", ASKED)


class Inner(AgentBase):
    """Calls a tool if it is offered one."""

    identity = Identity("inner", "1")

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        return Reply("plan", tool_calls=tuple(ToolCall(tool.name, "{}") for tool in request.tools))


def test_wrappers_hand_tools_on_or_refuse_them() -> None:
    assert asyncio.run(PlannerExecutor(Inner()).reply(ASKED)).tool_calls == (ToolCall("look", "{}"),)
    with pytest.raises(HoldfastError, match="not tool calls"):
        asyncio.run(Guarded(Inner()).reply(ASKED))
