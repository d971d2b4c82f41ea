"""Replaying recorded lines: both shapes, and what is said about bad ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdfast.guard import Outcome, make_policy
from holdfast.guard.replay import RecordError, replay

POLICY = make_policy(
    {
        "about": {"order": {"event": "call.order_id", "state": "order.order_id"}},
        "rule": [{"name": "pending", "tool": "cancel", "about": "order", "require": "order.status == 'pending'"}],
    }
)
VETO = {"event_id": "E1", "kind": "veto", "action": "STOP", "issued_at": 2, "expires_at": 10}


def run(*records: Any) -> list[tuple[Outcome, Any]]:
    lines = [json.dumps(record) for record in records]
    return [(done.outcome, done.now) for done in replay(lines, POLICY)]


def test_actions_with_their_decisive_state() -> None:
    action = {"event_id": "E1", "action": "A"}
    assert run(
        action,
        {**action, "states": [VETO], "now": 5},
        {**action, "states": [VETO], "now": 10},
        {**action, "states": [{**VETO, "event_id": "E2"}]},
        {**action, "states": [{**VETO, "action": None, "among": ["A", "B"]}], "now": 5},
    ) == [
        (Outcome.LEAVE, "A"),
        (Outcome.CORRECT, "STOP"),
        (Outcome.DEFER, None),
        (Outcome.DEFER, None),
        (Outcome.ACCEPT, "A"),
    ]


def test_tool_calls_with_the_records_in_view() -> None:
    call = {"tool": "cancel", "arguments": {"order_id": "W1"}}
    pending, sent = ({"order": {"order_id": "W1", "status": status}} for status in ("pending", "sent"))
    snapshots = [{"values": pending, "issued_at": 1}, {"values": sent, "issued_at": 2, "expires_at": 10}]
    shown = {"tool": "cancel", "arguments": {"order_id": "W1"}}
    openai = {"function": {"name": "cancel", "arguments": '{"order_id": "W1"}'}}
    assert run(
        {**call, "state": pending},
        {**call, "state": sent},
        {**call, "snapshots": snapshots, "now": 9},
        {**openai, "state": sent},
        {**call, "arguments": "not json", "state": pending},
        call,
    ) == [
        (Outcome.ACCEPT, shown),
        (Outcome.CORRECT, None),
        (Outcome.CORRECT, None),
        (Outcome.CORRECT, None),
        (Outcome.DEFER, None),
        (Outcome.LEAVE, shown),
    ]


def test_names_groups_and_blank_lines() -> None:
    lines = ["", '{"event_id": "E", "action": 1, "id": "x", "group": "g"}\n', "  \n", '{"event_id": "E", "action": 2}']
    assert [(done.line, done.id, done.group, done.passes) for done in replay(lines)] == [
        (2, "x", "g", True),
        (4, "4", "", True),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 2: it is not JSON"),
        ("[]", "line 2: it is not a JSON object"),
        ("[" * 100_000, "line 2: it is not JSON"),
        ("{}", "neither an `action` nor a `tool`"),
        ('{"action": "A"}', "`event_id`"),
        ('{"action": "A", "event_id": "E", "states": {}}', "`states` must be a list"),
        ('{"action": "A", "event_id": "E", "states": [1]}', "each of `states`"),
        ('{"action": "A", "event_id": "E", "states": [{"event_id": "E", "kind": "x", "action": "A"}]}', "`issued_at`"),
        ('{"action": "A", "event_id": "E", "states": [{"kind": "x"}]}', "needs `event_id`"),
        ('{"action": "A", "event_id": "E", "states": [{"event_id": "E", "kind": "x", "issued_at": 1}]}', "prescribes"),
        ('{"action": "A", "event_id": "E", "now": "soon"}', "`now` must be a number"),
        ('{"action": "A", "event_id": "E", "state": []}', "did you mean `states`"),
        ('{"action": "A", "event_id": "E", "sates": []}', "did you mean `states`"),
        ('{"tool": "cancel", "sate": {}}', "did you mean `state`"),
        ('{"tool": "cancel", "state": []}', "`state` must be"),
        ('{"tool": "cancel", "snapshots": [{}]}', "`snapshots` needs `values`"),
        ('{"tool": "cancel", "snapshots": [{"values": {}, "issued_at": true}]}', "`issued_at` must be a number"),
    ],
)
def test_a_bad_line_is_named_by_its_number(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said) as refused:
        list(replay(['{"event_id": "E", "action": "A"}', text], POLICY))
    assert str(refused.value).startswith("line 2: ")


def test_a_line_may_hold_keys_of_its_own() -> None:
    assert [r.outcome for r in replay(['{"event_id": "E", "action": "A", "note": "x", "latency": 3}'])] == [
        Outcome.LEAVE
    ]


def test_tool_calls_need_a_policy() -> None:
    with pytest.raises(RecordError, match="--policy"):
        list(replay(['{"tool": "cancel", "arguments": {}}']))
