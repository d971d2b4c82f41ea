"""Prompts byte for byte, leads by hand, and replies that say yes, no, or neither."""

from __future__ import annotations

import math

import pytest

from holdfast.core import (
    Choices,
    ChoicesRequest,
    Field,
    Message,
    Reply,
    ReplyRequest,
    ScoreRequest,
    Scores,
    State,
)
from holdfast.suites.cladder.methods import CHAIN_OF_THOUGHT, METHODS, question_of, read, read_final, score
from holdfast.suites.cladder.wording import STEP_BY_STEP

STATE = State(
    "e", (Field("given", "Husband has a direct effect on alarm.", "e"), Field("question", "Would it ring?", "e"))
)
BARE = State("e", (Field("given", "", "e"), Field("question", "Would it ring?", "e")))
BODY = "Husband has a direct effect on alarm.\nQuestion: Would it ring?\n"


def test_what_is_sent() -> None:
    asked = (Message("user", f"{BODY}Answer with one word, yes or no."),)
    assert METHODS["teacher-forced"].render(STATE) == ScoreRequest(
        f"{BODY}Answer (yes or no):", (" No", " Yes", " no", " yes")
    )
    assert METHODS["forced-choice"].render(STATE) == ChoicesRequest(asked, ("No", "Yes", "no", "yes"))
    greedy = METHODS["greedy"].render(STATE)
    assert greedy.messages == asked
    assert (greedy.decoding.temperature, greedy.decoding.max_tokens) == (0.0, 8)
    thinking = CHAIN_OF_THOUGHT.render(STATE)
    assert thinking.messages == (Message("user", BODY + STEP_BY_STEP),)
    assert thinking.decoding.max_tokens > 500


@pytest.mark.parametrize("method", [*METHODS.values(), CHAIN_OF_THOUGHT])
def test_the_question_can_be_read_back(method) -> None:
    assert question_of(method.render(STATE)) == question_of(method.render(BARE)) == "Would it ring?"


def test_the_lead_is_that_of_the_words_in_both_spellings() -> None:
    request = METHODS["teacher-forced"].render(STATE)
    probabilities = (0.10, 0.20, 0.25, 0.05)  # No, Yes, no, yes
    logprobs = tuple(map(math.log, probabilities))
    scored = score(request, Scores(logprobs, (1, 1, 1, 1)))
    assert scored.values["lead"] == pytest.approx(math.log(0.25 / 0.35))
    assert scored.answer == "no", "although Yes is likelier than No"
    choices = score(METHODS["forced-choice"].render(STATE), Choices((-100.0, -0.1, -100.0, -100.0)))
    assert choices.answer == "yes"


def test_a_tie_is_no_answer() -> None:
    request = METHODS["teacher-forced"].render(STATE)
    assert score(request, Scores((-2.0, -2.0, -5.0, -5.0), (1, 1, 1, 1))).answer is None
    unlisted = score(METHODS["forced-choice"].render(STATE), Choices((-100.0,) * 4))
    assert unlisted.answer is None


REPLIES = {
    "yes": ["yes", "Yes.", " YES, because", "**Yes**", "Answer: yes", "The answer is yes.", "The final answer is: Yes",
            "The answer to this question is yes.",
            '"Yes"', "Yes\nno", "yes it would"],
    "no": ["no", "No.", "No, it would not.", "no\n\nyes", "The answer is no", "Answer: **No**", "No\u2014it would not"],
    None: ["", "Not yes.", "The answer is not yes.",
           "The answer to this question is not yes.", "Not necessarily.", "Nothing follows.", "None", "Now, yes",
           "yes or no", "Yes/No", "yes / no", "Yes and no.", "No doubt it would.", "no question about it", "Noon",
           "Yesterday", "It is yes", "I cannot say no", "Neither yes nor no", "north"],
}  # fmt: skip


@pytest.mark.parametrize(("answer", "text"), [(answer, text) for answer, texts in REPLIES.items() for text in texts])
def test_a_reply_is_read_by_its_beginning(answer, text) -> None:
    assert read(text) == answer
    scored = score(METHODS["greedy"].render(STATE), Reply(text))
    assert scored.answer == answer
    assert scored.values == {
        "lead": {"yes": 1.0, "no": -1.0, None: 0.0}[answer], "unread": float(answer is None),
    }  # fmt: skip


THOUGHTS = {
    "yes": ["Yes or no? P = 0.3.\nAnswer: yes", "No.\n**Answer: Yes**", "Answer: no\nWait.\nAnswer: yes.",
            "x\nFinal answer: yes", "so\n\nThe correct answer to the question is yes."],
    "no": ["Yes, let us think.\nAnswer: no", "Answer: No"],
    None: ["Yes, let us think.", "The graph is X -> Y. So the answer must be", "Answer: yes or no", "Answer: not yes",
           "Then end with one line that reads `Answer: yes` or `Answer: no`.", ""],
}  # fmt: skip


@pytest.mark.parametrize(("answer", "text"), [(answer, text) for answer, texts in THOUGHTS.items() for text in texts])
def test_a_chain_of_thought_is_read_by_its_last_answer_line(answer, text) -> None:
    assert read_final(text) == answer
    assert score(CHAIN_OF_THOUGHT.render(STATE), Reply(text)).answer == answer


def test_an_answer_of_the_wrong_kind_is_a_defect() -> None:
    with pytest.raises(TypeError, match="no method answers"):
        score(ReplyRequest((Message("user", "x"),)), Choices((0.0,)))
