"""The audit trail: one line per verdict, in whatever sink the user gives the guard."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import TracebackType

from holdfast.guard.verdict import Verdict

Audit = Callable[[Verdict], None]
"""Anything that takes a verdict. What it raises reaches the caller: an action without its audit line is not taken."""


class JsonLinesAudit:
    """Appends each verdict to a file as one JSON object on one line, from any number of threads of one process.

    With `max_bytes` the file is rotated before it would grow larger: `audit.jsonl` becomes `audit.jsonl.1`, that one
    `audit.jsonl.2`, and so on up to `keep`; what is older is deleted. A line is never split over two files.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        max_bytes: int | None = None,
        keep: int = 5,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if (max_bytes is not None and max_bytes < 1) or keep < 1:
            raise ValueError("max_bytes and keep must be at least 1")
        self._path = Path(path)
        self._file = self._path.open("ab")
        self._max_bytes = max_bytes
        self._keep = keep
        self._clock = clock
        self._lock = threading.Lock()

    def __call__(self, verdict: Verdict) -> None:
        record = {"time": self._clock(), **asdict(verdict)}
        line = json.dumps(record, ensure_ascii=False, default=repr).encode("utf-8", "backslashreplace") + b"\n"
        with self._lock:
            if self._max_bytes is not None and 0 < self._file.tell() > self._max_bytes - len(line):
                self._rotate()
            self._file.write(line)
            self._file.flush()

    def close(self) -> None:
        """Close the file; later verdicts are refused."""
        with self._lock:
            self._file.close()

    def _rotate(self) -> None:
        self._file.close()
        for number in range(self._keep - 1, 0, -1):
            if (older := self._numbered(number)).exists():
                older.replace(self._numbered(number + 1))
        self._path.replace(self._numbered(1))
        self._file = self._path.open("ab")

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}")

    def __enter__(self) -> JsonLinesAudit:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
