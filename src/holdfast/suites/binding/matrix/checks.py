"""Data-quality checks of a built matrix: run on every build, kept in the manifest."""

from __future__ import annotations

import polars as pl

OK = "ok"
KEY = ["family", "event", "turn", "scaffold", "variant"]
"""The analysis key; seeds of a key are counted by the engine."""


def check(design: pl.DataFrame) -> dict[str, str]:
    """Each check by name: `ok`, or a sentence that says what is wrong."""
    return {
        "no key twice": _keys(design),
        "both events of a pair show the same but for what decides": _pairs(design),
        "targets balanced in every family": _balance(design),
        "every family under every scaffold and variant alike": _crossed(design),
        "scrambled fields are another event's and prescribe another action": _scrambled(design),
        "actions listed first in balance": _first(design),
    }


def _keys(design: pl.DataFrame) -> str:
    twice = design.height - design.select(KEY).unique().height
    return OK if not twice else f"{twice} keys come twice."


def _pairs(design: pl.DataFrame) -> str:
    pairs = design.group_by("unit").agg(
        pl.col("rest").n_unique(), pl.col("target").n_unique(), pl.col("turn").n_unique()
    )
    alike = ((pairs["rest"] == 1) & (pairs["target"] == 2) & (pairs["turn"] == 2)).all()
    return OK if alike else "the events of a pair differ in more than their decisive fields, or not in their target."


def _balance(design: pl.DataFrame) -> str:
    events = design.select("family", "unit", "turn", "target").unique()
    shares = (
        events.group_by("family", "target").len().with_columns(share=pl.col("len") / pl.col("len").sum().over("family"))
    )
    return OK if shares["share"].max() == 0.5 else "a family has one target in more than half of its events."


def _crossed(design: pl.DataFrame) -> str:
    cells = design.group_by("family", "scaffold", "variant").len()
    uneven = cells.group_by("variant").agg(pl.col("len").n_unique()).filter(pl.col("len") > 1)
    return OK if uneven.is_empty() else "some cells have more events than others."


def _scrambled(design: pl.DataFrame) -> str:
    if "field_event" not in design.columns:
        return OK
    rows = design.filter(pl.col("variant") == "scrambled")
    own = (rows["field_event"] == rows["event"]).any() or (rows["field_action"] == rows["target"]).any()
    return OK if not own else "a scrambled field is the event's own, or prescribes the same action."


def _first(design: pl.DataFrame) -> str:
    pairs = design.select("family", "unit", "first_listed").unique()
    counts = pairs.group_by("family", "first_listed").len().group_by("family").agg(
        most=pl.col("len").max(), least=pl.col("len").min(), orders=pl.len(), pairs=pl.col("len").sum()
    )  # fmt: skip
    fine = ((counts["most"] - counts["least"] <= 1) & (counts["orders"] == counts["pairs"].clip(upper_bound=4))).all()
    return OK if fine else "a family lists some actions first more often than others."
