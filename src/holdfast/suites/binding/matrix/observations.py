"""What `holdfast compare` pairs: the contrasts under the first readout, accuracies event by event, and differences to
each control cell by cell.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from holdfast.core import Expectation
from holdfast.suites.binding.matrix.analysis import answers, stem_of
from holdfast.suites.binding.matrix.build import FLIP, SCAFFOLD
from holdfast.suites.binding.matrix.cells import cells, differences
from holdfast.suites.binding.matrix.rows import behaviour
from holdfast.suites.binding.matrix.settings import Settings
from holdfast.suites.control import NAMES, contrast_outcomes

EVENT = pl.format("{}/{}/{}", "scaffold", "unit", "turn")


def observations(scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> dict[str, pl.DataFrame]:
    """By the name of the finding of which they are the mean."""
    if "unmapped" not in scores.columns:
        return {}
    rows = behaviour(scores, settings)
    outcomes = contrast_outcomes(answers(scores, settings.readouts[0]), contrasts)
    cases = scores.filter(pl.col("variant") == "structured").select(
        "scaffold", "unit", "turn", case="id"
    ).unique(["scaffold", "unit", "turn"], maintain_order=True)  # fmt: skip
    found = {
        **dict(_contrasts(outcomes)),
        **dict(_accuracies(rows, cases, settings)),
        **dict(_cells(rows, settings)),
        **dict(_unmapped(scores, settings)),
    }
    return {name: frame for name, frame in found.items() if frame.height}


def _contrasts(outcomes: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    pair = pl.format("{}>{}", "base", "changed")
    whole = outcomes.select("agent", "unit", "kind", "expectation", "base_wrong", id=pair, case="changed", value="held")
    for expectation, name in NAMES.items():
        own = (pl.col("expectation") == Expectation(expectation).value) & pl.col("kind").is_in([FLIP, SCAFFOLD])
        yield f"matrix.{name}", whole.filter(own)
    for (kind,), rows in whole.group_by("kind", maintain_order=True):
        yield f"matrix.contrast.{kind}", rows
        yield f"matrix.base_wrong.{kind}", rows.with_columns(value="base_wrong")


def _accuracies(rows: pl.DataFrame, cases: pl.DataFrame, settings: Settings) -> Iterator[tuple[str, pl.DataFrame]]:
    """The chance of the right action, event by event; the structured case of the event is the one to open."""
    named = rows.join(cases, on=["scaffold", "unit", "turn"], how="left", maintain_order="left")
    for (readout, arm), own in named.group_by("readout", "arm", maintain_order=True):
        name = f"{stem_of(str(readout), settings)}.accuracy.{arm}"
        told = own.select("agent", "unit", "case", "kind", id=EVENT, value="accuracy")
        yield name, told
        if (readout, arm) == (settings.readouts[0], "structured"):
            for (kind,), part in told.group_by("kind", maintain_order=True):
                yield f"{name}.{kind}", part


def _cells(rows: pl.DataFrame, settings: Settings) -> Iterator[tuple[str, pl.DataFrame]]:
    """Structured minus control, one row per cell, and whether the cell counts as positive; clusters are families."""
    table = cells(differences(rows))
    if table.is_empty():
        return
    place = pl.format("{}/{}", "scaffold", "family")
    for (readout, control), own in table.group_by("readout", "control", maintain_order=True):
        for title, column in (("over", "delta"), ("positive_cells", "positive"), ("cells_above", "above")):
            name = f"{stem_of(str(readout), settings)}.{title}.{control}"
            yield name, own.select("agent", unit="family", id=place, value=column)


def _unmapped(scores: pl.DataFrame, settings: Settings) -> Iterator[tuple[str, pl.DataFrame]]:
    answered = scores.filter(pl.col("failure").is_null() & ~pl.col("role").str.contains(":"))
    each = pl.format("{}/{}", "id", "replicate")
    for (readout,), own in answered.group_by("role", maintain_order=True):
        name = f"{stem_of(str(readout), settings)}.unmapped_rate"
        yield name, own.select("agent", "unit", id=each, case="id", value=pl.col("unmapped").cast(pl.Float64))
