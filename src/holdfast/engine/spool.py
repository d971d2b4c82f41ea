"""Many frames into one Parquet file, without holding them: each goes to disk as it comes, and they are joined at last.

Parquet cannot be appended to, and the cases of a whole log may be larger than memory. The file has the same bytes
whenever the same frames are put in.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import polars as pl

BYTES_AT_ONCE = 32_000_000
"""About how much text a row group holds, and so how much is read at a time."""


class Spool:
    """Frames on their way into one file. Use it as a context: what lies on disk in between goes when it ends."""

    def __init__(self, target: Path, most_rows: int) -> None:
        self.target = target
        self.most_rows = most_rows
        self.place = target.with_name(f".{target.name}.parts")
        self.parts: list[Path] = []
        self.rows = self.size = 0

    def __enter__(self) -> Self:
        shutil.rmtree(self.place, ignore_errors=True)  # of a run that was killed
        self.place.mkdir()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self.place, ignore_errors=True)

    def add(self, frame: pl.DataFrame) -> None:
        """Put a frame after those before it; all have the same columns."""
        part = self.place / f"{len(self.parts):06d}.parquet"
        frame.write_parquet(part, compression="lz4")
        self.parts.append(part)
        self.rows += frame.height
        self.size += int(frame.estimated_size())

    def join(self) -> None:
        """Write the file, a frame in memory at a time."""
        import polars as pl
        from polars.io.plugins import register_io_source

        def frames(*_: object) -> Iterator[pl.DataFrame]:
            yield from map(pl.read_parquet, self.parts)

        rows = max(1, min(self.most_rows, BYTES_AT_ONCE * self.rows // max(self.size, 1)))
        whole = register_io_source(frames, schema=pl.read_parquet_schema(self.parts[0]), is_pure=True)
        whole.sink_parquet(self.target, row_group_size=rows, statistics=True)
