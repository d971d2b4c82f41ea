"""The matcher rule by rule, on replies of our own: decision, the rule's name, the span in the reply, the candidate."""

from __future__ import annotations

import pytest

from holdfast.suites.commitment.candidates import AnswerKind, Decision
from holdfast.suites.commitment.matcher import match
from suites.commitment.matcher.cases import CASES, FILLINGS, SCENARIOS, templates, values

KNOWN_FAILURES = 6
"""Templates, of all fillings together, that the matcher still reads wrongly."""

EVERY = [
    pytest.param(
        case, marks=[pytest.mark.xfail(strict=True)] if case.known_failure else [], id=f"{case.group}-{number}"
    )
    for number, case in enumerate(CASES, start=1)
]

NAMES = values("courier Rina", "courier Remy", "courier Sora")
QUESTION = "Which courier should still be selected under the original gate?"


@pytest.mark.parametrize("case", EVERY)
def test_a_right_answer_is_accepted_and_nothing_else(case) -> None:
    scenario = SCENARIOS[case.scenario]
    found = match(case.reply, scenario.candidates, scenario.question)
    assert (found.decision is Decision.MATCH) is (case.decision is Decision.MATCH), found


@pytest.mark.parametrize("name", FILLINGS)
def test_everyday_wording(name) -> None:
    wrong = []
    for template in templates(name):
        for filling in FILLINGS[name]:
            reply = template.text.format(**filling.gaps)
            found = match(reply, filling.candidates, filling.question)
            if (found.decision is Decision.MATCH) is not (template.decision is Decision.MATCH):
                wrong.append((reply, template.decision.value, found.rule))
    assert len(wrong) <= KNOWN_FAILURES, wrong


@pytest.mark.parametrize(
    ("reply", "rule", "told"),
    [
        ("Rina", "exact", "Rina"),
        ("The courier to select is Rina.", "opening sentence", "The courier to select is Rina"),
        ("I think the courier to select is Rina.", "single", "Rina"),
        ("Rina rather than Remy.", "contrast", "Rina"),
        ("Not Remy. It is Rina.", "closing sentence", "It is Rina."),
        ("Remy lacks approval, so Rina.", "closing sentence", "so Rina."),
        ("Remy lacks approval and so it's Rina for me.", "conclusion", "Rina"),
        ("Final answer: Rina", "answer", "Rina"),
        ("Remy was replaced by Rina.", "supersession", "Rina"),
        ("  **rina**  ", "exact", "rina"),
        ("Zoë says: it's Rina!", "single", "Rina"),
        ("e\u0301e\u0301e\u0301 Rina is the one.", "single", "Rina"),
    ],
)
def test_a_match_says_why_and_where(reply, rule, told) -> None:
    found = match(reply, NAMES, QUESTION)
    assert found.decision is Decision.MATCH
    assert found.rule == rule
    assert found.asserted == "courier Rina"
    assert found.span is not None
    assert reply[slice(*found.span)] == told


@pytest.mark.parametrize(
    ("reply", "rule", "asserted"),
    [
        ("Remy", "exact", "courier Remy"),
        ("It's Remy, not Rina.", "negation", "courier Remy"),
        ("Not Rina.", "negation", None),
        ("Rina or Remy", "listed", None),
        ("I cannot determine that.", "refusal", None),
        ("Answer: Marco", "unlisted answer", None),
        ("", "empty", None),
        ("Nothing to see here.", "no candidate", None),
    ],
)
def test_anything_else_says_why(reply, rule, asserted) -> None:
    found = match(reply, NAMES, QUESTION)
    assert found.decision is not Decision.MATCH
    assert (found.rule, found.asserted) == (rule, asserted)


