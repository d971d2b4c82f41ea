"""Entropy in bits, against scipy."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as scipy_entropy

from holdfast.stats import entropy, label_entropy


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12))
def test_entropy_equals_scipy(counts: list[int]) -> None:
    if not sum(counts):
        assert math.isnan(entropy(counts))
        return
    assert entropy(counts) == pytest.approx(scipy_entropy(counts, base=2), abs=1e-12)
    assert 0 <= entropy(counts) <= math.log2(len(counts)) + 1e-12


def test_labels_are_counted() -> None:
    assert label_entropy(["go", "wait", "go", "wait"]) == 1
    assert label_entropy(["go"] * 9) == 0
    assert label_entropy(list(range(8))) == 3
    assert math.isnan(label_entropy([]))


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        entropy([1, -1])
