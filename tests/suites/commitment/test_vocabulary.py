"""Words by seed: nothing is drawn twice in a task, and no two seeds share an open-ended word."""

from __future__ import annotations

import re

import pytest

from holdfast.suites.commitment.vocabulary import (
    RELEASE,
    SHARDS,
    WORDS,
    Clock,
    Draw,
    Named,
    Numbered,
    OneOf,
    coined_names,
    matches,
    pool,
    shard_of,
)

KINDS = [Named(), Named("{} Quay"), Numbered("Bay {}", 100, 999), Numbered("{} kg", 1000, 9999), Clock()]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_shards_are_disjoint_and_large_enough(kind) -> None:
    shards = [set(pool(kind, shard)) for shard in range(SHARDS)]
    assert sum(map(len, shards)) == len(set().union(*shards))
    assert min(map(len, shards)) >= 12
    assert all(matches(kind, word) for shard in shards for word in shard)


def test_the_canonical_inventory_has_a_shard_of_its_own() -> None:
    assert shard_of(RELEASE) == 0
    assert all(shard_of(seed) != 0 for seed in range(1_000))
    assert len({shard_of(seed) for seed in range(SHARDS - 1)}) == SHARDS - 1


def test_names_are_no_words_and_easy_to_tell_from_numbers() -> None:
    names = [name for shard in range(SHARDS) for name in coined_names(shard)]
    assert len(names) == len(set(names)) > 9_000
    assert not {name.lower() for name in names} & WORDS
    assert all(re.fullmatch("[A-Z][a-z]{3,9}", name) for name in names)


@pytest.mark.parametrize("kind", [*KINDS, OneOf(tuple("abcdefgh"))], ids=str)
def test_a_task_draws_nothing_twice_and_the_same_every_time(kind) -> None:
    drawn = Draw(3, "x").several(kind, 8)
    assert len(set(drawn)) == 8
    assert drawn == Draw(3, "x").several(kind, 8)
    assert drawn != Draw(3, "y").several(kind, 8)


def test_near_words_can_be_mistaken_for_each_other() -> None:
    draw = Draw(3, "x")
    name = draw.new(Named("Dr {}"))
    assert all(near[3] == name[3] for near in draw.several(Named("Dr {}"), 2, like=name))
    bay = draw.new(Numbered("Bay {}", 100, 999))
    numbers = [int(near[4:]) for near in draw.several(Numbered("Bay {}", 100, 999), 4, like=bay)]
    assert all(abs(number - int(bay[4:])) < 600 for number in numbers)


def test_some_takes_each_once_while_they_last() -> None:
    assert sorted(Draw(1, "x").some("abc", 3)) == ["a", "b", "c"]
    assert sorted(Draw(1, "x").some("abc", 6)) == ["a", "a", "b", "b", "c", "c"]
    assert Draw(1, "x").some("abc", 0) == []


@pytest.mark.parametrize(
    ("kind", "text", "aliases"),
    [
        (Named(), "Rina", ()),
        (Named("{} Kitchen"), "Rina Kitchen", ("Rina",)),
        (Numbered("Bay {}", 1, 9), "Bay 7", ("7",)),
        (Numbered("{} kg", 1, 9), "1,370 kg", ("1,370", "1370 kg", "1370")),
        (Numbered("{}", 1200, 1899), "1742", ()),
        (Clock(), "14:07", ("2:07 pm", "1407", "14.07")),
        (Clock(), "09:05", ("9:05 am", "0905", "09.05")),
        (OneOf(("the Map Room",)), "the Map Room", ("Map Room",)),
    ],
)
def test_other_ways_to_write_a_word(kind, text, aliases) -> None:
    assert kind.aliases(text) == aliases
