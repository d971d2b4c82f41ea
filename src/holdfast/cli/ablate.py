"""`holdfast enforce ablate`: the grid of choices, one training a cell."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.core import HoldfastError

if TYPE_CHECKING:
    from holdfast.enforce.ablation import AblationPlan
    from holdfast.report.charts import Row

CROSSED = {"recipe": "recipes", "objective": "objectives", "anchor": "anchors"}
"""Settings of a training of which a grid has several."""


def make_plan(constraint: str, model: str, given: dict[str, str]) -> AblationPlan:
    """Resolve what the user asked for, and refuse a grid with a cell that cannot be."""
    from holdfast.agents.registry import find_model
    from holdfast.enforce.ablation import AblationPlan, Grid, cells, split_overrides
    from holdfast.enforce.evaluation import plans
    from holdfast.enforce.plan import Evaluation
    from holdfast.suites.options import overridden

    find_model(model)
    of_grid, of_evaluation, rest = split_overrides(given)
    for one, several in CROSSED.items():
        if one in rest:
            raise HoldfastError(f"The grid crosses `{several}`; write --{several} instead of --{one}.")
    small = Evaluation(seeds=(42,), other_nodes=(), regression=False)
    plan = AblationPlan(
        constraint,
        model,
        overridden("the grid", Grid(), of_grid),
        rest,
        overridden("the evaluation", small, of_evaluation),
    )
    trainings = [cell for _, cell in cells(plan)]
    if not trainings:
        raise HoldfastError("The grid has no cell; name at least one of each of its choices.")
    plans(plan.evaluation, trainings[0].settings.nodes, [model])
    return plan


def carry_out(path: Path, plan: AblationPlan, *, as_json: bool, quiet: bool) -> int:
    """Train and measure the grid in a folder, and tell."""
    import msgspec

    from holdfast.enforce.ablation import ablate
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.progress import suited

    folder = RunFolder(path)
    folder.create()
    with folder.locked():
        try:
            rows = ablate(folder, plan, suited(quiet))
        except KeyboardInterrupt:
            print(f"holdfast: interrupted; `holdfast resume {path}` goes on from here.", file=sys.stderr)
            return 130
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(rows), indent=1).decode())
    elif not quiet:
        _print(rows)
        print(f"Table: {folder.tables / 'ablation.csv'}\nFigure: {folder.figures / 'ablation.svg'}")
    return 0


def _print(rows: list[Row]) -> None:
    from rich.console import Console
    from rich.table import Table

    from holdfast.enforce.ablation import SHOWN
    from holdfast.report.wording import in_words, number

    shown = Table(title="After each training", title_justify="left", box=None, pad_edge=False)
    shown.add_column("cell", no_wrap=True, min_width=max(len(str(row["cell"])) for row in rows))
    for test in SHOWN:
        shown.add_column(in_words(test), justify="right")
    for row in rows:
        shown.add_row(str(row["cell"]), *(number(row.get(test)) for test in SHOWN))
    Console().print(shown)
