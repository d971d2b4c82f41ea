"""Replies that name a candidate and do not give it: not known, cut off, moved on, said of something else."""

from __future__ import annotations

import pytest

from holdfast.core import HoldfastError
from holdfast.suites.commitment.candidates import AnswerKind, Candidate, Candidates, Decision, Role
from holdfast.suites.commitment.matcher import match
from suites.commitment.matcher.cases import values


def states(*texts: str) -> Candidates:
    """States, of which the first is right."""
    roles = [Role.GOLD, *[Role.OTHER] * (len(texts) - 1)]
    return Candidates(AnswerKind.STATE, tuple(map(Candidate, texts, roles)))


TIMES = values("14:30", "13:30", "15:30")
ROOMS = values("room B12", "room C12", "room A4")
NAMES = values("courier Rina", "courier Remy", "courier Sora")
STATES = states("approved", "on hold", "rejected")
DEGREES = values("4 °C", "-4 °C", "6 °C")
LOADS = values("1,250 kg", "1,200 kg", "950 kg")

LEAVES = "What time does the convoy leave the north gate?"
MEETING = "In which room is the budget review held?"
RUN = "Which courier should carry tonight's run?"
STATUS = "What is the current status of request 418?"
LIMIT = "What is the load limit of the river bridge?"

OPEN = [
    (TIMES, LEAVES, "The convoy is due to arrive at 14:30. The departure time from the north gate isn't stated."),
    (TIMES, LEAVES, "The 14:30 slot went to somebody else; the new time the convoy leaves hasn't been published."),
    (TIMES, LEAVES, "The original departure was 14:30. It was brought forward, so the convoy leaves at 14:10."),
    (TIMES, LEAVES, '{"gate": "north", "departure": "14:15", "boarding_closes": "14:30"}'),
    (TIMES, LEAVES, '{"leave": null, "arrival": "14:30"}'),
    (ROOMS, MEETING, "The budget review has been moved out of room B12. The new room hasn't been announced."),
    (ROOMS, MEETING, "The budget review is held in room B12. However, the update states that the meeting will now be"),
    (NAMES, RUN, "Rina carried last night's run. I have no information about tonight's run."),
    (NAMES, RUN, "Hi Rina,\n\nI looked through the log, and no courier has been named.\n\nKind regards"),
    (NAMES, RUN, "**Standby courier:** Rina\n\nThe main courier isn't named in the log."),
    (STATES, STATUS, "Request 418 must be approved by two managers."),
    (STATES, STATUS, "Request 418 should be approved by tomorrow."),
    (DEGREES, "What temperature should the cold store be kept at?", "-4 °C"),
    (DEGREES, "What temperature should the cold store be kept at?", "The cold store should be kept at -4 °C."),
    (LOADS, LIMIT, "The load limit was 1,250 kg. It was increased by 100 kg. So the new load limit is"),
    (LOADS, LIMIT, "1,250 kg + 100 kg = 1,350 kg. So the limit is 1,350 kg."),
]
"""Replies that name the right candidate and do not give it."""


@pytest.mark.parametrize(("candidates", "question", "reply"), OPEN)
def test_what_is_named_is_not_given(candidates, question, reply) -> None:
    assert match(reply, candidates, question).decision is not Decision.MATCH


GIVEN = [
    (DEGREES, "What temperature should the cold store be kept at?", "The cold store should be kept at 4 °C."),
    (NAMES, RUN, "Dear dispatcher,\n\nRina should carry tonight's run.\n\nBest regards,\nCourier Sora"),
    (NAMES, RUN, "Hi Remy,\n\nCourier Rina should carry tonight's run.\n\nBest,\nSora"),
    (STATES, "How must request 418 be listed?", "Request 418 must be listed as approved."),
    (ROOMS, MEETING, "The budget review is held in room B12. Why it was moved isn't stated."),
]


@pytest.mark.parametrize(("candidates", "question", "reply"), GIVEN)
def test_what_is_given_is_found_beside_greetings_signs_and_what_is_not_said(candidates, question, reply) -> None:
    found = match(reply, candidates, question)
    assert found.decision is Decision.MATCH
    assert found.span is not None
    assert 0 <= found.span[0] < found.span[1] <= len(reply)


@pytest.mark.parametrize(("candidates", "question", "reply"), OPEN + GIVEN)
def test_what_a_reply_gives_does_not_depend_on_what_is_right(candidates, question, reply) -> None:
    asserted = set()
    for right in candidates.members:
        changed = tuple(Candidate(m.text, Role.GOLD if m is right else Role.OTHER) for m in candidates.members)
        asserted.add(match(reply, Candidates(candidates.kind, changed), question).asserted)
    assert len(asserted) == 1


def test_a_pair_without_its_source_is_refused() -> None:
    with pytest.raises(HoldfastError, match="need a source each"):
        Candidates(AnswerKind.PAIR, (Candidate("14:30", Role.GOLD), Candidate("13:30", Role.STALE)))


@pytest.mark.parametrize(
    ("candidates", "question", "reply"),
    [
        (ROOMS, MEETING, "The budget review is held in room D7. Room B12 is used for the staff meeting."),
        (TIMES, LEAVES, "14:30 is when the gate closes to traffic."),
        (LOADS, LIMIT, "- River bridge: 1,350 kg\n- Road bridge: 1,250 kg"),
        (STATES, STATUS, "Request 418 was on hold until the budget was approved."),
        (NAMES, RUN, "The courier listed directly after Rina should carry tonight's run."),
    ],
)
@pytest.mark.xfail(strict=True, reason="said of something else that the question does not name")
def test_what_is_said_of_something_else_is_not_told_apart_yet(candidates, question, reply) -> None:
    assert match(reply, candidates, question).decision is not Decision.MATCH
