"""The TCIT metrics (paper 004, section 4.5) with intervals over chains, and what the paper does not report.

Positive rate (ties are wrong), mean margin, within-item standard deviation, flip rate against the forward order;
beside them strict item accuracy, polarity bias and, for method 1, three normalisations of the margin. Over several
seeds, the paper's mean and standard deviation. Responsiveness and stability come from TCIT-C, where no shortcut pays.
Methods are analysed apart and never averaged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import polars as pl

from holdfast.core import Finding
from holdfast.engine.suite import Analysis, Settings
from holdfast.suites.control import contrast_outcomes, control_findings
from holdfast.suites.estimates import mean_finding
from holdfast.suites.invariance.margins import TIE, case_margins, normalised

GROUPS: dict[str, pl.Expr] = {
    "tcit_f": (pl.col("variant") == "F") & (pl.col("query") == "root>leaf"),
    "tcit_f_pairs": pl.col("variant") == "F",
    "tcit_h": pl.col("variant") == "H",
    "tcit_c": (pl.col("variant") == "C") & pl.col("query").str.contains("touched"),
    "tcit_c_touched": (pl.col("variant") == "C") & pl.col("query").str.starts_with("touched"),
    "tcit_c_untouched": (pl.col("variant") == "C") & pl.col("query").str.starts_with("untouched"),
}
"""The rows of every table. `tcit_f` is the paper's pair; `tcit_f_pairs` asks every pair along the chain."""

ORDERED: dict[str, pl.Expr] = {
    "tcit_f": GROUPS["tcit_f"],
    "tcit_h_absent": GROUPS["tcit_h"] & (pl.col("polarity") == "absent"),
    "tcit_h_present": GROUPS["tcit_h"] & (pl.col("polarity") == "present"),
}
"""The questions whose margins are told order by order."""

ABOUT: dict[str, dict[str, Any]] = {
    "flip_rate": {"higher_is_better": False},
    "within_item_std": {"higher_is_better": False},
    "polarity_bias": {
        "higher_is_better": None,
        "note": "+1: always `did not occur`; -1: always `occurred`; 0: no bias",
    },
}
"""How metrics are to be read, where more is not simply better."""

SEEDED = ("positive_rate", "flip_rate", "mean_margin", "within_item_std")
"""What the paper's Tables 4 and 5 report over seeds."""

MOST_ORDERS = 6
PRIMARY = ("mean", "direct")
HEADLINES = {"tcit_f", "tcit_h", "tcit_c"}
HEADLINE_KINDS = ("flip-cause", "flip-unconnected")
ITEM = ["agent", "normalisation", "unit", "variant", "premise", "query"]
UNIT = "chain"


