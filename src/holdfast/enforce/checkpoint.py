"""Checkpoints: all that a training needs to go on as if it had never stopped.

That is little: the adapter, the optimiser's moments and the step. Lessons, schedule and dropout are functions of the
step and the seed. A checkpoint is written beside its place and moved there whole, so what has the right name is good.
It holds whole tensors, however many processes a model is sharded over, so it does not tie a training to their number.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from holdfast.core import HoldfastError

KEPT = 2


class Standing(msgspec.Struct):
    """How far a training has come."""

    step: int = 0
    """Optimiser steps done."""
    best: tuple[float, float, float] = (-1.0, -1.0, 0.0)
    """Mean positive rate of the tasks, strict accuracy and mean margin of the best validation; JSON has no infinity."""
    best_step: int = 0
    """When that was."""
    streak: int = 0
    """Validations in a row with every unit right."""
    finished: str = ""
    """Why training ended; empty while it goes on."""


class Checkpoints:
    """The checkpoints of one run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def latest(self) -> Path | None:
        """The newest good one."""
        return max(self.folder.glob("step-*"), default=None)

    def standing(self) -> Standing:
        """Where the newest one stands."""
        newest = self.latest()
        if newest is None:
            return Standing()
        with reading(newest):
            return msgspec.json.decode((newest / "standing.json").read_bytes(), type=Standing)

    def write(self, standing: Standing, model: Any, optimizer: Any, *, leads: bool = True) -> None:
        """Keep where the training stands; every process gives its share, the one that leads writes."""
        import torch
        from torch.distributed.checkpoint.state_dict import get_state_dict

        adapter, moments = get_state_dict(model, optimizer, options=_whole())
        if not leads:
            return

        def fill(half: Path) -> None:
            model.save_pretrained(half, state_dict=adapter, save_embedding_layers=False)
            torch.save(moments, half / "optimizer.pt")
            (half / "standing.json").write_bytes(msgspec.json.encode(standing))

        place(self.folder / f"step-{standing.step:06d}", fill)
        for old in sorted(self.folder.glob("step-*"))[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)

    def restore_adapter(self, model: Any) -> Standing:
        """Put a model, which is not sharded yet, where the newest checkpoint has it; without one, all is new."""
        from peft import set_peft_model_state_dict
        from safetensors.torch import load_file

        newest = self.latest()
        if newest is None:
            return Standing()
        with reading(newest):
            # Not by PEFT's own loader: where the file is missing, that one asks the hub for a model of this name.
            set_peft_model_state_dict(model, load_file(newest / "adapter_model.safetensors"))
        return self.standing()

    def restore_moments(self, model: Any, optimizer: Any) -> None:
        """Put the optimiser of a model, sharded or not, where the newest checkpoint has it."""
        import torch
        from torch.distributed.checkpoint.state_dict import set_optimizer_state_dict

        newest = self.latest()
        if newest is None:
            return
        with reading(newest):
            moments = torch.load(newest / "optimizer.pt", map_location="cpu", weights_only=True)
            set_optimizer_state_dict(model, optimizer, moments, options=_whole())


def keep_adapter(target: Path, model: Any, *, leads: bool) -> None:
    """Write a model's adapter by itself, as PEFT does; every process gives its share, the one that leads writes."""
    from torch.distributed.checkpoint.state_dict import get_model_state_dict

    adapter = get_model_state_dict(model, options=_whole())
    if leads:
        place(target, lambda half: model.save_pretrained(half, state_dict=adapter, save_embedding_layers=False))


def _whole() -> Any:
    """Trained tensors only, whole, and in the memory of the first process."""
    from torch.distributed.checkpoint.state_dict import StateDictOptions

    return StateDictOptions(full_state_dict=True, cpu_offload=True, ignore_frozen_params=True)


def place(target: Path, fill: Callable[[Path], None]) -> None:
    """Fill a folder beside its place, then move it there whole, replacing what was there."""
    half = target.with_name(f".{target.name}.writing")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir()
        fill(half)
        for file in half.iterdir():
            _settle(file)
        old = target.with_name(f".{target.name}.old")
        shutil.rmtree(old, ignore_errors=True)  # of a process that was killed here
        if target.exists():
            target.rename(old)
        half.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    except Exception as error:  # torch and safetensors have errors of their own for a disk that is full
        shutil.rmtree(half, ignore_errors=True)
        reason = getattr(error, "strerror", None) or _first_line(error)
        raise HoldfastError(
            f"{target} could not be written ({reason}); make room and run again: "
            "training goes on from the last good checkpoint."
        ) from error


@contextmanager
def reading(checkpoint: Path) -> Iterator[None]:
    """Say which checkpoint cannot be used, whatever is wrong with it."""
    try:
        yield
    except Exception as error:
        raise HoldfastError(
            f"The checkpoint {checkpoint} cannot be read ({_first_line(error)}); "
            "remove it to go on from the one before."
        ) from error


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)


def _settle(file: Path) -> None:
    """Make sure that a file is on the disk before its folder gets a good name."""
    if file.is_file():
        with file.open("rb") as handle:
            os.fsync(handle.fileno())
