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
    """Appends each verdict to a file as one JSON object on one line, from any number of threads."""

    def __init__(self, path: str | Path, *, clock: Callable[[], float] = time.time) -> None:
        self._file = Path(path).open("ab")  # noqa: SIM115 (it stays open until `close`)
        self._lock = threading.Lock()
        self._clock = clock

    def __call__(self, verdict: Verdict) -> None:
        line = json.dumps({"time": self._clock(), **asdict(verdict)}, ensure_ascii=False).encode() + b"\n"
        with self._lock:
            self._file.write(line)
            self._file.flush()

    def close(self) -> None:
        """Close the file; later verdicts are refused."""
        with self._lock:
            self._file.close()

    def __enter__(self) -> JsonLinesAudit:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()
