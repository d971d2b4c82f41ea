"""Bootstrap over crossed clusters: agents and tasks are both drawn, and a row's weight is the product of how often each
of its clusters came up (Owen's pigeonhole bootstrap, slightly conservative).

A statistic is a function from weights (draws x rows) to values (draws x columns), so AUC, ECE and plain means go
through the same door. All statistics see the same draws, and their differences are paired. One factor instead of two
gives the ordinary cluster bootstrap (agent-block or task-block) of any such statistic.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.columns import Codes, Floats, Labels, cluster_codes, numbers, same_length
from holdfast.stats.resampling import DRAWS_AT_ONCE, Seed, multiplicities, percentile_interval


class Statistic(Protocol):
    """A weighted statistic of rows, evaluated for many weightings at once."""

    @property
    def rows(self) -> int:
        """How many rows it was made from."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the values it gives."""

    def __call__(self, weights: Floats, /) -> Floats:
        """Values (draws x columns) for weights (draws x rows); NaN where undefined. It must not keep `weights`."""


class WeightedMean:
    """The weighted mean of one value per row, as a statistic."""

    def __init__(self, values: ArrayLike) -> None:
        column = numbers(values)
        self.rows = len(column)
        self.columns = ("mean",)
        self._terms = np.stack([column, np.ones(len(column))], axis=1)

    def __call__(self, weights: Floats) -> Floats:
        """The mean (draws x 1); NaN where no row has weight."""
        sums = weights @ self._terms
        means: Floats = sums[:, :1] / np.where(sums[:, 1:] > 0, sums[:, 1:], np.nan)
        return means


class Among:
    """A statistic of some of the rows, where others lack what it needs: it goes through the same draws as the rest."""

    def __init__(self, statistic: Statistic, chosen: ArrayLike) -> None:
        mask = np.asarray(chosen, dtype=np.bool_)
        if mask.ndim != 1 or int(mask.sum()) != statistic.rows:
            raise ValueError(f"the statistic was made from {statistic.rows} rows, and {int(mask.sum())} are chosen.")
        self.rows = len(mask)
        self.columns = statistic.columns
        self._statistic = statistic
        self._chosen = None if mask.all() else np.flatnonzero(mask)

    def __call__(self, weights: Floats) -> Floats:
        """The statistic's values for weights of all rows."""
        # Draws lie along rows of the transpose (see `parts`), so that is what rows are taken from.
        return self._statistic(weights if self._chosen is None else weights.T[self._chosen].T)


@dataclass(frozen=True, eq=False)
class CrossedDraws:
    """Draws of the clusters of one or more factors, kept as multiplicities per cluster."""

    codes: tuple[Codes, ...]
    """Per factor, the cluster of each row."""
    counts: tuple[Floats, ...]
    """Per factor, how often each cluster came up in each draw (clusters x draws)."""

    @property
    def rows(self) -> int:
        """How many rows are weighted."""
        return len(self.codes[0])

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return int(self.counts[0].shape[1])

    @property
    def clusters(self) -> tuple[int, ...]:
        """How many clusters each factor has."""
        return tuple(len(counts) for counts in self.counts)

    def weights(self, draw: int) -> Floats:
        """The weight of every row in one draw."""
        product = np.ones(self.rows)
        for codes, counts in zip(self.codes, self.counts, strict=True):
            product *= counts[codes, draw]
        return product

    def parts(self) -> Iterator[tuple[slice, Floats]]:
        """The draws and their weights (draws x rows), some draws at a time. The next part overwrites this one."""
        product, factor = (np.empty(self.rows * DRAWS_AT_ONCE) for _ in range(2))
        for start in range(0, self.draws, DRAWS_AT_ONCE):
            part = slice(start, min(start + DRAWS_AT_ONCE, self.draws))
            shape = (self.rows, part.stop - start)
            size = shape[0] * shape[1]
            weights, times = product[:size].reshape(shape), factor[:size].reshape(shape)
            weights.fill(1)
            for codes, counts in zip(self.codes, self.counts, strict=True):
                # The codes are known to be in range, and `clip` lets numpy write straight into the buffer.
                np.take(np.ascontiguousarray(counts[:, part]), codes, axis=0, out=times, mode="clip")
                weights *= times
            yield part, weights.T


