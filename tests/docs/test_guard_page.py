"""The examples of docs/guard.md, run as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from holdfast.guard import Call, Outcome, read_policy

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "guard.md").read_text("utf-8")
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
(LOOP,) = re.findall(r"<!-- test: loop -->\n```python\n(.*?)```", PAGE, re.DOTALL)
(POLICY,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_first_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    exec(CODE[0], {})
    first, reason = capsys.readouterr().out.splitlines()
    assert first == "correct refund"
    assert f"print(verdict.reason)  # {reason}\n" in PAGE


def test_the_loop_refuses_corrects_and_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("policy.toml").write_text(POLICY)
    asked = [("W1", "c1"), ("W1", "c9"), ("W2", "c1")]
    calls = [
        {"id": str(n), "function": {"name": "cancel_order", "arguments": json.dumps({"order_id": o, "card": c})}}
        for n, (o, c) in enumerate(asked)
    ]
    calls.append({"id": "3", "function": {"name": "cancel_order", "arguments": "{"}})
    made: list[Any] = []
    scope: dict[str, Any] = {
        "message": {"tool_calls": calls},
        "messages": [],
        "records": {"order": {"order_id": "W1", "status": "pending"}, "user": {"cards": ["c1"]}},
        "tools": {"cancel_order": lambda order_id, card: made.append((order_id, card)) or "cancelled"},
    }
    exec(LOOP, scope)
    assert made == [("W1", "c1"), ("W1", "c1")]
    answers = [message["content"] for message in scope["messages"]]
    assert answers[:2] == ["cancelled", "cancelled"]
    assert "not to event 'W2'" in answers[2]
    assert "not JSON" in answers[3]
    assert len(Path("guard.jsonl").read_text().splitlines()) == 7
    body = [line for line in LOOP.splitlines() if line and not line.startswith(("from", "import"))]
    assert len(body) <= 10


def test_the_policy_of_the_page_is_a_policy(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text(POLICY)
    policy = read_policy(tmp_path / "policy.toml")
    call = Call("cancel_order", {"order_id": "W1"})
    assert policy.check(call, {"order": {"order_id": "W1", "status": "sent"}}).outcome is Outcome.CORRECT
    assert policy.check(call, {}).outcome is Outcome.DEFER
