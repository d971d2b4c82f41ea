"""`holdfast analyse`: every table and figure of the commitment paper over the profiles of several runs."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holdfast.cli.run import RUNS
from holdfast.core import HoldfastError
from holdfast.engine.folder import refuse_run_folder

if TYPE_CHECKING:
    import polars as pl

    from holdfast.engine.suite import Analysis
    from holdfast.report.analysis_page import Source

SUITE = "commitment"
FREE = ("contrasts", "confidence")
"""Settings in which runs may differ: they add to what is asked and change nothing of the tasks."""


def command(
    runs: Annotated[list[Path], typer.Argument(help="Run folders of the suite commitment.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Where to write; by default a new one in runs/.")
    ] = None,
    audit: Annotated[
        Path | None,
        typer.Option(help="Verdicts on the matcher's decisions (CSV or JSON lines)."),
    ] = None,
    strict: Annotated[Path | None, typer.Option(help="A run of the same agents with --strict-schema.")] = None,
    draws: Annotated[int, typer.Option(min=1, help="Bootstrap draws.")] = 2000,
    clusters: Annotated[int | None, typer.Option(min=1, help="Phenotype clusters; by silhouette if not given.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON, no summary.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing.")] = False,
) -> int:
    """Hold the profiles of one or more commitment runs against each other.

    Writes a folder with tables, figures, case cards, a benchmark card, a validity statement and report.html. The runs
    must have asked the same tasks in the same way, and no agent may be in two of them.
    """
    from holdfast.report.analysis_page import write_analysis
    from holdfast.suites.commitment.analyses.documents import benchmark_card, schema_page, validity_statement
    from holdfast.suites.commitment.analyses.examine import Options, examine_questions
    from holdfast.suites.commitment.analyses.grid import make_grid
    from holdfast.suites.commitment.analyses.matcher_audit import read_audit
    from holdfast.suites.commitment.tables import task_table

    folder = out or RUNS / time.strftime("analysis-%Y%m%d-%H%M%S")
    refuse_run_folder(folder)
    questions, settings, sources = _read(runs)
    verdicts = read_audit(audit) if audit else None
    rerun = _read_strict(strict) if strict else None
    options = Options(draws, clusters)
    analysis = examine_questions(questions, settings, audit=verdicts, strict=rerun, options=options)
    grid = make_grid(task_table(questions))
    documents = {
        "benchmark_card.md": benchmark_card(settings, grid),
        "validity.md": validity_statement(grid, analysis.tables[f"{SUITE}_notes"]),
        "schema.md": schema_page(),
    }
    write_analysis(folder, analysis, sources, documents)
    if as_json:
        sys.stdout.write((folder / "findings.json").read_text(encoding="utf-8") + "\n")
    elif not quiet:
        _tell(analysis, folder)
    return 0


def _read(runs: list[Path]) -> tuple[pl.DataFrame, dict[str, Any], list[Source]]:
    """The questions of all runs, their common settings, and where they came from."""
    import polars as pl

    from holdfast.engine.folder import RunFolder
    from holdfast.engine.plan import read_plan
    from holdfast.engine.score import read_scores
    from holdfast.report.analysis_page import Source
    from holdfast.suites.commitment.answered import questions_asked
    from holdfast.suites.commitment.settings import Settings
    from holdfast.suites.options import typed

    frames: list[pl.DataFrame] = []
    sources: list[Source] = []
    common: dict[str, Any] = {}
    for run in runs:
        folder = RunFolder(run)
        plan = read_plan(folder.plan)
        planned = next((each for each in plan.suites if each.name == SUITE), None)
        if planned is None:
            raise HoldfastError(f"{run} did not measure the suite {SUITE}; analyse runs that did.")
        if not folder.scores.exists():
            raise HoldfastError(f"{run} is not finished; go on with `holdfast resume {run}`.")
        _same_settings(common, planned.settings, run)
        common = common or planned.settings
        scores = read_scores(folder, SUITE)
        agents = scores["agent"].unique(maintain_order=True).to_list()
        again = [(agent, other.run) for other in sources for agent in agents if agent in other.agents]
        if again:
            raise HoldfastError(f"{again[0][0]} is in {again[0][1]} and in {run}; analyse one of the two.")
        sources.append(Source(run.resolve().name, plan.digest, agents))
        frames.append(scores)
    scores = pl.concat(frames, how="diagonal_relaxed")
    if "right" not in scores.columns:
        raise HoldfastError("No question of these runs was answered, so there is nothing to analyse.")
    asked = questions_asked(scores)
    contract = typed(SUITE, common, Settings).contracts[0]
    return asked.filter(pl.col("contract") == contract), common, sources


def _read_strict(run: Path) -> pl.DataFrame:
    questions, settings, _ = _read([run])
    if not settings.get("strict_schema"):
        raise HoldfastError(f"{run} did not ask for JSON; give --strict a run that was made with --strict-schema.")
    return questions


def _same_settings(first: dict[str, Any], settings: dict[str, Any], run: Path) -> None:
    for name, value in first.items():
        if name not in FREE and settings.get(name) != value:
            raise HoldfastError(
                f"{run} has {name} {settings.get(name)!r}, the first run {value!r}; analyse runs that asked the same."
            )


def _tell(analysis: Analysis, folder: Path) -> None:
    """The overview, what predicts failure, and the notes."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    overview = Table(box=None, show_header=False, pad_edge=False)
    for row in analysis.tables[f"{SUITE}_overview"].iter_rows():
        overview.add_row(*map(str, row))
    console.print(overview)
    measured = analysis.tables[f"{SUITE}_discrimination"].drop_nulls("auc")
    if measured.height:
        found = Table(box=None, pad_edge=False, title="\nWhat predicts failure", title_justify="left")
        found.add_column("")
        for head in ("AUC", "PR-AUC", "Brier", "ECE"):
            found.add_column(head, justify="right")
        for row in measured.iter_rows(named=True):
            found.add_row(row["predictor"], *(f"{row[name]:.3f}" for name in ("auc", "pr_auc", "brier", "ece")))
        console.print(found)
    for note in analysis.tables[f"{SUITE}_notes"]["note"]:
        console.print(f"- {note}", highlight=False, soft_wrap=True)
    console.print(f"Report: {folder / 'report.html'}", highlight=False, soft_wrap=True)
