"""Responsiveness and stability on the user's own work: overall, and by intervention, tool, argument and kind of field.

A contrast counts where the agent, asked again with nothing changed, did what was recorded; the share where it did not
stands beside it. The same rates over all contrasts, by the definition that suites share, are the findings `…_of_all`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import polars as pl

from holdfast.core import Expectation, Finding
from holdfast.engine.suite import Analysis
from holdfast.suites.control import NAMES, contrast_outcomes
from holdfast.suites.estimates import mean_finding
from holdfast.suites.transcripts.items import BASE
from holdfast.suites.transcripts.sampling import advice
from holdfast.suites.transcripts.settings import FOREIGN
from holdfast.suites.transcripts.targets import read, said

SUITE = "transcripts"
UNIT = "conversation"
SLICES = ("tool", "argument", "field", "value")
WORST = 40
NOT_REPRODUCED = "not measured: with nothing changed, no recorded action was reproduced"
FACTORS = ("id", "name", "intervention", "tool", "argument", "field", "value", "was", "now")


def analyse(scores: pl.DataFrame, contrasts: pl.DataFrame) -> Analysis:
    """Every finding and table of the suite."""
    answered = counted_answers(scores)
    outcomes = outcomes_of(answered, contrasts)
    findings: list[Finding] = []
    tables: dict[str, list[dict[str, object]]] = {"transcripts": [], "transcripts_sample_size": []}
    for agent in scores["agent"].unique(maintain_order=True).to_list():
        own = outcomes.filter(pl.col("agent") == agent)
        base = reproduced(answered.filter(pl.col("agent") == agent))
        found = [*_headlines(agent, own, base), *_foreign(agent, own, answered)]
        findings += found
        for group, level, rows in groups(own):
            measured = [_rate(f"{SUITE}.{name}.{group}.{level}", agent, rows, e) for e, name in NAMES.items()]
            findings += [finding for finding in measured if finding.estimate is not None]
            tables["transcripts"].append({"agent": agent, "by": group, "level": level, **_cells(measured, rows)})
        tables["transcripts_sample_size"] += [{"agent": agent, **advice(f)} for f in found if f.headline]
    worst = _worst(outcomes, scores)
    frames = {name: pl.DataFrame(rows, infer_schema_length=None) for name, rows in tables.items() if rows}
    return Analysis(findings, {**frames, "transcripts_worst": worst})


def counted_answers(scores: pl.DataFrame) -> pl.DataFrame:
    """What was answered, whether or not anything was."""
    answered = scores.filter(pl.col("failure").is_null())
    if "unread" not in answered.columns:  # nothing was answered at all
        answered = answered.with_columns(unread=pl.lit(None, pl.Float64))
    return answered


def outcomes_of(answered: pl.DataFrame, contrasts: pl.DataFrame) -> pl.DataFrame:
    """One row per agent and contrast, with the factors of the changed case."""
    factors = [name for name in FACTORS if name in answered.columns]
    design = answered.select(factors).unique("id", maintain_order=True)
    design = design.with_columns(pl.lit(None, pl.String).alias(name) for name in FACTORS if name not in factors)
    return contrast_outcomes(answered, contrasts).join(design, left_on="changed", right_on="id", how="left")


def reproduced(own: pl.DataFrame) -> pl.DataFrame:
    """The recorded actions asked for again, with nothing changed."""
    return own.filter(pl.col("intervention") == BASE).with_columns(
        right=pl.col("answer").eq(pl.col("target")).fill_null(False), unread=pl.col("unread") > 0
    )


def _headlines(agent: str, own: pl.DataFrame, base: pl.DataFrame) -> Iterator[Finding]:
    counted = own.filter(pl.col("kind") != FOREIGN)
    for expectation, name in NAMES.items():
        of_kind = counted.filter(pl.col("expectation") == expectation.value)
        share = of_kind["base_wrong"].sum() / of_kind.height if of_kind.height else 0.0
        note = f"without the {share:.0%} of contrasts whose base was not reproduced" if of_kind.height else ""
        yield _rate(f"{SUITE}.{name}", agent, counted, expectation, headline=True, note=note)
    yield mean_finding(f"{SUITE}.base_reproduced", agent, base, "right", unit=UNIT, headline=True)
    for expectation, name in NAMES.items():
        rows = counted.filter(pl.col("expectation") == expectation.value)
        yield mean_finding(f"{SUITE}.{name}_of_all", agent, rows, "held", unit=UNIT)
    yield mean_finding(f"{SUITE}.unread", agent, base, "unread", unit=UNIT, higher_is_better=False)


def _rate(name: str, agent: str, rows: pl.DataFrame, expectation: Expectation, **about: object) -> Finding:
    """The share of contrasts that held, where the base was reproduced."""
    of_kind = rows.filter(pl.col("expectation") == expectation.value)
    finding = mean_finding(name, agent, of_kind.filter(~pl.col("base_wrong")), "held", unit=UNIT, **about)
    if finding.estimate is None and of_kind.height:
        return msgspec.structs.replace(finding, note=NOT_REPRODUCED)
    return finding


def _foreign(agent: str, own: pl.DataFrame, answered: pl.DataFrame) -> Iterator[Finding]:
    """How often another conversation's value was used; it is no contrast of the headlines."""
    if "used" not in answered.columns:
        return
    rows = own.filter((pl.col("kind") == FOREIGN) & ~pl.col("base_wrong"))
    used = answered.filter(pl.col("agent") == agent).select(changed="id", used=pl.col("used") > 0)
    yield mean_finding(
        f"{SUITE}.scramble_following", agent, rows.join(used, on="changed"), "used", unit=UNIT, higher_is_better=False
    )


