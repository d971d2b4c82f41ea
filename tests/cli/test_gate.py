"""`holdfast gate` and the pytest plugin on a real run, in every form that a build reads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from holdfast.core import Gate, HoldfastError, parse_gate
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan, read_plan, write_plan
from holdfast.report.gate import judge_run, summary

BOTH = ("--require", "invariance.responsiveness>=0.5")


def test_one_line_per_condition_and_agent_and_the_exit_code(cli, finished) -> None:
    said = cli("gate", finished, *BOTH)
    assert said.code == 1
    first, second, last = said.out.splitlines()
    assert first.startswith("met     invariance.responsiveness >= 0.5  reference/bound: 1.000 [")
    assert second.startswith("not met invariance.responsiveness >= 0.5  reference/last-clause: 0.")
    assert "(given after the run)" in first
    assert last == "1 of 2 met"
    assert cli("gate", finished, *BOTH, "--agent", "reference/bound").code == 0


def test_on_lower_looks_at_the_bound(cli, finished) -> None:
    """Two chains that are both right leave room for much else."""
    bound = ("--agent", "reference/bound", "--require", "invariance.responsiveness>=0.9")
    assert cli("gate", finished, *bound).code == 0
    assert cli("gate", finished, *bound, "--on", "lower").code == 1
    assert cli("gate", finished, *bound[:-1], "invariance.responsiveness>=0.9 on estimate", "--on", "lower").code == 0


def test_junit_and_summary(cli, finished, tmp_path) -> None:
    summary_file = tmp_path / "out" / "summary.md"
    for _ in range(2):
        cli("gate", finished, *BOTH, "--junit", tmp_path / "out" / "junit.xml", "--summary", summary_file)
    suite = ElementTree.parse(tmp_path / "out" / "junit.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.find("failure") is None for case in suite.findall("testcase")] == [True, False]
    written = summary_file.read_text(encoding="utf-8")
    assert written.count("### Holdfast: 1 of 2 gates met in finished") == 2, "added, not replaced"
    assert "| ✅ met | `invariance.responsiveness &#62;= 0.5` | reference/bound | 1.000 " in written


def test_an_agent_cannot_break_out_of_the_summary_or_the_xml(finished) -> None:
    from holdfast.report.gate import junit

    judged = judge_run(RunFolder(finished), [parse_gate("invariance.stability>=0.5")])
    evil = "a|b`</testcase>\x00\u202e<script>"
    renamed = [msgspec.structs.replace(j, result=msgspec.structs.replace(j.result, agent=evil)) for j in judged]
    row = summary(renamed, evil).splitlines()[4]
    assert row.count("|") == 6
    assert "<" not in row
    assert (
        ElementTree.fromstring(junit(renamed, evil))[0][0].get("classname", "").startswith("holdfast.a|b`</testcase>")
    )


def test_bad_conditions_are_one_sentence(cli, finished, tmp_path) -> None:
    assert "no gates in its plan" in cli("gate", finished).problem
    assert "did you mean 'invariance.stability'" in cli("gate", finished, "--require", "invariance.stabilty>=1").problem
    assert "is not a gate" in cli("gate", finished, "--require", "stability").problem
    assert "A gate looks at" in cli("gate", finished, *BOTH, "--on", "middle").problem
    assert "no agent 'x'" in cli("gate", finished, *BOTH, "--agent", "x").problem
    assert "not a run folder" in cli("gate", tmp_path / "nothing", *BOTH).problem


def test_the_gate_table_of_a_plan_is_written_and_read_back(tmp_path) -> None:
    gates = (Gate("invariance.stability", ">=", 1 / 3, "lower"), Gate("invariance.tcit_h.flip_rate", "<=", 1e-5))
    plan = Plan("quick", (), ("embedded",), gates)
    write_plan(plan, tmp_path / "plan.toml")
    assert "[gate]" in (tmp_path / "plan.toml").read_text(encoding="utf-8")
    assert read_plan(tmp_path / "plan.toml") == plan
    old = 'size = "quick"\nsuites = []\nagents = ["a"]\ngates = [{ finding = "x.y", op = ">=", threshold = 1.0 }]\n'
    (tmp_path / "old.toml").write_text(old, encoding="utf-8")
    assert read_plan(tmp_path / "old.toml").gates == (Gate("x.y", ">=", 1.0),), "plans of earlier versions"
    for table in ('require = ["x>>1"]', 'requires = ["x>=1"]'):
        (tmp_path / "bad.toml").write_text(f'size = "quick"\nsuites = []\nagents = []\n[gate]\n{table}\n')
        with pytest.raises(HoldfastError, match="not a"):
            read_plan(tmp_path / "bad.toml")


def in_plan(run: Path, *gates: str) -> None:
    plan = msgspec.structs.replace(read_plan(run / "plan.toml"), gates=tuple(parse_gate(text) for text in gates))
    write_plan(plan, run / "plan.toml")


def test_gates_of_the_plan_need_no_option(cli, finished) -> None:
    in_plan(finished, "invariance.stability>=0")
    said = cli("gate", finished)
    assert said.code == 0
    assert "(fixed in the plan)" in said.out


def run_pytest(place: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    plugin = ("-p", "holdfast.integrations.pytest_plugin", "-p", "no:cacheprovider")
    (place / "pytest.ini").write_text("[pytest]\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-v", *plugin, *map(str, arguments)],
        capture_output=True, text=True, cwd=place, check=False, timeout=120,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip


def test_pytest_has_one_test_per_gate(finished, tmp_path) -> None:
    in_plan(finished, "invariance.responsiveness>=0.5", "invariance.stability>=0")
    work = tmp_path / "work"
    work.mkdir()
    (work / "test_own.py").write_text("def test_own():\n    pass\n")
    alone = run_pytest(work, "--holdfast", finished)
    assert alone.returncode == 1, alone.stdout + alone.stderr
    assert "3 passed" in alone.stdout
    assert "1 failed" in alone.stdout
    assert "not met invariance.responsiveness >= 0.5  reference/last-clause" in alone.stdout
    assert "Traceback" not in alone.stdout
    beside = run_pytest(work, "test_own.py", "--holdfast", finished)
    assert "4 passed" in beside.stdout
    chosen = run_pytest(work, "--holdfast", finished, "--holdfast-require", "invariance.stability>=0")
    assert chosen.returncode == 0, chosen.stdout + chosen.stderr
    broken = run_pytest(work, "--holdfast", finished, "--holdfast-require", "invariance.stabilty>=0")
    assert "did you mean 'invariance.stability'" in broken.stdout
    assert broken.returncode != 0
