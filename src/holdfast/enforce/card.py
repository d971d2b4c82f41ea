"""What a training says of itself: a table in the terminal, and a model card beside the adapter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from holdfast.core import Verdict
from holdfast.enforce.checkpoint import Standing
from holdfast.enforce.comparison import Difference
from holdfast.enforce.plan import EnforcePlan, Want
from holdfast.report.wording import in_words, number

if TYPE_CHECKING:
    from rich.console import Console

MODEL_CARD = """\
---
library_name: peft
tags: [lora, holdfast]
---
# {constraint}, recipe {recipe}, on {model}

A LoRA adapter trained with Holdfast {version} to enforce the constraint `{constraint}`.

Training: {ended}; this adapter is the one of step {best_step}, with {strict:.0%} of the held-out validation units right
throughout. Objective `{objective}`, clause orders `{orders}`, anchor {anchor}, rank {rank}, seed {seed}. Every other
choice stands in the `plan.toml` of the run.

## Before and after

{table}

Differences are paired over the same held-out cases, with 95 % intervals over chains, stories or items. `up` asks for a
lower bound above zero, `kept` for a loss of no more than the margin.

## Limits

Trained on synthetic chains of {nodes} nonsense events. What did not transfer stands in the table above with the same
prominence as what did; what was not measured is not in it.
"""

HEADS = ("measure", "before", "after", "difference", "wanted", "verdict")


def write_model_card(adapter: Path, plan: EnforcePlan, standing: Standing, table: Sequence[Difference]) -> None:
    """`README.md` beside the adapter, as model hubs show it."""
    rows = [HEADS, ("---",) * len(HEADS), *(cells(row) for row in table)]
    settings = plan.settings
    shown = MODEL_CARD.format(
        constraint=plan.constraint, recipe=settings.recipe, model=plan.model, version=plan.holdfast,
        ended=standing.finished, best_step=standing.best_step, strict=max(standing.best[1], 0.0),
        objective=settings.objective, orders=settings.orders, anchor="on" if settings.anchor else "off",
        rank=settings.rank, seed=settings.seed, nodes=settings.nodes,
        table="\n".join(f"| {' | '.join(row)} |" for row in rows) if table else "Not measured.",
    )  # fmt: skip
    (adapter / "README.md").write_text(shown, encoding="utf-8")


def print_table(table: Sequence[Difference], console: Console) -> None:
    """Before and after, a measure a line."""
    from rich.table import Table

    shown = Table(title="Before and after", title_justify="left", box=None, pad_edge=False)
    for head in HEADS:
        shown.add_column(head, justify="left" if head in ("measure", "wanted", "verdict") else "right")
    for row in table:
        style = {Verdict.NOT_MET: "red", Verdict.MET: "green", None: None}[row.verdict]
        shown.add_row(*cells(row), style=style)
    console.print(shown)


def cells(row: Difference) -> tuple[str, ...]:
    """One row in words."""
    interval = f" [{row.low:+.3f}, {row.high:+.3f}]" if row.low is not None and row.high is not None else ""
    wanted = {Want.UP: "up", Want.KEPT: f"kept within {row.margin:g}", Want.TOLD: ""}[row.want]
    return (
        in_words(row.measure),
        number(row.before),
        number(row.after),
        f"{row.difference:+.3f}{interval}",
        wanted,
        "" if row.verdict is None else str(row.verdict.value),
    )


def as_json(table: Sequence[Difference]) -> str:
    """The table for programs."""
    return msgspec.json.format(msgspec.json.encode(list(table)), indent=1).decode()
