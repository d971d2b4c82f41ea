"""Two pictures of a training: how it went, and what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from holdfast.enforce.comparison import Difference
from holdfast.enforce.journal import Metrics
from holdfast.report.charts import COLOURS, Chart, Row
from holdfast.report.figures import Figure
from holdfast.report.wording import in_words, number

TASK_COLOURS = [COLOURS[name] for name in ("blue", "vermillion", "green", "purple", "muted")]
SMOOTHED = 10


def learning_curve(metrics: Sequence[Metrics]) -> Figure | None:
    """Right preferences on held-out names by task, and on the lessons between, over the steps."""
    rows = [*_lessons(metrics), *_validations(metrics)]
    if not any(row["on"] == "validation" for row in rows):
        return None
    final = {row["task"]: row["positive_rate"] for row in rows if row["on"] == "validation"}
    told = ", ".join(f"{task} {number(rate)}" for task, rate in final.items())
    caption = (
        "Share of preferences with the right continuation ahead, by task: points on held-out names, thin lines on the "
        f"lessons themselves (means of {SMOOTHED} steps). Dashed is the share of held-out units with everything right, "
        "by which the adapter is chosen."
    )
    return Figure(
        "learning", "training", "Learning curve", caption, f"Line chart. At the last validation: {told}.", rows,
        _curve(rows),
    )  # fmt: skip


def before_after(table: Sequence[Difference], judged: frozenset[str]) -> Figure | None:
    """Every rate before and after, joined by a line."""
    rows: list[Row] = [
        {"measure": in_words(d.measure), "side": side, "rate": value, "before": d.before, "after": d.after}
        for d in table
        if d.measure in judged and 0 <= min(d.before, d.after) <= max(d.before, d.after) <= 1
        for side, value in (("before", d.before), ("after", d.after))
    ]
    if not rows:
        return None
    told = "; ".join(
        f"{row['measure']}: {number(row['before'])} before, {number(row['after'])} after"
        for row in rows
        if row["side"] == "after"
    )
    caption = "Each measure before training (hollow) and after it (filled), over the same held-out cases."
    return Figure(
        "before_after", "training", "Before and after", caption, f"Dumbbell chart. {told}.", rows, _dumbbells(rows)
    )


def _validations(metrics: Sequence[Metrics]) -> list[Row]:
    found: list[Row] = []
    for line in metrics:
        if line.kind == "validation":
            rates = {task: of.positive_rate for task, of in line.tasks.items()} | {"every one right": line.strict}
            found += [
                {"on": "validation", "step": line.step, "task": task, "positive_rate": rate}
                for task, rate in rates.items()
            ]
    return found


def _lessons(metrics: Sequence[Metrics]) -> list[Row]:
    steps = [line for line in metrics if line.kind == "step"]
    ends = [*range(0, len(steps), SMOOTHED), len(steps)]
    found: list[Row] = []
    for start, end in pairwise(ends):
        for task in sorted({task for line in steps[start:end] for task in line.tasks}):
            rates = [line.tasks[task].positive_rate for line in steps[start:end] if task in line.tasks]
            found.append(
                {"on": "lessons", "step": steps[end - 1].step, "task": task, "positive_rate": sum(rates) / len(rates)}
            )
    return found


def _curve(rows: Sequence[Row]) -> Chart:
    import altair as alt

    tasks = [*sorted({row["task"] for row in rows} - {"every one right"}), "every one right"]
    colours = [*TASK_COLOURS[: len(tasks) - 1], COLOURS["ink"]]
    x = alt.X("step:Q", title="step", axis=alt.Axis(grid=False))
    y = alt.Y("positive_rate:Q", title="right", scale=alt.Scale(domain=[0, 1]))
    colour = alt.Color(
        "task:N",
        sort=tasks,
        scale=alt.Scale(domain=tasks, range=colours),
        legend=alt.Legend(title=None, orient="top", symbolOpacity=1),
    )
    base = alt.Chart(alt.Data(values=list(rows)))
    lessons = base.transform_filter("datum.on == 'lessons'").mark_line(strokeWidth=1, opacity=0.6)
    validation = base.transform_filter("datum.on == 'validation'").mark_line(
        strokeWidth=2.5, point=alt.OverlayMarkDef(size=45, filled=True)
    )
    dash = alt.condition("datum.task == 'every one right'", alt.value([5, 3]), alt.value([1, 0]))
    return alt.layer(
        *(layer.encode(x=x, y=y, color=colour, strokeDash=dash) for layer in (lessons, validation))
    ).properties(width=560, height=300)


def _dumbbells(rows: Sequence[Row]) -> Chart:
    import altair as alt

    names = list(dict.fromkeys(row["measure"] for row in rows))
    y = alt.Y("measure:N", sort=names, title=None, axis=alt.Axis(grid=True, labelLimit=320))
    scale = alt.Scale(domain=[0, 1])
    base = alt.Chart(alt.Data(values=list(rows)))
    lines = base.transform_filter("datum.side == 'after'").mark_rule(strokeWidth=2, color=COLOURS["blue"], opacity=0.5)
    dots = base.mark_point(size=80, opacity=1, strokeWidth=2, color=COLOURS["blue"])
    return alt.layer(
        lines.encode(x=alt.X("before:Q", scale=scale), x2="after:Q", y=y),
        dots.encode(
            x=alt.X("rate:Q", scale=scale, title=None, axis=alt.Axis(grid=False)),
            y=y,
            fill=alt.Fill(
                "side:N",
                scale=alt.Scale(domain=["before", "after"], range=[COLOURS["paper"], COLOURS["blue"]]),
                legend=alt.Legend(title=None, orient="top", symbolStrokeColor=COLOURS["blue"]),
            ),
        ),
    ).properties(width=420, height=alt.Step(26))
