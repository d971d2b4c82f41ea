"""Agreement: kappa against scikit-learn, ICC(2,1) against pingouin and the published example."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pandas as pd
import pingouin
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from holdfast.stats import icc, kappa

SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
"""Six targets, four judges: the example of Shrout and Fleiss (1979)."""


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=60),
    st.sampled_from([("unweighted", None), ("linear", "linear"), ("quadratic", "quadratic")]),
)
def test_kappa_equals_scikit_learn(pairs: list[tuple[int, int]], weights: tuple[str, str | None]) -> None:
    first, second = zip(*pairs, strict=True)
    for categories in (None, [1, 2, 3, 4, 5]):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = cohen_kappa_score(first, second, weights=weights[1], labels=categories)
        ours = kappa(first, second, weights=weights[0], categories=categories)
        if len(set(first) | set(second)) == 1:
            assert math.isnan(ours)
        else:
            assert ours == pytest.approx(expected, abs=1e-12)


def test_kappa_of_words_and_arrays() -> None:
    first, second = ["yes", "no", "yes", "no"], ["yes", "no", "no", "no"]
    assert kappa(first, second) == pytest.approx(cohen_kappa_score(first, second))
    assert kappa(np.array(first), np.array(second)) == kappa(first, second)


def test_an_unused_step_of_the_scale_keeps_its_distance() -> None:
    first, second = [1, 5, 5, 1, 4], [1, 5, 4, 4, 5]
    assert kappa(first, second, weights="linear") != kappa(first, second, weights="linear", categories=[1, 2, 3, 4, 5])


def test_kappa_refuses_what_it_cannot_read() -> None:
    with pytest.raises(ValueError, match="at least one"):
        kappa([], [])
    with pytest.raises(ValueError, match="differ in length"):
        kappa([1, 2], [1])
    with pytest.raises(ValueError, match="9 is not one of the categories"):
        kappa([1, 9], [1, 2], categories=[1, 2])
    with pytest.raises(ValueError, match="missing"):
        kappa([1, None], [1, 2])
    with pytest.raises(ValueError, match="weights"):
        kappa([1, 2], [1, 2], weights="cubic")


def pingouin_icc(ratings: np.ndarray) -> tuple[float, float, float]:
    """ICC(2,1), which pingouin calls ICC(A,1) (ICC2 in older releases), with its interval (rounded to 0.01)."""
    rows = [(item, rater, score) for (item, rater), score in np.ndenumerate(ratings)]
    table = pingouin.intraclass_corr(pd.DataFrame(rows, columns=["item", "rater", "score"]), "item", "rater", "score")
    row = table[table["Type"].isin(["ICC(A,1)", "ICC2"])].iloc[0]
    low, high = row["CI95"] if "CI95" in row else row["CI95%"]
    return row["ICC"], low, high


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("shape", [(6, 3), (20, 2), (12, 5)])
def test_icc_equals_pingouin(shape: tuple[int, int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    ratings = rng.normal(size=(shape[0], 1)) + rng.normal(0, 0.5, size=shape[1]) + rng.normal(0, 0.8, size=shape)
    result, (estimate, low, high) = icc(ratings), pingouin_icc(ratings)
    assert result.estimate == pytest.approx(estimate, abs=1e-9)
    assert (result.low, result.high) == pytest.approx((low, high), abs=0.0051)
    assert (result.items, result.raters) == shape


def test_icc_of_the_published_example() -> None:
    result = icc(SHROUT_FLEISS)
    assert result.estimate == pytest.approx(0.29, abs=0.005)
    assert (result.low, result.high) == pytest.approx((0.02, 0.76), abs=0.005)


def test_icc_counts_a_constant_offset_against_agreement() -> None:
    scores = np.arange(8.0)
    assert icc(np.stack([scores, scores], axis=1)).estimate == 1
    shifted = icc(np.stack([scores, scores + 5], axis=1))
    assert 0 < shifted.estimate < 0.5
    assert math.isnan(shifted.low)  # no residual variance: the F ratio has no scale


@pytest.mark.parametrize("value", [3.0, 0.1, 1e9])
def test_icc_of_equal_ratings_is_undefined(value: float) -> None:
    assert math.isnan(icc(np.full((5, 3), value)).estimate)


def test_icc_refuses_what_it_cannot_read() -> None:
    with pytest.raises(ValueError, match="two items"):
        icc([[1, 2]])
    with pytest.raises(ValueError, match="missing"):
        icc([[1, 2], [np.nan, 3]])
