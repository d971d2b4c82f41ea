"""Findings and tables of the matrix, readout by readout; the first readout gives the headlines."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import polars as pl

from holdfast.core import Finding, Interval
from holdfast.engine.suite import Analysis
from holdfast.stats import clopper_pearson, kappa
from holdfast.suites.binding.matrix import audits
from holdfast.suites.binding.matrix.build import FLIP, SCAFFOLD
from holdfast.suites.binding.matrix.cells import NEGLIGIBLE, POOLED, accuracies, cells, differences, summaries
from holdfast.suites.binding.matrix.ledger import claims
from holdfast.suites.binding.matrix.rows import behaviour
from holdfast.suites.binding.matrix.settings import CORE, Settings
from holdfast.suites.binding.rows import CORRECTED
from holdfast.suites.control import contrast_outcomes, control_findings
from holdfast.suites.estimates import mean_finding

UNIT = "pair"
NAMES = {CORRECTED: "prior_corrected"}


def analyse(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
    """Every table and finding of the suite."""
    if "unmapped" not in scores.columns:
        scores = scores.with_columns(pl.lit(None, pl.Float64).alias("unmapped"))
    rows = behaviour(scores, settings)
    table = cells(differences(rows))
    summary = summaries(table)
    whole = audits.completeness(scores, settings)
    audited = audits.audits(rows, scores, whole, settings)
    outcomes = contrast_outcomes(answers(scores, settings.readouts[0]), contrasts)
    findings = [
        *_silent(scores, rows),
        *_control(outcomes),
        *_accuracies(rows, settings),
        *_overs(summary, settings),
        *_cells(table, settings),
        *_unmapped(scores, settings),
    ]
    tables = {
        "matrix_cells": accuracies(rows),
        "matrix_contrasts": table,
        "matrix_summary": summary,
        "matrix_flips": _flips(outcomes),
        "matrix_completeness": whole,
        "matrix_audits": audited,
        "matrix_claims": claims(summary, audited, settings),
        "matrix_readouts": _agreement(scores),
    }
    return Analysis(findings, {name: found for name, found in tables.items() if found.height})


def stem_of(readout: str, settings: Settings) -> str:
    """How findings of a readout are named: the first has the plain names."""
    return "matrix" if readout == settings.readouts[0] else f"matrix.{NAMES.get(readout, readout)}"


def _silent(scores: pl.DataFrame, rows: pl.DataFrame) -> Iterator[Finding]:
    for agent in sorted(set(scores["agent"]) - set(rows["agent"])):
        for name in ("responsiveness", "stability"):
            note = "not measured: no answered case"
            yield Finding(f"matrix.{name}", agent, None, unit=UNIT, note=note, headline=True)


def answers(scores: pl.DataFrame, readout: str) -> pl.DataFrame:
    """The structured variant's answers: the best letter, or the first generated action."""
    answered = pl.col("failure").is_null() & (pl.col("role") == readout) & (pl.col("replicate") == 0)
    return scores.filter(answered & (pl.col("variant") == "structured"))


def _control(outcomes: pl.DataFrame) -> Iterator[Finding]:
    for agent in outcomes["agent"].unique(maintain_order=True):
        yield from control_findings("matrix", str(agent), outcomes, (FLIP, SCAFFOLD), UNIT)


def _accuracies(rows: pl.DataFrame, settings: Settings) -> Iterator[Finding]:
    for (agent, readout, arm), own in rows.group_by("agent", "readout", "arm", maintain_order=True):
        direction = True if arm == "structured" else None
        name = f"{stem_of(str(readout), settings)}.accuracy.{arm}"
        yield mean_finding(name, str(agent), own, "accuracy", unit=UNIT, higher_is_better=direction)
        if arm == "structured" and readout == settings.readouts[0]:
            for (kind,), part in own.group_by("kind", maintain_order=True):
                yield mean_finding(f"{name}.{kind}", str(agent), part, "accuracy", unit=UNIT)


