"""Ranking validity (paper 001, equations 17 and 18): does integrity order profiles as success does, and how firmly?

The tie rule, everywhere: profiles whose values differ by rounding only share the mean of their ranks, and a profile
changes rank if its mean rank differs. All bootstraps here draw tasks; the profiles are those that were measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from holdfast.core import Finding, Interval
from holdfast.core.finding import POOLED
from holdfast.stats import kendall, percentile_interval
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.analyses.board import (
    SUCCESS,
    Board,
    correlation,
    flipped_pairs,
    label_of,
    leaders,
    names,
    shifts,
)
from holdfast.suites.commitment.analyses.grid import Grid
from holdfast.suites.commitment.analyses.predictors import REFERENCE
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR

TOP = 5
METHOD = "task block bootstrap"


def ranking_tables(grid: Grid, board: Board, draws: int) -> dict[str, pl.DataFrame]:
    """Every ranking table but the misorder audit."""
    weightings = board.drawn(draws)
    return {
        "ranking": _ranking(grid, board),
        "rank_agreement": _agreement(board, weightings),
        "rank_instability": _instability(board),
        "rank_instability_by_family": _instability_by_family(board),
        "rank_flips_by_family": _flips_by_family(board),
        "rank_stability": _stability(board, weightings),
        "rank_leave_one_out": _leave_one_out(board),
    }


def _ranking(grid: Grid, board: Board) -> pl.DataFrame:
    """One row per profile: its values and its ranks."""
    about = grid.rows.group_by("agent", maintain_order=True).agg(
        pl.col("model", "wrapper").first(),
        tasks=pl.len(),
        core_best=(pl.col("core_best") * pl.col("item_weight")).sum() / pl.col("item_weight").sum(),
    )
    values = {name: board.means(name)[0] for name in board.ranked}
    ranks = {name: board.ranks(name)[0] for name in board.ranked}
    columns = {("success" if name == SUCCESS else name): value for name, value in values.items()}
    rank_columns = {f"rank_{'success' if name == SUCCESS else name}": value for name, value in ranks.items()}
    frame = about.with_columns(**{name: pl.Series(v) for name, v in (columns | rank_columns).items()})
    if REFERENCE in ranks:
        frame = frame.with_columns(rank_shift=pl.Series(ranks[SUCCESS] - ranks[REFERENCE]))
    return frame.sort(f"rank_{REFERENCE}" if REFERENCE in ranks else "rank_success", "agent")


def compared(board: Board, first: str, second: str, weightings: Floats | None = None) -> dict[str, float | int | None]:
    """How two predictors' orderings differ: the columns that several tables share."""
    left, right = (board.means(name, weightings)[0] for name in (first, second))
    known = np.isfinite(left) & np.isfinite(right)
    left_ranks, right_ranks = (board.ranks(name, weightings)[0] for name in (first, second))
    return differences(left[known], right[known], left_ranks[known], right_ranks[known])


def differences(left: Floats, right: Floats, left_ranks: Floats, right_ranks: Floats) -> dict[str, float | int | None]:
    """Shifts, changes, flips and correlations of two orderings."""
    moved = shifts(left_ranks, right_ranks)
    flips, pairs = flipped_pairs(left, right)
    return {
        "mean_shift": float(moved.mean()),
        "max_shift": float(moved.max()),
        "profiles_changed": int((moved > 0).sum()),
        "profiles": len(moved),
        "flipped_pairs": flips,
        "pairs": pairs,
        "spearman": _known(float(correlation(left_ranks, right_ranks))),
        "kendall": _known(kendall(-left_ranks, -right_ranks)),
    }


def _agreement(board: Board, weightings: Floats) -> pl.DataFrame:
    """RS (equation 18): each predictor's ordering against the reference's, with intervals over tasks."""
    reference = board.ranks(REFERENCE, weightings)
    rows = []
    for name in names(board):
        found = compared(board, REFERENCE, name)
        drawn = board.ranks(name, weightings)
        shift = percentile_interval(shifts(reference, drawn).mean(axis=1))
        rho = percentile_interval(correlation(reference, drawn))
        rows.append(
            {
                "predictor": label_of(name), **found,
                "mean_shift_low": _known(shift[0]), "mean_shift_high": _known(shift[1]),
                "spearman_low": _known(rho[0]), "spearman_high": _known(rho[1]),
            }
        )  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def _variants(board: Board, family: str | None = None) -> tuple[Floats, Floats]:
    of_family = pl.lit(value=True) if family is None else pl.col("family") == family
    clean, distracted = (board.where((pl.col("variant") == v) & of_family) for v in (CLEAN, DISTRACTOR))
    return clean, distracted


def _instability(board: Board) -> pl.DataFrame:
    """RI (equation 17): how far profiles move when distractors come."""
    clean, distracted = _variants(board)
    rows = []
    for name in board.ranked:
        if clean.any() and distracted.any():
            found = _moved(board, name, clean, distracted)
            rows.append({"predictor": label_of(name), **found})
    schema = {"predictor": pl.String, "mean_shift": pl.Float64, "max_shift": pl.Float64, "profiles_changed": pl.Int64}
    return pl.DataFrame(rows, schema=schema)


