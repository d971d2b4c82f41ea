"""Draws of clusters and percentile intervals."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.stats.resampling import Distribution, multiplicities, multisets, percentile_interval, sign_patterns


@pytest.mark.parametrize("clusters", [1, 2, 3, 4, 5])
def test_multisets_equal_a_count_of_all_ordered_draws(clusters: int) -> None:
    ordered = itertools.product(range(clusters), repeat=clusters)
    brute = Counter(tuple(np.bincount(draw, minlength=clusters)) for draw in ordered)
    counts, probabilities = multisets(clusters)
    listed = {tuple(int(m) for m in row): p for row, p in zip(counts, probabilities, strict=True)}
    assert len(listed) == len(counts) == len(brute)
    for multiset, times in brute.items():
        assert listed[multiset] == pytest.approx(times / clusters**clusters, rel=1e-12)


@pytest.mark.parametrize(("clusters", "number"), [(7, 1716), (8, 6435)])
def test_number_of_multisets(clusters: int, number: int) -> None:
    counts, probabilities = multisets(clusters)
    assert len(counts) == number == math.comb(2 * clusters - 1, clusters)
    assert probabilities.sum() == pytest.approx(1, abs=1e-12)
    assert (counts.sum(axis=1) == clusters).all()


def test_multisets_are_only_listed_where_that_is_feasible() -> None:
    with pytest.raises(ValueError, match="1 to 8"):
        multisets(9)


def test_kept_multisets_cannot_be_spoiled() -> None:
    with pytest.raises(ValueError, match="read-only"):
        multisets(3)[0][0, 0] = 7


def test_multiplicities_are_multinomial_and_seeded() -> None:
    drawn = np.concatenate(list(multiplicities(12, 20_000, 3)))
    assert drawn.shape == (20_000, 12)
    assert (drawn.sum(axis=1) == 12).all()
    # mean 1, variance 1 - 1/k and covariance -1/k of multinomial counts
    assert drawn.mean(axis=0) == pytest.approx(np.ones(12), abs=0.04)
    assert np.cov(drawn.T) == pytest.approx(np.eye(12) - 1 / 12, abs=0.05)
    assert np.array_equal(drawn, np.concatenate(list(multiplicities(12, 20_000, 3))))
    assert not np.array_equal(drawn, np.concatenate(list(multiplicities(12, 20_000, 4))))


def test_many_clusters_come_in_parts() -> None:
    parts = list(multiplicities(100_000, 7, 0))
    assert [len(part) for part in parts] == [2, 2, 2, 1]
    assert all((part.sum(axis=1) == 100_000).all() for part in parts)


def test_kept_draws_are_those_that_would_be_drawn_again() -> None:
    (kept,) = multiplicities(30, 40, 5)
    assert np.array_equal(kept, np.concatenate(list(multiplicities(30, 40, np.random.default_rng(5)))))
    (patterns,) = sign_patterns(30, 40, 5)
    assert np.array_equal(patterns, np.concatenate(list(sign_patterns(30, 40, np.random.default_rng(5)))))
    with pytest.raises(ValueError, match="read-only"):
        kept[0, 0] = 1.0


@pytest.mark.parametrize(("clusters", "draws"), [(0, 5), (5, 0)])
def test_nothing_to_draw_is_refused(clusters: int, draws: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        next(multiplicities(clusters, draws, 0))


def test_percentiles_of_equal_draws_are_order_statistics() -> None:
    values = np.random.default_rng(0).permutation(2000).astype(float)
    assert percentile_interval(values) == (49.0, 1950.0)
    low, high = percentile_interval(values)
    assert low == np.quantile(values, 0.025, method="inverted_cdf")
    assert high == -np.quantile(-values, 0.025, method="inverted_cdf")


@given(
    st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), min_size=1, max_size=40),
    st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99]),
)
def test_weighted_percentiles_equal_those_of_repeated_values(pairs: list[tuple[int, int]], level: float) -> None:
    values = np.array([value for value, _ in pairs], dtype=float)
    times = np.array([count for _, count in pairs])
    weighted = percentile_interval(values, times / times.sum(), level)
    assert weighted == percentile_interval(np.repeat(values, times), level=level)
    low, high = percentile_interval(-values, times / times.sum(), level)
    assert weighted == (-high, -low)


def test_undefined_draws_are_left_out_and_counted() -> None:
    distribution = Distribution(np.array([1.0, np.nan, 2.0]), np.array([0.25, 0.5, 0.25]), exact=True)
    assert distribution.undefined == 0.5
    assert distribution.interval() == (1.0, 2.0)
    assert all(math.isnan(end) for end in percentile_interval(np.array([np.nan])))


@pytest.mark.parametrize("level", [0, 1, 95, float("nan")])
def test_level_is_a_probability(level: float) -> None:
    with pytest.raises(ValueError, match="level"):
        percentile_interval(np.ones(3), level=level)
