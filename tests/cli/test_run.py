"""Runs through the command line: cards and JSON, gates, estimates, one's own agents, and agents that are not there."""

from __future__ import annotations

import hashlib
import json
import re
import socket

import msgspec
import polars as pl
import pytest

from holdfast.cli.measure import every_setting
from holdfast.engine.manifest import Manifest
from openai_server import running_server

SMALL = ("--set", "chains=2", "--set", "orders=2", "--set", "control_orders=2")
CONTROLS = 2 + 2 * 2 * 3
"""For each leaf the prior; from each baseline the base, the touched and the untouched."""
QUESTIONS = 2 * ((6 + 3) * 2 + CONTROLS * 2)
"""Two chains: six pairs, three suppositions and the controls, each in two orders."""
PRICED = '[models]\n"test-model" = { input = 1.0, output = 2.0 }\n'


@pytest.fixture(scope="module")
def server():
    with running_server() as running:
        yield running


# ------------------------------------------------------------------------------------------------------ a finished run


def test_a_run_prints_a_card_and_leaves_a_whole_folder(cli, tmp_path) -> None:
    said = cli("run", "invariance", "-a", "reference/bound", *SMALL, "--out", "run")
    assert said.code == 0, said.err
    assert "reference/bound" in said.out
    assert "Report: run/report.html" in said.out
    assert "Traceback" not in said.err
    files = {str(f.relative_to(tmp_path / "run")) for f in (tmp_path / "run").rglob("*") if f.is_file()}
    assert files >= {
        "plan.toml", "cases.parquet", "design.parquet", "contrasts.parquet", "journal.sqlite", "scores.parquet",
        "findings.json", "report.html", "manifest.json", "tables/tcit.csv",
    }  # fmt: skip
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((tmp_path / "run" / name).read_bytes()).hexdigest() == digest, name
    assert files - set(manifest["files"]) <= {"manifest.json", ".lock"}


def test_json_is_all_that_stands_on_standard_output(program, tmp_path) -> None:
    said = program("run", "invariance", "-a", "reference/last-clause", *SMALL, "--json", "--out", "run")
    assert said.code == 0, said.err
    findings = json.loads(said.out)
    assert findings == json.loads((tmp_path / "run" / "findings.json").read_text())
    assert {"findings", "gates", "coverage", "certificate", "tables"} == set(findings)
    assert "NaN" not in said.out
    assert "Traceback" not in said.err


def test_quiet_says_nothing(cli, unreported) -> None:
    assert cli("run", "invariance", "-a", "reference/bound", *SMALL, "--out", "run", "--quiet") == (0, "", "")


def test_report_prints_the_card_again_and_the_json_too(cli, finished) -> None:
    said = cli("report", finished)
    assert said.code == 0, said.err
    assert "reference/bound" in said.out
    assert (finished / "report.html").exists()
    assert json.loads(cli("report", finished, "--json").out) == json.loads((finished / "findings.json").read_text())


def test_running_the_same_plan_again_asks_nothing(cli, finished, unreported) -> None:
    before = (finished / "findings.json").read_bytes()
    said = cli("resume", finished, "--quiet")
    assert (said.code, said.err) == (0, "")
    assert (finished / "findings.json").read_bytes() == before


# ---------------------------------------------------------------------------------------------------------------- gates


@pytest.mark.parametrize(
    ("agent", "gate", "verdict"),
    [
        ("bound", "invariance.stability>=0.99", "met"),
        ("copies-premise", "invariance.stability>=0.99", "not met"),
        ("copies-premise", "invariance.tcit_h.positive_rate <= 0.9", "not met"),
        ("bound", "invariance.stability >= 0.99 on lower", "not met"),
    ],
)
def test_an_unmet_gate_gives_exit_code_one(cli, tmp_path, unreported, agent, gate, verdict) -> None:
    said = cli("run", "invariance", "-a", f"reference/{agent}", *SMALL, "--gate", gate, "--out", "run", "--json")
    assert said.code == (0 if verdict == "met" else 1)
    assert [result["verdict"] for result in json.loads(said.out)["gates"]] == [verdict]
    assert "[gate]\nrequire" in (tmp_path / "run" / "plan.toml").read_text(), "fixed before the run"