def _moved(board: Board, name: str, first: Floats, second: Floats) -> dict[str, float | int]:
    moved = shifts(board.ranks(name, first)[0], board.ranks(name, second)[0])
    moved = moved[np.isfinite(moved)]
    if not len(moved):
        return {"mean_shift": math.nan, "max_shift": math.nan, "profiles_changed": 0}
    return {
        "mean_shift": float(moved.mean()),
        "max_shift": float(moved.max()),
        "profiles_changed": int((moved > 0).sum()),
    }


def _instability_by_family(board: Board) -> pl.DataFrame:
    rows = []
    for family in board.tasks["family"].unique(maintain_order=True):
        clean, distracted = _variants(board, family)
        if clean.any() and distracted.any():
            for name in board.ranked:
                found = _moved(board, name, clean, distracted)
                rows.append({"family": family, "predictor": label_of(name), **found})
    schema = {
        "family": pl.String, "predictor": pl.String, "mean_shift": pl.Float64, "max_shift": pl.Float64,
        "profiles_changed": pl.Int64,
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema)


def _flips_by_family(board: Board) -> pl.DataFrame:
    """The reference against success within each family."""
    rows = [
        {"family": family, **compared(board, REFERENCE, SUCCESS, board.where(pl.col("family") == family))}
        for family in board.tasks["family"].unique(maintain_order=True)
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _stability(board: Board, weightings: Floats) -> pl.DataFrame:
    """How firmly each profile holds its rank when tasks are drawn again."""
    frames = []
    for name in (SUCCESS, REFERENCE):
        own, drawn = board.ranks(name)[0], board.ranks(name, weightings)
        ends = np.array([percentile_interval(column) for column in drawn.T])
        frames.append(
            pl.DataFrame(
                {
                    "predictor": [label_of(name)] * len(own),
                    "agent": board.agents,
                    "rank": own,
                    "rank_low": ends[:, 0],
                    "rank_high": ends[:, 1],
                    "mean_rank": drawn.mean(axis=0),
                    "same_rank": (drawn == own).mean(axis=0),
                    "within_one": (np.abs(drawn - own) <= 1).mean(axis=0),
                    "top_five": (drawn <= TOP).mean(axis=0),
                    "first": (drawn == 1).mean(axis=0),
                }
            )
        )
    return pl.concat(frames)


def _leave_one_out(board: Board) -> pl.DataFrame:
    """The comparison with success when a family, or a profile, is left out, and how far the reference itself moves."""
    own = board.ranks(REFERENCE)[0]
    rows = []
    families = board.tasks["family"].unique(maintain_order=True).to_list()
    for family in families if len(families) > 1 else []:
        kept = board.where(pl.col("family") != family)
        moved = shifts(own, board.ranks(REFERENCE, kept)[0])
        rows.append(_left_out("family", family, board, kept, moved))
    for place, agent in enumerate(board.agents if len(board.agents) > 2 else []):
        # A profile's score does not depend on the others, so without one of them the rest keep their order.
        rows.append(_left_out("agent", agent, board.without(place), None, None))
    return pl.DataFrame(rows, infer_schema_length=None)


def _left_out(what: str, name: str, board: Board, kept: Floats | None, moved: Floats | None) -> dict[str, object]:
    return {
        "left_out": what, "name": name, **compared(board, REFERENCE, SUCCESS, kept),
        "reference_shift": None if moved is None else float(moved.mean()),
        "success_leader": leaders(board, SUCCESS, kept), "integrity_leader": leaders(board, REFERENCE, kept),
    }  # fmt: skip


def ranking_findings(grid: Grid, tables: dict[str, pl.DataFrame]) -> Iterator[Finding]:
    """The reference against success, and the instability of both."""
    about: dict[str, Any] = {"unit": "task", "units": grid.rows["unit"].n_unique(), "n": len(grid.agents)}
    row = tables["rank_agreement"].filter(pl.col("predictor") == label_of(SUCCESS)).row(0, named=True)
    note = f"HCCIS-CORE against task success over {row['profiles']} profiles"
    for measure in ("mean_shift", "max_shift", "profiles_changed", "flipped_pairs", "spearman", "kendall"):
        low, high = row.get(f"{measure}_low"), row.get(f"{measure}_high")
        intervals = () if low is None or high is None else (Interval(low, high, method=METHOD),)
        yield Finding(f"commitment.ranking.{measure}", POOLED, row[measure], **about, intervals=intervals, note=note)
    for found in tables["rank_instability"].iter_rows(named=True):
        for name in (SUCCESS, REFERENCE):
            if found["predictor"] == label_of(name):
                short = "success" if name == SUCCESS else name
                yield Finding(
                    f"commitment.ranking.instability.{short}", POOLED, found["mean_shift"], **about,
                    higher_is_better=False, note="mean rank shift from clean to distractor tasks",
                )  # fmt: skip


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
