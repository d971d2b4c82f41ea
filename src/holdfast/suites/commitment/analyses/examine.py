"""All analyses of an evaluation at once: every table by name, the findings, and a sentence for what cannot be done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec
import numpy as np
import polars as pl

from holdfast.core import Finding
from holdfast.engine.suite import Analysis, Settings
from holdfast.suites.commitment.analyses.audits import availability_table, comparability_table
from holdfast.suites.commitment.analyses.baselines import baseline_findings, baseline_table
from holdfast.suites.commitment.analyses.board import Board, make_board
from holdfast.suites.commitment.analyses.case_studies import case_study_table
from holdfast.suites.commitment.analyses.discrimination import (
    Uncertainty,
    delta_table,
    discrimination_findings,
    discrimination_tables,
    uncertainty_table,
)
from holdfast.suites.commitment.analyses.grid import Grid, make_grid
from holdfast.suites.commitment.analyses.matcher_audit import audit_table, bound_table, unused_rows
from holdfast.suites.commitment.analyses.misorders import misorder_tables
from holdfast.suites.commitment.analyses.overview import family_by_agent_table, family_by_band_table, overview_table
from holdfast.suites.commitment.analyses.phenotypes import FEWEST, phenotype_findings, phenotype_tables
from holdfast.suites.commitment.analyses.predictors import REFERENCE
from holdfast.suites.commitment.analyses.ranking import ranking_findings, ranking_tables
from holdfast.suites.commitment.analyses.schema import PREFIX
from holdfast.suites.commitment.analyses.sensitivity import (
    ablation_table,
    sensitivity_findings,
    sensitivity_table,
)
from holdfast.suites.commitment.analyses.strict_schema import strict_schema_table
from holdfast.suites.commitment.analyses.traces import Traces, make_traces, no_traces
from holdfast.suites.commitment.answered import probe_rows
from holdfast.suites.commitment.tables import task_table


class Options(msgspec.Struct, frozen=True):
    """How much is drawn, and how many clusters are wanted."""

    draws: int = 2000
    """Bootstrap draws, and weight vectors of each regime."""
    clusters: int | None = None
    """Phenotype clusters; by silhouette if None, and six at the paper's 32 profiles."""


@dataclass(frozen=True, eq=False)
class Material:
    """What an evaluation brings besides its task table; everything may be absent."""

    probes: pl.DataFrame | None = None
    """The rows that `scores.task_scores` takes."""
    traces: Traces = field(default_factory=no_traces)
    """Prompts and replies."""
    audit: pl.DataFrame | None = None
    """People's verdicts on matcher decisions."""
    strict: pl.DataFrame | None = None
    """Questions of a strict-schema run of the same agents."""
    original: pl.DataFrame | None = None
    """Questions of the ordinary run, to hold the strict one against."""


def examine(tasks: pl.DataFrame, material: Material | None = None, options: Options | None = None) -> Analysis:
    """Every table and finding about an evaluation; `commitment_notes` says what could not be done, and why."""
    given, how = material or Material(), options or Options()
    grid = make_grid(tasks)
    notes = _general_notes(grid)
    uncertainty = Uncertainty(grid, how.draws)
    tables = {
        **discrimination_tables(grid),
        "uncertainty": uncertainty_table(uncertainty),
        "paired_deltas": delta_table(uncertainty),
        "trained_baselines": baseline_table(grid),
        "weight_sensitivity": sensitivity_table(grid, how.draws),
        "ablation": ablation_table(grid),
        "feature_availability": availability_table(),
        "family_by_band": family_by_band_table(grid),
        "family_by_agent": family_by_agent_table(grid),
        "case_studies": case_study_table(grid, given.traces),
    }
    findings = [
        *discrimination_findings(grid, uncertainty),
        *baseline_findings(tables["trained_baselines"]),
        *sensitivity_findings(grid, tables["weight_sensitivity"]),
    ]
    ranked, board = _rankable(grid, notes)
    tables["overview"] = overview_table(grid, board)
    if board is not None:
        tables |= _ranked_tables(ranked, board, given, how)
        findings += _ranked_findings(ranked, tables)
    phenotypes = phenotype_tables(grid, how.clusters)
    if not phenotypes:
        notes["phenotypes"] = f"Phenotypes need at least {FEWEST} profiles that differ; there are {len(grid.agents)}."
    tables |= phenotypes
    findings += phenotype_findings(phenotypes)
    tables |= _matcher_tables(grid, board, given, notes)
    said = {"analysis": list(notes), "note": list(notes.values())}
    tables["notes"] = pl.DataFrame(said, schema={"analysis": pl.String, "note": pl.String})
    return Analysis(findings, {PREFIX + name: table for name, table in tables.items()})


