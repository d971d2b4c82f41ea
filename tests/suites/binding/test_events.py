"""Events: enough of them, all different, counterbalanced, and the same every time."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from holdfast.core import HoldfastError
from holdfast.suites.binding.actions import Action
from holdfast.suites.binding.events import NAMESPACES, in_turn, namespace, synthetic
from holdfast.suites.binding.finite import CODES, turned


@pytest.fixture(scope="module", params=NAMESPACES)
def events(request):
    return synthetic(request.param, 500, 7)


def test_five_hundred_events_of_different_structure(events) -> None:
    assert len({event.structure for event in events}) == 500
    # Not a matter of names or numbers: with both masked, the prose of no two events is the same.
    masked = {re.sub(r"\d+|(?<!^)(?<![.!?] )\b[A-Z]\w+", "_", event.context) for event in events}
    assert len(masked) == 500


def test_the_whole_table_is_used_and_no_more(events) -> None:
    table = namespace(events[0].corpus)
    setups = Counter(next(s.setup for s in table.scenes if s.setup in event.context) for event in events)
    assert len(setups) == len(table.scenes)
    assert max(setups.values()) - min(setups.values()) <= 13, "stratified over scenes"
    assert sum(opening in event.context for event in events for opening in table.openings) == 500
    assert sum(stake in event.context for event in events for stake in table.stakes) == 500
    with pytest.raises(HoldfastError, match="has 512 events of different structure, not 513"):
        synthetic(events[0].corpus, 513, 7)


def test_options_are_told_apart_by_a_property_that_only_one_has(events) -> None:
    for event in events:
        one, two = event.options.values()
        assert one.text != two.text
        assert one.pole not in two.pole
        assert two.pole not in one.pole
        assert one.pole not in event.context


def test_leaning_and_list_are_crossed_in_every_twelve(events) -> None:
    for start in (0, 12, 480):
        dozen = events[start : start + 12]
        assert len({(event.leaning, turned(event, CODES)[0]) for event in dozen}) == 12
    assert Counter(event.leaning for event in events) == {Action.ACTION_A: 250, Action.ACTION_B: 250}
    for wanted in ("b_first", "wording"):
        shares = Counter((event.leaning, getattr(event, wanted)) for event in events)
        assert max(shares.values()) - min(shares.values()) <= 2


def test_the_first_content_of_a_scene_is_option_a_half_of_the_time(events) -> None:
    scenes = namespace(events[0].corpus).scenes
    first = Counter(event.options[Action.ACTION_A].text in {s.a for s in scenes} for event in events)
    assert first[True] == pytest.approx(250, abs=2)


def test_a_seed_decides_everything() -> None:
    again = synthetic("recall", 30, 7)
    assert again == synthetic("recall", 60, 7)[:30], "more events do not change those before them"
    assert again != synthetic("recall", 30, 8)
    assert {event.id for event in again} == {f"R{i}" for i in range(1, 31)}


def test_taking_in_turn_gives_every_stratum_its_share() -> None:
    assert in_turn("aaabbc", str) == list("abcaba")
    assert in_turn("", str) == []
