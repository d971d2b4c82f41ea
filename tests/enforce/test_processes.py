"""Several processes share the lessons of a step without changing what the step is.

They are started by `torch.distributed.run`, which is what `accelerate launch` calls for GPUs. On CPUs
`accelerate launch --cpu --num_processes 2` starts a single process unless there is MPI.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import torch
from safetensors.torch import load_file

from enforce import tiny
from holdfast.enforce.journal import read_metrics

pytestmark = pytest.mark.slow

PYTHON = sys.executable
TRAINING = tiny.options(dropout=0.0, steps=3, lessons=4, validation_lessons=4, validate_every=2)


SHARDED = str(Path(__file__).with_name("sharded.py"))


def holdfast(
    spec: str, out: Path, processes: int, *options: str, program: tuple[str, ...] = ("-m", "holdfast")
) -> subprocess.CompletedProcess[str]:
    launch = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node", str(processes)]
    command = ["enforce", "order-invariance", "-m", spec, *TRAINING, *options, "--no-evaluate", "--quiet", "--out", out]
    return subprocess.run(
        [PYTHON, *(launch if processes > 1 else []), *program, *map(str, command)], capture_output=True, text=True,
        timeout=900, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("objective", "program"),
    [("preference", ("-m", "holdfast")), ("dpo", ("-m", "holdfast")), ("preference", (SHARDED,))],
    ids=["data parallel", "data parallel with a reference", "sharded"],
)
def test_two_processes_train_the_weights_of_one(spec, tmp_path, objective, program) -> None:
    one = holdfast(spec, tmp_path / "one", 1, "--objective", objective)
    two = holdfast(spec, tmp_path / "two", 2, "--objective", objective, program=program)
    assert (one.returncode, two.returncode) == (0, 0), one.stderr + two.stderr
    for place in ("adapter", "checkpoints/step-000003"):
        one, two = (load_file(tmp_path / name / place / "adapter_model.safetensors") for name in ("one", "two"))
        assert one.keys() == two.keys()
        for name, tensor in one.items():
            assert torch.allclose(tensor, two[name], rtol=0, atol=1e-5), name
        assert max(tensor.abs().max() for name, tensor in one.items() if "lora_B" in name) > 1e-3, "nothing was learned"
    steps, steps_of_two = (list(read_metrics(tmp_path / name / "metrics.jsonl")) for name in ("one", "two"))
    assert [(line.kind, line.step) for line in steps] == [(line.kind, line.step) for line in steps_of_two]
    for mine, theirs in zip(steps, steps_of_two, strict=True):
        assert theirs.loss == pytest.approx(mine.loss, abs=1e-5)
        assert theirs.strict == mine.strict
        assert theirs.margin == pytest.approx(mine.margin, abs=1e-5)
        assert theirs.positive_rate == pytest.approx(mine.positive_rate)
        assert msgspec.to_builtins(theirs.tasks) == {
            task: pytest.approx(of, abs=1e-5) for task, of in msgspec.to_builtins(mine.tasks).items()
        }


def test_a_sharded_training_resumes_from_its_checkpoint_of_whole_tensors(spec, tmp_path) -> None:
    """Stopped after step 2 by a folder it cannot write its third checkpoint to, and run again."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    every = ("--checkpoint-every", "1")
    assert holdfast(spec, whole, 2, *every, program=(SHARDED,)).returncode == 0
    in_the_way = broken / "checkpoints" / ".step-000003.writing"
    in_the_way.parent.mkdir(parents=True)
    in_the_way.write_text("a file where a folder must be")
    stopped = holdfast(spec, broken, 2, *every, program=(SHARDED,))
    assert stopped.returncode != 0
    assert "training goes on from the last good checkpoint" in stopped.stderr
    in_the_way.unlink()
    assert holdfast(spec, broken, 2, *every, program=(SHARDED,)).returncode == 0
    one, two = (load_file(run / "checkpoints/step-000003/adapter_model.safetensors") for run in (whole, broken))
    assert all(torch.equal(tensor, two[name]) for name, tensor in one.items())


@pytest.mark.parametrize("name", ["lessons", "validation_lessons"])
def test_lessons_that_cannot_be_shared_are_refused_instead_of_waited_for(spec, tmp_path, name) -> None:
    ended = holdfast(spec, tmp_path / "run", 2, f"--{name.replace('_', '-')}", "3")
    assert ended.returncode != 0
    assert f"`{name}`, 3, cannot be shared by 2 processes; make it a multiple." in ended.stderr
