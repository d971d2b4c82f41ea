"""Cluster means and ratios: against scipy, statsmodels and brute force."""

from __future__ import annotations

import itertools
import math
import time

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from holdfast.stats import cluster_mean, cluster_ratio, sign_flip_interval, t_interval
from holdfast.stats.resampling import percentile_interval

clustered = st.lists(
    st.lists(st.integers(0, 5), min_size=1, max_size=4).map(lambda rows: [float(row) for row in rows]),
    min_size=2,
    max_size=4,
)


def flatten(groups: list[list[float]]) -> tuple[list[float], list[int]]:
    return [v for group in groups for v in group], [c for c, group in enumerate(groups) for _ in group]


@given(clustered, st.sampled_from([0.8, 0.9, 0.95]))
def test_exact_bootstrap_equals_all_ordered_draws(groups: list[list[float]], level: float) -> None:
    values, clusters = flatten(groups)
    means = [
        sum(sum(groups[c]) for c in draw) / sum(len(groups[c]) for c in draw)
        for draw in itertools.product(range(len(groups)), repeat=len(groups))
    ]
    result = cluster_mean(values, clusters, seed=0, level=level)
    assert result.method == "cluster-bootstrap-exact"
    assert (result.low, result.high) == pytest.approx(percentile_interval(np.array(means), level=level), abs=1e-12)
    assert result.estimate == pytest.approx(np.mean(values))
    assert (result.n, result.clusters) == (len(values), len(groups))


def test_sampled_bootstrap_equals_resampling_rows_by_hand() -> None:
    rng = np.random.default_rng(5)
    clusters = rng.integers(0, 40, 600)
    values = rng.normal(clusters / 20, 1)
    names = np.unique(clusters)
    by_hand = [
        np.concatenate([values[clusters == c] for c in rng.choice(names, len(names))]).mean() for _ in range(4000)
    ]
    result = cluster_mean(values, clusters, seed=1, draws=20_000)
    assert result.method == "cluster-bootstrap"
    assert (result.low, result.high) == pytest.approx(np.quantile(by_hand, [0.025, 0.975]), abs=0.02)


def test_t_interval_of_single_rows_is_the_textbook_one() -> None:
    values = np.random.default_rng(0).normal(size=11)
    expected = scipy.stats.t.interval(0.95, 10, loc=values.mean(), scale=scipy.stats.sem(values))
    result = cluster_mean(values, np.arange(11), seed=0)
    assert (result.t_low, result.t_high) == pytest.approx(expected, rel=1e-12)


def test_t_interval_of_unequal_clusters_is_cluster_robust() -> None:
    rng = np.random.default_rng(1)
    clusters = rng.integers(0, 15, 200)
    values = rng.normal(clusters / 5, 1)
    # statsmodels also multiplies by (n-1)/(n-1) = 1 for a model with a constant only
    fit = sm.OLS(values, np.ones(200)).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
    result = cluster_mean(values, clusters, seed=0)
    assert (result.t_low, result.t_high) == pytest.approx(fit.conf_int()[0], rel=1e-9)


