"""Progress: a bar where there is a terminal, a plain line now and then where there is none."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from types import TracebackType

LINE_SECONDS = 10.0


class Progress(Protocol):
    """Told how far a step has come."""

    def start(self, label: str, total: int) -> None:
        """A step of `total` parts begins."""

    def advance(self, parts: int = 1) -> None:
        """So many parts are done."""

    def note(self, text: str) -> None:
        """Something to show beside the count, until the next note."""

    def finish(self) -> None:
        """The step is over, complete or not."""


class Silent:
    """Shows nothing."""

    def start(self, label: str, total: int) -> None:  # noqa: ARG002
        return None

    def advance(self, parts: int = 1) -> None:  # noqa: ARG002
        return None

    def note(self, text: str) -> None:  # noqa: ARG002
        return None

    def finish(self) -> None:
        return None


class Lines:
    """One line at the start, one every few seconds, one at the end. For logs."""

    def __init__(self, out: TextIO | None = None, every: float = LINE_SECONDS) -> None:
        self.out = out or sys.stderr
        self.every = every

    def start(self, label: str, total: int) -> None:
        self.label, self.total, self.done, self.noted = label, total, 0, ""
        self.began = self.shown = time.monotonic()

    def advance(self, parts: int = 1) -> None:
        self.done += parts
        if time.monotonic() - self.shown >= self.every:
            self._show()

    def note(self, text: str) -> None:
        self.noted = f"; {text}"

    def finish(self) -> None:
        self._show()

    def _show(self) -> None:
        self.shown = time.monotonic()
        seconds = self.shown - self.began
        rate = self.done / seconds if seconds > 0 else 0.0
        left = f", {_clock((self.total - self.done) / rate)} left" if rate and self.done < self.total else ""
        print(
            f"{self.label}: {self.done:,} of {self.total:,} ({rate:,.1f}/s{left}){self.noted}",
            file=self.out,
            flush=True,
        )


class Bar:
    """A bar with rate and time left. The work loop only counts; the bar is drawn a few times a second."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Rich

        self.rich = Rich(
            TextColumn("[bold]{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=Console(stderr=True),
            auto_refresh=True,
        )

    def start(self, label: str, total: int) -> None:
        self.done, self.began, self.shown = 0, time.monotonic(), 0.0
        self.rich.start()
        self.task = self.rich.add_task(label, total=total, rate="", note="")

    def advance(self, parts: int = 1) -> None:
        self.done += parts
        if time.monotonic() - self.shown > 0.2:
            self._show()

    def note(self, text: str) -> None:
        self.rich.update(self.task, note=text)

    def finish(self) -> None:
        self._show()
        self.rich.stop()

    def _show(self) -> None:
        self.shown = time.monotonic()
        rate = self.done / max(self.shown - self.began, 1e-9)
        self.rich.update(self.task, completed=self.done, rate=f"{rate:,.1f}/s")


class Step:
    """A step of work that always says when it ended: `with Step(progress, "ask", 100) as advance:`."""

    def __init__(self, progress: Progress, label: str, total: int) -> None:
        self.progress, self.label, self.total = progress, label, total

    def __enter__(self) -> Progress:
        self.progress.start(self.label, self.total)
        return self.progress

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.progress.finish()


def suited(quiet: bool = False) -> Progress:
    """The progress display that suits where standard error goes."""
    if quiet:
        return Silent()
    return Bar() if sys.stderr.isatty() else Lines()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"
