"""What the tests of training share: a tiny model on disk, and the command line that trains it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import torch
from transformers import PreTrainedTokenizerFast

from cli.conftest import cli  # noqa: F401
from enforce import tiny

os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")


@pytest.fixture(scope="session", autouse=True)
def _one_thread():
    """Tiny matrices are slower on two threads than on one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def words() -> PreTrainedTokenizerFast:
    """The tokenizer of the tiny models."""
    return tiny.tokenizer()


@pytest.fixture(scope="session")
def folder(words, tmp_path_factory) -> Path:
    """A tiny Llama on disk."""
    return tiny.save(tmp_path_factory.mktemp("tiny") / "llama", words, tiny.model(len(words)))


@pytest.fixture(scope="session")
def spec(folder) -> str:
    """How that Llama is named as an agent."""
    return f"local/{folder}"
