"""The figures of `binding`: drawn from findings, in the order of the design, and absent where there is nothing."""

from __future__ import annotations

import pytest

from holdfast.core import Finding, Interval
from holdfast.report.binding import contrasts, depths, profile, responses
from holdfast.report.charts import render
from holdfast.report.summary import AgentSummary


def summary(agent: str, number: int = 1) -> AgentSummary:
    return AgentSummary(number, agent, {"binding": []}, {}, {}, [], None, None)


def found(name: str, value: float, agent: str = "one") -> Finding:
    return Finding(f"binding.{name}", agent, value, intervals=(Interval(value - 0.1, value + 0.1),))


FINDINGS = [
    *(found(name, 0.5) for name in ("b_rsi", "b_mci", "b_vei", "b_sci", "composite")),
    found("A4_no_veto.rule.b_vei", -0.25),
    found("A4_no_veto.state.b_vei", 0.0),
    found("response.A4.none.reason_flip", 0.75),
    found("response.A5.rule.reason_flip", 0.25),
    found("corpus.rule.veto.narrative", 0.6),
    found("corpus.rule.veto.ds-1", 0.8),
    found("over.rule.veto", 0.7),
    found("depth.code.composite", 0.5),
    found("depth.two-step.composite", 0.1),
    found("prior_corrected.b_rsi", 0.9),
]


def test_the_profile_has_a_tile_per_variant_and_component() -> None:
    figure = profile([summary("one")], FINDINGS)
    assert figure is not None
    assert {(row["arm"], row["component"]): row["value"] for row in figure.rows}["A4", "B_VEI (veto)"] == 0.5
    assert {row["arm"] for row in figure.rows} == {"A4", "A4_no_veto, rule", "A4_no_veto, state"}
    assert len(figure.rows) == 7, "other readouts are not mixed in"
    assert "A4_no_veto, rule B_VEI (veto) -0.250" in figure.alternative


def test_contrasts_show_every_corpus_and_the_mean() -> None:
    figure = contrasts([summary("one")], FINDINGS)
    assert figure is not None
    assert [(row.get("corpus"), row["value"]) for row in figure.rows] == [
        ("narrative", 0.6),
        ("ds-1", 0.8),
        (None, 0.7),
    ]
    assert "veto (rule) 0.700" in figure.alternative


def test_the_curve_needs_two_depths() -> None:
    assert [row["depth"] for row in depths([summary("one")], FINDINGS).rows] == ["code", "two-step"]
    assert depths([summary("one")], FINDINGS[:13]) is None


@pytest.mark.parametrize("make", [contrasts, profile, responses, depths])
def test_nothing_measured_nothing_drawn(make) -> None:
    assert make([summary("one")], []) is None
    assert make([summary("other")], FINDINGS) is None


@pytest.mark.parametrize("make", [contrasts, profile, responses, depths])
def test_pictures_for_one_agent_and_for_two(make) -> None:
    two = [*FINDINGS, *(Finding(f.name, "two", f.estimate) for f in FINDINGS)]
    for summaries, findings in (([summary("one")], FINDINGS), ([summary("one"), summary("two", 2)], two)):
        svg, png = render(make(summaries, findings).chart)
        assert svg.startswith("<svg")
        assert png.startswith(b"\x89PNG")
        assert svg.count("two") >= (len(summaries) - 1)
