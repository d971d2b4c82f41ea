"""The integrity scores against arithmetic done by hand, equation by equation."""

from __future__ import annotations

import math

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.suites.commitment import constants, scores


def value(expression, **columns):
    return pl.DataFrame({name: [cell] for name, cell in columns.items()}).select(expression).item()


def probe(**changes):
    """A right, steady answer to the first of two probes of a clean, medium task."""
    row = {
        "agent": "a", "task": "t", "family": "f", "band": "medium", "variant": "clean", "role": "probe-1",
        "slot": "who", "position": 1, "phase": "initial", "matched": True, "answer": "Rina", "unclear": False,
        "design_weight": 1.0, "human_difficulty": 0.5, "success": True, "confidence": 0.9, "success_probability": 0.8,
        "retrieval_risk": 0.0, "neural_conflict": 0.2, "after_correction": False, "validity": "validated",
        "probe_weight": 1.0,
    }  # fmt: skip
    return {**row, **changes}


def frame(*rows):
    return pl.DataFrame(list(rows), infer_schema_length=None)


def late(**changes):
    return probe(**{"role": "probe-2", "position": 2, "phase": "late", **changes})


def test_core_weights_are_the_full_ones_brought_to_one() -> None:
    assert pytest.approx({"drift": 48 / 68, "trajectory": 10 / 68, "context_position": 10 / 68}) == constants.CORE
    assert {term: round(weight, 4) for term, weight in constants.CORE.items()} == {
        "drift": 0.7059, "trajectory": 0.1471, "context_position": 0.1471,
    }  # fmt: skip
    assert sum(constants.FULL.values()) == pytest.approx(1)
    assert sum(constants.NEURAL.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("design", "difficulty", "weight"),
    [(1.0, 0.5, 1.0), (0.85, 0.0, 0.7225), (1.15, 1.0, 1.3225), (0.5, 0.0, 0.5), (2.0, 1.0, 1.5)],
)
def test_equation_5_item_weight(design, difficulty, weight) -> None:
    expression = scores.item_weight(pl.col("design"), pl.col("difficulty"))
    assert value(expression, design=design, difficulty=difficulty) == pytest.approx(weight)


@pytest.mark.parametrize(("confidence", "bits"), [(0.5, 1.0), (0.0, 0.0), (1.0, 0.0), (0.25, 0.8112781244591328)])
def test_equation_6_uncertainty(confidence, bits) -> None:
    assert value(scores.uncertainty(pl.col("c")), c=confidence) == pytest.approx(bits)


def test_equation_6_without_a_confidence() -> None:
    assert pl.DataFrame({"c": [None]}, schema={"c": pl.Float64}).select(scores.uncertainty(pl.col("c"))).item() is None


@pytest.mark.parametrize(
    ("position", "phase", "variant", "risk"),
    [
        (1, "initial", "clean", 0.45 / 3 + 0.35 * 0.15),
        (2, "mid", "clean", 0.45 * 2 / 3 + 0.35 * 0.50),
        (3, "late", "distractor", 0.45 + 0.35 * 0.85 + 0.20),
    ],
)
def test_equation_7_context_position(position, phase, variant, risk) -> None:
    expression = scores.context_position(pl.col("position"), pl.lit(3), pl.col("phase"), pl.col("variant"))
    assert value(expression, position=position, phase=phase, variant=variant) == pytest.approx(risk)


def test_equations_8_and_9_by_hand() -> None:
    rows = scores.probe_scores(frame(probe(matched=False, answer="Remy"), late()))
    first = rows.row(0, named=True)
    x = 0.45 / 2 + 0.35 * 0.15
    assert first["trajectory_risk"] == 0.5  # the other answer about the slot differs, and this one is clear
    assert first["hccis_core"] == pytest.approx(1 - (48 * 1 + 10 * 0.5 + 10 * x) / 68)
    u = -(0.9 * math.log2(0.9) + 0.1 * math.log2(0.1))
    assert first["hccis_full"] == pytest.approx(1 - (0.48 + 0.18 * 0.1 + 0.14 * u + 0.10 * 0.5 + 0.10 * x))


def test_equation_10_weighs_probes_by_validity() -> None:
    rows = frame(probe(validity="adjudicated"), late(validity="review", matched=False, answer=None, unclear=True))
    task = scores.task_scores(rows).row(0, named=True)
    right = scores.probe_scores(rows)["hccis_core"].to_list()
    assert task["hccis_core"] == pytest.approx((1.10 * right[0] + 0.75 * right[1]) / 1.85)


