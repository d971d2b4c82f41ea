"""Requests and replies as turns to read."""

from __future__ import annotations

from holdfast.core import Message, ReplyRequest, ScoreRequest, Tool, ToolCall
from holdfast.report.expected import decision, in_words
from holdfast.report.turns import calls_of, offered, turns_of
from holdfast.suites.transcripts.targets import Refrains, written

REQUEST = ReplyRequest(
    (
        Message("user", "Please."),
        Message("assistant", "", (ToolCall("look", '{"a": 1}', "x"), ToolCall("look", "{", "y"))),
        Message("tool", "one", tool_call_id="x"),
        Message("tool", "two", tool_call_id="of nobody"),
        Message("assistant", "Now I", (ToolCall("act", "{}", "z"),)),
    ),
    tools=(
        Tool("look", "looks", {"properties": {"a": {}, "b": {}}, "required": ["a"]}),
        Tool("act", "", {"properties": "hostile", "required": 5}),
    ),
)


def test_calls_and_results_are_turns_with_what_was_written() -> None:
    assert turns_of(REQUEST) == [
        ("user", "Please."),
        ("assistant calls look, call 1 of 2", '{"a": 1}'),
        ("assistant calls look, call 2 of 2", "{"),
        ("result of look", "one"),
        ("tool", "two"),
        ("assistant", "Now I"),
        ("assistant calls act", "{}"),
    ]
    assert turns_of(ScoreRequest("text", ("a", "b"))) == [("prompt", "text")]
    assert calls_of(()) == []


def test_tools_on_offer_have_a_signature_whatever_their_schema_is() -> None:
    assert offered(REQUEST) == [("look(a, b?)", "looks"), ("act()", "")]
    assert offered(ScoreRequest("text", ("a", "b"))) == []


def test_targets_that_are_json_are_told_in_words() -> None:
    target = written(Refrains("cancel"))
    assert in_words("transcripts", "action", target) == "does not call cancel"
    assert decision("transcripts", "action", target, target) == "does not call cancel"
    assert decision("transcripts", "action", target, "cancel()") == "cancel()"
    assert in_words("transcripts", "action", "of an earlier version") == "of an earlier version"
    assert in_words("binding", "letters", "ACTION_A") == "ACTION_A"
    assert in_words("commitment", "answer", None) is None
