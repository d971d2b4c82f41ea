"""Exact tests on counts, and the one large-sample test that papers quote: sign test, McNemar, Clopper-Pearson interval,
and the two-proportion z-test. Binomial tails are summed as whole numbers, so nothing is lost to rounding.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from holdfast.stats.columns import outcomes, same_length
from holdfast.stats.resampling import check_level

Alternative = Literal["greater", "less", "two-sided"]


class PairedTest(msgspec.Struct, frozen=True):
    """McNemar's test of two answers to the same items."""

    first_only: int
    """Items that only the first got right."""
    second_only: int
    """Items that only the second got right."""
    p: float
    """Two-sided and exact; 1 where the two never differ."""


class ProportionTest(msgspec.Struct, frozen=True):
    """The two-proportion z-test of independent samples."""

    difference: float
    """First proportion minus second."""
    low: float
    """Lower end of the Wald interval of the difference (unpooled standard error)."""
    high: float
    """Upper end of that interval."""
    z: float
    """The difference over its pooled standard error; NaN where both proportions are 0 or both are 1."""
    p: float
    """Two-sided, from the normal distribution; NaN like `z`."""
    level: float = 0.95
    """Nominal coverage of the interval."""


def _upper_tail(successes: int, n: int) -> float:
    """P(X >= successes) for X binomial with n trials of probability 1/2."""
    return float(Fraction(sum(math.comb(n, k) for k in range(successes, n + 1)), 2**n))


def _check_count(successes: int, n: int) -> None:
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is not a count of successes.")


def sign_test(positive: int, n: int, alternative: Alternative = "greater") -> float:
    """The exact sign test of `positive` out of `n` signs against a chance of one half.

    `greater` and `less` are one-sided; two-sided doubles the smaller tail and caps it at one. NaN for n = 0, where
    there is nothing to test.
    """
    _check_count(positive, n)
    if n == 0:
        return math.nan
    upper, lower = _upper_tail(positive, n), _upper_tail(n - positive, n)
    if alternative == "greater":
        return upper
    if alternative == "less":
        return lower
    if alternative == "two-sided":
        return min(1.0, 2 * min(upper, lower))
    raise ValueError(f"alternative must be greater, less or two-sided, not {alternative!r}.")


def mcnemar(first_right: ArrayLike, second_right: ArrayLike) -> PairedTest:
    """McNemar's exact test for two agents (or one agent before and after) on the same items, one element per item."""
    first, second = outcomes(first_right, "first_right"), outcomes(second_right, "second_right")
    same_length(first_right=first, second_right=second)
    first_only, second_only = int(np.sum(first & ~second)), int(np.sum(second & ~first))
    differing = first_only + second_only
    p = sign_test(first_only, differing, "two-sided") if differing else 1.0
    return PairedTest(first_only, second_only, p)


def clopper_pearson(successes: int, n: int, *, level: float = 0.95) -> tuple[float, float]:
    """The exact interval of a proportion of independent units; it keeps its width at 0 of n and n of n.

    0 to 1 for n = 0. Apply it to clusters, not to rows within clusters.
    """
    _check_count(successes, n)
    from scipy.special import betaincinv

    tail = (1 - check_level(level)) / 2
    low = float(betaincinv(successes, n - successes + 1, tail)) if successes else 0.0
    high = float(betaincinv(successes + 1, n - successes, 1 - tail)) if successes < n else 1.0
    return low, high


def two_proportions(first: float, first_n: int, second: float, second_n: int, *, level: float = 0.95) -> ProportionTest:
    """The z-test of two proportions from independent samples, as papers report it.

    For two agents on the same items the samples are not independent: use `mcnemar`, or a cluster bootstrap of the
    paired differences.
    """
    for share, n in ((first, first_n), (second, second_n)):
        if not 0 <= share <= 1:
            raise ValueError(f"a proportion must lie within 0 and 1, not be {share}.")
        if n < 1:
            raise ValueError("a proportion of no observations cannot be tested.")
    from scipy.special import ndtri

    difference = first - second
    pooled = (first * first_n + second * second_n) / (first_n + second_n)
    pooled_error = math.sqrt(pooled * (1 - pooled) * (1 / first_n + 1 / second_n))
    z = difference / pooled_error if pooled_error > 0 else math.nan
    error = math.sqrt(first * (1 - first) / first_n + second * (1 - second) / second_n)
    reach = float(ndtri(0.5 + check_level(level) / 2)) * error
    p = math.erfc(abs(z) / math.sqrt(2))
    return ProportionTest(difference, difference - reach, difference + reach, z, p, level)