# -------------------------------------------------------------------------------------------------------- the estimate


def test_an_estimate_asks_nothing_and_leaves_nothing(cli, tmp_path) -> None:
    said = cli("run", "invariance", "-a", "reference/bound", *SMALL, "--dry-run")
    assert said.code == 0
    assert f"reference/bound: {QUESTIONS} calls for {QUESTIONS} observations" in said.out
    assert "at most $0.00" in said.out
    assert list(tmp_path.iterdir()) == []


def test_what_was_estimated_is_what_is_asked(cli, tmp_path, server, unreported) -> None:
    (tmp_path / "prices.toml").write_text(PRICED)
    command = ("run", "invariance", "-a", f"{server.url}#test-model", *SMALL, "--json")
    (estimate,) = json.loads(cli(*command, "--dry-run", "--prices", "prices.toml").out)
    assert estimate["calls"] == estimate["uses"] == 2 * QUESTIONS, "both assignments of letters"
    assert estimate["cost"] > 0
    before = server.stats()
    assert cli(*command, "--out", "run", "--prices", "prices.toml").code == 0
    after = server.stats()
    # One call besides: the probe that asks whether the server answers at all.
    assert after["requests"] - before["requests"] == estimate["calls"] + 1
    (record,) = json.loads((tmp_path / "run" / "manifest.json").read_text())["agents"]
    assert record["totals"]["answered"] == estimate["calls"]
    assert 0 < record["totals"]["cost"] <= estimate["cost"]
    coverage = json.loads((tmp_path / "run" / "findings.json").read_text())["coverage"]
    assert [(c["planned"], c["answered"]) for c in coverage] == [(estimate["uses"], estimate["uses"])]


def test_an_estimate_counts_every_call_of_a_wrapper(cli, server, unreported) -> None:
    """A planner asks twice; an estimate that says once would promise half the cost."""
    command = ("run", "invariance", "-a", f"planner:{server.url}#test-model", *SMALL, "--json")
    (estimate,) = json.loads(cli(*command, "--dry-run").out)
    before = server.stats()
    assert cli(*command, "--out", "run").code == 0
    asked = server.stats()["requests"] - before["requests"]
    assert asked - 1 <= estimate["calls"]


def test_what_wrapped_agents_cost_is_told_and_counted_once(cli, tmp_path, server) -> None:
    (tmp_path / "prices.toml").write_text(PRICED)
    wrapped = [f"{prefix}:{server.url}#test-model" for prefix in ("planner", "react")]
    arguments = [word for agent in wrapped for word in ("-a", agent)]
    said = cli("run", "invariance", *arguments, *SMALL, "--out", "run", "--prices", "prices.toml")
    manifest = msgspec.json.decode((tmp_path / "run" / "manifest.json").read_bytes(), type=Manifest)
    inside = [record.inner for record in manifest.agents]
    assert inside[0] is not None
    assert inside[0] == inside[1], "one agent inside both"
    assert inside[0].totals.prompt_tokens > 0
    assert manifest.cost == inside[0].totals.cost > 0
    assert f"{inside[0].totals.prompt_tokens:,} tokens read" in said.out


def test_an_estimate_needs_no_key(cli) -> None:
    """Nothing is sent, so nobody has to be let in."""
    for spec in ("openai/gpt-4o-mini", "planner:openai/gpt-4o-mini"):
        said = cli("run", "invariance", "-a", spec, *SMALL, "--dry-run", "--json")
        assert said.code == 0, said.err
        assert json.loads(said.out)[0]["cost"] > 0


