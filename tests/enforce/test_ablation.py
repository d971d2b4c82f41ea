"""The grid of choices: one training a cell, one table, one figure, and nothing done twice."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from enforce import tiny
from holdfast.cli import main
from holdfast.cli.ablate import make_plan
from holdfast.enforce import ablation
from holdfast.enforce.ablation import SHOWN, cells
from holdfast.enforce.recipes import RECIPES
from holdfast.engine.folder import RunFolder
from holdfast.engine.score import read_scores

GRID = (
    "--recipes", "paper", "--objectives", "preference,sft", "--orders", "3", "--anchors", "true", "--chains", "1",
    "--seeds", "1,2", *tiny.options(steps=2, validation_lessons=1, learning_rate=3e-2),
)  # fmt: skip
NAMES = ["paper-preference-3-anchor", "paper-sft-3-anchor"]


@pytest.fixture(autouse=True)
def unreported(monkeypatch) -> None:
    monkeypatch.setattr("holdfast.report.write_report", lambda folder: None)


@pytest.fixture(scope="module")
def grid(spec, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("grid") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdfast.report.write_report", lambda folder: None)
        assert main(["enforce", "ablate", "-m", spec, *GRID, "--out", str(out), "--quiet"]) == 0
    return out


def table(out: Path) -> dict[str, dict[str, str]]:
    with (out / "tables" / "ablation.csv").open(encoding="utf-8") as file:
        return {row["cell"]: row for row in csv.DictReader(file)}


def test_the_whole_grid_is_what_the_paper_left_open() -> None:
    planned = dict(cells(make_plan("order-invariance", "embedded", {})))
    assert len(planned) == 2 * 4 * 3 * 2
    assert "paper-preference-3-anchor" in planned
    for name, plan in planned.items():
        s = plan.settings
        assert name == f"{s.recipe}-{s.objective}-{s.orders}-{'anchor' if s.anchor else 'no-anchor'}"
        assert plan.evaluation is None, "cells are measured by the grid"
        base = RECIPES[s.recipe]
        assert (s.learning_rate, s.targets, s.steps) == (base.learning_rate, base.targets, base.steps)


def test_settings_go_to_every_cell_and_choices_to_the_grid() -> None:
    given = {"steps": "7", "anchors": "false", "objectives": "dpo", "chains": "3", "seeds": "1,2"}
    plan = make_plan("order-invariance", "embedded", given)
    assert (plan.evaluation.chains, plan.evaluation.seeds) == (3, (1, 2))
    planned = dict(cells(plan))
    assert len(planned) == 2 * 1 * 3 * 1
    assert {p.settings.steps for p in planned.values()} == {7}
    assert {p.settings.anchor for p in planned.values()} == {False}


def test_the_table_has_a_row_per_cell_measured_as_it_was(grid, spec) -> None:
    rows = table(grid)
    assert list(rows) == ["untrained", *NAMES]
    for name in NAMES:
        assert (rows[name]["objective"], rows[name]["steps"]) == (name.split("-")[1], "2")
        assert (grid / "cells" / name / "adapter" / "adapter_model.safetensors").is_file()
    for cell, place in (("untrained", grid / "untrained"), *((n, grid / "cells" / n / "evaluation") for n in NAMES)):
        scores = read_scores(RunFolder(place / "4-nodes"), "invariance").to_dicts()
        right = [r["margin_mean"] > 0 for r in scores if r["variant"] == "H" and r["target"] is not None]
        assert len(right) == 2 * 2 * 6
        assert float(rows[cell]["tcit_h"]) == pytest.approx(sum(right) / len(right), abs=1e-5)
        assert all(rows[cell][test] for test in SHOWN)
    assert rows[NAMES[0]] != rows[NAMES[1]]
    gain = float(rows[NAMES[0]]["tcit_h"]) - float(rows["untrained"]["tcit_h"])
    assert float(rows[NAMES[0]]["tcit_h_gain_low"]) <= gain + 1e-5
    assert float(rows[NAMES[0]]["tcit_h_gain_high"]) >= gain - 1e-5


def test_the_figure_shows_every_cell(grid) -> None:
    assert ElementTree.parse(grid / "figures" / "ablation.svg").getroot().tag.endswith("svg")
    text = (grid / "figures" / "ablation.svg").read_text(encoding="utf-8")
    for name in ("untrained", *NAMES):
        assert name in text
    with (grid / "figures" / "ablation.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 3 * len(SHOWN)


def test_a_finished_grid_is_told_again_and_nothing_is_trained(grid, spec, cli, monkeypatch) -> None:
    def refuse(*_):
        raise AssertionError("a cell that is done began again")

    monkeypatch.setattr("holdfast.enforce.learner.Learner", refuse)
    before = (grid / "tables" / "ablation.csv").read_bytes()
    said = cli("resume", grid, "--json")
    assert said.code == 0
    assert [row["cell"] for row in json.loads(said.out)] == ["untrained", *NAMES]
    assert (grid / "tables" / "ablation.csv").read_bytes() == before
    changed = cli("enforce", "ablate", "-m", spec, *GRID, "--rank", "5", "--out", grid)
    assert changed.code == 1
    assert "overrides.rank: 4 -> 5" in changed.problem


def test_a_grid_interrupted_between_cells_shows_what_it_has_and_goes_on_to_the_same_table(
    grid, spec, cli, tmp_path, monkeypatch
) -> None:
    honest = ablation.train
    begun = []

    def interrupted(folder, plan, progress):
        begun.append(plan)
        if len(begun) == 2:
            raise KeyboardInterrupt
        return honest(folder, plan, progress)

    monkeypatch.setattr("holdfast.enforce.ablation.train", interrupted)
    said = cli("enforce", "ablate", "-m", spec, *GRID, "--out", "run", "--quiet")
    assert said.code == 130
    assert said.problem == "holdfast: interrupted; `holdfast resume run` goes on from here."
    assert list(table(tmp_path / "run")) == ["untrained", NAMES[0]]
    said = cli("resume", "run")
    assert said.code == 0
    assert "After each training" in said.out
    assert len(begun) == 4, "the second attempt looks at both cells"
    assert table(tmp_path / "run") == table(grid)
