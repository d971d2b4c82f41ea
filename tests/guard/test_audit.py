"""The audit trail: one whole line per verdict, whoever asks."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from holdfast.guard import DecisiveState, Guard, JsonLinesAudit, Outcome, Verdict

FIELD = DecisiveState("E17", "decision", "ACTION_B", 4)


def test_every_verdict_reaches_the_sink_before_the_caller() -> None:
    seen: list[Verdict] = []
    guard = Guard(audit=seen.append)
    verdicts = [guard.check("ACTION_A", shown, "E17") for shown in ([], [FIELD])]
    assert seen == verdicts
    assert [v.outcome for v in seen] == [Outcome.LEAVE, Outcome.CORRECT]


def test_a_line_holds_the_whole_verdict(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with JsonLinesAudit(path, clock=lambda: 12.5) as audit:
        verdict = Guard(audit=audit).check("ACTION_Ä\nx", [FIELD], "E17")
        assert len(path.read_text(encoding="utf-8").splitlines()) == 1  # written at once, not at the end
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "time": 12.5,
        "outcome": "correct",
        "event_id": "E17",
        "proposed": "ACTION_Ä\nx",
        "action": "ACTION_B",
        "reason": verdict.reason,
        "state": {
            "event_id": "E17",
            "kind": "decision",
            "action": "ACTION_B",
            "issued_at": 4,
            "expires_at": None,
            "among": [],
            "why": "",
        },
    }


def test_it_appends_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    for _ in range(2):
        with JsonLinesAudit(path) as audit:
            Guard(audit=audit).check("ACTION_A", [], "E17")
    assert len(path.read_text().splitlines()) == 2


def test_threads_write_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with JsonLinesAudit(path) as audit, ThreadPoolExecutor(8) as threads:
        guard = Guard(audit=audit)
        verdicts = list(threads.map(lambda n: guard.check(f"A{n}" * 200, [FIELD], f"E{n % 3}"), range(2000)))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(line["proposed"] for line in lines) == sorted(v.proposed for v in verdicts)
    assert len(lines) == 2000


def test_no_verdict_without_its_audit_line(tmp_path: Path) -> None:
    audit = JsonLinesAudit(tmp_path / "audit.jsonl")
    audit.close()
    with pytest.raises(ValueError, match="closed"):
        Guard(audit=audit).check("ACTION_A", [], "E17")


def test_the_file_is_rotated_and_no_line_is_lost_or_split(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with JsonLinesAudit(path, max_bytes=2000, keep=50) as audit, ThreadPoolExecutor(4) as threads:
        guard = Guard(audit=audit)
        list(threads.map(lambda n: guard.check(f"A{n}", [FIELD], "E17"), range(100)))
    files = [path, *tmp_path.glob("audit.jsonl.*")]
    assert len(files) > 5
    assert all(file.stat().st_size <= 2000 for file in files)
    said = [json.loads(line)["proposed"] for file in files for line in file.read_text().splitlines()]
    assert sorted(said) == sorted(f"A{n}" for n in range(100))


def test_only_so_many_files_are_kept_the_newest_first(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with JsonLinesAudit(path, max_bytes=1, keep=2) as audit:  # every line is too long, and is written all the same
        for n in range(5):
            Guard(audit=audit).check(f"A{n}", [], "E17")
    kept = {file.name: json.loads(file.read_text())["proposed"] for file in tmp_path.iterdir()}
    assert kept == {"audit.jsonl": "A4", "audit.jsonl.1": "A3", "audit.jsonl.2": "A2"}
    with pytest.raises(ValueError, match="at least 1"):
        JsonLinesAudit(path, max_bytes=0)


def test_what_json_cannot_hold_is_written_as_text(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with JsonLinesAudit(path) as audit:
        Guard(audit=audit).check({1, 2}, [], "\ud800")
    assert json.loads(path.read_text())["proposed"] == "{1, 2}"
