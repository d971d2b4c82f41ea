"""The misorder audit: pairs of profiles that success orders one way and integrity the other, down to the texts.

For each pair the tasks that speak loudest: the profile that success prefers got the answer right, and kept its
commitments worse than the other. Ties of either ordering are no misorder.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from holdfast.stats.ranks import TIE_DECIMALS
from holdfast.suites.commitment.analyses.board import SUCCESS, Board
from holdfast.suites.commitment.analyses.predictors import REFERENCE
from holdfast.suites.commitment.analyses.traces import Traces

EVIDENCE = 3
"""Tasks shown for each pair."""
PAIR = {
    "pair": pl.Int64, "success_leader": pl.String, "integrity_leader": pl.String, "success_gap": pl.Float64,
    "integrity_gap": pl.Float64, "tasks_apart": pl.Int64,
}  # fmt: skip
ITEM = {
    "pair": pl.Int64, "task": pl.String, "family": pl.String, "band": pl.String, "variant": pl.String,
    "success_leader": pl.String, "integrity_leader": pl.String, "success_leader_core": pl.Float64,
    "integrity_leader_core": pl.Float64, "integrity_leader_success": pl.Boolean,
}  # fmt: skip


def misorder_tables(board: Board, traces: Traces) -> dict[str, pl.DataFrame]:
    """`misorders`, a row per pair, the widest first; `misorder_items`, the tasks behind each, with their texts."""
    success, core = (np.round(board.means(name)[0], TIE_DECIMALS) for name in (SUCCESS, REFERENCE))
    ahead, behind = np.nonzero((success[:, np.newaxis] > success) & (core[:, np.newaxis] < core))
    gaps = np.stack([success[ahead] - success[behind], core[behind] - core[ahead]])
    pairs, items = [], []
    for number, at in enumerate(np.argsort(-gaps.prod(axis=0), kind="stable"), 1):
        first, second = int(ahead[at]), int(behind[at])
        evidence, apart = _evidence(board, first, second)
        names = {"success_leader": board.agents[first], "integrity_leader": board.agents[second]}
        pairs.append(
            {"pair": number, **names, "success_gap": gaps[0, at], "integrity_gap": gaps[1, at], "tasks_apart": apart}
        )
        items += [{"pair": number, **names, **found} for found in evidence]
    return {
        "misorders": pl.DataFrame(pairs, schema=PAIR),
        "misorder_items": _told(pl.DataFrame(items, schema=ITEM), traces),
    }


def _evidence(board: Board, first: int, second: int) -> tuple[list[dict[str, object]], int]:
    """The tasks on which the success leader is right with less integrity, by weight times distance."""
    integrity, right = board.integrity[REFERENCE], board.integrity[SUCCESS]
    distance = np.where(right[first] == 1, integrity[second] - integrity[first], np.nan)
    loud = np.where(np.isfinite(distance) & (distance > 0), distance * board.weights, 0.0)
    found = []
    for task in np.argsort(-loud, kind="stable")[:EVIDENCE]:
        if loud[task] > 0:
            row = board.tasks.row(int(task), named=True)
            other = right[second, task]
            found.append(
                {
                    **{name: row[name] for name in ("task", "family", "band", "variant")},
                    "success_leader_core": integrity[first, task], "integrity_leader_core": integrity[second, task],
                    "integrity_leader_success": None if np.isnan(other) else bool(other == 1),
                }
            )  # fmt: skip
    return found, int((loud > 0).sum())


def _told(items: pl.DataFrame, traces: Traces) -> pl.DataFrame:
    """Each item with the prompt, the right answer and what both profiles said."""
    table = items
    for who in ("success_leader", "integrity_leader"):
        keys = table.select(agent=who, task="task").unique(maintain_order=True)
        said = traces.told(keys).select(
            pl.col("agent").alias(who), "task", pl.col("reply").alias(f"{who}_reply"),
            pl.col("probes_told").alias(f"{who}_probes"),
            *([pl.col("question"), pl.col("gold")] if who == "success_leader" else []),
        )  # fmt: skip
        table = table.join(said, on=[who, "task"], how="left", maintain_order="left")
    prompts = traces.prompts(set(table["task"]))
    return table.with_columns(pl.Series("prompt", [prompts.get(task) for task in table["task"]], dtype=pl.String))
