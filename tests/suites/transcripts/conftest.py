"""The conversations of the transcripts tests: a few small ones, and those of tau-bench."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from suites.transcripts.made import parcel, write
from suites.transcripts.tau_bench import conversations


@pytest.fixture
def parcels(tmp_path) -> Path:
    """Twelve conversations about parcels."""
    return write(tmp_path / "parcels.jsonl", [parcel(number) for number in range(12)])


@pytest.fixture(scope="session")
def tau_bench(shared_data, tmp_path_factory) -> Path:
    """Every task of tau-bench, both domains, played against its database."""
    path = tmp_path_factory.mktemp("tau") / "tau.jsonl"
    with path.open("w", encoding="utf-8") as lines:
        for conversation in conversations(shared_data / "tau_bench"):
            lines.write(json.dumps(conversation) + "\n")
    return path
