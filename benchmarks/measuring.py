"""Run a command as a fresh process and say what it took: wall time, CPU time and peak memory, from `wait4`.

Linux counts the memory of the starting process at that moment towards the peak of the process that it starts, so a
benchmark that measures memory must stay small itself (no numpy, no polars) and must not believe a peak that is no more
than `own_peak_mb`.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

KB_PER_MB = 1024


class Measured(NamedTuple):
    """What one process took, the processes that it started and waited for included."""

    seconds: float
    """From start to end."""
    cpu_seconds: float
    """User and system time on all cores."""
    peak_mb: float
    """The largest resident memory of any one process."""
    output: str
    """Its standard output."""


class CommandError(Exception):
    """A measured command that failed or took too long."""


def measured(
    command: Sequence[str],
    *,
    limit_s: float,
    environment: Mapping[str, str] | None = None,
    started: Callable[[int], None] | None = None,
) -> Measured:
    """Run a command to its end, which must be a good one and come within the limit. `started` is told its id."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        began = time.perf_counter()
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={**os.environ, **(environment or {})},
                start_new_session=True,
            )
        except FileNotFoundError as error:
            raise CommandError(f"`{command[0]}` is not installed; `make bench` installs what is compared.") from error
        clock = threading.Timer(limit_s, os.killpg, (process.pid, signal.SIGKILL))
        clock.daemon = True
        clock.start()
        try:
            if started is not None:
                started(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:  # also Ctrl-C, which does not reach a process in a session of its own
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            clock.cancel()
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)  # so that Popen does not wait for it again
        out.seek(0)
        err.seek(0)
        if process.returncode:
            said = "\n".join((out.read() + err.read()).splitlines()[-20:])
            raise CommandError(f"`{' '.join(command)}` ended with {process.returncode} after {seconds:.0f} s:\n{said}")
        return Measured(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / KB_PER_MB, out.read())


def own_peak_mb() -> float:
    """The peak memory of this process, below which no other process's peak can be seen."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KB_PER_MB


def cpu_seconds(process: int) -> float:
    """The CPU time that a running process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
