"""How figures look: the charts behind `figures`, their colours and their measures.

Colours are few and named, so that the page can exchange them in the dark; suites and kinds of agents also differ by
shape and fill, never by colour alone. Nothing is fetched: the renderer brings the font, the chart its data.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from holdfast.report.summary import CONTROL
from holdfast.report.tips import with_tips
from holdfast.report.wording import short

Row = dict[str, Any]
Chart = Any
"""An altair chart; altair is imported where charts are made."""

COLOURS = {
    "paper": "#ffffff",
    "ink": "#1c2127",
    "muted": "#5c6670",
    "rule": "#dde1e6",
    "blue": "#0072b2",
    "vermillion": "#d55e00",
    "green": "#009e73",
    "purple": "#cc79a7",
}
"""Every colour a figure may use; the last four are from Okabe and Ito's colour-blind safe palette."""

SUITE_COLOURS = [COLOURS[name] for name in ("blue", "vermillion", "green", "purple")]
SUITE_SHAPES = ["circle", "square", "triangle-up", "diamond"]
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""The renderer brings the first; the others have the same widths."""

CORNERS = {
    "bound": ("right", "top"),
    "follows anything": ("left", "top"),
    "frozen": ("right", "bottom"),
    "neither": ("left", "bottom"),
}
"""What the corners of the control map mean: stability to the right, responsiveness to the top."""

FLIPS = ("positive_rate", "flip_rate")
SIDE = 400
PANEL = 180
EN_SPACE = "\u2002"
FONT_SIZE = 13
PNG_SCALE = 2.0


def unvalidated() -> AbstractContextManager[None]:
    """Skip altair's schema check of every part of a chart: a third of the time a report takes, and tests draw them."""
    from altair.utils.schemapi import debug_mode

    found: AbstractContextManager[None] = debug_mode(False)
    return found


def control_chart(rows: Sequence[Row], suites: Sequence[str]) -> Chart:
    """Stability across, responsiveness up, whiskers both ways, and the corners named."""
    import altair as alt

    agents = {row["number"]: row["agent"] for row in rows}
    data = alt.Data(values=with_tips(_references_first(rows), CONTROL))
    unit = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(values=[0, 0.25, 0.5, 0.75, 1], format=".2~f", labelPadding=10)
    x = alt.X("stability:Q", scale=unit, axis=axis, title="stability: right stays")
    y = alt.Y("responsiveness:Q", scale=unit, axis=axis, title="responsiveness: right changes")
    legend = alt.Legend(title=None, orient="top", symbolOpacity=1) if len(suites) > 1 else None
    of_suite = {
        "color": alt.Color("suite:N", scale=alt.Scale(domain=list(suites), range=SUITE_COLOURS), legend=legend),
        "shape": alt.Shape("suite:N", scale=alt.Scale(domain=list(suites), range=SUITE_SHAPES), legend=legend),
    }
    base = alt.Chart(data)
    vertical, horizontal = (
        base.transform_filter(f"isValid(datum.{quantity}_low)").mark_rule(strokeWidth=2, opacity=0.5)
        for quantity in CONTROL
    )
    whiskers = [
        vertical.encode(x=x, y="responsiveness_low:Q", y2="responsiveness_high"),
        horizontal.encode(x="stability_low:Q", x2="stability_high", y=y),
    ]
    points = base.mark_point(strokeWidth=1.75, opacity=1, aria=True).encode(
        x=x, y=y, shape=of_suite["shape"], fill=_hollow(of_suite["color"]), size=_size(), description="tip:N"
    )
    labels = alt.Chart(alt.Data(values=_labels(rows, alone=len(agents) == 1)))
    sides = [
        labels.transform_filter(alt.datum.side == side)
        .mark_text(align=side, baseline="bottom", dx=7 if side == "left" else -7, dy=-5)
        .encode(x="x:Q", y="y:Q", text="text:N")
        for side in ("left", "right")
    ]
    layers = [*(w.encode(color=of_suite["color"]) for w in whiskers), points.encode(color=of_suite["color"]), *sides]
    square = alt.layer(*layers, *_corners()).properties(width=SIDE, height=SIDE)
    return square if len(agents) == 1 else alt.hconcat(square, key(rows), spacing=28)


def _hollow(colour: Any) -> Any:
    """Filled with the suite's colour, or with the paper's for a reference agent."""
    import altair as alt

    return alt.condition("datum.reference", alt.value(COLOURS["paper"]), colour)


def _size() -> Any:
    """Reference agents get a wider ring, so that a language model at the same place is seen inside it."""
    import altair as alt

    return alt.condition("datum.reference", alt.value(170), alt.value(60))


def _references_first(rows: Sequence[Row]) -> list[Row]:
    """The order of drawing: what is measured lies on top of what it is held against."""
    return sorted(rows, key=lambda row: not row["reference"])


