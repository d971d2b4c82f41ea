"""What `holdfast compare` pairs: a task's success, probe accuracy and integrity, and the contrasts of final answers.

A target of this suite is the whole hidden side of a task, so that right and wrong are the matcher's to say.
"""

from __future__ import annotations

import polars as pl

from holdfast.core import Expectation
from holdfast.engine.suite import Settings
from holdfast.suites.commitment.answered import questions_asked
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.settings import Settings as Resolved
from holdfast.suites.commitment.tables import task_table
from holdfast.suites.control import NAMES, contrast_outcomes
from holdfast.suites.options import typed

WEIGHTS = {"success": pl.lit(1.0), "probe_accuracy": pl.lit(1.0), "hccis_core": pl.col("item_weight")}
"""The findings that are means over tasks, and how a task counts in each."""


def observations(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> dict[str, pl.DataFrame]:
    """By the name of the finding of which they are the mean."""
    if "right" not in scores.columns:
        return {}
    contract = typed("commitment", settings, Resolved).contracts[0]
    questions = questions_asked(scores).filter(pl.col("contract") == contract)
    cases = questions.select(task="name", case="id").unique(maintain_order=True)
    tasks = task_table(questions).join(cases, on="task", maintain_order="left")
    found = {
        f"commitment.{name}": tasks.filter(pl.col(name).is_not_null()).select(
            "agent", "unit", "case", id="task", value=pl.col(name).cast(pl.Float64), weight=weight
        )
        for name, weight in WEIGHTS.items()
    }
    finals = questions.filter((pl.col("role") == FINAL) & pl.col("failure").is_null())
    outcomes = contrast_outcomes(finals.select("agent", "id", "answer", target="gold_answer"), contrasts)
    for expectation, name in NAMES.items():
        found[f"commitment.{name}"] = outcomes.filter(pl.col("expectation") == Expectation(expectation).value).select(
            "agent", "unit", id=pl.format("{}>{}", "base", "changed"), case="changed", value="held"
        )
    return {name: frame for name, frame in found.items() if frame.height}
