"""Runs of the suite can be compared: what is paired has the means of the findings, and a row knows if it is right."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.engine.folder import RunFolder
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.progress import Silent
from holdfast.engine.score import read_scores
from holdfast.report.rows import read_rows
from holdfast.suites.commitment.suite import SUITE

AGENTS = ("reference/bound", "reference/keeps-stale")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = RunFolder(tmp_path_factory.mktemp("run"))
    settings = SUITE.settings("quick", {}, frozenset(Capability))
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), AGENTS)
    findings = execute(folder, plan, {SUITE.name: SUITE}, make_agent, Silent()).findings.findings
    contrasts = pl.read_parquet(folder.contrasts)
    return folder, findings, SUITE.observations(read_scores(folder, SUITE.name), contrasts, settings)


@pytest.mark.parametrize("name", ["success", "probe_accuracy", "hccis_core", "responsiveness", "stability"])
def test_their_means_are_the_findings(run, name) -> None:
    _, findings, observed = run
    rows = observed[f"commitment.{name}"]
    for agent in AGENTS:
        own = rows.filter(pl.col("agent") == agent)
        weight = own["weight"] if "weight" in own.columns else pl.Series([1.0] * own.height)
        expected = next(f.estimate for f in findings if f.name == f"commitment.{name}" and f.agent == agent)
        assert (own["value"].cast(pl.Float64) * weight).sum() / weight.sum() == pytest.approx(expected)
        assert own["id"].n_unique() == own.height
    assert set(rows["case"]) <= set(read_rows(run[0])["id"])


def test_what_is_right_is_the_matchers_to_say(run) -> None:
    rows = read_rows(run[0])
    rates = dict(rows.group_by("agent").agg(pl.col("right").mean()).iter_rows())
    assert rates["reference/bound"] == 1.0
    assert 0.3 < rates["reference/keeps-stale"] < 1.0
