"""Prompts byte for byte as the paper prints them, counterbalanced letters, and margins by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import (
    Choices,
    ChoicesRequest,
    Decoding,
    Message,
    Reply,
    ReplyRequest,
    ScoreRequest,
    Scores,
    State,
    reorder,
)
from holdfast.suites.invariance.chains import Chain, Question, control, factual, hypothetical
from holdfast.suites.invariance.methods import METHODS, TIE, score
from holdfast.suites.invariance.suite import SUITE

CHAIN = Chain("paper", ("Bon", "Gist", "Zab", "Joriza"))

WORLD = "World semantics: An event occurs if and only if its direct cause occurs. There are no other causes.\n"
FORWARD = "Bon causes Gist. Gist causes Zab. Zab causes Joriza.\n"
REVERSED = "Zab causes Joriza. Gist causes Zab. Bon causes Gist.\n"
RANDOM = "Gist causes Zab. Bon causes Gist. Zab causes Joriza.\n"
ORDERS = {(0, 1, 2): FORWARD, (2, 1, 0): REVERSED, (1, 0, 2): RANDOM}

ABSENT, PRESENT = "Therefore, Joriza did not occur.", "Therefore, Joriza occurred."
RIGHT_WAY, WRONG_WAY = "Therefore, Bon causes Joriza.", "Therefore, Joriza causes Bon."


def ordered(question: Question, order: tuple[int, ...]) -> State:
    state = question.state()
    return state if order == (0, 1, 2) else reorder([f.name for f in question.clauses()], order)(state)


def supposing(polarity: str) -> Question:
    return next(q for q in hypothetical(CHAIN) if q.premise == polarity)


def root_to_leaf() -> Question:
    return next(q for q in factual(CHAIN, "all") if q.query == "root>leaf")


# ------------------------------------------------------------------------------------------- the paper's Appendix B.3


@pytest.mark.parametrize("order", ORDERS)
def test_tcit_h_reads_as_in_the_paper(order) -> None:
    question = supposing("absent")
    request = METHODS["teacher-forced"].render(ordered(question, order))[""]
    assert request == ScoreRequest(
        WORLD + ORDERS[order] + "Suppose Bon did not occur.\nContinuations:\n- ", (ABSENT, PRESENT)
    )
    assert question.target == ABSENT


@pytest.mark.parametrize("order", ORDERS)
def test_tcit_f_reads_as_in_the_paper(order) -> None:
    question = root_to_leaf()
    request = METHODS["teacher-forced"].render(ordered(question, order))[""]
    assert request == ScoreRequest(WORLD + ORDERS[order] + "Continuations:\n- ", (RIGHT_WAY, WRONG_WAY))
    assert question.target == RIGHT_WAY


def test_the_other_polarity_and_the_unsupposed_prior() -> None:
    render = METHODS["teacher-forced"].render
    present = supposing("present")
    assert render(present.state())[""].prompt == WORLD + FORWARD + "Suppose Bon occurred.\nContinuations:\n- "
    assert present.target == PRESENT
    prior = supposing("none")
    assert render(prior.state())[""].prompt == WORLD + FORWARD + "Continuations:\n- "
    assert prior.target is None


def test_a_control_states_the_baseline_before_the_supposition() -> None:
    other = Chain("other", ("Mip", "Dax", "Wug", "Toma"))
    question = next(q for q in control(CHAIN, other) if q.premise == "present-flip-b" and q.query == "untouched-a")
    assert METHODS["teacher-forced"].render(question.state())[""] == ScoreRequest(
        WORLD
        + "Bon causes Gist. Mip causes Dax. Gist causes Zab. Dax causes Wug. Zab causes Joriza. Wug causes Toma.\n"
        + "Both Bon and Mip occurred.\nSuppose Mip did not occur.\nContinuations:\n- ",
        (ABSENT, PRESENT),
    )
    assert question.target == PRESENT
    neither = next(q for q in control(CHAIN, other) if q.premise == "absent" and q.query == "base-b")
    assert (
        "\nNeither Bon nor Mip occurred.\nContinuations" in METHODS["teacher-forced"].render(neither.state())[""].prompt
    )


# ------------------------------------------------------------------------------------------------------- forced choice


def lettered(first: str, second: str) -> str:
    return (
        f"{WORLD}{FORWARD}Suppose Bon did not occur.\n"
        f"Which conclusion follows?\nA: {first}\nB: {second}\nAnswer with the letter A or B only."
    )


@pytest.mark.parametrize("method", ["forced-choice", "sampling", "greedy"])
def test_both_assignments_of_letters_are_asked_and_nothing_else_differs(method) -> None:
    requests = METHODS[method].render(supposing("absent").state())
    texts = {role: request.messages for role, request in requests.items()}
    assert texts == {
        "ab": (Message("user", lettered(ABSENT, PRESENT)),),
        "ba": (Message("user", lettered(PRESENT, ABSENT)),),
    }


def test_each_method_asks_for_what_it_needs() -> None:
    state = supposing("absent").state()
    kinds = {
        "teacher-forced": ScoreRequest,
        "forced-choice": ChoicesRequest,
        "sampling": ReplyRequest,
        "greedy": ReplyRequest,
    }
    assert set(kinds) == set(METHODS)
    for name, kind in kinds.items():
        assert {type(request) for request in METHODS[name].render(state).values()} == {kind}
    assert {r.labels for r in METHODS["forced-choice"].render(state).values()} == {("A", "B")}
    assert {r.decoding.temperature for r in METHODS["greedy"].render(state).values()} == {0.0}
    assert not any(r.decoding.samples for r in METHODS["greedy"].render(state).values())
    assert {r.decoding.temperature for r in METHODS["sampling"].render(state).values()} == {0.7}


def test_several_methods_in_one_run_are_told_apart_by_role() -> None:
    state = supposing("absent").state()
    settings = {"methods": ["teacher-forced", "sampling", "greedy"], "paper_exact": False, "samples": 20}
    requests = SUITE.render(state, settings)
    assert set(requests) == {"teacher-forced", "sampling:ab", "sampling:ba", "greedy:ab", "greedy:ba"}
    assert requests["greedy:ba"] == METHODS["greedy"].render(state)["ba"]
    assert {role: SUITE.replicates(role, settings) for role in requests} == {
        "teacher-forced": 1, "sampling:ab": 20, "sampling:ba": 20, "greedy:ab": 1, "greedy:ba": 1,
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------------------- margins


SCORE = ScoreRequest("…", (ABSENT, PRESENT))
CHOOSE = ChoicesRequest((Message("user", lettered(ABSENT, PRESENT)),), ("A", "B"))
SWAPPED = ChoicesRequest((Message("user", lettered(PRESENT, ABSENT)),), ("A", "B"))
WRITE = ReplyRequest((Message("user", lettered(ABSENT, PRESENT)),), Decoding())
WRITE_SWAPPED = ReplyRequest((Message("user", lettered(PRESENT, ABSENT)),), Decoding())


def test_teacher_forced_margins_by_hand() -> None:
    answer = Scores((-12.0, -7.0), (6, 4))  # means -2 and -1.75
    toward_present = score(SCORE, answer, PRESENT)
    assert toward_present.answer == PRESENT
    assert toward_present.values == {"margin_mean": pytest.approx(0.25), "margin_sum": pytest.approx(5.0)}
    toward_absent = score(SCORE, answer, ABSENT)
    assert toward_absent.answer == PRESENT
    assert toward_absent.values == {"margin_mean": pytest.approx(-0.25), "margin_sum": pytest.approx(-5.0)}


def test_the_two_normalisations_may_disagree_and_the_mean_decides() -> None:
    answer = Scores((-9.0, -8.0), (6, 4))  # means -1.5 and -2.0: the longer one wins by mean, loses by sum
    scored = score(SCORE, answer, ABSENT)
    assert scored.answer == ABSENT
    assert scored.values == {"margin_mean": pytest.approx(0.5), "margin_sum": pytest.approx(-1.0)}


def test_choices_margins_by_hand_in_both_assignments() -> None:
    answer = Choices((-0.5, -2.0))
    assert score(CHOOSE, answer, ABSENT) == score(SWAPPED, answer, PRESENT).__class__(ABSENT, {"margin": 1.5})
    assert score(CHOOSE, answer, PRESENT).values == {"margin": -1.5}
    assert score(SWAPPED, answer, ABSENT).values == {"margin": -1.5}
    assert score(SWAPPED, answer, ABSENT).answer == PRESENT


@pytest.mark.parametrize("lead", [0.0, TIE / 2, -TIE / 2])
def test_a_tie_is_no_answer(lead) -> None:
    for scored in (
        score(SCORE, Scores((-1.0 + lead, -1.0), (1, 1)), ABSENT),
        score(CHOOSE, Choices((-1.0 + lead, -1.0)), PRESENT),
    ):
        assert scored.answer is None


@given(
    sums=st.tuples(st.floats(-100, 0), st.floats(-100, 0)),
    counts=st.tuples(st.integers(1, 20), st.integers(1, 20)),
)
def test_margins_of_the_two_targets_are_opposite_and_the_answer_is_the_same(sums, counts) -> None:
    one, two = (score(SCORE, Scores(sums, counts), target) for target in (ABSENT, PRESENT))
    assert one.answer == two.answer
    assert {name: -value for name, value in one.values.items()} == pytest.approx(two.values)
    if one.answer is not None:
        assert (one.answer == ABSENT) == (one.values["margin_mean"] > 0)


READ = {
    "A": "A",
    "B": "B",
    "a": "A",
    "b.": "B",
    "B.": "B",
    " B\n": "B",
    "(A)": "A",
    "**B**": "B",
    '"A"': "A",
    "Answer: B": "B",
    "answer: a": "A",
    "Answer:\n\nB": "B",
    "A: Therefore, Joriza did not occur.": "A",
    "B) because the root": "B",
}


@pytest.mark.parametrize(("text", "letter"), READ.items())
def test_a_reply_with_a_letter_is_read(text, letter) -> None:
    scored = score(WRITE, Reply(text), ABSENT)
    assert scored.answer == (ABSENT if letter == "A" else PRESENT)
    assert scored.values == {"margin": 1.0 if letter == "A" else -1.0, "unread": 0.0}
    swapped = score(WRITE_SWAPPED, Reply(text), ABSENT)
    assert swapped.values["margin"] == -scored.values["margin"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "Both",
        "Both are",
        "Because",
        "Absolutely",
        "Neither",
        "I cannot tell",
        "C",
        "42",
        "Answer:",
        "Bon did",
    ],
)
def test_a_reply_without_a_letter_is_a_tie_that_says_so(text) -> None:
    for target in (ABSENT, PRESENT):
        scored = score(WRITE, Reply(text), target)
        assert scored.answer is None
        assert scored.values == {"margin": 0.0, "unread": 1.0}


@pytest.mark.parametrize("text", ["Because A is right", "Because A…", "but A"])
def test_a_word_that_begins_like_a_letter_is_not_that_letter(text) -> None:
    assert score(WRITE, Reply(text), ABSENT).answer != PRESENT


@pytest.mark.parametrize("text", ["A or B", "A/B", "A and B", "A and B both follow", "B or A", "A, B"])
def test_a_reply_that_names_both_letters_prefers_neither(text) -> None:
    scored = score(WRITE, Reply(text), ABSENT)
    assert scored.answer is None
    assert scored.values == {"margin": 0.0, "unread": 1.0}


def test_without_a_target_the_margin_is_that_of_the_same_continuation_in_both_assignments() -> None:
    """A prior calibrates: what it measures is a preference for a claim, not for a place in the list."""
    prefers_absent = (score(CHOOSE, Choices((-0.5, -2.0)), None), score(SWAPPED, Choices((-2.0, -0.5)), None))
    assert [scored.answer for scored in prefers_absent] == [ABSENT, ABSENT]
    assert [scored.values["margin"] for scored in prefers_absent] == [1.5, 1.5]
    writes_absent = (score(WRITE, Reply("A"), None), score(WRITE_SWAPPED, Reply("B"), None))
    assert [scored.values["margin"] for scored in writes_absent] == [1.0, 1.0]
    assert score(SCORE, Scores((-1.0, -3.0), (1, 1)), None).values["margin_mean"] == 2.0


def test_an_answer_of_another_kind_is_a_defect_and_not_a_score() -> None:
    with pytest.raises(TypeError, match="ScoreRequest with Reply"):
        score(SCORE, Reply("A"), ABSENT)
