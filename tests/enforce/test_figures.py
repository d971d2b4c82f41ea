"""Pictures and tables of a training say what the numbers say."""

from __future__ import annotations

import io

from rich.console import Console

from holdfast.core import Verdict
from holdfast.enforce.card import HEADS, cells, print_table
from holdfast.enforce.comparison import Difference
from holdfast.enforce.figures import SMOOTHED, before_after, learning_curve
from holdfast.enforce.journal import Metrics, TaskMetrics
from holdfast.enforce.plan import Want


def step(number: int, rate: float, kind: str = "step", **about: float) -> Metrics:
    return Metrics(kind, number, 0.0, rate, {"hypothetical": TaskMetrics(0.0, rate)}, **about)


def test_the_learning_curve_has_every_validation_and_means_of_the_steps_between() -> None:
    metrics = [step(n, (n % 2) * 0.5) for n in range(1, 26)] + [step(25, 0.75, "validation", strict=0.25)]
    figure = learning_curve(metrics)
    assert figure is not None
    lessons = [row for row in figure.rows if row["on"] == "lessons"]
    assert [row["step"] for row in lessons] == [10, 20, 25]
    assert SMOOTHED == 10
    assert [row["positive_rate"] for row in lessons] == [0.25, 0.25, 0.3]
    validated = {row["task"]: row["positive_rate"] for row in figure.rows if row["on"] == "validation"}
    assert validated == {"hypothetical": 0.75, "every one right": 0.25}
    assert "hypothetical 0.750" in figure.alternative
    assert figure.chart.to_dict()["layer"]


def test_without_a_validation_there_is_nothing_to_draw() -> None:
    assert learning_curve([]) is None
    assert learning_curve([step(1, 0.5)]) is None


UP = Difference("tcit_h", 0.5, 1.0, 0.5, 0.4, 0.6, 20, 5, Want.UP, 0.0, Verdict.MET)
KEPT = Difference("tcit_f", 0.9, 0.8, -0.1, -0.2, 0.0, 20, 5, Want.KEPT, 0.02, Verdict.NOT_MET)
NLL = Difference("regression.c.nll", 3.1, 3.2, 0.1, 0.0, 0.2, 20, 20, Want.KEPT, 0.1, Verdict.NOT_MET)
TOLD = Difference("tcit_h.3-nodes", 0.5, 0.75, 0.25, None, None, 4, 1)


def test_the_picture_shows_the_judged_rates_and_nothing_that_is_not_a_rate() -> None:
    figure = before_after([UP, KEPT, NLL, TOLD], frozenset({"tcit_h", "tcit_f", "regression.c.nll"}))
    assert figure is not None
    shown = {(row["measure"], row["side"]): row["rate"] for row in figure.rows}
    assert shown == {
        ("TCIT-H", "before"): 0.5, ("TCIT-H", "after"): 1.0, ("TCIT-F", "before"): 0.9, ("TCIT-F", "after"): 0.8,
    }  # fmt: skip
    assert before_after([NLL], frozenset({"regression.c.nll"})) is None


def test_a_row_says_before_after_the_interval_what_was_wanted_and_whether_it_holds() -> None:
    assert cells(UP) == ("TCIT-H", "0.500", "1.000", "+0.500 [+0.400, +0.600]", "up", "met")
    assert cells(KEPT)[3:] == ("-0.100 [-0.200, +0.000]", "kept within 0.02", "not met")
    assert cells(TOLD)[3:] == ("+0.250", "", "")
    out = io.StringIO()
    print_table([UP, TOLD], Console(file=out, width=160))
    printed = out.getvalue()
    assert all(head in printed for head in HEADS)
    assert "+0.500 [+0.400, +0.600]" in printed
