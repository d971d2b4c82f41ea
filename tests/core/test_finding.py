"""Gates: met only by a number that is there and on the right side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import Finding, Gate, Interval, Verdict, judge

FINDING = Finding("suite.score", "me", 0.6, intervals=(Interval(0.0, 0.7), Interval(0.5, 0.65, method="t")))


def verdict(gate: Gate, *findings: Finding, agent: str = "me") -> tuple[float | None, Verdict]:
    result = judge(gate, agent, list(findings))
    assert (result.gate, result.agent) == (gate, agent)
    return result.value, result.verdict


@pytest.mark.parametrize(
    ("op", "threshold", "on", "value", "met"),
    [
        (">=", 0.6, "estimate", 0.6, True),
        (">=", 0.61, "estimate", 0.6, False),
        ("<=", 0.6, "estimate", 0.6, True),
        ("<=", 0.59, "estimate", 0.6, False),
        (">=", 0.0, "lower", 0.0, True),  # a bound of exactly 0 is a number, not a missing one
        (">=", 0.1, "lower", 0.0, False),
        ("<=", 0.7, "upper", 0.7, True),
        ("<=", 0.69, "upper", 0.7, False),
    ],
)
def test_the_gate_compares_what_it_says(op: str, threshold: float, on: str, value: float, met: bool) -> None:
    expected = (value, Verdict.MET if met else Verdict.NOT_MET)
    assert verdict(Gate("suite.score", op, threshold, on), FINDING) == expected


@given(st.floats(-1, 1), st.floats(-1, 1), st.sampled_from(["estimate", "lower", "upper"]))
def test_both_directions_are_met_only_at_the_threshold(value: float, threshold: float, on: str) -> None:
    finding = Finding("f", "me", value, intervals=(Interval(value, value),))
    above, below = (verdict(Gate("f", op, threshold, on), finding)[1] is Verdict.MET for op in (">=", "<="))
    assert (above, below) == (value >= threshold, value <= threshold)


@pytest.mark.parametrize("op", [">=", "<="])
@pytest.mark.parametrize("threshold", [-1e9, 0.0, 1e9])
def test_a_missing_number_meets_no_gate(op: str, threshold: float) -> None:
    none = (None, Verdict.NOT_MET)
    assert verdict(Gate("f", op, threshold)) == none
    assert verdict(Gate("f", op, threshold), Finding("f", "me", None, note="too few")) == none
    assert verdict(Gate("f", op, threshold), Finding("f", "somebody else", 0.5)) == none
    assert verdict(Gate("f", op, threshold), Finding("g", "me", 0.5)) == none
    for on in ("lower", "upper"):
        assert verdict(Gate("f", op, threshold, on), Finding("f", "me", 0.5)) == none
    assert verdict(Gate("f", op, threshold), Finding("f", "me", float("nan")))[1] is Verdict.NOT_MET


def test_each_agent_is_judged_by_its_own_finding() -> None:
    findings = (Finding("f", "a", 0.9), Finding("g", "b", 0.9), Finding("f", "b", 0.1))
    gate = Gate("f", ">=", 0.5)
    assert verdict(gate, *findings, agent="a") == (0.9, Verdict.MET)
    assert verdict(gate, *findings, agent="b") == (0.1, Verdict.NOT_MET)


def test_the_first_interval_is_the_primary_one() -> None:
    assert FINDING.interval == Interval(0.0, 0.7)
    assert Finding("f", "me", 0.5).interval is None
