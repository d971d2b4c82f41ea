"""Entropy in bits: how unpredictable answers are, H = -Σ p log2 p over the categories that occur."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.columns import Labels, cluster_codes, numbers


def entropy(counts: ArrayLike) -> float:
    """The entropy in bits of a distribution given by counts or unnormalised shares; NaN where they sum to zero."""
    column = numbers(counts, "counts")
    if column.size and column.min() < 0:
        raise ValueError("counts must not be negative.")
    total = column.sum()
    if total == 0:
        return math.nan
    shares = column[column > 0] / total
    return max(0.0, float(-(shares * np.log2(shares)).sum()))


def label_entropy(labels: Labels) -> float:
    """The entropy in bits of the labels' empirical distribution; NaN where there are none."""
    codes, known = cluster_codes(labels, "labels")
    return entropy(np.bincount(codes, minlength=known))
