"""The pipeline: build, ask, score, analyse. One direction, each stage reading what the ones before it wrote.

Resuming is running again: what the journal holds is not asked, and the later stages are made anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from holdfast.core import Agent, Capability, HoldfastError, canonical
from holdfast.engine.ask import ask
from holdfast.engine.build import asks, build, count_asks
from holdfast.engine.folder import RunFolder
from holdfast.engine.journal import Journal, readable
from holdfast.engine.memo import Memo
from holdfast.engine.plan import Plan, kind_of_plan, read_plan, refuse_if_changed, write_plan
from holdfast.engine.planted import ranges, recover
from holdfast.engine.progress import Progress, Step
from holdfast.engine.score import Findings, analyse, score
from holdfast.engine.suite import Suite

MakeAgent = Callable[[str], Agent]


class Outcome(msgspec.Struct, frozen=True):
    """What a run leaves in memory when it is done."""

    findings: Findings
    """Everything it found."""
    agents: list[Agent]
    """Who was asked, for the manifest."""


def execute(
    folder: RunFolder, plan: Plan, suites: Mapping[str, Suite], make_agent: MakeAgent, progress: Progress
) -> Outcome:
    """Run a plan in a folder, from wherever an earlier run of the same plan left off. The caller holds the lock."""
    if folder.plan.exists() and (kind := kind_of_plan(folder.plan)) != "run":
        raise HoldfastError(f"{folder.path} is the folder of a training ({kind}); choose another with --out.")
    with readable(folder.journal), Journal(folder.journal) as journal:
        _settle_plan(folder, plan, journal)
        # Agents first: a wrong name or a missing key should cost no time.
        agents = [make_agent(spec) for spec in plan.agents]
        certificate = msgspec.structs.replace(
            build(folder, plan, suites), planted=recover(plan, suites), attainable=ranges(plan, suites)
        )
        asyncio.run(_ask_all(folder, plan, suites, agents, journal, progress))
        score(folder, journal, agents, suites)
        return Outcome(analyse(folder, plan, suites, certificate), agents)


def _settle_plan(folder: RunFolder, plan: Plan, journal: Journal) -> None:
    """Write the plan, or make sure that the one which the run began with is the one at hand."""
    begun = journal.get_meta("plan")
    if journal.is_empty():
        # Nothing was asked yet: an earlier attempt met a wrong name or a missing capability. The plan may be mended.
        write_plan(plan, folder.plan)
    elif begun is not None:
        refuse_if_changed(msgspec.json.decode(begun, type=Plan), plan, folder.path)
    elif folder.plan.exists():
        refuse_if_changed(read_plan(folder.plan), plan, folder.path)
    if not folder.plan.exists():
        write_plan(plan, folder.plan)
    journal.set_meta("plan", canonical(plan).decode())


async def _ask_all(
    folder: RunFolder,
    plan: Plan,
    suites: Mapping[str, Suite],
    agents: Sequence[Agent],
    journal: Journal,
    progress: Progress,
) -> None:
    wanted: frozenset[Capability] = frozenset().union(*(suites[p.name].needs(p.settings) for p in plan.suites))
    try:
        for agent in agents:
            await agent.confirm(wanted)
        for agent in agents:
            began = time.monotonic()
            with Step(progress, agent.identity.spec, count_asks(folder)) as shown:
                try:
                    await ask(Memo(agent, journal), asks(folder), shown)
                finally:
                    spent = float(journal.get_meta("seconds") or 0) + time.monotonic() - began
                    journal.set_meta("seconds", str(spent))
    finally:
        for agent in agents:
            await agent.close()
