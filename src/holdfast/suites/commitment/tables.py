"""The tables of the suite: one row per agent and task, and its summaries by profile, family, band and variant."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from holdfast.suites.commitment.answered import probe_rows
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.inventory import VARIANTS
from holdfast.suites.commitment.scores import RISKS, distractor_gaps, group_scores, probe_scores, task_scores

SLICES = ("family", "band", "variant")
POSITION_ONLY = "(context position only)"
"""The row of a predictor that knows where probes stand and nothing of any agent."""
WHO = ("agent", "model", "wrapper", "task", "unit", "family", "band", "variant", "instance", "domain")
MEASURED = (
    "success", "probes", "answered", "probe_accuracy", "state_drift", "repair_precision", "trajectory_risk",
    "context_position_risk", "retrieval_risk", "confidence_risk", "uncertainty_risk", "success_risk",
    "hccis_core", "core_best", "core_worst", "hccis_full", "hccis_n", "position_only",
    "item_weight", "human_difficulty",
)  # fmt: skip
INPUTS = {
    "hccis_full": {"confidence_risk": "confidence"},
    "hccis_n": {
        "confidence_risk": "confidence",
        "success_risk": "success probability",
        "retrieval_risk": "retrieval risk",
        "neural_conflict": "neural conflict",
    },
}
"""What a score needs besides the terms of HCCIS-CORE."""


def task_table(questions: pl.DataFrame) -> pl.DataFrame:
    """One row per agent and task of the paper's two variants: what every analysis of the suite starts from."""
    who = questions.select("agent", pl.col("name").alias("task"), "model", "wrapper", "unit", "instance", "domain")
    scored = task_scores(probe_rows(questions))
    return scored.join(who.unique(), on=["agent", "task"], how="left", maintain_order="left").select(*WHO, *MEASURED)


def group_table(tasks: pl.DataFrame, questions: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """Scores of groups of tasks, with the distractor gap where a group has both variants."""
    of_tasks = questions.filter(pl.col("variant").is_in(VARIANTS))
    read = of_tasks.group_by(by, maintain_order=True).agg(
        unclear=pl.col("unclear").mean(),
        chance=pl.col("chance").mean(),
        unanswered=pl.col("failure").count(),
    )
    table = group_scores(tasks, by)
    if "variant" not in by:
        table = table.join(distractor_gaps(tasks, by), on=by, maintain_order="left")
    return table.join(read, on=by, maintain_order="left")


def profile_table(tasks: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """One row per agent, and the row of the predictor that knows the place of probes alone."""
    profiles = group_table(tasks, questions, ["agent", "model", "wrapper"])
    missing = [missing_inputs(tasks.filter(pl.col("agent") == agent)) for agent in profiles["agent"]]
    said = ["; ".join(f"{score}: no {', '.join(names)}" for score, names in each.items()) for each in missing]
    return pl.concat(
        [profiles.with_columns(pl.Series("not_available", said, dtype=pl.String)), _position_only(tasks)],
        how="diagonal_relaxed",
    )


def missing_inputs(tasks: pl.DataFrame) -> dict[str, list[str]]:
    """The scores that are not available for an agent, and the inputs that they lack."""
    # No agent exposes what the neural-conflict proxy needs, so that its column is not even made.
    absent = {name for name in ("confidence_risk", "success_risk", "retrieval_risk") if tasks[name].null_count()}
    absent.add("neural_conflict")
    lacking = {score: [said for name, said in needs.items() if name in absent] for score, needs in INPUTS.items()}
    return {score: names for score, names in lacking.items() if names}


def _position_only(tasks: pl.DataFrame) -> pl.DataFrame:
    one = tasks.unique("task", maintain_order=True)
    weight = pl.col("item_weight")
    return one.select(
        agent=pl.lit(POSITION_ONLY),
        tasks=pl.len(),
        hccis_core=(weight * pl.col("position_only")).sum() / weight.sum(),
        not_available=pl.lit("everything that an agent says"),
    )


def probe_table(questions: pl.DataFrame) -> pl.DataFrame:
    """Every question of the paper's two variants: what was answered, what decided, and for probes the risk terms."""
    of_tasks = questions.filter(pl.col("variant").is_in(VARIANTS))
    key = ["agent", "name", "role"]
    risks = [f"{term}_risk" for term in RISKS]
    scored = probe_scores(probe_rows(questions)).select(*key, *risks, "weight", "hccis_core", "hccis_full")
    columns = [*key, "family", "band", "variant", "slot", "phase", "position", "gold_answer", "answer", "failure"]
    own = of_tasks.select(*columns, "decision", "rule", "right")
    return own.join(scored, on=key, how="left", maintain_order="left")


def contract_table(asked: pl.DataFrame) -> pl.DataFrame:
    """The same tasks under each contract in which they were asked, and each minus the first."""
    parts = [
        group_scores(task_table(own), ["agent"]).with_columns(contract=pl.lit(contract))
        for (contract,), own in asked.group_by("contract", maintain_order=True)
    ]
    compared = ("success", "probe_accuracy", "hccis_core")
    return (
        pl.concat(parts)
        .select("agent", "contract", "tasks", *compared)
        .with_columns((pl.col(name) - pl.col(name).first().over("agent")).alias(f"{name}_more") for name in compared)
    )


def success_with_drift(tasks: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """Right final answers with failed commitments, the clearest first.

    The rule is fixed: the final answer is right and a probe is not; most probes that assert a wrong answer first (an
    unclear reply is weaker evidence), then the lowest HCCIS-CORE, then the order of the inventory.
    """
    probes = questions.filter((pl.col("role") != FINAL) & pl.col("variant").is_in(VARIANTS))
    said = probes.group_by("agent", pl.col("name").alias("task"), maintain_order=True).agg(
        asserted_wrong=(~pl.col("right") & pl.col("answer").is_not_null()).mean(),
        unclear=pl.col("unclear").mean(),
        slots=pl.col("slot").str.join(" | "),
        expected=pl.col("gold_answer").str.join(" | "),
        said=pl.col("answer").fill_null("(none)").str.join(" | "),
    )
    finals = questions.filter(pl.col("role") == FINAL).select("agent", task="name", final="answer")
    found = tasks.filter(pl.col("success") & (pl.col("state_drift") > 0))
    columns = ["agent", "task", "family", "band", "variant", "probe_accuracy", "state_drift", "hccis_core", "core_best"]
    return (
        found.select(columns)
        .join(said, on=["agent", "task"], maintain_order="left")
        .join(finals, on=["agent", "task"], maintain_order="left")
        .sort("asserted_wrong", "hccis_core", descending=[True, False], maintain_order=True)
    )


def tables(tasks: pl.DataFrame, questions: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    """Every table about tasks, by name."""
    yield "commitment_profiles", profile_table(tasks, questions)
    for name in SLICES:
        yield f"commitment_by_{name}", group_table(tasks, questions, ["agent", name])
    yield "commitment_by_cell", group_table(tasks, questions, ["agent", *SLICES])
    yield "commitment_tasks", tasks
    yield "commitment_probes", probe_table(questions)
