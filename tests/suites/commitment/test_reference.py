"""Reference agents through the whole pipeline: each planted fault shows in the declared families and in no other."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.engine.folder import RunFolder
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.progress import Silent
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.reference import EVERY, HITS, bound
from holdfast.suites.commitment.suite import SUITE


def measure(folder, agents, size: str = "standard", **overrides: str):
    settings = SUITE.settings(size, overrides, frozenset(Capability))
    plan = Plan(size, (SuitePlan(SUITE.name, SUITE.version, settings),), tuple(agents))
    return execute(RunFolder(folder), plan, {SUITE.name: SUITE}, make_agent, Silent()).findings


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """All reference agents over the canonical inventory: the folder and what was found."""
    folder = tmp_path_factory.mktemp("commitment")
    return folder, measure(folder, [f"reference/{name}" for name in HITS])


@pytest.fixture(scope="module")
def estimate(run):
    found = {(f.agent.removeprefix("reference/"), f.name.removeprefix("commitment.")): f for f in run[1].findings}
    return lambda agent, name: found[agent, name].estimate


@pytest.fixture(scope="module")
def by_family(run):
    return pl.read_csv(run[0] / "tables" / "commitment_by_family.csv")


def test_everything_was_answered_and_the_instrument_is_sound(run) -> None:
    findings = run[1]
    assert all(c.answered == c.planned == 144 + 306 + 41 and not c.failed for c in findings.coverage)
    certificate = findings.certificate
    assert certificate.key_shuffle.identical
    assert certificate.key_shuffle.cases == 185
    assert certificate.key_shuffle.targets_changed > 150
    assert set(certificate.checks["commitment"].values()) == {"ok"}
    levels = certificate.shortcut_levels["commitment"]
    assert certificate.shortcuts["commitment"] == pytest.approx(levels, abs=0.08)


def test_the_bound_agent_is_right_everywhere(by_family) -> None:
    own = by_family.filter(pl.col("agent") == "reference/bound")
    assert own["family"].to_list() == list(FAMILIES)
    assert own["success"].to_list() == own["probe_accuracy"].to_list() == [1.0] * 8


@pytest.mark.parametrize("fault", HITS)
def test_each_fault_shows_in_the_declared_families_and_in_no_other(by_family, fault) -> None:
    own = by_family.filter(pl.col("agent") == f"reference/{fault}")
    hit = set(own.filter(pl.col("success") < 1)["family"])
    probed = set(own.filter(pl.col("probe_accuracy") < 1)["family"])
    assert hit == probed == HITS[fault]


def test_the_matrix_tells_faults_apart() -> None:
    assert set(FAMILIES) == EVERY
    assert len(set(HITS.values())) == len(HITS)


def test_the_distractor_gap_is_nothing_for_who_ignores_distractors_and_large_for_who_obeys(estimate) -> None:
    for agent in HITS:
        gap = estimate(agent, "distractor_gap")
        assert gap > 0.5 if agent == "obeys-distractor" else gap == 0.0
    assert estimate("obeys-distractor", "success.clean") == 1.0
    assert estimate("obeys-distractor", "success.distractor") == 0.0


def test_responsiveness_and_stability_name_the_fault(estimate) -> None:
    assert estimate("bound", "responsiveness") == estimate("bound", "stability") == 1.0
    assert estimate("keeps-stale", "responsiveness") == 0.0
    assert 0 < estimate("keeps-stale", "stability") < 1
    assert estimate("obeys-distractor", "stability") == 0.0
    assert estimate("obeys-distractor", "responsiveness") == 1.0


@pytest.mark.parametrize(
    "overrides",
    [
        {"probes": "fork"},
        {"contract": "paper"},
        {"strict_schema": "true", "confidence": "true"},
        {"confidence": "true", "probes": "fork"},
        {"seed": "17"},
    ],
    ids=str,
)
def test_the_bound_agent_is_right_however_it_is_asked(tmp_path, overrides) -> None:
    findings = measure(tmp_path, ["reference/bound"], "quick", **overrides)
    found = {f.name: f.estimate for f in findings.findings}
    assert found["commitment.success"] == found["commitment.probe_accuracy"] == 1.0
    assert found["commitment.unclear_rate"] == 0.0


def test_wrappers_carry_the_tasks_through_and_memory_loses_some_of_them(tmp_path) -> None:
    agents = [f"{prefix}:reference/bound" for prefix in ("react", "context", "planner", "memory")]
    findings = measure(tmp_path, agents, "quick")
    success = {f.agent.partition(":")[0]: f.estimate for f in findings.findings if f.name == "commitment.success"}
    assert success["react"] == success["context"] == success["planner"] == 1.0
    assert 0.2 < success["memory"] < 1.0


def test_a_text_that_is_no_task_gets_a_plain_reply() -> None:
    assert bound("What is the capital of France?") == "There is no task here that I know."
