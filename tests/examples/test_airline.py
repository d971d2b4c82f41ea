"""tau-bench's airline under the guard: what it stops, and that it stops nothing that the policy's words allow."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from holdfast.guard import read_policy
from holdfast.guard.replay import Replayed, replay

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "airline"
EACH = 25


@pytest.fixture(scope="module")
def recorded(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    out = tmp_path_factory.mktemp("airline") / "calls.jsonl"
    command = [sys.executable, str(FOLDER / "record.py"), str(shared_data / "tau_bench"), str(out)]
    subprocess.run([*command, "--each", str(EACH)], check=True, timeout=600)
    return out.read_text("utf-8").splitlines()


@pytest.fixture(scope="module")
def replayed(recorded: list[str]) -> list[tuple[dict[str, Any], Replayed]]:
    done = replay(recorded, read_policy(FOLDER / "policy.toml"))
    return [(json.loads(text), result) for text, result in zip(recorded, done, strict=True)]


def test_every_gold_call_is_replayed_and_only_those_against_the_policys_words_are_stopped(replayed) -> None:
    gold = [(record, done) for record, done in replayed if record["group"] == "gold"]
    assert len(gold) == 158
    ruled = Counter(record["tool"] for record, done in gold if done.outcome != "leave")
    assert ruled == {
        "update_reservation_flights": 20,
        "cancel_reservation": 15,
        "book_reservation": 9,
        "update_reservation_baggages": 6,
        "update_reservation_passengers": 3,
        "send_certificate": 3,
    }
    stopped = [record for record, done in gold if not done.passes]
    for record in stopped:  # "basic economy or economy flights can be cancelled only if travel insurance is bought"
        reservation, state = record["state"]["reservation"], record["state"]
        age = datetime.fromisoformat(state["now"]) - datetime.fromisoformat(reservation["created_at"])
        assert record["tool"] == "cancel_reservation"
        assert reservation["cabin"] in ("economy", "basic_economy")
        assert reservation["insurance"] == "no"
        assert age.total_seconds() > 24 * 3600
        assert all(segment["status"] != "cancelled" for segment in state["segments"])
    assert len(stopped) == 2


def test_every_right_call_passes_and_every_wrong_one_is_stopped(replayed) -> None:
    groups = {record["group"] for record, _ in replayed}
    assert len([g for g in groups if g.startswith("right")]) == 6
    assert len([g for g in groups if g.startswith("wrong")]) == 20
    passed = Counter((record["group"], done.passes) for record, done in replayed if record["group"] != "gold")
    assert all(passes == group.startswith("right") for group, passes in passed), passed


def test_the_reason_is_the_rule_that_was_broken(replayed) -> None:
    rule_of = {
        "wrong: cancel an uninsured economy fare after a day": "(rule 'cancellation')",
        "wrong: cancel a trip that was flown": "(rule 'flown trip')",
        "wrong: change basic economy flights": "(rule 'basic economy')",
        "wrong: fly from somewhere else": "(rule 'route')",
        "wrong: remove a passenger": "(rule 'number of passengers')",
        "wrong: remove a bag": "(rule 'bags')",
        "wrong: cancel another customer's reservation": "(rule 'own reservation')",
        "wrong: cancel on a record that is out of date": "(rule 'cancellation')",
        "wrong: cancel on the record of another reservation": "belongs to event",
        "wrong: pay a change by certificate": "(rule 'payment of a change')",
        "wrong: book with two certificates": "(rule 'payment of a booking')",
        "wrong: compensate too much": "(rule 'certificate')",
    }
    for record, done in replayed:
        if record["group"] in rule_of:
            assert rule_of[record["group"]] in done.reason, record["id"]


def test_without_the_records_no_change_is_made(recorded: list[str]) -> None:
    policy = read_policy(FOLDER / "policy.toml")
    blind = [json.dumps({**json.loads(text), "state": {}, "snapshots": []}) for text in recorded]
    tools = {tool for rule in policy.rules for tool in rule.tools}
    for done in replay([line for line in blind if json.loads(line)["tool"] in tools], policy):
        assert done.outcome == "defer"
        assert "is not in view" in done.reason
