"""Diagnostic discrimination of terminal failure (paper 001, Tables 5, 15 and 16).

Overall, by family, by agent and by agent-family slice; then the same with clustered uncertainty: task-block,
agent-block and two-way cluster bootstraps, and paired differences from the primary score. A slice is a weighting of
the rows with zeros and ones, so that all slices of a predictor are one call.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from holdfast.core import Finding, Interval
from holdfast.core.finding import POOLED
from holdfast.stats import Among, Bootstrap, Discrimination, Resampled, crossed_draws, evaluate
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.analyses.grid import SEED, Grid
from holdfast.suites.commitment.analyses.predictors import COMPARATORS, ORACLE, PREDICTORS, REFERENCE

BINS = 5
"""Bins of the calibration error, as in the paper."""
MEASURES = ("auc", "pr_auc", "brier", "ece")
"""The columns, in the order of `stats.MEASURES`."""
BOOTSTRAPS: Mapping[str, tuple[str, ...]] = {
    "task block": ("unit",),
    "agent block": ("agent",),
    "two-way cluster": ("agent", "unit"),
}
"""What each bootstrap draws; a task goes with its twin."""
TWO_WAY = "two-way cluster"
ONE_CLASS = "undefined: every task succeeds or every task fails"
SLICES = {"by_family": ["family"], "by_agent": ["agent"], "by_slice": ["agent", "family"]}


def discrimination_tables(grid: Grid) -> dict[str, pl.DataFrame]:
    """The four measures of every predictor: overall (Table 5), by family, by agent, by agent and family."""
    everything = np.ones((1, grid.rows.height))
    slices = {name: (by, *_slices(grid, by)) for name, by in SLICES.items()}
    weights = np.concatenate([everything, *(indicator for _, _, indicator in slices.values())])
    overall: list[dict[str, object]] = []
    sliced: dict[str, list[pl.DataFrame]] = {name: [] for name in SLICES}
    for predictor in PREDICTORS:
        risk = grid.risk(predictor)
        known = np.isfinite(risk)
        undefined = np.full((len(weights), len(MEASURES)), np.nan)
        values = _among(grid.fails, risk, known)(weights) if known.any() else undefined
        overall.append(_row(predictor, values[0], int(known.sum()), int(grid.fails[known].sum())))
        start = 1
        for name, (_, labels, indicator) in slices.items():
            part = values[start : start + len(indicator)]
            start += len(indicator)
            sliced[name].append(_slice_frame(predictor, labels, part, indicator @ known, indicator @ grid.fails))
    tables = {"discrimination": pl.DataFrame(overall, infer_schema_length=None)}
    for name, frames in sliced.items():
        tables[f"discrimination_{name}"] = pl.concat(frames)
    return tables


def _slices(grid: Grid, by: list[str]) -> tuple[pl.DataFrame, Floats]:
    """The slices by some columns, and which rows each has (slices x rows)."""
    labels = grid.rows.select(by).unique(maintain_order=True)
    at = grid.rows.select(by).join(labels.with_row_index("slice"), on=by, how="left", maintain_order="left")["slice"]
    indicator = np.zeros((labels.height, grid.rows.height))
    indicator[at.to_numpy(), np.arange(grid.rows.height)] = 1
    return labels, indicator


def _row(predictor: str, values: Floats, rows: int, failures: int) -> dict[str, object]:
    about = PREDICTORS[predictor]
    note = f"not available: needs {about.needs}" if not rows else ONE_CLASS if math.isnan(values[0]) else ""
    return {
        "predictor": about.label, "kind": about.kind, **dict(zip(MEASURES, map(_known, values), strict=True)),
        "rows": rows, "failures": failures, "note": note,
    }  # fmt: skip


def _slice_frame(predictor: str, labels: pl.DataFrame, values: Floats, rows: Floats, failures: Floats) -> pl.DataFrame:
    about = PREDICTORS[predictor]
    measured = pl.DataFrame(
        {name: pl.Series(column, dtype=pl.Float64) for name, column in zip(MEASURES, values.T, strict=True)}
    )
    return pl.concat([labels, measured.fill_nan(None)], how="horizontal").select(
        pl.lit(about.label).alias("predictor"),
        *labels.columns,
        *MEASURES,
        pl.Series("rows", rows, dtype=pl.Int64),
        pl.Series("failures", failures, dtype=pl.Int64),
        pl.when(pl.Series(rows) == 0).then(pl.lit("not available"))
        .when(pl.col("auc").is_null()).then(pl.lit("undefined: one outcome only")).otherwise(pl.lit("")).alias("note"),
    )  # fmt: skip


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


class Uncertainty:
    """Every predictor under the three bootstraps; where rows differ, both sides of a comparison on the rows of both."""

    def __init__(self, grid: Grid, draws: int) -> None:
        risks = {name: grid.risk(name) for name in PREDICTORS if name != ORACLE}
        known = {name: np.isfinite(risk) for name, risk in risks.items()}
        self.available = {name for name, mask in known.items() if mask.any()}
        statistics = {name: _among(grid.fails, risks[name], known[name]) for name in self.available}
        self.rows = {name: int(mask.sum()) for name, mask in known.items()}
        """How many rows have each predictor."""
        self.rows_of_both = {name: int((known[name] & known[REFERENCE]).sum()) for name in COMPARATORS}
        """How many rows have a comparator and the reference."""
        self._sides: dict[str, tuple[str, str]] = {}
        paired: dict[str, Among] = {}
        for name in COMPARATORS:
            both = known[name] & known[REFERENCE]
            if both.any():
                first, second = (
                    side if (known[side] == both).all() else f"{side} beside {name}" for side in (REFERENCE, name)
                )
                self._sides[name] = first, second
                for made, side in ((first, REFERENCE), (second, name)):
                    if made != side:
                        paired[made] = _among(grid.fails, risks[side], both)
        self.found: dict[str, Bootstrap | None] = {}
        for bootstrap, factors in BOOTSTRAPS.items():
            if any(grid.rows[factor].n_unique() < 2 for factor in factors):
                self.found[bootstrap] = None
                continue
            labels = [grid.rows[factor].to_numpy() for factor in factors]
            wanted = statistics | paired if bootstrap == TWO_WAY else statistics
            self.found[bootstrap] = evaluate(wanted, crossed_draws(*labels, seed=SEED, draws=draws))

    def interval(self, bootstrap: str, predictor: str, measure: str) -> Resampled | None:
        """One measure of one predictor; None where there is nothing to resample or nothing to measure."""
        found = self.found[bootstrap]
        return found.interval(predictor, _STATS[measure]) if found and predictor in self.available else None

    def delta(self, comparator: str, measure: str) -> Resampled | None:
        """The reference minus a comparator on the rows that have both, draw by draw, two-way."""
        found = self.found[TWO_WAY]
        return found.delta(*self._sides[comparator], _STATS[measure]) if found and comparator in self._sides else None


def _among(fails: NDArray[np.bool_], risk: Floats, rows: NDArray[np.bool_]) -> Among:
    return Among(Discrimination(fails[rows], risk[rows], bins=BINS), rows)


_STATS = dict(zip(MEASURES, ("auc", "average_precision", "brier", "ece"), strict=True))


def uncertainty_table(uncertainty: Uncertainty) -> pl.DataFrame:
    """Table 15: each predictor under each bootstrap."""
    rows = []
    for predictor, about in PREDICTORS.items():
        if predictor == ORACLE:
            continue
        for bootstrap in BOOTSTRAPS:
            found = {measure: uncertainty.interval(bootstrap, predictor, measure) for measure in MEASURES}
            note = ""
            if uncertainty.found[bootstrap] is None:
                note = f"needs at least two {'profiles' if 'agent' in BOOTSTRAPS[bootstrap] else 'tasks'}"
            elif found["auc"] is None:
                note = "not available"
            rows.append({"predictor": about.label, "bootstrap": bootstrap, **_cells(found), "note": note})
    return pl.DataFrame(rows, infer_schema_length=None)


def delta_table(uncertainty: Uncertainty) -> pl.DataFrame:
    """Table 16: the reference minus each comparator, paired within draws of the two-way bootstrap."""
    rows = []
    for comparator in COMPARATORS:
        found = {measure: uncertainty.delta(comparator, measure) for measure in MEASURES}
        label = f"{PREDICTORS[REFERENCE].label} - {PREDICTORS[comparator].label}"
        missing = found["auc"] is None
        note = "needs two profiles, two tasks and both scores" if missing else ""
        rows.append({"comparison": label, **{f"delta_{k}": v for k, v in _cells(found).items()}, "note": note})
    return pl.DataFrame(rows, infer_schema_length=None)


def _cells(found: Mapping[str, Resampled | None]) -> dict[str, float | None]:
    cells: dict[str, float | None] = {}
    for measure, value in found.items():
        for name, number in (("", "estimate"), ("_low", "low"), ("_high", "high")):
            cells[measure + name] = None if value is None else _known(getattr(value, number))
    return cells


def discrimination_findings(grid: Grid, uncertainty: Uncertainty) -> Iterator[Finding]:
    """The measures of every predictor, and the paired differences, with their two-way intervals."""
    for predictor, about in PREDICTORS.items():
        if predictor == ORACLE:
            continue
        for measure in MEASURES:
            name = f"commitment.discrimination.{predictor}.{measure}"
            # With one profile there is only the task block to resample.
            method = next((b for b in (TWO_WAY, "task block") if uncertainty.found[b] is not None), TWO_WAY)
            found = uncertainty.interval(method, predictor, measure)
            about_it = {"method": f"{method} bootstrap", "better": measure not in ("brier", "ece")}
            yield _finding(name, found, grid, n=uncertainty.rows[predictor], needs=about.needs, **about_it)
    for comparator in COMPARATORS:
        for measure in MEASURES:
            name = f"commitment.discrimination_delta.{comparator}.{measure}"
            about_it = {"method": f"paired {TWO_WAY} bootstrap", "n": uncertainty.rows_of_both[comparator]}
            yield _finding(name, uncertainty.delta(comparator, measure), grid, **about_it)


def _finding(name: str, found: Resampled | None, grid: Grid, **about: Any) -> Finding:
    better, needs = about.get("better"), about.get("needs")
    if found is None or math.isnan(found.estimate):
        why = f"needs {needs}" if found is None and needs else "one outcome only, or too few profiles"
        return Finding(name, POOLED, None, unit="task", higher_is_better=better, note=f"not measured: {why}")
    ends = Interval(found.low, found.high, found.level, about["method"])
    intervals = (ends,) if math.isfinite(found.low) else ()
    undefined = f"; undefined in {found.undefined} of {found.draws} draws" if found.undefined else ""
    note = f"over {len(grid.agents)} profiles{undefined}"
    units = grid.rows["unit"].n_unique()
    return Finding(name, POOLED, found.estimate, "task", units, about["n"], intervals, better, note)
