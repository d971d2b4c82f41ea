"""The grid that the paper left as future work: objective x orders x anchor x recipe, one training a cell.

Every cell is an ordinary training in a folder of its own, measured by an ordinary run; the untrained model is measured
once. Cells that are done are not done again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import msgspec

from holdfast import __version__
from holdfast.enforce.comparison import Observations, compare
from holdfast.enforce.evaluation import evaluate, observe
from holdfast.enforce.plan import EnforcePlan, Evaluation
from holdfast.enforce.recipes import RECIPES, resolve
from holdfast.enforce.run import make_constraint, settle_plan, train, trained_model
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import FORMAT
from holdfast.engine.progress import Progress
from holdfast.report.charts import COLOURS, Chart, Row
from holdfast.report.figures import Figure, draw
from holdfast.report.wording import in_words, number

SHOWN = ("tcit_h", "tcit_f", "tcit_f_pairs", "tcit_c_touched", "tcit_c_untouched")
"""The columns of the table: what each choice bought, and what it cost."""


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices that are crossed."""

    recipes: tuple[str, ...] = tuple(RECIPES)
    """Which recipes."""
    objectives: tuple[str, ...] = ("preference", "sft", "dpo", "hinge")
    """Which losses."""
    orders: tuple[str, ...] = ("1", "3", "all")
    """Which clause orders are taught."""
    anchors: tuple[bool, ...] = (True, False)
    """With TCIT-F, and without."""


class AblationPlan(msgspec.Struct, frozen=True):
    """Everything that decides what an ablation does."""

    constraint: str
    """What is enforced."""
    model: str
    """On which model."""
    grid: Grid
    """What is crossed."""
    overrides: dict[str, str]
    """Settings of every cell."""
    evaluation: Evaluation
    """How cells are measured."""
    kind: str = "ablate"
    """Tells this plan from others."""
    format: int = FORMAT
    """The version of this file's format."""
    holdfast: str = __version__
    """The version that wrote it."""


def cells(plan: AblationPlan) -> Iterator[tuple[str, EnforcePlan]]:
    """Every training of the grid, by name."""
    grid = plan.grid
    for recipe, objective, orders, anchor in product(grid.recipes, grid.objectives, grid.orders, grid.anchors):
        name = f"{recipe}-{objective}-{orders}-{'anchor' if anchor else 'no-anchor'}"
        chosen = {"recipe": recipe, "objective": objective, "orders": orders, "anchor": str(anchor).lower()}
        yield name, EnforcePlan(plan.constraint, plan.model, resolve({**plan.overrides, **chosen}), None)


def ablate(folder: RunFolder, plan: AblationPlan, progress: Progress) -> list[Row]:
    """Train and measure every cell; the caller holds the folder's lock."""
    settle_plan(folder, plan)
    planned = dict(cells(plan))
    any_cell = next(iter(planned.values()))
    base = _observed(folder.path / "untrained", plan, any_cell, plan.model, progress)
    rows: list[Row] = [{"cell": "untrained", **_untrained(base, plan.model)}]
    for name, cell in planned.items():
        own = RunFolder(folder.path / "cells" / name)
        own.create()
        settle_plan(own, cell)
        standing = train(own, cell, progress)
        after = trained_model(own, plan.model)
        measured = _observed(own.path / "evaluation", plan, cell, after, progress)
        rows.append({"cell": name, **_choices(cell), "steps": standing.step, **_trained(base, measured, plan, after)})
        _write(folder, rows)
    return rows


def _observed(where: Path, plan: AblationPlan, cell: EnforcePlan, agent: str, progress: Progress) -> Observations:
    nodes = cell.settings.nodes
    runs = evaluate(where, plan.evaluation, nodes, [agent], progress)
    return observe(runs, nodes, make_constraint(plan.constraint, cell.settings))


def _choices(cell: EnforcePlan) -> Row:
    s = cell.settings
    return {"recipe": s.recipe, "objective": s.objective, "orders": s.orders, "anchor": s.anchor}


def _untrained(base: Observations, agent: str) -> Row:
    same = compare(base, agent, agent, ())
    return {row.measure: row.before for row in same if row.measure in SHOWN}


def _trained(base: Observations, measured: Observations, plan: AblationPlan, after: str) -> Row:
    import polars as pl

    both = {name: pl.concat([base[name], rows]) for name, rows in measured.items() if name in base and name in SHOWN}
    found: Row = {}
    for row in compare(both, plan.model, after, ()):
        found |= {row.measure: row.after, f"{row.measure}_gain_low": row.low, f"{row.measure}_gain_high": row.high}
    return found


def _write(folder: RunFolder, rows: list[Row]) -> None:
    """After every cell, so that an interrupted grid already shows what it has."""
    import polars as pl

    folder.tables.mkdir(exist_ok=True)
    pl.DataFrame(rows, infer_schema_length=None).write_csv(folder.tables / "ablation.csv", float_precision=6)
    draw(figure(rows), folder.figures)


def figure(rows: list[Row]) -> Figure:
    """Rates by cell, a column per test."""
    shown = [
        {"cell": row["cell"], "test": in_words(test), "rate": row[test]}
        for row in rows
        for test in SHOWN
        if row.get(test) is not None
    ]
    told = "; ".join(f"{row['cell']}, {row['test']}: {number(row['rate'])}" for row in shown)
    caption = "Positive rate on held-out names after each training of the grid; the first row is the untrained model."
    return Figure(
        "ablation", "training", "What each choice does", caption, f"Heat map. {told}.", shown, _heat_map(shown)
    )


def _heat_map(rows: list[Row]) -> Chart:
    import altair as alt

    cells_, tests = (list(dict.fromkeys(row[key] for row in rows)) for key in ("cell", "test"))
    y = alt.Y("cell:N", sort=cells_, title=None, axis=alt.Axis(labelLimit=320))
    x = alt.X("test:N", sort=tests, title=None, axis=alt.Axis(orient="top", labelAngle=0))
    base = alt.Chart(alt.Data(values=rows)).encode(x=x, y=y)
    scale = alt.Scale(
        domain=[0, 0.5, 1], range=[COLOURS["vermillion"], COLOURS["paper"], COLOURS["blue"]], interpolate="rgb"
    )
    tiles = base.mark_rect().encode(color=alt.Color("rate:Q", scale=scale, legend=None))
    dark = alt.condition("datum.rate > 0.85 || datum.rate < 0.15", alt.value("white"), alt.value(COLOURS["ink"]))
    return alt.layer(tiles, base.mark_text().encode(text=alt.Text("rate:Q", format=".2f"), color=dark)).properties(
        width=alt.Step(120), height=alt.Step(26)
    )


def split_overrides(given: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """What the user set, by whose setting it is: the grid's, the evaluation's, every cell's."""
    of_grid = {k: v for k, v in given.items() if k in Grid.__struct_fields__}
    of_evaluation = {k: v for k, v in given.items() if k in Evaluation.__struct_fields__}
    rest = {k: v for k, v in given.items() if k not in of_grid and k not in of_evaluation}
    return of_grid, of_evaluation, rest
