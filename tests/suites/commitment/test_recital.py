"""A task told again is no answer; a sentence quoted beside an answer is."""

from __future__ import annotations

import pytest

from holdfast.core import Reply
from holdfast.suites.commitment.recital import without_recital
from holdfast.suites.commitment.suite import SUITE

PROMPT = (
    "You keep the board of a ward. Wishes are not moves.\n\n1. Ms Lerva has been given bed 822.\n"
    "2. In bed 563 lies Ms Lisel.\n3. Soup will be tomato and bread.\n\nQuestion: Where does Ms Lisel lie?"
)


def test_recited_sentences_are_blanked_and_the_rest_stays_in_its_place() -> None:
    reply = f"{PROMPT}\nBed 563."
    read = without_recital(reply, PROMPT)
    assert len(read) == len(reply)
    assert read.split() == ["Bed", "563."]
    assert read.index("Bed 563") == reply.index("Bed 563.")


@pytest.mark.parametrize(
    "reply",
    [
        "Bed 563.",
        "",
        "In bed 563 lies Ms Lisel.",
        "1. Ms Lerva has been given bed 822.\n2. In bed 563 lies Ms Lisel.\nSo it is bed 563, as the board says.",
    ],
)
def test_an_answer_with_its_reason_is_left_alone(reply) -> None:
    assert without_recital(reply, PROMPT) == reply


@pytest.mark.parametrize("cut", [1.0, 0.9, 0.7, 0.5])
def test_no_task_told_again_is_ever_right(cut) -> None:
    settings = SUITE.settings("quick", {}, frozenset())
    right = []
    for block in SUITE.build(settings):
        for item in block.items:
            for role, request in SUITE.render(item.state, settings).items():
                said = request.messages[-1].content
                found = SUITE.score(request, Reply(said[: int(len(said) * cut)]), item.key.target)
                right += [(item.name, role, found.values)] * (found.values["right"] == 1.0)
    assert right == []


def test_a_list_that_is_mostly_recited_asserts_nothing_where_it_goes_astray_either() -> None:
    reply = (
        "1. Ms Lerva has been given bed 349.\n2. In bed 563 lies Ms Lasir.\n3. Soup will be tomato and bread.\n"
        "4. Ms Lisel walks to bed 563 by herself.\n5. In bed 3"
    )
    assert without_recital(reply, PROMPT).strip() == ""
    assert without_recital(f"{reply}\nSo: bed 563.", PROMPT).split() == ["So:", "bed", "563."]
