"""What all tests share: hypothesis without deadlines (these machines are busy), and the embedded model, loaded once."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("holdfast", deadline=None)
settings.load_profile("holdfast")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real public data beside the checkout; tests that need it are skipped, and say so, without it."""
    folder = SHARED / "data"
    if not folder.is_dir():
        pytest.skip("the public data pack (../shared/data) is not here")
    return folder


@pytest.fixture(scope="session")
def embedded():
    """The real embedded model as an agent."""
    from holdfast.agents.registry import make_agent

    return make_agent("embedded")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what it puts in the background with Ctrl-C ignored, and the programs under test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
