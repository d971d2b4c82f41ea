"""Names and numbers as people read them: one place for the score card, the figures and the page.

Findings and tables carry dotted, machine-readable names; here a small table turns their parts into words. Everything
that came from a file passes `plain` before it is shown, so that no control character reaches a terminal or a page.
"""

from __future__ import annotations

from holdfast.core import Finding, Gate
from holdfast.engine.hooks import Within
from holdfast.suites.commitment.analyses import schema

NOT_MEASURED = "not measured"
NARROW = "under 0.001 wide"
NO_WIDTH = 1e-9
"""Ends that differ by less than this differ by rounding alone."""

PARTS = {
    "tcit_f": "TCIT-F",
    "tcit_f_pairs": "TCIT-F all pairs",
    "tcit_h": "TCIT-H",
    "tcit_h_absent": "TCIT-H, root absent",
    "tcit_h_present": "TCIT-H, root present",
    "tcit_c": "TCIT-C",
    "tcit_c_touched": "TCIT-C touched",
    "tcit_c_untouched": "TCIT-C untouched",
    "a": "A (yes/no)",
    "b": "B (instructions)",
    "c": "C (passages)",
    "d": "D (generation)",
    "nll": "negative log-likelihood",
    "rung1": "rung 1 (association)",
    "rung2": "rung 2 (intervention)",
    "rung3": "rung 3 (counterfactual)",
    "mean": "per token",
    "sum": "summed",
    "std": "standard deviation",
    "within_item_std": "within-item standard deviation",
    "hccis_core": "HCCIS-CORE",
    "hccis_full": "HCCIS-FULL",
    "hccis_n": "HCCIS+N",
    "core_best": "HCCIS-CORE, most attainable",
    "core_worst": "HCCIS-CORE, least attainable",
    "b_rsi": "B_RSI (reason)",
    "b_mci": "B_MCI (memory)",
    "b_vei": "B_VEI (veto)",
    "b_sci": "B_SCI (self)",
    "A4_no_reason": "A4_no_reason",
    "A4_no_veto": "A4_no_veto",
    "auc": "AUC",
    "pr_auc": "PR-AUC",
    "ece": "ECE",
    "brier": "Brier score",
}
"""Parts of a finding's name that do not read well with their underscores replaced by spaces."""

GLOSSARY = {
    "invariance": {
        "TCIT-F": "Facts. Which of two linked events causes the other: root and leaf, or any pair along the chain.",
        "TCIT-H": "Hypotheticals. The root is supposed to occur, or not to; the leaf must follow.",
        "TCIT-C": "Control. Two chains, one root switched: the leaf of the touched chain must change, that of the "
        "untouched one must stay. Copying the premise is right on the first and wrong on the second.",
        "positive rate": "The share of questions in which the right continuation is preferred; ties are wrong.",
    },
    "commitment": {
        "success": "The share of final answers that assert the right candidate and no other.",
        "probe accuracy": "The same for side questions, each asked on its own and never shown to another.",
        "success with drift": "Of the tasks whose final answer is right, the share with a wrong answer to a probe.",
        "HCCIS-CORE": "Integrity: one minus drift, trajectory and context-position risk, weighted. The last of them is "
        "metadata, so that 1 cannot be reached; what can is said beside it.",
        "distractor gap": "Probe accuracy without the distractor minus with it; twins share everything else.",
        "responsiveness": "Right without an update, and right with it, when the update changes the answer.",
        "stability": "Right without a distractor, and the same with it.",
    },
    "binding": {
        "B_RSI, B_MCI, B_VEI, B_SCI": "The rate of the expected action when the decisive reason flips, a commitment "
        "conflicts, a veto arrives, or the self-state persists under pressure, minus the rate of changes under an "
        "irrelevant cue.",
        "composite": "The mean of the four. An agent that never moves has 0.25.",
        "lesion": "A module is taken away by rule (the prompt says not to use it) or from the state (its field is "
        "absent).",
        "sufficiency": "Accuracy with the full state, with the decisive field alone, and with controls that lack it.",
    },
    "matrix": {
        "cell": "One agent under one scaffold in one task family.",
        "over": "Structured accuracy minus that of a control, the mean over cells.",
        "responsiveness": "The counterfactual flip: what decides is exchanged, and both actions are right.",
        "stability": "The same event under another scaffold keeps its right action.",
    },
    "cladder": {
        "rung 1": "Association: what one observation says about another.",
        "rung 2": "Intervention: what would follow from doing something.",
        "rung 3": "Counterfactual: what would have been, had something been otherwise.",
    },
    "transcripts": {
        "base reproduced": "The share of recorded actions that the agent repeats when nothing is changed. Only those "
        "count in the two rates; responsiveness and stability of all count the others as failed.",
        "changes": "Swap, update, veto, lesion: a value is exchanged, corrected, or removed, or the tool is forbidden; "
        "the action must follow.",
        "stays": "Reorder, reformat, irrelevant, placebo, stale: another order or layout, an unrelated result, a "
        "sentence that asks for nothing, an older value marked as such; the action must not move.",
        "scramble": "Another conversation's result stands for this one's; how often its value is used is told apart.",
    },
    "regression": {
        "A": "Plain yes/no questions with certain answers.",
        "B": "Simple instructions about the form of a reply.",
        "C": "Negative log-likelihood per token of short passages; lower is better.",
        "D": "Repetition and variety of short generated texts.",
    },
}
"""What a suite's words mean, a sentence each."""

