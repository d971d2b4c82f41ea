"""The overview, help and version; the lists of suites and agents; and what a wrong name is answered with."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from holdfast import __version__
from holdfast.agents.reference import POLICIES
from holdfast.agents.wrappers import WRAPPERS
from holdfast.cli import COMMANDS
from holdfast.suites import SIZES, SUITES


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("help",)])
def test_the_overview_names_every_command(cli, arguments) -> None:
    said = cli(*arguments)
    assert (said.code, said.err) == (0, "")
    for command, summary in COMMANDS.items():
        assert f"  {command} " in said.out
        assert summary in said.out


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_version(cli, flag) -> None:
    assert cli(flag) == (0, f"holdfast {__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_explains_itself(cli, command, flag) -> None:
    said = cli(command, flag)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"Usage: holdfast {command}")


def test_the_program_itself_answers(program) -> None:
    assert program("--version") == (0, f"holdfast {__version__}\n", "")
    said = program("rnu")
    assert said.code == 2
    assert "did you mean 'run'?" in said.problem


@pytest.mark.parametrize("arguments", [(), ("--version",), ("rnu",), ("run", "--help")], ids=" ".join)
def test_python_dash_m_is_the_same_program(program, tmp_path, arguments) -> None:
    command = [sys.executable, "-m", "holdfast", *arguments]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=tmp_path)
    assert (found.returncode, found.stdout, found.stderr) == program(*arguments)
    assert found.stdout or found.stderr


def test_suites_are_listed_with_sizes_and_settings(cli) -> None:
    said = cli("suites")
    assert said.code == 0
    found = json.loads(cli("suites", "--json").out)
    assert set(found) == set(SUITES)
    for name, suite in found.items():
        assert set(suite["sizes"]) == set(SIZES)
        assert name in said.out
        for setting in suite["sizes"]["quick"]:
            assert f"  {setting} " in said.out


def test_agents_are_listed_with_wrappers_and_reference_agents(cli) -> None:
    said = cli("agents")
    assert said.code == 0
    for name in POLICIES:
        assert f"reference/{name} " in said.out
    for prefix in WRAPPERS:
        assert f"{prefix}:<agent>" in said.out
    assert "reference/bound" in json.loads(cli("agents", "--json").out)["Reference agents"]


BOUND = ("-a", "reference/bound")
WRONG_NAMES = {
    ("rum",): "no command 'rum'; did you mean 'run'?",
    ("resum", "x"): "no command 'resum'; did you mean 'resume'?",
    ("run", "invarance"): "no suite 'invarance'; did you mean 'invariance'?",
    ("run", "-a", "embeded"): "no agent 'embeded'; did you mean 'embedded'?",
    ("run", "-a", "opnai/gpt-4o"): "no agent 'opnai/gpt-4o'; did you mean 'openai'?",
    ("run", "-a", "reference/bond"): "no reference agent 'bond'; did you mean 'bound'?",
    ("run", "-a", "planner:reference/bond"): "no reference agent 'bond'; did you mean 'bound'?",
    ("run", *BOUND, "--size", "quik"): "no size 'quik' for invariance; did you mean 'quick'?",
    ("run", *BOUND, "--set", "chian=2"): "no setting 'chian'; did you mean 'chains'?",
    ("run", *BOUND, "--set", "invariance.chian=2"): "no setting 'chian'; did you mean 'chains'?",
    ("run", *BOUND, "--chian", "2"): "no setting 'chian'; did you mean 'chains'?",
    ("run", *BOUND, "--set", "method=gredy"): "no method 'gredy'; did you mean 'greedy'?",
    ("run", *BOUND, "--agnet", "embedded"): "no option --agnet; did you mean --agent?",
}


@pytest.mark.parametrize("arguments", WRONG_NAMES, ids=" ".join)
def test_a_wrong_name_is_answered_with_the_near_one(cli, tmp_path, arguments) -> None:
    said = cli(*arguments)
    assert said.code != 0
    assert said.out == ""
    assert WRONG_NAMES[arguments] in said.problem
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@pytest.mark.parametrize("wrapper", ["plannr", "gaurd"])
def test_a_wrong_wrapper_is_answered_with_the_near_one(cli, wrapper) -> None:
    said = cli("run", "-a", f"{wrapper}:reference/bound")
    assert said.code == 1
    assert f"did you mean '{'planner' if wrapper == 'plannr' else 'guard'}" in said.problem


@pytest.mark.parametrize("spec", ["openai", "openai/", "reference", "reference/", "local", "python", "command"])
def test_a_provider_without_a_model_is_told_what_is_missing(cli, spec) -> None:
    """`There is no agent 'openai'; did you mean 'openai'?` helps nobody."""
    said = cli("run", "-a", spec)
    assert said.code == 1
    provider = spec.strip("/")
    assert f"did you mean '{provider}'?" not in said.problem
    assert "<" in said.problem, "how it is written: openai/<model>"


@pytest.mark.parametrize("spec", ["python/agent", "command/cat", "embedded/x", "http/host"])
def test_a_provider_written_like_another_is_not_taken_for_a_local_model(cli, spec) -> None:
    said = cli("run", "-a", spec, "--dry-run")
    assert said.code == 1
    assert f"no agent {spec!r}" in said.problem


NOT_THERE = {
    "command:no-such-program --fast": "There is no program 'no-such-program'",
    "python:no_such_module:agent": "There is no module 'no_such_module'",
    "python:no_such_file.py:agent": "There is no file 'no_such_file.py'",
    "react:python:no_such_module.inner:agent": "There is no module 'no_such_module'",
}


@pytest.mark.parametrize("spec", NOT_THERE)
def test_a_dry_run_says_what_is_not_there(cli, spec) -> None:
    said = cli("run", "-a", spec, "--dry-run")
    assert said.code == 1
    assert NOT_THERE[spec] in said.problem


def test_reference_agents_say_whose_questions_they_read(cli) -> None:
    listed = json.loads(cli("agents", "--json").out)["Reference agents"]
    assert listed["reference/keeps-stale"].endswith("(commitment)")
    assert listed["reference/bound"].endswith("(invariance, commitment, binding, matrix)")


WRONG_VALUES = {
    ("--set", "chains"): "'chains' is not a setting; write it as key=value",
    ("--set", "chains=many"): "`--chains` takes a whole number, not 'many'.",
    ("--chains", "five"): "`--chains` takes a whole number, not 'five'.",
    ("--chains", "-3"): "`--chains` must be 1 or more, not -3.",
    ("--chains=-3",): "`--chains` must be 1 or more, not -3.",
    ("--seeds", "1,two"): "`--seeds` takes whole numbers, separated by commas, not '1,two'.",
    ("--set", "chains=0"): "`--chains` must be 1 or more, not 0.",
    ("--set", "cladder.chains=2"): "a suite that is not run",
    ("--gate", "stability"): "not a gate",
    ("--gate", "invariance.stability>0.8"): "not a gate",
    ("--gate", "invariance.stability>=high"): "not a gate",
    ("--gate", "invariance.stability>=0.8 on middle"): "not a gate",
    ("--gate", ">=0.8"): "not a gate",
    ("--gate", ""): "not a gate",
}


@pytest.mark.parametrize("arguments", WRONG_VALUES, ids=" ".join)
def test_a_wrong_value_is_one_sentence(cli, tmp_path, arguments) -> None:
    said = cli("run", *BOUND, *arguments)
    assert said.code == 1
    assert said.out == ""
    assert WRONG_VALUES[arguments] in said.problem
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [".8", "8e-1", "1"])
def test_any_usual_way_to_write_a_number_makes_a_gate(cli, number) -> None:
    assert cli("run", *BOUND, "--set", "chains=1", "--dry-run", "--gate", f"invariance.stability>={number}").code == 0


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        ("invariance.stabilty>=0.8", "did you mean 'invariance.stability'"),
        ("binding.composite>=0.8", "about 'binding', which this run does not measure"),
    ],
)
def test_a_gate_on_a_finding_that_cannot_be_is_refused_before_anything_is_asked(cli, tmp_path, gate, said) -> None:
    """A typing error in a gate is not a measurement that failed."""
    found = cli("run", *BOUND, "--set", "chains=1", "--gate", gate, "--out", "x")
    assert found.code == 1
    assert said in found.problem
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    "arguments",
    [("--max-concurrency", "0"), ("--timeout", "-1"), ("--timeout", "0"), ("--prices", "none.toml")],
    ids=" ".join,
)
def test_a_limit_that_makes_no_sense_is_one_sentence(cli, arguments) -> None:
    said = cli("run", "-a", "http://127.0.0.1:9/v1#m", "--set", "chains=1", "--dry-run", *arguments)
    assert said.code != 0
    assert said.problem


def test_a_setting_goes_to_the_suites_that_have_it(cli) -> None:
    said = cli("run", "invariance", "commitment", *BOUND, "--chains", "1", "--instances", "1", "--dry-run", "--json")
    assert said.code == 0, said.err
    missing = cli("run", "commitment", *BOUND, "--chains", "1", "--dry-run")
    assert "In commitment there is no setting 'chains'" in missing.problem


def test_a_switch_before_the_suite_does_not_swallow_it(cli) -> None:
    """A setting that is a switch takes no value, so what follows it is the suite."""
    said = cli("run", "--paper-exact", "invariance", *BOUND, "--chains", "1", "--dry-run")
    assert said.code == 0, said.err
