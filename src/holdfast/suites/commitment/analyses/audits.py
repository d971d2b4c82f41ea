"""Two audits of the score family (paper 001, Tables 19 and 20).

Feature availability is found by intervention, not written down: gold labels, the final outcome and the replies of a
small simulated evaluation are changed one at a time, and a signal that moves uses what was changed. Confidence
comparability asks how far profiles move when confidence enters the score, as stated or ranked within each agent.
"""

from __future__ import annotations

import functools

import numpy as np
import polars as pl

from holdfast.stats import midranks, score_measures
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.analyses.board import Board, shifts
from holdfast.suites.commitment.analyses.discrimination import BINS, MEASURES
from holdfast.suites.commitment.analyses.grid import Grid
from holdfast.suites.commitment.analyses.predictors import PREDICTORS, REFERENCE, SCORES
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate_probes
from holdfast.suites.commitment.scores import RISKS, probe_scores, task_scores

ORACLE = "success_oracle"
SIGNALS = {f"{term}_risk": f"{term.replace('_', ' ').capitalize()} risk" for term in RISKS} | {
    "hccis_core": "HCCIS-CORE", "hccis_full": "HCCIS-FULL", "hccis_n": "HCCIS+N", ORACLE: "Task success oracle",
}  # fmt: skip

INTERVENTIONS = {
    "gold": [~pl.col("matched")],
    "outcome": [~pl.col("success")],
    "reply": [
        pl.col("answer") + pl.col("role"),
        ~pl.col("unclear"),
        pl.col("confidence") / 2,
        pl.col("success_probability") / 2,
        (1 - pl.col("retrieval_risk")).alias("retrieval_risk"),
        (1 - pl.col("neural_conflict")).alias("neural_conflict"),
    ],
}
"""What enters a score besides the design, and a change of each: labels, the final outcome, what the agent said."""


@functools.cache
def _moved() -> dict[str, set[str]]:
    """By intervention: the signals that it moves."""
    probes = simulate_probes(planted_profiles(2), instances=1)
    before = _signals(probes)
    return {
        name: {
            signal
            for change in changes
            for signal, column in _signals(probes.with_columns(change)).items()
            if not column.equals(before[signal], null_equal=True)
        }
        for name, changes in INTERVENTIONS.items()
    }


def _signals(probes: pl.DataFrame) -> dict[str, pl.Series]:
    scored = probe_scores(probes).with_columns((1.0 - pl.col("success").cast(pl.Float64)).alias(ORACLE))
    return {signal: scored[signal] for signal in SIGNALS}


def availability_table() -> pl.DataFrame:
    """Table 19: when each signal is there, what it uses, and where it is weighed."""
    moved = _moved()
    rows = []
    for signal, label in SIGNALS.items():
        gold, outcome, reply = (signal in moved[name] for name in ("gold", "outcome", "reply"))
        stage = "post-outcome" if outcome else "post-probe" if gold or reply else "pre-probe metadata"
        term = signal.removesuffix("_risk")
        weighed = [
            f"{PREDICTORS[score].label} ({weights[term]:.4g})" for score, weights in SCORES.items() if term in weights
        ]
        if signal in SCORES:
            used = "a score, made of " + ", ".join(f"{name} risk".replace("_", " ") for name in SCORES[signal])
        else:
            used = "weighed in " + ", ".join(weighed) if weighed else "an upper bound only; in no score"
        rows.append(
            {
                "signal": label, "stage": stage, "uses_gold_probe_label": _said(gold),
                "uses_final_outcome": _said(outcome), "interpretation": used,
            }
        )  # fmt: skip
    return pl.DataFrame(rows)


def _said(found: bool) -> str:
    return "yes" if found else "no"


def ranked_confidence(probes: pl.DataFrame) -> pl.DataFrame:
    """Confidence as its rank among the agent's own, spread over 0 to 1: comparable by construction."""
    stated = pl.col("confidence")
    share = (stated.rank("average") - 0.5) / stated.count()
    return probes.with_columns(confidence=share.over("agent"))


def comparability_table(grid: Grid, board: Board, probes: pl.DataFrame | None) -> pl.DataFrame:
    """Table 20: discrimination and rank movement of variants with and without confidence."""
    variants = {
        "Primary HCCIS-CORE": grid.risk(REFERENCE),
        "Legacy HCCIS-FULL": grid.risk("hccis_full"),
        "Probe-accuracy proxy": grid.risk("probe_accuracy"),
        "Drift-only comparator": grid.risk("state_drift"),
        "Legacy HCCIS-FULL with per-agent normalised confidence": _normalised(grid, probes),
    }
    primary = board.ranks(REFERENCE)[0]
    rows: list[dict[str, object]] = []
    for variant, risk in variants.items():
        known = np.isfinite(risk)
        if not known.any():
            rows.append({"variant": variant, "note": "not available: no confidence was stated"})
            continue
        outcome = grid.fails[known].astype(float)
        values = score_measures(risk[known][np.newaxis, :], outcome, 1 - outcome, bins=BINS)[0]
        moved = shifts(primary, _ranks(grid, risk))
        moved = moved[np.isfinite(moved)]
        rows.append(
            {
                "variant": variant,
                **{m: None if np.isnan(v) else float(v) for m, v in zip(MEASURES, values, strict=True)},
                "mean_shift": float(moved.mean()) if len(moved) else None,
                "profiles_changed": int((moved > 0).sum()), "rows": int(known.sum()), "note": "",
            }
        )  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def _normalised(grid: Grid, probes: pl.DataFrame | None) -> Floats:
    if probes is None or "confidence" not in probes.columns or probes["confidence"].null_count() == probes.height:
        return np.full(grid.rows.height, np.nan)
    scored = task_scores(ranked_confidence(probes)).select("agent", "task", normalised="hccis_full")
    joined = grid.rows.select("agent", "task").join(scored, on=["agent", "task"], how="left", maintain_order="left")
    return 1 - joined["normalised"].to_numpy().astype(np.float64)


def _ranks(grid: Grid, risk: Floats) -> Floats:
    weighted = grid.rows.select("agent", "item_weight").with_columns(pl.Series("value", 1 - risk).fill_nan(None))
    kept = weighted.with_columns(weight=pl.when(pl.col("value").is_not_null()).then(pl.col("item_weight")))
    means = kept.group_by("agent", maintain_order=True).agg(
        mean=(pl.col("value") * pl.col("weight")).sum() / pl.col("weight").sum()
    )
    return midranks(means["mean"].to_numpy())
