"""What is paired when runs of the matrix are compared: contrasts, accuracies, differences and cells."""

from __future__ import annotations

import json

import pytest

from holdfast.cli import main
from holdfast.report.compare import compare
from holdfast.report.sides import Run


def test_every_finding_can_be_compared(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.report.completion.write_report", lambda folder: None)
    out = tmp_path / "run"
    small = ("--families", "ward_stock,crane_lift", "--scaffolds", "react,planner", "--events", "4")
    agents = ("-a", "reference/bound", "-a", "reference/random")
    assert main(["run", "matrix", *small, *agents, "--out", str(out), "--quiet"]) == 0
    found = json.loads((out / "findings.json").read_bytes())["findings"]
    measured = {f["name"] for f in found if f["estimate"] is not None and f["agent"] == "reference/bound"}
    run = Run(out)
    assert set(run.observations(run.plan.suites[0])) == measured, "each adds up to its finding"
    differences = {d.measure: d for d in compare([out]).differences}
    assert set(differences) == measured
    right = differences["matrix.accuracy.structured"]
    assert right.before_mean == pytest.approx(1.0, abs=1e-6)
    assert right.after_mean < 0.7
    assert (right.unit, differences["matrix.over.no_fields"].unit) == ("pair", "family")
    assert differences["matrix.responsiveness"].only_before
