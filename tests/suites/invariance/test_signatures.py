"""Each reference agent, through the whole pipeline and every method, shows the fault that was planted in it."""

from __future__ import annotations

import pytest

from holdfast.agents.reference import POLICIES as ALL_POLICIES
from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.engine.folder import RunFolder
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.progress import Silent
from holdfast.suites.invariance.suite import SUITE

POLICIES = [name for name, policy in ALL_POLICIES.items() if "invariance" in policy.where]
CHAINS = 6
METHODS = ("teacher-forced", "forced-choice", "greedy")
"""A reference agent does not sample, so that sampling it is asking it greedily."""
LETTERS = ("forced-choice", "greedy")


@pytest.fixture(scope="module", params=METHODS)
def run(request, tmp_path_factory):
    """All reference agents measured by one method: its name, estimates by agent and quantity, and the certificate."""
    folder = RunFolder(tmp_path_factory.mktemp(request.param))
    overrides = {"chains": str(CHAINS), "methods": request.param, "orders": "4"}
    settings = SUITE.settings("quick", overrides, frozenset(Capability))
    agents = tuple(f"reference/{name}" for name in POLICIES)
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), agents)
    findings = execute(folder, plan, {SUITE.name: SUITE}, make_agent, Silent()).findings
    found = {(f.agent.removeprefix("reference/"), f.name.removeprefix("invariance.")): f for f in findings.findings}
    return request.param, found, findings


@pytest.fixture
def method(run) -> str:
    return run[0]


@pytest.fixture
def estimate(run):
    """The estimate of a quantity for a policy."""
    return lambda policy, quantity: run[1][policy, quantity].estimate


def test_everybody_answered_everything_and_the_instrument_is_sound(run) -> None:
    _, found, findings = run
    assert {agent for agent, _ in found} == set(POLICIES)
    assert all(c.answered == c.planned > 0 and not c.failed for c in findings.coverage)
    certificate = findings.certificate
    assert certificate.key_shuffle.identical
    assert certificate.key_shuffle.targets_changed > certificate.key_shuffle.cases / 3
    assert set(certificate.checks["invariance"].values()) == {"ok"}
    assert certificate.shortcuts["invariance"]["shortest option"] == pytest.approx(0.5, abs=0.1)


def test_bound_is_right_everywhere(estimate) -> None:
    for group in ("tcit_f", "tcit_f_pairs", "tcit_h", "tcit_c", "tcit_c_touched", "tcit_c_untouched"):
        assert estimate("bound", f"{group}.positive_rate") == estimate("bound", f"{group}.strict_accuracy") == 1.0
        assert estimate("bound", f"{group}.flip_rate") == estimate("bound", f"{group}.within_item_std") == 0.0
    assert estimate("bound", "responsiveness") == estimate("bound", "stability") == 1.0
    assert estimate("bound", "tcit_h.polarity_bias") == 0.0
    assert estimate("bound", "base_wrong.flip-cause") == 0.0


def test_copying_the_premise_pays_in_tcit_h_and_is_exposed_by_the_control(estimate) -> None:
    assert (
        estimate("copies-premise", "tcit_h.positive_rate") == estimate("copies-premise", "tcit_h.strict_accuracy") == 1
    )
    assert estimate("copies-premise", "responsiveness") == 1.0
    assert estimate("copies-premise", "stability") == 0.0
    assert estimate("copies-premise", "tcit_c_touched.positive_rate") == 1.0
    assert estimate("copies-premise", "tcit_c_untouched.positive_rate") == 0.0
    assert estimate("copies-premise", "base_wrong.flip-unconnected") == 0.0
    assert estimate("copies-premise", "tcit_h.flip_rate") == 0.0


def test_always_saying_absent_is_visible_as_such(estimate) -> None:
    assert estimate("always-absent", "tcit_h.polarity_bias") == estimate("always-absent", "tcit_c.polarity_bias") == 1.0
    assert estimate("always-absent", "tcit_h.positive_rate") == 0.5
    assert estimate("always-absent", "tcit_h.strict_accuracy") == 0.0
    assert estimate("always-absent", "tcit_f.positive_rate") == 1.0, "it knows directions"
    assert estimate("always-absent", "responsiveness") == 0.0, "it never changes"
    assert estimate("always-absent", "stability") == 0.5, "right in one baseline of two"
    assert estimate("always-absent", "base_wrong.flip-cause") == 0.5


