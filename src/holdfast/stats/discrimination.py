"""How well scores tell two outcomes apart: AUC, average precision, Brier score and expected calibration error.

Each measure takes weights. `Ranking` and `Calibration` prepare one predictor once and then evaluate whole matrices of
weights (draws x rows), which is what makes resampling fast; the single-value functions run the same code with one
draw. Ties are treated as scikit-learn treats them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from holdfast.stats.columns import Floats, numbers, outcomes, probabilities, same_length, weight_rows
from holdfast.stats.resampling import DRAWS_AT_ONCE

MEASURES = ("auc", "average_precision", "brier", "ece")
"""The columns that `Discrimination` returns, in this order."""


class Ranking:
    """AUC and average precision of one predictor under many weightings of the rows.

    Only distinct scores that some positive row has can move either measure. They are the *steps*; two weighted sums
    per step (positives, and negatives since the previous step) say everything, and a sparse matrix forms them.
    """

    def __init__(self, labels: ArrayLike, scores: ArrayLike) -> None:
        positive, score = outcomes(labels), numbers(scores, "scores")
        self.rows = same_length(labels=positive, scores=score)
        self.columns = ("auc", "average_precision")
        self._prepare(positive, score)

    def _prepare(self, positive: NDArray[np.bool_], score: Floats) -> None:
        from scipy.sparse import csr_array

        step_scores = np.unique(-score[positive])  # ascending in the negated score: the best first
        # A negative row belongs to the first step that does not rank above it; those below all steps form the last row.
        step = np.searchsorted(step_scores, -score)
        self._steps = len(step_scores) + 1
        rows = np.arange(self.rows)
        ones = np.ones(self.rows)
        self._sums = csr_array(
            (ones, (np.where(positive, step, step + self._steps), rows)), shape=(2 * self._steps, self.rows)
        )
        tied = np.zeros(self.rows, dtype=np.bool_)
        inside = ~positive & (step < len(step_scores))
        tied[inside] = step_scores[step[inside]] == -score[inside]
        self._tied_halves = (
            csr_array((ones[tied] / 2, (step[tied], rows[tied])), shape=(self._steps, self.rows))
            if tied.any()
            else None
        )

    def __call__(self, weights: Floats) -> Floats:
        """Both measures (draws x 2) for weights (draws x rows, none negative); NaN where a class has no weight."""
        measures = np.empty((len(weights), 2))
        for start in range(0, len(weights), DRAWS_AT_ONCE):
            part = slice(start, start + DRAWS_AT_ONCE)
            measures[part] = self._areas(weights[part].T)
        return measures

    def _areas(self, columns: Floats) -> Floats:
        """The same for weights laid out as rows x draws, where every operation runs along the draws."""
        sums = (self._sums @ columns).reshape(2, self._steps, -1)
        hits = sums[0]
        true_positives, false_positives = np.cumsum(sums, axis=1)
        all_hits, all_misses = true_positives[-1], false_positives[-1]
        ranked = true_positives + false_positives
        precision = np.divide(true_positives, np.maximum(ranked, np.finfo(np.float64).tiny, out=ranked), out=ranked)
        precision_sum = np.einsum("sd,sd->d", hits, precision)
        if self._tied_halves is not None:
            false_positives -= self._tied_halves @ columns
        misses_above = np.einsum("sd,sd->d", hits, false_positives)
        both = np.where((all_hits > 0) & (all_misses > 0), 1.0, np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            auc_values = both - misses_above / (all_hits * all_misses)
            ap_values = both * precision_sum / all_hits
        return np.stack([auc_values, ap_values], axis=1)


class Calibration:
    """Brier score and expected calibration error of one predictor under many weightings of the rows.

    Bins are of equal width over [0, 1] and closed on the right, the first also on the left: (k/bins, (k+1)/bins]. The
    error is Σ_bins |Σ_rows weight · (outcome − probability)| / Σ weight, which equals the usual mean of
    |accuracy − confidence| weighted by the bins' share.
    """

    def __init__(self, labels: ArrayLike, scores: ArrayLike, *, bins: int = 10) -> None:
        if bins < 1:
            raise ValueError(f"bins must be at least 1, not {bins}.")
        outcome, probability = outcomes(labels).astype(np.float64), probabilities(scores)
        self.rows = same_length(labels=outcome, scores=probability)
        self.columns = ("brier", "ece")
        residual = outcome - probability
        used, position = np.unique(bin_numbers(probability, bins), return_inverse=True)
        self._terms = np.zeros((self.rows, 2 + len(used)))
        self._terms[:, 0] = 1
        self._terms[:, 1] = residual**2
        self._terms[np.arange(self.rows), 2 + position] = residual

    def __call__(self, weights: Floats) -> Floats:
        """Brier score and ECE (draws x 2) for weights (draws x rows); NaN where no row has weight."""
        sums = weights @ self._terms
        total = np.where(sums[:, :1] > 0, sums[:, :1], np.nan)
        return np.concatenate([sums[:, 1:2], np.abs(sums[:, 2:]).sum(axis=1, keepdims=True)], axis=1) / total


class Discrimination:
    """All four measures of one predictor of probabilities, in the order of `MEASURES`."""

    def __init__(self, labels: ArrayLike, scores: ArrayLike, *, bins: int = 10) -> None:
        self.columns = MEASURES
        self._ranking = Ranking(labels, scores)
        self._calibration = Calibration(labels, scores, bins=bins)
        self.rows = self._ranking.rows

    def __call__(self, weights: Floats) -> Floats:
        """The measures (draws x 4) for weights (draws x rows)."""
        return np.concatenate([self._ranking(weights), self._calibration(weights)], axis=1)


def bin_numbers(values: Floats, bins: int) -> NDArray[np.intp]:
    """The bin of each probability: equal widths, closed on the right."""
    return np.searchsorted(np.arange(1, bins) / bins, values)


def auc(labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> float:
    """The chance that a positive row outranks a negative one, ties counting half; NaN unless both have weight."""
    ranking = Ranking(labels, scores)
    return float(ranking(weight_rows(weights, ranking.rows))[0, 0])


def average_precision(labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> float:
    """Σ (recall step) · (precision there), the area under precision and recall without interpolation.

    NaN unless both classes have weight: with positives only, every ranking would score a meaningless 1.
    """
    ranking = Ranking(labels, scores)
    return float(ranking(weight_rows(weights, ranking.rows))[0, 1])


def brier(labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> float:
    """The mean squared difference of probability and outcome; NaN where no row has weight."""
    calibration = Calibration(labels, scores, bins=1)
    return float(calibration(weight_rows(weights, calibration.rows))[0, 0])


def ece(labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None, *, bins: int = 10) -> float:
    """The expected calibration error as `Calibration` defines it; NaN where no row has weight."""
    calibration = Calibration(labels, scores, bins=bins)
    return float(calibration(weight_rows(weights, calibration.rows))[0, 1])
