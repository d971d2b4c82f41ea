"""Plans: written whole, read back the same, refused when changed."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from holdfast.core import Gate, HoldfastError
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan, SuitePlan, differences, read_plan, refuse_if_changed, write_plan

PLAN = Plan(
    "quick",
    (SuitePlan("invariance", 1, {"chains": 12, "seeds": [42], "method": "greedy"}),),
    ("embedded", 'command:sh -c "echo A"'),
    (Gate("invariance.stability", ">=", 0.8, "lower"),),
    max_cost=1.5,
)


def test_a_plan_comes_back_from_its_file(tmp_path) -> None:
    write_plan(PLAN, tmp_path / "plan.toml")
    assert read_plan(tmp_path / "plan.toml") == PLAN
    assert read_plan(tmp_path / "plan.toml").digest == PLAN.digest


def test_the_version_that_wrote_a_plan_is_not_part_of_it() -> None:
    other = msgspec.structs.replace(PLAN, holdfast="99.0")
    assert other.digest == PLAN.digest
    assert differences(PLAN, other) == []


def test_what_changed_is_named(tmp_path) -> None:
    suite = SuitePlan("invariance", 2, {"chains": 24, "seeds": [42], "method": "greedy"})
    other = msgspec.structs.replace(PLAN, suites=(suite,), agents=("embedded",), max_cost=None)
    assert differences(PLAN, other) == [
        "agents: ['embedded', 'command:sh -c \"echo A\"'] -> ['embedded']",
        "max_cost: 1.5 -> None",
        "suites.0.settings.chains: 12 -> 24",
        "suites.0.version: 1 -> 2",
    ]
    with pytest.raises(HoldfastError, match=r"chains: 12 -> 24.*start a new run or restore the plan"):
        refuse_if_changed(PLAN, other, tmp_path)


@pytest.mark.parametrize("text", ["size = ", "size = 3", "nonsense", ""])
def test_a_damaged_plan_is_a_sentence(tmp_path, text) -> None:
    (tmp_path / "plan.toml").write_text(text)
    with pytest.raises(HoldfastError, match="not a valid plan"):
        read_plan(tmp_path / "plan.toml")


def test_two_processes_cannot_hold_one_run(tmp_path) -> None:
    holder = (
        "import sys, pathlib; from holdfast.engine.folder import RunFolder\n"
        "with RunFolder(pathlib.Path(sys.argv[1])).locked():\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline().strip() == "held"
        with pytest.raises(HoldfastError, match=rf"another process \(pid {other.pid}\)"), RunFolder(tmp_path).locked():
            pass
        other.kill()
        other.wait()
        with RunFolder(tmp_path).locked():
            pass  # the lock died with the process
