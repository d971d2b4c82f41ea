"""Planted phenotypes are found again; the picture does not depend on arbitrary signs."""

from __future__ import annotations

import numpy as np
import polars as pl
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score

from holdfast.suites.commitment.analyses.grid import make_grid
from holdfast.suites.commitment.analyses.phenotypes import coordinates, phenotype_tables, wide_matrix
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate


def test_planted_phenotypes_are_recovered(planted) -> None:
    found = dict(planted.tables["phenotypes"].select("agent", "cluster").iter_rows())
    assert len(set(found.values())) == 6
    truth = [p.phenotype for p in planted.profiles]
    assert adjusted_rand_score(truth, [found[p.agent] for p in planted.profiles]) > 0.95
    assert planted.tables["phenotypes"]["coassigned"].mean() > 0.9


def test_the_silhouette_would_have_chosen_six_too(planted) -> None:
    table = planted.tables["phenotype_clusters"].sort("silhouette", descending=True)
    assert table["clusters"][0] == 6
    assert table["chosen"][0]


def test_the_matrix_is_standardised_and_without_constant_columns(planted) -> None:
    wide = wide_matrix(planted.grid)
    # Four metrics that vary over 48 cells at most; human difficulty is the same for all profiles.
    assert wide.features.shape[1] <= 4 * 48
    assert np.allclose(wide.features.mean(axis=0), 0)
    assert np.allclose(wide.features.std(axis=0), 1)


def test_coordinates_equal_scikit_learn_up_to_sign(planted) -> None:
    wide = wide_matrix(planted.grid)
    ours, share = coordinates(wide)
    model = PCA(2).fit(wide.features)
    assert np.allclose(np.abs(ours), np.abs(model.transform(wide.features)))
    assert np.allclose(share, model.explained_variance_ratio_)
    assert np.allclose(coordinates(wide, -ours)[0], -ours)


def test_coassignment_is_symmetric_with_ones_on_the_diagonal(planted) -> None:
    table = planted.tables["phenotype_coassignment"].drop("agent").to_numpy()
    assert np.allclose(table, table.T)
    assert np.allclose(np.diag(table), 1)


def test_a_family_without_a_say_moves_nobody(planted) -> None:
    flat = planted.grid.rows.with_columns(
        *[
            pl.when(pl.col("family") == "entity_binding").then(pl.lit(0.5)).otherwise(pl.col(c)).alias(c)
            for c in ("probe_accuracy", "state_drift", "hccis_core")
        ],
        success=(pl.col("family") == "entity_binding") | pl.col("success"),
    )
    shifts = phenotype_tables(make_grid(flat))["phenotype_shifts"]
    assert "entity_binding" not in set(shifts["family"])
    assert shifts["shift"].max() > 0


def test_the_number_of_clusters_can_be_chosen() -> None:
    grid = make_grid(simulate(planted_profiles(8), instances=1))
    assert phenotype_tables(grid, 3)["phenotypes"]["cluster"].n_unique() == 3
    assert phenotype_tables(make_grid(simulate(planted_profiles(2), instances=1))) == {}
