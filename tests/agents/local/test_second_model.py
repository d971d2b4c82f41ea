"""Packed scoring on a real model of another architecture than the embedded one: the margins of TCIT, pair by pair.

`HOLDFAST_TEST_MODEL` names the model; CONTRIBUTING.md says how. Tiny random models (`test_architectures.py`) show that
an architecture takes the mask; only trained weights show what rounding does to a margin.
"""

from __future__ import annotations

import asyncio
import os

import pytest

from holdfast.agents.local import LocalAgent, load
from holdfast.core import ScoreRequest
from holdfast.suites.invariance.chains import build_chain
from holdfast.suites.invariance.methods import METHODS, score
from holdfast.suites.invariance.settings import Settings

pytestmark = [pytest.mark.slow, pytest.mark.model]

FEW = Settings(orders="2", control_orders=1)
CHAINS = 2


@pytest.fixture(scope="module")
def second() -> LocalAgent:
    """The model that the environment names, as an agent."""
    where = os.environ.get("HOLDFAST_TEST_MODEL")
    if not where:
        pytest.skip("HOLDFAST_TEST_MODEL names no model; give a folder or a .gguf file, but not of a Llama")
    return LocalAgent(f"local/{where}", lambda: load(where))


@pytest.fixture(scope="module")
def requests() -> list[ScoreRequest]:
    """Every second question about two chains in two orders: TCIT-F, TCIT-H and TCIT-C, which share and fork a lot."""
    items = [item for index in range(CHAINS) for item in build_chain(42, index, FEW).items[::2]]
    assert {item.factors["variant"] for item in items} == {"F", "H", "C"}
    return [METHODS["teacher-forced"].render(item.state)[""] for item in items]


@pytest.fixture(scope="module")
def expected(second, requests) -> list[dict[str, float]]:
    """The margins of one sequence at a time."""
    return margins(second, "plain", requests)


def margins(agent: LocalAgent, way: str, requests: list[ScoreRequest]) -> list[dict[str, float]]:
    """Per token and summed, as the suite takes them from an agent that is asked everything at once."""

    async def together():
        return await asyncio.gather(*(agent.answer(request) for request in requests))

    agent.scorer.mode = way
    answers = asyncio.run(together())
    return [score(request, answer, None).values for request, answer in zip(requests, answers, strict=True)]


def test_it_is_another_architecture_and_is_scored_packed(second) -> None:
    assert second._loaded.model.config.model_type != "llama", "the embedded model is one already"
    assert second.scorer.mode == "packed"


@pytest.mark.parametrize("way", ["packed", "prefix"])
def test_margins_are_those_of_one_sequence_at_a_time(second, requests, expected, way) -> None:
    found = margins(second, way, requests)
    assert {len(values) for values in found} == {2}
    pairs = [(ours[name], theirs[name]) for ours, theirs in zip(found, expected, strict=True) for name in ours]
    largest = max(abs(ours - theirs) for ours, theirs in pairs)
    nearest = min(abs(theirs) for _, theirs in pairs)
    print(f"{way}: {len(pairs)} margins, largest difference {largest:.1e}, margin nearest to zero {nearest:.1e}")
    assert largest < 1e-3
    assert [ours > 0 for ours, _ in pairs] == [theirs > 0 for _, theirs in pairs]
