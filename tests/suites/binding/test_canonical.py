"""The canonicaliser on labelled replies (see replies.txt), on hostile ones, and its contract."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.suites.binding.actions import Action
from holdfast.suites.binding.canonical import canonicalise

LABELS = {
    "A": Action.ACTION_A,
    "B": Action.ACTION_B,
    "V": Action.VETO,
    "D": Action.DEFER,
    "R": Action.RECALL_PRIOR,
    "X": Action.INVALID_OR_UNMAPPED,
}
FERRY, TRAIN = "take the coastal ferry", "take the night train"


class Labelled(NamedTuple):
    number: int
    kind: str
    options: tuple[str, str]
    label: Action
    text: str


def labelled(name: str) -> list[Labelled]:
    found: list[Labelled] = []
    kind, options = "", ("", "")
    for line in Path(__file__).with_name(name).read_text("utf-8").split("\n"):
        if line.startswith("# "):
            kind = line[2:]
        elif line.startswith("= "):
            a, b = line[2:].split(" | ")
            options = (a, b)
        elif line[1:3] == " |" and line[0] in LABELS:
            text = line[4:].replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")
            found.append(Labelled(len(found) + 1, kind, options, LABELS[line[0]], text))
    return found


REPLIES = labelled("replies.txt")
DEVELOPMENT = [reply for reply in REPLIES if reply.number % 2]
FINAL = [reply for reply in REPLIES if not reply.number % 2]
SECOND = labelled("replies_second.txt")
UNSEEN = labelled("replies_unseen.txt")


class Counted(NamedTuple):
    right: int
    """Replies that take one of the five actions and are read so."""
    read: int
    """Replies that are read as one of the five."""
    there: int
    """Replies that take one of the five."""


def counted(replies: list[Labelled]) -> Counted:
    read = [(canonicalise(r.text, *r.options).action, r.label) for r in replies]
    none = Action.INVALID_OR_UNMAPPED
    for reply, (action, label) in zip(replies, read, strict=True):
        if action is not label:
            print(f"{reply.kind}: {reply.text!r} is {label}, read as {action}")
    return Counted(
        sum(action is label is not none for action, label in read),
        sum(action is not none for action, _ in read),
        sum(label is not none for _, label in read),
    )


def test_the_labelled_set_is_large_and_holds_every_code_in_both_halves() -> None:
    assert len(REPLIES) >= 300
    for half in (DEVELOPMENT, FINAL, SECOND, UNSEEN):
        assert {reply.label for reply in half} == set(Action)
    assert {reply.kind for reply in DEVELOPMENT} == {reply.kind for reply in FINAL}
    assert len({reply.text for reply in REPLIES + SECOND + UNSEEN}) > 480


@pytest.mark.parametrize(
    ("replies", "missed"), [(DEVELOPMENT, 0), (FINAL, 0), (SECOND, 5), (UNSEEN, 6)], ids=["dev", "final", "2nd", "new"]
)
def test_it_reads_what_the_label_says_or_nothing(replies: list[Labelled], missed: int) -> None:
    right, read, there = counted(replies)
    assert right == read  # never a wrong action
    assert there - right <= missed


@pytest.mark.parametrize(
    ("reply", "action", "rule", "shown"),
    [
        ("I choose ACTION_B.", Action.ACTION_B, "code", "ACTION_B"),
        ("Not ACTION_A but action_b", Action.ACTION_B, "code", "action_b"),
        ('So: {"final_action": "VETO"} ok', Action.VETO, "declared", '{"final_action": "VETO"}'),
        ("I would board the night train.", Action.ACTION_B, "option", "night train"),
        ("It\u2019s best to wait.", Action.DEFER, "language", "wait"),
        ("<think>ACTION_A</think> VETO", Action.VETO, "code", "VETO"),
        ("ACTION_A or ACTION_B", Action.INVALID_OR_UNMAPPED, "code: two different actions", "ACTION_B"),
    ],
)
def test_the_rule_and_the_span_that_decided(reply: str, action: Action, rule: str, shown: str) -> None:
    reading = canonicalise(reply, FERRY, TRAIN)
    assert (reading.action, reading.rule) == (action, rule)
    assert reading.span is not None
    assert reply[slice(*reading.span)] == shown


def test_an_event_without_options_has_no_option_mentions() -> None:
    assert canonicalise("take the night train").action is Action.INVALID_OR_UNMAPPED
    assert canonicalise("ACTION_B").action is Action.ACTION_B
    assert canonicalise("take it", "take it", "take it").action is Action.INVALID_OR_UNMAPPED


def test_options_are_text_and_not_patterns() -> None:
    assert canonicalise("the b.c+d folder", "the [a-z folder", "the b.c+d folder").action is Action.ACTION_B
    assert canonicalise("x", "(((", "\\").action is Action.INVALID_OR_UNMAPPED


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ("x" * MEGABYTE, Action.INVALID_OR_UNMAPPED),
        ("lorem ipsum " * (MEGABYTE // 12) + "VETO", Action.VETO),
        ("ACTION_A " * (MEGABYTE // 9), Action.ACTION_A),
        ("{" * MEGABYTE, Action.INVALID_OR_UNMAPPED),
        ('{"a":' * (MEGABYTE // 5), Action.INVALID_OR_UNMAPPED),
        ("not " * (MEGABYTE // 4) + "ACTION_A", Action.INVALID_OR_UNMAPPED),
        ("> " * (MEGABYTE // 2), Action.INVALID_OR_UNMAPPED),
        ("<think>" * (MEGABYTE // 7), Action.INVALID_OR_UNMAPPED),
        ("take the " * (MEGABYTE // 9), Action.INVALID_OR_UNMAPPED),
        ("keep to " * (MEGABYTE // 8), Action.INVALID_OR_UNMAPPED),
        ("final " * (MEGABYTE // 6), Action.INVALID_OR_UNMAPPED),
        ("\n" * MEGABYTE, Action.INVALID_OR_UNMAPPED),
        (json.dumps({"rationale": "y" * MEGABYTE, "final_action": "DEFER"}), Action.DEFER),
        ("\0\ud800\u202e" * 1000 + " ACTION_B", Action.ACTION_B),
    ],
    ids=range(14),
)
def test_a_megabyte_is_read_in_seconds(reply: str, action: Action) -> None:
    began = time.process_time()
    assert canonicalise(reply, FERRY, TRAIN).action is action
    assert time.process_time() - began < 5


@given(st.text(max_size=200), st.text(max_size=30), st.text(max_size=30))
def test_any_reply_has_one_reading_and_always_the_same(reply: str, option_a: str, option_b: str) -> None:
    reading = canonicalise(reply, option_a, option_b)
    assert reading == canonicalise(reply, option_a, option_b)
    assert reading.action in Action
    assert (reading.span is None) == (reading.rule == "nothing")
    if reading.span is not None:
        assert 0 <= reading.span[0] < reading.span[1] <= len(reply)


@given(st.sampled_from([a for a in Action if a is not Action.INVALID_OR_UNMAPPED]), st.data())
def test_two_different_codes_are_never_mapped(first: Action, data: st.DataObject) -> None:
    other = data.draw(st.sampled_from([a for a in Action if a is not first]))
    between = data.draw(st.sampled_from([" ", ", ", " or ", "\n", " / ", ". ", " and then "]))
    assert canonicalise(f"{first}{between}{other}", FERRY, TRAIN).action is Action.INVALID_OR_UNMAPPED
    declared = json.dumps({"final_action": str(first), "rationale": f"{other} was considered"})
    assert canonicalise(declared, FERRY, TRAIN).action is first
