"""What goes wrong at the command line: one sentence, a non-zero exit, and what was good before still good."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from enforce import tiny
from enforce.stopping import StopsAfter
from holdfast.agents.registry import find_model
from holdfast.enforce.checkpoint import Checkpoints
from holdfast.enforce.learner import Learner

HOLDFAST = str(Path(sys.executable).with_name("holdfast"))
ADAPTER = "adapter_model.safetensors"
TRAIN_ONLY = ("--no-evaluate", "--quiet")


@pytest.fixture
def stopped(cli, spec, monkeypatch, tmp_path):
    """A training that was interrupted after step 3 of 6, with a checkpoint at step 2."""
    run = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr("holdfast.engine.progress.suited", lambda quiet: StopsAfter(3))
        said = cli("enforce", "order-invariance", "--model", spec, *tiny.options(), *TRAIN_ONLY, "--out", run)
    assert said.code == 130
    assert said.problem == f"holdfast: interrupted; `holdfast resume {run}` goes on from here."
    assert checkpoints(run) == ["step-000002"]
    return run


@pytest.fixture(scope="module")
def whole(spec, tmp_path_factory) -> Path:
    """The same training, never disturbed."""
    from holdfast.cli import main

    run = tmp_path_factory.mktemp("whole") / "run"
    assert main(["enforce", "order-invariance", "--model", spec, *tiny.options(), *TRAIN_ONLY, "--out", str(run)]) == 0
    return run


def checkpoints(run: Path) -> list[str]:
    return sorted(path.name for path in (run / "checkpoints").iterdir())


def assert_same_weights(one: Path, two: Path) -> None:
    assert checkpoints(one) == checkpoints(two) == ["step-000004", "step-000006"]
    for place in ("checkpoints/step-000006", "adapter"):
        first, second = load_file(one / place / ADAPTER), load_file(two / place / ADAPTER)
        assert first.keys() == second.keys()
        assert all(torch.equal(first[name], second[name]) for name in first)


# ------------------------------------------------------------------------------------------------- wrong from the start


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["order-invariant"], "There is no constraint 'order-invariant'; did you mean 'order-invariance'?"),
        (["order-invariance", "--recipe", "papers"], "There is no recipe 'papers'; did you mean 'paper'?"),
        (["order-invariance", "--objective", "simpo"], "There is no objective 'simpo'; "),
        (["order-invariance", "--orders", "7"], "There is no choice of orders '7'; "),
        (["order-invariance", "--learning-rates", "1"], "'learning_rates'; did you mean 'learning_rate'?"),
        (["order-invariance", "--set", "steps"], "'steps' is not a setting; write it as key=value."),
        (["order-invariance", "--steps", "0"], "`--steps` must be 1 or more, not 0."),
        (["order-invariance", "--model", "openai/x"], "'openai/x' is not a model in this process; write local/"),
        (["order-invariance", "--model", "reference/bound"], "'reference/bound' is not a model in this process"),
        (["order-invariance", "--model", "planner:embedded"], "'planner:embedded' is not a model in this process"),
        (["order-invariance", "--model", "local/"], "'local/' is not a model in this process"),
        (["order-invariance", "--model", "local/no/such/model"], "There is no model folder 'no/such/model'"),
        (["order-invariance", "--cladder", "nowhere.json"], "There is no file 'nowhere.json' with CLadder's"),
        (["order-invariance", "--chains", "0"], "`--chains` must be 1 or more, not 0."),
        (["order-invariance", "--other-nodes", "3,12"], "A chain has 3 to 8 nodes, not 12"),
        (["order-invariance", "--seeds", "one"], "`--seeds` takes whole numbers, separated by commas, not 'one'."),
        (["ablate", "--model", "openai/x"], "'openai/x' is not a model in this process"),
        (["ablate", "--objectives", "preference,simpo"], "There is no objective 'simpo'; "),
        (["ablate", "--objective", "sft"], "The grid crosses `objectives`; write --objectives instead of --objective."),
        (["ablate", "--objectives", ","], "The grid has no cell"),
        (["ablate", "--chains", "0"], "`--chains` must be 1 or more, not 0."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_before_anything_is_written(cli, tmp_path, spec, arguments, says) -> None:
    model = () if "--model" in arguments else ("--model", spec)
    said = cli("enforce", *arguments, *model, "--quiet", "--out", tmp_path / "run")
    assert said.code == 1
    assert says in said.problem
    assert not (tmp_path / "run").exists()


def test_a_model_without_the_named_projections_lists_what_it_has_and_the_folder_can_be_used_again(
    cli, spec, tmp_path
) -> None:
    run = tmp_path / "run"
    begin = ("enforce", "order-invariance", "--model", spec, *TRAIN_ONLY, "--out", run)
    said = cli(*begin, *tiny.options(steps=1, targets="query,q_proj"))
    assert said.code == 1
    assert said.problem == (
        "holdfast: This model has no query to adapt; its linear layers are "
        "down_proj, gate_proj, k_proj, o_proj, q_proj, up_proj, v_proj."
    )
    assert cli(*begin, *tiny.options(steps=1, targets="k_proj,q_proj")).code == 0
    assert {name.split(".")[-3] for name in load_file(run / "adapter" / ADAPTER)} == {"k_proj", "q_proj"}


def test_a_training_cannot_be_changed_once_it_began(cli, spec, stopped) -> None:
    said = cli(
        "enforce", "order-invariance", "--model", spec, *tiny.options(learning_rate=0.5, steps=9), *TRAIN_ONLY,
        "--out", stopped,
    )  # fmt: skip
    assert said.code == 1
    assert said.problem == (
        f"holdfast: The plan of {stopped} changed (settings.learning_rate: 0.01 -> 0.5; settings.steps: 6 -> 9); "
        "start a new run or restore the plan."
    )
    assert checkpoints(stopped) == ["step-000002"]


# --------------------------------------------------------------------------------------------------------- not a number


def test_a_model_whose_weights_are_not_numbers_is_not_trained(cli, words, tmp_path) -> None:
    broken = tiny.model(len(words))
    with torch.no_grad():
        broken.model.layers[1].mlp.down_proj.weight[3, 3] = float("nan")
    folder = tiny.save(tmp_path / "broken", words, broken)
    said = cli(
        "enforce", "order-invariance", "--model", f"local/{folder}", *tiny.options(), *TRAIN_ONLY, "--out", "run"
    )
    assert said.code == 1
    assert said.problem == (
        "holdfast: The loss is not a number at step 1, so training stops; no checkpoint was written yet. "
        "Nothing was changed yet, so it is the model itself."
    )
    assert not (tmp_path / "run" / "adapter").exists()


def test_a_rate_that_explodes_stops_and_leaves_a_checkpoint_that_loads(cli, spec, tmp_path) -> None:
    """The loss is still finite at the first step, and not at the second."""
    wild = {"learning_rate": 1e30, "warmup": 0, "checkpoint_every": 1, "validate_every": 50}
    said = cli(
        "enforce", "order-invariance", "--model", spec, *tiny.options(**wild), *TRAIN_ONLY, "--out", tmp_path / "run"
    )
    assert said.code == 1
    kept = tmp_path / "run" / "checkpoints" / "step-000001"
    assert said.problem == (
        f"holdfast: The loss is not a number at step 2, so training stops; the last good checkpoint is {kept}. "
        "Lower the learning rate."
    )
    learner = Learner(find_model(spec)(), tiny.quick(**wild))
    optimizer = torch.optim.AdamW([p for p in learner.model.parameters() if p.requires_grad])
    assert Checkpoints(kept.parent).restore_adapter(learner.model).step == 1
    Checkpoints(kept.parent).restore_moments(learner.model, optimizer)
    assert all(tensor.isfinite().all() for tensor in load_file(kept / ADAPTER).values())


def test_a_validation_that_is_not_a_number_is_never_the_best(cli, spec, tmp_path) -> None:
    wild = {"learning_rate": 1e30, "warmup": 0, "validate_every": 1, "checkpoint_every": 1}
    said = cli(
        "enforce", "order-invariance", "--model", spec, *tiny.options(**wild), *TRAIN_ONLY, "--out", tmp_path / "run"
    )
    assert said.code == 1
    assert said.problem == (
        "holdfast: A margin of the validation is not a number at step 1, so training stops; "
        "no checkpoint was written yet. Lower the learning rate."
    )
    assert not (tmp_path / "run" / "adapter").exists()
    assert not (tmp_path / "run" / "checkpoints").exists()


# ---------------------------------------------------------------------------------------------------------- a full disk


def with_limit(size: int, *arguments: object) -> subprocess.CompletedProcess[str]:
    """The real program, whose files cannot grow past a size: the real write of a real file fails."""
    return subprocess.run(
        [HOLDFAST, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )  # fmt: skip


@pytest.mark.parametrize("what", [pytest.param("adapter", marks=pytest.mark.slow), "moments"])
def test_a_full_disk_during_a_checkpoint_keeps_the_one_before_and_training_goes_on_once_there_is_room(
    cli, stopped, whole, what
) -> None:
    kept = stopped / "checkpoints" / "step-000002"
    before = {file.name: file.read_bytes() for file in kept.iterdir()}
    size = {"adapter": len(before[ADAPTER]) // 2 + 1_000, "moments": len(before["optimizer.pt"]) // 2 + 3_000}[what]
    assert (stopped / "metrics.jsonl").stat().st_size + 1_000 < size
    assert what == "adapter" or len(before[ADAPTER]) < size
    # The adapter of the validation at step 4 fits, or is what fails.
    full = with_limit(size, "resume", stopped, "--quiet")
    assert full.returncode == 1
    assert "Traceback" not in full.stderr
    (line,) = full.stderr.splitlines()
    assert line.startswith(f"holdfast: {stopped}/")
    assert "could not be written (" in line
    assert line.endswith("make room and run again: training goes on from the last good checkpoint.")
    assert checkpoints(stopped) == ["step-000002"]
    assert {file.name: file.read_bytes() for file in kept.iterdir()} == before

    assert cli("resume", stopped, "--quiet").code == 0
    assert_same_weights(stopped, whole)


@pytest.mark.slow
def test_a_disk_that_is_full_from_the_start_says_so(spec, tmp_path) -> None:
    begin = ("enforce", "order-invariance", "--model", spec, *tiny.options(), *TRAIN_ONLY, "--out", tmp_path / "run")
    full = with_limit(1_500, *begin)
    assert full.returncode == 1
    assert "Traceback" not in full.stderr
    (line,) = full.stderr.splitlines()
    assert "could not be written (File too large)" in line


# ----------------------------------------------------------------------------------------------------- spoilt meanwhile


@pytest.mark.parametrize("file", [ADAPTER, "optimizer.pt", "standing.json"])
def test_a_spoilt_checkpoint_is_said_and_without_it_the_one_before_leads_to_the_same_weights(
    cli, whole, tmp_path, file
) -> None:
    """Finished, but for its last checkpoint."""
    run = Path(shutil.copytree(whole, tmp_path / "run"))
    newest = run / "checkpoints" / "step-000006"
    standing = newest / "standing.json"
    standing.write_text(standing.read_text().replace("all 6 steps done", ""))
    (newest / file).write_bytes((newest / file).read_bytes()[:50])
    said = cli("resume", run, "--quiet")
    assert said.code == 1
    assert said.problem.startswith(f"holdfast: The checkpoint {newest} cannot be read (")
    assert said.problem.endswith("); remove it to go on from the one before.")
    shutil.rmtree(newest)
    assert cli("resume", run, "--quiet").code == 0
    assert_same_weights(run, whole)
