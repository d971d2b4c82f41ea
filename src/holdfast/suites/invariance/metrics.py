"""The TCIT metrics (paper 004, section 4.5) with intervals over chains, and what the paper does not report.

Positive rate (ties are wrong), mean margin, within-item standard deviation, flip rate against the forward order;
beside them strict item accuracy, polarity bias and, for method 1, three normalisations of the margin. Responsiveness
and stability come from TCIT-C, where no shortcut pays.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from holdfast.core import Finding
from holdfast.engine.suite import Analysis, Settings
from holdfast.suites.control import contrast_outcomes, control_findings
from holdfast.suites.estimates import mean_finding
from holdfast.suites.invariance.methods import METHODS, TIE

GROUPS: dict[str, pl.Expr] = {
    "tcit_f": (pl.col("variant") == "F") & (pl.col("query") == "root>leaf"),
    "tcit_f_pairs": pl.col("variant") == "F",
    "tcit_h": pl.col("variant") == "H",
    "tcit_c": (pl.col("variant") == "C") & ~pl.col("query").str.starts_with("base"),
    "tcit_c_touched": (pl.col("variant") == "C") & pl.col("query").str.starts_with("touched"),
    "tcit_c_untouched": (pl.col("variant") == "C") & pl.col("query").str.starts_with("untouched"),
}
"""The rows of every table. `tcit_f` is the paper's pair; `tcit_f_pairs` asks every pair along the chain."""

HEADLINES = {"tcit_f", "tcit_h", "tcit_c"}
HEADLINE_KINDS = ("flip-cause", "flip-unconnected")
DESIGN = ("name", "unit", "target", "variant", "premise", "query", "polarity", "order", "forward", "seed", "prior")
ITEM = ["agent", "normalisation", "unit", "variant", "premise", "query"]
UNIT = "chain"


