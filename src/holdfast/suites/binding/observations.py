"""What `holdfast compare` pairs: the contrasts under the first readout, and the indices event by event."""

from __future__ import annotations

import polars as pl

from holdfast.core import Expectation
from holdfast.suites.binding import indices
from holdfast.suites.binding.finite import CONDITIONS
from holdfast.suites.binding.rows import behaviour
from holdfast.suites.binding.settings import Settings
from holdfast.suites.control import NAMES, contrast_outcomes


def observations(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> dict[str, pl.DataFrame]:
    """By the name of the finding of which they are the mean."""
    rows = behaviour(scores).filter(pl.col("readout") == settings.readouts[0])
    if "finite" not in settings.experiments or rows.is_empty():
        return {}
    finite = rows.filter(pl.col("experiment") == "finite")
    outcomes = contrast_outcomes(finite.unique(["agent", "id"], maintain_order=True), contrasts).filter(
        pl.col("kind").is_in(list(CONDITIONS))  # those of other depths have names of their own
    )
    found = {
        f"binding.{name}": outcomes.filter(pl.col("expectation") == Expectation(expectation).value).select(
            "agent", "unit", id=pl.format("{}>{}", "base", "changed"), case="changed", value="held"
        )
        for expectation, name in NAMES.items()
    }
    main = indices.by_event(finite).filter((pl.col("depth") == settings.depths[0]) & (pl.col("variant") == "A4"))
    found |= {
        f"binding.{name}": main.filter(pl.col(name).is_not_null()).select("agent", "unit", id="unit", value=name)
        for name in indices.COMPONENTS
    }
    return {name: frame for name, frame in found.items() if frame.height}
