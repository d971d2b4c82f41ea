"""The journal of a training: whole lines, and none from a future that was undone."""

from __future__ import annotations

import pytest

from holdfast.core import HoldfastError
from holdfast.enforce.journal import Metrics, TaskMetrics, TrainingJournal, read_metrics


def line(step: int, kind: str = "step") -> Metrics:
    return Metrics(kind, step, 0.5, 0.75, {"hypothetical": TaskMetrics(0.5, 0.75, 0.25)}, loss=0.1 * step)


def test_lines_come_back_as_they_were_written(tmp_path) -> None:
    file = tmp_path / "metrics.jsonl"
    written = [line(1), line(2), Metrics("validation", 2, -0.25, 0.5, {}, strict=0.25)]
    journal = TrainingJournal(file, 0)
    for metrics in written:
        journal.add(metrics)
    assert list(read_metrics(file)) == written
    assert file.read_text().count("\n") == 3


def test_what_lies_past_a_checkpoint_is_cut_off(tmp_path) -> None:
    file = tmp_path / "metrics.jsonl"
    journal = TrainingJournal(file, 0)
    for metrics in (line(1), line(2), line(2, "validation"), line(3)):
        journal.add(metrics)
    TrainingJournal(file, 2).add(line(3, "again"))
    assert [(m.kind, m.step) for m in read_metrics(file)] == [
        ("step", 1), ("step", 2), ("validation", 2), ("again", 3),
    ]  # fmt: skip
    assert [p.name for p in tmp_path.iterdir()] == ["metrics.jsonl"]


def test_a_line_that_a_crash_cut_short_is_left_out(tmp_path) -> None:
    file = tmp_path / "metrics.jsonl"
    journal = TrainingJournal(file, 0)
    journal.add(line(1))
    journal.add(line(2))
    file.write_bytes(file.read_bytes()[:-20])
    assert list(read_metrics(file)) == [line(1)]
    TrainingJournal(file, 5).add(line(2))
    assert list(read_metrics(file)) == [line(1), line(2)]


def test_no_journal_has_no_lines(tmp_path) -> None:
    assert list(read_metrics(tmp_path / "metrics.jsonl")) == []


def test_a_full_disk_is_said_in_one_sentence() -> None:
    from pathlib import Path

    journal = TrainingJournal.__new__(TrainingJournal)
    journal._file = Path("/dev/full")
    with pytest.raises(HoldfastError) as caught:
        journal.add(line(1))
    assert str(caught.value) == (
        "/dev/full could not be written (No space left on device); make room and run again: "
        "training goes on from the last good checkpoint."
    )