def analyse(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
    """Every table and finding of the suite, method by method."""
    findings: list[Finding] = []
    parts: dict[str, list[pl.DataFrame]] = {}
    for method in settings["methods"]:
        own = asked_by(scores, method)
        stem = "invariance" if method == settings["methods"][0] else f"invariance.{method}"
        found, tables = _analyse_method(own, contrasts, method, stem, paper10=settings["orders"] == "paper10")
        findings += found
        for name, table in tables.items():
            parts.setdefault(name, []).append(table.select(pl.lit(method).alias("method"), pl.all()))
    # Relaxed, because a column may be empty for one method and numbers for another.
    return Analysis(findings, {name: pl.concat(tables, how="diagonal_relaxed") for name, tables in parts.items()})


def asked_by(scores: pl.DataFrame, method: str) -> pl.DataFrame:
    """What one method asked."""
    return scores.filter((pl.col("role") == method) | pl.col("role").str.starts_with(f"{method}:"))


def _analyse_method(
    scores: pl.DataFrame, contrasts: pl.DataFrame, method: str, stem: str, *, paper10: bool
) -> tuple[list[Finding], dict[str, pl.DataFrame]]:
    cases = case_margins(scores, method)
    margins = normalised(cases, method)
    first = stem == "invariance"
    silent = sorted(set(scores["agent"]) - set(margins["agent"]))
    findings = [
        Finding(f"{stem}.{name}", agent, None, unit=UNIT, note="not measured: no answered case", headline=first)
        for agent in silent
        for name in ("responsiveness", "stability")
    ]
    findings += [
        _unread(f"{stem}.unread_rate", str(agent), own, headline=first)
        for (agent,), own in cases.group_by("agent", maintain_order=True)
        if "unread" in own.columns and own["unread"].count()
    ]
    rows: list[dict[str, object]] = []
    over_seeds: list[dict[str, object]] = []
    contrast_tables: list[pl.DataFrame] = []
    for (agent, normalisation), own in margins.group_by("agent", "normalisation", maintain_order=True):
        # The paper's normalisation has the plain names; the others say which they are.
        suffix = "" if normalisation in PRIMARY else f".{normalisation}"
        outcomes = contrast_outcomes(own, contrasts)
        contrast_tables.append(_contrast_table(outcomes, str(normalisation)))
        control = control_findings(stem, str(agent), outcomes, HEADLINE_KINDS, UNIT)
        findings += control if first and not suffix else [_quiet(f, suffix) for f in control]
        for group, within in GROUPS.items():
            if (rows_of := own.filter(within)).height:
                measures = measures_of(rows_of, paper10=paper10)
                found = list(_group_findings(f"{stem}.{group}", suffix, str(agent), measures))
                findings += found
                rows.append(_table_row(str(agent), group, str(normalisation), found))
                if rows_of["seed"].n_unique() > 1:
                    over_seeds.append(_seed_row(str(agent), group, str(normalisation), measures))
        if not suffix:
            findings += _order_findings(stem, own)
    tables = {
        "tcit": pl.DataFrame(rows, infer_schema_length=None),
        "tcit_by_polarity": _by(margins, "polarity"),
        "tcit_by_order": _by(margins, "order"),
        "tcit_by_query": _by(margins, "query"),
        "tcit_by_seed": _by(margins, "seed"),
        "tcit_over_seeds": pl.DataFrame(over_seeds, infer_schema_length=None),
        "contrasts": pl.concat(contrast_tables) if contrast_tables else pl.DataFrame(),
    }
    return findings, {name: table for name, table in tables.items() if table.height}


class Measure(NamedTuple):
    """A metric as the mean of a column over rows, each of them of a chain (`unit`) and a seed."""

    rows: pl.DataFrame
    """Weighted by the column `weight` where there is one."""
    column: str
    """What is averaged."""


def measures_of(rows: pl.DataFrame, *, paper10: bool) -> dict[str, Measure]:
    """The metrics of one row of the table, before averaging."""
    forward = rows.filter("forward").select(*ITEM, forward_right="right")
    # The paper counts the forward order among its ten; over distinct orders it would only dilute the rate.
    # TCIT-C is not the paper's and is not weighted.
    compared = rows if paper10 and rows["variant"][0] != "C" else rows.filter(~pl.col("forward"))
    flips = compared.join(forward, on=ITEM).with_columns(flipped=pl.col("right") != pl.col("forward_right"))
    strict = rows.group_by("seed", "unit", maintain_order=True).agg(strict=pl.col("right").all())
    weight = pl.col("weight") / pl.col("weight").sum()
    centred = pl.col("m") - (weight * pl.col("m")).sum()
    weighted = rows.filter(pl.col("weight") > 0)
    spread = weighted.group_by("seed", "unit", "premise", "query", maintain_order=True).agg(
        spread=(weight * centred**2).sum().sqrt()
    )
    found = {
        "positive_rate": Measure(rows, "right"),
        "flip_rate": Measure(flips, "flipped"),
        "strict_accuracy": Measure(strict, "strict"),
        "mean_margin": Measure(rows, "m"),
        "within_item_std": Measure(spread, "spread"),
    }
    if rows["polarity"].n_unique() > 1:
        toward = pl.when(pl.col("target").str.contains("did not occur")).then(1.0).otherwise(-1.0)
        chosen = pl.when(pl.col("m").abs() < TIE).then(0.0).otherwise(pl.col("m").sign())
        found["polarity_bias"] = Measure(rows.with_columns(lean=toward * chosen), "lean")
    return found


def _group_findings(stem: str, suffix: str, agent: str, measures: dict[str, Measure]) -> Iterator[Finding]:
    """The metrics of one row of the table, with intervals over chains."""
    headline = not suffix and stem.count(".") == 1 and stem.rpartition(".")[2] in HEADLINES
    for quantity, (rows, column) in measures.items():
        about = {"headline": headline and quantity == "positive_rate", **ABOUT.get(quantity, {})}
        yield mean_finding(f"{stem}{suffix}.{quantity}", agent, rows, column, unit=UNIT, **about)


def _order_findings(stem: str, rows: pl.DataFrame) -> Iterator[Finding]:
    """Margin and flips of each clause order, where all chains were shown in the same few: what the figure draws."""
    for test, within in ORDERED.items():
        asked = rows.filter(within)
        orders = asked["order"].unique(maintain_order=True).to_list()
        if not 1 < len(orders) <= MOST_ORDERS:
            continue
        forward = asked.filter("forward").select(*ITEM, forward_right="right")
        compared = asked.join(forward, on=ITEM).with_columns(flipped=pl.col("right") != pl.col("forward_right"))
        for order in orders:
            shown = compared.filter(pl.col("order") == order).drop("weight")
            name, agent = f"{stem}.{test}.order.{order}", rows["agent"][0]
            yield mean_finding(f"{name}.mean_margin", agent, shown, "m", unit=UNIT)
            yield mean_finding(f"{name}.flip_rate", agent, shown, "flipped", unit=UNIT, higher_is_better=False)


def _unread(name: str, agent: str, cases: pl.DataFrame, *, headline: bool) -> Finding:
    """How many replies named neither option, or both: they count as ties, and a tie is wrong."""
    answered = cases.filter(pl.col("answered") & pl.col("target").is_not_null())
    unreadable = bool((answered["unread"] > 0).any())
    note = "replies that name no option count as wrong" if unreadable else ""
    return mean_finding(
        name, agent, answered, "unread", unit=UNIT, higher_is_better=False, note=note, headline=headline and unreadable
    )


def _quiet(finding: Finding, suffix: str) -> Finding:
    """A finding off the score card, under a name of its own."""
    return msgspec.structs.replace(finding, name=f"{finding.name}{suffix}", headline=False)


def _table_row(agent: str, group: str, normalisation: str, found: list[Finding]) -> dict[str, object]:
    row: dict[str, object] = {"agent": agent, "test": group, "normalisation": normalisation}
    row |= {"chains": found[0].units, "n": found[0].n}
    for finding in found:
        quantity = finding.name.rpartition(".")[2]
        row[quantity] = finding.estimate
        if quantity in ("positive_rate", "flip_rate", "strict_accuracy"):
            row[f"{quantity}_low"] = finding.interval.low if finding.interval else None
            row[f"{quantity}_high"] = finding.interval.high if finding.interval else None
    return {**row, "polarity_bias": row.get("polarity_bias")}


def _seed_row(agent: str, group: str, normalisation: str, measures: dict[str, Measure]) -> dict[str, object]:
    """Each metric seed by seed, then its mean and sample standard deviation (over n - 1) across seeds."""
    row: dict[str, object] = {"agent": agent, "test": group, "normalisation": normalisation}
    row["seeds"] = measures["positive_rate"].rows["seed"].n_unique()
    for quantity in SEEDED:
        by_seed = _seed_means(measures[quantity])
        row |= {quantity: by_seed.mean(), f"{quantity}_sd": by_seed.std(ddof=1)}
    return row


def _seed_means(measure: Measure) -> pl.Series:
    rows, column = measure
    if "weight" not in rows.columns:
        rows = rows.with_columns(weight=1)
    mean = (pl.col(column) * pl.col("weight")).sum() / pl.col("weight").sum()
    return rows.filter(pl.col("weight") > 0).group_by("seed").agg(mean=mean).sort("seed")["mean"]


def _by(margins: pl.DataFrame, factor: str) -> pl.DataFrame:
    """Positive rate and margin by the levels of one factor, with the margin's quartiles for the figures."""
    keys = ["agent", "normalisation", "variant", factor]
    return (
        margins.group_by(keys)
        .agg(
            n=pl.len(),
            positive_rate=pl.col("right").mean(),
            mean_margin=pl.col("m").mean(),
            margin_q1=pl.col("m").quantile(0.25),
            margin_q3=pl.col("m").quantile(0.75),
        )
        .sort(keys)
    )


def _contrast_table(outcomes: pl.DataFrame, normalisation: str) -> pl.DataFrame:
    keys = ["agent", "normalisation", "expectation", "kind"]
    return (
        outcomes.with_columns(normalisation=pl.lit(normalisation))
        .group_by(keys)
        .agg(n=pl.len(), held=pl.col("held").mean(), base_wrong=pl.col("base_wrong").mean())
        .sort(keys)
    )