TABLES = {
    "matrix_audits": "Matrix: audits of completeness, entropy and length, met or not met",
    "matrix_cells": "Matrix: accuracy in every cell by variant",
    "matrix_claims": "Matrix: claim ledger",
    "matrix_completeness": "Matrix: rows planned, asked, computed and observed; duplicate keys; parse errors",
    "matrix_contrasts": "Matrix: every cell against every control, with the interval over pairs of events",
    "matrix_flips": "Matrix: counterfactual flips by family",
    "matrix_readouts": "Matrix: agreement of letters and generated replies",
    "matrix_summary": "Matrix: mean differences over models, scaffolds, families and cells",
    "cladder": "CLadder accuracy by rung and agent",
    "cladder_by_query": "CLadder accuracy by query type",
    "cladder_by_sense": "CLadder accuracy by sense of the story",
    "cladder_paired": "CLadder: every two agents on the same questions",
    "regression": "Regression suite, one row per agent",
    "regression_items": "Regression suite, item by item",
    "regression_paired": "Regression suite: every two agents on the same items",
    "commitment_profiles": "Commitment: success, probe accuracy and integrity of each agent",
    "commitment_by_family": "Commitment: success, probe accuracy and integrity by family",
    "commitment_by_band": "Commitment: success, probe accuracy and integrity by difficulty band",
    "commitment_by_variant": "Commitment: success, probe accuracy and integrity, clean and with distractor",
    "commitment_by_cell": "Commitment: success, probe accuracy and integrity by family, band and variant",
    "commitment_by_contract": "Commitment: the same tasks with and without the heading that names what is tested",
    "commitment_success_with_drift": "Commitment: right final answers with failed commitments, the clearest first",
    "commitment_tasks": "Commitment: every agent and task",
    "commitment_probes": "Commitment: every question, its answer, what decided about it, and the risks of probes",
    "commitment_contrasts": "Commitment: how often distractors were withstood and updates followed",
    "finite_conditions": "Conditions, what each expects, and what A4 did (the paper's Table 14)",
    "finite_criteria": "Predefined criteria, met or not (the paper's Table 15)",
    "finite_by_variant": "Indices by variant: mean and standard deviation over corpora (the paper's Table 16)",
    "finite_by_corpus": "Indices by corpus and variant (the paper's Table 17)",
    "finite_contrasts_by_corpus": "Every contrast in every corpus (the paper's Table 18)",
    "finite_contrasts": "Contrasts over corpora (the paper's Table 34)",
    "finite_responses": "Rate of the expected action by condition, variant and corpus",
    "finite_depths": "Indices of A4 by depth of the decisive field",
    "readout_agreement": "Generated actions against those of the log-probabilities",
    "sufficiency": "Sufficiency of the decisive field, and what the guard stops (the paper's Table 2)",
    "sufficiency_by_kind": "Sufficiency by kind of decisive field",
    "sufficiency_audit": "Leakage and scope audit, counted over the rendered prompts",
    "contrasts": "Contrasts by kind: how often each held, and how often its base was already wrong",
    "transcripts": "Recorded runs: responsiveness and stability by intervention, tool, argument and carrier",
    "transcripts_sample_size": "Recorded runs: how many conversations an interval of plus or minus 0.05 takes",
    "transcripts_worst": "Recorded runs: what was changed, what had to happen, what happened",
    "tcit": "TCIT metrics by test and normalisation of the margin",
    "tcit_by_order": "TCIT positive rate and margin by order of the clauses",
    "tcit_by_polarity": "TCIT positive rate and margin by polarity of the premise",
    "tcit_by_query": "TCIT positive rate and margin by query",
    "tcit_by_seed": "TCIT positive rate and margin by seed",
    "tcit_over_seeds": "TCIT metrics over seeds: the mean of the seeds and their standard deviation (n - 1)",
}
"""Captions of the tables of a run; a table that is not here is shown under its own name."""
TABLES |= {f"{schema.PREFIX}{name}": f"Commitment: {about.caption}" for name, about in schema.TABLES.items()}


