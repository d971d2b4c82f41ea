"""Observations of a suite, for whoever compares runs: its own, or right answers and contrasts where it names none."""

from __future__ import annotations

import polars as pl

from holdfast.core import Expectation
from holdfast.engine.hooks import Observes
from holdfast.engine.suite import Settings, Suite
from holdfast.suites.control import NAMES, contrast_outcomes


def observations_of(
    suite: Suite, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings
) -> dict[str, pl.DataFrame]:
    """By the name of the finding of which they are the mean: `agent`, `id`, `unit`, `value`; see `Observes`."""
    if isinstance(suite, Observes):
        return suite.observations(scores, contrasts, settings)
    return _right_answers(suite.name, scores, contrasts)


def _right_answers(suite: str, scores: pl.DataFrame, contrasts: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """A case is right if all its questions were answered rightly; one that was not wholly answered is missing."""
    right = pl.col("answer").eq(pl.col("target")).fill_null(False)
    cases = (
        scores.filter(pl.col("target").is_not_null())
        .group_by("agent", "id", "unit", "target", maintain_order=True)
        .agg(value=right.all(), answer=pl.col("answer").first(), missing=pl.col("failure").is_not_null().any())
        .filter(~pl.col("missing"))
        .with_columns(answer=pl.when("value").then("target").otherwise(pl.format("not: {}", "answer")))
    )
    found = {f"{suite}.right": cases.select("agent", "id", "unit", "value")}
    outcomes = contrast_outcomes(cases, contrasts)
    for expectation, name in NAMES.items():
        found[f"{suite}.{name}"] = outcomes.filter(pl.col("expectation") == Expectation(expectation).value).select(
            "agent", "unit", id=pl.format("{}>{}", "base", "changed"), case="changed", value="held"
        )
    return {name: frame for name, frame in found.items() if frame.height}
