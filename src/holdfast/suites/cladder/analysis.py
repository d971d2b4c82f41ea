"""Accuracy on CLadder by rung, query type and sense, with intervals over stories (paper 004, section 6.2, Table 6).

Two normalisations of the lead of yes over no. `raw` is the lead itself. `prior-corrected` subtracts the lead after the
same givens with the question replaced by `N/A`, that is, the preference that a model has before it is asked anything;
on small models that preference can decide every answer. Where correcting swings the share of yes from one end to the
other, neither accuracy says much, and `auc` does: how often a yes-question has a higher lead than a no-question.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

import msgspec
import polars as pl

from holdfast.core import Finding
from holdfast.engine.suite import Analysis, Settings
from holdfast.stats import auc
from holdfast.suites.cladder.methods import TIE
from holdfast.suites.cladder.paired import paired
from holdfast.suites.cladder.questions import NO, RUNGS, YES
from holdfast.suites.estimates import mean_finding

RAW, CORRECTED = "raw", "prior-corrected"
ALL = "all"
DESIGN = ("agent", "id", "name", "unit", "target", "rung", "query_type", "sense", "prior")
VALUES = ("lead", "unread")
"""What a scored answer holds; absent where nothing was answered, or nothing written."""


class Group(msgspec.Struct, frozen=True):
    """Some of the questions, as one row of a table."""

    stem: str
    """The middle part of its findings' names; empty for all questions."""
    table: str
    """The table it belongs to."""
    cells: dict[str, object]
    """What identifies it there, by column."""
    within: pl.Expr
    """Which questions."""


def analyse(scores: pl.DataFrame, settings: Settings) -> Analysis:
    """Every table and finding of the suite."""
    answers = judged(scores)
    groups = list(_groups(scores.filter(pl.col("target").is_not_null())))
    findings: list[Finding] = []
    rows: dict[str, list[dict[str, object]]] = {}
    agents = scores["agent"].unique(maintain_order=True).to_list()
    for agent in agents:
        own = answers.filter(pl.col("agent") == agent)
        for normalisation in (RAW, CORRECTED) if _has_priors(scores) else (RAW,):
            of = {"agent": agent, "method": _method(settings), "normalisation": normalisation}
            for group in groups:
                asked = own.filter((pl.col("normalisation") == normalisation) & group.within)
                found = _measures(agent, normalisation, group, asked)
                findings += found.values()
                rows.setdefault(group.table, []).append({**of, **group.cells, **_cells(found, asked)})
    tables = {name: pl.DataFrame(of_table, infer_schema_length=None) for name, of_table in rows.items()}
    if len(agents) > 1:
        tables["cladder_paired"] = paired(answers, agents)
    return Analysis(findings, tables)


def judged(scores: pl.DataFrame) -> pl.DataFrame:
    """One row per agent, answered question and normalisation: the answer, whether it is right and whether it is yes.

    Ties and replies that state no answer are wrong, and neither yes nor no. Failed requests are missing.
    """
    # Only what is this suite's own: in a run of several suites a frame has the columns of all of them, empty.
    answered = scores.filter(pl.col("failure").is_null()).select(
        *DESIGN, *(pl.col(v) if v in scores.columns else pl.lit(None, pl.Float64).alias(v) for v in VALUES)
    )
    asked = answered.filter(pl.col("target").is_not_null())
    frames = [asked.with_columns(normalisation=pl.lit(RAW))]
    if _has_priors(scores):
        priors = answered.filter(pl.col("target").is_null()).select("agent", prior="name", prior_lead="lead")
        frames.append(
            asked.join(priors, on=["agent", "prior"], maintain_order="left")
            .with_columns(normalisation=pl.lit(CORRECTED), lead=pl.col("lead") - pl.col("prior_lead"))
            .drop("prior_lead")
        )
    lead = pl.col("lead")
    answer = pl.when(lead >= TIE).then(pl.lit(YES)).when(lead <= -TIE).then(pl.lit(NO))
    return (
        pl.concat(frames)
        .with_columns(answer=answer)
        .with_columns(
            right=pl.col("answer").eq(pl.col("target")).fill_null(False),
            said_yes=pl.col("answer") == YES,
            unread=pl.col("unread") > 0,
        )
    )