def test_a_constant_preference_is_gone_once_the_prior_is_taken_away(estimate) -> None:
    """Under every method: what an agent says whatever it reads is no evidence."""
    assert estimate("always-absent", "tcit_h.prior-corrected.mean_margin") == pytest.approx(0.0)
    assert estimate("always-absent", "tcit_h.prior-corrected.positive_rate") == 0.0
    assert estimate("always-absent", "tcit_c.prior-corrected.positive_rate") == 0.0


def test_what_a_supposition_does_survives_the_prior(estimate) -> None:
    """With nothing supposed these two prefer nothing, so the correction takes nothing away."""
    for policy in ("bound", "copies-premise"):
        whole = estimate(policy, "tcit_h.mean_margin")
        assert estimate(policy, "tcit_h.prior-corrected.mean_margin") == pytest.approx(whole)
        assert estimate(policy, "tcit_h.prior-corrected.positive_rate") == 1.0


def test_taking_the_first_option_is_no_preference_when_letters_are_counterbalanced(estimate, method) -> None:
    if method not in LETTERS:
        # Continuations are scored one by one; the first listed is the alphabetically first, which is no answer either.
        assert estimate("first-option", "tcit_h.polarity_bias") == 1.0
        assert estimate("first-option", "tcit_h.positive_rate") == 0.5
        return
    for group in ("tcit_f", "tcit_f_pairs", "tcit_h", "tcit_c"):
        assert estimate("first-option", f"{group}.mean_margin") == 0.0
        assert estimate("first-option", f"{group}.within_item_std") == 0.0
        assert estimate("first-option", f"{group}.positive_rate") == 0.0, "ties are wrong"
    assert estimate("first-option", "tcit_h.polarity_bias") == 0.0
    assert estimate("first-option", "responsiveness") == estimate("first-option", "stability") == 0.0


def test_chance_is_a_quarter_and_not_a_half(estimate, method) -> None:
    """Both sides of a contrast must be right; with letters, two askings must agree besides."""
    right = 0.5 if method not in LETTERS else 0.25
    for quantity in ("responsiveness", "stability"):
        assert estimate("random", quantity) == pytest.approx(right**2, abs=0.13)
    assert estimate("random", "tcit_f_pairs.positive_rate") == pytest.approx(right, abs=0.13)
    assert estimate("random", "tcit_f_pairs.strict_accuracy") == 0.0
    assert estimate("random", "tcit_h.flip_rate") > 0.2


def test_reading_only_the_last_clause_depends_on_the_order(estimate) -> None:
    assert estimate("last-clause", "tcit_h.flip_rate") > 0.2
    assert estimate("last-clause", "tcit_f.flip_rate") > 0.0
    assert 0.0 < estimate("last-clause", "tcit_h.positive_rate") < 1.0
    assert estimate("last-clause", "tcit_h.within_item_std") > 0.0
    assert estimate("last-clause", "contrast.reorder-H") < 1.0


def test_favouring_the_first_name_is_right_forward_and_wrong_reversed(estimate) -> None:
    assert estimate("favours-first-name", "tcit_f.flip_rate") > 0.2
    assert 0.0 < estimate("favours-first-name", "tcit_f_pairs.positive_rate") < 1.0
    assert estimate("favours-first-name", "tcit_h.polarity_bias") == -1.0
    assert estimate("favours-first-name", "tcit_h.positive_rate") == 0.5


def test_no_two_faults_look_alike(run) -> None:
    """The planted-fault matrix: on the headline quantities every agent has a profile of its own."""
    method, found, _ = run
    quantities = (
        "responsiveness", "stability", "tcit_f.positive_rate", "tcit_h.positive_rate", "tcit_h.polarity_bias",
        "tcit_h.flip_rate",
    )  # fmt: skip
    profiles = {policy: tuple(round(found[policy, q].estimate, 3) for q in quantities) for policy in POLICIES}
    assert len(set(profiles.values())) == len(POLICIES), (method, profiles)
