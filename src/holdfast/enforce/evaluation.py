"""Measuring a model before and after training, with ordinary runs: each is a run folder with its own report.

One run has chains of the trained length with the regression suite and CLadder; further ones have chain lengths that
were never taught. All names are held out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.enforce.comparison import OBSERVATIONS, Observations, invariance_observations
from holdfast.enforce.order import OrderInvariance
from holdfast.enforce.plan import Evaluation
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan, SuitePlan, read_plan
from holdfast.engine.progress import Progress
from holdfast.engine.score import read_scores
from holdfast.report import complete
from holdfast.suites import get_suite

ORDERS_OF_OTHERS = "6"
"""Longer chains have more orders than are worth asking; a sample with forward and reverse stands for them."""


def plans(evaluation: Evaluation, nodes: int, agents: Sequence[str]) -> dict[str, Plan]:
    """The runs of an evaluation, by the name of their folder."""
    found = {f"{nodes}-nodes": _plan(agents, _main_suites(evaluation, nodes))}
    for length in evaluation.other_nodes:
        if length != nodes:
            settings = {"nodes": length, "chains": evaluation.other_chains, "seeds": _listed(evaluation.seeds)}
            found[f"{length}-nodes"] = _plan(agents, {"invariance": {**settings, "orders": ORDERS_OF_OTHERS}})
    return found


def evaluate(
    folder: Path, evaluation: Evaluation, nodes: int, agents: Sequence[str], progress: Progress
) -> dict[str, RunFolder]:
    """Run every part that is not done; the caller holds the lock of the training's folder."""
    runs = {}
    for name, plan in plans(evaluation, nodes, agents).items():
        run = RunFolder(folder / name)
        run.create()
        with run.locked():
            complete(run, plan, make_agent, progress)
        runs[name] = run
    return runs


def observe(runs: dict[str, RunFolder], nodes: int, constraint: OrderInvariance) -> Observations:
    """Everything measured in an evaluation, by measure."""
    found: Observations = {}
    for name, run in runs.items():
        for suite in (planned.name for planned in read_plan(run.plan).suites):
            scores = read_scores(run, suite)
            if suite != "invariance":
                found |= OBSERVATIONS[suite](scores)
            elif name == f"{nodes}-nodes":
                found |= invariance_observations(scores, taught=constraint.taught)
            else:
                found |= invariance_observations(scores, suffix=f".{name}")
    return found


def _main_suites(evaluation: Evaluation, nodes: int) -> dict[str, dict[str, Any]]:
    suites: dict[str, dict[str, Any]] = {
        "invariance": {"nodes": nodes, "chains": evaluation.chains, "seeds": _listed(evaluation.seeds)}
    }
    if evaluation.regression:
        suites["regression"] = {}
    if evaluation.cladder:
        suites["cladder"] = {"data": evaluation.cladder, "rows": evaluation.cladder_rows}
    return suites


def _plan(agents: Sequence[str], suites: dict[str, dict[str, Any]]) -> Plan:
    can = frozenset(Capability)  # a model in this process can do everything
    planned = tuple(
        SuitePlan(name, suite.version, suite.settings("quick", {k: str(v) for k, v in settings.items()}, can))
        for name, settings in suites.items()
        for suite in (get_suite(name),)
    )
    return Plan("quick", planned, tuple(agents))


def _listed(values: Sequence[int]) -> str:
    return ",".join(map(str, values))
