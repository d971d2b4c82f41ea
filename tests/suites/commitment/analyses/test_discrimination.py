"""Discrimination against scikit-learn, slice by slice; bootstraps against rows that were really drawn again."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

from holdfast.stats import crossed_draws, ece
from holdfast.suites.commitment.analyses.discrimination import (
    MEASURES,
    Uncertainty,
    delta_table,
    discrimination_tables,
    uncertainty_table,
)
from holdfast.suites.commitment.analyses.grid import SEED, make_grid
from holdfast.suites.commitment.analyses.predictors import PREDICTORS
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate


def by_hand(labels, scores):
    return [
        roc_auc_score(labels, scores),
        average_precision_score(labels, scores),
        brier_score_loss(labels, scores),
        ece(labels, scores, bins=5),
    ]


def test_table_5_equals_scikit_learn(planted) -> None:
    table = planted.tables["discrimination"]
    assert table["predictor"].to_list() == [about.label for about in PREDICTORS.values()]
    for name, row in zip(PREDICTORS, table.iter_rows(named=True), strict=True):
        assert [row[m] for m in MEASURES] == pytest.approx(by_hand(planted.grid.fails, planted.grid.risk(name)))


def test_controls_are_at_chance_and_the_oracle_is_labelled(planted) -> None:
    table = planted.tables["discrimination"]
    control = table.filter(pl.col("predictor") == "Random-subspace control")
    assert control["auc"].item() == pytest.approx(0.5, abs=0.03)
    oracle = table.filter(pl.col("kind") == "oracle")
    assert (oracle["auc"].item(), "upper bound" in oracle["predictor"].item()) == (1.0, True)


def test_slices_equal_scikit_learn_or_say_undefined(planted) -> None:
    rows = planted.grid.rows.with_columns(risk=pl.Series(planted.grid.risk("hccis_core")))
    table = planted.tables["discrimination_by_slice"].filter(pl.col("predictor") == "HCCIS-CORE")
    assert table.height == 32 * 8
    for row in table.sample(40, seed=2).iter_rows(named=True):
        own = rows.filter((pl.col("agent") == row["agent"]) & (pl.col("family") == row["family"]))
        assert (row["rows"], row["failures"]) == (own.height, own["fails"].sum())
        if own["fails"].n_unique() == 1:
            assert (row["auc"], row["note"]) == (None, "undefined: one outcome only")
        else:
            assert row["auc"] == pytest.approx(roc_auc_score(own["fails"], own["risk"]))
    assert table["note"].str.starts_with("undefined").any()


@pytest.fixture(scope="module")
def small():
    return make_grid(simulate(planted_profiles(5), instances=1))


@pytest.mark.parametrize(
    ("bootstrap", "factors"),
    [("task block", ["unit"]), ("agent block", ["agent"]), ("two-way cluster", ["agent", "unit"])],
)
def test_bootstraps_equal_rows_drawn_again(small, bootstrap, factors) -> None:
    found = Uncertainty(small, 20).found[bootstrap].values["hccis_core"]
    drawn = crossed_draws(*(small.rows[f].to_numpy() for f in factors), seed=SEED, draws=20)
    for draw in range(5):
        times = drawn.weights(draw).astype(int)
        labels, scores = np.repeat(small.fails, times), np.repeat(small.risk("hccis_core"), times)
        assert found[draw] == pytest.approx(by_hand(labels, scores))


def test_a_task_is_drawn_with_its_twin(small) -> None:
    assert small.rows["unit"].n_unique() * 2 == small.rows["task"].n_unique()


def test_deltas_are_paired_on_the_rows_that_both_have(small) -> None:
    half = small.rows.with_columns(hccis_full=pl.when(pl.int_range(pl.len()) % 3 > 0).then(pl.col("hccis_full")))
    grid = make_grid(half)
    known = np.isfinite(grid.risk("hccis_full"))
    row = delta_table(Uncertainty(grid, 10)).filter(pl.col("comparison") == "HCCIS-CORE - HCCIS-FULL")
    expected = [roc_auc_score(grid.fails[known], grid.risk(name)[known]) for name in ("hccis_core", "hccis_full")]
    assert row["delta_auc"].item() == pytest.approx(expected[0] - expected[1])
    assert row["delta_auc_low"].item() <= row["delta_auc"].item() <= row["delta_auc_high"].item()


def test_equal_predictors_differ_by_nothing(small) -> None:
    grid = make_grid(small.rows.with_columns(hccis_full="hccis_core"))
    row = delta_table(Uncertainty(grid, 10)).filter(pl.col("comparison") == "HCCIS-CORE - HCCIS-FULL")
    assert row.select("delta_auc", "delta_auc_low", "delta_auc_high").row(0) == (0, 0, 0)


def test_a_predictor_without_values_is_not_available(small) -> None:
    grid = make_grid(small.rows.with_columns(uncertainty_risk=None, hccis_n=None))
    row = discrimination_tables(grid)["discrimination"].filter(pl.col("predictor") == "Uncertainty proxy")
    assert row["auc"].item() is None
    assert row["note"].item().startswith("not available: needs confidence")
    rows = uncertainty_table(Uncertainty(grid, 10)).filter(pl.col("predictor") == "Uncertainty proxy")
    assert set(rows["note"]) == {"not available"}
