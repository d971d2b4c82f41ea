"""What every statistic accepts: columns of numbers, of 0/1 outcomes, of weights and of cluster labels.

Each function turns input into a plain array or raises a `ValueError` of one sentence. A missing value never gets as
far as a formula, where it would turn into a number.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Labels = Sequence[Hashable] | NDArray[Any]


def numbers(values: ArrayLike, name: str = "values") -> Floats:
    """A column of finite numbers; it may be empty."""
    column = np.asarray(values, dtype=np.float64)
    if column.ndim != 1:
        raise ValueError(f"{name} must be one column, not an array of {column.ndim} dimensions.")
    if not np.isfinite(column).all():
        raise ValueError(f"{name} holds a missing or infinite value; leave such observations out and report how many.")
    return column


def outcomes(labels: ArrayLike, name: str = "labels") -> NDArray[np.bool_]:
    """A column of 0/1 (or false/true) outcomes as booleans."""
    column = numbers(labels, name)
    positive: NDArray[np.bool_] = column == 1
    if not (positive | (column == 0)).all():
        raise ValueError(f"{name} must be 0 or 1.")
    return positive


def probabilities(values: ArrayLike, name: str = "probabilities") -> Floats:
    """A column of numbers within [0, 1]."""
    column = numbers(values, name)
    if column.size and (column.min() < 0 or column.max() > 1):
        raise ValueError(f"{name} must lie within 0 and 1.")
    return column


def same_length(**columns: NDArray[Any]) -> int:
    """The number of rows that the named columns share."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"columns differ in length: {', '.join(f'{name} {n}' for name, n in lengths.items())}.")
    return next(iter(lengths.values()))


def weight_rows(weights: ArrayLike | None, rows: int) -> Floats:
    """One weighting of the rows as a matrix of one draw (1 x rows); without weights every row counts once."""
    if weights is None:
        return np.ones((1, rows))
    column = numbers(weights, "weights")
    if len(column) != rows:
        raise ValueError(f"columns differ in length: rows {rows}, weights {len(column)}.")
    if column.size and column.min() < 0:
        raise ValueError("weights must not be negative.")
    return column[np.newaxis, :]


def cluster_codes(labels: Labels, name: str = "clusters") -> tuple[Codes, int]:
    """Number the clusters in the sorted order of their labels: each row's number, and how many there are.

    Sorting makes every later draw independent of the order of rows.
    """
    if isinstance(labels, np.ndarray) and labels.dtype.kind not in "OV":
        if labels.ndim != 1:
            raise ValueError(f"{name} must be one column, not an array of {labels.ndim} dimensions.")
        if labels.dtype.kind == "f" and np.isnan(labels).any():
            raise ValueError(f"{name} holds a missing label.")
        known, codes = np.unique(labels, return_inverse=True)
        return codes.astype(np.intp, copy=False), len(known)
    listed: list[Any] = labels.tolist() if isinstance(labels, np.ndarray) else list(labels)
    distinct = set(listed)
    if any(label is None or (isinstance(label, float) and math.isnan(label)) for label in distinct):
        raise ValueError(f"{name} holds a missing label.")
    try:
        number = {label: position for position, label in enumerate(sorted(distinct))}
    except TypeError:
        raise ValueError(f"{name} mixes labels of different types, which cannot be put in order.") from None
    return np.fromiter(map(number.__getitem__, listed), dtype=np.intp, count=len(listed)), len(number)
