"""Answers that stand alone, what takes them back, and replies that decline."""

from __future__ import annotations

import pytest

from holdfast.suites.commitment.candidates import AnswerKind, Candidate, Candidates, Decision, Role
from holdfast.suites.commitment.matcher import match
from suites.commitment.matcher.cases import values

QUESTION = "Which plot does Vulo tend now?"
PLOTS = values("plot 4564", "plot 4549", "plot 4823")
PAIRS = Candidates(
    AnswerKind.PAIR,
    (
        Candidate("782 g", Role.GOLD, source="Nadik"),
        Candidate("797 g", Role.OTHER, source="Mirlen"),
        Candidate("782 g", Role.NEAR_MISS, source="Mirlen"),
    ),
)

STAND_ALONE = {
    "closing line": [
        "Line 1 gives 4549, line 3 gives 4823, and 4549 was never entered.\n\n**Plot 4564**",
        "- 4549: Silmen's\n- 4823: nobody's\n\nAnswer: plot 4564",
        "First impression: plot 4564.\n\nPlot 4549 is only talk.\n\nplot 4564",
    ],
    "closing sentence": [
        "4549 and 4823 came up too. The log never changed, so the first entry holds: plot 4564",
        "4549 was only talked about, and 4823 is Silmen's. Vulo tends plot 4564 now.",
        "First impression: plot 4549.\n\nPlot 4549 is only talk.\n\nSo what the log says stands: plot 4564",
    ],
    "opening": [
        "Plot 4564. The log never gave Vulo 4549, and 4823 is what Silmen wants, so neither of them counts for this.",
        "Plot 4564 (line 3).\n\nNot these:\n- plot 4549: only talk\n- plot 4823: Silmen's",
        "**Plot 4564**, because the handover was never entered. Silmen's 4823 therefore changes nothing here.",
        "Plot 4564, not 4549: the exchange with 4549 was never entered in the garden log, whatever people say.",
    ],
    "opening sentence": [
        "Vulo still tends plot 4564; the handover with Silmen was never entered in the log, so it does not count.",
        "Plot 4564 is the one: it is in the log. The others that came up are 4549 (talk) and 4823 (Silmen's wish).",
    ],
    "bold": [
        "- 4549 is what was talked about\n- Vulo tends **plot 4564**, by the log\n- 4823 is Silmen's",
        "## Garden log\n\n**Plot in Vulo's care:** 4564\n\n- 4549 was only talked about\n- 4823 is Silmen's",
        "- The handover gave 4549 to Silmen.\n- **Vulo tends plot 4564.**\n- The sign with 4823 doesn't count.",
    ],
    "answer": [
        "Answer: plot 4564, because the handover was never entered, and what people say of 4549 does not count.",
    ],
    "pointed at": [
        "- 4564: in the log since the spring. This is Vulo's plot now.\n- 4549: only talk.\n- 4823: Silmen's.",
    ],
}
"""Replies that give plot 4564, by the way in which they set it apart."""


@pytest.mark.parametrize(
    ("rule", "reply"), [(rule, reply) for rule, replies in STAND_ALONE.items() for reply in replies]
)
def test_what_stands_alone_is_the_answer_whatever_else_is_weighed(rule, reply) -> None:
    found = match(reply, PLOTS, QUESTION)
    assert found.decision is Decision.MATCH
    assert found.rule == rule
    assert found.span is not None
    assert "4564" in reply[slice(*found.span)]


LONG = "The garden committee keeps one log for all plots, and only what its secretary enters there counts. " * 2
"""Beyond this length a reply must set its answer apart, or be one plain paragraph."""


@pytest.mark.parametrize(
    "reply",
    [
        f"Plot 4564 is what the log gives him, since no handover was entered. {LONG}",
        f"{LONG}Some say 4549, and 4823 is Silmen's, so he is still on plot 4564.",
        f"{LONG}\n\n- 4549: talk\n- 4823: Silmen's\n\nIt is plot 4564, from the last entry.",
        f"{LONG}Start → 4549; then the entry → 4564.\n\nAnswer: plot 4564",
        f"Plot 4564\n\nDo not rely on the sign, which says that it is plot 4549. {LONG}",
        f"Plot 4564. They hold only what was entered. {LONG}Nobody had to wait for plot 4549.",
        f"Plot 4564.\n\nAlso mentioned:\n- 4549: it is plot 4549 that people talk of\n\n{LONG}",
        f"{LONG}Others name 4549. The log has had it as plot 4564 throughout, and nothing in it has changed since.",
    ],
)
def test_a_long_reply_opens_or_ends_with_its_answer_or_is_one_paragraph(reply) -> None:
    assert match(reply, PLOTS, QUESTION).asserted == "plot 4564"


