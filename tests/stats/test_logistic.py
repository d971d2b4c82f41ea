"""The logistic model against scikit-learn's, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.stats import Logistic


@given(seed=st.integers(0, 1000), columns=st.integers(1, 6), steep=st.sampled_from([0.0, 1.0, 8.0]))
def test_equals_scikit_learn(seed, columns, steep) -> None:
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(seed)
    features = np.round(rng.normal(size=(80, columns)), 1) * 3 + 1
    labels = rng.random(80) < 1 / (1 + np.exp(-steep * features[:, 0]))
    labels[:2] = True, False
    ours = Logistic(features, labels).probabilities(features)
    scaled = StandardScaler().fit_transform(features)
    theirs = LogisticRegression(tol=1e-10, max_iter=5000).fit(scaled, labels).predict_proba(scaled)[:, 1]
    assert np.abs(ours - theirs).max() < 1e-5


def test_a_constant_column_has_no_say() -> None:
    features = np.column_stack([np.arange(10.0), np.ones(10)])
    labels = np.arange(10) > 4
    alone = features[:, :1]
    with_it, without = Logistic(features, labels), Logistic(alone, labels)
    assert np.allclose(with_it.probabilities(features), without.probabilities(alone))


@pytest.mark.parametrize(
    ("features", "labels", "sentence"),
    [
        ([[1.0], [2.0]], [1, 1], "both outcomes"),
        ([[1.0], [np.nan]], [0, 1], "missing value"),
        ([[1.0]], [0, 1], "must be 2 rows"),
        (np.empty((0, 1)), [], "both outcomes"),
    ],
)
def test_refuses(features, labels, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        Logistic(features, labels)
