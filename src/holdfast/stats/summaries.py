"""One record per contrast over few units (datasets, agents): its mean, how much any single unit carries it, and the
exact sign test. The columns are those of the binding paper's Table 34, with the three cluster intervals beside them.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.clusters import cluster_mean
from holdfast.stats.columns import Floats, numbers
from holdfast.stats.exact import sign_test
from holdfast.stats.resampling import Seed


class ContrastSummary(msgspec.Struct, frozen=True):
    """A contrast with one effect per unit."""

    units: int
    """How many units."""
    positive: int
    """How many of them have an effect above zero."""
    minimum: float
    """The smallest effect."""
    mean: float
    """The mean effect."""
    leave_one_out_minimum: float
    """The smallest mean that leaving out one unit gives; NaN with one unit."""
    top_removed: float
    """The mean without the unit whose effect is largest in size; NaN with one unit."""
    sign_p: float
    """The exact one-sided sign test that effects are positive; an effect of zero counts against it."""
    low: float
    """Lower end of the percentile interval of the mean over units; NaN with one unit."""
    high: float
    """Upper end of it."""
    t_low: float
    """Lower end of the t-interval; NaN with one unit."""
    t_high: float
    """Upper end of it."""
    flip_low: float
    """Lower end of the sign-flip interval; minus infinity with too few units for the level, NaN with one."""
    flip_high: float
    """Upper end of it."""
    method: str
    """How `low` and `high` were made, as in `ClusterMean`."""

    @property
    def sign_p_two_sided(self) -> float:
        """The one-sided value doubled and capped at one, as the paper has it."""
        return min(1.0, 2 * self.sign_p)


def leave_one_out_means(effects: Floats) -> Floats:
    """The mean without each unit in turn; NaN where that leaves none."""
    if len(effects) < 2:
        return np.full(len(effects), np.nan)
    means: Floats = (effects.sum() - effects) / (len(effects) - 1)
    return means


def summarise_contrast(
    effects: ArrayLike, *, seed: Seed = 0, draws: int = 2000, level: float = 0.95
) -> ContrastSummary:
    """Summarise one effect per unit. Up to 8 units the bootstrap is exact and the seed has no say."""
    column = numbers(effects, "effects")
    units = len(column)
    if not units:
        raise ValueError("a contrast needs at least one unit.")
    mean = cluster_mean(column, np.arange(units), seed=seed, draws=draws, level=level)
    without = leave_one_out_means(column)
    positive = int((column > 0).sum())
    return ContrastSummary(
        units=units,
        positive=positive,
        minimum=float(column.min()),
        mean=mean.estimate,
        leave_one_out_minimum=float(without.min()) if units > 1 else math.nan,
        top_removed=float(without[np.argmax(np.abs(column))]),
        sign_p=sign_test(positive, units),
        low=mean.low,
        high=mean.high,
        t_low=mean.t_low,
        t_high=mean.t_high,
        flip_low=mean.flip_low,
        flip_high=mean.flip_high,
        method=mean.method,
    )
