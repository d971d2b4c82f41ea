"""One task of one run as a person can check it: each reply, what the matcher made of it, and every number by formula.

The numbers are those of `scores`; here they are only written down beside the formula and what went into it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from holdfast.suites.commitment.answered import probe_rows, questions_asked
from holdfast.suites.commitment.constants import (
    CORE,
    DISTRACTED,
    FULL,
    ITEM_WEIGHT,
    PHASE,
    PHASES,
    POSITION,
    PROBE_WEIGHT,
    VALIDITY,
    WEIGHT_BASE,
    WEIGHT_SLOPE,
)
from holdfast.suites.commitment.scores import probe_scores, task_scores

SHOWN = 600
"""Characters of a reply that are shown; the journal has the rest."""


def audit(scores: pl.DataFrame, replies: Mapping[tuple[str, str], str]) -> str:
    """Everything about one case: `scores` are its rows, joined with the design; replies are by agent and role."""
    if "right" not in scores.columns:
        return "No reply to this task was scored."
    questions = questions_asked(scores)
    probes = probe_rows(questions)
    lines: list[str] = []
    for agent in questions["agent"].unique(maintain_order=True):
        is_own = pl.col("agent") == agent
        lines += [agent, *_decisions(questions.filter(is_own), replies), *_arithmetic(probes.filter(is_own)), ""]
    return "\n".join(lines).rstrip()


def _decisions(own: pl.DataFrame, replies: Mapping[tuple[str, str], str]) -> Iterator[str]:
    for row in own.iter_rows(named=True):
        said = replies.get((row["agent"], row["role"]), "")
        cut = "" if len(said) <= SHOWN else f" … ({len(said):,} characters)"
        yield f"  {row['role']}: {row['gold_answer']} is right. The reply:"
        yield textwrap.indent(said[:SHOWN].strip() + cut or "(empty)", "    | ")
        yield f"    {_decision(row)}"


def _decision(row: Mapping[str, Any]) -> str:
    if row["failure"] is not None:
        return f"no answer ({row['failure']}): neither right nor wrong"
    where = ""
    if row.get("span") is not None:
        where = f" at {row['span_start']:.0f}-{row['span_end']:.0f}: {row['span']!r}"
    asserted = "" if row["answer"] is None else f"; it asserts {row['answer']}"
    return f"{row['decision']}, by the rule `{row['rule']}`{where}{asserted}"


def _arithmetic(probes: pl.DataFrame) -> Iterator[str]:
    """The equations in the order in which they are used."""
    if probes.is_empty():
        yield "  No integrity: this twin is asked its final question only."
        return
    rows = list(probe_scores(probes).iter_rows(named=True))
    task = task_scores(probes).row(0, named=True)
    yield "  The arithmetic (numbers in brackets: equations of paper 001):"
    yield (
        f"    item weight ω = clip({_design(rows):.2f} x ({WEIGHT_BASE} + {WEIGHT_SLOPE} x "
        f"{task['human_difficulty']:.2f}), {_limits(ITEM_WEIGHT)}) = {task['item_weight']:.4f}  (5)"
    )
    for row in rows:
        yield from _probe(row, rows)
    yield from _task(task, rows)


def _design(rows: list[dict[str, Any]]) -> float:
    """The design weight, which all probes of a task share."""
    return float(rows[0]["design_weight"])


def _probe(row: Mapping[str, Any], rows: list[dict[str, Any]]) -> Iterator[str]:
    last = max(other["position"] for other in rows)
    distracted = int(row["variant"] == "distractor")
    yield f"    {row['role']} ({row['slot']}, {row['phase']}, place {row['position']} of {last})"
    if not row["answered"]:
        yield "      no answer, so no risk and no integrity"
        return
    yield f"      drift d = 1 - {int(row['matched'])} = {row['drift_risk']:.0f}"
    sum_, why = _trajectory(row, rows)
    yield f"      trajectory t = {sum_} = {row['trajectory_risk']:.4f}  ({why})"
    yield (
        f"      context position x = clip({POSITION} x {row['position']}/{last} + {PHASE} x {PHASES[row['phase']]} + "
        f"{DISTRACTED} x {distracted}, 0, 1) = {row['context_position_risk']:.4f}  (7)"
    )
    yield (
        f"      weight w = clip({row['probe_weight']:g} x {row['item_weight']:.4f} x {VALIDITY[row['validity']]:g}, "
        f"{_limits(PROBE_WEIGHT)}) = {row['weight']:.4f}  (10)"
    )
    yield f"      core = 1 - clip({_sum(CORE, row)}, 0, 1) = {row['hccis_core']:.4f}  (8)"
    if row["hccis_full"] is not None:
        yield f"      confidence risk q = 1 - {row['confidence']:g} = {row['confidence_risk']:.4f}"
        yield f"      uncertainty u = entropy({row['confidence']:g}) = {row['uncertainty_risk']:.4f}  (6)"
        yield f"      full = 1 - clip({_sum(FULL, row)}, 0, 1) = {row['hccis_full']:.4f}  (9)"


def _trajectory(row: Mapping[str, Any], rows: list[dict[str, Any]]) -> tuple[str, str]:
    """Disagreement with the other answers about the slot and having no single answer, in numbers and in words."""
    unclear = int(row["unclear"])
    single = "no single answer" if unclear else "a single answer"
    others = [r for r in rows if r["slot"] == row["slot"] and r["role"] != row["role"] and r["answered"]]
    if not others:
        return f"{unclear}", f"{single}; no other probe is about the slot"
    same = 0 if unclear else sum(other["answer"] == row["answer"] for other in others)
    return f"((1 - {same}/{len(others)}) + {unclear}) / 2", f"{same} other answers about the slot agree; {single}"


def _task(task: Mapping[str, Any], rows: list[dict[str, Any]]) -> Iterator[str]:
    right = "not answered" if task["success"] is None else "right" if task["success"] else "wrong"
    accuracy, drift = _known(task["probe_accuracy"]), _known(task["state_drift"])
    yield f"    final answer {right}; probe accuracy {accuracy}, drift {drift}"
    if task["hccis_core"] is None:
        yield "    HCCIS-CORE not available: a probe has no answer"
        return
    over = " + ".join(f"{row['weight']:.4f} x {row['hccis_core']:.4f}" for row in rows)
    under = " + ".join(f"{row['weight']:.4f}" for row in rows)
    yield f"    HCCIS-CORE = ({over}) / ({under}) = {task['hccis_core']:.4f}  (10)"
    yield f"      attainable on this task: {task['core_worst']:.4f} to {task['core_best']:.4f}"
    full = "not available: not every reply states a confidence"
    yield f"    HCCIS-FULL {full if task['hccis_full'] is None else format(task['hccis_full'], '.4f')}"
    yield f"    HCCIS+N {_known(task['hccis_n'])}"


def _sum(weights: Mapping[str, float], row: Mapping[str, Any]) -> str:
    return " + ".join(f"{weight:.4f} x {row[f'{term}_risk']:.4f}" for term, weight in weights.items())


def _limits(ends: tuple[float, float]) -> str:
    return f"{ends[0]:.2f}, {ends[1]:.2f}"


def _known(value: float | None) -> str:
    return "not available" if value is None else f"{value:.4f}"
