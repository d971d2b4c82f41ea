"""Weight sensitivity of HCCIS-CORE (paper 001, Table 18): does the conclusion hang on the exact weights?

Local regimes multiply each weight by an independent factor and bring the sum back to one; the Dirichlet regime draws
whole weight vectors around the primary one. Rows with the same terms get the same score whatever the weights, so they
are counted once.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from holdfast.core import Finding
from holdfast.core.finding import POOLED
from holdfast.core.randomness import generator
from holdfast.stats import midranks, score_measures
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.analyses.board import shifts
from holdfast.suites.commitment.analyses.discrimination import BINS, MEASURES
from holdfast.suites.commitment.analyses.grid import SEED, Grid
from holdfast.suites.commitment.analyses.predictors import SHUFFLED
from holdfast.suites.commitment.constants import CORE, renormalised

COLUMNS = {"drift": "state_drift", "trajectory": "trajectory_risk", "context_position": "context_position_risk"}
"""Where the terms of HCCIS-CORE stand in the task table."""
RELEASED = "Released HCCIS-CORE"
LOCAL = {"Local ±10%": 0.10, "Local ±25%": 0.25}
DIRICHLET = "Dirichlet"
CONCENTRATION = 50.0
"""How tightly Dirichlet draws lie around the primary weights: the variance of a weight w is w(1-w)/51, a standard
deviation of 0.064 for drift and 0.050 for the other two."""


def weight_draws(draws: int) -> dict[str, Floats]:
    """Weight vectors (draws x terms) by regime; each sums to one."""
    primary = np.array([CORE[term] for term in COLUMNS])
    found = {RELEASED: primary[np.newaxis, :]}
    for regime, spread in LOCAL.items():
        rng = generator(SEED, "commitment", "weights", regime)
        scaled = primary * rng.uniform(1 - spread, 1 + spread, (draws, len(primary)))
        found[regime] = scaled / scaled.sum(axis=1, keepdims=True)
    found[DIRICHLET] = generator(SEED, "commitment", "weights", DIRICHLET).dirichlet(CONCENTRATION * primary, draws)
    return found


def sensitivity_table(grid: Grid, draws: int) -> pl.DataFrame:
    """Table 18: measures and rank shifts under each regime, as mean and 5th and 95th percentile over draws."""
    complete = grid.rows.drop_nulls(list(COLUMNS.values()))
    if complete.is_empty():
        return pl.DataFrame({"regime": [], "note": []}, schema={"regime": pl.String, "note": pl.String})
    counted = complete.group_by(list(COLUMNS.values()), maintain_order=True).agg(
        positives=pl.col("fails").sum(), negatives=(~pl.col("fails")).sum()
    )
    terms = counted.select(COLUMNS.values()).to_numpy()
    profiles = _profile_terms(complete)
    primary = _ranks(profiles, weight_draws(1)[RELEASED])[0]
    rows = []
    for regime, weights in weight_draws(draws).items():
        scores = np.clip(weights @ terms.T, 0, 1)
        measures = score_measures(scores, counted["positives"], counted["negatives"], bins=BINS)
        moved = shifts(_ranks(profiles, weights), primary)
        rows.append(
            {
                "regime": regime, "draws": len(weights), **_spread(measures),
                "mean_shift": float(moved.mean()), "profiles_changed": float((moved > 0).sum(axis=1).mean()),
            }
        )  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def ablation_table(grid: Grid) -> pl.DataFrame:
    """Figure 11: HCCIS-CORE without each of its terms, each term alone, and the controls, on the same rows."""
    complete = grid.among(pl.all_horizontal([pl.col(column).is_not_null() for column in COLUMNS.values()]))
    terms = complete.rows.select(pl.col(list(COLUMNS.values())).cast(pl.Float64)).to_numpy()
    variants = {"HCCIS-CORE": terms @ np.array(list(CORE.values()))}
    for place, term in enumerate(COLUMNS):
        rest = renormalised(CORE, [name for name in COLUMNS if name != term])
        kept = [i for i in range(len(COLUMNS)) if i != place]
        variants[f"without {term.replace('_', ' ')}"] = terms[:, kept] @ np.array(list(rest.values()))
    for place, term in enumerate(COLUMNS):
        variants[f"{term.replace('_', ' ')} alone"] = terms[:, place]
    variants["random subspace"] = complete.risk(SHUFFLED)
    failing = complete.fails.astype(np.float64)
    rows = []
    for variant, risk in variants.items() if len(failing) else ():
        measures = score_measures(np.clip(risk, 0, 1)[np.newaxis, :], failing, 1 - failing, bins=BINS)[0]
        cells = {m: None if np.isnan(v) else float(v) for m, v in zip(MEASURES, measures, strict=True)}
        rows.append({"variant": variant, **cells, "rows": len(failing)})
    schema = {"variant": pl.String, **dict.fromkeys(MEASURES, pl.Float64), "rows": pl.Int64}
    return pl.DataFrame(rows, schema=schema)


def _profile_terms(rows: pl.DataFrame) -> Floats:
    """Each profile's item-weighted mean of each term (profiles x terms)."""
    weight = pl.col("item_weight")
    means = [((pl.col(column) * weight).sum() / weight.sum()).alias(column) for column in COLUMNS.values()]
    return rows.group_by("agent", maintain_order=True).agg(means).select(COLUMNS.values()).to_numpy()


def _ranks(profiles: Floats, weights: Floats) -> Floats:
    return midranks(1 - weights @ profiles.T)


def _spread(measures: Floats) -> dict[str, float | None]:
    """Mean, 5th and 95th percentile of each measure; empty where it is undefined."""
    found: dict[str, float | None] = {}
    for name, column in zip(MEASURES, measures.T, strict=True):
        known = column[np.isfinite(column)]
        found[name] = float(known.mean()) if len(known) else None
        for end, share in (("low", 5), ("high", 95)):
            found[f"{name}_{end}"] = float(np.percentile(known, share)) if len(known) else None
    return found


def sensitivity_findings(grid: Grid, table: pl.DataFrame) -> Iterator[Finding]:
    """The mean rank shift under each regime."""
    if "mean_shift" not in table.columns:
        return
    for row in table.filter(pl.col("regime") != RELEASED).iter_rows(named=True):
        short = row["regime"].lower().replace("±", "").replace("%", "").replace(" ", "_")
        yield Finding(
            f"commitment.weights.{short}.mean_shift", POOLED, row["mean_shift"], n=len(grid.agents),
            higher_is_better=False,
            note=f"over {row['draws']:,} weight vectors; {row['profiles_changed']:.1f} profiles move in the mean",
        )  # fmt: skip
