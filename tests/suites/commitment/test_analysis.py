"""From scored replies to findings: known answers from a hand-made agent, and an agent that never answered."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.core import Capability
from holdfast.suites.commitment.analysis import analyse
from holdfast.suites.commitment.answered import questions_answered
from holdfast.suites.commitment.questions import answer_name, from_target
from holdfast.suites.commitment.suite import SUITE

SETTINGS = SUITE.settings("quick", {"families": "entity_binding,constraint_persistence"}, frozenset(Capability))


@pytest.fixture(scope="module")
def built():
    """Items by name, and their contrasts as the engine writes them."""
    blocks = list(SUITE.build(SETTINGS))
    items = {item.name: item for block in blocks for item in block.items}
    columns = ["suite", "base", "changed", "expectation", "kind", "unit"]
    pairs = [pair for block in blocks for pair in block.pairs]
    rows = [("commitment", p.base, p.changed, p.expectation.value, p.kind, p.unit) for p in pairs]
    return items, pl.DataFrame(rows, schema=columns, orient="row")


def scores(items, is_right) -> pl.DataFrame:
    """What an agent scored that is right exactly where `is_right(item, role)` says so."""
    rows = []
    for item in items.values():
        for role, question in from_target(item.key.target).items():
            right = is_right(item, role)
            rows.append(
                {
                    "agent": "a", "id": item.name, "name": item.name, "unit": item.unit, "role": role, "failure": None,
                    "target": item.key.target, "right": float(right), "rule": "single",
                    "answer": answer_name(question.candidates.gold) if right else None,
                    "decision": "match" if right else "unclear", **item.factors,
                }
            )  # fmt: skip
    return pl.DataFrame(rows)


def estimates(items, contrasts, is_right) -> dict[str, float | None]:
    found = analyse(scores(items, is_right), contrasts, SETTINGS)
    return {f.name.removeprefix("commitment."): f.estimate for f in found.findings}


def test_rates_are_counted_over_the_right_questions(built) -> None:
    items, contrasts = built
    found = estimates(items, contrasts, lambda item, role: role == "answer" or item.factors["band"] == "easy")
    assert found["success"] == 1.0
    # Easy tasks: 3 + 2 probes of 3 * (3 + 2), in both variants.
    assert found["probe_accuracy"] == pytest.approx(1 / 3)
    assert (found["probe_accuracy.easy"], found["probe_accuracy.hard"]) == (1.0, 0.0)
    assert found["success.entity_binding"] == 1.0
    assert found["unclear_rate"] == pytest.approx(20 / (12 + 30))
    assert found["responsiveness"] == found["stability"] == 1.0
    assert found["responsiveness.entity_binding"] == found["stability.hard"] == 1.0
    assert "responsiveness.constraint_persistence" not in found


def test_the_gap_is_clean_minus_distractor_on_probes(built) -> None:
    items, contrasts = built
    found = estimates(items, contrasts, lambda item, role: item.factors["variant"] != "distractor" or role == "probe-1")
    assert found["distractor_gap"] == pytest.approx((3 * 2 / 3 + 3 * 1 / 2) / 6)
    assert (found["success.clean"], found["success.distractor"], found["stability"]) == (1.0, 0.0, 0.0)


def test_a_change_needs_both_sides_right(built) -> None:
    items, contrasts = built
    found = estimates(items, contrasts, lambda item, role: item.factors["variant"] != "no-update")
    assert (found["responsiveness"], found["stability"], found["base_wrong.update"]) == (0.0, 1.0, 1.0)


def test_rows_know_their_question(built) -> None:
    items, _ = built
    rows = questions_answered(scores(items, lambda item, role: True))
    probes = rows.filter(pl.col("role") != "answer")
    assert set(probes["phase"]) == {"initial", "mid", "late"}
    assert probes.filter(pl.col("role") == "probe-1")["position"].unique().to_list() == [1]
    assert rows["family"].unique(maintain_order=True).to_list() == ["constraint_persistence", "entity_binding"]
    assert rows["confidence"].null_count() == rows.height


def test_an_agent_that_never_answered_is_not_measured(built) -> None:
    items, contrasts = built
    failed = scores(items, lambda item, role: False).with_columns(failure=pl.lit("timeout"))
    found = analyse(failed.drop("right", "decision", "rule"), contrasts, SETTINGS)
    assert {f.estimate for f in found.findings} == {None}
    assert all("no answered case" in f.note for f in found.findings)


def test_integrity_lies_between_what_is_attainable(built) -> None:
    items, contrasts = built
    best = estimates(items, contrasts, lambda item, role: True)
    assert best["hccis_core"] == pytest.approx(best["core_best"], abs=1e-12)
    # Every probe without a single answer: drift and trajectory are 1, which is the least that anybody can have.
    worst = estimates(items, contrasts, lambda item, role: role == "answer")
    assert worst["hccis_core"] == pytest.approx(worst["core_worst"], abs=1e-12)
    assert worst["success_with_drift"] == 1.0
    assert worst["probe_accuracy"] == 0.0
    found = analyse(scores(items, lambda item, role: role == "answer"), contrasts, SETTINGS).findings
    accuracy = next(f for f in found if f.name == "commitment.probe_accuracy")
    assert accuracy.interval.high > 0.3, "no right probe in six tasks does not prove that there is none"
    assert best["success_with_drift"] == 0.0


def test_a_task_with_an_unanswered_probe_has_no_integrity_and_takes_nothing_from_the_others(built) -> None:
    items, contrasts = built
    lost = "release/entity_binding/hard/1/clean"
    rows = scores(items, lambda item, role: True).with_columns(
        failure=pl.when((pl.col("name") == lost) & (pl.col("role") == "probe-2")).then(pl.lit("timeout"))
    )
    gone = pl.col("failure").is_not_null()
    rows = rows.with_columns(
        pl.when(~gone).then(pl.col(name)).alias(name) for name in ("right", "answer", "decision", "rule")
    )
    found = analyse(rows, contrasts, SETTINGS)
    tasks = found.tables["commitment_tasks"]
    assert tasks.filter(pl.col("hccis_core").is_null())["task"].to_list() == [lost]
    profile = found.tables["commitment_profiles"].row(0, named=True)
    assert (profile["tasks"], profile["hccis_core_tasks"], profile["unanswered"]) == (12, 11, 1)
    assert profile["hccis_core"] == pytest.approx(profile["core_best"])
    finding = next(f for f in found.findings if f.name == "commitment.hccis_core")
    hard = next(f for f in found.findings if f.name == "commitment.hccis_core.hard")
    # By hand: the context-position risk of constraint persistence, clean and distractor, and of the entity twin left.
    x = (0.475 + 0.675 + 0.7125) / 3
    assert hard.note == f"attainable on these tasks: {10 / 68 * (1 - x):.3f} to {1 - 10 / 68 * x:.3f}"
    assert finding.estimate == pytest.approx(profile["hccis_core"])
    assert finding.n == 11