BAD_PRICES = {
    "nosuch.toml": "The price file nosuch.toml cannot be read (No such file or directory); check its path.",
    "broken.toml": "The price file broken.toml is not a price table",
}


@pytest.mark.parametrize("prices", BAD_PRICES)
@pytest.mark.parametrize("more", [("--dry-run",), ("--out", "run")])
def test_prices_that_cannot_be_read_are_an_error_for_free_agents_too(cli, tmp_path, prices, more) -> None:
    (tmp_path / "broken.toml").write_text("[models]\nmine = 3\n")
    said = cli("run", "invariance", "-a", "reference/bound", *SMALL, "--prices", prices, *more)
    assert said.code == 1
    assert BAD_PRICES[prices] in said.problem
    assert not (tmp_path / "run").exists()


def test_resuming_with_prices_that_cannot_be_read(cli, finished) -> None:
    said = cli("resume", finished, "--prices", "nosuch.toml")
    assert said.code == 1
    assert BAD_PRICES["nosuch.toml"] in said.problem


@pytest.mark.parametrize("spec", ["guard:python:mine.py:agent", "planner:command:cat x", "command:cat"])
def test_what_a_program_of_ones_own_costs_is_not_known(cli, tmp_path, spec) -> None:
    (tmp_path / "mine.py").write_text(PYTHON_AGENT)
    command = ("run", "invariance", "-a", spec, *SMALL, "--dry-run")
    assert "cost not known" in cli(*command).out
    said = cli(*command, "--max-cost", "2")
    assert said.code == 1
    assert "costs is not known, so it has no ceiling" in said.problem


@pytest.mark.parametrize("spec", ["planner:reference/bound", "reference/bound"])
def test_what_runs_here_costs_nothing_under_a_wrapper_too(cli, spec) -> None:
    (estimate,) = json.loads(cli("run", "invariance", "-a", spec, *SMALL, "--dry-run", "--json").out)
    assert estimate["cost"] == 0.0


# ----------------------------------------------------------------------------------------------------- one's own agents

PYTHON_AGENT = """
import json, pathlib
LOG = pathlib.Path(__file__).with_name("seen.jsonl")

def agent(messages, id):
    with LOG.open("a") as log:
        log.write(json.dumps({"id": id, "messages": messages}) + "\\n")
    return "A"
"""
COMMAND_AGENT = "cat >> seen.jsonl; echo B\n"


def hidden_words(folder) -> list[str]:
    """What no agent may see: names of cases and units, and what the design calls its conditions."""
    design = pl.read_parquet(folder / "design.parquet")
    own = ["touched", "flip", "untouched", "forward", "target", "polarity", "variant", "prior", "root>leaf", "TCIT"]
    return [*design["name"], *design["id"], *design["unit"].unique(), *own]


@pytest.mark.parametrize("kind", ["python", "command"])
def test_an_agent_of_ones_own_gets_messages_and_an_opaque_id_and_nothing_else(cli, tmp_path, unreported, kind) -> None:
    if kind == "python":
        (tmp_path / "mine.py").write_text(PYTHON_AGENT)
        spec = "python:mine.py:agent"
    else:
        (tmp_path / "mine.sh").write_text(COMMAND_AGENT)
        spec = "command:sh mine.sh"
    few = ("--set", "chains=1", "--set", "orders=2", "--set", "control_orders=1")
    said = cli("run", "invariance", "-a", spec, *few, "--out", "run", "--json")
    assert said.code == 0, said.err
    assert "cost not known" in cli("report", "run").err + cli("report", "run").out
    seen = [json.loads(line) for line in (tmp_path / "seen.jsonl").read_text().splitlines()]
    assert len(seen) == 2 * ((6 + 3) * 2 + CONTROLS)
    sent = {"id", "messages"} | ({"temperature", "max_tokens"} if kind == "command" else set())
    hidden = hidden_words(tmp_path / "run")
    for one in seen:
        assert set(one) == sent
        assert re.fullmatch(r"[0-9a-f]{16}", one["id"])
        assert [m["role"] for m in one["messages"]] == ["user"]
        assert set(one["messages"][0]) == {"role", "content"}
        text = json.dumps(one)
        assert not [word for word in hidden if word in text]
        content = one["messages"][0]["content"]
        assert len(re.findall(r"^[AB]: Therefore", content, re.MULTILINE)) == 2, "both options, right and wrong"
    assert len({one["id"] for one in seen}) == len(seen)
    rates = {f["name"]: f["estimate"] for f in json.loads(said.out)["findings"]}
    # A constant letter is right as often as it is wrong, and counterbalanced it prefers nothing at all.
    assert rates["invariance.tcit_h.positive_rate"] == rates["invariance.stability"] == 0.0
    assert rates["invariance.tcit_h.mean_margin"] == 0.0


