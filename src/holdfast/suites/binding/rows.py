"""From scored uses to rows of behaviour: copies collapsed, prior-corrected answers added, right or not.

c = 1 where the action is the target, u = 1 where an irrelevant cue changed it (paper 000, equations 1 and 2).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from holdfast.suites.binding.actions import Action
from holdfast.suites.binding.events import NAMESPACES
from holdfast.suites.binding.finite import CONDITIONS as FINITE
from holdfast.suites.binding.prompts import PRIOR, TIE
from holdfast.suites.binding.settings import LESIONS, VARIANTS
from holdfast.suites.binding.sufficiency import CONDITIONS as SUFFICIENCY
from holdfast.suites.binding.wording import DEPTHS

CORRECTED = "letters, prior-corrected"
ORDER: dict[str, Sequence[str]] = {
    "readout": ("letters", "reply"),
    "variant": VARIANTS,
    "lesion": ("none", *LESIONS),
    "depth": DEPTHS,
    "condition": tuple(dict.fromkeys((*FINITE, *SUFFICIENCY))),
    "corpus": NAMESPACES,
}
"""How tables and figures list the levels of a factor."""

UNMAPPED = Action.INVALID_OR_UNMAPPED.value


def behaviour(scores: pl.DataFrame) -> pl.DataFrame:
    """One row per answered observation, under each readout: `answer`, `right`, `unmapped`, and the design.

    Letters do not sample: their replicates are one request with one answer, and count once.
    """
    for column in ("unmapped", "empty", "margin"):
        if column not in scores.columns:
            scores = scores.with_columns(pl.lit(None, pl.Float64).alias(column))
    asked = scores.filter(~pl.col("role").str.ends_with(PRIOR))
    answered = asked.filter(pl.col("failure").is_null() & ((pl.col("readout") == "reply") | (pl.col("replicate") == 0)))
    whole = pl.concat([answered, _corrected(answered, scores)], how="diagonal_relaxed")
    right = (pl.col("answer") == pl.col("target")).fill_null(False)
    return _in_order(whole.with_columns(right=right, unmapped=pl.col("answer") == UNMAPPED))


def _in_order(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows in the design's order. The journal has them by case id, which says nothing."""
    ranks = [
        pl.col(column).replace_strict({level: i for i, level in enumerate(levels)}, default=len(levels))
        for column, levels in ORDER.items()
        if column in rows.columns
    ]
    return rows.sort(*ranks, "agent", "unit", "replicate", maintain_order=True)


def _corrected(answered: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """Every action's log-probability minus what it has with nothing told; the action that gained most."""
    columns = [column for column in scores.columns if column.startswith("lp_")]
    priors = scores.filter(pl.col("role").str.ends_with(PRIOR) & pl.col("failure").is_null())
    if not columns or priors.is_empty():
        return answered.clear()
    told_nothing = priors.select("agent", "id", *(pl.col(c).alias(f"{c}_prior") for c in columns))
    joined = answered.join(told_nothing, on=["agent", "id"], maintain_order="left")
    if joined.is_empty():
        return answered.clear()
    # An action that a question does not list has no score; it cannot be the one that gained most.
    gains = joined.select((pl.col(c) - pl.col(f"{c}_prior")).fill_null(-np.inf) for c in columns).to_numpy()
    names = [column.removeprefix("lp_") for column in columns]
    ranked = np.sort(gains, axis=1)
    tied = ranked[:, -1] - ranked[:, -2] < TIE
    answers = [UNMAPPED if tie else names[best] for tie, best in zip(tied, gains.argmax(axis=1), strict=True)]
    places = np.arange(len(gains)), np.array([names.index(target) for target in joined["target"]])
    rivals = gains.copy()
    rivals[places] = -np.inf
    return joined.select(answered.columns).with_columns(
        pl.Series("answer", answers), pl.Series("margin", gains[places] - rivals.max(axis=1)), readout=pl.lit(CORRECTED)
    )
