"""What an audit of the matcher says (paper 001, Tables 8, 9 and 11), and how far the conclusions could move by it.

An audit file has one row per audited probe answer: `agent`, `task`, `role`, `decision` (what the matcher said: `match`
or `no match`) and `verdict` (what people said: `correct`, `incorrect` or `unclear`); `stratum` is any grouping that the
sample was drawn by. CSV or JSON lines. Corrections touch audited rows only.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import polars as pl

from holdfast.core import HoldfastError
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.analyses.board import SUCCESS, make_board
from holdfast.suites.commitment.analyses.grid import Grid
from holdfast.suites.commitment.analyses.predictors import REFERENCE
from holdfast.suites.commitment.analyses.ranking import TOP, compared
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.scores import task_scores

KEY = ["agent", "task", "role"]
DECISIONS = {"match": True, "no match": False, "unclear": False}
VERDICTS = ("correct", "incorrect", "unclear")
SCENARIOS: Mapping[str, Mapping[str, str]] = {
    "Automatic matcher": {},
    "Clear errors corrected": {"correct": "correct", "incorrect": "incorrect"},
    "Unclear → correct": {"correct": "correct", "incorrect": "incorrect", "unclear": "correct"},
    "Unclear → incorrect": {"correct": "correct", "incorrect": "incorrect", "unclear": "incorrect"},
}
"""By scenario: what each verdict is taken to mean; a verdict that is not there leaves the matcher's decision."""


def read_audit(path: Path) -> pl.DataFrame:
    """An audit file, checked."""
    try:
        lines = path.suffix.lower() in (".jsonl", ".ndjson", ".json")
        frame = pl.read_ndjson(path) if lines else pl.read_csv(path, infer_schema=False)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise HoldfastError(f"The audit file {path} cannot be read ({str(error).splitlines()[0]}).") from error
    missing = [name for name in (*KEY, "decision", "verdict") if name not in frame.columns]
    if missing:
        raise HoldfastError(f"The audit file {path} has no column {missing[0]!r}; it needs agent, task, role, decision "
                            "and verdict.")  # fmt: skip
    if "stratum" not in frame.columns:
        frame = frame.with_columns(stratum=pl.lit("all"))
    frame = frame.with_columns(pl.col(*KEY, "stratum", "decision", "verdict").cast(pl.String))
    for column, known in (("decision", DECISIONS), ("verdict", VERDICTS)):
        wrong = frame.filter(~pl.col(column).is_in(list(known)).fill_null(value=False))
        if wrong.height:
            raise HoldfastError(
                f"The audit file {path} has the {column} {wrong[column][0]!r}; known are {', '.join(known)}."
            )
    repeated = frame.select(KEY).is_duplicated()
    if repeated.any():
        row = frame.filter(repeated).row(0, named=True)
        raise HoldfastError(f"The audit file {path} judges {row['role']} of {row['task']} by {row['agent']} twice.")
    return frame


def audit_table(audit: pl.DataFrame, probes: pl.DataFrame) -> pl.DataFrame:
    """Tables 8 and 9: what became of the matcher's decisions, overall, by stratum and by family."""
    families = probes.select("task", "family").unique()
    rows = audit.join(families, on="task", how="left", maintain_order="left").with_columns(
        accepted=pl.col("decision").replace_strict(DECISIONS, return_dtype=pl.Boolean)
    )
    parts = [_counts(rows, "overall", pl.lit("all"))]
    parts += [_counts(rows, column, pl.col(column).fill_null("(unknown task)")) for column in ("stratum", "family")]
    return pl.concat(parts)


def _counts(rows: pl.DataFrame, slice_: str, level: pl.Expr) -> pl.DataFrame:
    accepted, verdict = pl.col("accepted"), pl.col("verdict")
    clear = verdict != "unclear"
    right = (accepted & (verdict == "correct")) | (~accepted & (verdict == "incorrect"))
    return (
        rows.group_by(level.alias("level"), maintain_order=True)
        .agg(
            rows=pl.len(),
            accepted=accepted.sum(),
            accepted_confirmed=(accepted & (verdict == "correct")).sum(),
            false_positives=(accepted & (verdict == "incorrect")).sum(),
            rejected=(~accepted).sum(),
            false_negatives=(~accepted & (verdict == "correct")).sum(),
            upheld_incorrect=(~accepted & (verdict == "incorrect")).sum(),
            unclear=(~clear).sum(),
            clear_accuracy=right.filter(clear).mean(),
        )
        .select(pl.lit(slice_).alias("slice"), pl.all())
    )


