"""Rows of a table on disk or on the Hugging Face hub, whatever its format. Whatever is wrong is one sentence.

JSON is read row by row and not as columns, because CLadder files mix types within columns that nobody needs here.
"""

from __future__ import annotations

import difflib
import gzip
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from holdfast.core import HoldfastError

if TYPE_CHECKING:
    import polars as pl

Row = dict[str, Any]
"""One row as it stands in the file: values by column."""

FORMATS = (".jsonl", ".json", ".csv", ".parquet")
"""Each may be followed by `.gz`, except Parquet, which is compressed within."""

HUB = "hf://datasets/<owner>/<name>/<file>"
HUB_ID = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*(?<!\.jsonl)(?<!\.json)(?<!\.csv)(?<!\.parquet)(?<!\.gz)")
"""`owner/name`: what a data set is called on the hub, unless it ends as a file does."""


def on_the_hub(where: str) -> str | None:
    """The address of data that is not a path: as it was given, or the parquet files that the hub keeps of a data set.

    A hub id has the form of a relative path, so a path that exists goes first.
    """
    if is_remote(where):
        return where
    if HUB_ID.fullmatch(where) and not Path(where).exists():
        return f"hf://datasets/{where}@~parquet/**/*.parquet"
    return None


def is_remote(where: str) -> bool:
    """Whether a place is an address such as `hf://datasets/…` and not a path."""
    return "://" in where


def read_rows(where: str) -> list[Row]:
    """Every row of a file, in order."""
    kind = _format(where)
    try:
        rows = _remote(where, kind) if is_remote(where) else _READERS[kind](_content(Path(where)))
    except HoldfastError:
        raise
    except Exception as error:  # every parser has its own errors, and a damaged file is always the user's to mend
        reason = next(iter(str(error).splitlines()), type(error).__name__).rstrip(".")
        look = "the address and the connection" if is_remote(where) else "the file"
        raise HoldfastError(f"{where} cannot be read as {kind} ({reason}); check {look}.") from error
    if not rows:
        raise HoldfastError(f"{where} has no rows; give a file with questions in it.")
    return rows


def _format(where: str) -> str:
    name = where.removesuffix(".gz")
    for kind in FORMATS:
        if name.endswith(kind):
            return kind
    raise HoldfastError(
        f"{where} does not end in {', '.join(FORMATS)} (or .gz), so its format is not known; give a file of that kind, "
        f"or one on the hub as {HUB}."
    )


def _content(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise HoldfastError(f"There is no file {path}; {_near(path)}") from None
    except OSError as error:
        raise HoldfastError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
    if path.suffix != ".gz":
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise HoldfastError(f"{path} is not a whole gzip file ({error}); fetch it again.") from error


def _near(missing: Path) -> str:
    """A file beside a missing one that may be meant."""
    beside = missing.parent.iterdir() if missing.parent.is_dir() else ()
    names = [file.name for file in beside if file.name.removesuffix(".gz").endswith(FORMATS)]
    close = difflib.get_close_matches(missing.name, names, n=1)
    return f"did you mean {close[0]!r} there?" if close else f"check the path, or give one on the hub as {HUB}."


def _jsonl(content: bytes) -> list[Row]:
    decoder = msgspec.json.Decoder(Row)
    rows = []
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.strip():
            try:
                rows.append(decoder.decode(line))
            except msgspec.MsgspecError as error:
                raise ValueError(f"line {number}: {error}") from error
    return rows


def _json(content: bytes) -> list[Row]:
    return msgspec.json.decode(content, type=list[Row])


def _csv(content: bytes) -> list[Row]:
    import polars as pl

    # As text: which rung `1.0` is, and which sense, is decided where rows become questions.
    return pl.read_csv(content, infer_schema=False).to_dicts() if content.strip() else []


def _parquet(content: bytes) -> list[Row]:
    import polars as pl

    return pl.read_parquet(content).to_dicts()


_READERS: dict[str, Callable[[bytes], list[Row]]] = {
    ".jsonl": _jsonl,
    ".json": _json,
    ".csv": _csv,
    ".parquet": _parquet,
}


def _remote(where: str, kind: str) -> list[Row]:
    """Through polars, which speaks `hf://` and takes the token of a private data set from the environment."""
    import polars as pl

    readers: dict[str, Callable[[str], pl.DataFrame]] = {
        ".jsonl": lambda at: pl.read_ndjson(at, infer_schema_length=None),
        ".csv": lambda at: pl.read_csv(at, infer_schema=False),
        ".parquet": pl.read_parquet,
    }
    if kind not in readers:
        raise HoldfastError(f"{where} is JSON, which is read from disk only; download it and give its path.")
    return readers[kind](where).to_dicts()
