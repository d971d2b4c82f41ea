"""From answers to the suite's numbers (paper 004, Table 10), with intervals over items.

`MEASURES` says once what is measured, in which part and which direction is good; findings, the table of the paper and
the paired comparison of agents are read off it. Paired differences over the same items are what a non-inferiority
margin is held against.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

import msgspec
import polars as pl

from holdfast.core import Finding
from holdfast.engine.hooks import Attainable
from holdfast.engine.suite import Analysis, Settings
from holdfast.suites.estimates import mean_finding, paired_difference
from holdfast.suites.regression.asking import TIE
from holdfast.suites.regression.checks import passes

UNIT = "item"
UNSCORED = "not measured: it needs log-probabilities, and not every agent of this run surely gives them"


class Measure(msgspec.Struct, frozen=True):
    """One number of the suite: the mean of a column over the items of a part."""

    part: str
    """Whose items."""
    column: str
    """What is averaged, as `measured` names it."""
    higher_is_better: bool | None
    """The direction of good; None where there is none."""
    headline: bool = False
    """Whether it is one of the paper's four."""
    needs_score: bool = False
    """Whether there is nothing to average without log-probabilities."""
    note: str = ""
    """What a reader must know to read it right."""
    undefined: str = ""
    """Why there may be no number although every item was answered."""


MEASURES = {
    "a.accuracy": Measure("A", "right", True, headline=True),
    "a.prior_corrected_accuracy": Measure(
        "A", "right_corrected", True, needs_score=True,
        note="after taking off the mean lead of yes over no on questions without content",
    ),
    "a.margin": Measure(
        "A", "margin", True, needs_score=True,
        note="log-probability of the right answer over the wrong one; yes and no are balanced, so a bias cancels out",
    ),
    "a.yes_rate": Measure("A", "says_yes", None, note="half of the right answers are yes"),
    "a.undecided_rate": Measure("A", "undecided", False, note="ties, and replies that are neither a yes nor a no"),
    "b.pass_rate": Measure("B", "passed", True, headline=True),
    "c.nll": Measure(
        "C", "nll", False, headline=True, needs_score=True,
        note="nats per token: compare only agents with the same tokenizer; bits per byte compares others",
    ),
    "c.bits_per_byte": Measure("C", "bits_per_byte", False, needs_score=True),
    "d.repetition_rate": Measure(
        "D", "repetition_rate", False, headline=True, undefined="not measured: no reply has four words"
    ),
    "d.distinct_ratio": Measure(
        "D", "distinct_ratio", True, note="falls as replies grow longer: see their words",
        undefined="not measured: no reply has a word",
    ),
    "d.empty_rate": Measure("D", "empty", False),
    "d.words": Measure("D", "words", None),
}  # fmt: skip
"""By the name of their finding, without the suite's."""

ATTAINABLE = {
    "regression.a.margin": Attainable(None, None, "a difference of log-probabilities"),
    "regression.c.*": Attainable(0.0, None, "a code length: 0 for who is certain of every token"),
    "regression.d.words": Attainable(0.0, None, "a count"),
    "regression.*": Attainable(0.0, 1.0, "a share"),
}

BY_KIND = ("a.accuracy", "b.pass_rate")
ITEM_VALUE = {"A": "lead", "B": "passed", "C": "nll", "D": "repetition_rate"}
ITEM_PASS = {"A": "right", "B": "passed"}
VALUES = ("lead", "nll", "bits_per_byte", "repetition_rate", "distinct_ratio", "words", "empty")


def analyse(scores: pl.DataFrame, settings: Settings) -> Analysis:
    """Every table and finding of the suite."""
    items = measured(scores)
    planned = {name: measure for name, measure in MEASURES.items() if measure.part in settings["parts"]}
    findings: list[Finding] = []
    rows = []
    # Agents keep the order of the plan: the first one is the baseline that the others are paired with.
    for agent in items["agent"].unique(maintain_order=True):
        own = items.filter(pl.col("agent") == agent)
        found = {name: _finding(name, measure, own, settings) for name, measure in planned.items()}
        rows.append(_table_row(agent, found, settings))
        findings += [*found.values(), *_by_kind(agent, own, planned)]
    tables = {"regression": pl.DataFrame(rows), "regression_items": _item_table(items)}
    if len(rows) > 1:
        tables["regression_paired"] = paired(items)
    return Analysis(findings, tables)


