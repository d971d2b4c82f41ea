"""From scored replies to success, probe accuracy, responsiveness and stability, with intervals over tasks.

A task with its variants is the unit. Success is about final answers, probe accuracy about side questions; the gap
between clean and distractor variants is given on probe accuracy, where no metadata enters. The integrity scores
(paper 001, equations 5 to 13) are computed from the very frame that `questions_answered` returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import polars as pl

from holdfast.core import Finding
from holdfast.engine.suite import Analysis, Settings
from holdfast.suites.commitment.bands import BANDS
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR, VARIANTS
from holdfast.suites.commitment.questions import answer_name, from_target
from holdfast.suites.control import contrast_outcomes, control_findings
from holdfast.suites.estimates import mean_finding

UNIT = "task"
SLICES = ("family", "band", "variant")
KINDS = ("distract", "update")


def questions_answered(scores: pl.DataFrame) -> pl.DataFrame:
    """One row per agent and question that was answered, with the question's slot, phase, place and right answer.

    Columns besides the design's own: `role`, `slot`, `phase`, `position`, `gold_answer`, `right`, `unclear`, and
    `confidence` and `success_probability` where they were stated.
    """
    answered = scores.filter(pl.col("failure").is_null())
    by_target = {target: from_target(target) for target in answered["target"].unique()}
    asked = [by_target[target][role] for target, role in answered.select("target", "role").iter_rows()]
    absent = [
        pl.lit(None, dtype=pl.Float64).alias(name)
        for name in ("confidence", "success_probability")
        if name not in answered.columns
    ]
    return answered.with_columns(
        pl.Series("slot", [q.slot for q in asked], dtype=pl.String),
        pl.Series("phase", [q.phase for q in asked], dtype=pl.String),
        pl.Series("position", [q.position for q in asked], dtype=pl.Int64),
        pl.Series("gold_answer", [answer_name(q.candidates.gold) for q in asked], dtype=pl.String),
        pl.Series("chance", [1 / len(q.candidates.members) for q in asked], dtype=pl.Float64),
        *absent,
        right=pl.col("right").cast(pl.Boolean),
        unclear=pl.col("decision").eq("unclear"),
    )


def analyse(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:  # noqa: ARG001
    """Every table and finding of the suite."""
    if "right" not in scores.columns:
        return Analysis([Finding("commitment.success", a, None, note=_SILENT) for a in _agents(scores)], {})
    rows = questions_answered(scores).sort(
        _rank("agent", _agents(scores)), _rank("family", FAMILIES), _rank("band", BANDS), "instance", "variant", "role"
    )
    finals = rows.filter(pl.col("role") == FINAL)
    outcomes = contrast_outcomes(finals.select("agent", "id", "answer", target="gold_answer"), contrasts)
    of_tasks = rows.filter(pl.col("variant").is_in(VARIANTS))
    findings: list[Finding] = []
    for agent in _agents(rows):
        findings += control_findings("commitment", agent, outcomes, KINDS, UNIT)
        findings += _rates(agent, of_tasks.filter(pl.col("agent") == agent))
    tables = {
        "commitment": _table(of_tasks, ["agent"]),
        **{f"commitment_by_{name}": _table(of_tasks, ["agent", name]) for name in SLICES},
        "commitment_by_cell": _table(of_tasks, ["agent", *SLICES]),
        "commitment_probes": _probe_table(of_tasks),
        "commitment_contrasts": _contrast_table(outcomes),
    }
    return Analysis(findings, tables)


def _rank(column: str, names: Iterable[str]) -> pl.Expr:
    """A sorting key: the order of the plan, or of the paper, rather than the alphabet's."""
    known = list(names)
    return pl.col(column).replace_strict(known, range(len(known)), return_dtype=pl.Int64)


_SILENT = "not measured: no answered case"


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
    return outcomes.group_by("agent", "expectation", "kind", maintain_order=True).agg(
        contrasts=pl.len(), held=pl.col("held").mean(), base_wrong=pl.col("base_wrong").mean()
    )