def test_equation_10_limits() -> None:
    assert value(scores.probe_weight(pl.lit(9.0), pl.lit(1.0), pl.col("v")), v="adjudicated") == 3.0
    assert value(scores.probe_weight(pl.lit(0.01), pl.lit(1.0), pl.col("v")), v="review") == 0.10


@given(st.floats(0.55, 1.45), st.booleans(), st.booleans())
def test_the_item_weight_cancels_inside_a_task(weight, first, second) -> None:
    def scored(design):
        rows = frame(probe(design_weight=design, matched=first), late(design_weight=design, matched=second))
        return scores.task_scores(rows)["hccis_core"].item()

    assert scored(weight) == pytest.approx(scored(1.0))


def test_equation_11_weighs_tasks_by_item() -> None:
    light = [probe(task="easy", design_weight=0.85), late(task="easy", design_weight=0.85)]
    heavy = [
        probe(task="hard", design_weight=1.15, matched=False, answer="Remy"),
        late(task="hard", design_weight=1.15, matched=False, answer="Remy"),
    ]
    tasks = scores.task_scores(frame(*light, *heavy))
    easy, hard = tasks["hccis_core"].to_list()
    grouped = scores.group_scores(tasks, ["agent"]).row(0, named=True)
    assert grouped["hccis_core"] == pytest.approx((0.85 * easy + 1.15 * hard) / 2.0)
    assert grouped["probe_accuracy"] == 0.5
    assert grouped["tasks"] == 2


def test_equation_12_by_hand() -> None:
    first = scores.probe_scores(frame(probe(retrieval_risk=1.0), late())).row(0, named=True)
    u = -(0.9 * math.log2(0.9) + 0.1 * math.log2(0.1))
    x = 0.45 / 2 + 0.35 * 0.15
    base = 0.18 * 0.1 + 0.12 * u + 0.08 * x + 0.06 * 0.2 + 0.04 * 1.0
    assert first["hccis_n"] == pytest.approx(1 - base * (0.80 + 0.35 * 0.5 + 0.15 * 0.2))


def test_equation_12_is_clipped() -> None:
    worst = probe(
        matched=False, answer=None, unclear=True, confidence=0.5, success_probability=0.0, retrieval_risk=1.0,
        neural_conflict=7.0, human_difficulty=1.0, position=1, phase="late", variant="distractor",
    )  # fmt: skip
    assert scores.probe_scores(frame(worst))["hccis_n"].item() == 0.0


@pytest.mark.parametrize(("ratings", "difficulty"), [([1, 1], 0.2), ([5], 1.0), ([3, 4], 0.7), ([9], 1.0)])
def test_equation_13_human_difficulty(ratings, difficulty) -> None:
    assert scores.difficulty_from_ratings(ratings) == pytest.approx(difficulty)


@pytest.mark.parametrize(
    ("answers", "risks"),
    [
        (["Rina", "Rina", "Rina"], [0.0, 0.0, 0.0]),
        (["Rina", "Rina", "Remy"], [0.25, 0.25, 0.5]),
        (["Rina", None, "Rina"], [0.25, 1.0, 0.25]),
    ],
)
def test_trajectory_risk(answers, risks) -> None:
    rows = [
        probe(role=f"probe-{place}", position=place, answer=answer, unclear=answer is None, matched=answer == "Rina")
        for place, answer in enumerate(answers, start=1)
    ]
    assert scores.probe_scores(frame(*rows))["trajectory_risk"].to_list() == pytest.approx(risks)


def test_trajectory_risk_of_a_slot_asked_about_once() -> None:
    rows = frame(probe(slot="who"), late(slot="why", answer=None, unclear=True, matched=False))
    assert scores.probe_scores(rows)["trajectory_risk"].to_list() == [0.0, 1.0]


def test_trajectory_risk_knows_neither_the_right_answer_nor_the_outcome() -> None:
    rows = [probe(), late()]
    turned = [{**row, "matched": not row["matched"], "success": not row["success"]} for row in rows]
    one, two = (scores.probe_scores(frame(*each))["trajectory_risk"].to_list() for each in (rows, turned))
    assert one == two


