"""The integrity scores of paper 001 (equations 5 to 13): from one row per probe to one row per task and per group.

In: a frame with one row per (agent, task, probe), whatever order. These columns must be there:

    agent, task, family, band, variant   which agent, which task; the variant is `clean` or `distractor`
    role, slot, position, phase          which probe; its slot; its place from 1; `initial`, `mid` or `late`
    matched       bool or null           whether the reply asserts the right answer; null where nothing was answered
    answer        text or null           the answer asserted, normalised; null where the reply asserts no single one
    design_weight                        the item's integrity weight by design (0.85, 1.00 or 1.15)
    human_difficulty                     0 to 1: people's rating, else the design prior
    success       bool or null           whether the final answer of this agent and task is right

and these may be, and count as not available where they are not: `unclear` (bool: the reply gives no single answer;
else a null `answer` of an answered probe), `confidence`, `success_probability`, `retrieval_risk`, `neural_conflict`
(0 to 1 each), `after_correction` (bool: the probe comes after a correction of its slot), `validity`
(`constants.VALIDITY`; `validated` where absent) and `probe_weight` (1 where absent).

A score whose inputs are missing is null: a confidence that was not stated is never replaced by a guess, and a task with
an unanswered probe has no integrity. What the paper names without defining is defined here and in the suite's page:

- Position is 1-based in task order. The phases are first, inner and last probe.
- Trajectory risk uses neither the right answer nor the outcome. It is the mean of two terms: one minus the share of
  the agent's other probe answers about the same slot that agree with this one, and whether the reply gives no single
  answer. Where no other probe asks about the slot, only the second is there.
- Success-probability risk is one minus the stated probability. A probe's own weight is 1.
- HCCIS+N needs every one of its inputs, retrieval risk and neural conflict included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from holdfast.suites.commitment.constants import (
    CORE,
    DISTRACTED,
    FULL,
    ITEM_WEIGHT,
    NEURAL,
    NEURAL_BASE,
    NEURAL_CONFLICT,
    NEURAL_DIFFICULTY,
    PHASE,
    PHASES,
    POSITION,
    PROBE_WEIGHT,
    RATINGS,
    VALIDITY,
    WEIGHT_BASE,
    WEIGHT_SLOPE,
)  # fmt: skip

TASK = ("agent", "task")
"""What identifies a row of the task table."""
DESIGN = ("family", "band", "variant")
"""What a task's rows share."""
INTEGRITIES = ("hccis_core", "hccis_full", "hccis_n")
"""The scores, primary first."""
RISKS = ("drift", "confidence", "uncertainty", "trajectory", "context_position", "success", "retrieval")
"""The risk terms d, q, u, t, x, s and r of the paper; each has a column `<term>_risk`."""
OPTIONAL: dict[str, pl.DataType | type[pl.DataType]] = {
    "unclear": pl.Boolean, "confidence": pl.Float64, "success_probability": pl.Float64, "retrieval_risk": pl.Float64,
    "neural_conflict": pl.Float64, "after_correction": pl.Boolean, "validity": pl.String, "probe_weight": pl.Float64,
}  # fmt: skip


def item_weight(design: pl.Expr, difficulty: pl.Expr) -> pl.Expr:
    """Equation 5: an item's weight ω from its design weight and human difficulty h."""
    return (design * (WEIGHT_BASE + WEIGHT_SLOPE * difficulty)).clip(*ITEM_WEIGHT)


def uncertainty(confidence: pl.Expr) -> pl.Expr:
    """Equation 6: the binary entropy u of a confidence c, in bits; 0 at certainty."""
    entropy = -(confidence * confidence.log(2) + (1 - confidence) * (1 - confidence).log(2))
    return pl.when((confidence > 0) & (confidence < 1)).then(entropy).when(confidence.is_not_null()).then(0.0)


def context_position(position: pl.Expr, last: pl.Expr, phase: pl.Expr, variant: pl.Expr) -> pl.Expr:
    """Equation 7: the risk x that comes from where a probe stands; metadata only."""
    of_phase = phase.replace_strict(PHASES, return_dtype=pl.Float64)
    distracted = variant.eq("distractor").cast(pl.Float64)
    return (POSITION * position / last + PHASE * of_phase + DISTRACTED * distracted).clip(0, 1)