def _labels(rows: Sequence[Row], *, alone: bool) -> list[Row]:
    """One label per place: agents that fall on (nearly) the same point share it, as `2, 5`."""
    places: list[tuple[float, float, list[int]]] = []
    for row in rows:
        x, y = row["stability"], row["responsiveness"]
        near = next((p for p in places if abs(p[0] - x) < 0.05 and abs(p[1] - y) < 0.04), None)
        if near is None:
            places.append((x, y, [row["number"]]))
        elif row["number"] not in near[2]:
            near[2].append(row["number"])
    name = short(rows[0]["agent"])
    return [
        {"x": x, "y": y, "text": name if alone else _ranges(numbers), "side": "right" if x > 0.75 else "left"}
        for x, y, numbers in places
    ]


def _ranges(numbers: Sequence[int]) -> str:
    """`1, 3-5, 9`."""
    runs: list[list[int]] = []
    for value in sorted(numbers):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(str(value) for value in run) for run in runs)


def _corners() -> list[Chart]:
    import altair as alt

    return [
        alt.Chart(alt.Data(values=[{"text": text}]))
        .mark_text(align=side, baseline="middle", fontStyle="italic", color=COLOURS["muted"])
        .encode(
            x=alt.value(SIDE if side == "right" else 0),
            y=alt.value(-32 if end == "top" else SIDE + 39),
            text="text:N",
        )
        for text, (side, end) in CORNERS.items()
    ]


