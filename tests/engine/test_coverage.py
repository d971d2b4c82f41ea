"""How much of a plan must be answered for a run to count as done."""

from __future__ import annotations

import pytest

from holdfast.engine.score import Coverage


@pytest.mark.parametrize(
    ("planned", "failed", "too_much"),
    [(10, {}, False), (10, {"agent": 5}, False), (10, {"agent": 3, "timeout": 3}, True), (11, {"server": 6}, True)],
)
def test_more_than_half_is_too_much_to_lose(planned: int, failed: dict[str, int], too_much: bool) -> None:
    answered = planned - sum(failed.values())
    assert Coverage("mine", planned, answered, failed).mostly_failed is too_much


def test_no_answer_at_all_is_a_failure() -> None:
    assert Coverage("mine", 0, 0, {}).mostly_failed
