"""Panels that several figures are made of: heat maps, dot plots and labelled scatter plots, for two agents or dozens.

A heat map's cells are one named colour at varying strength, with the number written in each, so that the page can
exchange the colour in the dark and nobody depends on telling shades apart. Labels of points are placed where they
collide with nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from holdfast.report.charts import COLOURS, FONT_SIZE, Chart, Row
from holdfast.report.wording import short, words

STRONGEST = 0.72
"""The strength of a cell at the end of its scale; ink on it stays readable."""
SMALL = 11
CHARACTER = 6.4
"""The width of a character of a point's label, in pixels."""
LINE = 12
FAR = 10
"""A label further from its point than this is tied to it by a line."""
MARKS = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
HUES = ("blue", "vermillion", "green", "purple")


class Look(msgspec.Struct, frozen=True):
    """How a heat map looks."""

    most: float = 1.0
    """The value at which a cell is strongest."""
    form: str = ".2f"
    """How its number is written."""
    names_down: bool = True
    """Whether the rows are named."""
    cell: tuple[int, int] = (46, 24)
    """The size of a cell in pixels."""


class Span(msgspec.Struct, frozen=True):
    """The axis of a dot plot."""

    title: str
    """What is on it."""
    domain: tuple[float, float] | None = None
    """Its ends; by the data if None."""
    guide: float | None = None
    """Where a dashed line stands."""
    width: int = 300
    """In pixels."""


def heat(
    rows: Sequence[Row],
    across: str,
    down: str,
    value: str,
    *,
    title: str,
    look: Look = Look(),  # noqa: B008  (a frozen record)
) -> Chart:
    """A table of numbers in cells whose strength follows them: blue above zero, orange below."""
    import altair as alt

    columns, lines = (list(dict.fromkeys(row[name] for row in rows)) for name in (across, down))
    labelled = [
        {
            **row,
            "strength": min(abs(row[value]) / (look.most or 1.0), 1.0) * STRONGEST,
            "shown": format(row[value] + 0.0, look.form).replace("-0.00", "0.00"),
        }
        for row in rows
        if row[value] is not None
    ]
    base = alt.Chart(alt.Data(values=labelled))
    # Lines of a label grow downwards, so the first of them begins as far up as the tallest label needs.
    room = 15 * max(str(column).count("|") + 1 for column in columns) + 5
    lined = alt.Axis(
        title=None, orient="top", labelExpr="split(datum.label, '|')", labelLineHeight=15, labelAngle=0,
        labelBaseline="top", labelPadding=room, domain=False, labelLimit=0,
    )  # fmt: skip
    x = alt.X(f"{across}:N", sort=columns, axis=lined)
    axis = alt.Axis(title=None, labelLimit=320, labelPadding=6) if look.names_down else None
    y = alt.Y(f"{down}:N", sort=lines, axis=axis)
    colour = alt.condition(f"datum['{value}'] < 0", alt.value(COLOURS["vermillion"]), alt.value(COLOURS["blue"]))
    cells = base.mark_rect(stroke=COLOURS["paper"], strokeWidth=1.5).encode(
        x=x, y=y, fill=colour, fillOpacity=alt.FillOpacity("strength:Q", scale=None)
    )
    numbers = base.mark_text(fontSize=SMALL).encode(x=x, y=y, text="shown:N")
    wide, tall = look.cell
    size = {"width": wide * len(columns), "height": tall * len(lines)}
    return alt.layer(cells, numbers).properties(title=heading(title), **size)


def heading(text: str) -> object:
    """A panel's heading, above its left end."""
    import altair as alt

    return alt.TitleParams(text, anchor="start", fontSize=FONT_SIZE, fontWeight="bold", color=COLOURS["ink"], offset=10)


def dots(
    rows: Sequence[Row],
    down: str,
    series: Mapping[str, tuple[str, str]],
    *,
    title: str,
    span: Span,
) -> Chart:
    """Names down, one mark per series across with its whisker; a series is a column, with its label and its hue."""
    import altair as alt

    names = list(dict.fromkeys(row[down] for row in rows))
    long = [
        {
            down: row[down], "series": label, "value": row[column],
            "low": row.get(f"{column}_low"), "high": row.get(f"{column}_high"),
        }
        for row in rows
        for column, (label, _) in series.items()
        if row[column] is not None
    ]  # fmt: skip
    labels = [label for label, _ in series.values()]
    scale = alt.Scale(domain=list(span.domain), nice=False) if span.domain else alt.Scale(nice=True, zero=True)
    x = alt.X("value:Q", scale=scale, axis=alt.Axis(title=span.title, grid=False, tickCount=5))
    y = alt.Y(f"{down}:N", sort=names, axis=alt.Axis(title=None, grid=True, labelLimit=320))
    legend = alt.Legend(title=None, orient="top", symbolOpacity=1) if len(labels) > 1 else None
    hues = [COLOURS[hue] for _, hue in series.values()]
    colour = alt.Color("series:N", scale=alt.Scale(domain=labels, range=hues), legend=legend)
    shape = alt.Shape("series:N", scale=alt.Scale(domain=labels, range=list(MARKS[: len(labels)])), legend=legend)
    base = alt.Chart(alt.Data(values=long))
    layers = [
        base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=2, opacity=0.5)
        .encode(x=alt.X("low:Q", scale=scale), x2="high", y=y, color=colour),
        base.mark_point(size=60, filled=True, opacity=1).encode(x=x, y=y, color=colour, shape=shape),
    ]  # fmt: skip
    if span.guide is not None:
        line = alt.Chart(alt.Data(values=[{"guide": span.guide}]))
        layers.insert(0, line.mark_rule(strokeDash=[3, 3], color=COLOURS["muted"]).encode(x="guide:Q"))
    return alt.layer(*layers).properties(width=span.width, height=alt.Step(22), title=heading(title))


