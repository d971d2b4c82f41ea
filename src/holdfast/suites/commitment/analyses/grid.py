"""The task table as the analyses use it: one row per profile and task, checked, ordered, with every column there.

Twins (the clean and the distractor variant of a task) share all but one turn, so they are one unit of resampling.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from holdfast.core import HoldfastError
from holdfast.core.randomness import generator
from holdfast.stats.columns import Floats
from holdfast.stats.ranks import TIE_DECIMALS
from holdfast.suites.commitment.analyses.predictors import PREDICTORS, SHUFFLED
from holdfast.suites.commitment.bands import BANDS
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import VARIANTS

SEED = 20_260
"""Every draw of the analyses is keyed by this and by its name."""

NAMED = ("agent", "model", "wrapper", "task", "unit", "family", "band", "variant")
NUMBERS = (
    "probe_accuracy", "state_drift", "repair_precision", "trajectory_risk", "context_position_risk", "retrieval_risk",
    "confidence_risk", "uncertainty_risk", "success_risk", "hccis_core", "hccis_full", "hccis_n", "core_best",
    "core_worst", "position_only", "item_weight", "human_difficulty",
)  # fmt: skip
"""Columns of numbers; one that is absent counts as not available."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Profiles by tasks. Rows are those with an outcome."""

    rows: pl.DataFrame
    """The task table, by profile in the order of the plan and by task, with `fails`."""
    without_outcome: int
    """Rows that were left out because the final question got no answer."""

    @cached_property
    def agents(self) -> list[str]:
        """The profiles, in order."""
        return self.rows["agent"].unique(maintain_order=True).to_list()

    @cached_property
    def families(self) -> list[str]:
        """The families that occur, in the paper's order."""
        found = set(self.rows["family"])
        return [family for family in FAMILIES if family in found]

    @cached_property
    def fails(self) -> NDArray[np.bool_]:
        """Terminal failure of each row."""
        return self.rows["fails"].to_numpy()

    @cached_property
    def weights(self) -> Floats:
        """The item weight of each row (equation 5)."""
        return self.rows["item_weight"].to_numpy()

    def risk(self, predictor: str) -> Floats:
        """A predictor's risk of each row; NaN where it is not available."""
        about = PREDICTORS[predictor]
        values = self.rows[about.column].cast(pl.Float64).to_numpy().astype(np.float64)
        risk = np.round(values if about.is_risk else 1 - values, TIE_DECIMALS) + 0.0
        if predictor == SHUFFLED:
            known = np.flatnonzero(np.isfinite(risk))
            risk[known] = risk[generator(SEED, "commitment", SHUFFLED).permutation(known)]
        return risk

    def numbered(self, column: str, names: Sequence[str]) -> NDArray[np.intp]:
        """The place of each row's value among names."""
        places = {name: place for place, name in enumerate(names)}
        return np.array([places[value] for value in self.rows[column]], dtype=np.intp)

    def among(self, condition: pl.Expr) -> Grid:
        """The rows that meet a condition."""
        return Grid(self.rows.filter(condition), self.without_outcome)


def make_grid(tasks: pl.DataFrame) -> Grid:
    """Check a task table and put it in order."""
    missing = [name for name in (*NAMED, "success") if name not in tasks.columns]
    if missing:
        raise HoldfastError(f"The task table has no column {missing[0]!r}; make it again with `holdfast run`.")
    absent = [pl.lit(None, dtype=pl.Float64).alias(name) for name in NUMBERS if name not in tasks.columns]
    frame = tasks.with_columns(*absent).with_columns(
        pl.col("success").cast(pl.Boolean), pl.col("item_weight").fill_null(1.0)
    )
    repeated = frame.select("agent", "task").is_duplicated()
    if repeated.any():
        agent, task = frame.filter(repeated).row(0, named=True)["agent"], frame.filter(repeated)["task"][0]
        raise HoldfastError(f"{agent} has two results for the task {task!r}; analyse runs of different agents.")
    known = frame.filter(pl.col("success").is_not_null()).with_columns(fails=~pl.col("success"))
    if known.is_empty():
        raise HoldfastError("No final question was answered, so there is nothing to analyse.")
    agents = frame["agent"].unique(maintain_order=True)
    ordered = known.sort(
        _place("agent", agents), _place("family", FAMILIES), _place("band", BANDS), "unit", _place("variant", VARIANTS),
        maintain_order=True,
    )  # fmt: skip
    return Grid(ordered, frame.height - known.height)


def _place(column: str, names: Iterable[str]) -> pl.Expr:
    known = list(names)
    return pl.col(column).replace_strict(known, range(len(known)), return_dtype=pl.Int64, default=len(known))
