"""Two agents on the same questions, for every two agents of a run: the paper's Table 6 with tests that fit it.

The paper's p-values are those of an unpaired two-proportion z-test, which treats the two models as if they had answered
different questions. It stands here for comparison, beside McNemar's exact test of the pairs and an interval of the
paired difference over stories, which neither of the two tests knows of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import polars as pl

from holdfast.stats import cluster_mean, mcnemar, two_proportions
from holdfast.suites.cladder.questions import RUNGS
from holdfast.suites.estimates import SEED


def paired(answers: pl.DataFrame, agents: Sequence[str]) -> pl.DataFrame:
    """One row per pair of agents, normalisation and rung, and one over all rungs. Deltas are second minus first."""
    keys = ["id", "normalisation", "unit", "rung"]
    rows = []
    for first, second in combinations(agents, 2):
        side = {agent: answers.filter(pl.col("agent") == agent).select(*keys, "right") for agent in (first, second)}
        both = side[first].join(side[second], on=keys, suffix="_b", maintain_order="left")
        for normalisation in answers["normalisation"].unique(maintain_order=True):
            of = both.filter(pl.col("normalisation") == normalisation)
            groups = [(str(rung), task, of.filter(pl.col("rung") == rung)) for rung, task in RUNGS.items()]
            for rung, task, within in [*groups, ("all", "all", of)]:
                if within.height:
                    about = {"agent_a": first, "agent_b": second, "normalisation": normalisation}
                    rows.append({**about, "rung": rung, "task": task, **compare(within)})
    return pl.DataFrame(rows, infer_schema_length=None)


def compare(both: pl.DataFrame) -> dict[str, float | int | None]:
    """What two columns of right answers (`right`, `right_b`), paired by question, say about the two agents."""
    first, second = both["right"].to_numpy(), both["right_b"].to_numpy()
    n = both.height
    accuracy, accuracy_b = float(first.mean()), float(second.mean())
    delta = cluster_mean(second.astype(float) - first.astype(float), both["unit"].to_numpy(), seed=SEED)
    exact = mcnemar(first, second)
    return {
        "n": n,
        "stories": delta.clusters,
        "accuracy_a": accuracy,
        "accuracy_b": accuracy_b,
        "delta_pp": 100 * delta.estimate,
        "delta_pp_low": _known(100 * delta.low),
        "delta_pp_high": _known(100 * delta.high),
        "only_a_right": exact.first_only,
        "only_b_right": exact.second_only,
        "mcnemar_p": exact.p,
        "unpaired_z_p": _known(two_proportions(accuracy_b, n, accuracy, n).p),
    }


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
