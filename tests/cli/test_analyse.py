"""`holdfast analyse` over real run folders of reference agents: files, texts, and one sentence for what is wrong."""

from __future__ import annotations

import json

import polars as pl
import pytest

from holdfast.cli import main

ASK = ["run", "commitment", "--families", "entity_binding,stale_state_overwrite", "--instances", "1", "--quiet"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two runs, with two agents and with one, and an analysis of both."""
    place = tmp_path_factory.mktemp("analyse")
    asked = {"first": ["reference/bound", "reference/swaps-entities"], "second": ["reference/keeps-stale"]}
    for name, agents in asked.items():
        options = [word for agent in agents for word in ("-a", agent)]
        assert main([*ASK, *options, "--out", str(place / name)]) == 0
    command = ["analyse", str(place / "first"), str(place / "second"), "--draws", "50", "--quiet"]
    assert main([*command, "--out", str(place / "out")]) == 0
    return place


def test_the_folder_has_everything(runs) -> None:
    out = runs / "out"
    found = json.loads((out / "findings.json").read_text(encoding="utf-8"))
    assert [source["agents"] for source in found["sources"]] == [
        ["reference/bound", "reference/swaps-entities"], ["reference/keeps-stale"],
    ]  # fmt: skip
    names = {finding["name"] for finding in found["findings"]}
    assert {"commitment.discrimination.hccis_core.auc", "commitment.ranking.mean_shift"} <= names
    for name in ("report.html", "benchmark_card.md", "validity.md", "schema.md", "figures/commitment_overview.png"):
        assert (out / name).stat().st_size > 500
    card = (out / "benchmark_card.md").read_text(encoding="utf-8")
    assert "12 tasks and 24 probes." in card
    assert "drift 0.7059" in card
    overview = dict(pl.read_csv(out / "tables" / "commitment_overview.csv").iter_rows())
    assert overview["Evaluated profiles"] == "3"
    assert overview["Success leader"].startswith("reference/bound (1.0")


def test_misorders_and_cases_go_down_to_prompts_replies_and_gold(runs) -> None:
    cases = pl.read_csv(runs / "out" / "tables" / "commitment_case_studies.csv")
    assert cases.height
    assert cases.select("prompt", "question", "gold", "reply", "probes_told").null_count().sum_horizontal().item() == 0
    row = cases.row(0, named=True)
    assert row["question"] in row["prompt"]
    page = (runs / "out" / "report.html").read_text(encoding="utf-8")
    assert "Chosen by a fixed rule" in page
    assert row["task"] in page
    items = pl.read_csv(runs / "out" / "tables" / "commitment_misorder_items.csv", infer_schema_length=None)
    assert {"prompt", "gold", "success_leader_reply", "integrity_leader_reply"} <= set(items.columns)


def test_a_run_of_several_agents_has_the_analyses_too(runs) -> None:
    assert (runs / "first" / "tables" / "commitment_discrimination.csv").exists()
    assert not (runs / "second" / "tables" / "commitment_discrimination.csv").exists()
    assert "What predicts failure" in (runs / "first" / "report.html").read_text(encoding="utf-8")


def test_an_audit_of_the_matcher(cli, runs, tmp_path) -> None:
    audit = tmp_path / "audit.csv"
    rows = "reference/swaps-entities,release/entity_binding/easy/1/clean,probe-1,x,no match,correct\n"
    audit.write_text("agent,task,role,stratum,decision,verdict\n" + rows, encoding="utf-8")
    command = ["analyse", str(runs / "first"), "--draws", "5", "--audit", str(audit), "--out", str(tmp_path / "out")]
    said = cli(*command)
    assert (said.code, said.err) == (0, "")
    assert "What predicts failure" in said.out
    bound = pl.read_csv(tmp_path / "out" / "tables" / "commitment_matcher_bound.csv")
    assert bound["audited_rows"].to_list() == [1, 1, 1, 1]


def test_a_folder_that_cannot_be_written_in_is_told_before_anything_is_computed(cli, runs, monkeypatch) -> None:
    monkeypatch.setattr("holdfast.suites.commitment.analyses.examine.examine_questions", None)
    said = cli("analyse", str(runs / "first"), "--out", str(runs / "second"))
    assert "holds a run, which would be written over" in said.problem


def test_wrong_input_is_told_in_a_sentence(cli, runs, tmp_path) -> None:
    first, second = str(runs / "first"), str(runs / "second")
    assert "is in first and in" in cli("analyse", first, first).err
    assert cli("analyse", str(tmp_path / "nowhere")).code == 1
    findings = (runs / "second" / "findings.json").read_bytes()
    assert "holds a run, which would be written over" in cli("analyse", first, "--out", second).err
    assert (runs / "second" / "findings.json").read_bytes() == findings
    other = tmp_path / "other"
    assert main([*ASK, "-a", "reference/random", "--seed", "5", "--out", str(other)]) == 0
    said = cli("analyse", second, str(other))
    assert said.code == 1
    assert "analyse runs that asked the same" in said.err
    assert "did not ask for JSON" in cli("analyse", first, "--strict", second).err
    assert "cannot be read" in cli("analyse", first, "--audit", str(tmp_path / "none.csv")).err
