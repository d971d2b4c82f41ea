"""Agreement of two rankings: Spearman's rho and Kendall's tau-b, both with ties. Scipy computes them; this module says
what a ranking that ranks nothing gives.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.columns import Floats, numbers, same_length


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
