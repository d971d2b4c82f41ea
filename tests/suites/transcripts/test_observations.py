"""What is paired when runs of recorded conversations are compared: all that the card and the table say."""

from __future__ import annotations

from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.engine.folder import RunFolder
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.progress import Silent
from holdfast.report.compare import compare
from holdfast.report.sides import Run
from holdfast.suites.transcripts.suite import SUITE


def test_every_finding_can_be_compared(parcels, tmp_path) -> None:
    folder = RunFolder(tmp_path / "run")
    folder.create()
    settings = SUITE.settings("quick", {"file": str(parcels), "decisions": "4"}, frozenset(Capability))
    agents = tuple(f"reference/{name}@{parcels}" for name in ("carriers", "first-value"))
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), agents)
    found = execute(folder, plan, {SUITE.name: SUITE}, make_agent, Silent()).findings.findings
    measured = {finding.name for finding in found if finding.estimate is not None}
    assert "transcripts.stability.intervention.stale" in measured
    run = Run(folder.path)
    assert set(run.observations(run.plan.suites[0])) == measured, "each adds up to its finding"
    differences = {d.measure: d for d in compare([folder.path]).differences}
    assert set(differences) == measured
    stale = differences["transcripts.stability.intervention.stale"]
    assert (stale.before_mean, stale.after_mean, stale.only_after) == (1.0, 0.0, 0)
    assert differences["transcripts.responsiveness"].verdict == "worse"
    assert differences["transcripts.base_reproduced"].difference == 0
