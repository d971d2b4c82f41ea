"""Agreement of raters: Cohen's kappa for two raters on categories, ICC(2,1) for several raters on numbers."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.columns import Codes, Floats, Labels, cluster_codes
from holdfast.stats.resampling import check_level

KappaWeights = Literal["unweighted", "linear", "quadratic"]


class IntraclassCorrelation(msgspec.Struct, frozen=True):
    """ICC(2,1): agreement of single ratings, with raters drawn from a population of raters."""

    estimate: float
    """The correlation; NaN where all ratings are equal."""
    low: float
    """Lower end of the F-based interval (McGraw and Wong, 1996); NaN where it is undefined, as with no residual
    variance or an estimate of one."""
    high: float
    """Upper end of it."""
    items: int
    """How many items were rated."""
    raters: int
    """How many raters rated each."""
    level: float = 0.95
    """Nominal coverage."""


def kappa(
    first: Labels,
    second: Labels,
    *,
    weights: KappaWeights = "unweighted",
    categories: Sequence[Hashable] | None = None,
) -> float:
    """Cohen's kappa of two raters, one rating per item each.

    `categories` gives the scale in order. Without it the categories that occur are taken in sorted order, which is
    right for the unweighted kappa but shortens the distances of a weighted one where a step of the scale was never
    used. NaN where both raters used one and the same category throughout, since chance alone explains that.
    """
    first_codes, second_codes, size = _rated(first, second, categories)
    if not len(first_codes):
        raise ValueError("kappa needs at least one rated item.")
    table = np.bincount(first_codes * size + second_codes, minlength=size * size).reshape(size, size)
    distance = np.abs(np.subtract.outer(np.arange(size), np.arange(size))).astype(np.float64)
    if weights == "unweighted":
        distance = (distance > 0).astype(np.float64)
    elif weights == "quadratic":
        distance = distance**2
    elif weights != "linear":
        raise ValueError(f"weights must be unweighted, linear or quadratic, not {weights!r}.")
    by_chance = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    expected = float((distance * by_chance).sum())
    return 1 - float((distance * table).sum()) / expected if expected > 0 else math.nan


def _rated(first: Labels, second: Labels, categories: Sequence[Hashable] | None) -> tuple[Codes, Codes, int]:
    """Both raters' ratings as positions on the scale, and the length of the scale."""
    ratings = [*_listed(first), *_listed(second)]
    items = len(first)
    if len(second) != items:
        raise ValueError(f"columns differ in length: first {items}, second {len(second)}.")
    if categories is None:
        codes, size = cluster_codes(ratings, "ratings")
    else:
        position = {category: at for at, category in enumerate(categories)}
        unknown = [rating for rating in ratings if rating not in position]
        if unknown:
            raise ValueError(f"rating {unknown[0]!r} is not one of the categories.")
        codes = np.array([position[rating] for rating in ratings], dtype=np.intp)
        size = len(position)
    return codes[:items], codes[items:], size


def _listed(labels: Labels) -> list[Hashable]:
    return labels.tolist() if isinstance(labels, np.ndarray) else list(labels)


def icc(ratings: ArrayLike, *, level: float = 0.95) -> IntraclassCorrelation:
    """ICC(2,1): two-way random effects, absolute agreement, single rating. Ratings are items x raters, none missing."""
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2 or min(table.shape) < 2:
        raise ValueError("ratings must be a table of at least two items (rows) by two raters (columns).")
    if not np.isfinite(table).all():
        raise ValueError("ratings hold a missing value; leave such items out and report how many.")
    tail = (1 - check_level(level)) / 2
    items, raters = table.shape
    between_items, between_raters, residual = _mean_squares(table)
    spread = between_items + (raters - 1) * residual + raters * (between_raters - residual) / items
    if spread <= 0:
        return IntraclassCorrelation(math.nan, math.nan, math.nan, items, raters, level)
    estimate = (between_items - residual) / spread
    low, high = math.nan, math.nan
    if residual > 0 and estimate < 1:
        low, high = _icc_interval(estimate, (between_items, between_raters, residual), (items, raters), tail)
    return IntraclassCorrelation(estimate, low, high, items, raters, level)


def _mean_squares(table: Floats) -> tuple[float, float, float]:
    """The two-way analysis of variance: mean squares between items, between raters, and of what remains."""
    items, raters = table.shape
    grand = table.mean()
    item_effects, rater_effects = table.mean(axis=1) - grand, table.mean(axis=0) - grand
    remainder = table - grand - item_effects[:, np.newaxis] - rater_effects
    # Sums that only rounding keeps from zero are zero: without this, equal ratings would have a correlation.
    floor = table.size * (np.finfo(np.float64).eps * max(1.0, float(np.abs(table).max()))) ** 2
    sums = [raters * item_effects @ item_effects, items * rater_effects @ rater_effects, (remainder**2).sum()]
    item_sum, rater_sum, rest = (float(value) if value > floor else 0.0 for value in sums)
    return item_sum / (items - 1), rater_sum / (raters - 1), rest / ((items - 1) * (raters - 1))


def _icc_interval(
    estimate: float, mean_squares: tuple[float, float, float], shape: tuple[int, int], tail: float
) -> tuple[float, float]:
    """The interval of ICC(2,1) from F quantiles with Satterthwaite's degrees of freedom."""
    from scipy.special import fdtri

    between_items, between_raters, residual = mean_squares
    items, raters = shape
    a = raters * estimate / (items * (1 - estimate))
    b = 1 + raters * estimate * (items - 1) / (items * (1 - estimate))
    freedom = (a * between_raters + b * residual) ** 2 / (
        (a * between_raters) ** 2 / (raters - 1) + (b * residual) ** 2 / ((items - 1) * (raters - 1))
    )
    noise = raters * between_raters + (raters * items - raters - items) * residual
    f_low = float(fdtri(items - 1, freedom, 1 - tail))
    f_high = float(fdtri(freedom, items - 1, 1 - tail))
    low = items * (between_items - f_low * residual) / (f_low * noise + items * between_items)
    high = items * (f_high * between_items - residual) / (noise + items * f_high * between_items)
    return low, high
