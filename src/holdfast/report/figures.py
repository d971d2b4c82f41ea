"""The figures of a run, each a pure function from findings to a chart with its data, its caption and its words.

`write_figures` puts every figure on disk as SVG and PNG with the data beside it as CSV.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from holdfast.core import Finding, HoldfastError
from holdfast.report.charts import Chart, Row, control_chart, dot_chart, flip_chart, order_chart, render, unvalidated
from holdfast.report.summary import CONTROL, AgentSummary
from holdfast.report.wording import NOT_MEASURED, number, plain, words

TESTS = ("tcit_f", "tcit_f_pairs", "tcit_h", "tcit_c_touched", "tcit_c_untouched", "tcit_c")
ORDER_MARGIN = re.compile(r"invariance\.(\w+)\.order\.([\d-]+)\.mean_margin")
MOST_ORDER_AGENTS = 4
NORMALISATIONS = {"mean": "", "sum": ".sum", "prior-corrected": ".prior-corrected"}
"""The normalisations of a margin, and how findings are named by them: the primary one has no name of its own."""


class Figure(msgspec.Struct, frozen=True):
    """A figure before it is drawn."""

    name: str
    """The stem of its files."""
    section: str
    """`overview`, or the suite it belongs to."""
    title: str
    """A heading."""
    caption: str
    """What a reader must know to read it right."""
    alternative: str
    """The same content in words, for who cannot see it."""
    rows: list[Row]
    """Its data, as the CSV has it."""
    chart: Chart
    """An altair chart."""


class Drawn(msgspec.Struct, frozen=True):
    """A figure that is on disk."""

    figure: Figure
    """What was drawn."""
    svg: str
    """As the renderer made it."""


def write_figures(summaries: Sequence[AgentSummary], findings: Sequence[Finding], folder: Path) -> list[Drawn]:
    """Draw every figure that the findings have numbers for: `<name>.svg`, `<name>.png`, `<name>.csv`."""
    from holdfast.report.binding import BINDING  # which needs `Figure`
    from holdfast.report.matrix import MATRIX

    with unvalidated():
        made = (make(summaries, findings) for make in (*FIGURES, *BINDING, *MATRIX))
        figures = [figure for figure in made if figure is not None]
    return [draw(figure, folder) for figure in figures]


def control_map(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """Stability against responsiveness, one point per agent and suite, with intervals both ways."""
    measured = {(f.agent, f.name): f for f in findings if f.estimate is not None}
    suites = list(dict.fromkeys(suite for summary in summaries for suite in summary.headlines))
    rows: list[Row] = []
    absent: list[str] = []
    for summary in summaries:
        for suite in suites:
            names = [(summary.agent, f"{suite}.{quantity}") for quantity in CONTROL]
            if not all(name in measured for name in names):
                absent.append(f"{plain(summary.agent)} ({plain(suite)})")
                continue
            row = {**_who(summary), "suite": suite}
            for quantity, name in zip(CONTROL, names, strict=True):
                row |= _estimate(quantity, measured[name])
            rows.append(row)
    if not rows:
        return None
    caption = (
        "Responsiveness is the share of contrasts in which the answer had to change and did so rightly; stability the "
        "share in which it had to stay and stayed right. Whiskers are intervals."
    )
    if any(row["reference"] for row in rows):
        caption += " Hollow points are reference agents: programs with a known profile, not language models."
    if absent:
        caption += f" {NOT_MEASURED.capitalize()}, so not shown: {', '.join(absent)}."
    told = "; ".join(
        f"{plain(row['agent'])}, {plain(row['suite'])}: "
        + ", ".join(f"{quantity} {number(row[quantity])}" for quantity in CONTROL)
        for row in rows
    )
    alternative = f"Scatter plot of stability (across) against responsiveness (up), both from 0 to 1. {told}."
    return Figure("control_map", "overview", "Control map", caption, alternative, rows, control_chart(rows, suites))


def tcit(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """Positive rate by test, for the primary normalisation."""
    names = {f"invariance.{test}.positive_rate": {"test": words(test)} for test in TESTS}
    rows = _rates(summaries, findings, names)
    if not rows:
        return None
    caption = (
        "The share of questions in which the right continuation was preferred; the dashed line is chance. Copying the "
        "polarity of the premise is right in all of TCIT-H and in none of TCIT-C untouched, so read them together."
    )
    return Figure(
        "tcit_positive_rate",
        "invariance",
        "TCIT positive rate by test",
        caption,
        _told(rows, "test"),
        rows,
        dot_chart(rows, "test"),
    )


def normalisations(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """Positive rate of TCIT-H under the three normalisations of the margin, where there is more than one."""
    names = {
        f"invariance.tcit_h{suffix}.positive_rate": {"test": "TCIT-H", "normalisation": words(name)}
        for name, suffix in NORMALISATIONS.items()
    }
    rows = _rates(summaries, findings, names)
    # Methods that compare letters have no log-probabilities to put together in three ways.
    if words("sum") not in {row["normalisation"] for row in rows}:
        return None
    caption = (
        "The two continuations differ in length, so the answer can depend on how log-probabilities are put together: "
        "per token (primary), summed, or minus what the same continuations get without the premise."
    )
    return Figure(
        "tcit_h_normalisations",
        "invariance",
        "TCIT-H under three normalisations",
        caption,
        _told(rows, "normalisation"),
        rows,
        dot_chart(rows, "normalisation"),
    )


def flips(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """Positive rate against flip rate: an agent can be wrong without being unstable, and the other way round."""
    measured = {(f.agent, f.name): f for f in findings if f.estimate is not None}
    rows: list[Row] = []
    for summary in summaries:
        for test in ("tcit_f", "tcit_h", "tcit_c"):
            names = [(summary.agent, f"invariance.{test}.{quantity}") for quantity in ("positive_rate", "flip_rate")]
            if all(name in measured for name in names):
                row = {**_who(summary), "test": words(test)}
                for (_, name), found in zip(names, (measured[n] for n in names), strict=True):
                    row |= _estimate(name.rpartition(".")[2], found)
                rows.append(row)
    if not rows:
        return None
    caption = (
        "Across, how often reordering the same facts flips the answer given in the forward order; up, how often the "
        "right continuation is preferred. The top left corner is where an agent should be; at the bottom left it is "
        "reliably wrong, and order invariance alone would not show it."
    )
    told = "; ".join(
        f"{plain(row['agent'])}, {row['test']}: positive rate {number(row['positive_rate'])}, flip rate "
        f"{number(row['flip_rate'])}"
        for row in rows
    )
    return Figure(
        "tcit_flips", "invariance", "Positive rate against flip rate", caption, f"Scatter plot. {told}.", rows,
        flip_chart(rows),
    )  # fmt: skip


def orders(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """The margin by clause order, with the orders marked in which answers flip."""
    known = {summary.agent: summary for summary in summaries}
    flip_rates = {(f.agent, f.name): f.estimate for f in findings if f.name.endswith(".flip_rate")}
    rows: list[Row] = []
    for finding in findings:
        named = ORDER_MARGIN.fullmatch(finding.name)
        if named is None or finding.estimate is None:
            continue
        test, order = named.groups()
        flipped = flip_rates.get((finding.agent, finding.name.replace("mean_margin", "flip_rate")))
        rows.append(
            {
                **_who(known[finding.agent]), "test": words(test), "order": order.replace("-", " "),
                **_estimate("mean_margin", finding), "flip_rate": flipped,
            }
        )  # fmt: skip
    shown = list(dict.fromkeys(row["agent"] for row in rows))[:MOST_ORDER_AGENTS]
    rows = [row for row in rows if row["agent"] in shown]
    if not rows:
        return None
    caption = (
        "The mean margin of the right continuation by the order in which the clauses are given (0 1 2 is forward). "
        "Right of the line the right answer is preferred. Orange marks orders in which some chains get another answer "
        "than in the forward order, with the share that does."
    )
    if len(known) > len(shown):
        caption += f" The first {len(shown)} agents are shown; the others are in the tables."
    told = "; ".join(
        f"{plain(row['agent'])}, {row['test']}, order {row['order']}: margin {number(row['mean_margin'])}, flips "
        f"{number(row['flip_rate'])}"
        for row in rows
    )
    return Figure(
        "tcit_margin_by_order", "invariance", "Margin by order of the clauses", caption, f"Dot plot. {told}.", rows,
        order_chart(rows),
    )  # fmt: skip


FIGURES: tuple[Callable[[Sequence[AgentSummary], Sequence[Finding]], Figure | None], ...] = (
    control_map,
    tcit,
    normalisations,
    flips,
    orders,
)
"""Every figure there is, in the page's order."""


