"""What `holdfast show` writes out can be recalculated line by line, and ends in the number of the tables."""

from __future__ import annotations

import math
import re

import polars as pl
import pytest

from holdfast.core import Capability, Reply
from holdfast.suites.commitment.answered import questions_asked
from holdfast.suites.commitment.audit import audit
from holdfast.suites.commitment.suite import SUITE
from holdfast.suites.commitment.tables import task_table

SETTINGS = SUITE.settings("quick", {"families": "constraint_persistence", "confidence": "true"}, frozenset(Capability))
STATED = "\nConfidence: 0.75\nSuccess probability: 0.5"
LINE = re.compile(r"^ .*? = (?P<sum>.+) = (?P<value>\d\.\d{4})(?:  \(.*\))?$")


def scored(replies: dict[str, str]) -> pl.DataFrame:
    """The rows of one distractor task, as the engine joins them."""
    blocks = SUITE.build(SETTINGS)
    item = next(i for block in blocks for i in block.items if i.factors["variant"] == "distractor")
    requests = SUITE.render(item.state, SETTINGS)
    rows = []
    for role, text in replies.items():
        found = SUITE.score(requests[role], Reply(text + STATED), item.key.target)
        rows.append(
            {
                "agent": "a", "id": item.name, "name": item.name, "unit": item.unit, "role": role, "failure": None,
                "target": item.key.target, "answer": found.answer, **found.values, **item.factors,
            }
        )  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def clip(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def entropy(c: float) -> float:
    return -c * math.log2(c) - (1 - c) * math.log2(1 - c)


def test_every_line_can_be_recalculated() -> None:
    replies = {"answer": "Nobody.", "probe-1": "Nobody.", "probe-2": "I cannot tell.", "probe-3": "Nobody."}
    rows = scored(replies)
    shown = audit(rows, {("a", role): text for role, text in replies.items()})
    lines = [found for line in shown.splitlines() if (found := LINE.match(line))]
    assert len(lines) == 1 + 3 * 7 + 1, shown
    for found in lines:
        value = eval(found["sum"].replace(" x ", " * "), {"clip": clip, "entropy": entropy})
        assert value == pytest.approx(float(found["value"]), abs=2e-4), found[0]
    task = task_table(questions_asked(rows)).row(0, named=True)
    assert f"= {task['hccis_core']:.4f}  (10)" in shown
    assert f"HCCIS-FULL {task['hccis_full']:.4f}" in shown
    assert f"attainable on this task: {task['core_worst']:.4f} to {task['core_best']:.4f}" in shown


def test_replies_and_decisions_are_shown_and_a_long_one_is_cut() -> None:
    rows = scored({"answer": "Nobody.", "probe-1": "x" * 5000})
    shown = audit(rows, {("a", "answer"): "Nobody.", ("a", "probe-1"): "x" * 5000})
    assert "    | Nobody." in shown
    assert "(5,000 characters)" in shown
    assert "by the rule `" in shown


def test_a_task_that_nobody_answered_says_so() -> None:
    assert audit(pl.DataFrame({"agent": ["a"]}), {}) == "No reply to this task was scored."
