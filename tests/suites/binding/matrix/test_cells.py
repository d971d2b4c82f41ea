"""Cells and what is said over them, against numbers worked out another way."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy.stats import bootstrap

from holdfast.suites.binding.matrix.cells import POOLED, accuracies, cells, differences, summaries
from holdfast.suites.binding.matrix.ledger import claims
from holdfast.suites.binding.matrix.rows import SHARES
from holdfast.suites.binding.matrix.settings import CORE, Settings

FAMILIES = ("f1", "f2", "f3", "f4")
SCAFFOLDS = ("react", "planner", "reflection")


def rows(agents=("one", "two"), arms=CORE, events=20, seed=1) -> pl.DataFrame:
    """Accuracies drawn for a structured variant and some controls, in every cell."""
    rng = np.random.default_rng(seed)
    made = [
        {
            "agent": agent, "readout": "letters", "scaffold": scaffold, "family": family, "kind": "reason",
            "unit": f"{family}/{i // 2}", "turn": i % 2, "target": "ACTION_A", "arm": arm,
            "accuracy": float(rng.beta(4, 2) if arm == "structured" else rng.beta(2, 4)), **dict.fromkeys(SHARES, 0.25),
        }
        for agent in agents
        for scaffold in SCAFFOLDS
        for family in FAMILIES
        for arm in ("structured", *arms)
        for i in range(events)
    ]  # fmt: skip
    return pl.DataFrame(made)


@pytest.fixture(scope="module")
def found():
    behaviour = rows()
    table = cells(differences(behaviour))
    return behaviour, table, summaries(table)


def test_a_cell_is_the_mean_difference_with_an_interval_over_pairs(found) -> None:
    behaviour, table, _ = found
    where = (pl.col("agent") == "one") & (pl.col("scaffold") == "react") & (pl.col("family") == "f2")
    own = behaviour.filter(where).sort("unit", "turn")
    deltas = (
        own.filter(pl.col("arm") == "structured")["accuracy"].to_numpy()
        - own.filter(pl.col("arm") == "scrambled")["accuracy"].to_numpy()
    )
    cell = table.filter(where & (pl.col("control") == "scrambled")).row(0, named=True)
    assert cell["delta"] == pytest.approx(deltas.mean())
    assert (cell["events"], cell["pairs"]) == (20, 10)
    pairs = deltas.reshape(10, 2).mean(axis=1)
    theirs = bootstrap((pairs,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(0))
    assert cell["delta_low"] == pytest.approx(theirs.confidence_interval.low, abs=0.01)
    assert cell["delta_high"] == pytest.approx(theirs.confidence_interval.high, abs=0.01)
    assert cell["positive"] == (cell["delta_low"] > 0)


def test_summaries_are_over_clusters_of_each_kind_for_each_model_and_for_all(found) -> None:
    _, table, summary = found
    assert summary["models"].unique(maintain_order=True).to_list() == ["one", "two", POOLED]
    assert set(summary.filter(pl.col("models") == "one")["clusters"]) == {"scaffold", "family", "cell"}
    pooled = summary.filter((pl.col("models") == POOLED) & (pl.col("control") == "no_fields"))
    assert dict(pooled.select("clusters", "n").iter_rows()) == {"model": 2, "scaffold": 3, "family": 4, "cell": 24}
    own = table.filter(pl.col("control") == "no_fields")
    assert pooled["delta"].unique().to_list() == [pytest.approx(own["delta"].mean())]
    by_family = own.group_by("family").agg(pl.col("delta").mean())["delta"].to_numpy()
    line = pooled.filter(pl.col("clusters") == "family").row(0, named=True)
    without = [np.delete(by_family, i).mean() for i in range(4)]
    assert line["leave_one_out_minimum"] == pytest.approx(min(without))
    assert line["top_removed"] == pytest.approx(np.delete(by_family, by_family.argmax()).mean())
    everywhere = [np.mean(pick) for pick in np.array(np.meshgrid(*[by_family] * 4)).reshape(4, -1).T]
    low = np.quantile(everywhere, 0.025, method="inverted_cdf")
    assert line["mean_low"] == pytest.approx(low, abs=1e-9), "all 256 draws of four families"


def test_reference_agents_are_not_pooled_with_models() -> None:
    table = cells(differences(rows(agents=("one", "reference/bound"))))
    assert POOLED not in summaries(table)["models"].to_list()


def test_a_negligible_difference_is_none() -> None:
    behaviour = rows(agents=("one",), arms=("no_fields",)).with_columns(
        accuracy=pl.when(pl.col("arm") == "structured").then(0.5).otherwise(0.4997)
    )
    table = cells(differences(behaviour))
    assert table["delta_low"].min() > 0
    assert not table["above"].any()
    assert not table["positive"].any()


def test_with_one_pair_a_cell_has_no_bound_and_is_not_positive_by_it() -> None:
    table = cells(differences(rows(agents=("one",), arms=("no_fields",), events=2)))
    assert table["delta_low"].null_count() == table.height
    assert not table["positive"].any()
    assert table["above"].any()


def test_what_was_not_answered_on_one_side_is_left_out() -> None:
    behaviour = rows(agents=("one",), arms=("no_fields",), events=4)
    gone = (pl.col("arm") == "no_fields") & (pl.col("unit") == "f1/0") & (pl.col("scaffold") == "react")
    table = cells(differences(behaviour.filter(~gone)))
    events = dict(table.filter(pl.col("scaffold") == "react").select("family", "events").iter_rows())
    assert events == {"f1": 2, "f2": 4, "f3": 4, "f4": 4}


def test_accuracies_have_a_row_per_cell_and_a_column_per_arm(found) -> None:
    wide = accuracies(found[0])
    assert wide.height == 24
    assert wide.columns[5:] == ["structured", *CORE]


def test_the_ledger_needs_every_core_control(found) -> None:
    whole = claims(found[2], pl.DataFrame(), Settings())
    assert set(whole["status"]) == {"supports"}
    part = claims(found[2], pl.DataFrame(), Settings(variants=("structured", "no_fields", "scrambled")))
    assert set(part["status"]) == {"does not support"}


def test_the_ledger_needs_answers_that_could_be_read(found) -> None:
    entries = claims(found[2], pl.DataFrame(), Settings()).select("models", "readout")
    agent, readout = next((m, r) for m, r in entries.iter_rows() if m != POOLED)
    line = {"agent": agent, "readout": readout.partition(",")[0], "criterion": "parse-error rate", "status": "not met"}
    judged = claims(found[2], pl.DataFrame([line]), Settings())
    unsupported = judged.filter(pl.col("status") == "does not support")
    assert set(unsupported["models"]) == {agent, POOLED} & set(entries["models"])
    assert set(judged.filter(~pl.col("models").is_in([agent, POOLED]))["status"]) == {"supports"}
    fine = claims(found[2], pl.DataFrame([{**line, "status": "met"}]), Settings())
    assert set(fine["status"]) == {"supports"}
