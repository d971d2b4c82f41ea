"""What the certificate says of this suite: faults are told apart under any inventory, and no score leaves its range."""

from __future__ import annotations

import pytest

from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.engine.folder import RunFolder
from holdfast.engine.hooks import range_of
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.planted import recover
from holdfast.engine.progress import Silent
from holdfast.suites.commitment.reference import HITS
from holdfast.suites.commitment.suite import SUITE

ROUNDING = 1e-9
SILENT = "reference/first-option"
"""Has nothing to say to tasks without options: no probe of it can be read."""


def plan_of(*agents: str, size: str = "quick", **overrides: str) -> Plan:
    settings = SUITE.settings(size, overrides, frozenset(Capability))
    return Plan(size, (SuitePlan(SUITE.name, SUITE.version, settings),), agents or ("embedded",))


@pytest.mark.parametrize(
    "overrides",
    [
        {},
        {"contract": "paper"},
        {"probes": "fork"},
        {"strict_schema": "true"},
        *({"seed": str(n)} for n in range(1, 6)),
    ],
    ids=str,
)
def test_every_fault_is_recovered_under_any_inventory(overrides) -> None:
    faults = recover(plan_of(**overrides), {SUITE.name: SUITE})["commitment"]
    assert [fault.agent for fault in faults] == list(HITS)
    assert all(fault.recovered for fault in faults), [fault for fault in faults if not fault.recovered]


def test_faults_that_few_families_cannot_tell_apart_are_not_promised() -> None:
    """With tool outputs alone, three faults have to look bound, and stale values like distractors."""
    settings = plan_of(families="tool_output_distractor_selection").suites[0].settings
    assert list(SUITE.faults(settings)) == ["bound", "keeps-stale"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """All reference agents and one that says nothing that can be read, with stated confidence."""
    plan = plan_of(*(f"reference/{name}" for name in HITS), SILENT, confidence="true", contract="both")
    return execute(RunFolder(tmp_path_factory.mktemp("run")), plan, {SUITE.name: SUITE}, make_agent, Silent()).findings


def test_no_finding_leaves_its_range(run) -> None:
    ranges = run.certificate.attainable
    measured = [f for f in run.findings if f.estimate is not None]
    assert len(measured) > 400
    for finding in measured:
        found = range_of(finding.name, ranges)
        assert found is not None, finding.name
        assert found.low is None or finding.estimate >= found.low - ROUNDING, finding
        assert found.high is None or finding.estimate <= found.high + ROUNDING, finding


def test_integrity_reaches_both_ends_of_its_range_in_every_slice(run) -> None:
    ranges = run.certificate.attainable
    found = {(f.agent, f.name): f.estimate for f in run.findings}
    slices = [name for name in ranges if name.startswith("commitment.hccis_core")]
    assert len(slices) == 1 + 8 + 3 + 2
    for name in slices:
        assert found["reference/bound", name] == pytest.approx(ranges[name].high), name
        assert found[SILENT, name] == pytest.approx(ranges[name].low), name
    assert ranges["commitment.hccis_core"].high < 0.92
    assert found["reference/bound", "commitment.hccis_full"] == pytest.approx(ranges["commitment.hccis_full"].high)


def test_one_instance_speaks_for_all(run) -> None:
    larger = SUITE.attainable(plan_of(instances="3").suites[0].settings)
    assert larger["commitment.hccis_core"] == run.certificate.attainable["commitment.hccis_core"]
    best = next(f.estimate for f in run.findings if f.name == "commitment.core_best")
    assert larger["commitment.hccis_core"].high == pytest.approx(best)


def test_claims_are_about_findings_of_the_run(run) -> None:
    names = {f.name for f in run.findings if f.agent == "reference/bound" and f.intervals}
    assert {claim.finding for claim in SUITE.claims({})} <= names
