"""From scored askings to one margin per case, under each normalisation.

Length normalisation is not innocent: the two continuations of TCIT-H differ in length, so the paper's mean per token
(`mean`), the plain sum (`sum`) and the margin corrected for what the model prefers anyway (`prior-corrected`) can
disagree. All three come from the same pass. Methods that compare letters have one margin (`direct`) and its correction.
"""

from __future__ import annotations

import polars as pl

from holdfast.suites.invariance.methods import METHODS, TIE

__all__ = ["TIE", "case_margins", "normalised"]

DESIGN = (
    "name", "unit", "target", "variant", "premise", "query", "polarity", "order", "forward", "seed", "weight", "prior",
)  # fmt: skip


def case_margins(scores: pl.DataFrame, method: str) -> pl.DataFrame:
    """One row per agent and case: counterbalanced askings averaged, missing where any of them was not answered."""
    primary = METHODS[method].primary
    if primary not in scores.columns:  # nobody answered anything
        scores = scores.with_columns(pl.lit(None, pl.Float64).alias(primary), margin_sum=pl.lit(None, pl.Float64))
    values = [c for c in (primary, "margin_sum", "unread") if c in scores.columns]
    margin = pl.col(primary).mean()
    if METHODS[method].samples:
        # Laplace-smoothed choice frequencies; the denominators N + 2 of both options cancel in the margin.
        right, wrong = (pl.col(primary) > 0).sum(), (pl.col(primary) < 0).sum()
        margin = ((right + 1) / (wrong + 1)).log().alias(primary)
    others = [pl.col(v).mean() for v in values if v != primary]
    by_role = scores.group_by("agent", "id", "role", maintain_order=True).agg(
        margin, *others, answered=pl.col("failure").is_null().all()
    )
    return (
        by_role.group_by("agent", "id", maintain_order=True)
        .agg(*(pl.col(v).mean() for v in values), answered=pl.col("answered").all())
        .with_columns(pl.when("answered").then(pl.col(primary)).alias(primary))
        .join(scores.select("id", *DESIGN).unique("id"), on="id", maintain_order="left")
    )


def normalised(cases: pl.DataFrame, method: str) -> pl.DataFrame:
    """One row per agent, case and normalisation: margin `m`, and whether it is `right`. Priors are left out."""
    primary = METHODS[method].primary
    asked = cases.filter(pl.col("target").is_not_null() & pl.col("answered"))
    margins = {"direct": primary} if primary == "margin" else {"mean": primary, "sum": "margin_sum"}
    frames = [asked.with_columns(normalisation=pl.lit(name), m=pl.col(margin)) for name, margin in margins.items()]
    frames.append(_prior_corrected(cases, asked, primary))
    # A case's answer is named by its relation to the target, which is all that a contrast needs to know.
    wrong = pl.format("not: {}", "target")
    return pl.concat(frames).with_columns(
        right=pl.col("m") >= TIE,
        answer=pl.when(pl.col("m") >= TIE).then("target").when(pl.col("m") <= -TIE).then(wrong),
    )


def _prior_corrected(cases: pl.DataFrame, asked: pl.DataFrame, primary: str) -> pl.DataFrame:
    """The margin minus that of the same two continuations after the same clauses with nothing stated or supposed.

    A prior has no target, so its margin is that of the first continuation in the alphabet, `did not occur`.
    """
    priors = cases.filter(pl.col("answered") & pl.col("target").is_null())
    corrected = asked.filter(pl.col("prior") != "").join(
        priors.select("agent", prior="name", prior_lead=primary), on=["agent", "prior"]
    )
    says_absent = pl.col("target").str.contains("did not occur")
    own = pl.when(says_absent).then(pl.col("prior_lead")).otherwise(-pl.col("prior_lead"))
    return corrected.with_columns(normalisation=pl.lit("prior-corrected"), m=pl.col(primary) - own).select(
        *asked.columns, "normalisation", "m"
    )
