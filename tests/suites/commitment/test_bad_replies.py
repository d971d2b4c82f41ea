"""Replies that nobody hopes for, through a whole run: a decision each, no crash, and a row that can be looked at."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.cli import main

AGENTS = """
def empty(messages):
    return ""

def huge(messages):
    return "The roster says otherwise. " * 40_000

def other_script(messages):
    return "Это не имеет значения. 我不知道。 لا أعرف"

def echo(messages):
    return messages[-1]["content"]

def recites(messages):
    said = messages[-1]["content"]
    return said[: len(said) * 2 // 3]

def broken_json(messages):
    return '{"answer": "Rina"'
"""
NEVER_RIGHT = ("empty", "huge", "other_script", "echo", "recites", "broken_json")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> None:
    """A folder with the agents in it; no page and no figures, which take seconds."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("holdfast.report.completion.write_report", lambda folder: None)
    (tmp_path / "mine.py").write_text(AGENTS, encoding="utf-8")


def measure(agent: str, *options: str) -> pl.DataFrame:
    """Scores of a run in the current folder, as anybody would start it."""
    families = ("--families", "entity_binding")
    assert main(["run", "commitment", *families, *options, "-a", agent, "--out", "run", "--quiet"]) == 0
    return pl.read_parquet("run/scores.parquet")


@pytest.mark.parametrize("name", NEVER_RIGHT)
def test_a_bad_reply_is_a_decision_and_never_a_match(capsys, name) -> None:
    scores = measure(f"python:mine.py:{name}", *["--strict-schema"] * (name == "broken_json"))
    assert scores["failure"].null_count() == scores.height == 20
    assert set(scores["decision"]) <= {"no match", "unclear"}
    assert scores["rule"].null_count() == 0
    if name == "broken_json":
        assert set(scores["rule"]) == {"no valid JSON"}
    tasks = pl.read_csv("run/tables/commitment_tasks.csv")
    assert set(tasks["state_drift"]) == {1.0}
    assert (tasks["hccis_core"] < 0.3).all()
    assert main(["show", "run", "release/entity_binding/easy/1/clean"]) == 0
    shown = capsys.readouterr().out
    assert "HCCIS-CORE = (" in shown
    assert len(shown) < 30_000, "a reply of a megabyte is cut"