def corrected(probes: pl.DataFrame, audit: pl.DataFrame, meaning: Mapping[str, str]) -> tuple[pl.DataFrame, int]:
    """The probes with audited decisions replaced, and how many of them changed.

    A probe that turns out right asserted the right answer; one that turns out wrong asserted no answer we know.
    """
    means = pl.col("verdict").replace_strict(dict(meaning), default=None, return_dtype=pl.String)
    judged = audit.select(*KEY, truly=means.eq("correct"))
    joined = probes.join(judged, on=KEY, how="left", maintain_order="left")
    changed = (pl.col("truly") != pl.col("matched")).fill_null(value=False)
    count = int(joined.select(changed.sum()).item())
    if "unclear" not in joined.columns:
        joined = joined.with_columns(unclear=pl.lit(None, dtype=pl.Boolean))
    now_right = changed & pl.col("truly")
    return joined.with_columns(
        answer=pl.when(now_right).then(pl.col("gold_answer")).when(changed).then(None).otherwise(pl.col("answer")),
        unclear=pl.when(changed).then(~pl.col("truly")).otherwise(pl.col("unclear")),
        matched=pl.when(changed).then(pl.col("truly")).otherwise(pl.col("matched")),
    ).drop("truly"), count


def bound_table(grid: Grid, probes: pl.DataFrame, audit: pl.DataFrame) -> pl.DataFrame:
    """Table 11: integrity, gap between places and rank shifts under each reading of the audit."""
    unknown = audit.join(probes.select(KEY), on=KEY, how="anti")
    if unknown.height == audit.height:
        raise HoldfastError("No row of the audit file is a probe of these runs; its agents and tasks must be theirs.")
    rows, best = [], None
    for scenario, meaning in SCENARIOS.items():
        fixed, count = corrected(probes, audit, meaning)
        board = make_board(_rescored(grid, fixed))
        found = compared(board, REFERENCE, SUCCESS)
        top = {a for a, rank in zip(board.agents, board.ranks(REFERENCE)[0], strict=True) if rank <= TOP}
        best = top if best is None else best
        places = _places(board.agents, board.means(REFERENCE)[0])
        rows.append(
            {
                "scenario": scenario, "corrected_rows": count, **places,
                **{k: found[k] for k in ("mean_shift", "max_shift", "profiles_changed", "spearman", "kendall")},
                "top_five_changed": "reference" if not meaning else "yes" if top != best else "no",
            }
        )  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(
        audited_rows=pl.lit(audit.height - unknown.height), unknown_rows=pl.lit(unknown.height)
    )


def unused_rows(probes: pl.DataFrame, audit: pl.DataFrame) -> str:
    """What of an audit file the bound does not use, in a sentence; empty if it uses all of it."""
    unknown = audit.join(probes.select(KEY), on=KEY, how="anti")
    finals = int((unknown["role"] == FINAL).sum())
    others = unknown.height - finals
    if unknown.is_empty():
        return ""
    parts = [
        *([f"{finals:,} about final answers (role `{FINAL}`), which no integrity score reads"] if finals else []),
        *([f"{others:,} of no probe of these runs"] if others else []),
    ]
    return f"Of {audit.height:,} audited rows some correct nothing (`unknown_rows`): {'; '.join(parts)}."


def _rescored(grid: Grid, probes: pl.DataFrame) -> Grid:
    measured = ["hccis_core", "probe_accuracy", "state_drift", "trajectory_risk"]
    fresh = task_scores(probes).select("agent", "task", *measured)
    kept = grid.rows.drop(measured)
    return Grid(kept.join(fresh, on=["agent", "task"], how="left", maintain_order="left"), grid.without_outcome)


def place_of(agent: str) -> str:
    """Where an agent runs, by its spec: `local`, `hosted`, or `program` for what is no language model of ours."""
    from holdfast.agents.wrappers import split_wrappers

    _, bare = split_wrappers(agent)
    if bare.startswith(("embedded", "local/")):
        return "local"
    return "program" if bare.startswith(("reference/", "command:", "python:", "simulated/")) else "hosted"


def _places(agents: list[str], values: Floats) -> dict[str, float | None]:
    def mean(place: str) -> float | None:
        own = [value for agent, value in zip(agents, values, strict=True) if place_of(agent) == place]
        return float(np.mean(own)) if own else None

    local, hosted = mean("local"), mean("hosted")
    return {
        "local_core": local, "hosted_core": hosted, "all_core": float(np.nanmean(values)),
        "gap": None if local is None or hosted is None else local - hosted,
    }  # fmt: skip
