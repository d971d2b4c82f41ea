"""From scored replies to findings: success, probe accuracy, integrity, responsiveness and stability, over tasks.

A task with its variants is the unit. Success is about final answers, probe accuracy about side questions; the gap
between clean and distractor variants is given on probe accuracy, where no metadata enters. HCCIS-CORE never stands
without what is attainable.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from holdfast.core import Finding
from holdfast.engine.suite import Analysis, Settings
from holdfast.suites.commitment.analyses.examine import examine_questions
from holdfast.suites.commitment.answered import questions_asked
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR, VARIANTS
from holdfast.suites.commitment.scores import group_scores
from holdfast.suites.commitment.settings import Settings as Resolved
from holdfast.suites.commitment.tables import (
    SLICES,
    contract_table,
    missing_inputs,
    success_with_drift,
    tables,
    task_table,
)
from holdfast.suites.control import NAMES, contrast_outcomes, control_findings
from holdfast.suites.estimates import mean_finding
from holdfast.suites.options import typed

UNIT = "task"
KINDS = ("distract", "update")
HEADLINES = ("responsiveness", "stability", "success", "probe_accuracy", "hccis_core")


def analyse(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
    """Every table and finding of the suite."""
    if "right" not in scores.columns:
        return Analysis([_silent(name, agent) for agent in _agents(scores) for name in HEADLINES], {})
    asked = questions_asked(scores)
    contracts = typed("commitment", settings, Resolved).contracts
    questions = asked.filter(pl.col("contract") == contracts[0])
    finals = questions.filter((pl.col("role") == FINAL) & pl.col("failure").is_null())
    units = questions.select("unit", "family", "band").unique(maintain_order=True)
    outcomes = contrast_outcomes(finals.select("agent", "id", "answer", target="gold_answer"), contrasts).join(
        units, on="unit", maintain_order="left"
    )
    tasks = task_table(questions)
    drifts = success_with_drift(tasks, questions)
    of_tasks = questions.filter(pl.col("variant").is_in(VARIANTS))
    findings: list[Finding] = []
    for agent in _agents(questions):
        is_own = pl.col("agent") == agent
        findings += control_findings("commitment", agent, outcomes, KINDS, UNIT)
        findings += _control_slices(agent, outcomes.filter(is_own))
        findings += _rates(agent, tasks.filter(is_own), of_tasks.filter(is_own))
        findings.append(_success_with_drift(agent, tasks.filter(is_own), drifts.filter(is_own)))
        findings += _integrity(agent, tasks.filter(is_own))
        findings.append(_unclear(agent, of_tasks.filter(is_own)))
    found = {
        **dict(tables(tasks, questions)),
        "commitment_success_with_drift": drifts,
        "commitment_contrasts": _contrast_table(outcomes),
    }
    if len(contracts) > 1:
        found["commitment_by_contract"] = contract_table(asked.sort(_rank_of(contracts), maintain_order=True))
        findings += _contract_gaps(tasks, asked, contracts)
    if questions["agent"].n_unique() > 1 and tasks["success"].count():
        deeper = examine_questions(questions, settings)
        findings += deeper.findings
        found |= deeper.tables
    return Analysis(findings, found)


def _silent(name: str, agent: str) -> Finding:
    note = "not measured: no answered case"
    return Finding(f"commitment.{name}", agent, None, unit=UNIT, note=note, headline=True)


def _agents(frame: pl.DataFrame) -> list[str]:
    return frame["agent"].unique(maintain_order=True).to_list()


def _rates(agent: str, own: pl.DataFrame, questions: pl.DataFrame) -> Iterator[Finding]:
    """Success, and probe accuracy as the mean over tasks, so that a task with three probes counts once."""
    probes = questions.filter(pl.col("role") != FINAL).filter(pl.col("right").is_not_null().all().over("id"))
    probes = probes.with_columns(weight=1.0 / pl.len().over("id"))
    for name, rows, column in (("success", own, "success"), ("probe_accuracy", probes, "right")):
        yield mean_finding(f"commitment.{name}", agent, rows, column, unit=UNIT, headline=True)
        for slice_ in SLICES:
            for level in rows[slice_].unique(maintain_order=True):
                part = rows.filter(pl.col(slice_) == level)
                yield mean_finding(f"commitment.{name}.{level}", agent, part, column, unit=UNIT)
    yield mean_finding(
        "commitment.distractor_gap", agent, _gaps(own), "gap", unit=UNIT, higher_is_better=False,
        note="clean minus distractor, on probe accuracy; 0 for an agent that ignores distractors", headline=True,
    )  # fmt: skip
    yield mean_finding(
        "commitment.state_drift", agent, own, "state_drift", unit=UNIT, higher_is_better=False,
        note="one minus probe accuracy, task by task",
    )  # fmt: skip
    yield mean_finding(
        "commitment.repair_precision", agent, own, "repair_precision", unit=UNIT,
        note="probes whose answer a correction changed, over tasks that have one",
    )  # fmt: skip


def _success_with_drift(agent: str, own: pl.DataFrame, cases: pl.DataFrame) -> Finding:
    """How often a right answer hides a failed commitment, with the clearest case by the table's fixed rule."""
    note = "of the tasks answered rightly, those with a wrong probe"
    if cases.height:
        case = cases.row(0, named=True)
        note += (
            f". The clearest: {case['task']}, final answer {case['final']} (right); "
            f"asked for {case['slots']} it said {case['said']}, right is {case['expected']}"
        )
    drifted = own.filter(pl.col("success")).with_columns(drifted=pl.col("state_drift") > 0)
    return mean_finding(
        "commitment.success_with_drift", agent, drifted, "drifted", unit=UNIT, higher_is_better=False, note=note,
        headline=True,
    )  # fmt: skip


