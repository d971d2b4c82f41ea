"""What is paired when runs are compared: the very rows of which the findings of the first method are the means."""

from __future__ import annotations

import polars as pl

from holdfast.core import Expectation
from holdfast.engine.suite import Settings
from holdfast.suites.control import NAMES, contrast_outcomes
from holdfast.suites.invariance.margins import case_margins, normalised
from holdfast.suites.invariance.metrics import GROUPS, HEADLINE_KINDS, PRIMARY, asked_by, measures_of

QUANTITIES = ("positive_rate", "flip_rate", "mean_margin")
"""Those that have a row per case; the others are made of several."""


def observations(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> dict[str, pl.DataFrame]:
    """By finding, for all agents together: one row per agent and case, or per agent and contrast."""
    method = settings["methods"][0]
    margins = normalised(case_margins(asked_by(scores, method), method), method)
    rows = margins.filter(pl.col("normalisation").is_in(PRIMARY))
    found = {f"invariance.{name}": _contrasts(rows, contrasts, kind) for kind, name in NAMES.items()}
    paper10 = settings["orders"] == "paper10"
    for group, within in GROUPS.items():
        if (own := rows.filter(within)).height:
            # Items are told apart by agent, so that all agents can be measured in one go.
            measures = measures_of(own, paper10=paper10)
            found |= {f"invariance.{group}.{quantity}": _cases(*measures[quantity]) for quantity in QUANTITIES}
    return {name: frame for name, frame in found.items() if frame.height}


def _cases(rows: pl.DataFrame, column: str) -> pl.DataFrame:
    return rows.select("agent", "id", "unit", "weight", value=pl.col(column))


def _contrasts(rows: pl.DataFrame, contrasts: pl.DataFrame, expectation: Expectation) -> pl.DataFrame:
    own = contrasts.filter((pl.col("expectation") == expectation.value) & pl.col("kind").is_in(list(HEADLINE_KINDS)))
    return contrast_outcomes(rows, own).select(
        "agent", "unit", id=pl.format("{}>{}", "base", "changed"), case="changed", value="held"
    )
