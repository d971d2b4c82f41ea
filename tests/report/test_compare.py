"""Comparing real runs of reference agents: numbers against the findings and against statsmodels, and every refusal."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import polars as pl
import pytest
from statsmodels.stats.contingency_tables import mcnemar

from holdfast.cli import main
from holdfast.core import HoldfastError
from holdfast.engine.folder import RunFolder
from holdfast.engine.score import read_findings
from holdfast.report.compare import Comparison, compare
from holdfast.report.comparison_page import write_comparison

SMALL = ("--orders", "2", "--control-orders", "2")
Make = Callable[..., Path]


@pytest.fixture(scope="module")
def make(tmp_path_factory: pytest.TempPathFactory) -> Make:
    """A run of reference agents, without its page; the same arguments give the same folder."""
    made: dict[tuple[str, ...], Path] = {}

    def call(*arguments: str, agents: tuple[str, ...]) -> Path:
        key = (*arguments, *agents)
        if key not in made:
            made[key] = tmp_path_factory.mktemp("runs") / f"run{len(made)}"
            named = [word for agent in agents for word in ("--agent", f"reference/{agent}")]
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("holdfast.report.completion.write_report", lambda folder: None)
                assert main(["run", "invariance", *SMALL, *arguments, *named, "--out", str(made[key]), "-q"]) == 0
        return made[key]

    return call


@pytest.fixture(scope="module")
def two(make: Make) -> tuple[Path, Path]:
    return make("--chains", "6", agents=("last-clause",)), make("--chains", "6", agents=("random",))


@pytest.fixture(scope="module")
def found(two: tuple[Path, Path]) -> Comparison:
    return compare(two)


def test_both_means_are_the_findings_of_the_runs(two: tuple[Path, Path], found: Comparison) -> None:
    estimates = [{f.name: f.estimate for f in read_findings(RunFolder(run)).findings} for run in two]
    assert len(found.differences) >= 15
    for row in found.differences:
        assert row.before_mean == pytest.approx(estimates[0][row.measure]), row.measure
        assert row.after_mean == pytest.approx(estimates[1][row.measure]), row.measure
        assert row.difference == pytest.approx(row.after_mean - row.before_mean)
    assert not found.unpaired
    assert not found.refused


def test_mcnemar_and_the_sign_test_agree_with_other_libraries(two: tuple[Path, Path], found: Comparison) -> None:
    from scipy.stats import binomtest

    row = next(row for row in found.differences if row.measure == "invariance.tcit_h.positive_rate")
    assert row.only_before is not None
    assert row.only_after is not None
    assert row.only_before + row.only_after > 0
    exact = mcnemar(np.array([[0, row.only_before], [row.only_after, 0]]), exact=True)
    assert row.mcnemar_p == pytest.approx(exact.pvalue)
    assert row.sign_p == pytest.approx(binomtest(row.clusters_up, row.clusters_up + row.clusters_down).pvalue)
    # The counts themselves, from the scores.
    sides = []
    for run in two:
        design = pl.read_parquet(run / "design.parquet").filter(pl.col("variant") == "H")
        rows = pl.read_parquet(run / "scores.parquet").join(design, on="id").filter(pl.col("target").is_not_null())
        sides.append(rows.select("id", right=pl.col("margin_mean") > 0))
    both = sides[0].join(sides[1], on="id", suffix="_after")
    assert both.filter(pl.col("right") & ~pl.col("right_after")).height == row.only_before
    assert both.filter(~pl.col("right") & pl.col("right_after")).height == row.only_after


def test_flips_are_the_cases_of_which_one_side_is_right(
    found: Comparison, tmp_path: Path, two: tuple[Path, Path]
) -> None:
    for row in (row for row in found.differences if row.headline):
        flips = [flip for flip in found.flips if flip.measure == row.measure]
        assert sum(flip.gained for flip in flips) == row.only_after
        assert sum(not flip.gained for flip in flips) == row.only_before
    write_comparison(found, tmp_path / "out")
    page = (tmp_path / "out" / "compare.html").read_text(encoding="utf-8")
    flip = found.flips[0]
    assert f"report.html#case={flip.case}" in page
    assert "<script" not in page
    assert pl.read_csv(tmp_path / "out" / "flips.csv").height == len(found.flips)
    assert pl.read_csv(tmp_path / "out" / "differences.csv").height == len(found.differences)


def test_a_gain_and_where_it_did_not_help(make: Make) -> None:
    """Copying the premise against always saying `absent`: better at changes, worse at stays."""
    found = compare([make("--chains", "6", agents=("always-absent", "copies-premise"))])
    verdicts = {row.measure: row.verdict for row in found.differences}
    assert verdicts["invariance.responsiveness"] == "better"
    assert verdicts["invariance.stability"] == "worse"
    assert verdicts["invariance.tcit_h.flip_rate"] == "open"
    steady = next(row for row in found.differences if row.measure == "invariance.responsiveness")
    assert (steady.before_mean, steady.after_mean) == (0.0, 1.0)
    assert steady.all_agree
    ranks = {ranks.measure: ranks.ranks for ranks in found.ranks}
    assert ranks["invariance.responsiveness"] == {"reference/always-absent": 2, "reference/copies-premise": 1}
    assert ranks["invariance.stability"] == {"reference/always-absent": 1, "reference/copies-premise": 2}


def test_agents_of_one_run_are_called_a_and_b(make: Make, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither came before the other."""
    run = make("--chains", "6", agents=("always-absent", "copies-premise"))
    assert main(["compare", str(run), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    page = (tmp_path / "out" / "compare.html").read_text(encoding="utf-8").partition("<main>")[2]
    assert said.startswith("A reference/always-absent\nB reference/copies-premise\n")
    assert "A: reference/always-absent, B: reference/copies-premise</h2>" in page
    for text in (said, page):
        assert "before" not in text.lower()
        assert "after" not in text.lower()
        assert "B better" in text
        assert "A better" in text
    assert "  right only in B: " in said
    assert "Difference (B - A)" in page


def test_runs_come_one_after_the_other(
    two: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *map(str, two), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert re.search(r"before +after +diff\.", said)
    assert re.search(r"  gained: \d+ cases, ", said)
    assert "Difference (after - before)" in (tmp_path / "out" / "compare.html").read_text(encoding="utf-8")


def test_only_shared_cases_are_paired_and_the_others_counted(make: Make, two: tuple[Path, Path]) -> None:
    found = compare([two[0], make("--chains", "4", agents=("last-clause",))])
    assert {row.units for row in found.differences} == {4}
    assert all(row.difference == 0 for row in found.differences), "the same agent on the same cases"
    assert sum(found.unpaired.values()) > 0
    assert not found.flips


def test_rank_changes_between_runs_of_the_same_agents(make: Make, tmp_path: Path) -> None:
    run = make("--chains", "6", agents=("always-absent", "copies-premise"))
    other = Path(shutil.copytree(run, tmp_path / "other"))
    findings = read_findings(RunFolder(other))
    swapped = [
        msgspec.structs.replace(f, estimate=1 - f.estimate) if f.name == "invariance.responsiveness" else f
        for f in findings.findings
    ]
    RunFolder(other).findings.write_bytes(msgspec.json.encode(msgspec.structs.replace(findings, findings=swapped)))
    changes = {change.measure: change for change in compare([run, other]).rank_changes}
    moved = changes["invariance.responsiveness"]
    assert moved.ranks == {"reference/always-absent": (2, 1), "reference/copies-premise": (1, 2)}
    assert moved.tau == pytest.approx(-1)
    assert changes["invariance.stability"].tau == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--seeds", "7"), r"share no case \(settings that differ: seeds\)"),
        (("--method", "forced-choice"), r"asked by other methods \(settings that differ: methods\)"),
    ],
)
def test_what_is_not_comparable_is_refused_with_the_reason(
    make: Make, two: tuple[Path, Path], arguments: tuple[str, ...], why: str
) -> None:
    with pytest.raises(HoldfastError, match=why):
        compare([two[0], make("--chains", "6", *arguments, agents=("random",))])


def test_other_words_and_other_targets_are_refused(two: tuple[Path, Path], tmp_path: Path) -> None:
    for file, column, why in (("cases", "request", "put in other words"), ("design", "target", "other right answers")):
        copy = Path(shutil.copytree(two[1], tmp_path / file))
        frame = pl.read_parquet(copy / f"{file}.parquet")
        frame.with_columns(pl.col(column) + " ").write_parquet(copy / f"{file}.parquet")
        with pytest.raises(HoldfastError, match=why):
            compare([two[0], copy])


def test_a_measure_that_the_card_denies_is_left_out(two: tuple[Path, Path], tmp_path: Path) -> None:
    copy = Path(shutil.copytree(two[1], tmp_path / "copy"))
    findings = json.loads((copy / "findings.json").read_bytes())
    for finding in findings["findings"]:
        if finding["name"] == "invariance.stability":
            finding["estimate"] += 0.01
    (copy / "findings.json").write_text(json.dumps(findings), encoding="utf-8")
    measures = {row.measure for row in compare([two[0], copy]).differences}
    assert "invariance.stability" not in measures
    assert "invariance.responsiveness" in measures


def test_another_version_of_a_suite_is_refused(two: tuple[Path, Path], tmp_path: Path) -> None:
    copy = Path(shutil.copytree(two[1], tmp_path / "copy"))
    plan = (copy / "plan.toml").read_text(encoding="utf-8")
    (copy / "plan.toml").write_text(plan.replace("version = 1", "version = 2"), encoding="utf-8")
    with pytest.raises(HoldfastError, match="version 1 of the suite against version 2"):
        compare([two[0], copy])


def test_who_is_compared_with_whom(make: Make, two: tuple[Path, Path]) -> None:
    several = make("--chains", "6", agents=("always-absent", "copies-premise"))
    with pytest.raises(HoldfastError, match="same run is named twice"):
        compare([several, several])
    with pytest.raises(HoldfastError, match="only one agent"):
        compare([two[0]])
    with pytest.raises(HoldfastError, match="--baseline reference/always-absent"):
        compare([several, two[0]])
    with pytest.raises(HoldfastError, match="did you mean 'reference/random'"):
        compare(two, agents=["reference/randon"])
    found = compare([several, two[0]], baseline="reference/copies-premise")
    assert {row.before for row in found.differences} == {f"reference/copies-premise in {several.name}"}
    assert {row.after for row in found.differences} == {f"reference/last-clause in {two[0].name}"}


def test_the_command(two: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(two[0]), str(two[1]), "--out", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert "TCIT-H positive rate" in out
    assert "holdfast show" in out
    row = next(line for line in out.splitlines() if "TCIT-H positive rate" in line)
    assert row.split()[-1] in ("better", "worse", "open"), "not cut at 80 columns"
    assert main(["compare", str(two[0]), str(tmp_path / "nothing")]) == 1
    assert "is not a run folder" in capsys.readouterr().err
