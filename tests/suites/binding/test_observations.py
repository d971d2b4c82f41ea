"""Runs of the suite can be compared: what is paired has the means of the findings."""

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
from holdfast.suites.binding.suite import SUITE

AGENTS = ("reference/bound", "reference/prior-only", "reference/order-biased")
MEASURES = ("responsiveness", "stability", "b_rsi", "b_mci", "b_vei", "b_sci", "composite")


@pytest.mark.parametrize("readouts", ["letters", "reply"])
def test_their_means_are_the_findings(tmp_path, readouts) -> None:
    folder = RunFolder(tmp_path / "run")
    folder.create()
    overrides = {"events": "1", "sufficiency_events": "4", "readouts": readouts}
    settings = SUITE.settings("quick", overrides, frozenset(Capability))
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), AGENTS)
    findings = execute(folder, plan, {SUITE.name: SUITE}, make_agent, Silent()).findings.findings
    estimates = {(f.name, f.agent): f.estimate for f in findings}
    observed = SUITE.observations(read_scores(folder, SUITE.name), pl.read_parquet(folder.contrasts), settings)
    assert set(observed) == {f"binding.{measure}" for measure in MEASURES}
    for name, rows in observed.items():
        for (agent,), own in rows.group_by("agent"):
            assert own["value"].cast(pl.Float64).mean() == pytest.approx(estimates[name, agent]), (name, agent)
            assert own["id"].n_unique() == own.height
        assert rows["agent"].n_unique() == len(AGENTS)
