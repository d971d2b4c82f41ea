"""From columns to findings: a mean over clustered observations with its intervals, said the same way in every suite."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np
import polars as pl

from holdfast.core import Finding, Interval
from holdfast.stats import ClusterMean, clopper_pearson, cluster_ratio

SEED = 20_260
"""Bootstrap draws are keyed by this and nothing else: the same scores always give the same intervals."""


def mean_finding(name: str, agent: str, frame: pl.DataFrame, column: str, **about: Any) -> Finding:
    """The mean of a column over its rows, with intervals over the clusters in `unit`. Nulls are left out.

    Where the frame has a column `weight`, the mean is weighted by it, and n is still the distinct observations.
    """
    rows = frame.drop_nulls(column)
    if "weight" in rows.columns:
        rows = rows.filter(pl.col("weight") > 0)
    if rows.is_empty():
        return Finding(
            name, agent, None, **_plain(about | {"note": "not measured: no such case was asked or answered"})
        )
    weights = rows["weight"] if "weight" in rows.columns else pl.Series([1.0]).extend_constant(1.0, rows.height - 1)
    values = rows[column].cast(pl.Float64) * weights
    mean = cluster_ratio(values.to_numpy(), weights.to_numpy(), rows["unit"].to_numpy(), seed=SEED)
    intervals = _intervals(mean, is_rate=rows[column].dtype == pl.Boolean)
    return Finding(name, agent, mean.estimate, units=mean.clusters, n=mean.n, intervals=intervals, **_plain(about))


def _intervals(mean: ClusterMean, *, is_rate: bool) -> tuple[Interval, ...]:
    if mean.clusters < 2:
        return ()
    found = [
        Interval(mean.low, mean.high, mean.level, mean.method),
        Interval(mean.t_low, mean.t_high, mean.level, "cluster-t"),
        Interval(mean.flip_low, mean.flip_high, mean.level, "sign-flip"),
    ]
    if is_rate and mean.flat and mean.estimate in (0.0, 1.0):
        # All clusters agree, so resampling has nothing to vary; what clusters alone can exclude is still honest.
        low, high = clopper_pearson(round(mean.estimate * mean.clusters), mean.clusters, level=mean.level)
        found.insert(0, Interval(low, high, mean.level, "clopper-pearson over clusters"))
    return tuple(i for i in found if math.isfinite(i.low) and math.isfinite(i.high))


class Paired(msgspec.Struct, frozen=True):
    """A mean difference between two agents over what both answered."""

    before: float
    """The first agent's mean."""
    after: float
    """The second agent's."""
    difference: float
    """Second minus first."""
    low: float | None
    """Lower end of the interval; None with a single cluster."""
    high: float | None
    """Upper end."""
    method: str
    """How the interval was made."""
    n: int
    """Pairs."""
    units: int
    """Clusters."""


def paired_difference(
    before: pl.Series, after: pl.Series, units: pl.Series, of: str = "clusters", weights: pl.Series | None = None
) -> Paired:
    """The difference of two columns, row by row, with an interval over clusters, which `of` names."""
    old, new = before.cast(pl.Float64), after.cast(pl.Float64)
    each = np.ones(len(old)) if weights is None else weights.cast(pl.Float64).to_numpy()
    mean = cluster_ratio((new - old).to_numpy() * each, each, units.to_numpy(), seed=SEED)
    low, high, method = mean.low, mean.high, mean.method
    if before.dtype == pl.Boolean and mean.flat and mean.estimate == 0:
        # Nothing differs, so resampling has nothing to vary. So many clusters can still hide this rate of differences.
        high = clopper_pearson(0, mean.clusters, level=mean.level)[1]
        low, method = -high, f"clopper-pearson over {of}"
    first, second = (float(side.to_numpy() @ each / each.sum()) for side in (old, new))
    return Paired(first, second, mean.estimate, _known(low), _known(high), method, mean.n, mean.clusters)


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _plain(about: dict[str, Any]) -> dict[str, Any]:
    return {"higher_is_better": True, **about}
