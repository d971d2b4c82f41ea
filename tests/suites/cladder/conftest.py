"""Sixty questions, as rows and as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from suites.cladder.made import question, write


@pytest.fixture
def rows() -> list[dict[str, object]]:
    """Sixty questions: twenty a rung, half yes; five stories."""
    return [question(number) for number in range(60)]


@pytest.fixture
def data(tmp_path, rows) -> Path:
    """The sixty questions as a file."""
    return write(tmp_path / "cladder.jsonl", rows)
