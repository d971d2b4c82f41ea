"""What is paired when runs of recorded conversations are compared: all that the card and the table say."""

from __future__ import annotations

import json

import pytest

from holdfast.cli import main
from holdfast.report.compare import compare
from holdfast.report.sides import Run


def test_every_finding_can_be_compared(parcels, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdfast.report.completion.write_report", lambda folder: None)
    carriers, first = (f"reference/{name}@{parcels}" for name in ("carriers", "first-value"))
    out = tmp_path / "run"
    agents = ("-a", carriers, "-a", first)
    assert (
        main(["run", "transcripts", "--file", str(parcels), "--decisions", "4", *agents, "--out", str(out), "-q"]) == 0
    )
    found = json.loads((out / "findings.json").read_bytes())["findings"]
    measured = {finding["name"] for finding in found if finding["estimate"] is not None}
    run = Run(out)
    assert set(run.observations(run.plan.suites[0])) == measured, "each adds up to its finding"
    differences = {d.measure: d for d in compare([out]).differences}
    assert set(differences) == measured
    stale = differences["transcripts.stability.intervention.stale"]
    assert (stale.before_mean, stale.after_mean, stale.only_after) == (1.0, 0.0, 0)
    assert differences["transcripts.responsiveness"].verdict == "worse"
    assert differences["transcripts.base_reproduced"].difference == 0
