"""The parcel desk that writes an agent's own log, and the suite that asks the same agent about it."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path

from holdfast.cli import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "parcels"
AGENT = '''
"""Looks the parcel up, and its owner, and cancels it: every id is taken from the conversation."""
import json
import re


def call(name, **arguments):
    return {"tool_calls": [{"name": name, "arguments": arguments}]}


def desk(messages):
    results = [json.loads(m["content"]) for m in messages if m["role"] == "tool" and m["content"][:1] == "{"]
    parcel = re.search(r"PX-\\d+", [m for m in messages if m["role"] == "user"][-1]["content"])[0]
    if any(m["content"] == "Cancelled." for m in messages):
        return f"{parcel} is cancelled."
    owner = next((r["customer"]["id"] for r in results if "customer" in r), None)
    if owner is None:
        return call("get_parcel", parcel_id=parcel)
    if not any("mail" in r for r in results):
        return call("get_customer", customer_id=owner)
    return call("cancel_parcel", parcel_id=parcel, reason="asked")
'''


def test_an_agent_is_measured_on_its_own_log(tmp_path) -> None:
    (tmp_path / "desk.py").write_text(AGENT)
    agent, log = f"python:{tmp_path / 'desk.py'}:desk", tmp_path / "own.jsonl"
    subprocess.run(
        [sys.executable, EXAMPLE / "record.py", agent, log, "--conversations", "3"], check=True, capture_output=True
    )
    made = [json.loads(line) for line in log.read_text().splitlines()]
    assert [[len(m.get("tool_calls", ())) for m in one["messages"] if m["role"] == "assistant"] for one in made] == [
        [1, 1, 1, 0]
    ] * 3
    out = tmp_path / "run"
    asked = ["--file", log, "--tools", EXAMPLE / "tools.json", "--no-answers", "--interventions", "swap,irrelevant"]
    assert main([str(word) for word in ["run", "transcripts", *asked, "-a", agent, "--out", out, "-q"]]) == 0
    found = {f["name"]: f["estimate"] for f in json.loads((out / "findings.json").read_text())["findings"]}
    wanted = {"base_reproduced": 1.0, "responsiveness": 1.0, "stability": 1.0}
    assert {name: found[f"transcripts.{name}"] for name in wanted} == wanted


def test_a_wrong_call_is_told_so_and_recorded() -> None:
    desk = runpy.run_path(str(EXAMPLE / "record.py"))
    result = desk["result"]
    tables = desk["known"]([json.loads(line) for line in (EXAMPLE / "logs.jsonl").read_text().splitlines()])
    assert json.loads(result(tables, "get_parcel", '{"parcel_id": "PX-4711"}'))["customer"] == {"id": "cust_880000"}
    for arguments in ('{"parcel_id": "PX-1"}', "{}", "no JSON", "[]", '{"parcel_id": {}}'):
        assert result(tables, "get_parcel", arguments) == '{"error": "not found"}'