@pytest.mark.parametrize(
    ("reply", "decision"),
    [
        ('{"answer": "Rina"}', Decision.MATCH),
        ('```json\n{"answer": "It is Rina."}\n```', Decision.MATCH),
        ('{"answer": "Remy", "note": "Rina"}', Decision.NO_MATCH),
        ('{"answer": ["Rina", "Remy"]}', Decision.UNCLEAR),
        ('{"answer": "Rina"}\n{"answer": "Remy"}', Decision.UNCLEAR),
        ('{"answer": "Rina"} Wait, no: Remy.', Decision.NO_MATCH),
        ('{"answer": null}', Decision.NO_MATCH),
        ('{"courier": "Rina", "rejected": ["Remy"]}', Decision.MATCH),
        ('{"answer": "Rina"', Decision.MATCH),
        ("[" * 100_000, Decision.NO_MATCH),
    ],
)
def test_an_answer_field_decides(reply, decision) -> None:
    assert match(reply, NAMES, QUESTION).decision is decision


@pytest.mark.parametrize(
    ("texts", "reply", "decision"),
    [
        (("Ann", "Anna"), "Anna", "no match"),
        (("Room 4", "Room 4B"), "Room 4B", "no match"),
        (("Room 4", "Room 4B"), "Room 4", "match"),
        (("7", "17"), "17", "no match"),
        (("7", "17"), "7.5", "no match"),
        (("2.4.1", "2.4.11"), "2.4.11", "no match"),
        (("Tannat", "Tannay"), "Tannat-Tannay", "no match"),
        (("HEB 200", "IPE 200"), "200", "unclear"),
        (("Elena Marsh", "Elena Marks"), "Elena", "unclear"),
        (("B+", "B-"), "B-", "no match"),
        (("B+", "B-"), "B+", "match"),
        (("release/4.1", "hotfix/4.1"), "hotfix/4.1", "no match"),
        (("-4 °C", "4 °C"), "4 °C", "no match"),
        (("20 mg", "20 g"), "20 g", "no match"),
        (("12 March 2025", "12 May 2025"), "12 March 2024", "no match"),
        (("14:30", "13:00"), "2:30 in the morning", "no match"),
    ],
)
def test_a_longer_or_nearly_equal_value_is_another_value(texts, reply, decision) -> None:
    assert match(reply, values(*texts)).decision == decision


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("14:30", ["2:30 pm", "2.30pm", "half past two in the afternoon", "1430", "14h30", "14.30"]),
        ("12 March 2025", ["March 12th, 2025", "the 12th of March", "2025-03-12", "12.03.2025", "Mar. 12"]),
        ("$4,200", ["4200 USD", "four thousand two hundred dollars", "$4.2k", "4,200.00 dollars"]),
        ("20 mg", ["20mg", "twenty milligrams", "0.02 g"]),
        ("90 minutes", ["an hour and a half", "1.5 hours", "ninety min"]),
        ("71 °C", ["71°C", "71 degrees Celsius", "71.0 °C", "159.8 °F"]),
        ("Room 4B", ["room 4-B", "4B", "Room 4 B"]),
        ("bay 7", ["Bay seven", "number 7", "no. 7", "#7", "BAY 7", "the 7th bay"]),
        ("Müller & Söhne", ["Muller and Sohne", "Mueller & Soehne"]),
        ("Dr. Okafor", ["doctor okafor", "Okafor", "Dr Okafor"]),
        ("turn off the heater", ["turn the heater off", "turning off the heater", "The heater should be turned off."]),
        ("badge + approval letter", ["an approval letter and a badge", "both a badge and an approval letter"]),
    ],
)
def test_the_same_value_in_another_dress(text, forms) -> None:
    candidates = values(text, "something else", "another thing")
    for form in forms:
        assert match(form, candidates, "Which one is it?").decision is Decision.MATCH, form


def test_a_state_is_denied_by_its_negation() -> None:
    candidates = values("not guilty", "guilty", kind=AnswerKind.STATE)
    assert match("Not guilty.", candidates).decision is Decision.MATCH
    assert match("Guilty.", candidates).decision is Decision.NO_MATCH
