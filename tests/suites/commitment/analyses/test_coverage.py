"""Two-way intervals hold the planted AUC at least as often as they say (about two minutes of one core)."""

from __future__ import annotations

import pytest

from holdfast.suites.commitment.analyses.coverage import coverage_study


@pytest.mark.slow
def test_two_way_intervals_cover_the_planted_auc() -> None:
    found = {(c.bootstrap, c.measure): c for c in coverage_study(simulations=200, draws=2000, batches=200)}
    assert found["two-way cluster", "auc"].rate >= 0.95
    # Drawing tasks alone takes the profiles for all there are, and is far too sure of itself.
    assert found["task block", "auc"].rate < 0.85
