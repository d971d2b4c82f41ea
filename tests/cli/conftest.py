"""What the command-line tests share: calling Holdfast in this process or as the program it is, and one finished run."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from holdfast.cli import main

HOLDFAST = str(Path(sys.executable).with_name("holdfast"))
SMALL = ("--set", "chains=2", "--set", "orders=2", "--set", "control_orders=2")


class Said(NamedTuple):
    """What a command printed and returned."""

    code: int
    out: str
    err: str

    @property
    def problem(self) -> str:
        """The one line on standard error, once it is sure that it is one line, and no traceback."""
        assert "Traceback" not in self.err, self.err
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("holdfast: "), self.err
        return lines[0]

    @property
    def last(self) -> str:
        """The last line on standard error, below those of the progress."""
        assert "Traceback" not in self.err, self.err
        return self.err.splitlines()[-1]


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path) -> Iterator[Callable[..., Said]]:
    """`holdfast …` in this process, in a folder of its own, with no keys in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HOLDFAST_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    polite = signal.getsignal(signal.SIGTERM)

    def call(*arguments: object) -> Said:
        capsys.readouterr()
        code = main([str(a) for a in arguments])
        return Said(code, *capsys.readouterr())

    yield call
    signal.signal(signal.SIGTERM, polite)


@pytest.fixture
def unreported(monkeypatch) -> None:
    """Leave out the page and its figures, which take seconds, where a test is about something else."""
    monkeypatch.setattr("holdfast.report.completion.write_report", lambda folder: None)


@pytest.fixture
def program(tmp_path) -> Callable[..., Said]:
    """`holdfast …` as a process of its own."""

    def call(*arguments: object, **environment: str) -> Said:
        found = subprocess.run(
            [HOLDFAST, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path,
            env={**os.environ, **environment},
        )  # fmt: skip
        return Said(found.returncode, found.stdout, found.stderr)

    return call


@pytest.fixture(scope="session")
def _finished(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("finished") / "run"
    agents = ("-a", "reference/bound", "-a", "reference/last-clause")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdfast.report.completion.write_report", lambda folder: None)
        assert main(["run", "invariance", *agents, *SMALL, "--out", str(folder), "--quiet"]) == 0
    return folder


@pytest.fixture
def finished(_finished, tmp_path) -> Path:
    """A finished run of two reference agents, without its page, as a copy that a test may damage."""
    return Path(shutil.copytree(_finished, tmp_path / "finished"))
