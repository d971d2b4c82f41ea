"""Reference agents through the whole pipeline: the matrix says of each what was planted in it, exactly."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.agents.registry import make_agent
from holdfast.core import Capability
from holdfast.engine.folder import RunFolder
from holdfast.engine.hooks import range_of
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.planted import recover
from holdfast.engine.progress import Silent
from holdfast.stats import clopper_pearson
from holdfast.suites.binding.matrix.families import families
from holdfast.suites.binding.matrix.suite import SUITE

AGENTS = ("bound", "prior-only", "follows-any-field", "stale-memory", "swayed-by-cues", "random")
CORE = ("no_fields", "scrambled", "distribution_matched", "strict_lesion")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """All cells with two pairs each: the folder and what was found."""
    folder = RunFolder(tmp_path_factory.mktemp("matrix"))
    settings = SUITE.settings("quick", {"replies": "2"}, frozenset(Capability))
    agents = tuple(f"reference/{name}" for name in AGENTS)
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), agents)
    return folder, execute(folder, plan, {SUITE.name: SUITE}, make_agent, Silent()).findings


@pytest.fixture(scope="module")
def table(run):
    """A table of the run, one readout of it."""

    def read(name: str, agent: str, **where: str) -> pl.DataFrame:
        frame = pl.read_csv(run[0].tables / f"matrix_{name}.csv")
        column = "models" if "models" in frame.columns else "agent"
        found = frame.filter(pl.col(column) == f"reference/{agent}")
        for key, value in where.items():
            found = found.filter(pl.col(key) == value)
        return found

    return read


@pytest.fixture(scope="module")
def estimate(run):
    """The estimate of a quantity for an agent."""
    found = {(f.agent.removeprefix("reference/"), f.name): f.estimate for f in run[1].findings}
    return lambda agent, name: found[agent, f"matrix.{name}"]


def test_everybody_answered_everything_and_the_instrument_is_sound(run) -> None:
    findings = run[1]
    assert all(c.answered == c.planned > 0 and not c.failed for c in findings.coverage)
    certificate = findings.certificate
    assert certificate.key_shuffle.identical
    assert certificate.key_shuffle.targets_changed > certificate.key_shuffle.cases / 3
    assert set(certificate.checks["matrix"].values()) == {"ok"}
    for name, level in certificate.shortcut_levels["matrix"].items():
        assert certificate.shortcuts["matrix"][name] == pytest.approx(level, abs=0.03), name


@pytest.mark.parametrize("control", CORE)
def test_bound_beats_every_core_control_in_all_sixty_cells(table, control) -> None:
    for readout, least in (("letters", 1.0), ("letters, prior-corrected", 0.625)):
        cells = table("contrasts", "bound", control=control, readout=readout)
        assert cells.height == 60
        assert cells["positive"].all()
        assert cells["above"].all()
        # Where it waits without being told, a hold moves nothing, and the correction leaves four equal letters.
        assert cells["structured"].min() == pytest.approx(least)


def test_bound_loses_nothing_to_the_ordinary_lesion(table) -> None:
    cells = table("contrasts", "bound", control="target_lesion", readout="letters")
    assert cells.height == 60
    assert cells["delta"].abs().max() == 0.0
    assert not cells["positive"].any()
    assert not cells["above"].any()


def test_a_prior_gets_no_cell_against_any_of_the_seven(table) -> None:
    for control in (*CORE, "target_lesion", "stochastic_full", "no_fields_cool", "scrambled_cool"):
        cells = table("contrasts", "prior-only", control=control, readout="letters")
        assert cells.height == 60
        assert not cells["positive"].any(), control
        assert not cells["above"].any(), control


def test_following_any_field_collapses_on_scrambled_and_nowhere_else(estimate) -> None:
    """Below what it does with no field at all: there it takes up what another event prescribes."""
    for arm in ("structured", "target_lesion", "no_fields_cool", "strict_lesion"):
        assert estimate("follows-any-field", f"accuracy.{arm}") == estimate("bound", f"accuracy.{arm}")
    assert estimate("follows-any-field", "accuracy.scrambled_cool") == pytest.approx(0, abs=1e-9)
    assert (
        estimate("bound", "accuracy.scrambled_cool")
        == estimate("bound", "accuracy.no_fields_cool")
        == pytest.approx(0.05)
    )
    assert estimate("follows-any-field", "accuracy.no_fields_cool") == pytest.approx(0.05), "its prior: it defers"


def test_a_strict_lesion_takes_every_agent_to_what_it_does_whatever_decides(run) -> None:
    scores = pl.read_parquet(run[0].scores).join(pl.read_parquet(run[0].design).drop("suite"), on="id")
    lesioned = scores.filter((pl.col("variant") == "strict_lesion") & (pl.col("role") == "letters"))
    answers = lesioned.group_by("agent", "scaffold", "unit").agg(pl.col("answer").n_unique(), pl.len())
    assert answers["len"].unique().to_list() == [2]
    assert answers["answer"].max() == 1, "both events of a pair get the same action"
    share = lesioned.group_by("agent").agg((pl.col("answer") == pl.col("target")).mean().alias("right"))
    assert share["right"].max() <= 0.5


def test_the_counterfactual_flip_moves_a_bound_agent_in_every_family(table, estimate) -> None:
    flips = table("flips", "bound")
    assert flips.height == 20
    assert flips["flipped"].min() == 1.0
    assert estimate("bound", "responsiveness") == estimate("bound", "stability") == 1.0
    assert table("flips", "prior-only")["flipped"].max() == 0.0
    assert estimate("prior-only", "responsiveness") == 0.0


def test_planted_faults_show_in_their_own_families_alone(table) -> None:
    """One event of each pair agrees with the old note, or with the cue, so that half of them stay right at most."""
    for agent, kind in (("stale-memory", "memory"), ("swayed-by-cues", "cue")):
        cells = table("cells", agent, readout="letters")
        assert cells.filter(pl.col("kind") == kind)["structured"].max() <= 0.5 + 1e-9, agent
        assert cells.filter(pl.col("kind") != kind)["structured"].min() == pytest.approx(1.0), agent


def test_the_random_agent_is_right_in_a_quarter(estimate) -> None:
    assert estimate("random", "accuracy.structured") == pytest.approx(0.25, abs=0.05)
    assert abs(estimate("random", "over.distribution_matched")) < 0.05


def test_generated_actions_say_the_same_as_letters(table) -> None:
    for agent in ("bound", "prior-only", "follows-any-field"):
        assert table("readouts", agent)["same"].to_list() == [1.0]
    cells = table("contrasts", "bound", readout="reply", control="scrambled")
    assert cells.height == 60
    assert cells["above"].all()
    assert not cells["positive"].any(), "one pair a cell has no bound"


def test_the_ledger_supports_the_claim_for_the_bound_agent_only(table) -> None:
    for agent, status in (("bound", "supports"), ("prior-only", "does not support")):
        claims = table("claims", agent, readout="letters")
        assert claims["status"].to_list() == [status]
        assert "scrambled: " in claims["result"][0]


def test_audits_and_completeness_are_told(table) -> None:
    whole = table("completeness", "bound", readout="letters").row(0, named=True)
    assert (whole["rows"], whole["asked"], whole["computed"], whole["observed"]) == (1680, 1440, 240, 1440)
    assert whole["duplicate_keys"] == whole["failed"] == 0
    audits = table("audits", "bound", readout="letters")
    status = dict(audits.select("criterion", "status").iter_rows())
    assert status["missing rows"] == status["duplicate keys"] == status["parse-error rate"] == "met"
    assert status["estimated prompt tokens of the token-prompt control, ratio"] == "met"
    assert status["prompt tokens of the token-prompt control, ratio"] == "not met", "a program reports no tokens"
    assert status["entropy gap of the entropy-prior control, bits"] == "not met", "without a field it always defers"
    repeats = table("audits", "prior-only", readout="letters")
    assert repeats.filter(pl.col("criterion").str.contains("entropy")).height == 3


def test_the_certificate_recovers_every_fault(run) -> None:
    faults = run[1].certificate.planted["matrix"]
    names = {"bound", "follows-any-field", "prior-only", "keeps-impulse", "stale-memory", "swayed-by-cues"}
    assert {fault.agent for fault in faults} == names
    assert all(fault.recovered for fault in faults), [fault for fault in faults if not fault.recovered]


@pytest.mark.parametrize(
    ("overrides", "missing"),
    [
        ({"readouts": "reply", "events": "8", "seed": "7"}, set()),
        ({"variants": "structured,no_fields"}, {"follows-any-field"}),
        ({"scaffolds": "planner", "families": "?"}, {"stale-memory", "swayed-by-cues", "follows-any-field"}),
    ],
)
def test_what_settings_leave_out_is_not_promised_and_the_rest_is_recovered(overrides, missing) -> None:
    if "families" in overrides:
        overrides = {**overrides, "families": ",".join(list(families())[:2])}  # both are about reasons
    settings = SUITE.settings("quick", overrides, frozenset(Capability))
    plan = Plan("quick", (SuitePlan(SUITE.name, SUITE.version, settings),), ("embedded",))
    faults = recover(plan, {SUITE.name: SUITE})["matrix"]
    assert missing.isdisjoint(fault.agent for fault in faults)
    assert {"bound", "prior-only", "keeps-impulse"} <= {fault.agent for fault in faults}
    assert all(fault.recovered for fault in faults), [fault for fault in faults if not fault.recovered]
    names = {item.name for block in SUITE.build(settings) for item in block.items}
    assert {item.name for block in SUITE.trial(settings).blocks for item in block.items} <= names


def test_no_finding_leaves_its_range_and_the_ends_are_reached(run, estimate) -> None:
    ranges = run[1].certificate.attainable
    measured = [f for f in run[1].findings if f.estimate is not None]
    assert len(measured) > 400
    for finding in measured:
        whole = range_of(finding.name, ranges)
        assert whole is not None, finding.name
        assert whole.low - 1e-9 <= finding.estimate <= whole.high + 1e-9, finding
    matched = ranges["matrix.over.distribution_matched"]
    assert matched.high == pytest.approx(estimate("bound", "over.distribution_matched")) == pytest.approx(0.525)
    assert range_of("matrix.over.no_fields", ranges).low == -0.5
    assert range_of("matrix.prior_corrected.accuracy.strict_lesion", ranges).high == 0.5


def test_the_least_that_a_matched_draw_allows_is_what_an_agent_that_is_always_wrong_gets() -> None:
    """Two targets: who always takes the other is never right, and a draw from its actions is in a half."""
    settings = SUITE.settings("quick", {"families": next(iter(families()))}, frozenset(Capability))
    whole = SUITE.attainable(settings)["matrix.over.distribution_matched"]
    assert (whole.low, whole.high) == (-0.5, 0.5)


def test_a_difference_that_no_family_shows_has_an_interval_with_a_width(run) -> None:
    """It was shown as [0.000, 0.000]: sampling warm moves a certain agent by a ten-thousandth, the same everywhere."""
    found = {(f.agent, f.name): f for f in run[1].findings}
    for agent, control in (("prior-only", "no_fields"), ("prior-only", "strict_lesion"), ("bound", "target_lesion")):
        finding = found[f"reference/{agent}", f"matrix.over.{control}"]
        low, high = clopper_pearson(0, 20)
        assert (finding.interval.low, finding.interval.high) == (-high, high)
        assert finding.interval.method == "clopper-pearson over family clusters"
        assert low == 0
    assert found["reference/bound", "matrix.over.no_fields"].interval.method == "family-cluster-bootstrap"


def test_claims_ask_for_more_than_a_negligible_difference(run) -> None:
    found = {(f.agent, f.name): f for f in run[1].findings}
    claims = SUITE.claims(SUITE.settings("quick", {}, frozenset(Capability)))
    assert [claim.finding for claim in claims[2:]] == [f"matrix.over.{control}" for control in CORE]
    for claim in claims:
        assert found["reference/bound", claim.finding].interval.low >= claim.threshold
        assert found["reference/prior-only", claim.finding].interval.low < claim.threshold
