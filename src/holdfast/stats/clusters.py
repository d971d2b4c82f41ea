"""Means and ratios over clustered observations, with three intervals: percentile, t and sign-flip.

The cluster (item, task, agent, dataset) is the unit of inference, however many rows it has. The percentile interval of
the cluster bootstrap is the primary one; it under-covers with few clusters (about 0.88 at 7 and 0.75 at 3, nominal
0.95), so a t and a sign-flip interval stand beside it.
"""

from __future__ import annotations

import math

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.columns import Floats, Labels, cluster_codes, numbers, same_length
from holdfast.stats.resampling import (
    EXACT_CLUSTERS,
    ROUNDING,
    Distribution,
    Seed,
    check_level,
    multiplicities,
    multisets,
    sign_patterns,
)

EXACT_FLIPS = 14
"""Up to this many clusters all sign patterns are listed (16,384 at 14); above, they are sampled."""


class ClusterMean(msgspec.Struct, frozen=True):
    """A mean (or ratio of sums) over clustered observations."""

    estimate: float
    """The mean over all observations; NaN where there are none."""
    low: float
    """Lower end of the percentile interval; NaN with fewer than two clusters, where nothing can be resampled."""
    high: float
    """Upper end of the percentile interval; NaN like `low`."""
    t_low: float
    """Lower end of the t-interval with the cluster-robust standard error; NaN with fewer than two clusters."""
    t_high: float
    """Upper end of the t-interval; NaN like `t_low`."""
    flip_low: float
    """Lower end of the sign-flip interval; minus infinity where there are too few clusters for the level (under 6 at
    0.95), NaN with fewer than two."""
    flip_high: float
    """Upper end of the sign-flip interval; plus infinity or NaN like `flip_low`."""
    n: int
    """How many observations."""
    clusters: int
    """How many clusters."""
    method: str
    """How `low` and `high` were made: `cluster-bootstrap-exact`, `cluster-bootstrap`, or `none` where they are NaN."""
    level: float = 0.95
    """Nominal coverage of the three intervals."""
    undefined: float = 0.0
    """The share of draws on which a ratio had no denominator; they are left out of the percentile interval."""

    @property
    def flat(self) -> bool:
        """Whether all clusters agree, so that the intervals have no width. They then say nothing about how rare the
        opposite may be: use `clopper_pearson` over clusters for that."""
        return self.clusters > 1 and math.isclose(self.low, self.high, rel_tol=ROUNDING, abs_tol=ROUNDING)


def cluster_mean(
    values: ArrayLike, clusters: Labels, *, seed: Seed, draws: int = 2000, level: float = 0.95
) -> ClusterMean:
    """The mean of `values` (one per observation), with intervals over clusters."""
    column = numbers(values)
    return cluster_ratio(column, np.ones(len(column)), clusters, seed=seed, draws=draws, level=level)


def cluster_ratio(
    numerators: ArrayLike,
    denominators: ArrayLike,
    clusters: Labels,
    *,
    seed: Seed,
    draws: int = 2000,
    level: float = 0.95,
) -> ClusterMean:
    """The ratio of two sums over observations (a rate within a subset, for instance), with intervals over clusters.

    Denominators are not negative. A cluster whose denominators sum to zero must have a numerator of zero; it stays
    in the draws and counts as a cluster.
    """
    above, below = numbers(numerators, "numerators"), numbers(denominators, "denominators")
    codes, count = cluster_codes(clusters)
    n = same_length(numerators=above, denominators=below, clusters=codes)
    if n and below.min() < 0:
        raise ValueError("denominators must not be negative.")
    check_level(level)
    above_sums: Floats = np.bincount(codes, weights=above, minlength=count).astype(np.float64)
    below_sums: Floats = np.bincount(codes, weights=below, minlength=count).astype(np.float64)
    if np.any((below_sums == 0) & (above_sums != 0)):
        raise ValueError("a cluster has a numerator but no denominator, so its ratio is not defined.")
    total = below_sums.sum()
    estimate = float(above_sums.sum() / total) if total > 0 else math.nan
    if count < 2 or math.isnan(estimate):
        nan = math.nan
        return ClusterMean(estimate, nan, nan, nan, nan, nan, nan, n, count, "none", level)
    drawn = ratio_distribution(above_sums, below_sums, seed=seed, draws=draws)
    return ClusterMean(
        estimate,
        *drawn.interval(level),
        *t_interval(above_sums, below_sums, level=level),
        *sign_flip_interval(above_sums, below_sums, seed=seed, draws=draws, level=level),
        n=n,
        clusters=count,
        method="cluster-bootstrap-exact" if drawn.exact else "cluster-bootstrap",
        level=level,
        undefined=drawn.undefined,
    )


