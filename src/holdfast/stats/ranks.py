"""Ranks with ties, and the agreement of two rankings: Spearman's rho and Kendall's tau-b. Scipy computes them; this
module says what a ranking that ranks nothing gives.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.columns import Floats, numbers, same_length

TIE_DECIMALS = 12
"""Scores that differ by less than this many decimals differ by rounding only, and share a rank."""


def midranks(scores: Floats) -> Floats:
    """Ranks along the last axis, the highest score first from 1; equal scores share the mean of their ranks.

    A missing score (NaN) has no rank and takes none from the others.
    """
    from scipy.stats import rankdata

    found: Floats = rankdata(-np.round(scores, TIE_DECIMALS), axis=-1, nan_policy="omit")
    return found


def _rankable(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats] | None:
    """Both columns; None where one of them does not tell any two rows apart."""
    left, right = numbers(first, "first"), numbers(second, "second")
    same_length(first=left, second=right)
    if len(left) < 2 or np.ptp(left) == 0 or np.ptp(right) == 0:
        return None
    return left, right


def spearman(first: ArrayLike, second: ArrayLike) -> float:
    """Spearman's rank correlation; NaN with fewer than two rows or where a column is constant."""
    columns = _rankable(first, second)
    if columns is None:
        return math.nan
    from scipy.stats import rankdata

    left, right = (rankdata(column) - (len(column) + 1) / 2 for column in columns)
    return float(left @ right / math.sqrt((left @ left) * (right @ right)))


def kendall(first: ArrayLike, second: ArrayLike) -> float:
    """Kendall's tau-b; NaN with fewer than two rows or where a column is constant."""
    columns = _rankable(first, second)
    if columns is None:
        return math.nan
    from scipy.stats import kendalltau

    return float(kendalltau(*columns, variant="b").statistic)
