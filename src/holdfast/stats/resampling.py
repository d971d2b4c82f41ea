"""Draws of clusters with replacement, and percentile intervals over what they give.

With `k` clusters a bootstrap draw is a multiset of size `k`. There are C(2k-1, k) of them, so for few clusters all are
listed with their multinomial probabilities k!/(m_1!…m_k!)/k^k, and nothing is left to chance (7 clusters: 1,716).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from holdfast.stats.columns import Floats

Seed = int | np.random.Generator

EXACT_CLUSTERS = 8
"""Up to this many clusters every multiset is listed (6,435 of them at 8); above, draws are sampled."""

CELLS_AT_ONCE = 1 << 18
"""How many multiplicities are held at a time; bounds memory at some 5 MB however many clusters there are."""

KEPT_CELLS = 1 << 19
"""Up to this many, draws are kept: a report asks for hundreds of intervals over the same clusters and seed."""

DRAWS_AT_ONCE = 32
"""How many draws' row weights are worked on at a time: enough to run along them, few enough for the cache."""

ROUNDING = 1e-12
"""Slack for sums of probabilities."""


@dataclass(frozen=True, eq=False)
class Distribution:
    """The values that a statistic takes over draws."""

    values: Floats
    """One per draw or multiset; NaN where the statistic was undefined on that draw."""
    probabilities: Floats
    """How likely each is; they sum to one."""
    exact: bool
    """Whether every possible draw is listed."""

    @property
    def undefined(self) -> float:
        """The probability of a draw on which the statistic is undefined."""
        return float(self.probabilities[np.isnan(self.values)].sum())

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """The percentile interval over the draws on which the statistic is defined; NaN, NaN if there are none."""
        return percentile_interval(self.values, self.probabilities, level)


def check_level(level: float) -> float:
    """A nominal coverage between 0 and 1, exclusive."""
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not be {level}.")
    return level


def percentile_interval(
    values: Floats, probabilities: Floats | None = None, level: float = 0.95
) -> tuple[float, float]:
    """The smallest value with a left tail of at least (1-level)/2, and the largest with such a right tail.

    Both ends are values that occurred, nothing is interpolated, and the interval of `-values` is the mirrored one.
    Undefined (NaN) values are left out and the remaining probabilities rescaled; NaN, NaN where nothing remains.
    """
    tail = (1 - check_level(level)) / 2
    defined = ~np.isnan(values)
    kept = values[defined]
    if not kept.size:
        return math.nan, math.nan
    share = np.full(kept.size, 1 / kept.size) if probabilities is None else probabilities[defined]
    order = np.argsort(kept, kind="stable")
    kept, share = kept[order], share[order] / share.sum()
    low = int(np.searchsorted(np.cumsum(share), tail - ROUNDING))
    high = kept.size - 1 - int(np.searchsorted(np.cumsum(share[::-1]), tail - ROUNDING))
    return float(kept[low]), float(kept[high])


@functools.cache
def multisets(clusters: int) -> tuple[Floats, Floats]:
    """Every bootstrap draw of a few clusters: multiplicities (multisets x clusters) and their probabilities.

    Both are kept for the next call and cannot be written to.
    """
    if not 1 <= clusters <= EXACT_CLUSTERS:
        raise ValueError(f"multisets are listed for 1 to {EXACT_CLUSTERS} clusters, not for {clusters}.")
    counts = np.array(list(compositions(clusters, clusters)), dtype=np.float64)
    factorials = np.array([math.factorial(m) for m in range(clusters + 1)], dtype=np.float64)
    ways = factorials[clusters] / factorials[counts.astype(np.intp)].prod(axis=1)
    probabilities = ways / float(clusters) ** clusters
    counts.flags.writeable = probabilities.flags.writeable = False
    return counts, probabilities


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All tuples of `parts` non-negative integers that sum to `total`."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def multiplicities(clusters: int, draws: int, seed: Seed) -> Iterator[Floats]:
    """How often each cluster comes up in each draw: multinomial counts (draws x clusters), some draws at a time."""
    if clusters < 1 or draws < 1:
        raise ValueError(f"resampling needs at least one cluster and one draw, not {clusters} and {draws}.")
    return _drawn(_counts, clusters, draws, seed)


def sign_patterns(clusters: int, draws: int, seed: Seed) -> Iterator[Floats]:
    """Random subsets of clusters as rows of 0 and 1 (draws x clusters), some draws at a time."""
    return _drawn(_subsets, clusters, draws, seed)


Make = Callable[[np.random.Generator, int, int], Floats]
"""Some draws (draws x clusters) from a generator."""


def _counts(rng: np.random.Generator, draws: int, clusters: int) -> Floats:
    drawn = rng.integers(0, clusters, size=(draws, clusters))
    drawn += np.arange(draws)[:, np.newaxis] * clusters
    return np.bincount(drawn.ravel(), minlength=draws * clusters).reshape(draws, clusters).astype(np.float64)


def _subsets(rng: np.random.Generator, draws: int, clusters: int) -> Floats:
    return rng.integers(0, 2, size=(draws, clusters), dtype=np.int8).astype(np.float64)


def _drawn(make: Make, clusters: int, draws: int, seed: Seed) -> Iterator[Floats]:
    if isinstance(seed, int) and clusters * draws <= KEPT_CELLS:
        yield _kept(make, clusters, draws, seed)
    else:
        yield from _fresh(make, clusters, draws, seed)


@functools.lru_cache(maxsize=8)
def _kept(make: Make, clusters: int, draws: int, seed: int) -> Floats:
    whole = np.concatenate(list(_fresh(make, clusters, draws, seed)))
    whole.flags.writeable = False
    return whole


def _fresh(make: Make, clusters: int, draws: int, seed: Seed) -> Iterator[Floats]:
    rng = np.random.default_rng(seed)
    at_once = max(1, CELLS_AT_ONCE // clusters)
    for start in range(0, draws, at_once):
        yield make(rng, min(at_once, draws - start), clusters)
