"""From replies to scores: questions are found by their words, JSON and confidence read strictly, nothing crashes."""

from __future__ import annotations

import json

import pytest

from holdfast.core import HoldfastError, Message, Reply, ReplyRequest
from holdfast.suites.commitment.families.base import Said
from holdfast.suites.commitment.inventory import CLEAN, tasks
from holdfast.suites.commitment.questions import answer_name, as_target, asked, from_target
from holdfast.suites.commitment.rendering import render
from holdfast.suites.commitment.replies import read_reply, score
from holdfast.suites.commitment.settings import Settings
from holdfast.suites.commitment.vocabulary import RELEASE


@pytest.fixture(scope="module")
def task():
    return next(t for t in tasks(RELEASE, 1) if t.family.slug == "source_confusion_provenance_binding")


@pytest.fixture(scope="module")
def target(task) -> str:
    return as_target(task.questions(task.variant(CLEAN)))


def scored(task, target: str, role: str, text: str, **settings):
    request = render(task.variant(CLEAN), Settings(**settings))[role]
    return score(request, Reply(text), target)


def test_targets_come_back_as_they_went(task, target) -> None:
    assert from_target(target) == task.questions(task.state)
    assert as_target(from_target(target)) == target


@pytest.mark.parametrize("settings", [{}, {"probes": "fork"}, {"contract": "paper"}, {"strict_schema": True}], ids=str)
def test_the_question_of_a_request_is_found_by_its_words(task, target, settings) -> None:
    for role, request in render(task.variant(CLEAN), Settings(**settings)).items():
        assert asked(request, from_target(target))[0] == role


def test_a_request_of_another_task_is_refused(target) -> None:
    with pytest.raises(HoldfastError, match="none of its task's questions"):
        asked(ReplyRequest((Message("user", "What else?"),)), from_target(target))


def test_a_right_pair_and_a_right_value_from_the_wrong_source(task, target) -> None:
    gold = from_target(target)["answer"].candidates.gold
    right = scored(task, target, "answer", f"{gold.text}, {gold.source}")
    assert right.answer == answer_name(gold) == f"{gold.text} ({gold.source})"
    assert right.values["right"] == 1.0
    assert right.values["decision"] == "match"
    other = next(m.source for m in from_target(target)["answer"].candidates.members if m.source != gold.source)
    wrong = scored(task, target, "answer", f"{gold.text}, {other}")
    assert wrong.values["right"] == 0.0
    assert wrong.answer != right.answer


def test_probes_are_held_against_their_own_answers(task, target) -> None:
    gold = from_target(target)["probe-1"].candidates.gold
    assert scored(task, target, "probe-1", gold.text).answer == gold.text
    assert scored(task, target, "answer", gold.text).values["right"] == 0.0


@pytest.mark.parametrize(
    ("reply", "answer", "stated"),
    [
        ('{"answer": "Bay 7"}', "Bay 7", {}),
        ('```json\n{"answer": "Bay 7", "confidence": 0.5}\n```', "Bay 7", {"confidence": 0.5}),
        ('{"answer": "x", "confidence": 1.5, "success_probability": 1}', "x", {"success_probability": 1.0}),
        ('{"answer": "x", "confidence": true, "success_probability": "0.5"}', "x", {}),
        ('The answer: {"answer": "Bay 7"}', None, {}),
        ('{"answer": 7}', None, {}),
        ('{"answer": null}', None, {}),
        ("[1]", None, {}),
        ('{"answer": "Bay 7"', None, {}),
        ("", None, {}),
        ("[" * 100_000, None, {}),
        ("\ud800", None, {}),
    ],
)
def test_strict_schema_takes_json_and_nothing_else(task, reply, answer, stated) -> None:
    request = render(task.state, Settings(strict_schema=True, confidence=True))["answer"]
    assert read_reply(request, reply) == (answer, stated)


@pytest.mark.parametrize(
    ("reply", "answer", "stated"),
    [
        (
            "Bay 7\nConfidence: 0.8\nSuccess probability: 0.75",
            "Bay 7",
            {"confidence": 0.8, "success_probability": 0.75},
        ),
        ("Bay 7\n**Confidence**: 1.0", "Bay 7", {"confidence": 1.0}),
        ("Bay 7\nConfidence: high", "Bay 7", {}),
        ("Bay 7\nConfidence: 80%\nSuccess probability: 2", "Bay 7", {}),
        ("Bay 7", "Bay 7", {}),
        ("", "", {}),
    ],
)
def test_confidence_is_read_strictly_and_is_no_part_of_the_answer(task, reply, answer, stated) -> None:
    request = render(task.state, Settings(confidence=True))["answer"]
    assert read_reply(request, reply) == (answer, stated)


def test_confidence_that_was_not_asked_for_is_not_read(task) -> None:
    reply = "Bay 7\nConfidence: 0.8"
    assert read_reply(render(task.state, Settings())["answer"], reply) == (reply, {})


def test_invalid_json_is_a_decision(task, target) -> None:
    found = scored(task, target, "answer", "no braces here", strict_schema=True)
    assert (found.answer, found.values["right"], found.values["rule"]) == (None, 0.0, "no valid JSON")
    gold = from_target(target)["answer"].candidates.gold
    reply = json.dumps({"answer": f"{gold.text}, {gold.source}"})
    assert scored(task, target, "answer", reply, strict_schema=True).values["right"] == 1.0


BAD = ["", " \n", "x" * 1_000_000, "答えはわかりません", "\x00\u202e", "{" * 5_000]


@pytest.mark.parametrize("settings", [{}, {"strict_schema": True}, {"confidence": True}], ids=str)
@pytest.mark.parametrize(
    "bad", ["", " \n", "x" * 1_000_000, "答えはわかりません", "\x00\u202e", "{" * 5_000], ids=lambda t: f"{t[:6]!r}"
)
def test_bad_replies_get_a_decision_and_no_crash(task, target, bad, settings) -> None:
    for role in ("answer", "probe-1"):
        found = scored(task, target, role, bad, **settings)
        assert found.values["right"] == 0.0
        assert found.values["decision"] in ("no match", "unclear")


def test_a_reply_that_quotes_the_whole_prompt_is_not_right(task, target) -> None:
    request = render(task.variant(CLEAN), Settings())["answer"]
    found = score(request, Reply(request.messages[-1].content), target)
    assert found.values["right"] == 0.0


def test_every_right_answer_is_recognised_in_its_plainest_form() -> None:
    """The bound answer to every question of two inventories, as the forms ask for it."""
    for seed in (RELEASE, 11):
        for task in tasks(seed, 3):
            state = task.variant(CLEAN)
            questions = task.questions(state)
            for role, request in render(state, Settings()).items():
                gold = questions[role].candidates.gold
                said = Said(gold.text, gold.source)
                text = f"{said.text} {said.source}".strip()
                found = score(request, Reply(text), as_target(questions))
                assert found.values["right"] == 1.0, (task.name, role, text, found)