def _overs(summary: pl.DataFrame, settings: Settings) -> Iterator[Finding]:
    """Mean differences over cells, with the interval over families first. What all models have together is a table."""
    if summary.is_empty():
        return
    order = {"family": 0, "scaffold": 1, "model": 2}
    clustered = summary.filter((pl.col("clusters") != "cell") & (pl.col("models") != POOLED))
    for (agent, readout, control), own in clustered.group_by("models", "readout", "control", maintain_order=True):
        lines = sorted(own.iter_rows(named=True), key=lambda line: order[line["clusters"]])
        intervals = tuple(
            Interval(line["mean_low"], line["mean_high"], 0.95, f"{line['clusters']}-cluster-bootstrap")
            for line in lines
            if math.isfinite(line["mean_low"])
        )
        first = lines[0]
        if -NEGLIGIBLE < first["mean_low"] <= first["mean_high"] < NEGLIGIBLE:
            # No cluster differs, so resampling has nothing to vary. So many can still hide this rate of differences.
            hidden, how = clopper_pearson(0, first["n"])[1], f"clopper-pearson over {first['clusters']} clusters"
            intervals = (Interval(-hidden, hidden, 0.95, how), *intervals)
        stem = stem_of(str(readout), settings)
        yield Finding(
            f"{stem}.over.{control}", str(agent), first["delta"], unit=first["clusters"], units=first["n"],
            n=first["cells"], intervals=intervals, higher_is_better=True, headline=stem == "matrix" and control in CORE,
            note=f"above in {first['above']} of {first['cells']} cells, with the bound in {first['positive']}",
        )  # fmt: skip


def _cells(table: pl.DataFrame, settings: Settings) -> Iterator[Finding]:
    """Shares of positive cells: by the bound over pairs, and by the paper's plain count."""
    if table.is_empty():
        return
    for (agent, readout, control), own in table.group_by("agent", "readout", "control", maintain_order=True):
        for column, title in (("positive", "positive_cells"), ("above", "cells_above")):
            share = float(own[column].sum() / own.height)
            name = f"{stem_of(str(readout), settings)}.{title}.{control}"
            yield Finding(name, str(agent), share, unit="cell", units=own.height, n=own.height, higher_is_better=True)


def _unmapped(scores: pl.DataFrame, settings: Settings) -> Iterator[Finding]:
    answered = scores.filter(pl.col("failure").is_null() & ~pl.col("role").str.contains(":"))
    for (agent, readout), own in answered.group_by("agent", "role", maintain_order=True):
        name = f"{stem_of(str(readout), settings)}.unmapped_rate"
        found = mean_finding(name, str(agent), own, "unmapped", unit=UNIT, higher_is_better=False)
        yield msgspec.structs.replace(found, note="ties of letters, or replies that name no action or several")


def _flips(outcomes: pl.DataFrame) -> pl.DataFrame:
    """The counterfactual flip by family: both events of a pair right, so that the action moved with what decides."""
    flips = outcomes.filter(pl.col("kind") == FLIP).with_columns(family=pl.col("unit").str.split("/").list.first())
    return flips.group_by("agent", "family", maintain_order=True).agg(
        pairs=pl.col("unit").n_unique(), contrasts=pl.len(), flipped=pl.col("held").mean()
    )


def _agreement(scores: pl.DataFrame) -> pl.DataFrame:
    """How often both readouts give the same action where both were asked."""
    answered = scores.filter(pl.col("failure").is_null() & (pl.col("replicate") == 0))
    sides = [
        answered.filter(pl.col("role") == role).select("agent", "id", pl.col("answer").alias(role))
        for role in ("letters", "reply")
    ]
    both = sides[0].join(sides[1], on=["agent", "id"])
    lines = [
        {
            "agent": agent, "n": own.height, "same": (own["letters"] == own["reply"]).mean(),
            "kappa": kappa(own["letters"].to_list(), own["reply"].to_list()),
        }
        for (agent,), own in both.group_by("agent", maintain_order=True)
    ]  # fmt: skip
    return pl.DataFrame(lines, infer_schema_length=None)