def key(rows: Sequence[Row], height: int = SIDE) -> Chart:
    """The numbered agents beside the map. Text, not a legend: it stays readable with dozens."""
    import altair as alt

    agents = {row["number"]: {"number": row["number"], "name": short(row["agent"])} for row in rows}
    step = max(14, min(22, height // len(agents)))
    data = [{**agent, "at": index * step + step / 2} for index, agent in enumerate(agents.values())]
    base = alt.Chart(alt.Data(values=data)).properties(width=250, height=height)
    place = alt.Y("at:Q", scale=alt.Scale(domain=[0, height], range=[0, height], nice=False), axis=None)
    size = min(FONT_SIZE, step - 3)
    numbers = base.mark_text(align="right", baseline="middle", fontSize=size, color=COLOURS["muted"])
    names = base.mark_text(align="left", baseline="middle", fontSize=size)
    return alt.layer(
        numbers.encode(x=alt.value(14), y=place, text="number:N"), names.encode(x=alt.value(22), y=place, text="name:N")
    )


def dot_chart(rows: Sequence[Row], factor: str) -> Chart:
    """Rates as dots with whiskers: agents down and the factor across, or the factor down for a single agent."""
    import altair as alt

    levels = list(dict.fromkeys(row[factor] for row in rows))
    numbered = [{**row, "who": f"{row['number']}{EN_SPACE}{short(row['agent'])}"} for row in rows]
    agents = list(dict.fromkeys(row["who"] for row in numbered))
    alone = len(agents) == 1
    if alone:
        numbered = [{**row, "who": short(row["agent"])} for row in numbered]
    data, base = alt.Data(values=with_tips(numbered, ("positive_rate",))), alt.Chart()
    x = alt.X(
        "positive_rate:Q",
        scale=alt.Scale(domain=[0, 1], nice=False),
        axis=alt.Axis(values=[0, 0.5, 1], format=".1~f", title="positive rate" if alone else None, grid=False),
    )
    down, order = (factor, levels) if alone else ("who", agents)
    y = alt.Y(f"{down}:N", sort=order, title=None, axis=alt.Axis(labelLimit=300, grid=True))
    colour = alt.value(COLOURS["blue"])
    layers = [
        alt.Chart(alt.Data(values=[{"chance": 0.5}]))
        .mark_rule(strokeDash=[3, 3], color=COLOURS["muted"])
        .encode(x="chance:Q"),
        base.transform_filter("isValid(datum.positive_rate_low)")
        .mark_rule(strokeWidth=2, opacity=0.5, color=COLOURS["blue"])
        .encode(x="positive_rate_low:Q", x2="positive_rate_high", y=y),
        base.mark_point(size=60, strokeWidth=1.75, opacity=1, color=COLOURS["blue"], aria=True).encode(
            x=x, y=y, fill=_hollow(colour), description="tip:N"
        ),
    ]
    panel = alt.layer(*layers)
    if alone:
        return panel.properties(data=data, width=SIDE, height=alt.Step(26))
    header = alt.Header(title="positive rate", titleOrient="bottom", titlePadding=-4, labelPadding=8)
    return panel.properties(width=104, height=alt.Step(22)).facet(
        data=data, column=alt.Column(f"{factor}:N", sort=levels, header=header), spacing=26
    )


def flip_chart(rows: Sequence[Row]) -> Chart:
    """Flip rate across, positive rate up, a panel per test, agents as numbers."""
    import altair as alt

    tests = list(dict.fromkeys(row["test"] for row in rows))
    agents = {row["number"]: row["agent"] for row in rows}
    unit = alt.Scale(domain=[0, 1], nice=False)
    axis = {"values": [0, 0.5, 1], "format": ".1~f"}
    x = alt.X("flip_rate:Q", scale=unit, axis=alt.Axis(title=None, **axis))
    y = alt.Y("positive_rate:Q", scale=unit, axis=alt.Axis(title="positive rate", **axis))
    labelled = [
        {**row, **label}
        for test in tests
        for label in _labels(
            [
                {**r, "stability": r["flip_rate"], "responsiveness": r["positive_rate"]}
                for r in rows
                if r["test"] == test
            ],
            alone=False,
        )
        for row in [{"test": test, "flip_rate": label["x"], "positive_rate": label["y"]}]
    ]
    base = alt.Chart()
    points = base.transform_filter("!isValid(datum.text)").mark_point(
        size=60, strokeWidth=1.75, opacity=1, color=COLOURS["blue"], aria=True
    )
    layers = [points.encode(x=x, y=y, fill=_hollow(alt.value(COLOURS["blue"])), description="tip:N")]
    if len(agents) > 1:
        texts = base.transform_filter("isValid(datum.text)").mark_text(align="left", baseline="bottom", dx=6, dy=-4)
        layers.append(texts.encode(x=x, y=y, text="text:N"))
    header = alt.Header(title="flip rate", titleOrient="bottom", titlePadding=-4, labelPadding=8)
    panels = (
        alt.layer(*layers)
        .properties(width=PANEL, height=PANEL)
        .facet(
            data=alt.Data(values=[*with_tips(_references_first(rows), FLIPS), *(labelled if len(agents) > 1 else [])]),
            column=alt.Column("test:N", sort=tests, header=header),
            spacing=26,
        )
    )
    return panels if len(agents) == 1 else alt.hconcat(panels, key(rows, PANEL), spacing=28)


def order_chart(rows: Sequence[Row]) -> Chart:
    """Margins as dots with whiskers: orders down, tests across, a row of panels per agent."""
    import altair as alt

    tests = list(dict.fromkeys(row["test"] for row in rows))
    orders = sorted({row["order"] for row in rows})
    agents = list(dict.fromkeys(short(row["agent"]) for row in rows))
    values = [
        {**row, "who": short(row["agent"]), "flips": f"{row['flip_rate']:.0%}" if row["flip_rate"] else ""}
        for row in with_tips(rows, ("mean_margin", "flip_rate"))
    ]
    colour = alt.condition("datum.flip_rate > 0", alt.value(COLOURS["vermillion"]), alt.value(COLOURS["blue"]))
    x = alt.X("mean_margin:Q", axis=alt.Axis(title=None, grid=False, tickCount=4))
    y = alt.Y("order:N", sort=orders, title=None, axis=alt.Axis(grid=True))
    base = alt.Chart()
    layers = [
        base.mark_rule(strokeDash=[3, 3], color=COLOURS["muted"]).encode(x=alt.datum(0)),
        base.transform_filter("isValid(datum.mean_margin_low)")
        .mark_rule(strokeWidth=2, opacity=0.5)
        .encode(x="mean_margin_low:Q", x2="mean_margin_high", y=y, color=colour),
        base.mark_point(size=60, filled=True, opacity=1, aria=True).encode(x=x, y=y, color=colour, description="tip:N"),
        base.mark_text(align="center", baseline="bottom", dy=-5, fontSize=FONT_SIZE - 2).encode(
            x=x, y=y, text="flips:N", color=alt.value(COLOURS["vermillion"])
        ),
    ]
    facets = {
        "column": alt.Column(
            "test:N", sort=tests, header=alt.Header(title="mean margin", titleOrient="bottom", labelPadding=8)
        )
    }
    if len(agents) > 1:
        facets["row"] = alt.Row("who:N", sort=agents, header=alt.Header(title=None, labelAngle=0, labelAlign="left"))
    return alt.layer(*layers).properties(width=190, height=alt.Step(26)).facet(
        data=alt.Data(values=values), spacing=24, **facets
    )  # fmt: skip


def render(chart: Chart) -> tuple[str, bytes]:
    """A chart as SVG and as PNG."""
    import altair as alt
    import vl_convert

    spec = chart.configure(**_theme()).to_dict()
    version = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
    svg = vl_convert.vegalite_to_svg(spec, vl_version=version, allowed_base_urls=[])
    return svg, vl_convert.svg_to_png(svg, scale=PNG_SCALE)


def _theme() -> dict[str, Any]:
    quiet = {
        "labelColor": COLOURS["ink"],
        "titleColor": COLOURS["ink"],
        "labelFontSize": FONT_SIZE,
        "titleFontSize": FONT_SIZE,
    }
    lines = {"gridColor": COLOURS["rule"], "domain": False, "ticks": False, "labelFlush": False, "labelPadding": 8}
    return {
        "aria": False,  # the page tells each figure in words; marks that announce themselves one by one do not help
        "background": COLOURS["paper"],
        "font": FONT,
        "axis": {**quiet, **lines, "titleFontWeight": "normal", "titlePadding": 10},
        "header": {**quiet, "titleFontWeight": "normal"},
        "legend": {**quiet},
        "text": {"color": COLOURS["ink"], "fontSize": FONT_SIZE},
        "view": {"stroke": None},
    }
