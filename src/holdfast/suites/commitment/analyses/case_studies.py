"""Case studies by a fixed rule (paper 001, section 5): chosen from the results, never by hand.

Three categories, a few cases each. Within a category cases are sorted by its own measure, then by the order of plan and
inventory, and no profile and no task appears twice, so that the cases differ.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import polars as pl

from holdfast.suites.commitment.analyses.grid import Grid
from holdfast.suites.commitment.analyses.traces import Traces
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR

PER_CATEGORY = 3
WARNING = 0.5
"""A risk of at least this much is a warning."""
BASELINES = ("uncertainty_risk", "success_risk", "retrieval_risk", "trajectory_risk")
"""Signals that need no right answer; those that were not measured have no say."""


class Category(msgspec.Struct, frozen=True):
    """One kind of case."""

    label: str
    """As cards are headed."""
    rule: str
    """The rule in words."""
    condition: pl.Expr
    """Which rows qualify."""
    order: pl.Expr
    """What they are sorted by, the clearest first."""


RISK = 1 - pl.col("hccis_core")
TWIN_RIGHT = pl.col("clean_success").fill_null(value=False)

CATEGORIES: Mapping[str, Category] = {
    "success_with_drift": Category(
        "Success with state drift",
        "The final answer is right and at least one probe is wrong; most drift first, then the lowest HCCIS-CORE.",
        ~pl.col("fails") & (pl.col("state_drift") > 0),
        -pl.col("state_drift") + pl.col("hccis_core") / 10,
    ),
    "missed_by_baselines": Category(
        "Warning that the baselines missed",
        f"The task fails, HCCIS-CORE risk is at least {WARNING}, and every signal that needs no right answer stays "
        f"below {WARNING}; the highest risk first.",
        pl.col("fails")
        & (RISK >= WARNING)
        & pl.all_horizontal([(pl.col(name) < WARNING).fill_null(value=True) for name in BASELINES]),
        -RISK,
    ),
    "repair_or_overwrite": Category(
        "Failed repair, or overwritten by a distractor",
        "The task fails although its clean twin succeeds, or a probe after a correction keeps the old value; the "
        "lowest HCCIS-CORE first.",
        pl.col("fails")
        & (((pl.col("variant") == DISTRACTOR) & TWIN_RIGHT) | (pl.col("repair_precision") < 1).fill_null(value=False)),
        pl.col("hccis_core"),
    ),
}
SHOWN = (
    "agent", "task", "family", "band", "variant", "success", "probe_accuracy", "state_drift", "hccis_core", "core_best",
)  # fmt: skip


def case_study_table(grid: Grid, traces: Traces) -> pl.DataFrame:
    """The chosen cases, with their texts where these are known."""
    rows = grid.rows.filter(pl.col("hccis_core").is_not_null())
    clean = rows.filter(pl.col("variant") == CLEAN).select("agent", "unit", clean_success="success")
    rows = rows.join(clean, on=["agent", "unit"], how="left", maintain_order="left")
    frames = []
    for name, category in CATEGORIES.items():
        found = rows.filter(category.condition).sort(category.order, maintain_order=True)
        distinct = found.unique("agent", keep="first", maintain_order=True).unique(
            "unit", keep="first", maintain_order=True
        )
        # With few profiles the rest of the cards go to further tasks of the same ones.
        again = found.unique("unit", keep="first", maintain_order=True)
        chosen = pl.concat([distinct, again]).unique(["agent", "task"], keep="first", maintain_order=True)
        frames.append(
            chosen.head(PER_CATEGORY).select(
                pl.lit(category.label).alias("category"), pl.lit(name).alias("rule"), *SHOWN
            )
        )
    table = traces.told(pl.concat(frames))
    prompts = traces.prompts(set(table["task"]))
    return table.with_columns(pl.Series("prompt", [prompts.get(task) for task in table["task"]], dtype=pl.String))