class Scatter:
    """Points of numbered agents on two axes, their numbers beside them."""

    def __init__(self, rows: Sequence[Row], x: str, y: str, side: int = 380) -> None:
        self.rows, self.x, self.y, self.side = rows, x, y, side
        self.domains = {name: padded([row[name] for row in rows]) for name in (x, y)}

    def at(self, row: Row) -> tuple[float, float]:
        """Where a row's point is, in pixels from the top left."""
        (left, right), (low, high) = self.domains[self.x], self.domains[self.y]
        return (
            (row[self.x] - left) / (right - left) * self.side,
            (high - row[self.y]) / (high - low) * self.side,
        )

    def axes(self, x_title: str, y_title: str) -> tuple[object, object]:
        """The two axes, fitted to the points."""
        import altair as alt

        made = [
            kind(
                f"{name}:Q",
                scale=alt.Scale(domain=list(self.domains[name]), nice=False, zero=False),
                axis=alt.Axis(title=title, tickCount=5, grid=True),
            )
            for kind, name, title in ((alt.X, self.x, x_title), (alt.Y, self.y, y_title))
        ]
        return made[0], made[1]

    def labels(self) -> Chart:
        """The agents' numbers, as near as they can be without covering anything, with a line where that is far."""
        import altair as alt

        points = [self.at(row) for row in self.rows]
        reach = [math.sqrt(row.get("area", 80)) / 2 for row in self.rows]
        taken = [(px - r, py - r, px + r, py + r) for (px, py), r in zip(points, reach, strict=True)]
        data = []
        for (px, py), row in sorted(zip(points, self.rows, strict=True), key=lambda pair: pair[0]):
            text = str(row["number"])
            wide = len(text) * CHARACTER
            corners = [(px + dx * wide + mx, py + my) for dx, mx, my in PLACES]
            boxes = [(left, top, left + wide, top + LINE) for left, top in corners]
            free = (b for b in boxes if not any(_overlap(b, other) for other in taken) and _inside(b, self.side))
            chosen = next(free, None) or min(boxes, key=lambda b: sum(_overlap(b, other) for other in taken))
            taken.append(chosen)
            left, top, right, bottom = chosen
            edge = min(max(px, left), right), min(max(py, top), bottom)
            data.append(
                {
                    "left": left, "top": bottom - 2, "text": text, "x": px, "y": py, "edge_x": edge[0],
                    "edge_y": edge[1], "far": math.dist(edge, (px, py)) > FAR,
                }
            )  # fmt: skip
        pixel = alt.Scale(domain=[0, self.side], range=[0, self.side], nice=False)
        base = alt.Chart(alt.Data(values=data))
        leaders = base.transform_filter("datum.far").mark_rule(strokeWidth=0.75, color=COLOURS["muted"], opacity=0.6)
        numbers = base.mark_text(align="left", baseline="bottom", fontSize=SMALL, color=COLOURS["muted"])
        bare = {"scale": pixel, "axis": None}
        return alt.layer(
            leaders.encode(x=alt.X("x:Q", **bare), y=alt.Y("y:Q", **bare), x2="edge_x", y2="edge_y"),
            numbers.encode(x=alt.X("left:Q", **bare), y=alt.Y("top:Q", **bare), text="text:N"),
        )


PLACES = tuple(
    (-0.5 + 0.5 * across, reach * across, -LINE / 2 + (reach + 5) * down)
    for reach in (7, 13, 20, 28, 38)
    for across, down in ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -0.6), (1, 0.6), (-1, -0.6), (-1, 0.6))
)
"""Where a label may stand about its point, the nearest first: share of its width, then pixels right and down."""


def _overlap(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _inside(box: tuple[float, ...], side: int) -> bool:
    return box[0] >= -4 and box[1] >= -4 and box[2] <= side + 12 and box[3] <= side + 4


def padded(values: Sequence[float], share: float = 0.08, least: float = 0.02) -> tuple[float, float]:
    """A range a little wider than the values."""
    low, high = min(values), max(values)
    edge = max((high - low) * share, least)
    return low - edge, high + edge


def hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the convex hull, in order (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        kept: list[tuple[float, float]] = []
        for x, y in line:
            while len(kept) > 1 and (kept[-1][0] - kept[-2][0]) * (y - kept[-2][1]) <= (kept[-1][1] - kept[-2][1]) * (
                x - kept[-2][0]
            ):
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return [*half(ordered), *half(ordered[::-1])]


def broken(text: str, width: int = 13) -> str:
    """A name in lines of bearable width, parted by bars as `heat` wants them."""
    lines: list[str] = []
    for word in words(text).split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "|".join(lines)


def named(number: int, agent: str) -> str:
    """A numbered agent as an axis has it."""
    return f"{number} {short(agent)}"
