"""The evaluation at a glance (paper 001, Table 6) and its behaviour by family and band (Figure 2)."""

from __future__ import annotations

import polars as pl

from holdfast.suites.commitment.analyses.board import SUCCESS, Board, leaders
from holdfast.suites.commitment.analyses.grid import Grid
from holdfast.suites.commitment.analyses.matcher_audit import place_of
from holdfast.suites.commitment.analyses.predictors import REFERENCE
from holdfast.suites.commitment.analyses.ranking import compared
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR


def overview_table(grid: Grid, board: Board | None) -> pl.DataFrame:
    """Table 6: what was evaluated, who leads, and how far the orderings are apart. Values are text, as printed."""
    rows = [
        ("Evaluated profiles", str(len(grid.agents))),
        ("Profile-task evaluations", f"{grid.rows.height:,}"),
        ("Evaluations without a final answer, left out", f"{grid.without_outcome:,}"),
        ("Tasks", str(grid.rows["task"].n_unique())),
        ("Families", str(len(grid.families))),
        ("Failure rate", f"{grid.fails.mean():.4f}"),
    ]
    if board is not None:
        found = compared(board, REFERENCE, SUCCESS)
        best = {name: board.means(name)[0].max() for name in (SUCCESS, REFERENCE)}
        rows += [
            ("Success leader", f"{leaders(board, SUCCESS)} ({best[SUCCESS]:.4f})"),
            ("Integrity leader", f"{leaders(board, REFERENCE)} ({best[REFERENCE]:.4f})"),
            (
                "Profiles changing rank under HCCIS-CORE vs task success",
                f"{found['profiles_changed']} / {found['profiles']}",
            ),
            ("Mean absolute rank shift", f"{found['mean_shift']:.4f}"),
            ("Maximum rank shift", f"{found['max_shift']:g}"),
        ]
    for place in ("local", "hosted", "program"):
        agents = [agent for agent in grid.agents if place_of(agent) == place]
        if agents and len(agents) < len(grid.agents):
            part = grid.among(pl.col("agent").is_in(agents)).rows
            rows.append((f"Profiles, {place}", str(len(agents))))
            rows += [(f"Mean {label}, {place}", _mean(part, column)) for label, column in MEANS.items()]
    rows += [(f"Mean {label}", _mean(grid.rows, column)) for label, column in MEANS.items()]
    return pl.DataFrame(rows, schema={"quantity": pl.String, "value": pl.String}, orient="row")


MEANS = {"task success": "success", "HCCIS-CORE": "hccis_core"}


def _mean(rows: pl.DataFrame, column: str) -> str:
    known = rows.drop_nulls(column)
    if known.is_empty():
        return "not available"
    values, weights = (known[name].cast(pl.Float64).to_numpy() for name in (column, "item_weight"))
    return f"{values @ weights / weights.sum():.4f}"


def family_by_band_table(grid: Grid) -> pl.DataFrame:
    """Figure 2: difficulty, success, probe accuracy and the clean-minus-distractor gap by family and band."""
    clean, distracted = pl.col("variant") == CLEAN, pl.col("variant") == DISTRACTOR

    def gap(name: str) -> pl.Expr:
        value = pl.col(name).cast(pl.Float64)
        return value.filter(clean).mean() - value.filter(distracted).mean()

    return grid.rows.group_by("family", "band", maintain_order=True).agg(
        evaluations=pl.len(),
        difficulty_clean=pl.col("human_difficulty").filter(clean).mean(),
        difficulty_distractor=pl.col("human_difficulty").filter(distracted).mean(),
        success=pl.col("success").cast(pl.Float64).mean(),
        probe_accuracy=pl.col("probe_accuracy").mean(),
        hccis_core=pl.col("hccis_core").mean(),
        hccis_core_gap=gap("hccis_core"),
        probe_accuracy_gap=gap("probe_accuracy"),
        hccis_core_gap_by_design=gap("core_best"),
    )


def family_by_agent_table(grid: Grid) -> pl.DataFrame:
    """Figure 7: probe accuracy, success and integrity of each profile in each family."""
    return grid.rows.group_by("agent", "family", maintain_order=True).agg(
        tasks=pl.len(),
        success=pl.col("success").cast(pl.Float64).mean(),
        probe_accuracy=pl.col("probe_accuracy").mean(),
        state_drift=pl.col("state_drift").mean(),
        hccis_core=pl.col("hccis_core").mean(),
    )
