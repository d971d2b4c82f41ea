"""What a point of a chart stands for, in words: the renderer writes it on the mark, the page shows it as a tooltip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from holdfast.report.wording import bounds, number, plain, words

Row = dict[str, Any]
NAMING = ("suite", "test", "normalisation", "order")
"""Columns that say which point of an agent it is."""


def with_tips(rows: Sequence[Row], quantities: Sequence[str]) -> list[Row]:
    """The rows of a figure, each with its `tip`: who, where, and every quantity with its interval and sample."""
    return [{**row, "tip": "\n".join(_lines(row, quantities))} for row in rows]


def _lines(row: Row, quantities: Sequence[str]) -> list[str]:
    where = [plain(str(row[name])) for name in NAMING if row.get(name)]
    return [", ".join([plain(row["agent"]), *where]), *(_line(row, q) for q in quantities if row.get(q) is not None)]


def _line(row: Row, quantity: str) -> str:
    low, high, n, units = (row.get(f"{quantity}_{end}") for end in ("low", "high", "n", "units"))
    parts = [f"{words(quantity)} {number(row[quantity])}"]
    if low is not None and high is not None:
        parts.append("(all clusters agree)" if low == high else bounds(low, high))
    told = " ".join(parts)
    return f"{told}, n = {n:,} in {units:,}" if n else told
