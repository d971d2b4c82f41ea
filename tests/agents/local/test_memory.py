"""Freed memory goes back to the system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from holdfast.agents.local.memory import _trim, give_back_memory

BLOCK = 100_000  # below what the C library maps on its own and unmaps when freed
BLOCKS = 1_000


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux" or _trim() is None, reason="the C library cannot be asked to give back")
def test_what_was_freed_between_kept_blocks_is_given_back() -> None:
    blocks = [bytearray(os.urandom(BLOCK)) for _ in range(BLOCKS)]
    kept = blocks[::50]  # they keep the heap from shrinking by itself
    del blocks
    before = resident()
    give_back_memory()
    assert before - resident() > 0.7 * BLOCK * BLOCKS
    assert len(kept) == BLOCKS / 50
