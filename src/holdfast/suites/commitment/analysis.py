"""From scored replies to success, probe accuracy, responsiveness and stability, with intervals over tasks.

A task with its variants is the unit. Success is about final answers, probe accuracy about side questions; the gap
between clean and distractor variants is given on probe accuracy, where no metadata enters. The integrity scores
(paper 001, equations 5 to 13) start from the same rows.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from holdfast.core import Finding
from holdfast.engine.suite import Analysis, Settings
from holdfast.suites.commitment.answered import questions_answered
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR, VARIANTS
from holdfast.suites.control import NAMES, contrast_outcomes, control_findings
from holdfast.suites.estimates import mean_finding

UNIT = "task"
SLICES = ("family", "band", "variant")
KINDS = ("distract", "update")
HEADLINES = ("responsiveness", "stability", "success", "probe_accuracy")


def analyse(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:  # noqa: ARG001
    """Every table and finding of the suite."""
    if "right" not in scores.columns:
        return Analysis([_silent(name, agent) for agent in _agents(scores) for name in HEADLINES], {})
    rows = questions_answered(scores)
    finals = rows.filter(pl.col("role") == FINAL)
    units = rows.select("unit", "family", "band").unique(maintain_order=True)
    outcomes = contrast_outcomes(finals.select("agent", "id", "answer", target="gold_answer"), contrasts).join(
        units, on="unit", maintain_order="left"
    )
    of_tasks = rows.filter(pl.col("variant").is_in(VARIANTS))
    findings: list[Finding] = []
    for agent in _agents(rows):
        findings += control_findings("commitment", agent, outcomes, KINDS, UNIT)
        findings += _control_slices(agent, outcomes.filter(pl.col("agent") == agent))
        findings += _rates(agent, of_tasks.filter(pl.col("agent") == agent))
    tables = {
        "commitment": _table(of_tasks, ["agent"]),
        **{f"commitment_by_{name}": _table(of_tasks, ["agent", name]) for name in SLICES},
        "commitment_by_cell": _table(of_tasks, ["agent", *SLICES]),
        "commitment_probes": _probe_table(of_tasks),
        "commitment_contrasts": _contrast_table(outcomes),
    }
    return Analysis(findings, tables)


def _silent(name: str, agent: str) -> Finding:
    note = "not measured: no answered case"
    return Finding(f"commitment.{name}", agent, None, unit=UNIT, note=note, headline=True)


def _agents(frame: pl.DataFrame) -> list[str]:
    return frame["agent"].unique(maintain_order=True).to_list()


def _rates(agent: str, own: pl.DataFrame) -> Iterator[Finding]:
    finals, probes = own.filter(pl.col("role") == FINAL), own.filter(pl.col("role") != FINAL)
    for name, rows in (("success", finals), ("probe_accuracy", probes)):
        yield mean_finding(f"commitment.{name}", agent, rows, "right", unit=UNIT, headline=True)
        for column in SLICES:
            for level in rows[column].unique(maintain_order=True):
                part = rows.filter(pl.col(column) == level)
                yield mean_finding(f"commitment.{name}.{level}", agent, part, "right", unit=UNIT)
    yield mean_finding(
        "commitment.distractor_gap", agent, _gaps(probes), "gap", unit=UNIT, higher_is_better=False,
        note="clean minus distractor, on probe accuracy; 0 for an agent that ignores distractors", headline=True,
    )  # fmt: skip
    yield mean_finding(
        "commitment.unclear_rate", agent, own, "unclear", unit=UNIT, higher_is_better=False,
        note="replies that assert no single candidate; they count as wrong",
    )  # fmt: skip


def _control_slices(agent: str, outcomes: pl.DataFrame) -> Iterator[Finding]:
    """Responsiveness and stability by family and by band."""
    for expectation, name in NAMES.items():
        of_kind = outcomes.filter(pl.col("expectation") == expectation.value)
        for column in ("family", "band"):
            for level in of_kind[column].unique(maintain_order=True):
                part = of_kind.filter(pl.col(column) == level)
                yield mean_finding(f"commitment.{name}.{level}", agent, part, "held", unit=UNIT)


def _gaps(probes: pl.DataFrame) -> pl.DataFrame:
    """Per task: probe accuracy without its distractor minus with it."""

    def accuracy(variant: str) -> pl.Expr:
        return pl.col("right").filter(pl.col("variant") == variant).cast(pl.Float64).mean()

    gaps = probes.group_by("unit", maintain_order=True).agg(gap=accuracy(CLEAN) - accuracy(DISTRACTOR))
    return gaps.filter(pl.col("gap").is_not_null())


def _table(rows: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    final = pl.col("role") == FINAL
    return rows.group_by(by, maintain_order=True).agg(
        tasks=final.sum(),
        success=pl.col("right").filter(final).mean(),
        probes=(~final).sum(),
        probe_accuracy=pl.col("right").filter(~final).mean(),
        unclear=pl.col("unclear").mean(),
        chance=pl.col("chance").mean(),
    )


def _probe_table(rows: pl.DataFrame) -> pl.DataFrame:
    columns = ["agent", "name", "family", "band", "variant", "role", "slot", "phase", "gold_answer", "answer"]
    return rows.select(*columns, "decision", "rule", "right")


def _contrast_table(outcomes: pl.DataFrame) -> pl.DataFrame:
    return outcomes.group_by("agent", "expectation", "kind", "family", maintain_order=True).agg(
        contrasts=pl.len(), held=pl.col("held").mean(), base_wrong=pl.col("base_wrong").mean()
    )
