"""A pytest plugin: `pytest --holdfast RUN` makes one test of every gate and agent of a run.

Pytest imports this in every session of an environment that has Holdfast, so it imports nothing until it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from holdfast.report.gate import Judged


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("holdfast", "gates of Holdfast runs")
    group.addoption("--holdfast", action="append", default=[], metavar="RUN", help="a run folder; each gate is a test")
    group.addoption(
        "--holdfast-require",
        action="append",
        default=[],
        metavar="CONDITION",
        help='a condition instead of those of the plan: "invariance.stability>=0.8 on lower"',
    )


def pytest_configure(config: pytest.Config) -> None:
    """Collect the runs; where no files are named, only them."""
    runs = [str(Path(run).resolve()) for run in config.getoption("--holdfast")]
    if runs:
        named = config.args_source is pytest.Config.ArgsSource.ARGS
        config.args = [*(config.args if named else ()), *runs]


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A named run folder holds gates, not test files."""
    runs = {Path(run).resolve() for run in parent.config.getoption("--holdfast")}
    return RunGates.from_parent(parent, path=path) if path.resolve() in runs else None


class RunGates(pytest.Directory):
    """The gates of one run."""

    def collect(self) -> Iterator[pytest.Item]:
        """One test per gate and agent; a run that cannot be judged is a collection error of one sentence."""
        from holdfast.core import HoldfastError, parse_gate
        from holdfast.engine.folder import RunFolder
        from holdfast.report.gate import judge_run

        try:
            gates = [parse_gate(text) for text in self.config.getoption("--holdfast-require")]
            judged = judge_run(RunFolder(self.path), gates)
        except HoldfastError as error:
            raise self.CollectError(str(error)) from error
        for each in judged:
            yield GateTest.from_parent(self, name=f"{each.result.agent}: {each.condition}", judged=each)


class GateNotMetError(Exception):
    """A gate that does not hold; its message is all there is to tell."""


class GateTest(pytest.Item):
    """One gate and one agent."""

    def __init__(self, *, judged: Judged, **about: Any) -> None:
        super().__init__(**about)
        self.judged = judged

    def runtest(self) -> None:
        """Fails where the gate is not met."""
        if not self.judged.met:
            raise GateNotMetError(self.judged.line)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The line of the gate; a traceback through this file would help nobody."""
        if isinstance(excinfo.value, GateNotMetError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it comes from."""
        return self.path, None, self.name
