"""The simulation has exactly the rates that were planted, and ties failure to drift."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.stats import auc
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate, simulate_probes


def test_paper_size(planted) -> None:
    assert planted.tasks.height == 32 * 144
    assert planted.probes.height == 32 * 306
    assert planted.tasks["agent"].n_unique() == 32


def test_rates_are_those_that_were_planted() -> None:
    profiles = [p for p in planted_profiles() if p.agent.endswith("-1")][:3]
    tasks = simulate(profiles, instances=60, stated=False)
    for profile in profiles:
        for (family,), rows in tasks.filter(pl.col("agent") == profile.agent).group_by("family"):
            success, drift = profile.mean_rates([family])
            # 360 tasks of a cell's family, tied to each other by the task's own difficulty.
            assert rows["success"].mean() == pytest.approx(success, abs=0.09)
            assert rows["state_drift"].mean() == pytest.approx(drift, abs=0.09)


def test_same_seed_same_grid_and_another_seed_another() -> None:
    profiles = planted_profiles(2)
    assert simulate_probes(profiles, instances=1).equals(simulate_probes(profiles, instances=1))
    assert not simulate_probes(profiles, instances=1).equals(simulate_probes(profiles, instances=1, seed=1))


def test_drift_goes_with_failure(planted) -> None:
    assert auc(~planted.tasks["success"].to_numpy(), planted.tasks["state_drift"].to_numpy()) > 0.7
