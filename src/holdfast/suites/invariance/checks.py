"""Data-quality checks of a built TCIT design (paper 004, Appendix B.2): run on every build, kept in the manifest."""

from __future__ import annotations

import polars as pl

from holdfast.suites.invariance.names import SPLITS, pool

OK = "ok"


def check(design: pl.DataFrame) -> dict[str, str]:
    """Each check by name: `ok`, or a sentence that says what is wrong."""
    asked = design.filter(pl.col("target").is_not_null())
    return {
        "name pools disjoint": _pools(),
        "orders distinct per question": _orders(design),
        "polarity balanced": _balance(asked),
        "same target in every order": _consistent(asked),
        "TCIT-F targets follow the chain": _direction(asked),
    }


def _pools() -> str:
    pools = [set(pool(split)) for split in SPLITS]
    return OK if sum(map(len, pools)) == len(set().union(*pools)) else "a name stands in two splits."


def _orders(design: pl.DataFrame) -> str:
    per_question = design.group_by("unit", "variant", "premise", "query").agg(
        n=pl.len(), distinct=pl.col("order").n_unique()
    )
    return OK if (per_question["n"] == per_question["distinct"]).all() else "an order of one question is asked twice."


def _balance(asked: pl.DataFrame) -> str:
    supposed = asked.filter(pl.col("variant").is_in(["H", "C"]))
    counts = supposed.group_by("variant", "polarity").len().group_by("variant").agg(pl.col("len").n_unique())
    return OK if (counts["len"] == 1).all() else "`occurred` and `did not occur` are not supposed equally often."


def _consistent(asked: pl.DataFrame) -> str:
    targets = asked.group_by("unit", "variant", "premise", "query").agg(pl.col("target").n_unique())
    return OK if (targets["target"] == 1).all() else "a question has different targets in different orders."


def _direction(asked: pl.DataFrame) -> str:
    """Root-to-leaf targets name the root first: the root of a unit is the cause in all its own `0>…` questions."""
    factual = asked.filter(pl.col("variant") == "F").with_columns(
        cause=pl.col("target").str.extract(r"Therefore, (\w+) causes")
    )
    roots = factual.filter((pl.col("query") == "root>leaf") | pl.col("query").str.starts_with("0>"))
    one_root = roots.group_by("unit").agg(pl.col("cause").n_unique())
    return OK if (one_root["cause"] == 1).all() else "a TCIT-F target runs against its chain."
