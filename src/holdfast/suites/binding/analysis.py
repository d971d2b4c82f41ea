"""Findings and tables of the binding suite, readout by readout; the first readout gives the headlines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import polars as pl

from holdfast.core import Finding
from holdfast.engine.suite import Analysis, Block
from holdfast.stats import kappa
from holdfast.suites.binding import criteria, indices, recovery
from holdfast.suites.binding.audit import audit
from holdfast.suites.binding.finite import CONDITIONS
from holdfast.suites.binding.rows import CORRECTED, behaviour
from holdfast.suites.binding.settings import Settings
from holdfast.suites.control import contrast_outcomes, control_findings
from holdfast.suites.estimates import mean_finding

UNIT = "event"
NEVER_MOVES = "an agent that never moves has 1 here, and 0.25 on the composite"
KINDS = tuple(name for name in CONDITIONS if name != "baseline")


def analyse(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings, blocks: Iterable[Block]) -> Analysis:
    """Every table and finding of the suite; `blocks` are those of sufficiency, for the audit of its prompts."""
    rows = behaviour(scores)
    findings = [
        Finding(f"binding.{name}", agent, None, unit=UNIT, note="not measured: no answered case", headline=True)
        for agent in sorted(set(scores["agent"]) - set(rows["agent"]))
        for name in ("responsiveness", "stability")
    ]
    tables: dict[str, pl.DataFrame] = {}
    if "finite" in settings.experiments:
        own = rows.filter(pl.col("experiment") == "finite")
        found, tables = _finite(own, scores, contrasts, settings)
        findings += found
    if "sufficiency" in settings.experiments:
        tables["sufficiency_audit"] = audit(blocks)
        if (own := rows.filter(pl.col("experiment") == "sufficiency")).height:
            own = recovery.guarded(own)
            table = recovery.table(own)
            for readout in own["readout"].unique(maintain_order=True):
                findings += recovery.findings(own, table, stem_of(readout, settings), readout)
            tables |= {"sufficiency": table, "sufficiency_by_kind": _by_kind(own)}
    return Analysis(findings, {name: table for name, table in tables.items() if table.height})


def stem_of(readout: str, settings: Settings) -> str:
    """How findings of a readout are named: the first has the plain names."""
    names = {CORRECTED: "prior_corrected"}
    return "binding" if readout == settings.readouts[0] else f"binding.{names.get(readout, readout)}"


def _finite(
    rows: pl.DataFrame, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings
) -> tuple[list[Finding], dict[str, pl.DataFrame]]:
    first = rows.filter(pl.col("depth") == settings.depths[0])
    events, corpora = indices.by_event(rows), indices.by_corpus(rows)
    main = corpora.filter(pl.col("depth") == settings.depths[0])
    effects = criteria.effects(main)
    summaries = criteria.summaries(effects)
    findings: list[Finding] = []
    judged: list[dict[str, object]] = []
    for readout in rows["readout"].unique(maintain_order=True):
        stem = stem_of(readout, settings)
        of_readout = first.filter(pl.col("readout") == readout)
        outcomes = contrast_outcomes(
            rows.filter(pl.col("readout") == readout).unique(["agent", "id"], maintain_order=True), contrasts
        )
        for agent in of_readout["agent"].unique(maintain_order=True):
            findings += _control(stem, agent, outcomes, headline=stem == "binding")
            findings += _index_findings(stem, agent, readout, events, settings)
            quality = _quality(of_readout.filter(pl.col("agent") == agent), scores, agent, readout)
            findings += _quality_findings(stem, agent, of_readout, quality)
            for lesion in settings.lesions:
                own = {k[3]: s for k, s in summaries.items() if k[:3] == (agent, readout, lesion)}
                findings += [criteria.contrast_findings(stem, agent, lesion, name, s) for name, s in own.items()]
                if own:
                    judged += criteria.criteria(agent, readout, lesion, quality, own, settings)
    findings += _effect_findings(effects, settings)
    findings += _response_findings(first, settings)
    agreed, agreement = _agreement(first)
    tables = {
        "finite_conditions": indices.ontology(rows),
        "finite_criteria": pl.DataFrame(judged, infer_schema_length=None),
        "finite_by_variant": indices.by_variant(main),
        "finite_by_corpus": main,
        "finite_contrasts_by_corpus": effects,
        "finite_contrasts": criteria.table(summaries),
        "finite_responses": indices.responses(first),
        "finite_depths": indices.by_variant(corpora.filter(pl.col("variant") == "A4")),
        "readout_agreement": agreement,
    }
    return findings + agreed, tables


def _control(stem: str, agent: str, outcomes: pl.DataFrame, *, headline: bool) -> Iterator[Finding]:
    import msgspec

    for finding in control_findings(stem, agent, outcomes, KINDS, UNIT):
        yield finding if headline else msgspec.structs.replace(finding, headline=False)


def _index_findings(stem: str, agent: str, readout: str, events: pl.DataFrame, settings: Settings) -> Iterator[Finding]:
    """The indices with intervals over events: A4 under plain names, the variants and depths under theirs."""
    own = events.filter((pl.col("agent") == agent) & (pl.col("readout") == readout))
    for (depth, variant, lesion), arm in own.group_by("depth", "variant", "lesion", maintain_order=True):
        whole = variant == "A4"
        for name in indices.COMPONENTS:
            if arm[name].count() == 0 and stem != "binding":
                continue  # a readout that was only sampled need not say so of every arm
            about = {"unit": UNIT, "note": NEVER_MOVES if name == "b_sci" and whole else ""}
            if depth == settings.depths[0]:
                title = f"{stem}.{name}" if whole else f"{stem}.{variant}.{lesion}.{name}"
                headline = whole and stem == "binding"
                yield mean_finding(title, agent, arm, name, headline=headline, **about)
            if whole:
                yield mean_finding(f"{stem}.depth.{depth}.{name}", agent, arm, name, **about)


def _quality(rows: pl.DataFrame, scores: pl.DataFrame, agent: str, readout: str) -> criteria.Quality:
    asked = scores.filter(
        (pl.col("agent") == agent) & (pl.col("readout") == readout) & (pl.col("experiment") == "finite")
    )
    malformed = asked.filter(pl.col("failure") == "malformed").height
    empty = float(asked["empty"].sum()) if "empty" in asked.columns else 0.0
    cue = rows.filter((pl.col("variant") == "A4") & (pl.col("condition") == indices.CUE))
    wrong = 1 - float(cue["right"].mean() or 0.0) if cue.height else float("nan")  # type: ignore[arg-type]
    unmapped = float(rows["unmapped"].mean() or 0.0) if rows.height else float("nan")  # type: ignore[arg-type]
    return criteria.Quality(rows.height, (malformed + empty) / max(asked.height, 1), unmapped, wrong)


def _quality_findings(stem: str, agent: str, rows: pl.DataFrame, quality: criteria.Quality) -> Iterator[Finding]:
    own = rows.filter(pl.col("agent") == agent)
    cue = own.filter((pl.col("variant") == "A4") & (pl.col("condition") == indices.CUE))
    headline = stem == "binding" and quality.unmapped > 0
    yield mean_finding(
        f"{stem}.unmapped_rate", agent, own, "unmapped", unit=UNIT, higher_is_better=False, headline=headline,
        note="answers from which no action can be read, or ties, count as wrong" if headline else "",
    )  # fmt: skip
    a4 = own.filter(pl.col("variant") == "A4")
    if a4["margin"].count():
        yield mean_finding(
            f"{stem}.margin", agent, a4, "margin", unit=UNIT, note="log-probability of the target over its best rival"
        )
    yield mean_finding(
        f"{stem}.false_positive_rate", agent, cue.with_columns(changed=~pl.col("right")), "changed", unit=UNIT,
        higher_is_better=False,
    )  # fmt: skip


def _effect_findings(effects: pl.DataFrame, settings: Settings) -> Iterator[Finding]:
    """Each contrast in each corpus: what Figure 1a draws."""
    for row in effects.filter(pl.col("readout") == settings.readouts[0]).iter_rows(named=True):
        name = f"binding.corpus.{row['lesion']}.{row['contrast']}.{row['corpus']}"
        yield Finding(name, row["agent"], row["effect"], unit="corpus", units=1, n=1, higher_is_better=True)


def _response_findings(rows: pl.DataFrame, settings: Settings) -> Iterator[Finding]:
    """The rate of the expected action by condition and variant: what Figure 1c draws."""
    own = rows.filter(pl.col("readout") == settings.readouts[0])
    keys = ["agent", "variant", "lesion", "condition"]
    for (agent, variant, lesion, condition), cell in own.group_by(keys, maintain_order=True):
        name = f"binding.response.{variant}.{lesion}.{condition}"
        yield mean_finding(name, str(agent), cell, "right", unit=UNIT, higher_is_better=None)


def _agreement(rows: pl.DataFrame) -> tuple[list[Finding], pl.DataFrame]:
    """How often both readouts give the same action where both were asked."""
    key = ["agent", "unit", "condition", "variant", "lesion"]
    letters = rows.filter(pl.col("readout") == "letters").select(*key, "corpus", letters="answer")
    written = rows.filter((pl.col("readout") == "reply") & (pl.col("replicate") == 0)).select(*key, reply="answer")
    both = letters.join(written, on=key).with_columns(same=pl.col("letters") == pl.col("reply"))
    if both.is_empty():
        return [], pl.DataFrame()
    findings, lines = [], []
    for (agent,), own in both.group_by("agent", maintain_order=True):
        findings.append(
            mean_finding("binding.readout_agreement", str(agent), own, "same", unit=UNIT, higher_is_better=None)
        )
        beyond = kappa(own["letters"].to_list(), own["reply"].to_list())
        known = beyond if math.isfinite(beyond) else None
        lines.append({"agent": agent, "n": own.height, "same": own["same"].mean(), "kappa": known})
    return findings, pl.DataFrame(lines)


def _by_kind(rows: pl.DataFrame) -> pl.DataFrame:
    keys = ["agent", "readout", "condition", "kind"]
    return rows.group_by(keys, maintain_order=True).agg(n=pl.len(), accuracy=pl.col("right").mean()).sort(keys)
