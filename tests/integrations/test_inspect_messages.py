"""Requests and replies as Inspect has them, by the real library."""

from __future__ import annotations

import pytest

from holdfast.core import Message, Reply, ReplyRequest, ScoreRequest, Tool, ToolCall
from holdfast.integrations.inspect_messages import conversation, output, tools

pytest.importorskip("inspect_ai")

REQUEST = ReplyRequest(
    (
        Message("system", "Be brief."),
        Message("user", "<script>alert(1)</script>"),
        Message("assistant", "", (ToolCall("look", '{"id": "A1", "deep": {"n": [1, 2]}}', "x"),)),
        Message("tool", '{"found": true}', tool_call_id="x"),
    ),
    tools=(
        Tool("look", "looks", {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id", "no"]}),
        Tool("odd", "", {"properties": {"a": {"type": ["not", "a", "type"]}}}),
    ),
)


def test_calls_are_calls_and_results_belong_to_them() -> None:
    from inspect_ai.tool import ToolCall as Call

    system, user, assistant, result = conversation(REQUEST)
    assert (system.role, user.role, user.text) == ("system", "user", "<script>alert(1)</script>")
    (call,) = assistant.tool_calls
    assert isinstance(call, Call)
    assert (call.id, call.function, call.arguments) == ("x", "look", {"id": "A1", "deep": {"n": [1, 2]}})
    assert call.parse_error is None
    assert (result.role, result.tool_call_id, result.function, result.text) == ("tool", "x", "look", '{"found": true}')
    assert [m.text for m in conversation(ScoreRequest("text", ("a", "b")))] == ["text"]


@pytest.mark.parametrize("written", ["{no json", "[1]", '"text"'])
def test_arguments_that_are_no_object_are_kept_as_an_error(written: str) -> None:
    came = output("openai/x", Reply("", "tool_calls", tool_calls=(ToolCall("look", written),)))
    (call,) = came.message.tool_calls
    assert call.arguments == {}
    assert written in call.parse_error
    assert came.choices[0].stop_reason == "tool_calls"


def test_words_alone_have_no_calls_and_a_cut_reply_says_so() -> None:
    came = output("openai/x", Reply("Yes.", "length"))
    assert came.completion == "Yes."
    assert not came.message.tool_calls
    assert came.choices[0].stop_reason == "max_tokens"


def test_tools_on_offer_keep_their_schema_where_inspect_takes_it() -> None:
    look, odd = tools(REQUEST)
    assert (look.name, look.description, look.parameters.required) == ("look", "looks", ["id"])
    assert look.parameters.properties["id"].type == "string"
    assert list(odd.parameters.properties) == ["a"]
