"""What holds of the matcher for any text: it never fails, never wavers, and noise never makes a wrong answer right."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.suites.commitment.candidates import Decision
from holdfast.suites.commitment.matcher import match
from holdfast.suites.commitment.matcher.fold import fold
from holdfast.suites.commitment.matcher.lexing import Text
from holdfast.suites.commitment.matcher.phrases import compiled
from holdfast.suites.commitment.matcher.plain import plainly
from holdfast.suites.commitment.matcher.reading import Reading
from holdfast.suites.commitment.matcher.scan import scan
from holdfast.suites.commitment.matcher.subjects import Subjects
from suites.commitment.matcher.cases import CASES, SCENARIOS, values

REPLIES = [
    (SCENARIOS[case.scenario].question, SCENARIOS[case.scenario].candidates, case.reply, case.decision)
    for case in CASES
    if not case.known_failure
]
WRONG = [reply for reply in REPLIES if reply[3] is not Decision.MATCH]
SWAYED = {
    "Memo 7928: 593. Memo 6190: 822. The earlier memo counts.",
    "- Petra (clearance revoked)\n- Pavel (cleared)\n- Ilse (off sick)",
    "1. 259 mm ✓\n2. 274 mm",
    "1. 259 mm\n2. 274 mm",
    "My guess: 509, maybe 494",
    "Bay 298 for soil samples. Bay 289 takes seeds.",
    "The neighbour says approved. The inspector says on hold.",
}
"""Of all wrong replies in all the noise below, those that some of it does make right."""
STEADY = [reply for reply in WRONG if reply[2] not in SWAYED]
WORDS = st.sampled_from(
    """
    Petra Pavel nurse not is no or and but , . ? ! : ; ( ) if because so rather than instead of was now never the answer
    "Petra" **Petra** ~~Pavel~~ {"answer": "Petra"} | - 1. 12 12:30 $5 % \n — → ✓ ✗ wait actually maybe only from to by
    """.split(" ")
)
TEXTS = st.one_of(st.text(), st.lists(WORDS, max_size=40).map(" ".join))
OPENERS = ("Sure! ", "Well, ", "OK. ", "Hello,\n\n", "Thanks for asking. ", "**", "> ", "```\n", "<think>hm</think>")
CLOSERS = ("", " Hope this helps!", "\n\nLet me know if you need anything else.", "**", "\n```", " :)", "\n\n---")


@given(TEXTS, st.sampled_from(sorted(SCENARIOS)))
def test_any_text_gets_the_same_decision_twice(text, scenario) -> None:
    candidates, question = SCENARIOS[scenario].candidates, SCENARIOS[scenario].question
    found = match(text, candidates, question)
    assert found == match(text, candidates, question)
    assert isinstance(found.decision, Decision)
    if found.span is not None:
        start, end = found.span
        assert 0 <= start < end <= len(text)
    if found.decision is Decision.MATCH:
        assert found.asserted == candidates.gold.text


@given(st.sampled_from(STEADY), st.sampled_from(OPENERS), st.sampled_from(CLOSERS))
def test_noise_around_a_reply_never_makes_it_right(case, opener, closer) -> None:
    question, candidates, reply, _ = case
    assert match(f"{opener}{reply}{closer}", candidates, question).decision is not Decision.MATCH


@pytest.mark.parametrize("case", [reply for reply in WRONG if reply[2] in SWAYED], ids=lambda case: case[2])
@pytest.mark.xfail(strict=True, reason="some noise makes it right")
def test_noise_never_makes_these_right(case) -> None:
    question, candidates, reply, _ = case
    for opener in OPENERS:
        for closer in CLOSERS:
            assert match(f"{opener}{reply}{closer}", candidates, question).decision is not Decision.MATCH


@given(st.sampled_from([case for case in WRONG if "{" not in case[2]]))
def test_markup_does_not_make_a_reply_right(case) -> None:
    question, candidates, reply, _ = case
    for changed in (f"**{reply}**", f"_{reply}_", reply.replace(" ", "  ")):
        assert match(changed, candidates, question).decision is not Decision.MATCH


@given(st.sampled_from(["Rina", "It's Rina.", "Rina rather than Remy.", "Not Remy, but Rina", "Answer: Rina"]))
def test_capitals_and_markup_do_not_hide_a_right_answer(reply) -> None:
    candidates = values("courier Rina", "courier Remy")
    for changed in (reply.upper(), reply.lower(), f"**{reply}**", f"> {reply}", reply.replace("Rina", "`Rina`")):
        assert match(changed, candidates).decision is Decision.MATCH, changed


@pytest.mark.parametrize(("question", "candidates", "reply", "decision"), REPLIES)
def test_the_short_way_says_what_the_long_way_says(question, candidates, reply, decision) -> None:
    known = compiled(candidates, question)
    text = Text(fold(reply))
    items = scan(text, known)
    subjects = Subjects(text, known) if known.focus.any else None
    found = plainly(text.words, items, known, subjects)
    if found is not None:
        standing = [mention for mention in Reading(text.words, items, known, subjects).mentions if mention.level > 0]
        assert {mention.target for mention in standing} == {found.target}


@pytest.mark.parametrize(
    "unit",
    [
        "Pavel is not cleared, but Petra is. ", "petra and pavel or ", "Petra, ", "((((Petra ", "12:30 3.5 ",
        "- Petra\n", '{"a": ', "> Petra\n", "| Petra | no |\n", "~~Petra", "答案是Petra。", "e\u0301 Petra ",
        "a", ".", "wait, ", "if Petra, ", "<think>", "\\frac{1}{2} ", "Hi Petra,\n", "\nBest regards\n",
        "nurse: Petra\n", "The nurse isn't known. ", "Petra must be ", "**Nurse: Petra** ", "But Petra is now ", "**",
        "Petra x no, ",
    ],
)  # fmt: skip
def test_time_grows_with_length_and_no_faster(unit) -> None:
    question, candidates = SCENARIOS["nurse"].question, SCENARIOS["nurse"].candidates

    def seconds(length):
        text = (unit * (length // len(unit) + 1))[:length]
        start = time.thread_time()
        match(text, candidates, question)
        return time.thread_time() - start

    seconds(2_000)
    short = min(seconds(20_000) for _ in range(3))
    assert min(seconds(80_000) for _ in range(2)) < 8 * short + 0.02


def test_a_reply_of_a_megabyte() -> None:
    question, candidates = SCENARIOS["nurse"].question, SCENARIOS["nurse"].candidates
    long = "The ward has many rules and this is one of them. " * 20_000
    assert match(long, candidates, question).decision is Decision.NO_MATCH
    assert match(f"{long}\n\nFinal answer: Petra", candidates, question).decision is Decision.MATCH
    assert match(f"{long}\n\nFinal answer: Pavel", candidates, question).decision is Decision.NO_MATCH


@given(TEXTS)
def test_what_is_not_named_is_never_asserted(text) -> None:
    candidates = values("quartermaster Xolani", "Petra", "Pavel")
    assert match(text.replace("X", "").replace("x", ""), candidates).decision is not Decision.MATCH