def _integrity(agent: str, own: pl.DataFrame) -> Iterator[Finding]:
    """HCCIS-CORE by equation 11, each time with the least and the most that any agent could reach, and comparators."""
    weighted = own.filter(pl.col("hccis_core").is_not_null()).with_columns(weight="item_weight")
    for name in ("core_worst", "core_best"):
        yield mean_finding(f"commitment.{name}", agent, weighted, name, unit=UNIT)
    yield _core("commitment.hccis_core", agent, weighted, headline=True)
    for column in SLICES:
        for level in weighted[column].unique(maintain_order=True):
            yield _core(f"commitment.hccis_core.{level}", agent, weighted.filter(pl.col(column) == level))
    missing = missing_inputs(own)
    for name in ("hccis_full", "hccis_n"):
        if name in missing:
            why = f"not available: the replies give no {', no '.join(missing[name])}"
            yield Finding(f"commitment.{name}", agent, None, unit=UNIT, note=why)
        else:
            yield mean_finding(f"commitment.{name}", agent, weighted, name, unit=UNIT)


def _core(name: str, agent: str, weighted: pl.DataFrame, *, headline: bool = False) -> Finding:
    attainable = group_scores(weighted, ["agent"]).select("core_worst", "core_best").rows()
    note = "".join(f"attainable on these tasks: {low:.3f} to {high:.3f}" for low, high in attainable)
    return mean_finding(name, agent, weighted, "hccis_core", unit=UNIT, note=note, headline=headline)


def _contract_gaps(tasks: pl.DataFrame, asked: pl.DataFrame, contracts: tuple[str, ...]) -> Iterator[Finding]:
    """What another contract adds, over tasks that were answered under both."""
    key = ["agent", "unit", "variant"]
    for contract in contracts[1:]:
        other = task_table(asked.filter(pl.col("contract") == contract))
        both = tasks.join(other, on=key, suffix="_other", maintain_order="left")
        for name in ("success", "probe_accuracy"):
            more = both.with_columns(more=pl.col(f"{name}_other").cast(pl.Float64) - pl.col(name).cast(pl.Float64))
            for agent in _agents(more):
                own = more.filter(pl.col("agent") == agent)
                note = f"{contract} minus {contracts[0]}, task by task"
                yield mean_finding(f"commitment.{name}.{contract}_contract", agent, own, "more", unit=UNIT, note=note)


def _rank_of(contracts: tuple[str, ...]) -> pl.Expr:
    return pl.col("contract").replace_strict(contracts, range(len(contracts)), return_dtype=pl.Int64)


def _unclear(agent: str, own: pl.DataFrame) -> Finding:
    note = "replies that assert no single candidate; they count as wrong"
    return mean_finding("commitment.unclear_rate", agent, own, "unclear", unit=UNIT, higher_is_better=False, note=note)


def _control_slices(agent: str, outcomes: pl.DataFrame) -> Iterator[Finding]:
    """Responsiveness and stability by family and by band."""
    for expectation, name in NAMES.items():
        of_kind = outcomes.filter(pl.col("expectation") == expectation.value)
        for column in ("family", "band"):
            for level in of_kind[column].unique(maintain_order=True):
                part = of_kind.filter(pl.col(column) == level)
                yield mean_finding(f"commitment.{name}.{level}", agent, part, "held", unit=UNIT)


def _gaps(own: pl.DataFrame) -> pl.DataFrame:
    """Per task: probe accuracy without its distractor minus with it."""

    def accuracy(variant: str) -> pl.Expr:
        return pl.col("probe_accuracy").filter(pl.col("variant") == variant).mean()

    gaps = own.group_by("unit", maintain_order=True).agg(gap=accuracy(CLEAN) - accuracy(DISTRACTOR))
    return gaps.filter(pl.col("gap").is_not_null())


def _contrast_table(outcomes: pl.DataFrame) -> pl.DataFrame:
    return outcomes.group_by("agent", "expectation", "kind", "family", maintain_order=True).agg(
        contrasts=pl.len(), held=pl.col("held").mean(), base_wrong=pl.col("base_wrong").mean()
    )
