"""Every format check on replies that pass and replies that do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.suites.regression.checks import CHECKS, passes, words
from holdfast.suites.regression.items import records

DAYS = {"text": "Monday, Tuesday,", "accepted": ["Wednesday"]}

TABLE = {
    "non_empty": [({}, ["Hi", "42"], ["", "  \n", "…!"])],
    "list_items": [
        ({"count": 2}, ["- a\n- b", "Here you are:\n\n1. a\n2) b\n", "* a b\n* c", "• a\n  – b"],
         ["- a", "- a\n- b\n- c", "a\nb", "-a\n-b", "a - b\nc - d", "- a\n- ", "1.5 kg\n2.5 kg"]),
        ({"count": 1}, ["- a"], ["", "a"]),
    ],
    "one_word": [({}, ["Green", " green.\n", "**Blue-green**", "don't"], ["", ".", "It is", "Green, green"])],
    "answer": [
        ({"accepted": ["eight", "8"]}, ["8", "It has EIGHT legs.", "Eight."], ["", "eighteen", "80", "six"]),
        ({"accepted": ["Rome"]}, ["rome", "The capital is **Rome**."], ["Romeo", "Milan"]),
    ],
    "continuation": [
        (DAYS, ["Wednesday", "wednesday, Thursday", "'Wednesday'.", "Monday, Tuesday, Wednesday.",
                "monday tuesday\nWednesday"],
         ["", "Monday, Tuesday,", "The next is Wednesday", "Tuesday, Wednesday", "Wednesdays"]),
    ],
    "upper_case": [({}, ["DOG", "IT IS 5 O'CLOCK!"], ["", "5!", "Dog", "THE DOG barks"])],
    "lower_case": [({}, ["madrid", "hello, you 2."], ["", "12", "Madrid", "madriD"])],
    "begins_with": [
        ({"text": "Dear Maria"}, ["Dear Maria, hello", "dear maria", '"Dear Maria!"'], ["", "Dear", "My dear Maria"]),
    ],
    "ends_with": [
        ({"word": "blue"}, ["The sky is blue.", 'BLUE"!', "a blue\n"], ["", "The blue sky.", "bluer", "light-blue"]),
    ],
    "mentions": [
        ({"wanted": ["bread", "river"]}, ["The River smelled of bread.", "The river's bread-oven"],
         ["", "bread", "breads river"]),
    ],
    "at_most_words": [({"count": 3}, ["one", "one two three", "It's well-made, yes"], ["", "—", "one two three four"])],
    "sentences": [
        ({"count": 2}, ["It is up. It is round!", 'He said "Go." He went.', "Really?! Yes."],
         ["", "It is up", "It is up.", "A. B. C.", "A. B. and then", "Version 1.2 is out."]),
        ({"count": 1}, ["Version 1.2 is out.", "Well..."], ["No end", "One. Two."]),
    ],
    "json_keys": [
        ({"keys": ["name", "age"]},
         ['{"name": "Ada", "age": 36}', ' {"age": null, "name": []}\n', '```json\n{"name": 1, "age": 2}\n```',
          '```\n{"name": 1,\n "age": 2}```'],
         ["", "{}", '{"name": 1}', '{"name": 1, "age": 2, "city": 3}', '[{"name": 1, "age": 2}]',
          "{'name': 1, 'age': 2}", 'Sure: {"name": 1, "age": 2}', '{"name": 1, "age": 2', "[" * 5000, "null"]),
    ],
    "no_digits": [({}, ["twelve", "There are twelve months."], ["", "!", "12", "Room 4b", "x²"])],
    "no_commas": [({}, ["It is calm and blue."], ["", ".", "Calm, blue."])],
    "one_of": [
        ({"options": ["red", "blue"]}, ["red", "Blue.", " **RED** "],
         ["", "green", "red or blue", "It is red", "red red"]),
    ],
}  # fmt: skip

GOOD = [(check, arguments, reply) for check, rows in TABLE.items() for arguments, good, _ in rows for reply in good]
BAD = [(check, arguments, reply) for check, rows in TABLE.items() for arguments, _, bad in rows for reply in bad]


def test_every_check_is_in_the_table() -> None:
    assert TABLE.keys() == CHECKS.keys()


@pytest.mark.parametrize(("check", "arguments", "reply"), GOOD)
def test_passes(check: str, arguments: dict, reply: str) -> None:
    assert passes(reply, check, arguments)


@pytest.mark.parametrize(("check", "arguments", "reply"), BAD)
def test_fails(check: str, arguments: dict, reply: str) -> None:
    assert not passes(reply, check, arguments)


SOLUTIONS = {
    "list_items": lambda a: "\n".join(f"- thing {i}" for i in range(a["count"])),
    "one_word": lambda a: "Word",
    "answer": lambda a: f"It is {a['accepted'][0]}.",
    "continuation": lambda a: a["accepted"][0],
    "upper_case": lambda a: "STOP",
    "lower_case": lambda a: "stop",
    "begins_with": lambda a: f"{a['text']} it rains.",
    "ends_with": lambda a: f"It is a {a['word']}.",
    "mentions": lambda a: f"We saw {' and '.join(a['wanted'])}.",
    "at_most_words": lambda a: "Short",
    "sentences": lambda a: " ".join(["It is so."] * a["count"]),
    "json_keys": lambda a: "{" + ", ".join(f'"{key}": 1' for key in a["keys"]) + "}",
    "one_of": lambda a: a["options"][-1],
}


@pytest.mark.parametrize("record", records("B"), ids=lambda record: record.name)
def test_every_instruction_can_be_followed_and_an_empty_reply_never_does(record) -> None:
    good = SOLUTIONS.get(record.check, lambda a: "A calm reply")(record.arguments)
    assert passes(good, record.check, record.arguments)
    assert not passes("", record.check, record.arguments)


@given(st.text(), st.sampled_from(records("B")))
def test_no_reply_breaks_a_check(reply: str, record) -> None:
    assert passes(reply, record.check, record.arguments) in (True, False)


@given(st.text())
def test_words_are_lower_case_and_hold_no_space(text: str) -> None:
    assert all(word and not any(c.isspace() for c in word) for word in words(text))
