"""The figures of the matrix (paper 000, Figure 2a and b): how far structured accuracy lies above each control."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.core import Finding
from holdfast.report.charts import COLOURS, EN_SPACE, SIDE, Chart, Row
from holdfast.report.figures import Figure
from holdfast.report.summary import AgentSummary
from holdfast.report.wording import number, plain, short

CORE = {
    "no_fields": "no fields",
    "scrambled": "scrambled context",
    "distribution_matched": "distribution-matched",
}
LESIONS = {"target_lesion": "target lesion", "strict_lesion": "strict lesion"}


def matrix_controls(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """The paper's Figure 2a: controls that keep the format, the prior or the surface."""
    rows = control_rows(summaries, findings, CORE)
    if not rows:
        return None
    caption = (
        "Structured accuracy minus each control, the mean over cells (scaffold and family), with the interval over "
        "families. Beside each bar: in how many cells the difference is above zero, in how many its own lower bound "
        "is, and the lowest cluster bound of the mean."
    )
    title = "Structured control against controls without its state"
    return Figure("matrix_controls", "matrix", title, caption, told(rows), rows, delta_chart(rows))


def matrix_lesions(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """The paper's Figure 2b: the ordinary lesion leaves a secondary mention, the strict one leaves none."""
    rows = control_rows(summaries, findings, LESIONS)
    if not rows:
        return None
    caption = (
        "The target lesion removes the decisive field and leaves a secondary mention of it; the strict one removes "
        "every mention. An agent that is bound to the information, and not to one field, loses nothing to the first."
    )
    title = "Lesions of the decisive state"
    return Figure("matrix_lesions", "matrix", title, caption, told(rows), rows, delta_chart(rows))


def control_rows(
    summaries: Sequence[AgentSummary], findings: Sequence[Finding], controls: Mapping[str, str]
) -> list[Row]:
    """One row per agent and control: the mean difference, the lowest cluster bound, and how many cells are above."""
    measured = {(f.agent, f.name): f for f in findings if f.estimate is not None}
    rows: list[Row] = []
    for summary in summaries:
        for control, title in controls.items():
            over = measured.get((summary.agent, f"matrix.over.{control}"))
            if over is None:
                continue
            above, positive = (
                round((found.estimate or 0.0) * found.n) if (found := measured.get((summary.agent, name))) else 0
                for name in (f"matrix.cells_above.{control}", f"matrix.positive_cells.{control}")
            )
            lowest = min((i.low for i in over.intervals), default=None)
            rows.append(
                {
                    "number": summary.number, "agent": summary.agent, "reference": summary.is_reference,
                    "control": title, "delta": over.estimate,
                    "lowest": lowest,
                    "low": over.interval.low if over.interval else None,
                    "high": over.interval.high if over.interval else None,
                    "cells": over.n, "above": above, "positive": positive,
                    "label": f"{above}/{over.n}, {positive} by bound; from {number(lowest)}",
                }
            )  # fmt: skip
    return rows


def told(rows: Sequence[Row]) -> str:
    """The bars in words."""
    each = "; ".join(
        f"{plain(row['agent'])}, {row['control']}: difference {number(row['delta'])}, lowest cluster bound "
        f"{number(row['lowest'])}, above in {row['above']} of {row['cells']} cells, {row['positive']} of them by their "
        "own bound"
        for row in rows
    )
    return f"Bar chart of mean differences in accuracy from -1 to 1. {each}."


def delta_chart(rows: Sequence[Row]) -> Chart:
    """Bars with whiskers and counts: controls down, a panel per agent."""
    import altair as alt

    titles = list(dict.fromkeys(row["control"] for row in rows))
    values = [{**row, "who": f"{row['number']}{EN_SPACE}{short(row['agent'])}"} for row in rows]
    agents = list(dict.fromkeys(row["who"] for row in values))
    x = alt.X(
        "delta:Q", scale=alt.Scale(domain=[-1, 1], nice=False), title="structured accuracy minus control",
        axis=alt.Axis(values=[-1, -0.5, 0, 0.5, 1], format=".1~f"),
    )  # fmt: skip
    y = alt.Y("control:N", sort=titles, title=None, axis=alt.Axis(labelLimit=300))
    fill = alt.condition("datum.reference", alt.value(COLOURS["paper"]), alt.value(COLOURS["blue"]))
    base = alt.Chart()
    layers = [
        base.mark_bar(height=14, stroke=COLOURS["blue"], strokeWidth=1.5).encode(x=x, y=y, fill=fill),
        base.transform_filter("isValid(datum.low)")
        .mark_rule(strokeWidth=2, color=COLOURS["vermillion"])
        .encode(x="low:Q", x2="high", y=y),
        base.mark_text(align="left", baseline="middle").encode(x=alt.value(SIDE + 8), y=y, text="label:N"),
    ]
    panel = alt.layer(*layers).properties(width=SIDE, height=alt.Step(30))
    data = alt.Data(values=values)
    if len(agents) == 1:
        return panel.properties(data=data)
    header = alt.Header(title=None, labelAngle=0, labelAlign="left", labelAnchor="start", labelOrient="top")
    return panel.facet(data=data, row=alt.Row("who:N", sort=agents, header=header), spacing=18)


MATRIX = (matrix_controls, matrix_lesions)
"""In the page's order."""