def test_an_agent_that_fails_now_and_then_leaves_gaps_and_no_zeros(cli, tmp_path, unreported) -> None:
    (tmp_path / "mine.py").write_text(
        "def agent(messages, id):\n"
        "    if id[0] in '0123': raise RuntimeError('no idea')\n"
        "    from holdfast.agents.reference import ReferenceAgent, _question\n"
        "    return 'AB'[ReferenceAgent('bound')._choose(*_question(messages[-1]['content']))]\n"
    )
    said = cli("run", "invariance", "-a", "python:mine.py:agent", *SMALL, "--out", "run", "--json")
    assert said.code == 0, said.err
    findings = json.loads(said.out)
    (coverage,) = findings["coverage"]
    assert coverage["planned"] == 2 * QUESTIONS
    assert coverage["failed"]["agent"] == coverage["planned"] - coverage["answered"] > 10
    rates = {f["name"]: f["estimate"] for f in findings["findings"]}
    assert rates["invariance.tcit_h.positive_rate"] == 1.0


def test_an_agent_that_mostly_fails_is_told_and_gives_exit_code_one(cli, tmp_path) -> None:
    (tmp_path / "mine.py").write_text(
        "def agent(messages, id):\n"
        "    if id[0] in '01': raise ValueError('too\\nlong')\n"
        "    if id[0] in '23456789ab': raise RuntimeError('no\\n  idea.')\n"
        "    return 'A'\n"
    )
    command = ("run", "invariance", "-a", "python:mine.py:agent", *SMALL, "--out", "run")
    said = cli(*command)
    (coverage,) = json.loads((tmp_path / "run" / "findings.json").read_text())["coverage"]
    failed, planned = coverage["failed"]["agent"], coverage["planned"]
    assert planned / 2 < failed < planned
    assert said.code == 1
    told = f"{failed} of {planned} observations, most often with: RuntimeError: no idea."
    assert f" failed {told}" in " ".join(said.out.split())
    assert said.last == f"holdfast: python:mine.py:agent failed in {told}"
    assert told in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert cli("report", "run", "--json").code == 1
    (tmp_path / "mine.py").write_text("def agent(messages):\n    return 'A'\n")
    quiet = cli(*command[:-1], "again", "--quiet")
    assert (quiet.code, quiet.err) == (0, "")


def test_an_agent_that_never_answers_is_told_plainly(cli, tmp_path) -> None:
    """Fewer requests than it takes to give up: the run ends, and says that nothing was measured."""
    (tmp_path / "mine.py").write_text("def agent(messages):\n    raise RuntimeError('no idea')\n")
    few = ("--set", "chains=1", "--set", "orders=1", "--set", "control_orders=1")
    said = cli("run", "invariance", "-a", "python:mine.py:agent", *few, "--out", "run")
    assert said.code == 1
    assert "Traceback" not in said.err


