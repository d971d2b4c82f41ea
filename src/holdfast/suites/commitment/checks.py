"""Data-quality checks of a built inventory: run on every build, kept in the manifest."""

from __future__ import annotations

import polars as pl

from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR, NO_UPDATE
from holdfast.suites.commitment.questions import from_target

OK = "ok"
PROBES = {"constraint_persistence": 3}
"""Probes per task, where they are not two (paper 001, Table 1)."""


def check(design: pl.DataFrame) -> dict[str, str]:
    """Each check by name: `ok`, or a sentence that says what is wrong."""
    design = design.filter(pl.col("contract") == pl.col("contract").first())
    tasks = design.filter(pl.col("variant") != NO_UPDATE)
    return {
        "every cell has the same number of tasks": _balanced(tasks),
        "three probes for constraint persistence, two for the others": _probes(tasks),
        "twins have the same questions and answers": _twins(tasks),
        "an update changes the answer": _updates(design),
    }


def _balanced(tasks: pl.DataFrame) -> str:
    counts = tasks.group_by("family", "band", "variant").len()["len"]
    return OK if counts.n_unique() == 1 else "some family, band and variant has more tasks than another."


def _probes(tasks: pl.DataFrame) -> str:
    wrong = [f for f, n in tasks.select("family", "probes").unique().iter_rows() if n != PROBES.get(f, 2)]
    return OK if not wrong else f"{', '.join(sorted(wrong))} has another number of probes."


def _twins(tasks: pl.DataFrame) -> str:
    clean, distracted = (
        tasks.filter(pl.col("variant") == variant).select("unit", "target") for variant in (CLEAN, DISTRACTOR)
    )
    both = clean.join(distracted, on="unit", suffix="_distracted")
    same = both.height == clean.height and both["target"].eq(both["target_distracted"]).all()
    return OK if same else "a distractor changes a task's questions or answers."


def _updates(design: pl.DataFrame) -> str:
    with_update = {
        unit: target for unit, target, v in design.select("unit", "target", "variant").iter_rows() if v == CLEAN
    }
    without = design.filter(pl.col("variant") == NO_UPDATE).select("unit", "target")
    same = [
        unit
        for unit, target in without.iter_rows()
        if from_target(target)[FINAL].candidates.gold == from_target(with_update[unit])[FINAL].candidates.gold
    ]
    return OK if not same else f"{same[0]} has the same answer with and without its update."
