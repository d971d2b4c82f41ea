"""The matcher on the suite's own questions: their candidates in everyday wording, read rightly but for one in 500."""

from __future__ import annotations

import pytest

from holdfast.suites.commitment.candidates import Decision
from holdfast.suites.commitment.inventory import block, tasks
from holdfast.suites.commitment.matcher import match
from holdfast.suites.commitment.questions import answer_name, from_target
from suites.commitment.matcher.cases import templates

MOST_WRONG = 1 / 500
GAPS_OF_A_QUESTION = ("{d}", "{D}", "{G}", "{O}")


@pytest.fixture(scope="module")
def questions():
    found = {}
    for task in tasks("release", 3):
        for item in block(task, contrasts=True).items:
            for question in from_target(item.key.target).values():
                found[question.text, question.candidates] = question
    return list(found.values())


def test_every_candidate_is_told_from_every_other(questions) -> None:
    for question in questions:
        for member in question.candidates.members:
            found = match(answer_name(member), question.candidates, question.text)
            assert (found.decision is Decision.MATCH) is (member is question.candidates.gold), answer_name(member)


def test_everyday_wording(questions) -> None:
    plain = [template for template in templates("any") if not any(gap in template.text for gap in GAPS_OF_A_QUESTION)]
    asked = wrong = 0
    for number, question in enumerate(questions):
        gold, *others = sorted(question.candidates.members, key=lambda member: member is not question.candidates.gold)
        if gold.source or len(others) < 2:
            continue
        gaps = {"g": gold.text, "o": others[0].text, "p": others[1].text, "q": question.text}
        for template in plain[number % 7 :: 7]:
            found = match(template.text.format(**gaps), question.candidates, question.text)
            asked += 1
            wrong += (found.decision is Decision.MATCH) is not (template.decision is Decision.MATCH)
    assert asked > 15_000
    assert wrong / asked < MOST_WRONG
