"""Data-quality checks of what is asked, and the solvers that read a question without its facts."""

from __future__ import annotations

import re

import polars as pl

from holdfast.core import Request
from holdfast.engine.certificate import NOTE
from holdfast.engine.suite import Shortcut
from holdfast.suites.cladder.methods import question_of
from holdfast.suites.cladder.questions import NO, UNSTATED, YES

OK = "ok"

IMBALANCE = 0.05
"""How far the share of yes within a rung may be from one half."""

LONG = 65
"""Characters; the median length of a question in the published balanced set."""

NEGATIVE = re.compile(r"\b(less|decreases?|smaller|lower|negatively|worsens?|reduces?|not|\w+n't)\b", re.IGNORECASE)


def check(design: pl.DataFrame) -> dict[str, str]:
    """Each check by name: `ok`, or a sentence that says what is wrong."""
    asked = design.filter(pl.col("target").is_not_null())
    file = asked.row(0, named=True)
    contradictory = file["file_contradictory"]
    return {
        "labels balanced per rung": _balance(asked),
        f"every prompt asked once (copies left out: {file['file_copies']:,} of {file['file_rows']:,} rows)": (
            OK if asked["name"].is_unique().all() else "a question is asked twice."
        ),
        "no prompt with both labels": OK
        if not contradictory
        else f"{NOTE}{contradictory:,} rows have a prompt that comes with both labels, and were left out.",
        "every question has a story": _stories(asked),
        "every question has a query type and a sense": _stated(asked),
    }


def _balance(asked: pl.DataFrame) -> str:
    shares = asked.group_by("rung").agg(n=pl.len(), yes=(pl.col("target") == YES).mean()).sort("rung")
    off = [
        f"rung {rung} says yes to {share:.0%} of {n}"
        for rung, n, share in shares.iter_rows()
        if abs(share - 0.5) > max(IMBALANCE, 1 / n)
    ]
    return f"{', '.join(off)}, so a constant answer is not at one half." if off else OK


def _stories(asked: pl.DataFrame) -> str:
    without = asked.filter(~pl.col("unit").str.starts_with("story:")).height
    if not without:
        return OK
    return f"{NOTE}{without:,} of {asked.height:,} have no story; their cluster is the graph, or the question itself."


def _stated(asked: pl.DataFrame) -> str:
    without = asked.filter((pl.col("query_type") == UNSTATED) | (pl.col("sense") == UNSTATED)).height
    return f"{without:,} of {asked.height:,} leave one unstated." if without else OK


def _long(request: Request) -> str:
    return YES if len(question_of(request)) > LONG else NO


def _negative(request: Request) -> str:
    return YES if NEGATIVE.search(question_of(request)) else NO


SHORTCUTS = {
    "always yes": Shortcut(lambda _: YES, 0.5),
    "always no": Shortcut(lambda _: NO, 0.5),
    "yes to a long question": Shortcut(_long, 0.5),
    "yes to a negative question": Shortcut(_negative, 0.5),
}
