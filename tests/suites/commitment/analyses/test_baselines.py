"""Trained baselines: nothing of a held-out group reaches scaling, fitting or calibration."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from holdfast.suites.commitment.analyses.baselines import MODELS, baseline_table, held_out_predictions
from holdfast.suites.commitment.analyses.grid import make_grid
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate

GROUPS = np.repeat(np.arange(6), 50)


@pytest.fixture
def study():
    rng = np.random.default_rng(1)
    features = rng.normal(size=(300, 3))
    labels = rng.random(300) < 1 / (1 + np.exp(-features[:, 0]))
    return features, labels


@pytest.mark.parametrize("model", MODELS)
def test_a_group_is_predicted_without_its_own_labels(study, model) -> None:
    features, labels = study
    before = held_out_predictions(features, labels, GROUPS, MODELS[model])
    planted = labels.copy()
    planted[GROUPS == 2] = ~planted[GROUPS == 2]
    after = held_out_predictions(features, planted, GROUPS, MODELS[model])
    assert np.array_equal(before[GROUPS == 2], after[GROUPS == 2])
    assert not np.allclose(before[GROUPS != 2], after[GROUPS != 2])


@pytest.mark.parametrize("model", MODELS)
def test_a_group_is_scaled_without_its_own_features(study, model) -> None:
    features, labels = study
    before = held_out_predictions(features, labels, GROUPS, MODELS[model])
    planted = features.copy()
    first, *rest = np.flatnonzero(GROUPS == 2)
    planted[rest] = 1e6
    after = held_out_predictions(planted, labels, GROUPS, MODELS[model])
    assert before[first] == after[first]


def test_no_fit_ever_sees_a_held_out_row(study) -> None:
    features, labels = study
    marked = np.concatenate([features, GROUPS[:, np.newaxis]], axis=1)
    seen = []

    def spy(rows, outcome, groups):
        seen.append((set(rows[:, -1].astype(int)), set(groups.tolist())))
        return lambda held: np.full(len(held), 0.5)

    held_out_predictions(marked, labels, GROUPS, spy)
    assert [set(range(6)) - rows for rows, _ in seen] == [{0}, {1}, {2}, {3}, {4}, {5}]
    assert all(rows == groups for rows, groups in seen)


def test_isotonic_predictions_are_better_calibrated_than_a_misfit(planted) -> None:
    table = planted.tables["trained_baselines"]
    assert table.height == 10
    hand, fitted = (
        table.filter((pl.col("protocol") == "leave-family-out") & pl.col("model").str.starts_with(kind))["ece"].max()
        for kind in ("hand", "logistic +")
    )
    assert fitted < hand


def test_the_hand_specified_row_is_the_mean_over_held_out_groups(planted) -> None:
    from sklearn.metrics import roc_auc_score

    row = planted.tables["trained_baselines"].row(0, named=True)
    risk, fails = planted.grid.risk("hccis_core"), planted.grid.fails
    agents = planted.grid.numbered("agent", planted.grid.agents)
    expected = np.mean([roc_auc_score(fails[agents == a], risk[agents == a]) for a in range(32)])
    assert row["auc"] == pytest.approx(expected)


def test_one_group_or_missing_features_say_so() -> None:
    grid = make_grid(simulate(planted_profiles(1), instances=1, stated=False))
    table = baseline_table(grid)
    notes = {(r["protocol"], r["features"]): r["note"] for r in table.iter_rows(named=True)}
    assert "nothing is left to train on" in notes["leave-agent-out", "audit core"]
    assert notes["leave-family-out", "diagnostic augmented"].startswith("not available")