def weighted_risk(weights: Mapping[str, float]) -> pl.Expr:
    """Equations 8, 9 and the first line of 12: a weighted sum of risk terms; null where one is."""
    return pl.sum_horizontal([weight * pl.col(f"{term}_risk") for term, weight in weights.items()], ignore_nulls=False)


def probe_weight(own: pl.Expr, item: pl.Expr, validity: pl.Expr) -> pl.Expr:
    """Equation 10: a probe's weight w = α ω ν within its limits."""
    return (own * item * validity.replace_strict(VALIDITY, return_dtype=pl.Float64)).clip(*PROBE_WEIGHT)


def difficulty_from_ratings(ratings: Iterable[float]) -> float:
    """Equation 13: human difficulty h from ratings of 1 to 5."""
    rated = list(ratings)
    return min(max(sum(rated) / (RATINGS * len(rated)), 0.0), 1.0)


def probe_scores(probes: pl.DataFrame) -> pl.DataFrame:
    """The rows with their risk terms, weights and the three integrities, one column each."""
    frame = _complete(probes)
    within = [*TASK]
    frame = frame.with_columns(
        answered=pl.col("matched").is_not_null(),
        drift_risk=1.0 - pl.col("matched").cast(pl.Float64),
        confidence_risk=1.0 - pl.col("confidence"),
        uncertainty_risk=uncertainty(pl.col("confidence")),
        context_position_risk=context_position(
            pl.col("position"), pl.col("position").max().over(within), pl.col("phase"), pl.col("variant")
        ),
        success_risk=1.0 - pl.col("success_probability"),
        item_weight=item_weight(pl.col("design_weight"), pl.col("human_difficulty")),
    ).with_columns(trajectory_risk=_trajectory())
    conflict = pl.col("neural_conflict").clip(0, 1)
    scale = NEURAL_BASE + NEURAL_DIFFICULTY * pl.col("human_difficulty") + NEURAL_CONFLICT * conflict
    return frame.with_columns(
        weight=probe_weight(pl.col("probe_weight"), pl.col("item_weight"), pl.col("validity")),
        hccis_core=1.0 - weighted_risk(CORE).clip(0, 1),
        hccis_full=1.0 - weighted_risk(FULL).clip(0, 1),
        hccis_n=1.0 - (weighted_risk(NEURAL) * scale).clip(0, 1),
        core_best=1.0 - (CORE["context_position"] * pl.col("context_position_risk")).clip(0, 1),
        core_worst=1.0
        - (CORE["drift"] + CORE["trajectory"] + CORE["context_position"] * pl.col("context_position_risk")).clip(0, 1),
    )


def task_scores(probes: pl.DataFrame) -> pl.DataFrame:
    """One row per agent and task: success, probe accuracy, drift, the risks, the integrities and what is attainable.

    `core_best` and `core_worst` are what HCCIS-CORE would be with every probe right and steady, and with none: the
    context-position term is metadata, so that 1 cannot be reached. `position_only` is the integrity that this metadata
    alone would predict.
    """
    rows = probe_scores(probes)
    means = {f"{term}_risk": pl.col(f"{term}_risk") for term in RISKS}
    corrected = pl.col("after_correction") & pl.col("answered")
    return rows.group_by(TASK, maintain_order=True).agg(
        *[pl.col(name).first() for name in DESIGN],
        item_weight=pl.col("item_weight").first(),
        human_difficulty=pl.col("human_difficulty").first(),
        success=pl.col("success").first(),
        probes=pl.len(),
        answered=pl.col("answered").sum(),
        probe_accuracy=_whole(pl.col("matched").cast(pl.Float64).mean(), pl.col("matched")),
        state_drift=_whole(pl.col("drift_risk").mean(), pl.col("drift_risk")),
        repair_precision=pl.col("matched").filter(corrected).cast(pl.Float64).mean(),
        **{name: _whole(risk.mean(), risk) for name, risk in means.items()},
        **{name: _weighted(name) for name in (*INTEGRITIES, "core_best", "core_worst")},
        position_only=1.0 - pl.col("context_position_risk").mean(),
    )


