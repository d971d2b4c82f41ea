"""The matcher against a large model that answered whole prompts in many ways, each candidate in turn taken for right.

Which candidate is right does not matter to what a reply says. So each of them is taken for the right one; the matcher
must accept the one that the reply gives and no other, and none where the reply gives none.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

from holdfast.suites.commitment.candidates import Decision
from holdfast.suites.commitment.matcher import match
from suites.commitment.replies import each_in_turn, read_answered

MOST_FOOLED = 90
"""Wrong acceptances of the testers' replies, when they were last learned from; 133 before."""


class Tally(NamedTuple):
    """How the matcher did on one half."""

    precision: float
    recall: float
    wrong: dict[str, int]
    """Wrong acceptances of each category that has any."""
    missed: dict[str, int]


def tally(half: str) -> Tally:
    given = accepted = right = 0
    wrong: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for answered in read_answered(half):
        given += answered.asserted is not None
        for tried in each_in_turn(answered):
            is_accepted = match(answered.reply, tried.candidates, answered.question).decision is Decision.MATCH
            accepted += is_accepted
            right += is_accepted and tried.right
            wrong[answered.category] += is_accepted and not tried.right
            missed[answered.category] += tried.right and not is_accepted
    return Tally(right / accepted, right / given, dict(+wrong), dict(+missed))


@pytest.mark.parametrize("half", ["development", "final", "second_development", "second_final", "small"])
def test_no_wrong_answer_is_accepted_and_hardly_a_right_one_missed(half) -> None:
    result = tally(half)
    assert result.precision == 1.0, result
    assert result.recall >= 0.98, result


def test_answers_of_the_confirmation_batch_are_read_no_worse() -> None:
    result = tally("confirmation")
    assert result.precision >= 0.997, result
    assert result.recall >= 0.99, result


def test_replies_of_testers_fool_it_no_more_often_than_they_did() -> None:
    result = tally("testers")
    assert sum(result.wrong.values()) <= MOST_FOOLED, result
    assert result.recall >= 0.85, result


@pytest.mark.parametrize("half", ["development", "final", "second_development", "second_final", "confirmation"])
def test_every_kind_of_reply_is_there(half) -> None:
    replies = read_answered(half)
    kinds = Counter(answered.category for answered in replies)
    assert len(kinds) == 13
    assert min(kinds.values()) >= 30
    assert sum(answered.asserted is None for answered in replies) >= 20
