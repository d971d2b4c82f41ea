"""Before and after: paired differences against numpy and scipy, seen and unseen orders, and the verdict's edges."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

from enforce import tiny
from holdfast.core import Verdict
from holdfast.enforce.comparison import LOWER_IS_BETTER, compare, invariance_observations, verdict
from holdfast.enforce.evaluation import evaluate, observe, plans
from holdfast.enforce.order import OrderInvariance
from holdfast.enforce.plan import CONDITIONS, Condition, Evaluation, Want
from holdfast.engine.progress import Silent
from holdfast.engine.score import read_findings, read_scores
from holdfast.suites.regression.analysis import MEASURES
from suites.cladder.made import question, write

MET, NOT_MET = Verdict.MET, Verdict.NOT_MET


# --------------------------------------------------------------------------------------------------------- the verdict


@pytest.mark.parametrize(
    ("want", "margin", "low", "high", "expected"),
    [
        (Want.UP, 0.0, 0.001, 0.5, MET),
        (Want.UP, 0.0, 0.0, 0.5, NOT_MET),
        (Want.UP, 0.0, -0.1, 0.5, NOT_MET),
        (Want.UP, 0.0, -0.5, -0.1, NOT_MET),
        (Want.KEPT, 0.02, -0.02, 0.5, MET),
        (Want.KEPT, 0.02, -0.0201, 0.5, NOT_MET),
        (Want.KEPT, 0.02, 0.3, 0.5, MET),
        (Want.KEPT, 0.02, -0.5, -0.4, NOT_MET),
        (Want.KEPT, 0.0, 0.0, 0.0, MET),
        (Want.UP, 0.0, None, None, NOT_MET),
        (Want.KEPT, 1.0, None, None, NOT_MET),
    ],
)
def test_the_verdict_reads_the_bad_end_of_the_interval(want, margin, low, high, expected) -> None:
    assert verdict(Condition("m", want, margin), low, high, worse_is_up=False) is expected
    # The same mirrored: of what is better when lower, the upper end is the bad one.
    mirrored = (None, None) if low is None else (-high, -low)
    assert verdict(Condition("m", want, margin), *mirrored, worse_is_up=True) is expected


def test_what_is_only_told_has_no_verdict() -> None:
    assert verdict(Condition("m", Want.TOLD), -1.0, -0.5, worse_is_up=False) is None


def test_lower_is_better_for_errors_and_for_nothing_else() -> None:
    assert {
        "tcit_h.flip_rate",
        "tcit_f.flip_rate",
        "regression.c.nll",
        "regression.d.repetition_rate",
    } <= LOWER_IS_BETTER
    for name, measure in MEASURES.items():
        assert (f"regression.{name}" in LOWER_IS_BETTER) == (measure.higher_is_better is False)
    judged_up = {c.measure for c in CONDITIONS if c.want is Want.UP}
    assert judged_up == {"tcit_h", "tcit_c_touched", "tcit_c_untouched"}
    assert not judged_up & LOWER_IS_BETTER


def test_the_predefined_conditions_are_those_of_the_issue() -> None:
    kept = {c.measure: c.margin for c in CONDITIONS if c.want is Want.KEPT}
    assert set(kept) >= {"tcit_f", "regression.a.accuracy", "regression.b.pass_rate", "regression.c.nll",
                         "regression.d.repetition_rate", "cladder.rung1", "cladder.rung2"}  # fmt: skip
    assert all(0 < margin <= 0.1 for margin in kept.values())


# ------------------------------------------------------------------------------------------------- paired differences


def clustered(clusters: int = 20, size: int = 6, gain: float = 0.3, seed: int = 1) -> pl.DataFrame:
    """Two agents on the same cases, whose differences vary between clusters more than within."""
    rng = np.random.default_rng(seed)
    before = rng.normal(size=(clusters, size))
    after = before + gain + rng.normal(size=(clusters, 1)) + 0.1 * rng.normal(size=(clusters, size))
    rows = [
        {"agent": agent, "id": f"{c}/{i}", "unit": f"chain {c}", "value": float(values[c, i])}
        for agent, values in (("new", after), ("old", before))
        for c in range(clusters)
        for i in range(size)
    ]
    rng.shuffle(rows)
    return pl.DataFrame(rows)


def by_id(rows: pl.DataFrame, agent: str) -> dict[str, float]:
    return {r["id"]: r["value"] for r in rows.to_dicts() if r["agent"] == agent and r["value"] is not None}


def test_a_difference_is_that_of_the_same_cases_with_an_interval_over_clusters() -> None:
    rows = clustered()
    (found,) = compare({"m": rows}, "old", "new", ())
    old, new = by_id(rows, "old"), by_id(rows, "new")
    differences = {key: new[key] - old[key] for key in old}
    assert found.difference == pytest.approx(np.mean(list(differences.values())), abs=1e-12)
    assert found.before == pytest.approx(np.mean(list(old.values())), abs=1e-12)
    assert found.after == pytest.approx(np.mean(list(new.values())), abs=1e-12)
    assert (found.n, found.units) == (120, 20)
    of_cluster = defaultdict(list)
    for key, difference in differences.items():
        of_cluster[key.partition("/")[0]].append(difference)
    means = [np.mean(values) for values in of_cluster.values()]
    theirs = stats.bootstrap((means,), np.mean, method="percentile", n_resamples=9999, rng=np.random.default_rng(2))
    width = found.high - found.low
    assert found.low < found.difference < found.high
    assert found.low == pytest.approx(theirs.confidence_interval.low, abs=0.08 * width)
    assert found.high == pytest.approx(theirs.confidence_interval.high, abs=0.08 * width)
    naive = 2 * 1.96 * np.std(list(differences.values()), ddof=1) / math.sqrt(120)
    assert width > 1.8 * naive, "cases of one chain are not independent"


def test_only_what_both_answered_counts() -> None:
    rows = clustered()
    lost = pl.col("id").is_in(["0/0", "3/1"]) & (pl.col("agent") == "new")
    unanswered = rows.with_columns(value=pl.when(lost).then(None).otherwise("value"))
    missing = rows.filter(~lost)
    (one,), (two,) = (list(compare({"m": part}, "old", "new", ())) for part in (unanswered, missing))
    assert one == two
    old, new = by_id(missing, "old"), by_id(missing, "new")
    assert one.n == 118
    assert one.difference == pytest.approx(np.mean([new[key] - old[key] for key in new]), abs=1e-12)
    assert one.before == pytest.approx(np.mean([old[key] for key in new]), abs=1e-12)


def test_conditions_are_held_against_their_own_measure() -> None:
    better, worse = clustered(gain=3.0), clustered(gain=-3.0)
    observations = {"tcit_h": better, "tcit_h.flip_rate": worse, "regression.c.nll": better, "told": worse}
    conditions = (
        Condition("tcit_h", Want.UP),
        Condition("tcit_h.flip_rate", Want.UP),
        Condition("regression.c.nll", Want.KEPT, 0.1),
        Condition("cladder.rung1", Want.KEPT, 0.1),
    )
    found = {row.measure: row for row in compare(observations, "old", "new", conditions)}
    assert list(found) == list(observations), "and what was not measured is not in the table"
    assert found["tcit_h"].verdict is MET
    assert found["tcit_h.flip_rate"].verdict is MET, "an error that falls goes `up`"
    assert found["regression.c.nll"].verdict is NOT_MET
    assert (found["told"].verdict, found["told"].want) == (None, Want.TOLD)
    swapped = {row.measure: row for row in compare(observations, "new", "old", conditions)}
    assert swapped["regression.c.nll"].verdict is MET
    assert swapped["tcit_h"].verdict is NOT_MET
    assert swapped["tcit_h"].difference == pytest.approx(-found["tcit_h"].difference)


def test_one_cluster_shows_nothing() -> None:
    (found,) = compare({"tcit_h": clustered(clusters=1)}, "old", "new", (Condition("tcit_h", Want.UP),))
    assert (found.low, found.high, found.verdict) == (None, None, NOT_MET)


# ------------------------------------------------------------------------------------------- what was really measured

BEFORE, AFTER = "reference/last-clause", "reference/bound"
SMALL = Evaluation(chains=2, seeds=(1, 2), other_nodes=(3, 4), other_chains=1, regression=False)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two programs with known faults, as before and after."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdfast.report.write_report", lambda folder: None)
        return evaluate(tmp_path_factory.mktemp("evaluation"), SMALL, 4, [BEFORE, AFTER], Silent())


def test_an_evaluation_has_a_run_for_each_length(runs) -> None:
    assert list(runs) == ["4-nodes", "3-nodes"], "the trained length is not asked twice"
    for name, run in runs.items():
        scores = read_scores(run, "invariance")
        assert set(scores["agent"]) == {BEFORE, AFTER}
        assert set(scores["seed"]) == {1, 2}
        assert scores["unit"].n_unique() == {"4-nodes": 4, "3-nodes": 2}[name]


@pytest.fixture
def data(tmp_path) -> Path:
    """Sixty questions of CLadder."""
    return write(tmp_path / "cladder.jsonl", [question(number) for number in range(60)])


def test_the_whole_evaluation_asks_what_the_issue_asks(data) -> None:
    planned = plans(Evaluation(cladder=str(data)), 4, ["embedded"])
    suites = {name: [suite.name for suite in plan.suites] for name, plan in planned.items()}
    assert suites == {
        "4-nodes": ["invariance", "regression", "cladder"],
        "3-nodes": ["invariance"],
        "5-nodes": ["invariance"],
    }
    settings = planned["4-nodes"].suites[0].settings
    assert (settings["seeds"], settings["orders"], settings["split"]) == ([1, 2, 3, 4, 42], "all", "test")


def test_measures_are_rates_over_the_cases_of_their_test(runs) -> None:
    made = OrderInvariance(tiny.quick())
    found = observe(runs, 4, made)
    scores = [r for r in read_scores(runs["4-nodes"], "invariance").to_dicts() if r["target"] is not None]
    tests = {
        "tcit_h": lambda r: r["variant"] == "H",
        "tcit_f": lambda r: r["variant"] == "F" and r["query"] == "root>leaf",
        "tcit_f_pairs": lambda r: r["variant"] == "F",
        "tcit_c_touched": lambda r: r["query"].startswith("touched"),
        "tcit_c_untouched": lambda r: r["query"].startswith("untouched"),
    }
    table = {row.measure: row for row in compare(found, BEFORE, AFTER, ())}
    for measure, belongs in tests.items():
        rates = {
            agent: np.mean([r["margin_mean"] > 0 for r in scores if r["agent"] == agent and belongs(r)])
            for agent in (BEFORE, AFTER)
        }
        assert (table[measure].before, table[measure].after) == pytest.approx((rates[BEFORE], rates[AFTER]))
        assert table[measure].after == 1.0
        assert table[measure].before < 1.0
        assert table[measure].units == 4
        assert table[f"{measure}.3-nodes"].after == 1.0
        assert table[f"{measure}.3-nodes"].units == 2


def test_flips_are_against_the_forward_order(runs) -> None:
    table = {row.measure: row for row in compare(observe(runs, 4, OrderInvariance(tiny.quick())), BEFORE, AFTER, ())}
    rows = [
        r for r in read_scores(runs["4-nodes"], "invariance").to_dicts()
        if r["variant"] == "H" and r["target"] is not None and r["agent"] == BEFORE
    ]  # fmt: skip
    forward = {(r["unit"], r["premise"]): r["margin_mean"] > 0 for r in rows if r["order"] == "0-1-2"}
    flips = [(r["margin_mean"] > 0) != forward[r["unit"], r["premise"]] for r in rows if r["order"] != "0-1-2"]
    assert table["tcit_h.flip_rate"].n == len(flips) == 4 * 2 * 5
    assert table["tcit_h.flip_rate"].before == pytest.approx(np.mean(flips))
    assert table["tcit_h.flip_rate"].before > 0
    assert table["tcit_h.flip_rate"].after == 0


def test_seen_and_unseen_orders_are_told_apart(runs) -> None:
    scores = read_scores(runs["4-nodes"], "invariance")
    held_out = OrderInvariance(tiny.quick(hold_out_orders=True))
    found = invariance_observations(scores, taught=held_out.taught)
    order_of = dict(scores.select("id", "order").iter_rows())
    for measure in ("tcit_h", "tcit_f", "tcit_f_pairs"):
        seen, unseen = (found[f"{measure}.{part}"] for part in ("seen_orders", "unseen_orders"))
        assert {order_of[i] for i in seen["id"]} == {"0-1-2", "2-1-0", "0-2-1", "1-0-2"}
        assert {order_of[i] for i in unseen["id"]} == {"1-2-0", "2-0-1"}
        assert sorted([*seen["id"], *unseen["id"]]) == sorted(found[measure]["id"])
    control = {order_of[i] for i in found["tcit_c_untouched.unseen_orders"]["id"]}
    assert all(
        sum(a > b for n, a in enumerate(o) for b in o[n + 1 :]) % 2 == 0 for o in (x.split("-") for x in control)
    )
    # Where every order may be taught, none is unseen; where one is taught, the others are.
    everything = invariance_observations(scores, taught=OrderInvariance(tiny.quick()).taught)
    assert "tcit_h.unseen_orders" not in everything
    assert everything["tcit_h.seen_orders"].height == everything["tcit_h"].height
    one = invariance_observations(scores, taught=OrderInvariance(tiny.quick(orders="1")).taught)
    assert {order_of[i] for i in one["tcit_h.seen_orders"]["id"]} == {"0-1-2"}
    assert one["tcit_h.unseen_orders"].height == 5 * one["tcit_h.seen_orders"].height


def test_regression_and_cladder_say_what_their_own_reports_say(tmp_path, data, monkeypatch) -> None:
    monkeypatch.setattr("holdfast.report.write_report", lambda folder: None)
    small = Evaluation(chains=1, seeds=(1,), other_nodes=(), cladder=str(data), cladder_rows=0)
    before, after = "reference/random", "reference/first-option"
    runs = evaluate(tmp_path / "evaluation", small, 4, [before, after], Silent())
    table = {row.measure: row for row in compare(observe(runs, 4, OrderInvariance(tiny.quick())), before, after, ())}
    told = {(f.agent, f.name): f.estimate for f in read_findings(runs["4-nodes"]).findings}
    shared = {
        "regression.a.accuracy": "regression.a.accuracy",
        "regression.b.pass_rate": "regression.b.pass_rate",
        "regression.c.nll": "regression.c.nll",
        **{f"cladder.rung{rung}": f"cladder.rung{rung}.accuracy" for rung in (1, 2, 3)},
    }
    for measure, finding in shared.items():
        assert (table[measure].before, table[measure].after) == pytest.approx(
            (told[before, finding], told[after, finding])
        )
    assert table["cladder.rung1"].units == 5, "clusters are stories"
    assert table["cladder.rung1"].n == 20
    assert table["cladder.rung1"].difference != 0
