"""From scored uses to rows of behaviour: for every event and arm, how likely each action is.

A generated reply is one action; its seeds are averaged. Letters give the action's whole distribution: softmax of the
four log-probabilities at a temperature is what sampling one letter at that temperature gives, so that accuracy is
computed and no sample is drawn. Beside it stands the prior-corrected readout, where each action's log-probability is
taken minus what the same letter has when nothing is told but the context.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from holdfast.suites.binding.matrix.families import CODES
from holdfast.suites.binding.matrix.frames import COOL
from holdfast.suites.binding.matrix.settings import Settings
from holdfast.suites.binding.matrix.variants import EVERY
from holdfast.suites.binding.prompts import TIE
from holdfast.suites.binding.rows import CORRECTED

Floats = NDArray[np.float64]

ACTIONS = [code.value for code in CODES]
SHARES = [f"p_{name}" for name in ACTIONS]
LOGS = [f"lp_{name}" for name in ACTIONS]
PLACE = ["agent", "scaffold", "family", "kind", "unit", "turn", "target"]
"""Where a row stands in the design, besides its arm."""
ROW = [*PLACE, "readout", "arm", *SHARES, "accuracy"]

MATCHED = "distribution_matched"
WARM = tuple(name for name, variant in EVERY.items() if variant.warm)
SAME_TEMPERATURE = {f"{name}_cool": name for name in WARM if name != "stochastic_full"}
"""Stochastic controls at the structured temperature; the full context at that temperature is the structured variant."""


def behaviour(scores: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """One row per agent, readout, arm and event, with the share of every action. Copies count once."""
    answered = scores.filter(pl.col("failure").is_null())
    rows = pl.concat([_letters(answered, settings), _replies(answered)])
    if MATCHED in settings.variants:
        rows = pl.concat([rows, _matched(rows)])
    return _in_order(rows, settings)


def distribution(logs: Floats, temperature: float) -> Floats:
    """The chance of each action (columns) when one is drawn at a temperature; at 0 the best, and none on a tie."""
    if temperature == 0:
        ranked = np.sort(logs, axis=1)
        clear = ranked[:, -1] - ranked[:, -2] >= TIE
        best: Floats = (logs == ranked[:, -1:]).astype(np.float64)
        return best * clear[:, np.newaxis]
    scaled = logs / temperature
    weights: Floats = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


def _letters(answered: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    rows = answered.filter((pl.col("role") == "letters") & (pl.col("replicate") == 0))
    if rows.is_empty():
        return _nothing()
    parts = _arms(rows, "letters", settings)
    corrected = _corrected(rows)
    if corrected.height:
        parts += _arms(corrected, CORRECTED, settings)
    return pl.concat(parts)


def _arms(rows: pl.DataFrame, readout: str, settings: Settings) -> list[pl.DataFrame]:
    """Every variant at its own temperature, and the stochastic controls also at the structured one."""
    warm = pl.col("variant").is_in(WARM)
    cooled = rows.filter(pl.col("variant").is_in(list(SAME_TEMPERATURE.values())))
    return [
        _at(rows.filter(~warm), pl.col("variant"), settings.temperature, readout),
        _at(rows.filter(warm), pl.col("variant"), settings.stochastic_temperature, readout),
        _at(cooled, pl.col("variant") + "_cool", settings.temperature, readout),
    ]


def _at(rows: pl.DataFrame, arm: pl.Expr, temperature: float, readout: str) -> pl.DataFrame:
    if rows.is_empty():
        return _nothing()
    shares = distribution(rows.select(LOGS).to_numpy(), temperature)
    # Few rows look like columns to polars, unless it is told.
    found = pl.DataFrame(shares, schema=dict.fromkeys(SHARES, pl.Float64), orient="row")
    named = rows.select(*PLACE, readout=pl.lit(readout), arm=arm)
    return _with_accuracy(pl.concat([named, found], how="horizontal"))


def _corrected(rows: pl.DataFrame) -> pl.DataFrame:
    """Log-probabilities minus those of the same event without any field."""
    key = ["agent", "scaffold", "unit", "turn"]
    prior = rows.filter(pl.col("variant") == "no_fields").select(*key, *(pl.col(c).alias(f"{c}_prior") for c in LOGS))
    joined = rows.join(prior, on=key, maintain_order="left")
    return joined.with_columns(pl.col(c) - pl.col(f"{c}_prior") for c in LOGS).select(rows.columns)


def _replies(answered: pl.DataFrame) -> pl.DataFrame:
    rows = answered.filter(pl.col("role").is_in(["reply", COOL]))
    if rows.is_empty():
        return _nothing()
    arm = pl.when(pl.col("role") == COOL).then(pl.col("variant") + "_cool").otherwise(pl.col("variant"))
    shares = [(pl.col("answer") == name).cast(pl.Float64).mean().alias(f"p_{name}") for name in ACTIONS]
    kept = rows.with_columns(readout=pl.lit("reply"), arm=arm).filter(pl.col("arm") != "stochastic_full_cool")
    return _with_accuracy(kept.group_by(*PLACE, "readout", "arm", maintain_order=True).agg(shares))


def _matched(rows: pl.DataFrame) -> pl.DataFrame:
    """The control that draws from the structured actions of the family, exactly: an event with target t is right with
    probability p(t), so that a family has the sum over actions of p(a) q(a)."""
    structured = rows.filter(pl.col("arm") == "structured")
    prior = structured.group_by("agent", "readout", "family").agg(pl.col(SHARES).mean())
    drawn = structured.drop(SHARES, "accuracy").join(prior, on=["agent", "readout", "family"], maintain_order="left")
    return _with_accuracy(drawn.with_columns(arm=pl.lit(MATCHED)))


def _with_accuracy(rows: pl.DataFrame) -> pl.DataFrame:
    right = pl.sum_horizontal(
        pl.when(pl.col("target") == name).then(pl.col(f"p_{name}")).otherwise(0.0) for name in ACTIONS
    )
    return rows.with_columns(accuracy=right).select(ROW)


def _in_order(rows: pl.DataFrame, settings: Settings) -> pl.DataFrame:
    """The rows in the design's order. The journal has them by case id, which says nothing."""
    order = {
        "agent": rows["agent"].unique(maintain_order=True).to_list(),
        "readout": ("letters", CORRECTED, "reply"),
        "arm": (*EVERY, *SAME_TEMPERATURE),
        "scaffold": settings.scaffolds,
        "family": settings.families,
    }
    ranks = [
        pl.col(column).replace_strict({level: i for i, level in enumerate(levels)}, default=len(levels))
        for column, levels in order.items()
    ]
    return rows.sort(*ranks, "unit", "turn", maintain_order=True)


def _nothing() -> pl.DataFrame:
    kinds = {name: pl.Float64 if name in (*SHARES, "accuracy") else pl.String for name in ROW}
    return pl.DataFrame(schema=kinds | {"turn": pl.Int64})
