"""Data-quality checks of a built binding design: run on every build, kept in the manifest."""

from __future__ import annotations

import polars as pl

OK = "ok"
KEY = ["experiment", "corpus", "event", "condition", "variant", "lesion", "depth", "readout"]
"""The paper's dataset/base_event/condition/variant key, with what else tells two askings apart. Replicates of a key
are counted by the engine."""


def check(design: pl.DataFrame) -> dict[str, str]:
    """Each check by name: `ok`, or a sentence that says what is wrong."""
    return {
        "no key twice": _keys(design),
        "text supports exactly one action at every depth": _proofs(design),
        "first leanings balanced": _leanings(design),
        "structures distinct within a corpus": _structures(design),
        "scrambled fields belong to another event": _scrambled(design),
    }


def _keys(design: pl.DataFrame) -> str:
    twice = design.height - design.select(c for c in KEY if c in design.columns).unique().height
    return OK if not twice else f"{twice} keys come twice."


def _proofs(design: pl.DataFrame) -> str:
    if "proved" not in design.columns:
        return OK
    wrong = design.filter(pl.col("proved") == False)  # noqa: E712  (null where nothing is to be proved)
    return OK if wrong.is_empty() else f"the text of {wrong.height} items does not support its target alone."


def _leanings(design: pl.DataFrame) -> str:
    events = design.select("corpus", "event", "leaning").unique()
    to_a = events.group_by("corpus").agg(n=pl.len(), to_a=(pl.col("leaning") == "ACTION_A").sum())
    fine = ((to_a["to_a"] * 2 - to_a["n"]).abs() <= 1).all()
    return OK if fine else "a corpus leans to one option in most of its events."


def _structures(design: pl.DataFrame) -> str:
    if "structure" not in design.columns:
        return OK
    events = design.drop_nulls("structure").select("corpus", "event", "structure").unique()
    return OK if events.select("corpus", "structure").is_unique().all() else "a corpus has a structure twice."


def _scrambled(design: pl.DataFrame) -> str:
    if "field_event" not in design.columns:
        return OK
    rows = design.filter(pl.col("condition") == "scrambled")
    own = (rows["field_event"] == rows["event"]).any() or (rows["field_action"] == rows["target"]).any()
    return OK if not own else "a scrambled field is the event's own, or prescribes the same action."
