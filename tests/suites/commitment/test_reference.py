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


def test_who_keeps_everything_reaches_what_is_attainable_and_no_more(run, estimate) -> None:
    best, found = estimate("bound", "core_best"), estimate("bound", "hccis_core")
    assert found == pytest.approx(best, abs=1e-12)
    assert estimate("bound", "core_worst") < 0.1
    assert 0.9 < best < 0.92
    tasks = pl.read_csv(run[0] / "tables" / "commitment_tasks.csv")
    bound_ = tasks.filter(pl.col("agent") == "reference/bound")
    assert bound_["hccis_core"].to_list() == bound_["core_best"].to_list()
    for agent in set(HITS) - {"bound"}:
        assert estimate("bound", "core_worst") < estimate(agent, "hccis_core") < best
    # Equal behaviour in both variants differs by the distractor term of the metadata and by nothing else.
    assert estimate("bound", "hccis_core.clean") - estimate("bound", "hccis_core.distractor") == pytest.approx(
        0.10 / 0.68 * 0.20
    )


def test_the_task_table_has_a_row_per_agent_and_task(run) -> None:
    tasks = pl.read_csv(run[0] / "tables" / "commitment_tasks.csv")
    assert tasks.height == len(HITS) * 144
    assert tasks.select("agent", "task").is_unique().all()
    assert tasks["probes"].sum() == len(HITS) * 306
    profiles = pl.read_csv(run[0] / "tables" / "commitment_profiles.csv")
    assert profiles["agent"].to_list() == [*(f"reference/{name}" for name in HITS), "(context position only)"]
    assert profiles["hccis_full"].null_count() == profiles.height
    assert all("hccis_full: no confidence" in said for said in profiles["not_available"][:-1])


def test_repair_precision_is_about_corrected_probes_only(estimate) -> None:
    assert estimate("bound", "repair_precision") == 1.0
    assert estimate("keeps-stale", "repair_precision") < 0.1
    assert estimate("forgets-constraint", "repair_precision") == 1.0


def test_right_answers_with_failed_commitments_are_found(run, estimate) -> None:
    cases = pl.read_csv(run[0] / "tables" / "commitment_success_with_drift.csv")
    assert set(cases["agent"]) >= {"reference/keeps-stale"}
    assert "reference/bound" not in set(cases["agent"])
    assert (cases["state_drift"] > 0).all()
    assert cases["asserted_wrong"].is_sorted(descending=True)
    found = {(f.agent, f.name): f for f in run[1].findings}
    own = cases.filter(pl.col("agent") == "reference/keeps-stale")
    told = found["reference/keeps-stale", "commitment.success_with_drift"]
    assert own["task"][0] in told.note
    assert own["said"][0] in told.note
    assert told.estimate == pytest.approx(own.height / (144 * estimate("keeps-stale", "success")))


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


def test_confidence_makes_the_comparators_available_as_far_as_their_inputs_go(tmp_path) -> None:
    measured = measure(tmp_path, ["reference/bound"], "quick", confidence="true")
    findings = {f.name.removeprefix("commitment."): f for f in measured.findings}
    # Certain and right: only the context-position term is left, 0.10 of it in HCCIS-FULL.
    tasks = pl.read_csv(tmp_path / "tables" / "commitment_tasks.csv")
    expected = 1 - 0.10 * tasks["context_position_risk"]
    assert tasks["hccis_full"].to_list() == pytest.approx(expected.to_list(), abs=1e-5)
    assert findings["hccis_full"].estimate is not None
    assert findings["hccis_n"].estimate is None
    assert findings["hccis_n"].note == "not available: the replies give no retrieval risk, no neural conflict"


def test_retrieval_risk_belongs_to_the_memory_profile(tmp_path) -> None:
    measure(tmp_path, ["memory:reference/bound", "react:reference/bound"], "quick", families="entity_binding")
    tasks = pl.read_csv(tmp_path / "tables" / "commitment_tasks.csv")
    own, other = (tasks.filter(pl.col("wrapper") == name) for name in ("memory", "react"))
    assert set(tasks["model"]) == {"reference/bound"}
    assert own["retrieval_risk"].null_count() == 0
    assert 0 < own["retrieval_risk"].mean() < 1
    assert other["retrieval_risk"].null_count() == other.height


def test_both_contracts_in_one_run_are_compared_and_not_mixed(tmp_path) -> None:
    agents = ["reference/bound", "memory:reference/bound"]
    found = measure(tmp_path, agents, "quick", contract="both", families="repair_after_contradiction")
    assert found.certificate.key_shuffle.identical
    assert set(found.certificate.checks["commitment"].values()) == {"ok"}
    tasks = pl.read_csv(tmp_path / "tables" / "commitment_tasks.csv")
    assert tasks.height == 2 * 6, "the tables are about the blind contract"
    contracts = pl.read_csv(tmp_path / "tables" / "commitment_by_contract.csv")
    assert contracts.select("agent", "contract").rows() == [(a, c) for c in ("blind", "paper") for a in agents]
    assert contracts.filter(pl.col("agent") == "reference/bound")["success_more"].to_list() == [0.0, 0.0]
    gap = next(f for f in found.findings if f.name == "commitment.probe_accuracy.paper_contract" and "mem" in f.agent)
    assert gap.estimate == pytest.approx(contracts["probe_accuracy_more"][3], abs=1e-6)


def test_a_text_that_is_no_task_gets_a_plain_reply() -> None:
    assert bound("What is the capital of France?") == "There is no task here that I know."