@pytest.mark.parametrize(("variant", "best"), [("clean", 0.9301), ("distractor", 0.9007)])
def test_the_attainable_maximum_with_three_probes(variant, best) -> None:
    phases = ["initial", "mid", "late"]
    rows = [probe(role=p, position=n, phase=p, variant=variant) for n, p in enumerate(phases, start=1)]
    task = scores.task_scores(frame(*rows)).row(0, named=True)
    assert task["hccis_core"] == pytest.approx(task["core_best"]) == pytest.approx(best, abs=1e-4)
    assert 0 < task["core_worst"] < 0.1


def test_missing_inputs_are_not_available_and_never_filled() -> None:
    bare = frame(probe(), late()).drop(list(scores.OPTIONAL))
    task = scores.task_scores(bare).row(0, named=True)
    assert task["hccis_core"] is not None
    assert task["hccis_full"] is None
    assert task["hccis_n"] is None
    assert task["uncertainty_risk"] is None
    assert task["repair_precision"] is None


@pytest.mark.parametrize(
    ("column", "lost"),
    [
        ("confidence", {"hccis_full", "hccis_n"}),
        ("success_probability", {"hccis_n"}),
        ("retrieval_risk", {"hccis_n"}),
        ("neural_conflict", {"hccis_n"}),
        ("matched", {"hccis_core", "hccis_full", "hccis_n"}),
    ],
)
def test_one_missing_cell_takes_only_the_scores_that_need_it(column, lost) -> None:
    task = scores.task_scores(frame(probe(), late(**{column: None}))).row(0, named=True)
    assert {name for name in scores.INTEGRITIES if task[name] is None} == lost


def test_an_unanswered_probe_counts_as_asked() -> None:
    task = scores.task_scores(frame(probe(), late(matched=None, answer=None, unclear=None))).row(0, named=True)
    assert (task["probes"], task["answered"]) == (2, 1)
    assert task["probe_accuracy"] is None


def test_repair_precision_is_over_probes_after_a_correction() -> None:
    rows = frame(
        probe(matched=False, answer="Remy"),
        late(after_correction=True),
        probe(role="probe-3", position=3, after_correction=True, matched=False, answer="Remy"),
    )
    assert scores.task_scores(rows)["repair_precision"].item() == 0.5


def test_the_gap_of_equal_behaviour_is_the_distractor_term_alone() -> None:
    rows = [
        row(task=variant, variant=variant, matched=False, answer="Remy")
        for variant in ("clean", "distractor")
        for row in (probe, late)
    ]
    gaps = scores.distractor_gaps(scores.task_scores(frame(*rows)), ["agent"]).row(0, named=True)
    assert gaps["probe_accuracy_gap"] == 0
    assert gaps["hccis_core_gap"] == pytest.approx(0.20 * 10 / 68) == pytest.approx(gaps["hccis_core_gap_by_design"])
    assert round(gaps["hccis_core_gap"], 3) == 0.029


def test_the_gap_of_an_agent_that_obeys_distractors_is_positive() -> None:
    rows = [
        probe(task="c"),
        late(task="c"),
        probe(task="d", variant="distractor"),
        late(task="d", variant="distractor"),
    ]
    rows[2:] = [{**row, "matched": False, "answer": "Remy"} for row in rows[2:]]
    gaps = scores.distractor_gaps(scores.task_scores(frame(*rows)), ["agent"]).row(0, named=True)
    assert gaps["probe_accuracy_gap"] == 1
    assert gaps["hccis_core_gap"] > gaps["hccis_core_gap_by_design"]


@given(
    st.lists(
        st.tuples(st.booleans(), st.sampled_from(["Rina", "Remy", None]), st.floats(0, 1), st.floats(0, 1)),
        min_size=1,
        max_size=6,
    )
)
def test_scores_stay_within_their_limits(cells) -> None:
    rows = [
        probe(
            role=f"probe-{place}", position=place, matched=right and answer is not None, answer=answer,
            unclear=answer is None, confidence=confidence, human_difficulty=difficulty,
        )
        for place, (right, answer, confidence, difficulty) in enumerate(cells, start=1)
    ]  # fmt: skip
    task = scores.task_scores(frame(*rows)).row(0, named=True)
    for name in scores.INTEGRITIES:
        assert -1e-12 <= task[name] <= 1 + 1e-12
    assert task["core_worst"] - 1e-12 <= task["hccis_core"] <= task["core_best"] + 1e-12
    assert task["probe_accuracy"] == pytest.approx(1 - task["state_drift"])