def one_sided(numerators: np.ndarray, denominators: np.ndarray, theta: float) -> tuple[float, float]:
    """The sign-flip test itself: the chance of a sum at least as large, and at least as small, as the one observed."""
    residuals = numerators - theta * denominators
    patterns = np.array(list(itertools.product([-1, 1], repeat=len(residuals))))
    flipped, slack = patterns @ residuals, 1e-9
    return float((flipped >= residuals.sum() - slack).mean()), float((flipped <= residuals.sum() + slack).mean())


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("clusters", [6, 7, 9])
def test_sign_flip_interval_inverts_the_test(clusters: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    numerators, denominators = rng.normal(2, 1, clusters), rng.integers(1, 9, clusters).astype(float)
    low, high = sign_flip_interval(numerators, denominators, seed=0)
    step = 1e-6
    assert (
        one_sided(numerators, denominators, low + step)[0] > 0.025 >= one_sided(numerators, denominators, low - step)[0]
    )
    assert (
        one_sided(numerators, denominators, high - step)[1]
        > 0.025
        >= one_sided(numerators, denominators, high + step)[1]
    )


def test_sampled_sign_flips_agree_with_all_of_them() -> None:
    rng = np.random.default_rng(0)
    values, ones = rng.normal(size=14), np.ones(14)
    listed = sign_flip_interval(values, ones, seed=0)
    patterns = np.array(list(itertools.product([0, 1], repeat=15)), dtype=float)[1:]
    values = np.append(values, 0.3)
    means = np.sort((patterns @ values) / patterns.sum(axis=1))
    rank = math.floor(0.025 * 2**15)
    sampled = sign_flip_interval(values, np.ones(15), seed=0, draws=100_000)
    assert sampled == pytest.approx((means[rank - 1], means[-rank]), abs=0.02)
    assert listed[0] < values[:14].mean() < listed[1]


def test_too_few_clusters_for_a_sign_flip_are_unbounded_not_narrow() -> None:
    result = cluster_mean([0.1, 0.2, 0.3, 0.4, 0.5], [1, 2, 3, 4, 5], seed=0)
    assert (result.flip_low, result.flip_high) == (-math.inf, math.inf)
    assert cluster_mean(np.arange(6) / 10, np.arange(6), seed=0).flip_low == 0.0


def test_ratio_is_the_mean_within_a_subset() -> None:
    rng = np.random.default_rng(2)
    clusters, inside, hit = rng.integers(0, 6, 90), rng.integers(0, 2, 90), rng.integers(0, 2, 90)
    ratio = cluster_ratio(hit * inside, inside, clusters, seed=0)
    mean = cluster_mean(hit[inside == 1], clusters[inside == 1], seed=0)
    assert ratio.estimate == pytest.approx(mean.estimate)
    assert (ratio.low, ratio.high, ratio.t_low) == pytest.approx((mean.low, mean.high, mean.t_low))


def test_draws_without_denominator_are_counted_not_guessed() -> None:
    result = cluster_ratio([1, 0, 0], [1, 0, 0], ["a", "b", "c"], seed=0)
    assert result.estimate == 1
    assert result.undefined == pytest.approx((2 / 3) ** 3)
    assert result.flat


@given(clustered, st.randoms())
def test_order_of_rows_has_no_say(groups: list[list[float]], random: object) -> None:
    values, clusters = flatten(groups * 4)
    rows = list(zip(values, clusters, strict=True))
    expected = cluster_mean(values, clusters, seed=3, draws=50)
    random.shuffle(rows)  # type: ignore[attr-defined]
    shuffled = cluster_mean([v for v, _ in rows], [c for _, c in rows], seed=3, draws=50)
    fields = ("estimate", "low", "high", "t_low", "t_high", "flip_low", "flip_high")
    for field in fields:
        assert getattr(shuffled, field) == pytest.approx(getattr(expected, field), abs=1e-9)


@given(clustered, st.floats(0.1, 10), st.floats(-10, 10))
def test_intervals_move_with_scale_and_shift(groups: list[list[float]], scale: float, shift: float) -> None:
    values, clusters = flatten(groups)
    plain = cluster_mean(values, clusters, seed=0)
    moved = cluster_mean(np.array(values) * scale + shift, clusters, seed=0)
    for field in ("estimate", "low", "high", "t_low", "t_high"):
        assert getattr(moved, field) == pytest.approx(getattr(plain, field) * scale + shift, abs=1e-6)
    assert plain.low - 1e-9 <= plain.estimate <= plain.high + 1e-9


def test_a_generator_serves_as_seed() -> None:
    values, clusters = np.random.default_rng(0).normal(size=60), np.arange(60) // 3
    with_int = cluster_mean(values, clusters, seed=7)
    assert cluster_mean(values, clusters, seed=7) == with_int
    assert cluster_mean(values, clusters, seed=np.random.default_rng(7)).low == with_int.low
    assert cluster_mean(values, clusters, seed=8).low != with_int.low


def test_one_cluster_has_an_estimate_and_no_interval() -> None:
    result = cluster_mean([0, 1, 1], ["a", "a", "a"], seed=0)
    assert result.estimate == pytest.approx(2 / 3)
    assert all(math.isnan(end) for end in (result.low, result.high, result.t_low, result.t_high, result.flip_low))
    assert (result.method, result.clusters, result.n) == ("none", 1, 3)
    assert not result.flat
    assert all(math.isnan(end) for end in t_interval(np.ones(1), np.ones(1)))
    assert all(math.isnan(end) for end in sign_flip_interval(np.ones(1), np.ones(1), seed=0))


def test_no_rows_give_no_number() -> None:
    result = cluster_mean([], [], seed=0)
    assert math.isnan(result.estimate)
    assert math.isnan(result.low)
    assert (result.n, result.clusters, result.method) == (0, 0, "none")


def test_agreement_of_all_clusters_is_said() -> None:
    assert cluster_mean([0.7] * 30, np.arange(30) // 2, seed=0).flat
    assert not cluster_mean([0.7] * 29 + [0.0], np.arange(30) // 2, seed=0).flat


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="missing or infinite"):
        cluster_mean([1, np.nan], [1, 2], seed=0)
    with pytest.raises(ValueError, match="differ in length"):
        cluster_mean([1, 2, 3], [1, 2], seed=0)
    with pytest.raises(ValueError, match="negative"):
        cluster_ratio([1, 1], [1, -1], [1, 2], seed=0)
    with pytest.raises(ValueError, match="no denominator"):
        cluster_ratio([1, 1], [1, 0], [1, 2], seed=0)
    with pytest.raises(ValueError, match="level"):
        cluster_mean([1, 2], [1, 2], seed=0, level=95)


def test_fifty_thousand_rows_take_a_blink() -> None:
    rng = np.random.default_rng(0)
    values, clusters = rng.integers(0, 2, 50_000), rng.integers(0, 2000, 50_000)
    cluster_mean(values[:100], clusters[:100], seed=0)
    start = time.perf_counter()
    cluster_mean(values, clusters, seed=0)
    assert time.perf_counter() - start < 2  # 0.06 s on the machine this was written on


@pytest.mark.slow
def test_coverage_with_seven_clusters() -> None:
    rng = np.random.default_rng(0)
    results = [cluster_mean(rng.normal(size=7), np.arange(7), seed=0) for _ in range(3000)]
    percentile = np.mean([result.low <= 0 <= result.high for result in results])
    student = np.mean([result.t_low <= 0 <= result.t_high for result in results])
    flips = np.mean([result.flip_low <= 0 <= result.flip_high for result in results])
    assert percentile == pytest.approx(0.88, abs=0.025)  # the under-coverage that the module warns of
    assert student == pytest.approx(0.95, abs=0.015)
    assert flips == pytest.approx(1 - 2 * 3 / 128, abs=0.015)
