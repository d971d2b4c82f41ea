"""The figures of the suite `binding`: the paper's Figure 1 for the agents of a run, and the curve over depths.

a, every contrast in every corpus; b, the profile of each variant; c, the rate of the expected action by condition. What
Figure 1d shows, unmapped actions and changes under an irrelevant cue, stands on the score card and in the tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from holdfast.core import Finding
from holdfast.report.charts import COLOURS, Chart, Row
from holdfast.report.figures import Figure
from holdfast.report.summary import AgentSummary
from holdfast.report.wording import number, plain, short, words

EFFECT = re.compile(r"binding\.corpus\.(rule|state)\.(\w+)\.([\w-]+)")
MEAN = re.compile(r"binding\.over\.(rule|state)\.(\w+)")
PROFILE = re.compile(r"binding\.(?:(A\w+)\.(rule|state)\.)?(b_\w+|composite)")
RESPONSE = re.compile(r"binding\.response\.(A\w+)\.(none|rule|state)\.(\w+)")
DEPTH = re.compile(r"binding\.depth\.([\w-]+)\.(b_\w+|composite)")
MOST_AGENTS = 4
COLUMN = 96


def contrasts(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """Figure 1a: a point per corpus, the mean and its interval."""
    rows = _rows(summaries, findings, EFFECT, ("lesion", "contrast", "corpus"))
    means = _rows(summaries, findings, MEAN, ("lesion", "contrast"))
    if not rows:
        return None
    caption = (
        "A4, which has every module, minus the variant that lacks the module in question: a point per corpus, the mean "
        "as a diamond with its interval over corpora. A lesion by rule tells the agent not to use a module, one of "
        "state removes what the module says. The self contrast of an agent that keeps its leaning anyway is zero."
    )
    told = _told(means, lambda row: f"{row['contrast']} ({row['lesion']})")
    return Figure(
        "binding_contrasts", "binding", "Contrasts by corpus", caption, f"Dot plot. {told}", [*rows, *means],
        _forest(rows, means),
    )  # fmt: skip


def profile(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """Figure 1b: variants down, components across."""
    rows = _rows(summaries, findings, PROFILE, ("variant", "lesion", "component"))
    rows = [{**row, "arm": _arm(row["variant"] or "A4", row["lesion"] or "none")} for row in rows]
    rows = [{**row, "component": words(row["component"])} for row in rows]
    if not rows:
        return None
    caption = (
        "Each index is the rate of the expected action under its probe minus the rate of changes under an irrelevant "
        "cue. A4 should be dark throughout, and each lesion pale in its own column. An agent that never moves has 1 on "
        "B_SCI and 0.25 on the composite."
    )
    told = _told(rows, lambda row: f"{row['arm']} {row['component']}")
    chart = _tiles(rows, "component", "arm", [-1, 0, 1])
    return Figure("binding_profile", "binding", "Indices by variant", caption, f"Heat map. {told}", rows, chart)


def responses(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """Figure 1c: conditions across, variants down."""
    rows = _rows(summaries, findings, RESPONSE, ("variant", "lesion", "condition"))
    rows = [{**row, "arm": _arm(row["variant"], row["lesion"]), "condition": words(row["condition"])} for row in rows]
    if not rows:
        return None
    caption = "How often the action that A4 is expected to take was taken, by condition and variant."
    told = _told(rows, lambda row: f"{row['arm']} {row['condition']}")
    chart = _tiles(rows, "condition", "arm", [0, 0.5, 1])
    return Figure(
        "binding_responses", "binding", "Expected action by condition", caption, f"Heat map. {told}", rows, chart
    )


def depths(summaries: Sequence[AgentSummary], findings: Sequence[Finding]) -> Figure | None:
    """How far binding goes: the indices of A4 as the decisive field speaks less and less plainly."""
    rows = _rows(summaries, findings, DEPTH, ("depth", "component"))
    rows = [{**row, "component": words(row["component"])} for row in rows]
    if len({row["depth"] for row in rows}) < 2:
        return None
    caption = (
        "From left to right the decisive field names the action's code, says the action in words, gives a fact from "
        "which it follows, or a fact and a rule. Intervals are over events."
    )
    told = _told(rows, lambda row: f"{row['component']} at {row['depth']}")
    return Figure("binding_depth", "binding", "Binding by depth", caption, f"Line plot. {told}", rows, _curve(rows))


BINDING = (contrasts, profile, responses, depths)
"""Every figure of the suite, in the page's order."""


def _rows(
    summaries: Sequence[AgentSummary], findings: Sequence[Finding], pattern: re.Pattern[str], names: tuple[str, ...]
) -> list[Row]:
    """One row per finding whose whole name matches, with the groups under the given names."""
    shown = {summary.agent: summary for summary in summaries[:MOST_AGENTS]}
    rows = []
    for finding in findings:
        found = pattern.fullmatch(finding.name)
        if found is None or finding.estimate is None or finding.agent not in shown:
            continue
        interval = finding.interval
        rows.append(
            {
                "number": shown[finding.agent].number, "agent": finding.agent,
                **dict(zip(names, found.groups(), strict=True)), "value": finding.estimate,
                "low": interval.low if interval else None, "high": interval.high if interval else None,
            }
        )  # fmt: skip
    return rows


