"""The page of a training: the verdict first, then how it went, then every choice."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from holdfast.core import Verdict
from holdfast.enforce.card import HEADS, cells
from holdfast.enforce.checkpoint import Standing
from holdfast.enforce.comparison import Difference
from holdfast.enforce.plan import EnforcePlan
from holdfast.engine.folder import RunFolder
from holdfast.report.figures import Drawn
from holdfast.report.html import render_page
from holdfast.report.wording import plain, words


def write_page(
    folder: RunFolder, plan: EnforcePlan, standing: Standing, table: Sequence[Difference], figures: Sequence[Drawn]
) -> None:
    """Write `report.html`."""
    settings = msgspec.to_builtins(plan.settings)
    facts = [
        ("Constraint", plan.constraint),
        ("Recipe", plan.settings.recipe),
        ("Model", plan.model),
        ("Training", f"{standing.step} steps: {standing.finished}"),
        ("Adapter", f"of step {standing.best_step}"),
    ]
    render_page(
        "training.html.jinja",
        folder.report,
        run=folder.path.resolve().name,
        facts=facts,
        heads=HEADS,
        rows=[cells(row) for row in table],
        judged=sum(row.verdict is not None for row in table),
        met=sum(row.verdict is Verdict.MET for row in table),
        figures=figures,
        runs=sorted(path.parent.name for path in (folder.path / "evaluation").glob("*/report.html")),
        settings=[(words(name), plain(str(value))) for name, value in settings.items() if value is not None],
    )
