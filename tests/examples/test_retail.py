"""tau-bench's shop under the guard: wrong calls are stopped, gold ones only where they are against the policy."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from holdfast.guard import read_policy
from holdfast.guard.replay import replay

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "retail"


@pytest.fixture(scope="module")
def recorded(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    out = tmp_path_factory.mktemp("retail") / "calls.jsonl"
    command = [sys.executable, str(FOLDER / "record.py"), str(shared_data / "tau_bench"), str(out)]
    subprocess.run(command, check=True, timeout=900)
    return out.read_text("utf-8").splitlines()


def against_the_words(record: dict[str, Any]) -> str:
    """Which words of the policy a gold call is against, read without the guard; none: an empty text."""
    given, order, user = record["arguments"], record["state"].get("order"), record["state"]["user"]
    if order is None or record["tool"] == "get_order_details":
        return ""
    if order["status"] != ("delivered" if "delivered" in record["tool"] else "pending"):
        return "can only be exchanged if its status is 'delivered'"
    method = user["payment_methods"].get(given.get("payment_method_id"))
    if record["tool"] == "return_delivered_order_items":
        original = order["payment_history"][0]["payment_method_id"]
        fine = method["source"] == "gift_card" or method["id"] == original
        return "" if fine else "either go to the original payment method, or an existing gift card"
    if method is not None and method["source"] == "gift_card" and method["balance"] < record["state"]["due"]:
        return "must have enough balance"
    return ""


def test_the_replay(recorded: list[str]) -> None:
    done = replay(recorded, read_policy(FOLDER / "policy.toml"))
    both = [(json.loads(text), result) for text, result in zip(recorded, done, strict=True)]
    gold = [(record, result) for record, result in both if record["group"] == "gold"]
    assert len(gold) == 1375
    assert sum(result.outcome == "leave" for _, result in gold) == 415
    for record, result in gold:
        assert result.passes == (not against_the_words(record)), record["id"]
    assert Counter(filter(None, (against_the_words(record) for record, _ in gold))) == {
        "must have enough balance": 21,
        "either go to the original payment method, or an existing gift card": 2,
        "can only be exchanged if its status is 'delivered'": 1,
    }
    wrong = Counter((record["group"], result.passes) for record, result in both if record["group"] != "gold")
    assert len(wrong) == 6
    assert not any(passes for _, passes in wrong)
    assert sum(wrong.values()) == 4649
