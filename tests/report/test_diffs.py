"""Drawn diffs: every word of both sides is in them, and what is marked is what differs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import Reply, ToolCall
from holdfast.report.transcript_diffs import changes, outcome
from holdfast.report.turns import Turn
from holdfast.report.wordwise import COME, GONE, LEFT_OUT, MOST_WORDS, SAME, marked, only, pieces, shortened
from holdfast.suites.transcripts.targets import Calls, Follows, Refrains, Says, Without

TEXT = st.text(st.sampled_from('ab1 ,.\n{}"#'), max_size=60)


def joined(found) -> str:
    return "".join(piece.text for piece in found)


@given(TEXT, TEXT)
def test_both_texts_can_be_read_from_the_pieces(old: str, new: str) -> None:
    found = pieces(old, new)
    assert joined(only(found, GONE)) == old
    assert joined(only(found, COME)) == new
    if old == new:
        assert {piece.kind for piece in found} <= {SAME}


def test_a_swapped_value_is_all_that_is_marked() -> None:
    found = pieces('{"id": "PX-1", "n": 2}', '{"id": "QY-7", "n": 2}')
    assert [tuple(p) for p in found if p.kind != SAME] == [(GONE, "PX-1"), (COME, "QY-7")]


def test_texts_too_long_to_search_are_still_whole() -> None:
    old = " ".join(f"w{i}" for i in range(MOST_WORDS + 5))
    new = old.replace("w7 ", "other ")
    found = pieces(old, new)
    assert joined(only(found, GONE)) == old
    assert joined(only(found, COME)) == new
    assert [p.text for p in found if p.kind == COME] == ["other "]


def test_what_stayed_is_left_out_but_for_its_ends() -> None:
    found = shortened(pieces("x " * 500 + "old" + " y" * 500, "x " * 500 + "new" + " y" * 500))
    assert [piece.kind for piece in found] == [LEFT_OUT, SAME, GONE, COME, SAME, LEFT_OUT]
    assert "910 characters" in found[0].text
    assert sum(len(piece.text) for piece in found) < 300
    assert len(joined(shortened(pieces("", "z" * 5_000)))) < 800


def test_turns_are_changed_added_removed_or_moved() -> None:
    before = [Turn("user", "my order A"), Turn("calls a", "1"), Turn("result", "r1"), Turn("calls b", "2")]
    after = [Turn("user", "my order B"), Turn("calls b", "2"), Turn("calls a", "1"), Turn("result", "r1")]
    found = [(turn.who, turn.what) for turn in changes(before, [*after, Turn("user", "more")])]
    assert ("user", "changed") in found
    assert {what for who, what in found if who == "calls b"} == {"moved here", "moved away"}
    assert ("2 turns as before", "") in found
    assert ("user", "added") in found
    assert [turn.what for turn in changes(before, before[:-1])] == ["", "removed"]


BASE = Reply("", tool_calls=(ToolCall("look", '{"id": "A1", "n": 2}', "x"), ToolCall("look", '{"id": "B1"}', "y")))


def test_a_call_is_held_against_the_call_that_was_due() -> None:
    did = Reply("", tool_calls=(ToolCall("look", '{"id":"A1","n":2}'), ToolCall("look", '{"id":"B1"}')))
    must, got = outcome(Calls("look", {"id": "B9"}, 2), BASE, did)
    assert joined(must) in ('look(id="A1", n=2)\nlook(id="B9")', 'look(id="B9", n=2)\nlook(id="B1")')
    assert [p.text for p in must if p.kind == GONE] != []
    assert joined(got) == 'look(id="A1", n=2)\nlook(id="B1")'


@pytest.mark.parametrize(
    ("target", "said", "came"),
    [
        (Follows(("id",), "Z9", "A1"), "uses Z9, not A1, as id", ["A1"]),
        (Without("A1"), "does not use A1", ["A1"]),
        (Refrains("look"), "does not call look", ["look(", "look("]),
    ],
)
def test_what_breaks_a_condition_is_marked(target, said, came) -> None:
    must, got = outcome(target, BASE, BASE)
    assert joined(must) == said
    assert [p.text for p in got if p.kind == COME] == came


def test_words_and_arguments_that_are_not_json_are_shown_as_they_are() -> None:
    must, got = outcome(Says(("A1",)), Reply("It is A1."), Reply("It is B2."))
    assert (joined(must), joined(got)) == ("says A1", "says: It is B2.")
    assert [p.text.strip() for p in got if p.kind == COME] != []
    assert joined(outcome(Refrains("x"), BASE, Reply("", tool_calls=(ToolCall("x", "{no"),)))[1]) == "x({no)"
    assert marked("", "x") == []
