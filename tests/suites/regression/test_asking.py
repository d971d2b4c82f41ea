"""What is sent for each part, and how an answer is read."""

from __future__ import annotations

import math

import pytest

from holdfast.core import Message, Reply, ReplyRequest, ScoreRequest, Scores
from holdfast.suites.regression.asking import MAX_TOKENS, SCORED_FRAME, YES_NO, render, score, texture
from holdfast.suites.regression.items import item, records

ASKED = ReplyRequest((Message("user", "?"),))


def rendered(part: str, scored: bool):
    (request,) = render(item(part, records(part)[0]).state, scored=scored).values()
    return request


def test_yes_and_no_are_scored_where_that_is_possible_and_asked_for_otherwise() -> None:
    question = records("A")[0].question
    assert rendered("A", True) == ScoreRequest(SCORED_FRAME.format(question=question), YES_NO)
    asked = rendered("A", False)
    assert asked.messages[-1].content.startswith(question)
    assert not asked.decoding.samples


def test_the_examples_before_a_question_favour_neither_answer_and_are_no_items() -> None:
    assert SCORED_FRAME.count("Answer: Yes") == SCORED_FRAME.count("Answer: No") == 2
    assert not [q for q in records("A") if q.question in SCORED_FRAME]


def test_a_passage_is_scored_after_its_opening() -> None:
    passage = records("C")[0]
    assert rendered("C", True) == ScoreRequest(passage.opening, (passage.rest,))


@pytest.mark.parametrize("scored", [True, False])
@pytest.mark.parametrize(("part", "field"), [("B", "instruction"), ("D", "prompt")])
def test_instructions_and_prompts_are_sent_as_they_are(part: str, field: str, scored: bool) -> None:
    request = rendered(part, scored)
    assert request.messages == (Message("user", getattr(records(part)[0], field)),)
    assert request.decoding.max_tokens == MAX_TOKENS[field]
    assert not request.decoding.samples


@pytest.mark.parametrize(("yes", "no", "answer"), [(-1, -2, "yes"), (-2, -1, "no"), (-1, -1.00001, None)])
def test_the_more_likely_answer_is_given_and_a_tie_is_none(yes: float, no: float, answer: str | None) -> None:
    scored = score(ScoreRequest("?", YES_NO), Scores((yes, no), (1, 1)), "yes")
    assert scored.answer == answer
    assert scored.values == {"lead": pytest.approx(yes - no)}


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("Yes", "yes"), ("no.", "no"), (" **No**", "no"), ("Yes, it is.", "yes"), ("NO\nBecause", "no"),
        ("Yes - always", "yes"), ('"Yes"', "yes"),
        ("", None), ("No one knows", None), ("Yes and no", None), ("Not", None), ("Yesterday", None),
        ("It is. Yes", None), ("No-one", None), ("Nope", None), ("The answer is yes", None),
    ],
)  # fmt: skip
def test_a_reply_must_say_yes_or_no_first_and_as_its_own_statement(reply: str, answer: str | None) -> None:
    assert score(ASKED, Reply(reply), "yes").answer == answer
    assert score(ASKED, Reply(reply), "no").answer == answer, "what is read does not depend on the target"


def test_likelihood_is_per_token_and_per_byte() -> None:
    scored = score(ScoreRequest("One", (" two é",)), Scores((-6.0,), (4,)), None)
    assert scored.values == {"nll": 1.5, "bits_per_byte": pytest.approx(6 / math.log(2) / 7)}


def test_a_reply_of_no_target_is_kept_with_its_texture() -> None:
    scored = score(ASKED, Reply("One two."), None)
    assert scored.answer == "One two."
    assert scored.values == texture("One two.")


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("", {"empty": 1, "words": 0}),
        (" ... ", {"empty": 1, "words": 0}),
        ("So it goes", {"empty": 0, "words": 3, "distinct_ratio": 1}),
        ("a b c d", {"empty": 0, "words": 4, "distinct_ratio": 1, "repetition_rate": 0}),
        # Seven 4-grams: abcd bcda cdab dabc abcd bcda cdab, of which four are distinct.
        ("A b c d a b c d a b.", {"empty": 0, "words": 10, "distinct_ratio": 0.4, "repetition_rate": 3 / 7}),
        ("no " * 50, {"empty": 0, "words": 50, "distinct_ratio": 0.02, "repetition_rate": 46 / 47}),
    ],
)
def test_texture(reply: str, expected: dict[str, float]) -> None:
    assert texture(reply) == pytest.approx(expected)


def test_an_answer_of_another_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="no part answers ReplyRequest with Scores"):
        score(ASKED, Scores((-1.0,), (1,)), None)
