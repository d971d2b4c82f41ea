"""One row per question that was answered: what every table, finding and integrity score of the suite starts from."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from holdfast.suites.commitment.bands import BANDS
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.questions import answer_name, from_target


def questions_answered(scores: pl.DataFrame) -> pl.DataFrame:
    """One row per agent and question that was answered, with the question's slot, phase, place and right answer.

    Columns besides the design's own: `role`, `slot`, `phase`, `position`, `gold_answer`, `right`, `unclear`, and
    `confidence` and `success_probability` where they were stated.
    """
    answered = scores.filter(pl.col("failure").is_null())
    by_target = {target: from_target(target) for target in answered["target"].unique()}
    asked = [by_target[target][role] for target, role in answered.select("target", "role").iter_rows()]
    absent = [
        pl.lit(None, dtype=pl.Float64).alias(name)
        for name in ("confidence", "success_probability")
        if name not in answered.columns
    ]
    named = answered.with_columns(
        pl.Series("slot", [q.slot for q in asked], dtype=pl.String),
        pl.Series("phase", [q.phase for q in asked], dtype=pl.String),
        pl.Series("position", [q.position for q in asked], dtype=pl.Int64),
        pl.Series("gold_answer", [answer_name(q.candidates.gold) for q in asked], dtype=pl.String),
        pl.Series("chance", [1 / len(q.candidates.members) for q in asked], dtype=pl.Float64),
        *absent,
        right=pl.col("right").cast(pl.Boolean),
        unclear=pl.col("decision").eq("unclear"),
    )
    agents = scores["agent"].unique(maintain_order=True)
    return named.sort(
        _rank("agent", agents), _rank("family", FAMILIES), _rank("band", BANDS), "instance", "variant", "role"
    )


def _rank(column: str, names: Iterable[str]) -> pl.Expr:
    """A sorting key: the order of the plan, or of the paper, rather than the alphabet's."""
    known = list(names)
    return pl.col(column).replace_strict(known, range(len(known)), return_dtype=pl.Int64)
