"""Data-quality checks of a built design and of the files behind it: run on every build, kept in the manifest."""

from __future__ import annotations

import polars as pl

from holdfast.suites.regression.checks import CHECKS, words
from holdfast.suites.regression.items import FILES, records

OK = "ok"


def check(design: pl.DataFrame) -> dict[str, str]:
    """Each check by name: `ok`, or a sentence that says what is wrong."""
    return {
        "yes and no balanced": _balance(design),
        "no item stands twice": _distinct(),
        "format checks known": _known(design),
    }


def _balance(design: pl.DataFrame) -> str:
    said = design.filter((pl.col("part") == "A") & pl.col("target").is_not_null())["target"]
    return OK if (said == "yes").sum() == (said == "no").sum() else "part A has not as many yes as no."


def _distinct() -> str:
    texts = [tuple(words(" ".join(r.shown.values()))) for part in FILES for r in records(part)]
    return OK if len(set(texts)) == len(texts) else "two items show the same words."


def _known(design: pl.DataFrame) -> str:
    named = set(design.filter(pl.col("part") == "B")["kind"])
    return OK if named <= CHECKS.keys() else f"there is no format check {min(named - CHECKS.keys())!r}."
