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


def holdfast(spec: str, out: Path, processes: int, *options: str) -> subprocess.CompletedProcess[str]:
    launch = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node", str(processes)]
    command = ["enforce", "order-invariance", "-m", spec, *TRAINING, *options, "--no-evaluate", "--quiet", "--out", out]
    return subprocess.run(
        [PYTHON, *(launch if processes > 1 else []), "-m", "holdfast", *map(str, command)], capture_output=True,
        text=True, timeout=900, check=False, env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip


@pytest.mark.parametrize("objective", ["preference", "dpo"])
def test_two_processes_train_the_weights_of_one(spec, tmp_path, objective) -> None:
    for name, processes in (("one", 1), ("two", 2)):
        ended = holdfast(spec, tmp_path / name, processes, "--objective", objective)
        assert ended.returncode == 0, ended.stderr
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


@pytest.mark.parametrize("name", ["lessons", "validation_lessons"])
def test_lessons_that_cannot_be_shared_are_refused_instead_of_waited_for(spec, tmp_path, name) -> None:
    ended = holdfast(spec, tmp_path / "run", 2, f"--{name.replace('_', '-')}", "3")
    assert ended.returncode != 0
    assert f"`{name}`, 3, cannot be shared by 2 processes; make it a multiple." in ended.stderr