@pytest.mark.parametrize(
    "reply",
    [
        f"{LONG}\n\n- 4549 is talked about\n- 4564 stands in an entry of the spring, and nobody has changed it",
        f"{LONG}My notes have 4564 for him in the spring and nothing later, so somebody should look it up.",
        f"{LONG}\n\nPlot 4564 is a possibility, as it is the only one that nobody else has.",
        f"The two that come into question are 4549 and 4564.\n\n{LONG}",
    ],
)
def test_a_long_reply_that_does_neither_is_unclear(reply) -> None:
    found = match(reply, PLOTS, QUESTION)
    assert found.decision is Decision.UNCLEAR
    assert found.rule == "not set apart"


@pytest.mark.parametrize(
    ("reply", "asserted"),
    [
        ('{"gardener": "Vulo", "plot": 4564, "previous_plot": 4549}', "plot 4564"),
        ('{"gardener": "Vulo", "place": "plot 4564", "why": ["not 4549", "not 4823"]}', "plot 4564"),
        ('{"plot": null, "why": "Only 4564 is mentioned."}', None),
        ('{"gardener": "Silmen", "plot": 4564}', None),
        ('{"gardener": "Vulo", "previous_plot": 4564}', None),
        ("facts:\n  handover: none\n  talk: 4549\nresult: plot 4564", "plot 4564"),
        ("plot: null\nreason: the only plot mentioned, 4564, is nobody's", None),
        ("gardener: Vulo\nplot: 4564", "plot 4564"),
    ],
)
def test_a_record_answers_under_the_question_s_word(reply, asserted) -> None:
    assert match(reply, PLOTS, QUESTION).asserted == asserted


@pytest.mark.parametrize(
    "reply", ["Vula tends plot 4564.", "It would have been plot 4564.", "The distractor is **plot 4564**; ignore it."]
)
def test_what_is_said_of_another_or_of_what_might_have_been_is_no_answer(reply) -> None:
    assert match(reply, PLOTS, QUESTION).decision is not Decision.MATCH


@pytest.mark.parametrize(
    "reply",
    [
        "Plot 4564. No, sorry: the log has a handover, so plot 4549.",
        "Plot 4564... wait, that was before the handover. Plot 4549.",
        "Plot 4564, later changed to 4549.",
        "Plot 4564. On reflection the handover was entered, which makes it plot 4549.",
        "Plot 4564 (line 3) or plot 4549 (line 7)",
        "Plot 4564\nPlot 4549\nPlot 4823",
        "Plot 4564.\n\nCorrection: plot 4549",
        "Vulo tends plot 4564. Vulo tends plot 4549.",
        "# Rejected\nPlot 4564",
        "- Plot 4564\n- Plot 4549",
        "Plot 4564\n\n(4549 after the handover)",
        "The draft names **plot 4564**. It was never signed. Plot 4549 stays.",
        "**Plot 4564** is named most often, but the log was never changed: Vulo tends plot 4549.",
        "Before line 16, **plot 4564** belonged to Silmen. After it, Vulo is left with plot 4549.",
        "It's unclear from the log whether Vulo tends **plot 4564**.",
    ],
)
def test_what_is_taken_back_or_stands_beside_another_does_not_stand(reply) -> None:
    assert match(reply, PLOTS, QUESTION).decision is not Decision.MATCH


@pytest.mark.parametrize(
    "reply",
    [
        "**782 g Nadik**",
        "782 g, from Nadik. Mirlen cites it.",
        "Mirlen says 797 g.\n\n782 g, Nadik",
        "The amount to print is 782, credited to Nadik, who has it out of a trial bake and corrected an earlier 797 g.",
        '{"amount": "782 g", "baker": "Nadik", "why": "Mirlen only cites it."}',
    ],
)
def test_a_pair_stands_alone_with_both_parts(reply) -> None:
    assert match(reply, PAIRS, "Which amount is printed, and who is credited?").decision is Decision.MATCH


DECLINED = [
    "I can't say which plot it is. Vulo was talked about with 4564, but no entry gives it.",
    "Silmen has 4823 and 4564 was mentioned.\n\nSo I can't name a plot yet.",
    "The plot can't be determined from these notes; 4564 is mentioned once.",
    "None of the plots in these notes can be Vulo's. Plot 4564 is mentioned without a name.",
    "Only the porter said plot 4564; the log was not shown to me, so I cannot answer.",
    "I'd rather not guess: the log is silent about Vulo. Only plot 4564 is unassigned.",
    "I can't give a plot. If the handover was entered, it would be plot 4564.",
]


@pytest.mark.parametrize("reply", DECLINED)
def test_who_declines_gives_no_answer_whatever_is_named(reply) -> None:
    assert match(reply, PLOTS, QUESTION).decision is not Decision.MATCH


@pytest.mark.parametrize(
    "reply",
    [
        "I can't be sure, but plot 4564.",
        "I can't confirm the entries. Plot 4564.",
        "I can't say whether the log is complete. Going by it, Vulo tends plot 4564.",
        "I cannot tell with certainty. My best guess is plot 4564.",
    ],
)
def test_an_answer_that_is_given_all_the_same_counts(reply) -> None:
    assert match(reply, PLOTS, QUESTION).decision is Decision.MATCH
