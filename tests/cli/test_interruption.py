"""Ctrl-C, a polite kill and a second process on the same run, with real processes and a slow real server."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from holdfast.cli import main
from holdfast.engine.folder import RunFolder
from openai_server import running_server

HOLDFAST = str(Path(sys.executable).with_name("holdfast"))
CHAINS = 2
CALLS = CHAINS * 110 * 2


def command(server, out: Path) -> list[str]:
    return [
        HOLDFAST, "run", "invariance", "-a", f"{server.url}#test-model", "--set", f"chains={CHAINS}", "--set",
        "method=greedy", "--max-concurrency", "8", "--out", str(out),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def slow_server():
    with running_server("--delay", "0.04") as running:
        yield running


@pytest.fixture(scope="module")
def whole(slow_server, tmp_path_factory) -> Path:
    """An uninterrupted run, without the page: only its findings matter here."""
    out = tmp_path_factory.mktemp("whole") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdfast.report.completion.write_report", lambda folder: None)
        assert main([*command(slow_server, out)[1:], "--quiet"]) == 0
    return out


def journaled(out: Path) -> int:
    try:
        with sqlite3.connect(f"file:{out / 'journal.sqlite'}?mode=ro", uri=True, timeout=5) as db:
            return int(db.execute("SELECT count(*) FROM request WHERE answer IS NOT NULL").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def wait_for(process: subprocess.Popen[str], out: Path, rows: int, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while journaled(out) < rows:
        assert process.poll() is None, "the run ended too soon"
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_can_be_resumed_to_the_same_findings(
    slow_server, whole, tmp_path, cli, unreported, name
) -> None:
    out = tmp_path / "run"
    with subprocess.Popen(
        command(slow_server, out), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        wait_for(running, out, 40)
        os.kill(running.pid, getattr(signal, name))
        _, complaint = running.communicate(timeout=30)
    assert "Traceback" not in complaint
    assert complaint.splitlines()[-1] == f"holdfast: interrupted; `holdfast resume {out}` goes on from here."
    assert running.returncode == 130
    kept = journaled(out)
    assert 40 <= kept < CALLS
    assert not (out / "findings.json").exists()

    before = slow_server.stats()["answered"]
    resumed = cli("resume", out, "--json")
    assert resumed.code == 0, resumed.err
    assert slow_server.stats()["answered"] - before == CALLS - kept + 1, "what was journaled is not asked again"
    assert (out / "findings.json").read_bytes() == (whole / "findings.json").read_bytes()
    assert json.loads(resumed.out) == json.loads((whole / "findings.json").read_bytes())


def test_nobody_else_may_touch_a_run_that_is_being_written(whole) -> None:
    with RunFolder(whole).locked():
        second = subprocess.run(
            [HOLDFAST, "resume", str(whole)], capture_output=True, text=True, timeout=120, check=False
        )
    assert second.returncode == 1
    written_by = f"holdfast: The run {whole} is being written by another process (pid {os.getpid()});"
    assert second.stderr.splitlines() == [f"{written_by} wait for it or stop it."]


def test_an_interruption_before_anything_is_asked_is_an_interruption_too(tmp_path) -> None:
    """In the middle of an estimate of a large plan: 130, and no traceback."""
    arguments = [HOLDFAST, "run", "invariance", "-a", "reference/bound", "--size", "paper", "--dry-run"]
    with subprocess.Popen(
        arguments, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        time.sleep(2)
        assert running.poll() is None
        os.kill(running.pid, signal.SIGINT)
        out, complaint = running.communicate(timeout=30)
    assert out == ""
    assert "Traceback" not in complaint
    assert running.returncode == 130


@pytest.mark.model
def test_a_model_that_is_still_computing_does_not_turn_an_interruption_into_a_crash(tmp_path) -> None:
    out = tmp_path / "run"
    arguments = [HOLDFAST, "run", "invariance", "--chains", "40", "--out", str(out)]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        wait_for(running, out, 1, seconds=300)
        os.kill(running.pid, signal.SIGINT)
        _, complaint = running.communicate(timeout=60)
    assert complaint.splitlines()[-1] == f"holdfast: interrupted; `holdfast resume {out}` goes on from here."
    assert running.returncode == 130
