"""Files of recorded conversations: JSON lines, JSON, tau-bench trajectories, Inspect logs. Each is read as a stream.

JSON lines and Inspect logs are read one conversation at a time, so memory does not grow with the file. A JSON document
is held once as bytes.
"""

from __future__ import annotations

import codecs
import gzip
import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

import msgspec

from holdfast.core import HoldfastError, Tool
from holdfast.suites.transcripts.conversations import Conversation, read_conversation, read_tools

LINE_BYTES = 64_000_000
"""A longer line is refused: it is not a conversation."""

_raw = msgspec.json.Decoder(list[msgspec.Raw])
_any = msgspec.json.Decoder()


def read_file(where: str) -> Iterator[Conversation]:
    """Every conversation of a file, in order."""
    path = Path(where)
    if not path.is_file():
        raise HoldfastError(f"There is no file {where}; give a log with `--file PATH` (.jsonl, .json, .gz or .eval).")
    if path.suffix == ".eval":
        from holdfast.suites.transcripts.inspect_logs import read_log

        rows = read_log(path)
    else:
        rows = _documents(path) if path.name.removesuffix(".gz").endswith(".json") else _lines(path)
    number = 0
    for number, (row, place) in enumerate(rows, 1):
        try:
            yield read_conversation(row, number, place)
        except RecursionError as error:
            raise HoldfastError(f"{place} is nested too deeply to be read; a row is one conversation.") from error
    if not number:
        raise HoldfastError(f"{where} holds no conversation; give a file with at least one.")


def read_schemas(where: str) -> tuple[Tool, ...]:
    """The tools of a JSON file: the `tools` of an OpenAI request, or an object that has them."""
    try:
        value = _any.decode(Path(where).read_bytes().removeprefix(codecs.BOM_UTF8))
    except OSError as error:
        raise HoldfastError(f"{where} cannot be read ({error.strerror}); check the path of `--tools`.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise HoldfastError(f"{where} is not JSON ({error}); give the `tools` of an OpenAI request.") from error
    return read_tools(value.get("tools") if isinstance(value, dict) else value, where)


def file_digest(where: str) -> str:
    """The SHA-256 of a file, so that a run cannot go on with another."""
    try:
        with Path(where).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise HoldfastError(
            f"{where} cannot be read ({error.strerror}); check the path and its permissions."
        ) from error


def _lines(path: Path) -> Iterator[tuple[Any, str]]:
    with _opened(path) as file:
        number = 0
        while line := _line(file, path, number + 1):
            number += 1
            line = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if not line.strip():
                continue
            place = f"{path}, line {number}"
            try:
                yield _any.decode(line), place
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise HoldfastError(f"{place} is not JSON ({error}); every line holds one conversation.") from error


def _line(file: IO[bytes], path: Path, number: int) -> bytes:
    try:
        line = file.readline(LINE_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise HoldfastError(f"{path} cannot be read to its end ({error}); fetch it again.") from error
    if len(line) > LINE_BYTES:
        raise HoldfastError(
            f"{path}, line {number} is longer than {LINE_BYTES:,} bytes; a line holds one conversation."
        )
    return line


def _documents(path: Path) -> Iterator[tuple[Any, str]]:
    """The conversations of one JSON document: a list of them, or an object with `simulations`, or a single one."""
    try:
        with _opened(path) as file:
            content = file.read().removeprefix(codecs.BOM_UTF8)
        if not content.strip():
            return
        if content.lstrip()[:1] == b"[":
            yield from _listed(_raw.decode(content), path)
            return
        value = _any.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OSError, EOFError, zlib.error) as error:
        raise HoldfastError(f"{path} is not JSON ({error}); check the file, or call it .jsonl.") from error
    if isinstance(value, dict) and isinstance(value.get("simulations"), list):
        yield from ((row, f"{path}, simulation {number}") for number, row in enumerate(value["simulations"], 1))
    else:
        yield value, str(path)


def _listed(items: list[msgspec.Raw], path: Path) -> Iterator[tuple[Any, str]]:
    rows = ((_any.decode(item), f"{path}, item {number}") for number, item in enumerate(items, 1))
    first = next(rows, None)
    if first is None:
        return
    if isinstance(first[0], dict) and "role" in first[0]:
        yield [first[0], *(row for row, _ in rows)], str(path)  # the document is one conversation
        return
    yield first
    yield from rows


def _opened(path: Path) -> IO[bytes]:
    try:
        return cast("IO[bytes]", gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")
    except OSError as error:
        raise HoldfastError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
