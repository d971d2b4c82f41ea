"""Odd evaluations give sensible tables or one clear sentence; case studies keep to their rules; documents are true."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from holdfast.core import HoldfastError
from holdfast.suites.commitment.analyses.case_studies import CATEGORIES, PER_CATEGORY
from holdfast.suites.commitment.analyses.documents import example_tables, schema_page
from holdfast.suites.commitment.analyses.examine import Options, examine
from holdfast.suites.commitment.analyses.schema import COLUMNS, TABLES, meaning
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate

PROFILES = planted_profiles(4)
FIRST = pl.col("agent") == PROFILES[0].agent
CORE = ("hccis_core", "state_drift", "probe_accuracy", "trajectory_risk")
STATED = ("hccis_full", "hccis_n", "confidence_risk", "uncertainty_risk", "success_risk")


@pytest.fixture(scope="module")
def four():
    return simulate(PROFILES, instances=1)


def nothing(columns, where=pl.lit(value=True)):  # noqa: B008
    return [pl.when(~where).then(pl.col(column)).alias(column) for column in columns]


def found(tasks, **how):
    analysis = examine(tasks, options=Options(draws=20, **how))
    return {name.removeprefix("commitment_"): table for name, table in analysis.tables.items()}, analysis.findings


ODD = {
    "one profile": (lambda t: t.filter(FIRST), "need at least two profiles"),
    "two profiles": (lambda t: t.filter(pl.col("agent").is_in([p.agent for p in PROFILES[:2]])), "Phenotypes need"),
    "all succeed": (lambda t: t.with_columns(success=True), "Every task succeeds"),
    "all fail": (lambda t: t.with_columns(success=False), "Every task fails"),
    "no confidence": (lambda t: t.with_columns(nothing(STATED)), "No confidence was stated"),
    "one profile without confidence": (lambda t: t.with_columns(nothing(STATED, FIRST)), "design priors"),
    "a family absent": (lambda t: t.filter(pl.col("family") != "entity_binding"), "design priors"),
    "one family": (lambda t: t.filter(pl.col("family") == "entity_binding"), "design priors"),
    "clean tasks only": (lambda t: t.filter(pl.col("variant") == "clean"), "design priors"),
    "one task": (lambda t: t.filter(pl.col("task") == t["task"][0]), "design priors"),
    "a profile without probes": (lambda t: t.with_columns(nothing(CORE, FIRST)), "not ranked"),
    "no probes at all": (lambda t: t.with_columns(nothing(CORE)), "need at least two profiles"),
    "a profile without answers": (lambda t: t.with_columns(nothing(["success"], FIRST)), "are left out"),
    "holes": (lambda t: t.sample(fraction=0.6, seed=1), "design priors"),
    "the same profile again": (
        lambda t: pl.concat([t.filter(FIRST).with_columns(agent=pl.lit(name)) for name in "abc"]), "Phenotypes need",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_evaluations(four, name) -> None:
    make, sentence = ODD[name]
    tables, findings = found(make(four))
    assert any(sentence in note for note in tables["notes"]["note"])
    assert tables["discrimination"].height == 12
    assert all(finding.estimate is None or finding.estimate == finding.estimate for finding in findings)
    if name in ("all succeed", "all fail"):
        assert tables["discrimination"]["auc"].null_count() == 12
        assert tables["discrimination_by_family"]["note"].str.starts_with("undefined").any()


def test_nothing_to_analyse_is_said(four) -> None:
    with pytest.raises(HoldfastError, match="nothing to analyse"):
        examine(four.with_columns(success=pl.lit(None, dtype=pl.Boolean)))
    with pytest.raises(HoldfastError, match="two results"):
        examine(pl.concat([four, four]))
    with pytest.raises(HoldfastError, match="no column 'family'"):
        examine(four.drop("family"))


def test_the_order_of_rows_does_not_matter(four) -> None:
    first, _ = found(four)
    again = four.sample(fraction=1, shuffle=True, seed=5).sort("agent", maintain_order=True)
    order = [p.agent for p in PROFILES]
    shuffled = pl.concat([again.filter(pl.col("agent") == agent) for agent in order])
    second, _ = found(shuffled)
    for name in ("discrimination", "uncertainty", "ranking", "rank_stability", "phenotypes", "misorders"):
        assert first[name].equals(second[name], null_equal=True), name


def test_case_studies_keep_to_their_rules(planted) -> None:
    table = planted.tables["case_studies"]
    assert table["rule"].value_counts().sort("rule").rows() == [(name, PER_CATEGORY) for name in sorted(CATEGORIES)]
    drift = table.filter(pl.col("rule") == "success_with_drift")
    assert drift["success"].all()
    assert (drift["state_drift"] == 1).all()
    assert not table.filter(pl.col("rule") != "success_with_drift")["success"].any()
    for _, cases in table.group_by("rule"):
        assert cases["agent"].n_unique() == cases.height


def test_every_table_and_column_is_explained() -> None:
    tables = example_tables()
    assert list(tables) == list(TABLES)
    own = {column for frame in tables.values() for column in frame.columns if ":" not in column}
    assert [column for column in sorted(own) if not meaning(column)] == []
    assert sorted(set(COLUMNS) - own) == []


def test_the_schema_page_is_up_to_date() -> None:
    page = Path(__file__).parents[4] / "docs" / "commitment-schema.md"
    command = "python -m holdfast.suites.commitment.analyses.documents > docs/commitment-schema.md"
    assert page.read_text(encoding="utf-8") == schema_page(), f"make it again: {command}"
