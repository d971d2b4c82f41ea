"""Cells: one agent, scaffold and family. In each, how far structured accuracy lies above every control.

A cell counts as positive if the lower 95 % bound of its difference, over pairs of events, is above zero; the paper's
plain count asks only that the difference is. Both leave out differences below `NEGLIGIBLE`.
"""

from __future__ import annotations

import math

import polars as pl

from holdfast.stats import cluster_mean, summarise_contrast
from holdfast.suites.binding.matrix.rows import SAME_TEMPERATURE
from holdfast.suites.binding.matrix.settings import CORE
from holdfast.suites.binding.matrix.variants import AUDITS
from holdfast.suites.estimates import SEED

CONTROLS = (*CORE, "target_lesion", "stochastic_full", *SAME_TEMPERATURE, *AUDITS)
"""What structured accuracy is held against, in the order of the tables."""

NEGLIGIBLE = 0.001
"""A third of one generation of the paper's 300 in a cell; more than sampling warm moves an agent that is certain."""

CELL = ["agent", "readout", "control", "scaffold", "family"]
CLUSTERS = {"model": "agent", "scaffold": "scaffold", "family": "family"}
POOLED = "all models"
REFERENCE = "reference/"


def accuracies(rows: pl.DataFrame) -> pl.DataFrame:
    """Accuracy in every cell by arm."""
    keys = ["agent", "readout", "scaffold", "kind", "family"]
    cells = rows.group_by(*keys, "arm", maintain_order=True).agg(pl.col("accuracy").mean())
    wide = cells.pivot("arm", index=keys, values="accuracy")
    arms = [arm for arm in ("structured", *CONTROLS) if arm in wide.columns]
    return wide.select(*keys, *arms)


def differences(rows: pl.DataFrame) -> pl.DataFrame:
    """Structured minus control, event by event, where both were answered."""
    key = ["agent", "readout", "scaffold", "family", "kind", "unit", "turn"]
    structured = rows.filter(pl.col("arm") == "structured").select(*key, structured="accuracy")
    controls = rows.filter(pl.col("arm").is_in(CONTROLS)).select(*key, control="arm", without="accuracy")
    joined = controls.join(structured, on=key, maintain_order="left")
    return joined.with_columns(delta=pl.col("structured") - pl.col("without"))


def cells(by_event: pl.DataFrame) -> pl.DataFrame:
    """Every cell against every control, with the interval over pairs of events."""
    found = []
    for names, own in by_event.group_by(CELL, maintain_order=True):
        mean = cluster_mean(own["delta"].to_numpy(), own["unit"].to_numpy(), seed=SEED)
        low, high = (value if math.isfinite(value) else None for value in (mean.low, mean.high))
        found.append(
            {
                **dict(zip(CELL, names, strict=True)), "kind": own["kind"][0], "structured": own["structured"].mean(),
                "without": own["without"].mean(), "delta": mean.estimate, "delta_low": low, "delta_high": high,
                "events": own.height, "pairs": mean.clusters,
            }
        )  # fmt: skip
    if not found:
        return pl.DataFrame()
    apart = pl.col("delta") >= NEGLIGIBLE
    rank = {control: place for place, control in enumerate(CONTROLS)}
    return (
        pl.DataFrame(found, infer_schema_length=None)
        .with_columns(pl.col("delta_low", "delta_high").cast(pl.Float64))
        .with_columns(above=apart, positive=apart & (pl.col("delta_low") > 0).fill_null(False))
        .sort(pl.col("control").replace_strict(rank), maintain_order=True)
    )


def summaries(table: pl.DataFrame) -> pl.DataFrame:
    """For every agent, and for all models together: mean differences with intervals over models, scaffolds, families
    and cells, the smallest mean that leaving out one cluster gives, and the mean without the largest effect."""
    if table.is_empty():
        return pl.DataFrame()
    models = table.filter(~pl.col("agent").str.starts_with(REFERENCE))
    scopes = {str(agent): own for (agent,), own in table.group_by("agent", maintain_order=True)}
    if models["agent"].n_unique() > 1:
        scopes[POOLED] = models
    lines = [
        {"models": scope, "readout": readout, "control": control, **_counts(own), **line}
        for scope, whole in scopes.items()
        for (readout, control), own in whole.group_by("readout", "control", maintain_order=True)
        for line in _clusters(own)
    ]
    return pl.DataFrame(lines, infer_schema_length=None)


def _counts(own: pl.DataFrame) -> dict[str, object]:
    return {
        "cells": own.height, "positive": own["positive"].sum(), "above": own["above"].sum(),
        "structured": own["structured"].mean(), "without": own["without"].mean(), "delta": own["delta"].mean(),
    }  # fmt: skip


def _clusters(own: pl.DataFrame) -> list[dict[str, object]]:
    lines = []
    for kind, column in {**CLUSTERS, "cell": None}.items():
        effects = (
            own["delta"]
            if column is None
            else own.group_by(column, maintain_order=True).agg(pl.col("delta").mean())["delta"]
        )
        if len(effects) < 2:
            continue
        found = summarise_contrast(effects.to_numpy(), seed=SEED)
        lines.append(
            {
                "clusters": kind, "n": found.units, "mean_low": found.low, "mean_high": found.high,
                "t_low": found.t_low, "t_high": found.t_high, "minimum": found.minimum,
                "leave_one_out_minimum": found.leave_one_out_minimum, "top_removed": found.top_removed,
                "sign_p": found.sign_p,
            }
        )  # fmt: skip
    return lines
