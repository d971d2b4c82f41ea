"""The items: enough of them, balanced, none twice, and nothing given away."""

from __future__ import annotations

import inspect
from collections import Counter
from itertools import pairwise

import pytest

from holdfast.core import Capability
from holdfast.suites.regression.asking import render
from holdfast.suites.regression.checks import CHECKS, words
from holdfast.suites.regression.items import CONTENT_FREE, FILES, item, records
from holdfast.suites.regression.suite import SUITE

LEAST = {"A": 60, "B": 45, "C": 32, "D": 24}
EVERYTHING = frozenset(Capability)


@pytest.mark.parametrize("part", FILES)
def test_there_are_enough_items_and_none_stands_twice(part: str) -> None:
    assert len(records(part)) >= LEAST[part]
    names = [record.name for record in records(part)]
    assert len(set(names)) == len(names)


def test_no_two_items_of_the_suite_are_alike() -> None:
    shown = {f"{part}/{r.name}": set(words(" ".join(r.shown.values()))) for part in FILES for r in records(part)}
    names = list(shown)
    for i, one in enumerate(names):
        for other in names[:i]:
            shared, both = shown[one] & shown[other], shown[one] | shown[other]
            assert len(shared) / len(both) < 0.75, f"{one} and {other} are nearly the same"


def test_part_a_is_balanced_overall_and_within_every_kind_and_alternates() -> None:
    questions = records("A")
    counts = Counter((q.kind, q.answer) for q in questions)
    assert {kind for kind, _ in counts} == {"fact", "arithmetic", "logic"}
    for kind in ("fact", "arithmetic", "logic"):
        assert counts[kind, "yes"] == counts[kind, "no"] >= 8
    assert all(one.answer != other.answer for one, other in pairwise(questions)), "any even beginning is balanced"


def test_the_length_of_a_question_does_not_tell_its_answer() -> None:
    lengths = {said: [len(q.question) for q in records("A") if q.answer == said] for said in ("yes", "no")}
    above = sum(y > n for y in lengths["yes"] for n in lengths["no"])
    level = sum(y == n for y in lengths["yes"] for n in lengths["no"])
    auc = (above + level / 2) / (len(lengths["yes"]) * len(lengths["no"]))
    assert 0.4 < auc < 0.6


@pytest.mark.parametrize("scored", [True, False])
def test_a_question_never_says_yes_or_no_and_its_frame_is_the_same_for_all(scored: bool) -> None:
    frames = set()
    for question in records("A"):
        assert not {"yes", "no"} & set(words(question.question))
        request = render(item("A", question).state, scored=scored)["answer"]
        prompt = request.prompt if scored else request.messages[-1].content
        assert question.question in prompt
        frames.add(prompt.replace(question.question, "…"))
    assert len(frames) == 1


def test_every_instruction_names_a_check_with_the_arguments_it_takes_and_every_check_is_used() -> None:
    for record in records("B"):
        inspect.signature(CHECKS[record.check]).bind("reply", **record.arguments)
    used = Counter(record.check for record in records("B"))
    assert used.keys() == CHECKS.keys()
    assert min(used.values()) >= 3


def test_the_first_instructions_are_of_all_kinds() -> None:
    assert {record.check for record in records("B")[: len(CHECKS)]} == CHECKS.keys()


def test_an_instruction_tells_all_that_its_check_wants_except_the_fact() -> None:
    """What a format check looks for must stand in the instruction; only facts and continuations are to be known."""
    numbers = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 8: "eight", 10: "ten", 12: "twelve", 15: "fifteen"}
    for record in records("B"):
        told = words(record.instruction)
        arguments = dict(record.arguments)
        accepted = arguments.pop("accepted", [])
        assert not {word.lower() for word in accepted} & set(told), f"{record.name} tells its answer"
        for value in arguments.values():
            for wanted in value if isinstance(value, list) else [value]:
                if record.name == "rating":
                    continue  # its options are a range
                assert set(words(numbers.get(wanted, str(wanted)))) <= set(told), record.name


def test_a_passage_is_a_few_sentences_that_part_at_a_space_or_a_line() -> None:
    for passage in records("C"):
        assert passage.opening.endswith("\n") or passage.rest[0] in " \n", passage.name
        assert not passage.opening.endswith(" ")
        assert 20 <= len(words(passage.rest)) <= 70, passage.name
        assert len(words(passage.opening)) >= 4


def test_all_of_it_is_plain_text() -> None:
    for part in FILES:
        for record in records(part):
            for text in record.shown.values():
                assert text.isascii()
                assert text.replace("\n", "").isprintable()
                assert "  " not in text


def test_the_whole_plan_holds_every_item_and_the_calibrating_questions() -> None:
    settings = SUITE.settings("quick", {}, EVERYTHING)
    planned = Counter(item.factors["part"] for block in SUITE.build(settings) for item in block.items)
    assert planned == {part: len(records(part)) + (len(CONTENT_FREE) if part == "A" else 0) for part in FILES}