def analyse(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
    """Every table and finding of the suite."""
    method = METHODS[settings["method"]]
    items = _items(scores, method.primary)
    margins = _normalised(items, method.primary)
    outcomes = contrast_outcomes(_answers(items, method.primary), contrasts)
    findings: list[Finding] = []
    rows = []
    for agent in sorted(items["agent"].unique()):
        findings += control_findings("invariance", agent, outcomes, HEADLINE_KINDS, UNIT)
        own = margins.filter(pl.col("agent") == agent)
        for normalisation in own["normalisation"].unique(maintain_order=True):
            for group, within in GROUPS.items():
                rows_of = own.filter((pl.col("normalisation") == normalisation) & within)
                found = list(_group_findings(agent, group, normalisation, rows_of)) if rows_of.height else []
                findings += found
                if found:
                    rows.append(_table_row(agent, settings["method"], group, normalisation, found))
    tables = {
        "tcit": pl.DataFrame(rows),
        "tcit_by_polarity": _by(margins, "polarity"),
        "tcit_by_order": _by(margins, "order"),
        "tcit_by_query": _by(margins, "query"),
        "tcit_by_seed": _by(margins, "seed"),
        "contrasts": _contrast_table(outcomes),
    }
    return Analysis(findings, tables)


def _items(scores: pl.DataFrame, primary: str) -> pl.DataFrame:
    """One row per agent and case: counterbalanced askings averaged; a case with any asking unanswered is missing."""
    values = [c for c in (primary, "margin_sum", "unread") if c in scores.columns]
    keys = ["agent", "id"]
    return (
        scores.group_by(keys, maintain_order=True)
        .agg(
            *(pl.col(v).mean() for v in values),
            *(pl.col(d).first() for d in DESIGN if d in scores.columns),
            answered=pl.col("failure").is_null().all(),
        )
        .with_columns(pl.when("answered").then(pl.col(primary)).alias(primary))
    )


def _answers(items: pl.DataFrame, primary: str) -> pl.DataFrame:
    """Each case's answer, named by its relation to the target, which is all a contrast needs to know."""
    wrong = pl.format("not: {}", "target")
    lead = pl.col(primary)
    return items.filter(pl.col("target").is_not_null()).with_columns(
        answer=pl.when(lead >= TIE).then("target").when(lead <= -TIE).then(wrong)
    )


def _normalised(items: pl.DataFrame, primary: str) -> pl.DataFrame:
    """One row per agent, case and normalisation of the margin; cases without a target only serve as priors."""
    asked = items.filter(pl.col("target").is_not_null() & pl.col("answered"))
    margins = {"direct": primary} if primary == "margin" else {"mean": primary, "sum": "margin_sum"}
    frames = [asked.with_columns(normalisation=pl.lit(name), m=pl.col(margin)) for name, margin in margins.items()]
    if "prior" in items.columns:
        frames.append(_prior_corrected(items, asked, primary))
    return pl.concat(frames).with_columns(right=pl.col("m") >= TIE)


def _prior_corrected(items: pl.DataFrame, asked: pl.DataFrame, primary: str) -> pl.DataFrame:
    """The margin minus that of the same two continuations after the same clauses without the supposition.

    A prior's margin is that of its own target, or of the first continuation listed where it has none; continuations
    are listed alphabetically, so `did not occur` is the first.
    """
    says_absent = pl.col("target").str.contains("did not occur").fill_null(True)
    toward_absent = pl.when(says_absent).then(pl.col(primary)).otherwise(-pl.col(primary))
    priors = items.filter(pl.col("answered")).select("agent", prior="name", prior_lead=toward_absent)
    corrected = asked.filter(pl.col("prior") != "").join(priors, on=["agent", "prior"])
    own = pl.when(says_absent).then(pl.col("prior_lead")).otherwise(-pl.col("prior_lead"))
    return corrected.with_columns(normalisation=pl.lit("prior-corrected"), m=pl.col(primary) - own).select(
        *asked.columns, "normalisation", "m"
    )


def _group_findings(agent: str, group: str, normalisation: str, rows: pl.DataFrame) -> Iterator[Finding]:
    """The metrics of one row of the table."""
    primary = normalisation in ("mean", "direct")
    stem = f"invariance.{group}" + ("" if primary else f".{normalisation}")
    forward = rows.filter("forward").select(*ITEM, forward_right="right")
    others = rows.filter(~pl.col("forward")).join(forward, on=ITEM)
    flips = others.with_columns(flipped=pl.col("right") != pl.col("forward_right"))
    strict = rows.group_by("unit", maintain_order=True).agg(strict=pl.col("right").all())
    spread = rows.group_by("unit", "premise", "query", maintain_order=True).agg(spread=pl.col("m").std(ddof=0))

    yield mean_finding(
        f"{stem}.positive_rate", agent, rows, "right", unit=UNIT, headline=primary and group in HEADLINES
    )
    yield mean_finding(f"{stem}.flip_rate", agent, flips, "flipped", unit=UNIT, higher_is_better=False)
    yield mean_finding(f"{stem}.strict_accuracy", agent, strict, "strict", unit=UNIT)
    yield mean_finding(f"{stem}.mean_margin", agent, rows, "m", unit=UNIT)
    yield mean_finding(f"{stem}.within_item_std", agent, spread, "spread", unit=UNIT, higher_is_better=False)
    if rows["polarity"].n_unique() > 1:
        # +1 for an agent that always says `did not occur`, -1 for one that always says `occurred`.
        toward = pl.when(pl.col("target").str.contains("did not occur")).then(1.0).otherwise(-1.0)
        lean = rows.with_columns(lean=toward * pl.when(pl.col("m").abs() < TIE).then(0.0).otherwise(pl.col("m").sign()))
        yield mean_finding(
            f"{stem}.polarity_bias", agent, lean, "lean", unit=UNIT, higher_is_better=None,
            note="+1: always `did not occur`; -1: always `occurred`; 0: no bias",
        )  # fmt: skip


def _table_row(agent: str, method: str, group: str, normalisation: str, found: list[Finding]) -> dict[str, object]:
    row: dict[str, object] = {"agent": agent, "method": method, "test": group, "normalisation": normalisation}
    row |= {"chains": found[0].units, "n": found[0].n}
    for finding in found:
        quantity = finding.name.rpartition(".")[2]
        row[quantity] = finding.estimate
        if quantity in ("positive_rate", "flip_rate", "strict_accuracy"):
            row[f"{quantity}_low"] = finding.interval.low if finding.interval else None
            row[f"{quantity}_high"] = finding.interval.high if finding.interval else None
    return {**row, "polarity_bias": row.get("polarity_bias")}


def _by(margins: pl.DataFrame, factor: str) -> pl.DataFrame:
    """Positive rate and margin by the levels of one factor."""
    keys = ["agent", "normalisation", "variant", factor]
    return (
        margins.group_by(keys)
        .agg(n=pl.len(), positive_rate=pl.col("right").mean(), mean_margin=pl.col("m").mean())
        .sort(keys)
    )


def _contrast_table(outcomes: pl.DataFrame) -> pl.DataFrame:
    keys = ["agent", "expectation", "kind"]
    return (
        outcomes.group_by(keys)
        .agg(n=pl.len(), held=pl.col("held").mean(), base_wrong=pl.col("base_wrong").mean())
        .sort(keys)
    )
