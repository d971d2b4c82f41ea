"""The matcher against the labelled replies: no wrong answer accepted, hardly a right one missed.

A development half may be looked at while rules are written. A final half only ever gives numbers; how often it was run
while they were changed stands in `README.md` beside the data. One pair of halves is hard on purpose, the other is made
up as models write; neither reaches the bar. What models answered is in `test_answered.py`, and does.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

from holdfast.suites.commitment.candidates import Decision
from holdfast.suites.commitment.matcher import match
from suites.commitment.replies import read_replies


class Tally(NamedTuple):
    """How the matcher did on one half."""

    precision: float
    recall: float
    agreement: float
    by_category: dict[str, tuple[int, int]]
    """Wrong acceptances and misses of each category that has any."""


def tally(half: str) -> Tally:
    replies = read_replies(half)
    accepted = right = wanted = agreed = 0
    wrong: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for reply in replies:
        decision = match(reply.reply, reply.candidates, reply.question).decision
        is_match, is_accepted = reply.decision is Decision.MATCH, decision is Decision.MATCH
        wanted += is_match
        accepted += is_accepted
        right += is_match and is_accepted
        agreed += decision is reply.decision
        wrong[reply.category] += is_accepted and not is_match
        missed[reply.category] += is_match and not is_accepted
    troubled = {c: (wrong[c], missed[c]) for c in sorted({*wrong, *missed}) if wrong[c] or missed[c]}
    return Tally(right / accepted, right / wanted, agreed / len(replies), troubled)


WANTED_RECALL = 0.98
SHORT_OF_IT = "precision 0.992 and recall 0.924 (hard), 0.991 and 0.934 (natural): README.md beside the data"


@pytest.mark.parametrize("half", ["final", "natural_final"])
@pytest.mark.xfail(strict=True, reason=SHORT_OF_IT)
def test_no_wrong_answer_is_accepted_and_hardly_a_right_one_missed(half) -> None:
    result = tally(half)
    assert result.precision == 1.0, result
    assert result.recall >= WANTED_RECALL, result


def test_what_a_model_really_answered_is_read_as_a_reader_reads_it() -> None:
    result = tally("real")
    assert result.precision == 1.0, result
    assert result.recall >= WANTED_RECALL, result


MEASURED = {
    "development": (0.997, 0.974),
    "final": (0.991, 0.924),
    "natural_development": (0.999, 0.996),
    "natural_final": (0.991, 0.933),
}


@pytest.mark.parametrize("half", MEASURED)
def test_no_half_gets_worse(half) -> None:
    result = tally(half)
    precision, recall = MEASURED[half]
    assert result.precision >= precision, result
    assert result.recall >= recall, result
