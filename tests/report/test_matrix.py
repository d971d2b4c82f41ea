"""The figures of the matrix: the numbers of the findings, and their words."""

from __future__ import annotations

import pytest

from holdfast.core import Finding, Interval
from holdfast.report.figures import draw
from holdfast.report.matrix import matrix_controls, matrix_lesions
from holdfast.report.summary import AgentSummary

AGENTS = [AgentSummary(i + 1, agent, {}, {}, {}, [], None, None) for i, agent in enumerate(("embedded", "reference/x"))]


def found(agent: str, control: str, delta: float, above: float, positive: float) -> list[Finding]:
    over = (Interval(delta - 0.1, delta + 0.1, method="family"), Interval(delta - 0.2, delta + 0.1, method="scaffold"))
    return [
        Finding(f"matrix.over.{control}", agent, delta, units=20, n=60, intervals=over),
        Finding(f"matrix.cells_above.{control}", agent, above, n=60),
        Finding(f"matrix.positive_cells.{control}", agent, positive, n=60),
    ]


FINDINGS = [
    *found("embedded", "no_fields", 0.3, 0.9, 0.75),
    *found("embedded", "strict_lesion", 0.4, 1.0, 1.0),
    *found("reference/x", "no_fields", 0.95, 1.0, 1.0),
]


def test_bars_are_the_findings_with_counts_and_the_lowest_cluster_bound(tmp_path) -> None:
    figure = matrix_controls(AGENTS, FINDINGS)
    assert figure is not None
    first, second = figure.rows
    assert (first["control"], first["delta"], first["above"], first["positive"]) == ("no fields", 0.3, 54, 45)
    assert first["lowest"] == pytest.approx(0.1)
    assert (first["low"], first["high"]) == pytest.approx((0.2, 0.4))
    assert (first["reference"], second["reference"]) == (False, True)
    assert "above in 54 of 60 cells, 45 of them by their own bound" in figure.alternative
    drawn = draw(figure, tmp_path)
    assert "54/60, 45 by bound; from 0.100" in drawn.svg
    assert (tmp_path / "matrix_controls.png").read_bytes().startswith(b"\x89PNG")


def test_one_agent_needs_no_panels_and_a_run_without_the_matrix_no_figure() -> None:
    figure = matrix_lesions(AGENTS, FINDINGS)
    assert figure is not None
    assert [row["control"] for row in figure.rows] == ["strict lesion"]
    assert matrix_controls(AGENTS, [Finding("binding.responsiveness", "embedded", 1.0)]) is None