def examine_questions(
    questions: pl.DataFrame,
    settings: Settings,
    *,
    audit: pl.DataFrame | None = None,
    strict: pl.DataFrame | None = None,
    options: Options | None = None,
) -> Analysis:
    """The analyses of what was really asked, from the rows of `questions_asked`."""
    material = Material(probe_rows(questions), make_traces(questions, settings), audit, strict, questions)
    if strict is None and settings.get("strict_schema"):
        material = replace(material, strict=questions, original=None)
    return examine(task_table(questions), material, options)


def _ranked_tables(grid: Grid, board: Board, given: Material, how: Options) -> dict[str, pl.DataFrame]:
    return {
        **ranking_tables(grid, board, how.draws),
        **misorder_tables(board, given.traces),
        "confidence_comparability": comparability_table(grid, board, given.probes),
    }


def _ranked_findings(grid: Grid, tables: dict[str, pl.DataFrame]) -> list[Finding]:
    return list(ranking_findings(grid, tables))


def _rankable(grid: Grid, notes: dict[str, str]) -> tuple[Grid, Board | None]:
    """The profiles that have an integrity, and their board; None with fewer than two."""
    known = grid.rows.filter(pl.col(REFERENCE).is_not_null())["agent"].unique(maintain_order=True).to_list()
    if left_out := [agent for agent in grid.agents if agent not in known]:
        notes["ranking: left out"] = f"No task of {', '.join(left_out)} has all its probes answered: not ranked."
    if len(known) < 2:
        notes["ranking"] = "Rankings, misorders and confidence comparability need at least two profiles."
        return grid, None
    kept = grid if not left_out else grid.among(pl.col("agent").is_in(known))
    return kept, make_board(kept)


def _general_notes(grid: Grid) -> dict[str, str]:
    notes: dict[str, str] = {}
    if grid.fails.all() or not grid.fails.any():
        every = "fails" if grid.fails.all() else "succeeds"
        notes["discrimination"] = f"Every task {every}, so nothing can tell failures from successes: AUC is undefined."
    if len(grid.agents) < 2:
        notes["uncertainty"] = "With one profile only tasks can be resampled; agent-block and two-way need two."
    if not np.isfinite(grid.risk("hccis_full")).any():
        notes["confidence"] = "No confidence was stated: no HCCIS-FULL, no HCCIS+N and no uncertainty proxy."
    if grid.without_outcome:
        notes["coverage"] = f"{grid.without_outcome:,} evaluations without a final answer are left out."
    notes["difficulty"] = "Difficulty and weights are design priors until people have rated the tasks."
    return notes


def _matcher_tables(grid: Grid, board: Board | None, given: Material, notes: dict[str, str]) -> dict[str, pl.DataFrame]:
    tables = {}
    if given.audit is None or given.probes is None:
        notes["matcher audit"] = "No audit file was given, so there is no matcher sensitivity bound (`--audit FILE`)."
    else:
        tables["matcher_audit"] = audit_table(given.audit, given.probes)
        if board is not None:
            kept = grid.among(pl.col("agent").is_in(board.agents))
            tables["matcher_bound"] = bound_table(kept, given.probes, given.audit)
            if unused := unused_rows(given.probes, given.audit):
                notes["matcher bound"] = unused
    if given.strict is None:
        notes["strict schema"] = "No strict-schema run was given, so there are no strata of it (`--strict RUN`)."
    else:
        tables["strict_schema"] = strict_schema_table(given.strict, given.original, given.audit)
    return tables
