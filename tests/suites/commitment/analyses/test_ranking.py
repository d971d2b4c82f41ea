"""Ranks, shifts and flips by hand and against scipy; planted orderings come out again."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy.stats import kendalltau, rankdata, spearmanr

from holdfast.suites.commitment.analyses.board import SUCCESS, make_board
from holdfast.suites.commitment.analyses.grid import make_grid
from holdfast.suites.commitment.analyses.misorders import misorder_tables
from holdfast.suites.commitment.analyses.ranking import compared, ranking_tables
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate
from holdfast.suites.commitment.analyses.traces import no_traces


def by_hand(success, core):
    """Four agents, one task in two variants; a cell is (clean, distractor)."""
    rows = [
        {
            "agent": agent, "model": agent, "wrapper": "none", "task": f"t/{variant}", "unit": "t",
            "family": "entity_binding", "band": "easy", "variant": variant, "success": bool(success[agent][v]),
            "hccis_core": core[agent][v], "probe_accuracy": 0.5, "state_drift": 0.5, "item_weight": 1.0,
        }
        for agent in success
        for v, variant in enumerate(("clean", "distractor"))
    ]  # fmt: skip
    return make_grid(pl.DataFrame(rows))


def test_equations_17_and_18_with_ties() -> None:
    grid = by_hand(
        {"a": (1, 1), "b": (1, 0), "c": (0, 1), "d": (0, 0)},
        {"a": (0.2, 0.2), "b": (0.9, 0.9), "c": (0.5, 0.6), "d": (0.4, 0.3)},
    )
    tables = ranking_tables(grid, make_board(grid), 5)
    # Success: a 1, b and c share 2.5, d 4. Integrity: b 1, c 2, d 3, a 4. Shifts 3, 1.5, 0.5, 1.
    row = tables["rank_agreement"].filter(pl.col("predictor") == "Task success").row(0, named=True)
    assert (row["mean_shift"], row["max_shift"], row["profiles_changed"]) == (1.5, 3.0, 4)
    # a before b, c and d under success, after all of them under integrity; b and c tie under success.
    assert (row["flipped_pairs"], row["pairs"]) == (3, 6)
    assert row["spearman"] == pytest.approx(spearmanr([1, 2.5, 2.5, 4], [4, 1, 2, 3]).statistic)
    assert row["kendall"] == pytest.approx(kendalltau([1, 2.5, 2.5, 4], [4, 1, 2, 3]).statistic)
    # Clean success ranks 1.5 1.5 3.5 3.5, with distractors 1.5 3.5 1.5 3.5; integrity keeps its order.
    instability = {r["predictor"]: r["mean_shift"] for r in tables["rank_instability"].iter_rows(named=True)}
    assert (instability["Task success"], instability["HCCIS-CORE"]) == (1.0, 0.0)
    misorders = misorder_tables(make_board(grid), no_traces())["misorders"]
    assert set(misorders["success_leader"]) == {"a"}
    assert set(misorders["integrity_leader"]) == {"b", "c", "d"}


def test_values_are_weighted_by_item(planted) -> None:
    rows = planted.grid.rows
    expected = rows.group_by("agent", maintain_order=True).agg(
        core=(pl.col("hccis_core") * pl.col("item_weight")).sum() / pl.col("item_weight").sum()
    )
    found = planted.tables["ranking"].sort("agent")
    assert found["hccis_core"].to_list() == pytest.approx(expected.sort("agent")["core"].to_list())
    assert found["rank_hccis_core"].to_list() == rankdata(-np.round(found["hccis_core"].to_numpy(), 12)).tolist()


def test_misordered_pairs_are_all_of_them(planted) -> None:
    found = {r["agent"]: (r["success"], r["hccis_core"]) for r in planted.tables["ranking"].iter_rows(named=True)}
    expected = {
        (a, b) for a in found for b in found if found[a][0] > found[b][0] + 1e-9 and found[a][1] < found[b][1] - 1e-9
    }
    table = planted.tables["misorders"]
    assert set(table.select("success_leader", "integrity_leader").iter_rows()) == expected
    agreement = planted.tables["rank_agreement"].row(0, named=True)
    assert agreement["flipped_pairs"] == len(expected)
    items = planted.tables["misorder_items"]
    assert (items["success_leader_core"] < items["integrity_leader_core"]).all()


@pytest.fixture(scope="module")
def large():
    """The planted profiles over many tasks, where chance has little say."""
    profiles = planted_profiles()
    return profiles, make_board(make_grid(simulate(profiles, instances=40, stated=False)))


def test_planted_ranks_are_recovered(large, planted) -> None:
    profiles, board = large
    success, drift = np.array([p.mean_rates() for p in profiles]).T
    for truth, name in ((success, SUCCESS), (1 - drift, "hccis_core")):
        assert spearmanr(truth, board.means(name)[0]).statistic > 0.97
        # At the paper's size neighbours change places by chance; who is far apart does not.
        small = planted.tables["ranking"].sort("agent")["success" if name == SUCCESS else name].to_numpy()
        order = np.argsort([p.agent for p in profiles])
        assert spearmanr(truth[order], small).statistic > 0.9
        far = np.subtract.outer(truth[order], truth[order]) > 0.15
        assert (np.subtract.outer(small, small)[far] > 0).all()


def test_planted_shifts_are_recovered(large, planted) -> None:
    profiles, board = large
    success, drift = np.array([p.mean_rates() for p in profiles]).T
    truth = rankdata(-success) - rankdata(drift)
    found = board.ranks(SUCCESS)[0] - board.ranks("hccis_core")[0]
    assert np.abs(found - truth).mean() < 2
    lucky = np.array([p.phenotype == "lucky" for p in profiles])
    # Who succeeds with drift falls when integrity counts, in truth and at the paper's size.
    shift = dict(planted.tables["ranking"].select("agent", "rank_shift").iter_rows())
    assert (truth[lucky] < -10).all()
    assert all(shift[p.agent] < -10 for p in profiles if p.phenotype == "lucky")


def test_stability_of_a_profile_that_is_far_ahead() -> None:
    grid = by_hand({"a": (1, 1), "b": (0, 0), "c": (0, 0)}, {"a": (0.9, 0.9), "b": (0.5, 0.4), "c": (0.1, 0.1)})
    stability = ranking_tables(grid, make_board(grid), 5)["rank_stability"]
    first = stability.filter((pl.col("agent") == "a") & (pl.col("predictor") == "HCCIS-CORE")).row(0, named=True)
    assert (first["rank"], first["same_rank"], first["first"], first["top_five"]) == (1, 1, 1, 1)


def test_leaving_out_a_family_or_an_agent(planted) -> None:
    table = planted.tables["rank_leave_one_out"]
    assert table["left_out"].value_counts().sort("left_out").rows() == [("agent", 32), ("family", 8)]
    row = table.filter(pl.col("name") == "entity_binding").row(0, named=True)
    board = make_board(planted.grid.among(pl.col("family") != "entity_binding"))
    assert row["mean_shift"] == pytest.approx(compared(board, "hccis_core", SUCCESS)["mean_shift"])
    assert set(table.filter(pl.col("left_out") == "agent")["profiles"]) == {31}
