"""Values and where they came from."""

from __future__ import annotations

import pytest

from holdfast.core import Reply, ToolCall
from holdfast.suites.transcripts.conversations import read_conversation
from holdfast.suites.transcripts.decisions import Tracer, spots
from holdfast.suites.transcripts.redact import redacted
from holdfast.suites.transcripts.targets import Calls, Follows, Refrains, Says, Without, did, met, read, written
from holdfast.suites.transcripts.values import fresh, kind_of
from suites.transcripts.made import assistant, call, parcel, result


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("#W2378156", "id"), ("Z7GOZK", "id"), ("credit_card_9513926", "id"), ("a.b@c.de", "id"),
        ("2024-05-20", "date"),
        (54.04, "amount"), ("$54.04", "amount"), (1819, "amount"), (1234567, "id"), ("Yusuf", "name"),
        ("New York", "name"), ("445 Maple Drive", "id"), ("economy", None), ("no longer needed", None), (1, None),
        ("1", None), ("", None), ("ab", None), ("x" * 99, None), (12, None),
    ],
)  # fmt: skip
def test_what_is_worth_tracing(value, kind) -> None:
    assert kind_of(value) == kind


def test_fresh_values_keep_the_kind_of_thing() -> None:
    assert fresh("credit_card_9513926", "", (), 1).startswith("credit_card_")
    assert fresh("#W2378156", "", (), 1).startswith("#W")
    assert fresh("Yusuf", "yusuf mei", ("Yusuf", "Mei", "Ana"), 1) == "Ana"
    assert isinstance(fresh(1819, "", (), 1), int)
    assert fresh("2024-02-28", "", (), 1) > "2024-02-28"
    assert fresh("AB-123", "", (), 1) == fresh("AB-123", "", (), 1) != fresh("AB-123", "", (), 2)


def carried(messages, tools=()):
    conversation = read_conversation(messages, 1, "here")
    spot = list(spots(conversation, answers=True))[-1]
    decision = Tracer(conversation, tools).decision(spot)
    return {c.tag: c.fields for c in decision.carried}, decision.untraced


def test_carriers_by_who_told() -> None:
    messages = [
        {"role": "system", "content": "Today is 2024-05-15."},
        {"role": "user", "content": "Order AB-1234, please, for Ana."},
        assistant(call("get", {"order": "AB-1234"})),
        result({"order": "AB-1234", "card": "card_98765", "total": 54.10, "n": 3}),
        assistant(call("pay", {"order": "AB-1234", "card": "card_98765", "day": "2024-05-15", "sum": 54.1, "n": 3,
                               "who": "Ana", "new": "ZZ-9999"}, "c2")),
    ]  # fmt: skip
    found, untraced = carried(messages)
    assert found == {"order": "user+tool", "card": "tool", "day": "system", "sum": "tool", "who": "user"}
    assert untraced == 1


@pytest.mark.parametrize(
    "text",
    [
        "It is AB-12345.",  # a longer id
        "It is XAB-1234.",
        "It is ab-1234 or AB-1234.",  # also in another spelling
        "see https://x.example/AB-1234z and AB-1234",
    ],
)
def test_a_value_hidden_in_something_else_is_left_alone(text) -> None:
    found, untraced = carried([{"role": "user", "content": text}, assistant(call("get", {"order": "AB-1234"}))])
    assert (found, untraced) == ({}, 1)


def test_options_of_the_schema_are_not_values() -> None:
    conversation = read_conversation(
        {"messages": [{"role": "user", "content": "Class BIZ-100."}, assistant(call("book", {"cabin": "BIZ-100"}))],
         "tools": [{"name": "book", "parameters": {"properties": {"cabin": {"enum": ["BIZ-100"]}}}}]}, 1, "here"
    )  # fmt: skip
    decision = Tracer(conversation, conversation.tools).decision(next(spots(conversation, answers=False)))
    assert (decision.carried, decision.untraced) == ((), 0)


def test_answers_in_words_have_values_too() -> None:
    found, _ = carried(parcel()["messages"])
    assert found == {"said.0": "user+tool"}


CALL = ToolCall("look", '{"id": "A1", "n": 2, "list": [{"x": "B2"}]}')


@pytest.mark.parametrize(
    ("target", "reply", "holds"),
    [
        (Calls("look", {"id": "A1", "list.0.x": "B2"}), Reply("", tool_calls=(CALL,)), True),
        (Calls("look", {"n": 2.0}), Reply("", tool_calls=(CALL,)), True),
        (Calls("look", {"n": "2"}), Reply("", tool_calls=(CALL,)), False),
        (Calls("look", {"id": "A2"}), Reply("", tool_calls=(CALL,)), False),
        (Calls("look", {}), Reply("", tool_calls=(CALL, CALL)), False),
        (Calls("look", {}, 2), Reply("", tool_calls=(CALL, CALL)), True),
        (Calls("look", {}), Reply("look(A1)"), False),
        (Calls("look", {}), Reply("", tool_calls=(ToolCall("look", "{broken"),)), True),
        (Calls("look", {"id": "A1"}), Reply("", tool_calls=(ToolCall("look", '{"id": "A1"'),)), False),
        (Follows(("id",), "A1", "A0"), Reply("", tool_calls=(CALL,)), True),
        (Follows(("id",), "A9", "A1"), Reply("", tool_calls=(CALL,)), False),
        (Follows(("x",), "B2", "B1"), Reply("", tool_calls=(CALL,)), True),
        (Refrains("look"), Reply("", tool_calls=(CALL,)), False),
        (Refrains("look"), Reply("No."), True),
        (Without("B2"), Reply("", tool_calls=(CALL,)), False),
        (Without("B2"), Reply("It is B2."), False),
        (Without("é"), Reply("", tool_calls=(ToolCall("look", '{"id": "\\u00e9"}'),)), False),
        (Without("B3"), Reply("", tool_calls=(CALL,)), True),
        (Says(("A1",)), Reply("It is A1."), True),
        (Says(("A1",)), Reply("It is A1.", tool_calls=(CALL,)), False),
    ],
)
def test_targets(target, reply, holds) -> None:
    assert met(target, reply) is holds
    assert read(written(target)) == target
    assert did(reply, target) != written(target)


def test_redaction_is_consistent_and_keeps_provenance() -> None:
    rows = [parcel(1), parcel(1)]
    rows[0]["messages"][1]["content"] += " I am Ana Ruiz, ana1@mail.example, +44 20 7946 0958."
    rows[0]["messages"][5]["content"] = '{"customer_id": "cust_880001", "first_name": "Ana", "zip": "19122"}'
    one, two = (redacted(read_conversation(row, 1, "here"), 7) for row in rows)
    text = "\n".join(m.content for m in one.messages)
    for personal in ("Ana", "ana1@mail.example", "7946", "19122"):
        assert personal not in text
    assert "PX-4712" in text, "what is not personal stays"
    assert "@" in text
    replaced = next(m.content for m in two.messages if "@" in m.content)
    assert "ana1@mail.example" not in replaced
    assert replaced.split('"mail": "')[1].split('"')[0] in text, "the same replacement in every conversation"
    assert [len(m.content) for m in one.messages] == [len(m["content"] or "") for m in rows[0]["messages"]]
    assert redacted(one, 7).messages[0] == one.messages[0]
