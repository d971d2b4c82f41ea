"""Broken and unfinished runs: a page of what is left, which says what is missing, and no traceback."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest

from holdfast.cli import main
from holdfast.engine.folder import RunFolder
from holdfast.report import write_report


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdfast.report.completion.write_report", lambda folder: None)
        small = ("--chains", "2", "--orders", "2", "--control-orders", "2")
        assert main(["run", "invariance", "-a", "reference/bound", *small, "--out", str(folder), "--quiet"]) == 0
    return folder


def test_a_whole_run_misses_nothing(whole: Path) -> None:
    assert write_report(RunFolder(whole)) == []
    assert "This report is partial" not in (whole / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "content", "said", "left"),
    [
        ("findings.json", None, "There are no estimates.", "World"),
        ("findings.json", b"{broken", "There are no estimates.", "Instrument certificate"),
        ("plan.toml", b"size = ", "settings and gates of the plan are not known", "Responsiveness"),
        ("manifest.json", None, "This run has no manifest.json", "Responsiveness"),
        ("manifest.json", b"[", "manifest.json cannot be read", "Responsiveness"),
        ("scores.parquet", None, "The cases of this run cannot be shown", "Responsiveness"),
        ("cases.parquet", b"broken", "The cases of this run cannot be shown", "Responsiveness"),
        ("journal.sqlite", b"not a database at all, but long enough to be looked at", "cannot be shown", "Control map"),
        ("journal.sqlite", None, "no replies in the cases below", "Control map"),
        ("tables", None, "tables is not there", "Control map"),
    ],
)
def test_one_file_less_is_told_and_the_rest_is_shown(
    whole: Path, tmp_path: Path, file: str, content: bytes | None, said: str, left: str
) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "run"))
    if content is not None:
        (run / file).write_bytes(content)
    elif (run / file).is_dir():
        shutil.rmtree(run / file)
    else:
        (run / file).unlink()
    missing = write_report(RunFolder(run))
    assert any(said in sentence for sentence in missing), missing
    page = (run / "report.html").read_text(encoding="utf-8")
    assert "This report is partial." in page
    assert said in page
    assert left in page or left == "World"


def test_an_unfinished_run_tells_how_far_it_came(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "run"))
    for file in ("findings.json", "scores.parquet", "manifest.json"):
        (run / file).unlink()
    assert main(["report", str(run)]) == 1
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert "has no findings yet; finish it with `holdfast resume" in said.err
    assert "Report, partial" in said.out
    page = " ".join((run / "report.html").read_text(encoding="utf-8").split())
    assert "no certificate that can be read" in page
    answered = pl.read_parquet(run / "cases.parquet").height
    assert f'<td class="num">{answered:,}</td><td class="num">{answered:,}</td>' in page


def test_a_broken_plan_still_gives_a_page(whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Path(shutil.copytree(whole, tmp_path / "run"))
    (run / "plan.toml").write_text("size = ", encoding="utf-8")
    assert main(["report", str(run)]) == 1
    assert "is not a valid plan" in capsys.readouterr().err
    assert (run / "report.html").exists()


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path)]) == 1
    assert "is not a run folder" in capsys.readouterr().err