class Resampled(msgspec.Struct, frozen=True):
    """One value of a statistic, or a paired difference of two, with its percentile interval over draws."""

    estimate: float
    """On the rows as they are; NaN where undefined."""
    low: float
    """Lower end of the percentile interval over defined draws; NaN where the estimate or every draw is undefined."""
    high: float
    """Upper end, like `low`."""
    draws: int
    """How many draws were made."""
    undefined: int
    """On how many of them the value was undefined (one class had no weight, for instance)."""
    clusters: tuple[int, ...]
    """How many clusters each factor has."""
    level: float = 0.95
    """Nominal coverage."""


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """What several statistics gave on the rows and on one and the same set of draws."""

    columns: Mapping[str, tuple[str, ...]]
    """Per statistic, the names of its values."""
    estimates: Mapping[str, Floats]
    """Per statistic, its values on the rows as they are."""
    values: Mapping[str, Floats]
    """Per statistic, its values over draws (draws x columns)."""
    clusters: tuple[int, ...]
    """How many clusters each factor has."""

    def interval(self, statistic: str, column: str, *, level: float = 0.95) -> Resampled:
        """One value of one statistic."""
        at = self.columns[statistic].index(column)
        return self._summary(self.estimates[statistic][at], self.values[statistic][:, at], level)

    def delta(self, statistic: str, baseline: str, column: str, *, level: float = 0.95) -> Resampled:
        """The paired difference `statistic` − `baseline`, taken within each draw; undefined where either one is."""
        at, base_at = self.columns[statistic].index(column), self.columns[baseline].index(column)
        estimate = self.estimates[statistic][at] - self.estimates[baseline][base_at]
        return self._summary(estimate, self.values[statistic][:, at] - self.values[baseline][:, base_at], level)

    def _summary(self, estimate: float, values: Floats, level: float) -> Resampled:
        low, high = percentile_interval(values, level=level)
        if math.isnan(estimate):
            low = high = math.nan
        undefined = int(np.isnan(values).sum())
        return Resampled(float(estimate), low, high, len(values), undefined, self.clusters, level)


def crossed_draws(*factors: Labels, seed: Seed, draws: int = 2000) -> CrossedDraws:
    """Draw the clusters of each factor, each with replacement and independently of the others."""
    if not factors:
        raise ValueError("name at least one factor to resample over.")
    rng = np.random.default_rng(seed)
    numbered = [cluster_codes(labels, f"factor {position}") for position, labels in enumerate(factors, 1)]
    same_length(**{f"factor {position}": codes for position, (codes, _) in enumerate(numbered, 1)})
    for position, (_, count) in enumerate(numbered, 1):
        if count < 2:
            raise ValueError(f"factor {position} has {count} cluster(s), and resampling over it needs two.")
    counts = [np.concatenate(list(multiplicities(count, draws, rng))).T for _, count in numbered]
    return CrossedDraws(tuple(codes for codes, _ in numbered), tuple(counts))


def evaluate(statistics: Mapping[str, Statistic], drawn: CrossedDraws) -> Bootstrap:
    """Evaluate every statistic on the rows as they are and on every draw."""
    for name, statistic in statistics.items():
        if statistic.rows != drawn.rows:
            raise ValueError(f"{name} was made from {statistic.rows} rows, and the draws weight {drawn.rows}.")
    estimates = {name: statistic(np.ones((1, drawn.rows)))[0] for name, statistic in statistics.items()}
    values = {name: np.empty((drawn.draws, len(estimate))) for name, estimate in estimates.items()}
    for part, weights in drawn.parts():
        for name, statistic in statistics.items():
            values[name][part] = statistic(weights)
    columns = {name: statistic.columns for name, statistic in statistics.items()}
    return Bootstrap(columns, estimates, values, drawn.clusters)


def two_way_bootstrap(
    statistics: Mapping[str, Statistic], first: Labels, second: Labels, *, seed: Seed, draws: int = 2000
) -> Bootstrap:
    """Resample two crossed factors, for instance agents and tasks, under all statistics at once."""
    return evaluate(statistics, crossed_draws(first, second, seed=seed, draws=draws))
