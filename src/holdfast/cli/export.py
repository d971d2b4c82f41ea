"""`holdfast export`: a run for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holdfast.core import HoldfastError, did_you_mean

FORMATS = ("parquet", "csv", "jsonl", "inspect")


def command(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    kind: Annotated[str, typer.Option("--format", "-f", help="parquet, csv, jsonl or inspect.")] = "parquet",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A folder; by default RUN/export.")] = None,
) -> int:
    """Write every scored use of a run, with prompt, reply, decision and factors, for other programs to read.

    `inspect` writes a log per suite and agent that `inspect view` opens.
    """
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.plan import read_plan

    if kind not in FORMATS:
        raise HoldfastError(f"There is no format {kind!r}; {did_you_mean(kind, FORMATS)}")
    folder = RunFolder(run)
    read_plan(folder.plan)
    place = out or run / "export"
    if kind == "inspect":
        from holdfast.integrations.inspect_log import write_logs

        for file, samples in write_logs(folder, place):
            print(f"{file}: {samples:,} samples")
        return 0
    from holdfast.report.export import write_rows

    file, rows = write_rows(folder, kind, place)
    print(f"{file}: {rows:,} rows")
    return 0