def measured(scores: pl.DataFrame) -> pl.DataFrame:
    """One row per agent and item with a column for each measure; null where an item failed or is of another part."""
    absent = [pl.lit(None, dtype=pl.Float64).alias(v) for v in VALUES if v not in scores.columns]
    asked = (pl.col("part") == "A") & pl.col("failure").is_null()
    prior = pl.col("lead").filter(asked & pl.col("target").is_null()).mean().over("agent")
    question = asked & pl.col("target").is_not_null()
    sign = pl.when(pl.col("target") == "yes").then(1.0).otherwise(-1.0)
    rows = scores.with_columns(absent).with_columns(
        right=pl.when(question).then(pl.col("answer").eq(pl.col("target")).fill_null(False)),
        right_corrected=pl.when(question).then((pl.col("lead") - prior) * sign >= TIE),
        margin=pl.when(question).then(pl.col("lead") * sign),
        says_yes=pl.when(question).then(pl.col("answer").eq("yes").fill_null(False)),
        undecided=pl.when(question).then(pl.col("answer").is_null()),
        empty=pl.col("empty").cast(pl.Boolean),
    )
    return rows.with_columns(pl.Series("passed", _passed(rows), dtype=pl.Boolean))


def observations(scores: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """By measure: one row per agent and item that has a number."""
    items = measured(scores)
    found = {
        f"regression.{name}": items.filter(pl.col("part") == measure.part)
        .drop_nulls(measure.column)
        .select("agent", "id", "unit", value=measure.column)
        for name, measure in MEASURES.items()
    }
    return {name: frame for name, frame in found.items() if frame.height}


def _passed(rows: pl.DataFrame) -> list[bool | None]:
    return [
        passes(reply, kind, json.loads(arguments)) if part == "B" and reply is not None else None
        for part, kind, arguments, reply in rows.select("part", "kind", "arguments", "answer").iter_rows()
    ]


def paired(items: pl.DataFrame) -> pl.DataFrame:
    """Each further agent against the first, over the items that both answered: mean difference with its interval."""
    baseline, *others = items["agent"].unique(maintain_order=True)
    rows = [
        row
        for agent, (name, measure) in product(others, MEASURES.items())
        if (row := _paired_row(items, baseline, agent, name, measure)) is not None
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _paired_row(
    items: pl.DataFrame, baseline: str, agent: str, name: str, measure: Measure
) -> dict[str, object] | None:
    column = measure.column
    of_part = items.filter(pl.col("part") == measure.part).drop_nulls(column).select("agent", "name", column)
    before, after = (of_part.filter(pl.col("agent") == who) for who in (baseline, agent))
    both = before.join(after, on="name", suffix="_after", maintain_order="left")
    if both.is_empty():
        return None
    found = paired_difference(both[column], both[f"{column}_after"], both["name"], of="items")
    return {
        "baseline": baseline, "agent": agent, "measure": f"regression.{name}",
        "higher_is_better": measure.higher_is_better, "items": found.n, "baseline_mean": found.before,
        "agent_mean": found.after, "difference": found.difference, "difference_low": found.low,
        "difference_high": found.high, "level": 0.95, "method": found.method,
    }  # fmt: skip


def _finding(name: str, measure: Measure, own: pl.DataFrame, settings: Settings) -> Finding:
    rows = own.filter(pl.col("part") == measure.part)
    found = mean_finding(
        f"regression.{name}", own["agent"][0], rows, measure.column,
        unit=UNIT, higher_is_better=measure.higher_is_better, headline=measure.headline,
    )  # fmt: skip
    answered = rows["failure"].is_null().any()
    why = UNSCORED if measure.needs_score and not settings["scored"] else measure.undefined if answered else ""
    note = measure.note if found.estimate is not None else why or found.note
    return msgspec.structs.replace(found, note=note)


def _by_kind(agent: str, own: pl.DataFrame, planned: dict[str, Measure]) -> Iterator[Finding]:
    for name in BY_KIND:
        if (measure := planned.get(name)) is None:
            continue
        rows = own.filter(pl.col("part") == measure.part).drop_nulls(measure.column)
        for kind in sorted(rows["kind"].unique()):
            of_kind = rows.filter(pl.col("kind") == kind)
            yield mean_finding(f"regression.{name}.{kind}", agent, of_kind, measure.column, unit=UNIT)


def _table_row(agent: str, found: dict[str, Finding], settings: Settings) -> dict[str, object]:
    """The paper's Table 10, with intervals and what is needed to read it."""
    row: dict[str, object] = {"agent": agent, "a_read_from": "log-probability" if settings["scored"] else "reply"}
    for headline in (True, False):
        for name, finding in found.items():
            if finding.headline is headline:
                column = name.replace(".", "_")
                row[column] = finding.estimate
                row[f"{column}_low"] = finding.interval.low if finding.interval else None
                row[f"{column}_high"] = finding.interval.high if finding.interval else None
    return row


def _item_table(items: pl.DataFrame) -> pl.DataFrame:
    def by_part(columns: dict[str, str], dtype: type[pl.DataType]) -> pl.Expr:
        return pl.coalesce(
            pl.when(pl.col("part") == part).then(pl.col(column).cast(dtype)) for part, column in columns.items()
        )

    return items.sort("part", "name", maintain_order=True).select(
        "agent", "part", "name", "kind",
        value=by_part(ITEM_VALUE, pl.Float64), passed=by_part(ITEM_PASS, pl.Boolean), answer="answer",
    )  # fmt: skip