def _who(summary: AgentSummary) -> Row:
    return {"number": summary.number, "agent": summary.agent, "reference": summary.is_reference}


def _estimate(quantity: str, finding: Finding) -> Row:
    low, high = (finding.interval.low, finding.interval.high) if finding.interval else (None, None)
    return {
        quantity: finding.estimate, f"{quantity}_low": low, f"{quantity}_high": high,
        f"{quantity}_n": finding.n, f"{quantity}_units": finding.units,
    }  # fmt: skip


def _rates(summaries: Sequence[AgentSummary], findings: Sequence[Finding], names: Mapping[str, Row]) -> list[Row]:
    """One row per agent and named finding that has an estimate."""
    measured = {(f.agent, f.name): f for f in findings if f.estimate is not None}
    return [
        {**_who(summary), **factors, **_estimate("positive_rate", measured[summary.agent, name])}
        for summary in summaries
        for name, factors in names.items()
        if (summary.agent, name) in measured
    ]


def _told(rows: Sequence[Row], factor: str) -> str:
    by_agent: dict[str, list[str]] = {}
    for row in rows:
        by_agent.setdefault(row["agent"], []).append(f"{row[factor]} {number(row['positive_rate'])}")
    told = "; ".join(f"{plain(agent)}: {', '.join(values)}" for agent, values in by_agent.items())
    return f"Dot plot of positive rates from 0 to 1 by {factor}, with intervals. {told}."


def draw(figure: Figure, folder: Path) -> Drawn:
    """Write one figure: picture, print and data."""
    import polars as pl

    svg, png = render(figure.chart)
    table = pl.DataFrame(figure.rows, infer_schema_length=None)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{figure.name}.svg").write_text(svg, encoding="utf-8")
        (folder / f"{figure.name}.png").write_bytes(png)
        table.write_csv(folder / f"{figure.name}.csv", float_precision=6)
    except OSError as error:
        raise HoldfastError(f"Cannot write figures in {folder} ({error.strerror}); make room there.") from error
    return Drawn(figure, svg)
