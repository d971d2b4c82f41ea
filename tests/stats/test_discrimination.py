"""AUC, average precision, Brier score and ECE: against scikit-learn, with weights and ties."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

from holdfast.stats import MEASURES, Calibration, Discrimination, Ranking, auc, average_precision, brier, ece

# Scores from eleven values: ties within and across the classes are the rule. Weights of zero occur.
tied_rows = st.lists(st.tuples(st.booleans(), st.integers(0, 10), st.integers(0, 4)), min_size=2, max_size=40)


def plain_ece(labels: np.ndarray, scores: np.ndarray, weights: np.ndarray, bins: int) -> float:
    """Bin by bin, from the definition."""
    total = 0.0
    for number in range(bins):
        low, high = number / bins, (number + 1) / bins
        inside = (scores <= high) & ((scores > low) | (number == 0))
        if weights[inside].sum() > 0:
            accuracy = np.average(labels[inside], weights=weights[inside])
            confidence = np.average(scores[inside], weights=weights[inside])
            total += weights[inside].sum() * abs(accuracy - confidence)
    return total / weights.sum()


@given(tied_rows, st.sampled_from([1, 5, 10, 15]))
def test_each_measure_equals_scikit_learn_under_ties_and_weights(rows: list[tuple[bool, int, int]], bins: int) -> None:
    labels = np.array([label for label, _, _ in rows])
    scores = np.array([score for _, score, _ in rows]) / 10
    weights = np.array([weight for _, _, weight in rows], dtype=float)
    assume(weights[labels].sum() > 0 and weights[~labels].sum() > 0)
    assert auc(labels, scores, weights) == pytest.approx(
        roc_auc_score(labels, scores, sample_weight=weights), abs=1e-12
    )
    assert average_precision(labels, scores, weights) == pytest.approx(
        average_precision_score(labels, scores, sample_weight=weights), abs=1e-12
    )
    assert brier(labels, scores, weights) == pytest.approx(
        brier_score_loss(labels, scores, sample_weight=weights), abs=1e-12
    )
    assert ece(labels, scores, weights, bins=bins) == pytest.approx(plain_ece(labels, scores, weights, bins), abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_continuous_scores_and_real_weights(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels, scores, weights = rng.random(700) < 0.3, rng.random(700), rng.exponential(size=700)
    assert auc(labels, scores, weights) == pytest.approx(
        roc_auc_score(labels, scores, sample_weight=weights), abs=1e-12
    )
    assert auc(labels, scores) == pytest.approx(roc_auc_score(labels, scores), abs=1e-12)
    assert average_precision(labels, scores, weights) == pytest.approx(
        average_precision_score(labels, scores, sample_weight=weights), abs=1e-12
    )
    assert average_precision(labels, scores) == pytest.approx(average_precision_score(labels, scores), abs=1e-12)
    assert brier(labels, scores) == pytest.approx(brier_score_loss(labels, scores), abs=1e-12)


def test_ece_agrees_with_scikit_learns_calibration_curve() -> None:
    rng = np.random.default_rng(0)
    scores = rng.random(1000)
    labels = rng.random(1000) < scores**2
    accuracy, confidence = calibration_curve(labels, scores, n_bins=5)
    share = np.histogram(scores, bins=5, range=(0, 1))[0] / 1000
    assert ece(labels, scores, bins=5) == pytest.approx(float(share @ np.abs(accuracy - confidence)), abs=1e-12)


def test_bins_are_closed_on_the_right() -> None:
    # 0.7 belongs to (0.6, 0.7]: alone there with outcome 1 it is 0.3 off; 0.71 with outcome 0 is 0.71 off.
    assert ece([1, 0], [0.7, 0.71]) == pytest.approx((0.3 + 0.71) / 2)
    assert ece([1, 0], [0.65, 0.7]) == pytest.approx(abs(1 - 1.35) / 2)
    for k in range(1, 10):  # no edge is lost to rounding
        assert ece([1, 0], [k / 10, k / 10 - 0.05]) == pytest.approx(abs(1 - (2 * k / 10 - 0.05)) / 2)
    assert ece([1, 1], [0.0, 1.0]) == pytest.approx(0.5)


@pytest.mark.parametrize("tied", [False, True])
def test_many_weightings_equal_one_after_the_other(tied: bool) -> None:
    rng = np.random.default_rng(4)
    labels, scores = rng.random(300) < 0.4, rng.random(300)
    scores = np.round(scores, 1) if tied else scores
    weights = rng.integers(0, 3, size=(75, 300)).astype(float)
    together = Discrimination(labels, scores, bins=5)(weights)
    assert together.shape == (75, len(MEASURES))
    for row, weight in zip(together, weights, strict=True):
        alone = (
            auc(labels, scores, weight),
            average_precision(labels, scores, weight),
            brier(labels, scores, weight),
            ece(labels, scores, weight, bins=5),
        )
        assert row == pytest.approx(alone, abs=1e-13)
    columns_first = np.asfortranarray(weights)
    assert Discrimination(labels, scores, bins=5)(columns_first) == pytest.approx(together, abs=1e-13)


@given(tied_rows)
def test_whole_weights_equal_repeated_rows(rows: list[tuple[bool, int, int]]) -> None:
    labels, scores, weights = (np.array(column) for column in zip(*rows, strict=True))
    repeated = auc(np.repeat(labels, weights), np.repeat(scores, weights))
    assert auc(labels, scores, weights) == pytest.approx(repeated, abs=1e-12, nan_ok=True)
    repeated = average_precision(np.repeat(labels, weights), np.repeat(scores, weights))
    assert average_precision(labels, scores, weights) == pytest.approx(repeated, abs=1e-12, nan_ok=True)


@given(tied_rows)
def test_auc_mirrors_and_ignores_monotone_changes(rows: list[tuple[bool, int, int]]) -> None:
    labels, scores, weights = (np.array(column) for column in zip(*rows, strict=True))
    forward = auc(labels, scores, weights)
    assert auc(labels, -scores, weights) == pytest.approx(1 - forward, abs=1e-12, nan_ok=True)
    assert auc(~labels, scores, weights) == pytest.approx(1 - forward, abs=1e-12, nan_ok=True)
    assert auc(labels, np.exp(scores / 3.0), weights) == pytest.approx(forward, abs=1e-12, nan_ok=True)


def test_perfect_and_useless_rankings() -> None:
    assert auc([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9]) == 1
    assert average_precision([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9]) == 1
    assert auc([0, 1, 0, 1], [0.5] * 4) == 0.5
    assert average_precision([0, 1, 0, 1], [0.5] * 4) == 0.5


@pytest.mark.parametrize("labels", [[0, 0, 0], [1, 1, 1], []])
def test_one_class_ranks_nothing(labels: list[int]) -> None:
    scores = [0.1, 0.5, 0.9][: len(labels)]
    assert math.isnan(auc(labels, scores))
    assert math.isnan(average_precision(labels, scores))


def test_a_class_without_weight_counts_as_absent() -> None:
    values = Ranking([0, 1, 1], [0.1, 0.5, 0.9])(np.array([[1.0, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 0]]))
    assert np.isnan(values).tolist() == [[False, False], [True, True], [True, True], [True, True]]


def test_no_weight_leaves_calibration_undefined() -> None:
    assert math.isnan(brier([], []))
    assert math.isnan(ece([0, 1], [0.2, 0.3], [0, 0]))
    assert np.isnan(Calibration([0, 1], [0.2, 0.3])(np.zeros((2, 2)))).all()


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="missing"):
        auc([0, 1], [0.5, np.nan])
    with pytest.raises(ValueError, match="0 or 1"):
        auc([1, 2], [0.5, 0.6])
    with pytest.raises(ValueError, match="differ in length"):
        auc([0, 1], [0.5])
    with pytest.raises(ValueError, match="negative"):
        auc([0, 1], [0.5, 0.6], [1, -1])
    with pytest.raises(ValueError, match="within 0 and 1"):
        brier([0, 1], [0.5, 1.6])
    with pytest.raises(ValueError, match="bins"):
        ece([0, 1], [0.5, 0.6], bins=0)
    assert auc([0, 1], [5, 16]) == 1  # ranks need no probabilities