def visible(text: str) -> str:
    """A text with its control, format and bidirectional characters shown as their codes."""
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def plain(text: str, limit: int = 300) -> str:
    """A visible text of bearable length."""
    shown = visible(text[: limit + 1])
    return shown if len(shown) <= limit else f"{shown[: limit - 1]}…"


def short(text: str, width: int = 34) -> str:
    """A long name with its middle left out: beginnings and ends tell agents apart."""
    shown = plain(text)
    if len(shown) <= width:
        return shown
    tail = (width - 1) // 2
    return f"{shown[: width - 1 - tail]}…{shown[-tail:]}"


def words(part: str) -> str:
    """One part of a dotted name, or a column's name, in words."""
    return PARTS.get(part, plain(part).replace("_", " "))


def in_words(name: str) -> str:
    """A dotted name in words: `tcit_h.unseen_orders` -> `TCIT-H unseen orders`."""
    return " ".join(words(part) for part in name.split("."))


def name_of(finding: str) -> str:
    """`invariance.tcit_h.positive_rate` -> `TCIT-H positive rate`: the suite is told by where it stands."""
    return in_words(finding.partition(".")[2] or finding)


def sentence(text: str) -> str:
    """The text with a capital at its beginning, for headings and heads of columns."""
    return text[:1].upper() + text[1:]


def suite_of(finding: str) -> str:
    """The suite a finding belongs to: the first part of its name."""
    return finding.partition(".")[0]


def number(value: float | None) -> str:
    """A rate, a margin, a difference: three decimals, and no negative zero."""
    return NOT_MEASURED if value is None else f"{round(value, 3) + 0.0:.3f}"


def expected(value: float | Within) -> str:
    """What a planted fault must show: `0.750`, or `0 to 0.9`."""
    return f"{value.low:g} to {value.high:g}" if isinstance(value, Within) else number(value)


def bounds(low: float, high: float) -> str:
    """`[0.021, 0.214]`; how narrow it is where three decimals would show no width at all."""
    shown = number(low), number(high)
    return NARROW if shown[0] == shown[1] else f"[{shown[0]}, {shown[1]}]"


def interval(finding: Finding) -> str:
    """The primary interval, or why it says nothing; empty where there is none.

    If every cluster has the same value, resampling has nothing to vary: an interval without width would look like
    certainty, so the reason stands in its place.
    """
    found = finding.interval
    if found is None:
        return ""
    agree = found.high - found.low < NO_WIDTH
    return agreement(finding.units, finding.unit) if agree else bounds(found.low, found.high)


def agreement(units: int, unit: str) -> str:
    """Why an interval has no width: `all 12 chains agree`."""
    return f"all {plural(units, unit or 'cluster')} agree"


def plural(count: int, unit: str) -> str:
    """`12 chains`, `1 story`, `3 stories`."""
    one = plain(unit)
    several = f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"
    return f"{count:,} {one if count == 1 else several}"


def sample(finding: Finding) -> str:
    """How much stands behind an estimate: `192 in 12 chains`."""
    return f"{finding.n:,} in {plural(finding.units, finding.unit)}" if finding.units else f"{finding.n:,}"


def condition(gate: Gate) -> str:
    """A gate as the user wrote it: `invariance.stability >= 0.8 on lower`."""
    on = "" if gate.on == "estimate" else f" on {plain(gate.on)}"
    return f"{plain(gate.finding)} {plain(gate.op)} {gate.threshold:g}{on}"


def reason(note: str) -> str:
    """Why something was not measured, from the note of a finding that says both."""
    return plain(note.removeprefix(NOT_MEASURED).lstrip(": "))


def duration(seconds: float) -> str:
    """`0.4 s`, `48 s`, `12 min 05 s`, `3 h 07 min`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def dollars(cost: float) -> str:
    """US dollars, with more digits where the sum is small."""
    return f"${cost:,.2f}" if cost == 0 or cost >= 0.1 else f"${cost:.4f}"


def spent(cost: float, *, known: bool) -> str:
    """What was paid, as far as a price table can tell."""
    return f"{dollars(cost)} by the price table" if known else "cost not known"


def counts(by_kind: dict[str, int]) -> str:
    """`timeout 3, server 1`, the most frequent first."""
    ranked = sorted(by_kind.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{plain(kind)} {count:,}" for kind, count in ranked)
