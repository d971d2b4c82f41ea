"""A plain server for the tests that need no faults, and a short way to make an agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from holdfast.agents.http import HttpAgent, HttpSettings
from holdfast.core import Capability
from openai_server import RunningServer, running_server


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server() as running:
        yield running


@pytest.fixture
def make_agent() -> Callable[..., HttpAgent]:
    def make(*urls: str, already_spent: float = 0.0, **settings: Any) -> HttpAgent:
        told = {"spec": "test", "model": "test-model", "base_urls": urls, "backoff_s": 0.02, "timeout_s": 10.0}
        agent = HttpAgent(HttpSettings(**(told | settings)), capabilities=frozenset(Capability))
        agent.already_spent(already_spent)
        return agent

    return make