def ratio_distribution(numerators: Floats, denominators: Floats, *, seed: Seed, draws: int = 2000) -> Distribution:
    """The bootstrap distribution of sum(numerators)/sum(denominators), given one sum of each per cluster.

    Listed exactly up to `EXACT_CLUSTERS` clusters, where `seed` and `draws` have no say; sampled above.
    """
    clusters = same_length(numerators=numerators, denominators=denominators)
    sums = np.stack([numerators, denominators], axis=1)
    if clusters <= EXACT_CLUSTERS:
        counts, probabilities = multisets(clusters)
        return Distribution(_ratios(counts @ sums), probabilities, exact=True)
    drawn = np.concatenate([counts @ sums for counts in multiplicities(clusters, draws, seed)])
    return Distribution(_ratios(drawn), np.full(draws, 1 / draws), exact=False)


def t_interval(numerators: Floats, denominators: Floats, *, level: float = 0.95) -> tuple[float, float]:
    """Student's t over clusters, with the linearised (cluster-robust) standard error of a ratio of sums.

    se² = k/(k-1) · Σ (numerator_c − ratio · denominator_c)² / (Σ denominator_c)², k-1 degrees of freedom; with clusters
    of one size this is the textbook interval of the cluster means.
    """
    clusters = same_length(numerators=numerators, denominators=denominators)
    total = denominators.sum()
    if clusters < 2 or total <= 0:
        return math.nan, math.nan
    from scipy.special import stdtrit

    ratio = numerators.sum() / total
    residuals = numerators - ratio * denominators
    error = math.sqrt(clusters / (clusters - 1) * float(residuals @ residuals)) / total
    reach = float(stdtrit(clusters - 1, 0.5 + check_level(level) / 2)) * error
    return float(ratio - reach), float(ratio + reach)


def sign_flip_interval(
    numerators: Floats, denominators: Floats, *, seed: Seed, draws: int = 2000, level: float = 0.95
) -> tuple[float, float]:
    """All values that a sign-flip test of the clusters' residuals does not reject, both tails at (1-level)/2.

    A value θ leaves residuals e_c = numerator_c − θ · denominator_c. Flipping the signs of a set S of clusters gives a
    sum at least as large exactly if the ratio within S is at most θ. So the ends of the interval are order statistics
    of the ratios of all subsets of clusters (Hartigan's typical values, 1969), and no search is needed.
    """
    clusters = same_length(numerators=numerators, denominators=denominators)
    if clusters < 2 or denominators.sum() <= 0:
        return math.nan, math.nan
    sums = np.stack([numerators, denominators], axis=1)
    if clusters <= EXACT_FLIPS:
        patterns = np.arange(1, 1 << clusters)[:, np.newaxis] >> np.arange(clusters) & 1
        subset_ratios = _ratios(patterns.astype(np.float64) @ sums)
    else:
        subset_ratios = _ratios(np.concatenate([flips @ sums for flips in sign_patterns(clusters, draws, seed)]))
    # A subset without any denominator ties with the observed sum whatever θ is: it stands below on the left and above
    # on the right, like the pattern without flips that the +1 counts.
    patterns_in_all = len(subset_ratios) + 1
    rank = math.floor((1 - check_level(level)) / 2 * patterns_in_all + ROUNDING * patterns_in_all)
    if rank == 0:
        return -math.inf, math.inf
    below = np.sort(np.where(np.isnan(subset_ratios), -np.inf, subset_ratios))
    above = np.sort(np.where(np.isnan(subset_ratios), np.inf, subset_ratios))
    return float(below[rank - 1]), float(above[-rank])


def _ratios(sums: Floats) -> Floats:
    """First column over second; NaN where the second is zero."""
    safe = np.where(sums[:, 1] > 0, sums[:, 1], np.nan)
    ratios: Floats = sums[:, 0] / safe
    return ratios
