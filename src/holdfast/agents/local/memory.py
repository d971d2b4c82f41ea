"""Memory that a pass of a model freed, given back to the system.

Passes differ in size, and glibc keeps the gaps between them. Over tens of thousands of requests a process grows by
hundreds of megabytes that nobody uses.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any


def give_back_memory() -> None:
    """Return unused pages to the system, where the C library can."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
