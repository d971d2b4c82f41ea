"""Trained baselines (paper 001, Table 17): how well could failure be predicted by fitting the weights?

Logistic regression, plain and with isotonic calibration, on the audit-core or the diagnostic-augmented features. A
whole agent, or a whole family, is held out; scaling, fitting and calibration see the others only. Measures are taken
within each held-out group and averaged, so that the hand-specified score is judged on the same footing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from holdfast.core import Finding
from holdfast.core.finding import POOLED
from holdfast.stats import Discrimination, Logistic
from holdfast.stats.columns import Codes, Floats
from holdfast.suites.commitment.analyses.discrimination import BINS, MEASURES
from holdfast.suites.commitment.analyses.grid import Grid
from holdfast.suites.commitment.analyses.predictors import REFERENCE
from holdfast.suites.commitment.analyses.sensitivity import COLUMNS

FEATURES: Mapping[str, tuple[str, ...]] = {
    "audit core": tuple(COLUMNS.values()),
    "diagnostic augmented": (*COLUMNS.values(), "confidence_risk", "uncertainty_risk", "human_difficulty"),
}
PROTOCOLS = {"leave-agent-out": "agent", "leave-family-out": "family"}
INNER_FOLDS = 5
"""Folds of the training groups whose held-out predictions calibrate the isotonic model."""

Fit = Callable[[Floats, NDArray[np.bool_], Codes], Callable[[Floats], Floats]]
"""From features, outcomes and groups of the training rows to a predictor of probabilities."""


def logistic(features: Floats, outcomes: NDArray[np.bool_], groups: Codes) -> Callable[[Floats], Floats]:  # noqa: ARG001
    """Ridge logistic regression on features that are scaled by the training rows."""
    return Logistic(features, outcomes).probabilities


def calibrated(features: Floats, outcomes: NDArray[np.bool_], groups: Codes) -> Callable[[Floats], Floats]:
    """The same, with an isotonic curve fitted to predictions for training groups that were held out in their turn."""
    from sklearn.isotonic import IsotonicRegression

    folds = min(INNER_FOLDS, len(np.unique(groups)))
    inner = np.full(len(outcomes), np.nan)
    order = {group: place % folds for place, group in enumerate(np.unique(groups))} if folds > 1 else {}
    fold = np.array([order.get(group, 0) for group in groups])
    for number in range(folds):
        held = fold == number
        if both(outcomes[~held]):
            inner[held] = logistic(features[~held], outcomes[~held], groups[~held])(features[held])
    known = np.isfinite(inner)
    whole = logistic(features, outcomes, groups)
    if not both(outcomes[known]):
        return whole
    curve = IsotonicRegression(out_of_bounds="clip", y_min=0, y_max=1).fit(inner[known], outcomes[known])
    return lambda rows: curve.predict(whole(rows))


MODELS: Mapping[str, Fit] = {"logistic": logistic, "logistic + isotonic": calibrated}


def both(outcomes: NDArray[np.bool_]) -> bool:
    """Whether both outcomes occur."""
    return bool(outcomes.any() and not outcomes.all())


def held_out_predictions(features: Floats, outcomes: NDArray[np.bool_], groups: Codes, fit: Fit) -> Floats:
    """Each row's probability from a model that never saw its group; NaN where the rest has one outcome only."""
    found = np.full(len(outcomes), np.nan)
    for group in np.unique(groups):
        held = groups == group
        if both(outcomes[~held]):
            found[held] = np.clip(fit(features[~held], outcomes[~held], groups[~held])(features[held]), 0, 1)
    return found


def baseline_table(grid: Grid) -> pl.DataFrame:
    """Table 17: the hand-specified score and the trained models under both protocols."""
    rows = []
    for protocol, column in PROTOCOLS.items():
        groups = grid.numbered(column, grid.rows[column].unique(maintain_order=True).to_list())
        rows.append(_row(protocol, "hand-specified HCCIS-CORE", "primary score", grid.risk(REFERENCE), grid, groups))
        for model, fit in MODELS.items():
            for name, columns in FEATURES.items():
                predicted, note = _predict(grid, columns, groups, fit)
                row = _row(protocol, model, name, predicted, grid, groups)
                rows.append(row | ({"note": note} if note else {}))
    return pl.DataFrame(rows, infer_schema_length=None)


def _predict(grid: Grid, columns: tuple[str, ...], groups: Codes, fit: Fit) -> tuple[Floats, str]:
    features = grid.rows.select(pl.col(columns).cast(pl.Float64)).to_numpy().astype(np.float64)
    nothing = np.full(len(features), np.nan)
    absent = [name for name, column in zip(columns, features.T, strict=True) if np.isnan(column).all()]
    if absent:
        return nothing, f"not available: {absent[0]} was not measured"
    if len(np.unique(groups)) < 2:
        return nothing, "nothing is left to train on when the only group is held out"
    complete = np.isfinite(features).all(axis=1)
    found = nothing
    found[complete] = held_out_predictions(features[complete], grid.fails[complete], groups[complete], fit)
    return found, ""


def _row(protocol: str, model: str, features: str, risk: Floats, grid: Grid, groups: Codes) -> dict[str, object]:
    """Measures within each held-out group, averaged; AUC and PR-AUC over the groups with both outcomes."""
    known = np.isfinite(risk)
    count = int(groups.max()) + 1
    values = np.full((count, len(MEASURES)), np.nan)
    if known.any():
        indicator = (groups[known] == np.arange(count)[:, np.newaxis]).astype(np.float64)
        values = Discrimination(grid.fails[known], risk[known], bins=BINS)(indicator)
    defined = np.isfinite(values)
    means = np.where(defined, values, 0).sum(axis=0) / np.maximum(defined.sum(axis=0), 1)
    cells = [float(m) if n else None for m, n in zip(means, defined.sum(axis=0), strict=True)]
    note = "" if defined[:, 0].any() else "undefined: no held-out group has both outcomes"
    return {
        "protocol": protocol, "model": model, "features": features, **dict(zip(MEASURES, cells, strict=True)),
        "groups": count, "groups_with_both": int(defined[:, 0].sum()), "note": note,
    }  # fmt: skip


def baseline_findings(table: pl.DataFrame) -> Iterator[Finding]:
    """AUC and PR-AUC of each model under each protocol."""
    for row in table.iter_rows(named=True):
        who = ".".join(_slug(row[name]) for name in ("protocol", "model", "features"))
        for measure in ("auc", "pr_auc"):
            value = row[measure]
            missing = value is None or math.isnan(value)
            yield Finding(
                f"commitment.baselines.{who}.{measure}", POOLED, None if missing else value,
                unit=row["protocol"].split("-")[1], units=row["groups_with_both"], n=row["groups"],
                higher_is_better=True, note=f"not measured: {row['note']}" if missing else "mean over held-out groups",
            )  # fmt: skip


def _slug(text: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in text.lower()).replace("___", "_")