def observations(scores: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Accuracy on each rung and over all: one row per agent and answered question."""
    answers = judged(scores).filter(pl.col("normalisation") == RAW)
    groups = {f"cladder.rung{rung}": answers.filter(pl.col("rung") == rung) for rung in RUNGS} | {"cladder": answers}
    found = {f"{name}.accuracy": rows.select("agent", "id", "unit", value="right") for name, rows in groups.items()}
    return {name: frame for name, frame in found.items() if frame.height}


def _has_priors(scores: pl.DataFrame) -> bool:
    return scores["target"].null_count() > 0


def _method(settings: Settings) -> str:
    return f"{settings['method']}, chain of thought" if settings["cot"] else str(settings["method"])


def _groups(asked: pl.DataFrame) -> Iterator[Group]:
    """The rows of every table, in order."""
    for rung, task in RUNGS.items():
        if rung in asked["rung"]:
            yield Group(f"rung{rung}", "cladder", {"rung": str(rung), "task": task}, pl.col("rung") == rung)
    yield Group("", "cladder", {"rung": ALL, "task": ALL}, pl.lit(True))
    rungs_of = asked.group_by("query_type").agg(pl.col("rung").unique().sort()).sort("rung", "query_type")
    for query, rungs in rungs_of.iter_rows():
        cells = {"rung": ", ".join(map(str, rungs)), "query_type": query}
        yield Group(f"query.{_part(query)}", "cladder_by_query", cells, pl.col("query_type") == query)
    for sense in sorted(asked["sense"].unique()):
        yield Group(f"sense.{_part(sense)}", "cladder_by_sense", {"sense": sense}, pl.col("sense") == sense)


def _part(text: str) -> str:
    """A value of the file as a part of a dotted name."""
    return re.sub(r"[^\w-]+", "-", text)


def _measures(agent: str, normalisation: str, group: Group, asked: pl.DataFrame) -> dict[str, Finding]:
    """Accuracy, the share of yes, and for written replies the share that states no answer."""
    stem = ".".join(part for part in ("cladder", group.stem, normalisation if normalisation != RAW else "") if part)
    unit, note = _unit(asked), _yes_note(asked)
    headline = normalisation == RAW and group.stem.startswith("rung")
    found = {
        "accuracy": mean_finding(f"{stem}.accuracy", agent, asked, "right", unit=unit, headline=headline, **note),
        "yes_rate": mean_finding(f"{stem}.yes_rate", agent, asked, "said_yes", unit=unit, higher_is_better=None),
    }
    if asked["unread"].count():
        found["unread_rate"] = mean_finding(
            f"{stem}.unread_rate", agent, asked, "unread", unit=unit, higher_is_better=False, headline=stem == "cladder"
        )
    return found


def _unit(asked: pl.DataFrame) -> str:
    """What the clusters are: stories, or whatever stands in for them."""
    return " or ".join(sorted(asked["unit"].str.extract(r"^(\w+):").drop_nulls().unique(), reverse=True)) or "story"


def _yes_note(asked: pl.DataFrame) -> dict[str, str]:
    """What a reader must know beside an accuracy; nothing where there is no answer, which is said already."""
    said, right = _share(asked["said_yes"]), _share(asked["target"] == YES)
    if said is None or right is None:
        return {}
    return {"note": f"says yes in {said:.0%} of its answers; the right answer is yes in {right:.0%}"}


def _share(flags: pl.Series) -> float | None:
    """The share of true among true and false; None where there is neither."""
    known = flags.drop_nulls()
    return int(known.sum()) / known.len() if known.len() else None


def _cells(found: Mapping[str, Finding], asked: pl.DataFrame) -> dict[str, object]:
    accuracy, yes = found["accuracy"], found["yes_rate"]
    unread = found.get("unread_rate")
    return {
        "n": accuracy.n,
        "stories": accuracy.units,
        "accuracy": accuracy.estimate,
        "low": accuracy.interval.low if accuracy.interval else None,
        "high": accuracy.interval.high if accuracy.interval else None,
        "yes_rate": yes.estimate,
        "label_yes_rate": _share(asked["target"] == YES),
        "auc": _auc(asked),
        "unread_rate": unread.estimate if unread else None,
    }


def _auc(asked: pl.DataFrame) -> float | None:
    rows = asked.drop_nulls("lead")
    value = auc((rows["target"] == YES).to_numpy(), rows["lead"].to_numpy()) if rows.height else math.nan
    return None if math.isnan(value) else value
