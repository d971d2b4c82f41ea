"""The tables of a run as the page shows them: `tables/*.csv`, rounded, with intervals beside their estimates."""

from __future__ import annotations

import csv
from itertools import islice
from pathlib import Path

import msgspec

from holdfast.report.explorer import pack_text
from holdfast.report.wording import TABLES, number, plain, words

SHOWN_ROWS = 200
CELL_WIDTH = 60
MOST_PACKED = 1_000_000
ENDS = ("_low", "_high")
NAMED = ("test", "normalisation")
"""Columns whose values are parts of findings' names, and are put into the same words."""


class Cell(msgspec.Struct, frozen=True):
    """One cell."""

    text: str
    """What stands in it."""
    interval: str = ""
    """The interval of an estimate."""


class Column(msgspec.Struct, frozen=True):
    """One column."""

    name: str
    """In words."""
    numeric: bool
    """Whether it is set flush right."""


class Table(msgspec.Struct, frozen=True):
    """A table to be shown, or why it cannot be."""

    file: str
    """The name of its CSV file."""
    caption: str
    """What it holds."""
    columns: list[Column]
    """From left to right."""
    rows: list[list[Cell]]
    """The first rows."""
    total: int
    """How many rows the file has."""
    problem: str = ""
    """Why the file could not be read."""
    packed: str = ""
    """The whole file for the page to save, packed; empty where it is too large for that."""


def read_tables(folder: Path) -> list[Table]:
    """Every CSV file of a folder, by name."""
    return [read_table(file) for file in sorted(folder.glob("*.csv"))]


def read_table(file: Path, shown: int = SHOWN_ROWS) -> Table:
    """The first rows of a CSV file. A file that cannot be read becomes a table that says so."""
    caption = TABLES.get(file.stem, words(file.stem))
    try:
        with file.open(encoding="utf-8", newline="") as handle:
            lines = csv.reader(handle)
            header = next(lines, [])
            rows = [line for line in islice(lines, shown) if len(line) == len(header)]
            total = len(rows) + sum(1 for _ in lines)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        return Table(file.name, caption, [], [], 0, plain(str(error)))
    own = {name: [row[i] for row in rows] for i, name in enumerate(header)}
    folded = {name + end for name in own for end in ENDS if name + ENDS[0] in own and name + ENDS[1] in own}
    names = [name for name in own if name not in folded]
    numeric = {name: _numeric(own[name]) for name in names}
    cells = [
        [_cell({name: row[i] for i, name in enumerate(header)}, name, numeric[name]) for name in names] for row in rows
    ]
    packed = pack_text(file.read_text(encoding="utf-8")) if file.stat().st_size <= MOST_PACKED else ""
    return Table(file.name, caption, [Column(words(name), numeric[name]) for name in names], cells, total, "", packed)


def _cell(row: dict[str, str], name: str, numeric: bool) -> Cell:
    low, high = (row.get(name + end, "") for end in ENDS)
    # Without a width it would look like certainty; it only says that no cluster differs from another.
    interval = "" if not (low and high) else "all clusters agree" if low == high else f"[{_shown(low)}, {_shown(high)}]"
    if numeric:
        return Cell(_shown(row[name]), interval)
    return Cell(words(row[name]) if name in NAMED else plain(row[name], CELL_WIDTH), interval)


def _numeric(values: list[str]) -> bool:
    filled = [value for value in values if value]
    return bool(filled) and all(_number(value) is not None for value in filled)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _shown(text: str) -> str:
    """Three decimals for what has a decimal point; whole numbers with their thousands apart."""
    value = _number(text)
    if value is None:
        return plain(text)
    return number(value) if "." in text else f"{int(value):,}" if value.is_integer() else text
