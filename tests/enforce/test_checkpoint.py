"""Checkpoints: what has its name is whole, and what cannot be read or written is said in one sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import torch

from enforce import tiny
from holdfast.core import HoldfastError
from holdfast.enforce.checkpoint import KEPT, Checkpoints, Standing, place


def filled(text: str):
    return lambda half: (half / "file").write_text(text)


def test_a_folder_comes_to_its_place_whole_or_not_at_all(tmp_path) -> None:
    target = tmp_path / "kept"
    place(target, filled("first"))

    def fails_half_way(half: Path) -> None:
        (half / "file").write_text("half of the sec")
        raise OSError(28, "No space left on device")

    with pytest.raises(HoldfastError) as caught:
        place(target, fails_half_way)
    assert str(caught.value) == (
        f"{target} could not be written (No space left on device); make room and run again: "
        "training goes on from the last good checkpoint."
    )
    assert (target / "file").read_text() == "first"
    place(target, filled("second"))
    assert (target / "file").read_text() == "second"
    assert [p.name for p in tmp_path.iterdir()] == ["kept"], "nothing is left lying beside it"


def test_an_error_without_words_is_named(tmp_path) -> None:
    def fails(half: Path) -> None:
        raise MemoryError

    with pytest.raises(HoldfastError, match=r"could not be written \(MemoryError\)"):
        place(tmp_path / "kept", fails)


@pytest.fixture
def parts(words):
    """A model and an optimiser with moments."""
    learner = tiny.learner(words, tiny.quick())
    parameters = [p for p in learner.model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=0.1)
    sum(p.square().sum() for p in parameters).backward()
    optimizer.step()
    return learner.model, optimizer


def test_the_last_two_are_kept_and_the_newest_is_restored(tmp_path, parts, words) -> None:
    model, optimizer = parts
    checkpoints = Checkpoints(tmp_path / "checkpoints")
    assert checkpoints.latest() is None
    assert checkpoints.standing() == Standing()
    for step in (8, 9, 10, 100):
        checkpoints.write(Standing(step=step, best=(0.5, 0.75, 1.25), best_step=7, streak=1), model, optimizer)
    assert sorted(p.name for p in checkpoints.folder.iterdir()) == ["step-000010", "step-000100"]
    assert KEPT == 2

    other = tiny.learner(words, tiny.quick(seed=5)).model
    other_optimizer = torch.optim.AdamW([p for p in other.parameters() if p.requires_grad], lr=0.1)
    with torch.no_grad():
        for parameter in other.parameters():
            if parameter.requires_grad:
                parameter.zero_()
    standing = checkpoints.restore(other, other_optimizer)
    assert standing == Standing(100, (0.5, 0.75, 1.25), 7, 1)
    for one, two in zip(model.parameters(), other.parameters(), strict=True):
        assert torch.equal(one, two)
    first, second = optimizer.state_dict()["state"], other_optimizer.state_dict()["state"]
    assert all(torch.equal(first[i][name], second[i][name]) for i in first for name in first[i])
    assert len(first) == len(second) > 0


def test_a_checkpoint_from_before_the_first_validation_can_be_restored(tmp_path, parts) -> None:
    checkpoints = Checkpoints(tmp_path)
    checkpoints.write(Standing(step=3), *parts)
    assert checkpoints.restore(*parts) == Standing(step=3)
    assert Standing().best < (0.0, 0.0, -5.0), "whatever the first validation reaches is the best so far"


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


SPOILT = {
    "half of the adapter": lambda c: truncate(c / "adapter_model.safetensors"),
    "no adapter": lambda c: (c / "adapter_model.safetensors").unlink(),
    "half of the moments": lambda c: truncate(c / "optimizer.pt"),
    "empty moments": lambda c: (c / "optimizer.pt").write_bytes(b""),
    "no moments": lambda c: (c / "optimizer.pt").unlink(),
    "half of the standing": lambda c: truncate(c / "standing.json"),
    "no standing": lambda c: (c / "standing.json").unlink(),
    "nothing": lambda c: [file.unlink() for file in c.iterdir()],
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_spoilt_checkpoint_is_named_with_what_to_do(tmp_path, parts, what, monkeypatch) -> None:
    def no_network(*_, **__):
        raise AssertionError("a checkpoint is a folder, never a name on a hub")

    monkeypatch.setattr("peft.utils.save_and_load.hf_hub_download", no_network)
    monkeypatch.setattr("peft.utils.save_and_load.file_exists", no_network)
    checkpoints = Checkpoints(tmp_path / "checkpoints")
    for step in (2, 4):
        checkpoints.write(Standing(step=step), *parts)
    newest = checkpoints.folder / "step-000004"
    SPOILT[what](newest)
    with pytest.raises(HoldfastError) as caught:
        checkpoints.restore(*parts)
    said = str(caught.value)
    assert said.startswith(f"The checkpoint {newest} cannot be read (")
    assert said.endswith("); remove it to go on from the one before.")
    assert "\n" not in said
    assert "never a name on a hub" not in said
    shutil.rmtree(newest)
    assert checkpoints.restore(*parts).step == 2
