"""The run folder: one place that knows the names of a run's files, and who may write there."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from holdfast.core import HoldfastError


@dataclass(frozen=True)
class RunFolder:
    """A run on disk. `plan` is written first; each later file comes from the ones before it."""

    path: Path

    @property
    def plan(self) -> Path:
        """What was asked for."""
        return self.path / "plan.toml"

    @property
    def cases(self) -> Path:
        """What agents may see."""
        return self.path / "cases.parquet"

    @property
    def design(self) -> Path:
        """Factors and hidden targets."""
        return self.path / "design.parquet"

    @property
    def contrasts(self) -> Path:
        """Which cases are compared with which, and what must happen between them. Hidden side too."""
        return self.path / "contrasts.parquet"

    @property
    def journal(self) -> Path:
        """Every request and its answer."""
        return self.path / "journal.sqlite"

    @property
    def scores(self) -> Path:
        """One row per scored use."""
        return self.path / "scores.parquet"

    @property
    def findings(self) -> Path:
        """Estimates, intervals, gates, certificate."""
        return self.path / "findings.json"

    @property
    def tables(self) -> Path:
        """CSV files."""
        return self.path / "tables"

    @property
    def figures(self) -> Path:
        """SVG and PNG files, each with its data beside it."""
        return self.path / "figures"

    @property
    def report(self) -> Path:
        """The page people open."""
        return self.path / "report.html"

    @property
    def manifest(self) -> Path:
        """Versions, seeds, counts and digests of all the above."""
        return self.path / "manifest.json"

    def refuse_foreign_files(self) -> None:
        """Raise if the folder holds something that no run wrote: a run must not be mixed with other people's files."""
        try:
            ours = (self.plan, self.journal, self.path / "checkpoints")
            if not self.path.is_dir() or any(trace.exists() for trace in ours):
                return
            # Hidden files are our lock, a `.gitkeep` and the like.
            foreign = sorted(found.name for found in self.path.iterdir() if not found.name.startswith("."))
        except OSError as error:
            raise HoldfastError(f"The folder {self.path} cannot be read ({error.strerror}); choose another.") from error
        if foreign:
            shown = ", ".join(foreign[:3]) + (f" and {len(foreign) - 3:,} more" if len(foreign) > 3 else "")
            raise HoldfastError(
                f"The folder {self.path} is not empty and holds no run ({shown}); name a new or empty one with --out."
            )

    def create(self) -> None:
        """Make the folder, or say why that cannot be."""
        self.refuse_foreign_files()
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HoldfastError(f"Cannot make the run folder {self.path} ({error.strerror}).") from error
        if not os.access(self.path, os.W_OK):
            raise HoldfastError(f"The run folder {self.path} is not writable; choose another with --out.")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the run for this process. The lock dies with the process, however it dies."""
        lock = self.path / ".lock"
        try:
            handle = lock.open("a+", encoding="utf-8")
        except OSError as error:
            raise HoldfastError(f"Cannot write in the run folder {self.path} ({error.strerror}).") from error
        with handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                handle.seek(0)
                holder = handle.read().strip() or "unknown"
                raise HoldfastError(
                    f"The run {self.path} is being written by another process (pid {holder}); wait for it or stop it."
                ) from None
            handle.truncate(0)
            handle.write(f"{os.getpid()}\n")
            handle.flush()
            yield


def refuse_run_folder(path: Path) -> None:
    """For what is written beside runs, never into one."""
    if RunFolder(path).plan.exists():
        raise HoldfastError(f"{path} holds a run, which would be written over; choose another folder with --out.")
