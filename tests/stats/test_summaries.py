"""Contrast summaries: the binding paper's Table 17 goes in, its Tables 18 and 34 come out."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.stats import leave_one_out_means, summarise_contrast

DATA = Path(__file__).parent / "data"

CONTRASTS = {
    # contrast: (component, variant it is taken from A4), as the paper's criteria define them
    "composite": ("Composite", "A5"),
    "reason": ("B_RSI", "A4_no_reason"),
    "veto": ("B_VEI", "A4_no_veto"),
    "memory": ("B_MCI", "A5"),
    "self": ("B_SCI", "A5"),
}

TABLE_34 = {
    # minimum, mean, leave-one-out minimum, top effect removed
    "composite": (0.832, 0.886, 0.875, 0.875),
    "reason": (0.964, 1.017, 0.982, 0.982),
    "veto": (0.992, 0.997, 0.996, 0.996),
    "memory": (0.556, 0.774, 0.751, 0.751),
    "self": (0.608, 0.811, 0.795, 0.795),
}


def table(name: str) -> list[dict[str, str]]:
    with (DATA / name).open() as lines:
        return list(csv.DictReader(lines))


def contrast(name: str) -> dict[str, float]:
    """One effect per dataset from Table 17."""
    component, other = CONTRASTS[name]
    scores = {(row["Dataset"], row["Variant"]): float(row[component]) for row in table("table17.csv")}
    return {dataset: score - scores[dataset, other] for (dataset, variant), score in scores.items() if variant == "A4"}


@pytest.mark.parametrize("name", CONTRASTS)
def test_table_18(name: str) -> None:
    effects = contrast(name)
    printed = {row["Dataset"]: row[name] for row in table("table18.csv")}
    assert effects.keys() == printed.keys()
    for dataset, effect in effects.items():
        digits = len(printed[dataset].partition(".")[2])
        assert effect == pytest.approx(float(printed[dataset]), abs=max(2e-6, 0.51 * 10**-digits if digits < 5 else 0))


@pytest.mark.parametrize("name", CONTRASTS)
def test_table_34(name: str) -> None:
    summary = summarise_contrast(list(contrast(name).values()))
    assert (summary.units, summary.positive, summary.sign_p) == (7, 7, 0.0078125)
    columns = (summary.minimum, summary.mean, summary.leave_one_out_minimum, summary.top_removed)
    assert tuple(round(column, 3) for column in columns) == TABLE_34[name]
    assert summary.sign_p_two_sided == 0.015625


def test_lower_bound_of_the_composite_contrast() -> None:
    """The multinomially weighted enumeration of 1,716 multisets; the paper's sampled bound is printed as 0.855732."""
    summary = summarise_contrast(list(contrast("composite").values()))
    assert summary.method == "cluster-bootstrap-exact"
    assert summary.low == pytest.approx(0.8553, abs=5e-5)
    assert summary.low == pytest.approx(0.855732, abs=5e-4)
    assert summary.t_low < summary.low < summary.mean < summary.high < summary.t_high


effects_lists = st.lists(st.floats(-5, 5), min_size=2, max_size=12)


@given(effects_lists)
def test_leaving_out_and_removing(effects: list[float]) -> None:
    summary = summarise_contrast(effects, draws=20)
    without = [np.mean(effects[:i] + effects[i + 1 :]) for i in range(len(effects))]
    assert leave_one_out_means(np.array(effects)) == pytest.approx(without, abs=1e-9)
    assert summary.leave_one_out_minimum == pytest.approx(min(without), abs=1e-9)
    largest = max(range(len(effects)), key=lambda i: abs(effects[i]))
    assert summary.top_removed == pytest.approx(without[largest], abs=1e-9)
    assert summary.positive == sum(effect > 0 for effect in effects)


def test_the_top_effect_may_be_a_negative_one() -> None:
    summary = summarise_contrast([-3.0, 1.0, 2.0])
    assert summary.top_removed == 1.5
    assert summary.leave_one_out_minimum == -1.0


def test_a_zero_effect_counts_against_the_direction() -> None:
    assert summarise_contrast([0.0, 1.0, 1.0]).sign_p == 0.5


def test_one_unit_has_nothing_to_leave_out() -> None:
    summary = summarise_contrast([0.4])
    assert (summary.mean, summary.minimum, summary.sign_p) == (0.4, 0.4, 0.5)
    assert all(math.isnan(value) for value in (summary.leave_one_out_minimum, summary.top_removed, summary.low))


def test_no_units_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one unit"):
        summarise_contrast([])
