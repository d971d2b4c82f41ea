"""Weights, ablations, availability and comparability: against plain arithmetic."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from holdfast.suites.commitment.analyses.audits import availability_table, ranked_confidence
from holdfast.suites.commitment.analyses.sensitivity import COLUMNS, LOCAL, ablation_table, weight_draws
from holdfast.suites.commitment.constants import CORE
from holdfast.suites.commitment.scores import task_scores


def test_weights_sum_to_one_and_stay_within_their_spread() -> None:
    for regime, weights in weight_draws(200).items():
        assert np.allclose(weights.sum(axis=1), 1)
        if regime in LOCAL:
            ratio = weights / np.array(list(CORE.values()))
            spread = LOCAL[regime]
            assert ratio.max() / ratio.min() <= ((1 + spread) / (1 - spread)) ** 2


def test_the_released_weights_give_table_5(planted) -> None:
    released = planted.tables["weight_sensitivity"].row(0, named=True)
    table_5 = planted.tables["discrimination"].row(0, named=True)
    for measure in ("auc", "pr_auc", "brier", "ece"):
        assert released[measure] == pytest.approx(table_5[measure], abs=1e-9)
    assert (released["mean_shift"], released["profiles_changed"]) == (0, 0)


def test_wider_regimes_move_more(planted) -> None:
    shifts = planted.tables["weight_sensitivity"]["mean_shift"].to_list()
    assert shifts == sorted(shifts)
    assert shifts[-1] > 0


def test_ablation_equals_scikit_learn(planted) -> None:
    rows = {r["variant"]: r for r in ablation_table(planted.grid).iter_rows(named=True)}
    drift, _, position = (planted.grid.rows[c].to_numpy() for c in COLUMNS.values())
    share = CORE["drift"] / (CORE["drift"] + CORE["context_position"])
    score = np.round(share * drift + (1 - share) * position, 12)
    found = rows["without trajectory"]
    assert found["auc"] == pytest.approx(roc_auc_score(planted.grid.fails, score))
    assert found["pr_auc"] == pytest.approx(average_precision_score(planted.grid.fails, score))
    assert rows["HCCIS-CORE"]["auc"] > rows["without drift"]["auc"]


def test_table_19_is_found_by_intervention() -> None:
    rows = {r["signal"]: r for r in availability_table().iter_rows(named=True)}
    uses = {name: (r["stage"], r["uses_gold_probe_label"], r["uses_final_outcome"]) for name, r in rows.items()}
    assert uses["Drift risk"] == ("post-probe", "yes", "no")
    assert uses["Trajectory risk"] == ("post-probe", "no", "no")
    assert uses["Confidence risk"] == uses["Uncertainty risk"] == uses["Success risk"] == ("post-probe", "no", "no")
    assert uses["Retrieval risk"] == ("post-probe", "no", "no")
    assert uses["Context position risk"] == ("pre-probe metadata", "no", "no")
    assert uses["HCCIS-CORE"] == ("post-probe", "yes", "no")
    assert uses["Task success oracle"] == ("post-outcome", "no", "yes")
    assert "HCCIS-CORE" not in rows["Confidence risk"]["interpretation"]


def test_normalised_confidence_forgets_how_sure_an_agent_is_in_general(planted) -> None:
    bold = planted.probes.with_columns(confidence=0.5 + pl.col("confidence") / 2)
    first, second = (task_scores(ranked_confidence(p))["hccis_full"] for p in (planted.probes, bold))
    assert first.to_list() == pytest.approx(second.to_list())


def test_table_20(planted) -> None:
    rows = {r["variant"]: r for r in planted.tables["confidence_comparability"].iter_rows(named=True)}
    assert rows["Primary HCCIS-CORE"]["mean_shift"] == 0
    assert rows["Probe-accuracy proxy"]["auc"] == rows["Drift-only comparator"]["auc"]
    # The planted profiles differ in how sure they are in general, which only the normalised variant forgets.
    legacy, normalised = (rows[name]["mean_shift"] for name in rows if name.startswith("Legacy"))
    assert legacy > 2 * normalised
