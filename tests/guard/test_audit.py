"""The audit trail: one whole line per verdict, whoever asks."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from holdfast.guard import DecisiveField, Guard, JsonLinesAudit, Outcome, Verdict

FIELD = DecisiveField("decision", "ACTION_B", "E17", 4)


def test_every_verdict_reaches_the_sink_before_the_caller() -> None:
    seen: list[Verdict] = []
    guard = Guard(audit=seen.append)
    verdicts = [guard.check("E17", "ACTION_A", shown) for shown in ([], [FIELD])]
    assert seen == verdicts
    assert [v.outcome for v in seen] == [Outcome.LEAVE, Outcome.CORRECT]


def test_a_line_holds_the_whole_verdict(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with JsonLinesAudit(path, clock=lambda: 12.5) as audit:
        verdict = Guard(audit=audit).check("E17", "ACTION_Ä\nx", [FIELD])
        assert len(path.read_text(encoding="utf-8").splitlines()) == 1  # written at once, not at the end
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "time": 12.5,
        "outcome": "correct",
        "event_id": "E17",
        "proposed": "ACTION_Ä\nx",
        "action": "ACTION_B",
        "reason": verdict.reason,
        "field": {"kind": "decision", "action": "ACTION_B", "event_id": "E17", "sequence": 4},
    }


def test_it_appends_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    for _ in range(2):
        with JsonLinesAudit(path) as audit:
            Guard(audit=audit).check("E17", "ACTION_A", [])
    assert len(path.read_text().splitlines()) == 2


def test_threads_write_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    with JsonLinesAudit(path) as audit, ThreadPoolExecutor(8) as threads:
        guard = Guard(audit=audit)
        verdicts = list(threads.map(lambda n: guard.check(f"E{n % 3}", f"A{n}" * 200, [FIELD]), range(2000)))
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(line["proposed"] for line in lines) == sorted(v.proposed for v in verdicts)
    assert len(lines) == 2000


def test_no_verdict_without_its_audit_line(tmp_path: Path) -> None:
    audit = JsonLinesAudit(tmp_path / "audit.jsonl")
    audit.close()
    with pytest.raises(ValueError, match="closed"):
        Guard(audit=audit).check("E17", "ACTION_A", [])
