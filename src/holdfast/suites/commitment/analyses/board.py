"""The score board: every profile's value under every predictor, over any weighting of the tasks (equation 11).

All predictors are put as integrities (higher is better) and all are averaged with the items' weights, so that two
orderings differ by what they measure and by nothing else. Dropping a family, a variant or drawing tasks again is a
weighting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from holdfast.stats import midranks, multiplicities
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.analyses.grid import SEED, Grid
from holdfast.suites.commitment.analyses.predictors import ORACLE, PREDICTORS, REFERENCE

SUCCESS = ORACLE
"""As a ranking, the oracle is simply task success."""
RANKED = (SUCCESS, *(name for name in PREDICTORS if name not in (ORACLE, "context_position")))
"""Predictors that rank profiles; context position is the same for all of them."""


def label_of(predictor: str) -> str:
    """A predictor's name as a way to rank."""
    return "Task success" if predictor == SUCCESS else PREDICTORS[predictor].label


@dataclass(frozen=True, eq=False)
class Board:
    """Profiles by tasks under each predictor."""

    agents: list[str]
    tasks: pl.DataFrame
    """One row per task: task, family, band, variant, unit, item_weight."""
    integrity: dict[str, Floats]
    """By predictor: profiles x tasks; NaN where it is not available."""

    @cached_property
    def ranked(self) -> list[str]:
        """The predictors that every profile has a value for."""
        return [name for name in RANKED if np.isfinite(self.integrity[name]).any(axis=1).all()]

    @cached_property
    def weights(self) -> Floats:
        """The item weight of each task."""
        return self.tasks["item_weight"].to_numpy()

    def means(self, predictor: str, weightings: Floats | None = None) -> Floats:
        """Each profile's value (weightings x profiles), or a single row for the tasks as they are.

        A weighting (weightings x tasks) multiplies the items' weights; NaN where a profile has no weighted task.
        """
        given = np.ones((1, self.tasks.height)) if weightings is None else weightings
        weighted = given * self.weights
        values = self.integrity[predictor]
        known = np.isfinite(values)
        total = weighted @ known.T.astype(np.float64)
        sums = weighted @ np.where(known, values, 0.0).T
        means: Floats = np.divide(sums, total, out=np.full_like(sums, np.nan), where=total > 0)
        return means

    def ranks(self, predictor: str, weightings: Floats | None = None) -> Floats:
        """Ranks of the profiles (weightings x profiles): 1 is best, ties share the mean of their ranks."""
        return midranks(self.means(predictor, weightings))

    def where(self, condition: pl.Expr) -> Floats:
        """The weighting (1 x tasks) that keeps tasks which meet a condition."""
        return self.tasks.select(condition.cast(pl.Float64)).to_series().to_numpy()[np.newaxis, :]

    def drawn(self, draws: int) -> Floats:
        """Weightings (draws x tasks) of the task-block bootstrap; a task is drawn with its twin."""
        units = self.tasks["unit"].unique(maintain_order=True).to_list()
        place = {unit: number for number, unit in enumerate(units)}
        of_task = [place[unit] for unit in self.tasks["unit"]]
        counts = np.concatenate(list(multiplicities(len(units), draws, SEED)))
        weightings: Floats = counts[:, of_task]
        return weightings

    def without(self, agent: int) -> Board:
        """The board of the other profiles."""
        kept = [i for i in range(len(self.agents)) if i != agent]
        return Board([self.agents[i] for i in kept], self.tasks, {n: v[kept] for n, v in self.integrity.items()})


def make_board(grid: Grid) -> Board:
    """Pivot the rows of a grid."""
    tasks = grid.rows.select("task", "family", "band", "variant", "unit", "item_weight").unique(
        "task", maintain_order=True
    )
    row, column = grid.numbered("agent", grid.agents), grid.numbered("task", tasks["task"].to_list())
    return Board(grid.agents, tasks, {name: _pivot(grid, name, row, column, tasks.height) for name in RANKED})


def _pivot(grid: Grid, name: str, row: NDArray[np.intp], column: NDArray[np.intp], tasks: int) -> Floats:
    table = np.full((len(grid.agents), tasks), np.nan)
    table[row, column] = 1 - grid.risk(name)
    return table


def shifts(first: Floats, second: Floats) -> Floats:
    """How far each profile moves between two rankings (…, profiles)."""
    return np.abs(first - second)


def correlation(first: Floats, second: Floats) -> Floats:
    """Spearman's correlation of rankings, row by row; NaN where one of them ranks nothing."""
    left, right = (ranks - ranks.mean(axis=-1, keepdims=True) for ranks in (first, second))
    scale = np.sqrt((left**2).sum(axis=-1) * (right**2).sum(axis=-1))
    product = (left * right).sum(axis=-1)
    found: Floats = np.divide(product, scale, out=np.full_like(product, np.nan), where=scale > 0)
    return found


def flipped_pairs(first: Floats, second: Floats) -> tuple[int, int]:
    """Pairs of profiles that two sets of values order in opposite ways, and all pairs."""
    upper = np.triu_indices(len(first), 1)
    left, right = (np.sign(midranks(v)[upper[0]] - midranks(v)[upper[1]]) for v in (first, second))
    return int((left * right < 0).sum()), len(upper[0])


def leaders(board: Board, predictor: str, weightings: Floats | None = None) -> str:
    """The profiles of the best rank, with commas where they tie."""
    ranks = board.ranks(predictor, weightings)[0]
    return ", ".join(agent for agent, rank in zip(board.agents, ranks, strict=True) if rank == ranks.min())


def names(board: Board) -> Sequence[str]:
    """The predictors to compare with the reference."""
    return [name for name in board.ranked if name != REFERENCE]
