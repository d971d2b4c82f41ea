"""Input columns: what is refused, and how clusters are numbered."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.stats.columns import cluster_codes, numbers, outcomes, probabilities, same_length, weight_rows


@pytest.mark.parametrize("bad", [[1.0, np.nan], [np.inf], [None, 1.0]])
def test_missing_and_infinite_numbers_are_refused(bad: list[float]) -> None:
    with pytest.raises(ValueError, match="missing or infinite"):
        numbers(bad)


def test_tables_are_not_columns() -> None:
    with pytest.raises(ValueError, match="one column"):
        numbers(np.ones((2, 2)))
    with pytest.raises(ValueError, match="one column"):
        cluster_codes(np.ones((2, 2), dtype=int))


def test_outcomes_are_binary() -> None:
    assert outcomes([True, False, 1, 0.0]).tolist() == [True, False, True, False]
    with pytest.raises(ValueError, match="0 or 1"):
        outcomes([0, 1, 2])


@pytest.mark.parametrize("bad", [[-0.01], [1.01]])
def test_probabilities_stay_within_bounds(bad: list[float]) -> None:
    with pytest.raises(ValueError, match="within 0 and 1"):
        probabilities(bad)


def test_lengths_are_compared_by_name() -> None:
    with pytest.raises(ValueError, match="a 2, b 3"):
        same_length(a=np.ones(2), b=np.ones(3))


def test_weights_are_checked() -> None:
    assert weight_rows(None, 3).tolist() == [[1, 1, 1]]
    with pytest.raises(ValueError, match="negative"):
        weight_rows([1, -1], 2)
    with pytest.raises(ValueError, match="rows 3, weights 2"):
        weight_rows([1, 1], 3)


@given(st.lists(st.text(max_size=3), max_size=30))
def test_codes_of_lists_and_arrays_agree(labels: list[str]) -> None:
    labels = [label.replace("\0", "") for label in labels]  # numpy strings end at a null character
    codes, count = cluster_codes(labels)
    from_array, array_count = cluster_codes(np.array(labels, dtype=str))
    assert codes.tolist() == from_array.tolist()
    assert count == array_count == len(set(labels))
    assert [sorted(set(labels))[code] for code in codes] == labels


def test_labels_of_one_type_may_be_tuples() -> None:
    assert cluster_codes([("b", 1), ("a", 2), ("b", 1)])[0].tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    "labels", [["a", None], [1.0, float("nan")], np.array([1.0, np.nan]), np.array(["a", None], dtype=object)]
)
def test_missing_labels_are_refused(labels: list[object]) -> None:
    with pytest.raises(ValueError, match="missing label"):
        cluster_codes(labels)


def test_labels_that_only_look_alike_are_not_merged() -> None:
    with pytest.raises(ValueError, match="different types"):
        cluster_codes([1, "1"])