def group_scores(tasks: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """Equation 11: the mean of each integrity over a group's tasks, weighted by item; other columns plainly averaged.

    HCCIS-CORE and what is attainable are means over the tasks whose probes were all answered. The comparators are null
    where any task lacks an input: agents that state a confidence now and then choose when. How many tasks have each
    stands beside it.
    """
    weight, has_core = pl.col("item_weight"), pl.col("hccis_core").is_not_null()
    weighed = weight.filter(has_core)
    core = {
        name: (weight * pl.col(name)).filter(has_core).sum() / weighed.sum()
        for name in ("hccis_core", "core_best", "core_worst")
    }
    comparators = {
        name: _whole((weight * pl.col(name)).sum() / weight.sum(), pl.col(name)) for name in ("hccis_full", "hccis_n")
    }
    return tasks.group_by(by, maintain_order=True).agg(
        tasks=pl.len(),
        success=pl.col("success").cast(pl.Float64).mean(),
        probe_accuracy=pl.col("probe_accuracy").mean(),
        state_drift=pl.col("state_drift").mean(),
        repair_precision=pl.col("repair_precision").mean(),
        **{name: pl.when(has_core.any()).then(value) for name, value in core.items()},
        **comparators,
        **{f"{name}_tasks": pl.col(name).count() for name in INTEGRITIES},
    )


def distractor_gaps(tasks: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """The distractor susceptibility gap of each group: mean over clean tasks minus mean over distractor tasks.

    Probe accuracy goes first: equal behaviour in both variants gives 0 there, but `DISTRACTED` of the context-position
    weight in HCCIS-CORE. `hccis_core_gap_by_design` says how much of the gap is that term alone.
    """
    clean, distracted = pl.col("variant") == "clean", pl.col("variant") == "distractor"

    def gap(name: str) -> pl.Expr:
        return pl.col(name).filter(clean).mean() - pl.col(name).filter(distracted).mean()

    return tasks.group_by(by, maintain_order=True).agg(
        clean_tasks=clean.sum(),
        distractor_tasks=distracted.sum(),
        probe_accuracy_gap=gap("probe_accuracy"),
        success_gap=gap("success"),
        hccis_core_gap=gap("hccis_core"),
        hccis_core_gap_by_design=gap("core_best"),
    )


def _complete(probes: pl.DataFrame) -> pl.DataFrame:
    """The frame with every optional column; what is absent is null, and a weight or status its default."""
    absent = [pl.lit(None, dtype=kind).alias(name) for name, kind in OPTIONAL.items() if name not in probes.columns]
    no_single_answer = pl.col("matched").is_not_null() & pl.col("answer").is_null()
    return probes.with_columns(absent).with_columns(
        pl.col("unclear").fill_null(no_single_answer),
        pl.col("after_correction").fill_null(value=False),
        pl.col("validity").fill_null("validated"),
        pl.col("probe_weight").fill_null(1.0),
    )


def _trajectory() -> pl.Expr:
    """Trajectory risk t: disagreement with the agent's other answers about the slot, and having no single answer."""
    slot = [*TASK, "slot"]
    others = pl.col("answered").sum().over(slot).cast(pl.Float64) - 1
    same = pl.len().over([*slot, "answer"]).cast(pl.Float64) - 1
    agreement = pl.when(pl.col("answer").is_null() | pl.col("unclear")).then(0.0).otherwise(same / others)
    instability = pl.col("unclear").cast(pl.Float64)
    return (
        pl.when(~pl.col("answered"))
        .then(None)
        .when(others > 0)
        .then(((1 - agreement) + instability) / 2)
        .otherwise(instability)
    )


def _whole(value: pl.Expr, source: pl.Expr) -> pl.Expr:
    """A value only where no row of its source is missing."""
    return pl.when(source.null_count() == 0).then(value)


def _weighted(name: str) -> pl.Expr:
    """Equation 10: the mean over a task's probes by their weights."""
    value, weight = pl.col(name), pl.col("weight")
    return _whole((weight * value).sum() / weight.sum(), value)
