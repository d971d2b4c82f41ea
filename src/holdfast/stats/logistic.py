"""Ridge logistic regression by Newton's method, for tables of few columns that are fitted hundreds of times.

The objective is scikit-learn's default, Σ log-loss + |w|²/2 over standardised columns with a free intercept, and the
tests hold it to scikit-learn's solution. On a few thousand rows and three columns a general solver spends most of its
time on checking its input; here a fit is a handful of small matrix products.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.columns import Floats, outcomes

STEPS = 100
TOLERANCE = 1e-10


class Logistic:
    """A fitted model: how columns are scaled, and the weights on the scaled ones."""

    def __init__(self, features: ArrayLike, labels: ArrayLike, *, penalty: float = 1.0) -> None:
        table, label = np.asarray(features, dtype=np.float64), outcomes(labels).astype(np.float64)
        if table.ndim != 2 or len(table) != len(label):
            raise ValueError(f"features must be {len(label)} rows x columns, not of shape {table.shape}.")
        if not np.isfinite(table).all():
            raise ValueError("features hold a missing value; leave such rows out and report how many.")
        if label.min(initial=1.0) == label.max(initial=0.0) or not len(label):
            raise ValueError("a logistic model needs both outcomes.")
        self._centre = table.mean(axis=0)
        spread = table.std(axis=0)
        self._spread = np.where(spread > 0, spread, 1.0)
        self.weights = _newton(self._scaled(table), label, penalty)
        """One per column, on the scaled columns, and the intercept last."""

    def _scaled(self, table: Floats) -> Floats:
        scaled = (table - self._centre) / self._spread
        return np.concatenate([scaled, np.ones((len(table), 1))], axis=1)

    def probabilities(self, features: ArrayLike) -> Floats:
        """The chance of a positive outcome for each row."""
        return _sigmoid(self._scaled(np.asarray(features, dtype=np.float64)) @ self.weights)


def _newton(rows: Floats, label: Floats, penalty: float) -> Floats:
    ridge = np.full(rows.shape[1], penalty)
    ridge[-1] = 0.0
    weights = np.zeros(rows.shape[1])
    loss = _loss(rows, label, weights, ridge)
    for _ in range(STEPS):
        chance = _sigmoid(rows @ weights)
        slope = rows.T @ (chance - label) + ridge * weights
        curve = (rows * (chance * (1 - chance))[:, np.newaxis]).T @ rows + np.diag(ridge)
        step = np.linalg.solve(curve + 1e-12 * np.eye(len(ridge)), slope)
        # A whole step is nearly always right; where labels are almost separable it may overshoot.
        while (tried := _loss(rows, label, weights - step, ridge)) > loss + 1e-12 and np.abs(step).max() > TOLERANCE:
            step /= 2
        weights, loss = weights - step, tried
        if np.abs(step).max() < TOLERANCE:
            break
    return weights


def _loss(rows: Floats, label: Floats, weights: Floats, ridge: Floats) -> float:
    score = rows @ weights
    return float((np.logaddexp(0, score) - label * score).sum() + (ridge * weights**2).sum() / 2)


def _sigmoid(values: Floats) -> Floats:
    from scipy.special import expit

    found: Floats = expit(values)
    return found
