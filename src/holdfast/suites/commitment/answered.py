"""One row per question that was asked: what every table, finding and integrity score of the suite starts from."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from holdfast.agents.wrappers import split_wrappers
from holdfast.suites.commitment.bands import BANDS
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import VARIANTS
from holdfast.suites.commitment.questions import answer_name, from_target

BARE = "none"
"""The wrapper of a model that is asked as it is."""
STATED: dict[str, type[pl.DataType]] = {
    "right": pl.Float64, "decision": pl.String, "rule": pl.String, "confidence": pl.Float64,
    "success_probability": pl.Float64, "memory_misses": pl.Float64, "reply": pl.String,
}  # fmt: skip
"""What scored replies may say; a run in which none of them did has no such column."""


def questions_asked(scores: pl.DataFrame) -> pl.DataFrame:
    """One row per agent and question, with the question's slot, phase, place and right answer, and what was answered.

    Columns besides the design's own: `model`, `wrapper`, `role`, `slot`, `phase`, `position`, `corrected`,
    `gold_answer`, `chance`, `right` and `unclear` (null where nothing was answered), and `confidence`,
    `success_probability` and `retrieval_risk`, null where they are not known.
    """
    by_target = {target: from_target(target) for target in scores["target"].unique()}
    asked = [by_target[target][role] for target, role in scores.select("target", "role").iter_rows()]
    absent = [pl.lit(None, dtype=kind).alias(name) for name, kind in STATED.items() if name not in scores.columns]
    named = (
        scores.with_columns(absent)
        .with_columns(
            pl.Series("slot", [q.slot for q in asked], dtype=pl.String),
            pl.Series("phase", [q.phase for q in asked], dtype=pl.String),
            pl.Series("position", [q.position for q in asked], dtype=pl.Int64),
            pl.Series("corrected", [q.corrected for q in asked], dtype=pl.Boolean),
            pl.Series("gold_answer", [answer_name(q.candidates.gold) for q in asked], dtype=pl.String),
            pl.Series("chance", [1 / len(q.candidates.members) for q in asked], dtype=pl.Float64),
            right=pl.col("right").cast(pl.Boolean),
            unclear=pl.col("decision").eq("unclear"),
        )
        .join(_profiles(scores), on="agent", maintain_order="left")
        .with_columns(retrieval_risk=pl.when(pl.col("wrapper") == "memory").then(pl.col("memory_misses")))
    )
    agents = scores["agent"].unique(maintain_order=True)
    return named.sort(
        _rank("agent", agents), _rank("family", FAMILIES), _rank("band", BANDS), "instance", "variant", "role"
    )


def questions_answered(scores: pl.DataFrame) -> pl.DataFrame:
    """Those of the questions that were answered at all."""
    return questions_asked(scores).filter(pl.col("failure").is_null())


def probe_rows(questions: pl.DataFrame) -> pl.DataFrame:
    """The probes of the paper's two variants, in the columns from which the integrity scores are made."""
    finals = questions.filter(pl.col("role") == FINAL).select("agent", "id", success="right")
    probes = questions.filter((pl.col("role") != FINAL) & pl.col("variant").is_in(VARIANTS))
    # A refusal gives no single answer either, though the matcher finds it clear: the scores look at the answer itself.
    return (
        probes.drop("unclear")
        .join(finals, on=["agent", "id"], how="left", maintain_order="left")
        .with_columns(
            task="name",
            matched="right",
            design_weight="integrity_weight",
            after_correction="corrected",
            validity=pl.lit("design"),
        )
    )


def _profiles(scores: pl.DataFrame) -> pl.DataFrame:
    """Each agent as the model and the wrappers it is made of."""
    agents = scores["agent"].unique(maintain_order=True).to_list()
    split = [split_wrappers(agent) for agent in agents]
    return pl.DataFrame(
        {
            "agent": agents,
            "model": [model for _, model in split],
            "wrapper": [":".join(wrappers) or BARE for wrappers, _ in split],
        },
        schema={"agent": pl.String, "model": pl.String, "wrapper": pl.String},
    )


def _rank(column: str, names: Iterable[str]) -> pl.Expr:
    """A sorting key: the order of the plan, or of the paper, rather than the alphabet's."""
    known = list(names)
    return pl.col(column).replace_strict(known, range(len(known)), return_dtype=pl.Int64)
