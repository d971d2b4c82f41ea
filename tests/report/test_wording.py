"""Names and numbers read as people read them, and nothing invisible gets through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import Finding, Gate, Interval
from holdfast.engine.hooks import Within
from holdfast.report import wording


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("invariance.tcit_h.positive_rate", "TCIT-H positive rate"),
        ("invariance.tcit_c_untouched.sum.flip_rate", "TCIT-C untouched summed flip rate"),
        ("invariance.responsiveness", "responsiveness"),
        ("binding.base_wrong.flip-cause", "base wrong flip-cause"),
        ("lonely", "lonely"),
    ],
)
def test_findings_are_named_in_words(name: str, said: str) -> None:
    assert wording.name_of(name) == said


def test_numbers_have_three_decimals_and_no_negative_zero() -> None:
    assert [wording.number(v) for v in (0.0, -0.0001, 0.8749, -2.5, None)] == [
        "0.000", "0.000", "0.875", "-2.500", "not measured",
    ]  # fmt: skip
    assert wording.interval(Finding("x", "a", 0.1, intervals=(Interval(0.02, 0.5),))) == "[0.020, 0.500]"
    assert wording.interval(Finding("x", "a", 0.1)) == ""


def test_an_interval_without_width_says_why() -> None:
    flat = Finding("x", "a", 0.5, "story", 12, 96, (Interval(0.5, 0.5),))
    assert wording.interval(flat) == "all 12 stories agree"


def test_an_interval_narrower_than_the_digits_shown_is_not_shown_as_none() -> None:
    narrow = Finding("x", "a", 0.00011, "family", 20, 60, (Interval(0.00008, 0.00013),))
    assert wording.interval(narrow) == "under 0.001 wide"
    rounding = Finding("x", "a", 0.0004, "family", 20, 60, (Interval(0.00041356731931727, 0.00041356731931729),))
    assert wording.interval(rounding) == "all 20 families agree"


def test_what_a_fault_must_show_is_a_number_or_a_span() -> None:
    assert [wording.expected(v) for v in (0.75, Within(0.0, 0.9))] == ["0.750", "0 to 0.9"]


def test_samples_and_gates_are_told_in_full() -> None:
    assert wording.sample(Finding("f", "a", 0.5, "chain", 12, 1920)) == "1,920 in 12 chains"
    assert wording.sample(Finding("f", "a", 0.5, "chain", 1, 16)) == "16 in 1 chain"
    assert wording.condition(Gate("s.f", ">=", 0.8, "lower")) == "s.f >= 0.8 on lower"
    assert wording.condition(Gate("s.f", "<=", 1.0)) == "s.f <= 1"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.44, "0.4 s"), (59.4, "59 s"), (59.6, "1 min 00 s"), (728, "12 min 08 s"), (7500, "2 h 05 min")],
)
def test_durations(seconds: float, said: str) -> None:
    assert wording.duration(seconds) == said


def test_cost_keeps_small_sums_visible() -> None:
    assert [wording.dollars(c) for c in (0, 0.0004, 0.5, 1234.5)] == ["$0.00", "$0.0004", "$0.50", "$1,234.50"]


@given(st.text(max_size=400))
def test_nothing_invisible_survives(text: str) -> None:
    assert wording.plain(text).isprintable()
    assert len(wording.plain(text)) <= 300
    assert len(wording.short(text, 20)) <= 20


def test_hostile_characters_are_shown_not_obeyed() -> None:
    assert wording.plain("a\x1b[31m\u202eb\x00") == "a\\u001b[31m\\u202eb\\u0000"
    assert wording.plain("ordinary — naïve 模型") == "ordinary — naïve 模型"
    assert wording.short("http://host/v1#a-very-long-model-name", 21) == "http://hos…model-name"
