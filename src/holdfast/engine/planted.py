"""Planted faults: are the reference agents of a suite told apart by the very cases of a run?

Each reference agent with a declared signature answers some of the run's cases, is scored and analysed as any agent is,
and held against all signatures. A fault is recovered if its own signature fits it and no other does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from holdfast.agents.reference import ReferenceAgent
from holdfast.core import Agent, Case, Item, canonical
from holdfast.engine.build import case_of, columns, contrast_rows
from holdfast.engine.hooks import (
    Attainable,
    HasRange,
    PicksTrial,
    PlantsFaults,
    Recovered,
    Signature,
    Trial,
    Within,
)
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.suite import Suite

if TYPE_CHECKING:
    import polars as pl

BLOCKS = 2
"""How many blocks of cases each reference agent answers where its suite does not pick them."""
TOLERANCE = 0.05


def recover(plan: Plan, suites: Mapping[str, Suite]) -> dict[str, list[Recovered]]:
    """By suite: every planted fault."""
    found = {}
    for planned in plan.suites:
        suite = suites[planned.name]
        if isinstance(suite, PlantsFaults) and suite.faults(planned.settings):
            found[planned.name] = list(_recover(_Key(suite, planned)))
    return found


def ranges(plan: Plan, suites: Mapping[str, Suite]) -> dict[str, Attainable]:
    """By finding: what can be attained, where a suite says so."""
    found: dict[str, Attainable] = {}
    for planned in plan.suites:
        suite = suites[planned.name]
        if isinstance(suite, HasRange):
            found |= suite.attainable(planned.settings)
    return found


class _Key:
    """A suite as planned, equal to another if it would ask the same."""

    def __init__(self, suite: Suite, planned: SuitePlan) -> None:
        self.suite, self.planned = suite, planned
        self.identity = canonical(planned)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.identity == other.identity and self.suite is other.suite


@lru_cache(maxsize=32)
def _recover(key: _Key) -> tuple[Recovered, ...]:
    suite, planned = key.suite, key.planned
    assert isinstance(suite, PlantsFaults)
    signatures = suite.faults(planned.settings)
    trial = _trial(suite, planned)
    items = [item for block in trial.blocks for item in block.items]
    asked = [(item, case_of(suite, planned, item)) for item in items]
    ids = {item.name: case.id for item, case in asked}
    contrasts = contrast_rows(planned.name, [pair for block in trial.blocks for pair in block.pairs], ids)

    def measured(policy: str) -> dict[str, float]:
        agent = trial.agents[policy] if policy in trial.agents else ReferenceAgent(policy)
        scores = asyncio.run(_scores(suite, planned.name, policy, agent, asked))
        # One by one: what a suite makes of several agents together is no matter here, and may take long.
        found = suite.analyse(scores, contrasts, planned.settings).findings
        return {f.name.removeprefix(f"{planned.name}."): f.estimate for f in found if f.estimate is not None}

    def tried(policy: str) -> Recovered:
        try:
            return _held_against(policy, signatures, measured(policy))
        except Exception as error:  # a fault of ours on somebody's cases: it is told, and their run is not lost to it
            return Recovered(policy, dict(signatures[policy]), {}, [], trouble=f"{type(error).__name__}: {error}")

    return tuple(tried(policy) for policy in signatures)


def _trial(suite: Suite, planned: SuitePlan) -> Trial:
    if isinstance(suite, PicksTrial):
        return suite.trial(planned.settings)
    return Trial(list(islice(suite.build(planned.settings), BLOCKS)))


def _held_against(policy: str, signatures: Mapping[str, Signature], measured: Mapping[str, float]) -> Recovered:
    fits = [other for other, signature in signatures.items() if _fits(signature, measured)]
    own = {name: value for name, value in signatures[policy].items() if name in measured}
    return Recovered(policy, own, {name: measured[name] for name in own}, fits)


def _fits(signature: Signature, measured: Mapping[str, float]) -> bool:
    shared = [name for name in signature if name in measured]
    return bool(shared) and all(_near(signature[name], measured[name]) for name in shared)


def _near(expected: float | Within, found: float) -> bool:
    if isinstance(expected, Within):
        return expected.low <= found <= expected.high
    return abs(expected - found) <= TOLERANCE


async def _scores(
    suite: Suite, name: str, policy: str, agent: Agent, asked: Sequence[tuple[Item, Case]]
) -> pl.DataFrame:
    import polars as pl

    rows = []
    for item, case in asked:
        for role, request in case.requests.items():
            scored = suite.score(request, await agent.answer(request), item.key.target)
            rows.append(
                {"suite": name, "agent": policy, "id": case.id, "role": role, "replicate": 0,
                 "answer": scored.answer, "failure": None, **scored.values,
                 "name": item.name, "unit": item.unit, "target": item.key.target, **item.factors}
            )  # fmt: skip
    return columns(rows).with_columns(pl.col("answer", "failure", "target").cast(pl.String))