def test_an_agent_that_never_answers_does_not_spoil_the_others(cli, tmp_path, unreported) -> None:
    (tmp_path / "mine.py").write_text("def agent(messages):\n    raise RuntimeError('no idea')\n")
    few = ("--set", "chains=1", "--set", "orders=1", "--set", "control_orders=1")
    agents = ("-a", "reference/bound", "-a", "python:mine.py:agent")
    said = cli("run", "invariance", *agents, *few, "--out", "run", "--json")
    assert said.code == 1
    rates = {(f["agent"], f["name"]): f["estimate"] for f in json.loads(said.out)["findings"]}
    assert rates["reference/bound", "invariance.stability"] == 1.0
    assert rates["python:mine.py:agent", "invariance.stability"] is None


@pytest.mark.parametrize("variants", ["F", "H", "C"])
def test_one_variant_alone_can_be_run(cli, unreported, variants) -> None:
    few = ("--set", "chains=2", "--set", f"variants={variants}")
    said = cli("run", "invariance", "-a", "reference/bound", *few, "--out", "run", "--json")
    assert said.code == 0, said.err
    rates = {f["name"]: f["estimate"] for f in json.loads(said.out)["findings"]}
    assert rates[f"invariance.tcit_{variants.lower()}.positive_rate"] == 1.0


def test_one_variant_in_one_order_can_be_run(cli, unreported) -> None:
    """It has no contrasts at all."""
    few = ("--set", "chains=2", "--set", "variants=H", "--set", "orders=1")
    said = cli("run", "invariance", "-a", "reference/bound", *few, "--out", "run", "--json")
    assert said.code == 0, said.err


# -------------------------------------------------------------------------------------------- agents that are not there


def test_an_agent_that_lacks_a_capability(cli, tmp_path) -> None:
    (tmp_path / "mine.py").write_text("def agent(messages):\n    return 'A'\n")
    said = cli(
        "run", "invariance", "-a", "python:mine.py:agent", *SMALL, "--set", "method=teacher-forced", "--out", "run"
    )
    assert said.code == 1
    assert "'python:mine.py:agent' cannot be asked for 'score', only for reply" in said.problem
    assert "`--methods`" in said.problem
    assert "methods" in every_setting(["invariance"]), "what is advised exists"
    assert "readouts" in every_setting(["binding"]) & every_setting(["matrix"])


MISSING = {
    "command:no-such-program --flag": "no program 'no-such-program'",
    "command:": "The command is empty",
    "python:nowhere:agent": "no module 'nowhere'",
    "python:mine.py:agnet": "has no callable 'agnet'; did you mean 'agent'?",
    "python:broken.py:agent": "cannot be imported: SyntaxError",
    "python:mine.py": "does not name a callable",
    "openai/gpt-4o-mini": "set OPENAI_API_KEY",
    "http://127.0.0.1:9/v1": "names no model",
    "http://#m": "not an address",
    "local/nowhere.gguf": "There is no file 'nowhere.gguf'",
    "local/nowhere": "There is no model folder 'nowhere'",
    "local/empty": "The folder 'empty' holds no model",
    "embedded+nowhere": "The folder 'nowhere' holds no PEFT adapter",
    "planner:python:nowhere:agent": "no module 'nowhere'",
}


@pytest.mark.parametrize("spec", MISSING)
def test_an_agent_that_does_not_exist(cli, tmp_path, spec) -> None:
    (tmp_path / "mine.py").write_text("def agent(messages):\n    return 'A'\n")
    (tmp_path / "broken.py").write_text("def agent(:\n")
    (tmp_path / "empty").mkdir()
    said = cli("run", "invariance", "-a", spec, *SMALL, "--set", "method=greedy", "--out", "run", "--quiet")
    assert said.code == 1
    assert MISSING[spec] in said.problem
    assert not (tmp_path / "run").exists(), "nothing is written for an agent that cannot be made"


