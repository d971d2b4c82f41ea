"""Every reference agent shows its own signature, exactly, under both readouts."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.agents.reference import POLICIES
from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.engine.folder import RunFolder
from holdfast.engine.hooks import range_of
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.planted import recover
from holdfast.engine.progress import Silent
from holdfast.suites.binding.suite import SUITE

OWN = [name for name, policy in POLICIES.items() if policy.acts]
COMPONENTS = ("b_rsi", "b_mci", "b_vei", "b_sci", "composite")
HALF = 0.5

SIGNATURES = {
    # B_RSI, B_MCI, B_VEI, B_SCI, composite; with 12 events a corpus the list and the leanings are exactly balanced
    "bound": (1, 1, 1, 1, 1),
    "ignores-veto": (1, 1, 0, 1, 0.75),
    "stale-memory": (1, 0, 1, 1, 0.75),
    "keeps-impulse": (0, 0, 0, 1, 0.25),
    "follows-any-field": (1, 1, 1, 1, 1),
    "swayed-by-cues": (0, 0, 0, 0, 0),
    "prior-only": (0, -HALF, -HALF, 0, -0.25),
    "order-biased": (-2 / 3, -2 / 3, -2 / 3, -2 / 3, -2 / 3),
}
BY_RULE = {
    # the same component with its module switched off by rule, and with its field really absent
    ("bound", "A4_no_reason", "b_rsi"): (0, 0),
    ("bound", "A4_no_veto", "b_vei"): (0, 0),
    ("bound", "A5", "b_mci"): (0, 0),
    ("bound", "A5", "composite"): (0.25, 0.25),
    ("follows-any-field", "A4_no_reason", "b_rsi"): (1, 0),
    ("follows-any-field", "A4_no_veto", "b_vei"): (1, 0),
    ("follows-any-field", "A5", "composite"): (1, 0.25),
    ("stale-memory", "A5", "b_mci"): (0, 0),
    ("keeps-impulse", "A5", "composite"): (0.25, 0.25),
}
SUFFICIENCY = {
    # full, only decisive, surface, prior, scrambled, cue, following raw, following guarded
    "bound": (1, 1, 1 / 8, 1 / 8, 1 / 8, 1, 0, 0),
    "follows-any-field": (1, 1, 1 / 8, 1 / 8, 0, 1, 1, 0),
    "swayed-by-cues": (1, 1, 1 / 8, 1 / 8, 1 / 8, 0, 0, 0),
    "stale-memory": (3 / 4, 1, 1 / 8, 1 / 8, 1 / 8, 3 / 4, 0, 0),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """All reference agents, both readouts: estimates by agent and name, the tables, and the findings."""
    folder = RunFolder(tmp_path_factory.mktemp("binding"))
    overrides = {
        "corpora": "narrative,recall", "events": "12", "sufficiency_events": "16", "depths": "code,option",
        "readouts": "letters,reply", "replies": "12",
    }  # fmt: skip
    settings = SUITE.settings("quick", overrides, frozenset(Capability))
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), tuple(f"reference/{name}" for name in OWN))
    findings = execute(folder, plan, {SUITE.name: SUITE}, make_agent, Silent()).findings
    found = {(f.agent.removeprefix("reference/"), f.name.removeprefix("binding.")): f for f in findings.findings}
    tables = {file.stem: pl.read_csv(file) for file in folder.tables.glob("*.csv")}
    return found, tables, findings


@pytest.fixture
def estimate(run):
    return lambda policy, name: run[0][policy, name].estimate


def test_everybody_answered_and_the_instrument_is_sound(run) -> None:
    _, _, findings = run
    assert all(c.answered == c.planned > 0 and not c.failed for c in findings.coverage)
    certificate = findings.certificate
    assert certificate.key_shuffle.identical
    assert certificate.key_shuffle.targets_changed > certificate.key_shuffle.cases / 2
    assert set(certificate.checks["binding"].values()) == {"ok"}
    for name, level in certificate.shortcut_levels["binding"].items():
        assert certificate.shortcuts["binding"][name] == pytest.approx(level, abs=0.03)


@pytest.mark.parametrize("stem", ["", "reply."])
@pytest.mark.parametrize("policy", SIGNATURES)
def test_indices(estimate, policy, stem) -> None:
    found = tuple(estimate(policy, f"{stem}{name}") for name in COMPONENTS)
    assert found == pytest.approx(SIGNATURES[policy])


def test_chance_is_far_below_zero(estimate) -> None:
    assert estimate("random", "composite") == pytest.approx(1 / 6 - 5 / 6, abs=0.2)


@pytest.mark.parametrize(("policy", "variant", "component"), BY_RULE)
def test_lesions(estimate, policy, variant, component) -> None:
    rule, state = BY_RULE[policy, variant, component]
    assert estimate(policy, f"{variant}.rule.{component}") == pytest.approx(rule)
    assert estimate(policy, f"{variant}.state.{component}") == pytest.approx(state)


def test_responsiveness_and_stability(estimate) -> None:
    found = {p: (estimate(p, "responsiveness"), estimate(p, "stability")) for p in OWN}
    assert found["bound"] == found["follows-any-field"] == (1, 1)
    assert found["keeps-impulse"] == (0, 1)
    assert found["ignores-veto"] == found["stale-memory"] == (pytest.approx(2 / 3), 1)
    assert found["swayed-by-cues"] == (1, 0.5)
    assert found["prior-only"] == (0, HALF), "right where the leaning happens to be ACTION_A"
    assert found["order-biased"] == (0, pytest.approx(1 / 6))


def test_depth_does_not_matter_to_who_reads_words_as_well_as_codes(estimate) -> None:
    for name in COMPONENTS:
        assert estimate("bound", f"depth.option.{name}") == 1


def test_the_prior_correction_leaves_a_bound_agent_alone_and_takes_a_constant_away(estimate) -> None:
    for name in COMPONENTS:
        assert estimate("bound", f"prior_corrected.{name}") == 1
    assert estimate("order-biased", "prior_corrected.unmapped_rate") == 1, "it gains nowhere: ties"
    assert estimate("prior-only", "prior_corrected.composite") == -1


def test_strength_is_graded_where_there_are_log_probabilities(run, estimate) -> None:
    found, tables, _ = run
    assert estimate("bound", "margin") == 8, "a reference agent is certain by so much"
    assert estimate("keeps-impulse", "margin") == 0, "half of the probes it misses by as much as it has the others"
    assert estimate("bound", "prior_corrected.margin") == 8
    assert ("bound", "reply.margin") not in found
    flips = tables["finite_responses"].filter(
        (pl.col("agent") == "reference/ignores-veto") & (pl.col("variant") == "A4") & (pl.col("readout") == "letters")
    )
    assert dict(flips.group_by("condition").agg(pl.col("margin").mean()).iter_rows())["veto_cue"] == -8


def test_the_readouts_agree(run) -> None:
    found, tables, _ = run
    for policy in set(OWN) - {"random"}:
        assert found[policy, "readout_agreement"].estimate == 1
    assert found["random", "readout_agreement"].estimate < 0.5, "it reads the letters too"
    assert tables["readout_agreement"]["n"].to_list() == [2 * 12 * 6] * len(OWN)


@pytest.mark.parametrize("policy", SUFFICIENCY)
def test_sufficiency(estimate, policy) -> None:
    names = (
        "full", "only_decisive", "surface_only", "prior_only", "scrambled", "irrelevant_cue", "scrambled_following_raw",
        "scrambled_following_guarded",
    )  # fmt: skip
    found = tuple(estimate(policy, f"sufficiency.{name}") for name in names)
    assert found == pytest.approx(SUFFICIENCY[policy])


def test_sufficiency_of_the_others(estimate) -> None:
    assert estimate("bound", "sufficiency.recovery") == estimate("follows-any-field", "sufficiency.recovery") == 1
    assert estimate("ignores-veto", "sufficiency.full") == pytest.approx(3 / 4), "vetoes and holds are lost"
    assert estimate("ignores-veto", "sufficiency.only_decisive") == pytest.approx(7 / 8), "it defers on a hold"
    assert estimate("prior-only", "sufficiency.full") == pytest.approx(3 / 8)
    assert estimate("prior-only", "sufficiency.only_decisive") == pytest.approx(3 / 8)
    assert estimate("order-biased", "sufficiency.full") == pytest.approx(1 / 4, abs=0.07)


def test_criteria_of_a_bound_agent(run) -> None:
    """All are met but one: without its self-state a bound agent still keeps the leaning, so nothing separates them."""
    _, tables, _ = run
    judged = tables["finite_criteria"].filter(
        (pl.col("agent") == "reference/bound") & (pl.col("readout") == "letters") & (pl.col("lesion") == "rule")
    )
    unmet = judged.filter(pl.col("status") == "not met")["criterion"].to_list()
    assert judged.height == 9
    assert unmet == ["corpora with b_sci of A4 > A5"]
    moved = tables["finite_criteria"].filter(pl.col("agent") == "reference/keeps-impulse")
    assert moved.filter(pl.col("criterion").str.contains("bootstrap"))["status"].unique().to_list() == ["not met"]


def test_the_certificate_recovers_every_fault(run) -> None:
    faults = run[2].certificate.planted["binding"]
    assert {fault.agent for fault in faults} == set(OWN) - {"random"}
    assert all(fault.recovered for fault in faults), [fault for fault in faults if not fault.recovered]


def test_no_finding_leaves_its_range_and_the_ends_are_reached(run, estimate) -> None:
    found, _, findings = run
    ranges = findings.certificate.attainable
    measured = [finding for finding in found.values() if finding.estimate is not None]
    assert len(measured) > 1000
    for finding in measured:
        whole = range_of(finding.name, ranges)
        assert whole is not None, finding.name
        assert whole.low is None or finding.estimate >= whole.low - 1e-9, finding
        assert whole.high is None or finding.estimate <= whole.high + 1e-9, finding
    for name in COMPONENTS:
        whole = ranges[f"binding.{name}"]
        assert (whole.low, whole.high) == (estimate("prior-only", "prior_corrected.composite"), estimate("bound", name))
    assert range_of("binding.over.rule.composite", ranges).high == 2
    assert range_of("binding.reply.margin", ranges).high is None
    assert range_of("binding.prior_corrected.A5.rule.composite", ranges).low == -1


def test_claims_are_about_findings_of_the_run(run) -> None:
    found, _, _ = run
    settings = SUITE.settings("quick", {}, frozenset(Capability))
    claims = SUITE.claims(settings)
    assert {claim.finding.removeprefix("binding.") for claim in claims} <= {n for a, n in found if a == "bound"}
    assert next(c.threshold for c in claims if c.finding == "binding.false_positive_rate") == 0.15
    for claim in claims:
        finding = found["bound", claim.finding.removeprefix("binding.")]
        above = finding.estimate > claim.threshold if claim.op == ">" else finding.estimate >= claim.threshold
        assert above == (claim.op != "<="), claim


@pytest.mark.parametrize(
    ("overrides", "missing"),
    [
        ({}, {"order-biased"}),
        ({"experiments": "finite", "lesions": "state"}, {"order-biased", "follows-any-field"}),
        ({"experiments": "sufficiency"}, {"order-biased"}),
        ({"experiments": "finite", "events": "1", "corpora": "recall"}, {"order-biased", "prior-only"}),
        ({"readouts": "reply", "events": "12", "corpora": "recall"}, set()),
    ],
)
def test_what_settings_leave_out_is_not_promised_and_the_rest_is_recovered(overrides, missing) -> None:
    settings = SUITE.settings("quick", overrides, frozenset(Capability))
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), ("embedded",))
    faults = recover(plan, {SUITE.name: SUITE})["binding"]
    assert {fault.agent for fault in faults} == set(SIGNATURES) - missing
    assert all(fault.recovered for fault in faults), [fault for fault in faults if not fault.recovered]
    names = {item.name for block in SUITE.build(settings) for item in block.items}
    assert {item.name for block in SUITE.trial(settings).blocks for item in block.items} <= names


def test_no_fault_is_planted_where_reference_agents_cannot_read() -> None:
    assert SUITE.faults(SUITE.settings("quick", {"depths": "implied"}, frozenset(Capability))) == {}


def test_no_two_faults_look_alike(run) -> None:
    found, _, _ = run
    quantities = (*COMPONENTS, "A4_no_reason.rule.b_rsi", "sufficiency.scrambled_following_raw", "stability")
    profiles = {policy: tuple(round(found[policy, q].estimate, 3) for q in quantities) for policy in OWN}
    assert len(set(profiles.values())) == len(OWN), profiles
