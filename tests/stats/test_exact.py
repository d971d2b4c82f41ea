"""Exact tests: against scipy and statsmodels, and against a paper's own p-values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar
from statsmodels.stats.proportion import proportion_confint, proportions_ztest

from holdfast.stats import clopper_pearson, mcnemar, sign_test, two_proportions

successes = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(successes, st.sampled_from(["greater", "less", "two-sided"]))
def test_sign_test_equals_scipy(counts: tuple[int, int], alternative: str) -> None:
    positive, n = counts
    expected = binomtest(positive, n, alternative=alternative).pvalue
    assert sign_test(positive, n, alternative) == pytest.approx(expected, rel=1e-9)


def test_sign_test_is_exact() -> None:
    assert sign_test(7, 7) == 0.0078125
    assert sign_test(7, 7, "two-sided") == 0.015625
    assert sign_test(3, 6, "two-sided") == 1
    assert sign_test(3000, 3000) == 2.0**-1000 * 2.0**-2000


def test_nothing_and_nonsense() -> None:
    assert math.isnan(sign_test(0, 0))
    with pytest.raises(ValueError, match="8 of 7"):
        sign_test(8, 7)
    with pytest.raises(ValueError, match="alternative"):
        sign_test(1, 2, "upwards")


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=80))
def test_mcnemar_equals_statsmodels(pairs: list[tuple[bool, bool]]) -> None:
    first, second = (np.array(column) for column in zip(*pairs, strict=True))
    table = [[np.sum(first & second), np.sum(first & ~second)], [np.sum(~first & second), np.sum(~first & ~second)]]
    result = mcnemar(first, second)
    assert (result.first_only, result.second_only) == (table[0][1], table[1][0])
    differ = result.first_only + result.second_only
    assert result.p == pytest.approx(statsmodels_mcnemar(table, exact=True).pvalue if differ else 1.0, rel=1e-9)


def test_mcnemar_of_unequal_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        mcnemar([1, 0], [1])


@given(successes, st.sampled_from([0.9, 0.95, 0.99]))
def test_clopper_pearson_equals_statsmodels(counts: tuple[int, int], level: float) -> None:
    good, n = counts
    expected = proportion_confint(good, n, alpha=1 - level, method="beta")
    assert clopper_pearson(good, n, level=level) == pytest.approx(expected, abs=1e-9)


def test_clopper_pearson_keeps_its_width_at_the_edges() -> None:
    assert clopper_pearson(20, 20) == (pytest.approx(0.025 ** (1 / 20)), 1.0)
    assert clopper_pearson(0, 0) == (0.0, 1.0)


@given(successes, successes)
def test_two_proportions_equals_statsmodels(first: tuple[int, int], second: tuple[int, int]) -> None:
    result = two_proportions(first[0] / first[1], first[1], second[0] / second[1], second[1])
    if first[0] + second[0] in (0, first[1] + second[1]):
        assert math.isnan(result.z)
        assert math.isnan(result.p)
        return
    z, p = proportions_ztest([first[0], second[0]], [first[1], second[1]])
    assert (result.z, result.p) == pytest.approx((z, p), abs=1e-9)


TABLE_6 = [
    # n, right before training, right after: the only whole counts with the printed rates and difference; printed p
    (6360, 3253, 3272, "51.15 51.45 0.30", "0.736"),
    (6360, 3669, 3608, "57.69 56.73 -0.96", "0.274"),
    (7632, 4201, 4372, "55.04 57.29 2.24", "0.0053"),
]


@pytest.mark.parametrize(("n", "before", "after", "rates", "p"), TABLE_6)
def test_p_values_of_the_invariance_papers_table_6(n: int, before: int, after: int, rates: str, p: str) -> None:
    assert f"{100 * before / n:.2f} {100 * after / n:.2f} {100 * (after - before) / n:.2f}" == rates
    result = two_proportions(after / n, n, before / n, n)
    assert f"{result.p:.{len(p) - 2}f}" == p


def test_interval_of_the_invariance_papers_rung_three() -> None:
    result = two_proportions(4372 / 7632, 7632, 4201 / 7632, 7632)
    assert (round(100 * result.low, 2), round(100 * result.high, 2)) == (0.67, 3.81)


def test_proportions_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="no observations"):
        two_proportions(0.5, 0, 0.5, 10)
    with pytest.raises(ValueError, match="within 0 and 1"):
        two_proportions(51.0, 10, 0.5, 10)
