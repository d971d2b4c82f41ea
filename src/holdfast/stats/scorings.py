"""Discrimination of many scorings of the same rows, such as a score under hundreds of weightings of its terms.

`discrimination` evaluates one scoring under many weightings of rows; here it is the other way round. Rows that every
scoring treats alike are given once, with how many positives and negatives they stand for, which is what makes it fast.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from holdfast.stats.columns import Floats, numbers, same_length
from holdfast.stats.discrimination import bin_numbers
from holdfast.stats.ranks import TIE_DECIMALS

CELLS_AT_ONCE = 1 << 20


def score_measures(scores: ArrayLike, positives: ArrayLike, negatives: ArrayLike, *, bins: int = 10) -> Floats:
    """AUC, average precision, Brier score and ECE (scorings x 4) of scores within [0, 1] (scorings x groups of rows).

    `positives` and `negatives` say how many rows of each outcome a group holds. Ties are treated as in `Ranking`; NaN
    where one outcome is absent (AUC and average precision) or there are no rows.
    """
    above, below = numbers(positives, "positives"), numbers(negatives, "negatives")
    groups = same_length(positives=above, negatives=below)
    table: Floats = np.asarray(scores, dtype=np.float64).round(TIE_DECIMALS)
    if table.ndim != 2 or table.shape[1] != groups:
        raise ValueError(f"scores must be scorings x {groups} groups, not of shape {table.shape}.")
    if table.size and not (np.isfinite(table).all() and table.min() >= 0 and table.max() <= 1):
        raise ValueError("scores must lie within 0 and 1.")
    at_once = max(1, CELLS_AT_ONCE // max(groups, 1))
    parts = [_measures(table[i : i + at_once], above, below, bins) for i in range(0, len(table), at_once)]
    return np.concatenate(parts) if parts else np.empty((0, 4))


def _measures(scores: Floats, positives: Floats, negatives: Floats, bins: int) -> Floats:
    ranking = _areas(scores, positives, negatives)
    total = positives.sum() + negatives.sum()
    if total == 0:
        return np.full((len(scores), 4), np.nan)
    squared = ((1 - scores) ** 2) @ positives + (scores**2) @ negatives
    residual = positives - scores * (positives + negatives)
    number = bin_numbers(scores, bins)
    error = sum(np.abs(np.where(number == b, residual, 0.0).sum(axis=1)) for b in range(bins))
    return np.stack([*ranking, squared / total, error / total], axis=1)


def _areas(scores: Floats, positives: Floats, negatives: Floats) -> tuple[Floats, Floats]:
    """AUC and average precision: cumulative counts from the best score down, read at the end of each run of ties."""
    hits, misses = positives.sum(), negatives.sum()
    if hits == 0 or misses == 0:
        undefined = np.full(len(scores), np.nan)
        return undefined, undefined
    order = np.argsort(-scores, axis=1, kind="stable")
    ranked = np.take_along_axis(scores, order, axis=1)
    changes = ranked[:, 1:] != ranked[:, :-1]
    edge = np.ones((len(scores), 1), dtype=np.bool_)
    first, last = np.concatenate([edge, changes], axis=1), np.concatenate([changes, edge], axis=1)
    own_hits, own_misses = positives[order], negatives[order]
    hits_so_far, misses_so_far = np.cumsum(own_hits, axis=1), np.cumsum(own_misses, axis=1)
    hits_down_to, misses_down_to = (_at_last(sums, last) for sums in (hits_so_far, misses_so_far))
    misses_above = np.maximum.accumulate(np.where(first, misses_so_far - own_misses, 0.0), axis=1)
    area = 1 - (own_hits * (misses_above + misses_down_to)).sum(axis=1) / (2 * hits * misses)
    ranked_so_far = np.maximum(hits_down_to + misses_down_to, 1.0)
    precision = (own_hits * hits_down_to / ranked_so_far).sum(axis=1) / hits
    return area, precision


def _at_last(sums: Floats, last: NDArray[np.bool_]) -> Floats:
    """Each running sum as it stands at the end of its run of ties."""
    ends = np.where(last, sums, np.inf)
    found: Floats = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    return found
