"""Kill -9 in the middle of thousands of calls to a faulty server; resume; the same bytes, and nothing asked twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from openai_server import RunningServer, running_server

HOLDFAST = Path(sys.executable).with_name("holdfast")
CHAINS = 25
CALLS = CHAINS * 110 * 2
"""110 questions a chain, each asked in both assignments of the options to letters."""
FAULTS = ("--rate-429", 0.02, "--retry-after", 0, "--rate-500", 0.02, "--rate-drop", 0.01, "--rate-malformed", 0.01,
          "--rate-truncate", 0.01, "--delay", 0.01)  # fmt: skip
RESULTS = ("scores.parquet", "findings.json", "cases.parquet", "design.parquet", "contrasts.parquet")


def command(server: RunningServer, out: Path) -> list[str]:
    agent = f"{server.url}#test-model"
    return [str(HOLDFAST), "run", "invariance", "--agent", agent, "--set", f"chains={CHAINS}", "--set", "method=greedy",
            "--out", str(out), "--quiet"]  # fmt: skip


def journaled(out: Path) -> int:
    """How many answers are committed, read from the side as anybody could."""
    try:
        with sqlite3.connect(f"file:{out / 'journal.sqlite'}?mode=ro", uri=True, timeout=5) as db:
            return int(db.execute("SELECT count(*) FROM request WHERE answer IS NOT NULL").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def kill_when(process: subprocess.Popen[bytes], out: Path, rows: int) -> None:
    while journaled(out) < rows:
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def test_a_killed_run_resumes_to_the_same_bytes(tmp_path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    with running_server(*FAULTS) as server:
        subprocess.run(command(server, whole), check=True, timeout=300)
        unbroken = server.stats()
        assert unbroken["answered_distinct"] >= CALLS >= 5_000
        assert sum(unbroken["faults"].values()) > 100, "the server really misbehaved"

        for rows in (CALLS // 5, CALLS // 2):  # killed twice, at different places
            with subprocess.Popen(command(server, broken)) as process:
                kill_when(process, broken, rows)
        kept = journaled(broken)
        assert CALLS // 2 <= kept < CALLS
        before = server.stats()["answered"]
        subprocess.run([str(HOLDFAST), "resume", str(broken), "--quiet"], check=True, timeout=300)
        # One call more than what was missing: the start-up probe that asks whether the server answers at all.
        assert server.stats()["answered"] - before == CALLS - kept + 1
    assert journaled(broken) == CALLS
    for name in (*RESULTS, *(f"tables/{table.name}" for table in (whole / "tables").iterdir())):
        assert (broken / name).read_bytes() == (whole / name).read_bytes(), name
