"""A training from the command line to its verdict, on a tiny model: every file, the exit code, and resuming."""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
import sqlite3
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
import torch

from enforce import tiny
from enforce.stopping import StopsAfter
from holdfast.agents.registry import find_model
from holdfast.cli import main
from holdfast.core import Verdict
from holdfast.enforce.journal import read_metrics
from holdfast.enforce.learner import Learner
from holdfast.enforce.plan import CONDITIONS, Condition, EnforcePlan, Want
from holdfast.enforce.run import read_result
from holdfast.engine.plan import decode_plan, write_plan
from holdfast.suites.invariance.chains import build_chain
from holdfast.suites.invariance.methods import scored
from holdfast.suites.invariance.settings import Settings

TRAINING = tiny.options(steps=4, learning_rate=3e-2, validation_lessons=1)
MEASURED = ("--chains", "1", "--seeds", "1,2", "--other-nodes", "3", "--other-chains", "1", "--no-regression")
HELD_OUT = ("--hold-out-orders",)


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("end_to_end")


@pytest.fixture(scope="module")
def finished(place, spec) -> tuple[Path, int]:
    """A whole training, in a folder named from beside it, and its exit code. The pages of its runs are left out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdfast.report.write_report", lambda folder: None)
        patch.chdir(place)
        code = main(
            ["enforce", "order-invariance", "-m", spec, *TRAINING, *MEASURED, *HELD_OUT, "--out", "run", "--quiet"]
        )
    return place / "run", code


@pytest.fixture
def run(finished) -> Path:
    return finished[0]


@pytest.fixture
def unreported(monkeypatch) -> None:
    monkeypatch.setattr("holdfast.report.write_report", lambda folder: None)


@pytest.fixture
def untrainable(monkeypatch) -> None:
    """Nothing may be trained any more."""

    def refuse(*_):
        raise AssertionError("a training that is over began again")

    monkeypatch.setattr("holdfast.enforce.learner.Learner", refuse)


def rows_of(run: Path) -> dict[str, dict[str, str]]:
    with (run / "tables" / "before_after.csv").open(encoding="utf-8") as file:
        return {row["measure"]: row for row in csv.DictReader(file)}


def asked(run: Path) -> dict[str, int]:
    """How many requests each run of the evaluation has sent."""
    counts = {}
    for journal in sorted(run.glob("evaluation/*/journal.sqlite")):
        with sqlite3.connect(journal) as db:
            counts[journal.parent.name] = db.execute("SELECT count(*) FROM request").fetchone()[0]
    return counts


# --------------------------------------------------------------------------------------------------------- the files


def test_the_table_has_every_measure_and_agrees_with_the_verdict(run) -> None:
    rows = rows_of(run)
    result = read_result(run)
    assert [row.measure for row in result.table] == list(rows)
    tests = ("tcit_f", "tcit_f_pairs", "tcit_h", "tcit_c_touched", "tcit_c_untouched")
    for test in tests:
        assert {test, f"{test}.seen_orders", f"{test}.3-nodes"} <= rows.keys()
    assert {"tcit_h.unseen_orders", "tcit_f.unseen_orders", "tcit_h.flip_rate", "tcit_f.flip_rate"} <= rows.keys()
    assert not any(name.startswith(("regression", "cladder")) for name in rows)
    for row in result.table:
        told = rows[row.measure]
        assert float(told["before"]) == pytest.approx(row.before, abs=1e-5)
        assert float(told["after"]) == pytest.approx(row.after, abs=1e-5)
        assert float(told["difference"]) == pytest.approx(row.after - row.before, abs=1e-5)
        assert told["want"] == row.want.value
        assert (row.verdict is None) == (row.want is Want.TOLD)
    assert {row.measure for row in result.table if row.verdict is not None} == set(tests)


def test_before_and_after_are_what_the_model_and_the_adapter_really_score(run, spec) -> None:
    """TCIT-H on held-out names, in all orders, scored here by a learner without and with the adapter."""
    items = [i for seed in (1, 2) for i in build_chain(seed, 0, Settings(variants=("H",))).items if i.key.target]
    requests = [(scored(item.state), item.key.target) for item in items]
    rates = []
    for agent in (spec, f"{spec}+{run / 'adapter'}"):
        learner = Learner(find_model(agent)(), tiny.quick())
        right = 0
        for request, target in requests:
            with torch.no_grad():
                one, two = (
                    learner.scorer.tensors([learner.text.continuation(request.prompt, c)])[0].mean()
                    for c in request.continuations
                )
            preferred = request.continuations[0] if one > two else request.continuations[1]
            right += preferred == target
        rates.append(right / len(requests))
    row = rows_of(run)["tcit_h"]
    assert int(row["n"]) == len(requests) == 2 * 2 * 6
    assert (float(row["before"]), float(row["after"])) == pytest.approx(rates, abs=1e-5)
    assert rates[0] != rates[1], "the adapter changed nothing, so that this proves little"


def test_seen_and_unseen_orders_add_up(run) -> None:
    rows = rows_of(run)
    for test in ("tcit_h", "tcit_f"):
        whole, seen, unseen = (rows[name] for name in (test, f"{test}.seen_orders", f"{test}.unseen_orders"))
        assert (int(seen["n"]), int(unseen["n"])) == (int(whole["n"]) * 4 // 6, int(whole["n"]) * 2 // 6)
        for side in ("before", "after"):
            assert float(whole[side]) == pytest.approx((4 * float(seen[side]) + 2 * float(unseen[side])) / 6, abs=1e-5)


def test_the_exit_code_follows_the_verdict(finished) -> None:
    run, code = finished
    verdicts = {row.verdict for row in read_result(run).table}
    assert Verdict.NOT_MET in verdicts, "two chains cannot show that nothing was lost"
    assert code == 1
    assert not read_result(run).met


def test_the_conditions_are_those_of_the_plan(run, tmp_path, cli, unreported, untrainable) -> None:
    """The same measurements, held against one condition that two chains can show."""
    backup = shutil.copytree(run, tmp_path / "backup")
    plan = decode_plan(run / "plan.toml", EnforcePlan)
    assert plan.conditions == CONDITIONS
    write_plan(msgspec.structs.replace(plan, conditions=(Condition("tcit_f", Want.KEPT, 2.0),)), run / "plan.toml")
    try:
        said = cli("resume", run, "--quiet")
        assert said.code == 0, said.err
        judged = [(row.measure, row.verdict) for row in read_result(run).table if row.verdict is not None]
        assert judged == [("tcit_f", Verdict.MET)]
    finally:
        shutil.rmtree(run)
        shutil.copytree(backup, run)


def test_the_figures_are_drawn_with_their_data_beside_them(run) -> None:
    for name in ("learning", "before_after"):
        svg = ElementTree.parse(run / "figures" / f"{name}.svg").getroot()
        assert svg.tag.endswith("svg")
        assert (run / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    with (run / "figures" / "learning.csv").open(encoding="utf-8") as file:
        points = [row for row in csv.DictReader(file) if row["on"] == "validation"]
    validations = [line for line in read_metrics(run / "metrics.jsonl") if line.kind == "validation"]
    for line in validations:
        drawn = {row["task"]: float(row["positive_rate"]) for row in points if int(row["step"]) == line.step}
        assert drawn.pop("every one right") == pytest.approx(line.strict, abs=1e-5)
        assert drawn == pytest.approx({task: of.positive_rate for task, of in line.tasks.items()}, abs=1e-5)
    text = (run / "figures" / "before_after.svg").read_text(encoding="utf-8")
    assert "TCIT-H" in text


def test_the_adapter_has_a_model_card(run, spec) -> None:
    card = (run / "adapter" / "README.md").read_text(encoding="utf-8")
    assert card.startswith("---\nlibrary_name: peft\n")
    assert f"# order-invariance, recipe paper, on {spec}" in card
    standing = read_result(run).standing
    assert f"{standing.finished}; this adapter is the one of step {standing.best_step}, with" in card
    table = [line for line in card.splitlines() if line.startswith("| TCIT")]
    assert len(table) == len(read_result(run).table)
    row = rows_of(run)["tcit_h"]
    assert any(
        line.startswith(f"| TCIT-H | {float(row['before']):.3f} | {float(row['after']):.3f} | ") for line in table
    )


def test_the_page_shows_the_table_the_figures_and_every_setting(run) -> None:
    page = (run / "report.html").read_text(encoding="utf-8")
    result = read_result(run)
    row = rows_of(run)["tcit_h"]
    assert page.count("<tr") > len(result.table)
    assert f"{float(row['before']):.3f}" in page
    assert "TCIT-H" in page
    assert page.count("<svg") >= 2
    assert result.standing.finished in page
    assert "{{" not in page
    assert "Undefined" not in page


def test_the_manifest_names_every_file_by_its_digest(run) -> None:
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((run / name).read_bytes()).hexdigest() == digest, name
    assert {
        "plan.toml", "metrics.jsonl", "verdict.json", "report.html", "tables/before_after.csv", "figures/learning.svg",
        "adapter/README.md", "adapter/adapter_model.safetensors", "adapter/adapter_config.json",
        "evaluation/4-nodes/findings.json", "evaluation/3-nodes/findings.json",
    } <= manifest["files"].keys()  # fmt: skip
    assert {"torch", "peft", "accelerate", "transformers"} <= manifest["packages"].keys()


# --------------------------------------------------------------------------------------------------------- resuming


def test_a_finished_training_is_resumed_from_anywhere_and_nothing_is_done_again(
    run, tmp_path, cli, unreported, untrainable
) -> None:
    """`cli` stands in another folder than the one where `--out run` was said."""
    assert Path.cwd() == tmp_path
    before = {
        file: file.read_bytes()
        for pattern in ("checkpoints/**/*", "adapter/*.safetensors", "metrics.jsonl", "verdict.json", "plan.toml")
        for file in run.glob(pattern)
        if file.is_file()
    }
    requests = asked(run)
    assert requests.keys() == {"3-nodes", "4-nodes"}
    said = cli("resume", run, "--json")
    assert said.code == 1
    assert "Traceback" not in said.err
    table = json.loads(said.out)
    assert [row["measure"] for row in table] == list(rows_of(run))
    assert asked(run) == requests
    assert len(before) >= 12
    for file, content in before.items():
        assert file.read_bytes() == content, file


def test_the_same_command_again_goes_on_instead_of_beginning(run, place, spec, cli, monkeypatch, unreported,
                                                             untrainable) -> None:  # fmt: skip
    monkeypatch.chdir(place)
    said = cli("enforce", "order-invariance", "-m", spec, *TRAINING, *MEASURED, *HELD_OUT, "--out", "run")
    assert said.code == 1
    assert "Trained 4 steps: all 4 steps done." in said.out
    assert "Before and after" in said.out
    assert "TCIT-H" in said.out
    assert "Adapter: run/adapter" in said.out


def test_a_training_interrupted_and_resumed_measures_the_same(run, spec, tmp_path, cli, unreported) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdfast.engine.progress.suited", lambda quiet: StopsAfter(3))
        begun = cli(
            "enforce", "order-invariance", "-m", spec, *TRAINING, *MEASURED, *HELD_OUT, "--out", "other", "--quiet"
        )
    assert begun.code == 130
    assert begun.problem == "holdfast: interrupted; `holdfast resume other` goes on from here."
    assert not Path("other/verdict.json").exists()
    told = cli("report", "other")
    assert told.code == 1
    assert "has no verdict yet; finish it with `holdfast resume other`." in told.problem
    assert cli("resume", "other", "--quiet").code == 1
    assert (tmp_path / "other" / "tables" / "before_after.csv").read_bytes() == (
        run / "tables" / "before_after.csv"
    ).read_bytes()


def test_the_report_of_a_training_can_be_told_again(run, cli) -> None:
    said = cli("report", run)
    assert said.code == 1, "it did not meet what was wanted, and says so again"
    assert "Trained 4 steps: all 4 steps done." in said.out


def test_a_training_without_measurement_is_done_when_it_is_trained(spec, tmp_path, cli) -> None:
    said = cli("enforce", "order-invariance", "-m", spec, *TRAINING, "--no-evaluate", "--out", "run")
    assert said.code == 0
    assert "Before and after" not in said.out
    assert not Path("run/evaluation").exists()
    assert not Path("run/tables").exists()
    assert "Not measured." in Path("run/adapter/README.md").read_text()
    assert Path("run/figures/learning.svg").is_file()


def test_a_folder_with_another_kind_of_run_is_left_alone(spec, tmp_path, cli, unreported) -> None:
    small = ("--set", "chains=1", "--set", "orders=2", "--set", "control_orders=2", "--quiet")
    assert cli("run", "invariance", "-a", "reference/bound", *small, "--out", "run").code == 0
    plan = Path("run/plan.toml").read_bytes()
    said = cli("enforce", "order-invariance", "-m", spec, *TRAINING, "--no-evaluate", "--out", "run")
    assert said.code == 1
    assert said.problem == "holdfast: run holds a run of another kind; choose another folder with --out."
    assert Path("run/plan.toml").read_bytes() == plan
