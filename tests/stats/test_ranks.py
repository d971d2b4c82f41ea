"""Rank correlations: against scipy, and against a count of all pairs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from holdfast.stats import kendall, spearman

columns = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=25)


@given(columns)
def test_both_equal_scipy(rows: list[tuple[int, int]]) -> None:
    first, second = zip(*rows, strict=True)
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert math.isnan(spearman(first, second))
        assert math.isnan(kendall(first, second))
        return
    assert spearman(first, second) == pytest.approx(spearmanr(first, second).statistic, abs=1e-12)
    assert kendall(first, second) == pytest.approx(kendalltau(first, second).statistic, abs=1e-12)


@given(columns)
def test_kendall_counts_pairs(rows: list[tuple[int, int]]) -> None:
    first, second = (np.array(column) for column in zip(*rows, strict=True))
    signs_first, signs_second = (np.sign(np.subtract.outer(column, column)) for column in (first, second))
    pairs_apart = math.sqrt((signs_first**2).sum() * (signs_second**2).sum())
    expected = (signs_first * signs_second).sum() / pairs_apart if pairs_apart else math.nan
    assert kendall(first, second) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(columns)
def test_spearman_is_pearson_of_mean_ranks(rows: list[tuple[int, int]]) -> None:
    first, second = (np.array(column) for column in zip(*rows, strict=True))
    ranks = [[np.sum(c < v) + (np.sum(c == v) + 1) / 2 for v in c] for c in (first, second)]
    if np.ptp(first) and np.ptp(second):
        assert spearman(first, second) == pytest.approx(np.corrcoef(ranks)[0, 1], abs=1e-12)


def test_degenerate_rankings() -> None:
    assert math.isnan(spearman([], []))
    assert math.isnan(kendall([1], [1]))
    with pytest.raises(ValueError, match="missing"):
        spearman([1, np.nan], [1, 2])
    with pytest.raises(ValueError, match="differ in length"):
        kendall([1, 2], [1, 2, 3])
