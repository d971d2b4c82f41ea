"""What is paired when runs of the matrix are compared: contrasts, accuracies, differences and cells."""

from __future__ import annotations

import pytest

from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.engine.folder import RunFolder
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.progress import Silent
from holdfast.report.compare import compare
from holdfast.report.sides import Run
from holdfast.suites.binding.matrix.suite import SUITE


def test_every_finding_can_be_compared(tmp_path) -> None:
    folder = RunFolder(tmp_path / "run")
    folder.create()
    small = {"families": "ward_stock,crane_lift", "scaffolds": "react,planner", "events": "4"}
    settings = SUITE.settings("quick", small, frozenset(Capability))
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), ("reference/bound", "reference/random"))
    found = execute(folder, plan, {SUITE.name: SUITE}, make_agent, Silent()).findings.findings
    measured = {finding.name for finding in found if finding.estimate is not None}
    run = Run(folder.path)
    assert set(run.observations(run.plan.suites[0])) == measured, "each adds up to its finding"
    differences = {d.measure: d for d in compare([folder.path]).differences}
    assert set(differences) == measured
    right = differences["matrix.accuracy.structured"]
    assert right.before_mean == pytest.approx(1.0, abs=1e-6)
    assert right.after_mean < 0.7
    assert (right.unit, differences["matrix.over.no_fields"].unit) == ("pair", "family")
    assert differences["matrix.responsiveness"].only_before
