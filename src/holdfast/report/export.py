"""A run as files that other programs read: Parquet, CSV or JSON lines, one row per scored use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.core import HoldfastError
from holdfast.engine.folder import RunFolder
from holdfast.report.rows import read_rows

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = {"parquet": "parquet", "csv": "csv", "jsonl": "jsonl"}


def write_rows(folder: RunFolder, kind: str, out: Path) -> tuple[Path, int]:
    """Write all rows of a run in one file; its path, and how many rows."""
    rows = read_rows(folder)
    file = out / f"rows.{SUFFIXES[kind]}"
    try:
        out.mkdir(parents=True, exist_ok=True)
        if kind == "parquet":
            rows.write_parquet(file)
        elif kind == "csv":
            _harmless(rows).write_csv(file)
        else:
            rows.write_ndjson(file)
    except OSError as error:
        raise HoldfastError(f"Cannot write {file} ({error.strerror}); choose another folder with --out.") from error
    return file, rows.height


def _harmless(rows: pl.DataFrame) -> pl.DataFrame:
    """Texts that a spreadsheet would take for a formula get an apostrophe before them: a model may have written one."""
    import polars as pl

    formula = r"^[=+\-@\t\r]"
    return rows.with_columns(
        pl.when(pl.col(name).str.contains(formula)).then("'" + pl.col(name)).otherwise(name).alias(name)
        for name, kind in rows.schema.items()
        if kind == pl.String
    )
