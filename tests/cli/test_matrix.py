"""`holdfast run matrix`: what a plan would take, one run with several models, and what is wrong in a sentence."""

from __future__ import annotations

import json

import polars as pl

ACT = """
def first(messages):
    return "ACT_A"

def second(messages):
    return "ACT_VETO" if "requires ACT_VETO" in messages[-1]["content"] else "ACT_B"
"""
SMALL = ("--events", 4, "--audits", "none")


def test_a_dry_run_says_what_is_asked_and_what_is_computed(cli) -> None:
    said = cli("run", "matrix", "--dry-run", "--seeds", 3, "--families", "ward_stock,crane_lift", *SMALL)
    assert said.code == 0
    # two families, three scaffolds, four events, three seeds: six variants are asked and one is computed
    assert "for 432 observations" in said.out
    assert "72 more observations of each agent are computed from these, without a call." in said.out
    said = cli("run", "matrix", "--dry-run", "--json", "--families", "ward_stock", *SMALL)
    (estimate,) = json.loads(said.out)
    # per pair and scaffold: two each of structured, scrambled and target lesion; one without fields, as strict lesion
    assert estimate["calls"] == 2 * 3 * 7


def test_several_models_have_tables_of_their_own_and_one_together(cli, tmp_path, monkeypatch) -> None:
    (tmp_path / "actors.py").write_text(ACT)
    monkeypatch.syspath_prepend(tmp_path)
    agents = ("-a", "python:actors:first", "-a", "python:actors:second")
    said = cli("run", "matrix", "-q", "-o", "both", "--families", "ward_stock,crane_lift", *SMALL, *agents)
    assert said.code == 0, said.err
    summary = pl.read_csv(tmp_path / "both/tables/matrix_summary.csv")
    assert summary["models"].unique(maintain_order=True).to_list() == [
        "python:actors:first", "python:actors:second", "all models",
    ]  # fmt: skip
    pooled = summary.filter((pl.col("models") == "all models") & (pl.col("control") == "strict_lesion"))
    assert set(pooled["clusters"]) == {"model", "scaffold", "family", "cell"}
    assert pooled["cells"].unique().to_list() == [12]
    cells = pl.read_csv(tmp_path / "both/tables/matrix_cells.csv")
    veto = cells.filter((pl.col("agent") == "python:actors:second") & (pl.col("family") == "crane_lift"))
    assert veto["structured"].min() > veto["strict_lesion"].max(), "it sees the veto, and nothing else"
    assert (tmp_path / "both/figures/matrix_controls.svg").exists()


def test_a_wrong_setting_is_one_sentence(cli) -> None:
    said = cli("run", "matrix", "--events", 5)
    assert said.code != 0
    assert said.problem == "holdfast: `--events` is an even number from 4, not 5: events come in pairs."