def _told(rows: Sequence[Row], name: Callable[[Row], str]) -> str:
    by_agent: dict[str, list[str]] = {}
    for row in rows:
        by_agent.setdefault(row["agent"], []).append(f"{name(row)} {number(row['value'])}")
    return "; ".join(f"{plain(agent)}: {', '.join(values)}" for agent, values in by_agent.items()) + "."


def _arm(variant: str, lesion: str) -> str:
    return words(variant) if lesion == "none" else f"{words(variant)}, {lesion}"


def _by_agent(chart: Chart, rows: Sequence[Row], data: Sequence[Row]) -> Chart:
    """A panel per agent, one below the other, or a single one."""
    import altair as alt

    agents = list(dict.fromkeys(short(row["agent"]) for row in rows))
    values = alt.Data(values=[{**row, "who": short(row["agent"])} for row in data])
    if len(agents) == 1:
        return chart.properties(data=values)
    header = alt.Header(title=None, labelAngle=0, labelAnchor="start", labelOrient="top")
    return chart.facet(data=values, row=alt.Row("who:N", sort=agents, header=header), spacing=20)


def _forest(rows: Sequence[Row], means: Sequence[Row]) -> Chart:
    import altair as alt

    named = [{**row, "what": f"{row['contrast']} ({row['lesion']})"} for row in (*rows, *means)]
    order = list(dict.fromkeys(row["what"] for row in named))
    y = alt.Y("what:N", sort=order, title=None, axis=alt.Axis(labelLimit=220, grid=True))
    x = alt.X("value:Q", title="A4 minus the variant without the module", axis=alt.Axis(grid=False))
    base = alt.Chart()
    layers = [
        base.mark_rule(strokeDash=[3, 3], color=COLOURS["muted"]).encode(x=alt.datum(0)),
        base.transform_filter("isValid(datum.corpus)")
        .mark_point(size=36, opacity=0.7, color=COLOURS["blue"])
        .encode(x=x, y=y),
        base.transform_filter("!isValid(datum.corpus) && isValid(datum.low)")
        .mark_rule(strokeWidth=2, color=COLOURS["vermillion"])
        .encode(x="low:Q", x2="high", y=y),
        base.transform_filter("!isValid(datum.corpus)")
        .mark_point(shape="diamond", size=90, filled=True, opacity=1, color=COLOURS["vermillion"])
        .encode(x=x, y=y),
    ]
    return _by_agent(alt.layer(*layers).properties(width=400, height=alt.Step(24)), rows, named)


def _tiles(rows: Sequence[Row], across: str, down: str, domain: list[float]) -> Chart:
    import altair as alt

    columns, lines = (list(dict.fromkeys(row[name] for row in rows)) for name in (across, down))
    ramp = (
        [COLOURS["vermillion"], COLOURS["paper"], COLOURS["blue"]]
        if domain[0] < 0
        else [COLOURS["paper"], COLOURS["blue"]]
    )
    scale = alt.Scale(domain=domain if domain[0] < 0 else [domain[0], domain[-1]], range=ramp, interpolate="rgb")
    axis: dict[str, Any] = {"labelLimit": 220, "grid": False, "labelAngle": 0}
    x = alt.X(f"{across}:N", sort=columns, title=None, axis=alt.Axis(orient="top", **axis))
    y = alt.Y(f"{down}:N", sort=lines, title=None, axis=alt.Axis(**axis))
    base = alt.Chart()
    tiles = base.mark_rect(stroke=COLOURS["rule"]).encode(
        x=x, y=y, color=alt.Color("value:Q", scale=scale, legend=None)
    )
    ink = alt.condition(
        "datum.value > 0.6 || datum.value < -0.6", alt.value(COLOURS["paper"]), alt.value(COLOURS["ink"])
    )
    texts = base.mark_text().encode(x=x, y=y, text=alt.Text("value:Q", format=".2f"), color=ink)
    return _by_agent(alt.layer(tiles, texts).properties(width=alt.Step(COLUMN + 20), height=alt.Step(26)), rows, rows)


def _curve(rows: Sequence[Row]) -> Chart:
    import altair as alt

    order = list(dict.fromkeys(row["depth"] for row in rows))
    components = list(dict.fromkeys(row["component"] for row in rows))
    x = alt.X("depth:N", sort=order, title="depth of the decisive field", axis=alt.Axis(labelAngle=0, grid=False))
    y = alt.Y("value:Q", title=None, scale=alt.Scale(domain=[-1, 1]), axis=alt.Axis(tickCount=5))
    base = alt.Chart()
    whiskers = base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=2, opacity=0.5, color=COLOURS["blue"])
    layers = [
        base.mark_rule(strokeDash=[3, 3], color=COLOURS["muted"]).encode(y=alt.datum(0)),
        whiskers.encode(x=x, y="low:Q", y2="high"),
        base.mark_line(color=COLOURS["blue"]).encode(x=x, y=y),
        base.mark_point(filled=True, size=60, opacity=1, color=COLOURS["blue"]).encode(x=x, y=y),
    ]
    agents = list(dict.fromkeys(short(row["agent"]) for row in rows))
    facets: dict[str, Any] = {"column": alt.Column("component:N", sort=components, header=alt.Header(title=None))}
    if len(agents) > 1:
        facets["row"] = alt.Row("who:N", sort=agents, header=alt.Header(title=None, labelAngle=0, labelAlign="left"))
    data = alt.Data(values=[{**row, "who": short(row["agent"])} for row in rows])
    return alt.layer(*layers).properties(width=230, height=150).facet(data=data, spacing=20, **facets)
