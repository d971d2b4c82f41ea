"""Many scorings at once against scikit-learn, one scoring at a time, ties included."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.stats import ece, midranks, score_measures


@given(seed=st.integers(0, 10_000), decimals=st.sampled_from([1, 2, 6]), groups=st.integers(2, 30))
def test_equals_scikit_learn_on_the_rows_that_groups_stand_for(seed, decimals, groups) -> None:
    from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

    rng = np.random.default_rng(seed)
    scores = np.round(rng.random((3, groups)), decimals)
    positives, negatives = rng.integers(0, 4, groups), rng.integers(0, 4, groups)
    positives[0], negatives[1] = 1, 1
    found = score_measures(scores, positives, negatives, bins=5)
    labels = np.concatenate([np.ones(positives.sum()), np.zeros(negatives.sum())])
    for scoring, values in zip(scores, found, strict=True):
        rows = np.concatenate([np.repeat(scoring, positives), np.repeat(scoring, negatives)])
        expected = [
            roc_auc_score(labels, rows),
            average_precision_score(labels, rows),
            brier_score_loss(labels, rows),
            ece(labels, rows, bins=5),
        ]
        assert values == pytest.approx(expected, abs=1e-9)


def test_one_outcome_is_undefined_but_calibrated() -> None:
    auc, precision, brier, error = score_measures([[0.2, 0.4]], [0, 0], [3, 1], bins=5)[0]
    assert np.isnan(auc)
    assert np.isnan(precision)
    assert brier == pytest.approx((3 * 0.04 + 0.16) / 4)
    assert error == pytest.approx((0.6 + 0.4) / 4)


def test_no_rows_and_no_scorings() -> None:
    assert np.isnan(score_measures([[0.5]], [0], [0])).all()
    assert score_measures(np.empty((0, 2)), [1, 0], [0, 1]).shape == (0, 4)


@pytest.mark.parametrize("scores", [[[1.2]], [[np.nan]], [[0.1, 0.2]], [0.1]])
def test_bad_scores_are_refused(scores) -> None:
    with pytest.raises(ValueError, match="scores must"):
        score_measures(scores, [1], [1])


def test_midranks_share_ties_and_leave_gaps_out() -> None:
    assert midranks(np.array([0.1, 0.9, 0.9, 0.5])).tolist() == [4, 1.5, 1.5, 3]
    assert midranks(np.array([0.3, 0.1 + 0.2])).tolist() == [1.5, 1.5]
    ranks = midranks(np.array([[0.1, np.nan, 0.9], [0.2, 0.1, 0.0]]))
    assert np.array_equal(ranks, [[2, np.nan, 1], [1, 2, 3]], equal_nan=True)
