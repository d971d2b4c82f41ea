"""`holdfast guard`: what it prints about recorded actions and calls, and how it fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

POLICY = """
[about.order]
event = "call.order_id"
state = "order.order_id"

[[rule]]
name = "pending only"
tool = "cancel"
about = "order"
require = "order.status == 'pending'"
why = "It was sent."

[[rule]]
name = "own card"
tool = "cancel"
about = "order"
argument = "card"
equals = "order.card"
"""


def call(status: str, card: str = "c1", order: str = "W1", **more: object) -> str:
    state = {"order": {"order_id": "W1", "status": status, "card": "c1"}}
    return json.dumps({"tool": "cancel", "arguments": {"order_id": order, "card": card}, "state": state, **more})


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "policy.toml").write_text(POLICY)
    lines = [
        call("pending", group="good"),
        call("sent", group="bad", id="too late"),
        call("pending", "c9", group="bad"),
        call("pending", order="W2", group="bad"),
        json.dumps({"tool": "look", "arguments": {}, "group": "good"}),
        json.dumps({"event_id": "E1", "action": "A", "group": "good"}),
    ]
    (tmp_path / "calls.jsonl").write_text("\n".join(lines) + "\n")
    return str(tmp_path / "calls.jsonl"), str(tmp_path / "policy.toml")


def test_replay_counts_by_group_and_lists_what_would_change(cli, files) -> None:
    said = cli("guard", "replay", files[0], "--policy", files[1])
    assert (said.code, said.err) == (0, "")
    rows = {line.split()[0]: line.split()[1:] for line in said.out.splitlines()[1:4]}
    assert said.out.splitlines()[0].split() == ["calls", "accept", "leave", "correct", "stop", "defer"]
    assert rows == {
        "good": ["3", "1", "2", "0", "0", "0"],
        "bad": ["3", "0", "0", "1", "1", "1"],
        "together": ["6", "1", "2", "1", "1", "1"],
    }
    assert 'too late (line 2): cancel(order_id="W1", card="c1")' in said.out
    assert "stop: cancel for 'W1' is not allowed (rule 'pending only'). It was sent." in said.out
    assert 'now: cancel(order_id="W1", card="c1")' in said.out
    assert "(3 of 3 shown)" in said.out
    assert "(1 of 3 shown)" in cli("guard", "replay", files[0], "--policy", files[1], "--limit", "1").out


def test_replay_as_json(cli, files) -> None:
    said = cli("guard", "replay", files[0], "--policy", files[1], "--json")
    *records, last = [json.loads(line) for line in said.out.splitlines()]
    assert [record["outcome"] for record in records] == ["accept", "correct", "correct", "defer", "leave", "leave"]
    assert records[2]["now"] == {"tool": "cancel", "arguments": {"order_id": "W1", "card": "c1"}}
    assert last == {"counts": {"good": {"accept": 1, "leave": 2}, "bad": {"stop": 1, "correct": 1, "defer": 1}}}


def test_nothing_to_change_and_nothing_at_all(cli, tmp_path: Path) -> None:
    (tmp_path / "calm.jsonl").write_text('{"event_id": "E1", "action": "A"}\n')
    assert "Nothing would have been changed." in cli("guard", "replay", str(tmp_path / "calm.jsonl")).out
    for text in ("", "\n  \n"):
        (tmp_path / "empty.jsonl").write_text(text)
        for more in ((), ("--json",)):
            said = cli("guard", "replay", "empty.jsonl", *more)
            assert (said.code, said.out) == (1, "")
            assert "empty.jsonl held no calls; give one record a line" in said.problem


def test_check_says_by_its_exit_code_whether_the_action_may_be_taken(cli, files, tmp_path: Path) -> None:
    assert cli("guard", "check", call("pending"), "-p", files[1]).code == 0
    stopped = cli("guard", "check", call("sent"), "-p", files[1])
    assert (stopped.code, stopped.out.splitlines()[-1]) == (3, "do nothing, and ask")
    corrected = cli("guard", "check", call("pending", "c9"), "-p", files[1])
    assert (corrected.code, corrected.out.splitlines()[-1]) == (
        3,
        'do instead: cancel(order_id="W1", card="c1")',
    )
    (tmp_path / "one.json").write_text(json.dumps(json.loads(call("sent")), indent=1))
    found = cli("guard", "check", str(tmp_path / "one.json"), "-p", files[1], "--json")
    assert (found.code, json.loads(found.out)["outcome"]) == (3, "correct")


def test_the_audit_file_holds_every_verdict(cli, files, tmp_path: Path) -> None:
    cli("guard", "replay", files[0], "-p", files[1], "--audit", str(tmp_path / "audit.jsonl"))
    lines = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]
    assert [line["outcome"] for line in lines] == [
        *("accept", "accept"),
        *("accept", "correct"),
        *("correct", "accept"),
        *("defer", "defer"),
        "leave",
    ]


def test_it_reads_standard_input(program, files) -> None:
    import subprocess
    import sys

    command = [sys.executable, "-m", "holdfast", "guard", "replay", "-"]
    found = subprocess.run(command, input='{"event_id": "E", "action": 1}', capture_output=True, text=True, check=True)
    assert "Nothing would have been changed." in found.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"event_id": "E1", "action": "A"}\n{oops\n', "line 2: it is not JSON"),
        (b'{"event_id": "E1"}\n', "line 1: it holds neither"),
        (b'{"tool": "cancel"}\n', "--policy"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_bad_records_are_one_sentence_with_the_line(cli, tmp_path: Path, text: bytes, said: str) -> None:
    (tmp_path / "calls.jsonl").write_bytes(text)
    found = cli("guard", "replay", str(tmp_path / "calls.jsonl"))
    assert found.code == 1
    assert said in found.problem
    assert "calls.jsonl" in found.problem


def test_other_mistakes(cli, files, tmp_path: Path) -> None:
    assert "can check or replay" in cli("guard", "watch", files[0]).problem
    assert "No such file" in cli("guard", "replay", str(tmp_path / "none")).problem
    assert "No such file" in cli("guard", "replay", files[0], "-p", str(tmp_path / "none.toml")).problem
    (tmp_path / "bad.toml").write_text('[[rule]]\nname = "x"\ntool = "t"\nrequire = "a b"\n')
    assert "rule 'x', `require`" in cli("guard", "replay", files[0], "-p", str(tmp_path / "bad.toml")).problem
    assert "cannot be written" in cli("guard", "replay", files[0], "--audit", str(tmp_path / "no" / "a")).problem
    (tmp_path / "empty").write_text("")
    assert "is empty" in cli("guard", "check", str(tmp_path / "empty")).problem