def groups(own: pl.DataFrame) -> Iterator[tuple[str, str, pl.DataFrame]]:
    """The slices of the table: by intervention first, then by what was decided and by what carried it."""
    for group, column in (("intervention", "kind"), *((name, name) for name in SLICES)):
        of_group = own.filter(pl.col(column).is_not_null())
        if group != "intervention":
            of_group = of_group.filter(pl.col("kind") != FOREIGN)
        for (level,), rows in sorted(of_group.group_by(column), key=lambda pair: str(pair[0][0])):
            yield group, str(level), rows


def _cells(measured: list[Finding], rows: pl.DataFrame) -> dict[str, object]:
    cells: dict[str, object] = {}
    for (expectation, name), finding in zip(NAMES.items(), measured, strict=True):
        ends = (finding.interval.low, finding.interval.high) if finding.interval else (None, None)
        planned = rows.filter(pl.col("expectation") == expectation.value).height
        cells |= {name: finding.estimate, f"{name}_low": ends[0], f"{name}_high": ends[1]}
        cells |= {f"{name}_contrasts": finding.n, f"{name}_planned": planned}
    return {**cells, "conversations": rows["unit"].n_unique()}


def _worst(outcomes: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """Contrasts that did not hold though the base did, as what was changed, what must happen and what happened.

    Each agent's are spread over interventions and conversations, so that one bad conversation does not fill the table.
    """
    happened = scores.select("agent", changed="id", got="answer", must="target")
    failed = outcomes.filter(~pl.col("held") & ~pl.col("base_wrong")).join(happened, on=["agent", "changed"])
    turn = pl.int_range(pl.len())
    spread = (
        failed.sort("agent", "kind", "name")
        .with_columns(nth_here=turn.over("agent", "kind", "unit"))
        .sort("agent", "kind", "nth_here", "name")
        .with_columns(nth=turn.over("agent", "kind"))
        .sort("agent", "nth", "kind")
        .filter(turn.over("agent") < WORST)
    )
    in_words = pl.col("must").map_elements(lambda target: said(read(target)), pl.String)
    return spread.select(
        "agent", pl.col("kind").alias("intervention"), "tool", "argument", "was", "now", in_words, "got", case="name"
    )