@pytest.fixture(scope="module")
def closed_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.mark.parametrize("method", ["greedy", "forced-choice", "teacher-forced"])
def test_no_network(cli, closed_port, method) -> None:
    spec = f"http://127.0.0.1:{closed_port}/v1#m"
    said = cli("run", "invariance", "-a", spec, *SMALL, "--set", f"method={method}", "--out", "run", "--quiet")
    assert said.code == 1
    assert str(closed_port) in said.problem
    assert len(said.problem) < 400


@pytest.mark.parametrize("given", ["sk-expired-and-secret", None])
def test_an_expired_key(cli, tmp_path, monkeypatch, given) -> None:
    if given:
        monkeypatch.setenv("HOLDFAST_API_KEY", given)
    with running_server("--api-key", "other") as locked:
        said = cli("run", "invariance", "-a", f"{locked.url}#test-model", *SMALL, "--out", "run", "--quiet")
    assert said.code == 1
    assert "HOLDFAST_API_KEY" in said.problem
    for file in (tmp_path / "run").rglob("*"):
        assert not file.is_file() or b"sk-expired" not in file.read_bytes(), file
    assert "sk-expired" not in said.out + said.err


def test_a_run_that_a_bad_key_stopped_goes_on_with_a_good_one(cli, monkeypatch, unreported) -> None:
    with running_server("--api-key", "good-key") as locked:
        command = ("run", "invariance", "-a", f"{locked.url}#test-model", *SMALL, "--out", "run", "--quiet")
        monkeypatch.setenv("HOLDFAST_API_KEY", "bad-key")
        assert cli(*command).code == 1
        monkeypatch.setenv("HOLDFAST_API_KEY", "good-key")
        said = cli(*command)
    assert (said.code, said.err) == (0, "")


def test_a_server_without_log_probabilities_is_refused_for_methods_that_need_them(cli) -> None:
    with running_server("--no-logprobs", "--no-echo") as plain:
        for method in ("forced-choice", "teacher-forced"):
            command = ("run", "invariance", "-a", f"{plain.url}#test-model", *SMALL, "--set", f"method={method}")
            said = cli(*command, "--out", method, "--quiet")
            assert said.code == 1
            assert "`--methods greedy`" in said.problem


# --------------------------------------------------------------------------------------------------------------- doctor


def test_the_doctor_tries_an_agent_and_says_what_is_real(cli, tmp_path, closed_port) -> None:
    said = cli("doctor", "-a", "reference/bound", "--json")
    assert said.code == 0, said.out
    assert all(check["ok"] for check in json.loads(said.out))
    said = cli("doctor", "-a", "reference/bond", "-a", "command:no-such-program")
    assert said.code == 1
    assert "did you mean 'bound'?" in said.out
    assert "no program" in said.out


def test_the_doctor_says_once_that_a_server_cannot_be_reached(cli, closed_port) -> None:
    spec = f"http://127.0.0.1:{closed_port}/v1#m"
    said = cli("doctor", "-a", spec)
    assert (said.code, said.err) == (1, "")
    (line,) = [line for line in said.out.splitlines() if spec in line]
    assert line.startswith(f"NO  {spec}: The server at 127.0.0.1:{closed_port} cannot be reached (connection refused)")


def test_the_doctor_tells_who_has_no_log_probabilities(cli) -> None:
    said = cli("doctor", "-a", "command:echo hello")
    assert said.code == 0
    assert "ok  command:echo hello: reply: 'hello'" in said.out
    assert said.out.count("not available: Agent 'command:echo hello' cannot be asked for") == 2
    assert "method=" not in said.out


def test_the_doctor_finds_a_folder_that_cannot_be_written(cli, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    said = cli("doctor", "-a", "reference/bound", "--out", "file/run")
    assert said.code == 1
    assert "not writable" in said.out


def test_a_reference_agent_that_cannot_read_a_suite_fails_row_by_row(cli, tmp_path, unreported) -> None:
    said = cli("run", "regression", "-a", "reference/bound", "--out", "run")
    assert said.code == 1
    assert "reference/bound cannot read this question" in said.last
