"""Planted faults are told apart under every method, and a signature that does not fit is not called recovered."""

from __future__ import annotations

import pytest

from holdfast.core import Capability
from holdfast.engine import planted
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.planted import ranges, recover
from holdfast.suites.invariance.suite import SUITE


def plan_of(**overrides: str) -> Plan:
    settings = SUITE.settings("quick", {"chains": "2", "orders": "2", **overrides}, frozenset(Capability))
    return Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), ("embedded",))


@pytest.mark.parametrize("method", ["teacher-forced", "forced-choice", "greedy"])
def test_every_fault_is_recovered(method: str) -> None:
    faults = recover(plan_of(methods=method), {SUITE.name: SUITE})["invariance"]
    assert len(faults) >= 4
    assert all(fault.recovered for fault in faults), faults
    assert all(fault.found == pytest.approx(fault.expected, abs=0.05) for fault in faults)


def test_an_instrument_that_confuses_faults_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the contrasts' findings taken away, copying the premise looks like being right."""
    signatures = {"bound": {"tcit_h.positive_rate": 1.0}, "copies-premise": {"tcit_h.positive_rate": 1.0}}
    monkeypatch.setattr("holdfast.suites.invariance.suite.faults", lambda settings: signatures)
    planted._recover.cache_clear()
    faults = recover(plan_of(control_orders="2"), {SUITE.name: SUITE})["invariance"]
    planted._recover.cache_clear()
    assert [fault.fits for fault in faults] == [["bound", "copies-premise"]] * 2
    assert not any(fault.recovered for fault in faults)


def test_ranges_are_those_the_suite_declares() -> None:
    found = ranges(plan_of(), {SUITE.name: SUITE})
    assert (found["invariance.responsiveness"].low, found["invariance.responsiveness"].high) == (0, 1)


def test_a_reference_agent_that_raises_is_told_and_costs_nobody_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(agent: object, request: object) -> None:
        raise ZeroDivisionError("of no use")

    monkeypatch.setattr("holdfast.agents.reference.ReferenceAgent.answer", broken)
    planted._recover.cache_clear()
    faults = recover(plan_of(), {SUITE.name: SUITE})["invariance"]
    planted._recover.cache_clear()
    assert {fault.trouble for fault in faults} == {"ZeroDivisionError: of no use"}
    assert not any(fault.recovered for fault in faults)
