"""What `holdfast compare` pairs: the contrasts whose base was reproduced, the bases themselves, and their slices."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from holdfast.suites.control import NAMES
from holdfast.suites.transcripts.analysis import SUITE, counted_answers, groups, outcomes_of, reproduced
from holdfast.suites.transcripts.settings import FOREIGN

PAIR = pl.format("{}>{}", "base", "changed")


def observations(scores: pl.DataFrame, contrasts: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """By the name of the finding of which they are the mean."""
    answered = counted_answers(scores)
    outcomes = outcomes_of(answered, contrasts)
    base = reproduced(answered)
    counted = outcomes.filter(pl.col("kind") != FOREIGN)
    found = {
        **dict(_rates(SUITE, "", counted.filter(~pl.col("base_wrong")))),
        f"{SUITE}.base_reproduced": base.select("agent", "id", "unit", value="right"),
        **dict(_rates(SUITE, "_of_all", counted)),
        f"{SUITE}.unread": base.select("agent", "id", "unit", value="unread"),
        f"{SUITE}.scramble_following": _foreign(outcomes, answered),
    }
    for group, level, rows in groups(outcomes):
        found |= dict(_rates(SUITE, f".{group}.{level}", rows.filter(~pl.col("base_wrong"))))
    return {name: frame for name, frame in found.items() if frame.height}


def _rates(suite: str, suffix: str, rows: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    for expectation, name in NAMES.items():
        own = rows.filter(pl.col("expectation") == expectation.value)
        yield f"{suite}.{name}{suffix}", own.select("agent", "unit", id=PAIR, case="changed", value="held")


def _foreign(outcomes: pl.DataFrame, answered: pl.DataFrame) -> pl.DataFrame:
    """Whether a foreign value was used, where one was put in."""
    if "used" not in answered.columns:
        return outcomes.clear()
    rows = outcomes.filter((pl.col("kind") == FOREIGN) & ~pl.col("base_wrong"))
    used = answered.select("agent", changed="id", used=pl.col("used") > 0)
    joined = rows.join(used, on=["agent", "changed"], maintain_order="left")
    return joined.select("agent", "unit", id=PAIR, case="changed", value="used")
