"""From answers to shares of actions: exact expectations instead of samples."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy.special import softmax

from holdfast.suites.binding.matrix.rows import ACTIONS, CORRECTED, behaviour, distribution
from holdfast.suites.binding.matrix.settings import Settings

LOGS = np.array([[-0.1, -2.0, -3.0, -1.5], [-1.0, -1.0, -4.0, -2.0], [-5.0, -0.2, -0.9, -7.0]])


def made(records: list[dict[str, object]]) -> pl.DataFrame:
    """Scores as the engine hands them over."""
    always = {
        "agent": "one", "role": "letters", "replicate": 0, "failure": None, "scaffold": "react", "family": "f",
        "kind": "reason", "answer": None,
    }  # fmt: skip
    rows = [{**always, **record} for record in records]
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col("failure", "answer").cast(pl.String))


def asked(unit: str, turn: int, variant: str, logs: list[float], **other: object) -> dict[str, object]:
    target = ACTIONS[turn]
    return {
        "unit": unit, "turn": turn, "variant": variant, "target": target, "id": f"{unit}{turn}{variant}",
        **{f"lp_{name}": value for name, value in zip(ACTIONS, logs, strict=True)}, **other,
    }  # fmt: skip


@pytest.mark.parametrize("temperature", [0.2, 0.9, 1.0, 2.0])
def test_letters_at_a_temperature_are_what_sampling_would_give(temperature) -> None:
    shares = distribution(LOGS, temperature)
    assert shares == pytest.approx(softmax(LOGS / temperature, axis=1))
    rng = np.random.default_rng(7)
    gumbel = (LOGS[0] / temperature + rng.gumbel(size=(40_000, 4))).argmax(axis=1)
    assert np.bincount(gumbel, minlength=4) / 40_000 == pytest.approx(shares[0], abs=0.01)


def test_at_zero_the_best_action_is_taken_and_a_tie_is_none() -> None:
    assert distribution(LOGS, 0.0).tolist() == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0]]


def test_every_variant_is_read_at_its_own_temperature_and_controls_at_both() -> None:
    scores = made([asked("u", 0, v, list(LOGS[0])) for v in ("structured", "stochastic_full", "no_fields")])
    rows = behaviour(scores, Settings(variants=("structured", "stochastic_full", "no_fields")))
    found = dict(rows.filter(pl.col("readout") == "letters").select("arm", "accuracy").iter_rows())
    cool, warm = (softmax(LOGS[0] / t)[0] for t in (0.2, 0.9))
    assert found == pytest.approx(
        {"structured": cool, "stochastic_full": warm, "no_fields": warm, "no_fields_cool": cool}
    )


def test_copies_count_once_and_failures_not_at_all() -> None:
    one = asked("u", 0, "structured", list(LOGS[0]))
    failed = asked("v", 0, "structured", list(LOGS[0]), failure="timeout")
    scores = made([one, {**one, "replicate": 1}, {**one, "replicate": 2}, failed])
    assert behaviour(scores, Settings(variants=("structured",))).height == 1


def test_the_distribution_matched_control_is_the_sum_of_p_times_q() -> None:
    rng = np.random.default_rng(3)
    logs = rng.normal(size=(12, 4))
    scores = made([asked(f"u{i // 2}", i % 2, "structured", list(logs[i])) for i in range(12)])
    rows = behaviour(scores, Settings(variants=("structured", "distribution_matched")))
    matched = rows.filter(pl.col("arm") == "distribution_matched")
    p = softmax(logs / 0.2, axis=1).mean(axis=0)
    q = np.array([0.5, 0.5, 0.0, 0.0])
    assert matched["accuracy"].mean() == pytest.approx(float(p @ q))
    draws = np.random.default_rng(5).choice(4, size=(4000, 12), p=p)
    assert (draws == np.arange(12) % 2).mean() == pytest.approx(float(p @ q), abs=0.01), "what drawing would give"


def test_prior_correction_takes_away_what_a_letter_has_with_nothing_told() -> None:
    told, bare = [-1.0, -1.2, -3.0, -3.0], [-0.1, -2.5, -3.0, -3.0]
    scores = made([asked("u", 1, "structured", told), asked("u", 1, "no_fields", bare)])
    rows = behaviour(scores, Settings(variants=("structured", "no_fields"), temperature=0.0))
    right = {r["readout"]: r["accuracy"] for r in rows.filter(pl.col("arm") == "structured").iter_rows(named=True)}
    assert right == {"letters": 0.0, CORRECTED: 1.0}, "ACT_B gained most"


def test_replies_are_averaged_over_seeds_and_what_cannot_be_read_is_no_action() -> None:
    logs = [0.0] * 4
    answers = ["ACTION_A", "ACTION_A", "INVALID_OR_UNMAPPED"]
    warm = [asked("u", 0, "no_fields", logs, role="reply", replicate=i, answer=a) for i, a in enumerate(answers)]
    cool = [asked("u", 0, "no_fields", logs, role="reply:cool", answer="ACTION_B")]
    rows = behaviour(made(warm + cool), Settings(variants=("structured", "no_fields"), readouts=("reply",)))
    assert dict(rows.select("arm", "accuracy").iter_rows()) == pytest.approx({"no_fields": 2 / 3, "no_fields_cool": 0})
