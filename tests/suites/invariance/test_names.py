"""Names: nonsense, apart, in one split each, and decided by their key alone."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import HoldfastError
from holdfast.suites.invariance.names import ENGLISH, SPLITS, all_names, draw_names, pool, split_of

KEYS = {"split": st.sampled_from(SPLITS), "seed": st.integers(0, 2**31), "index": st.integers(0, 10_000)}


def test_every_name_is_in_exactly_one_pool() -> None:
    pools = {split: set(pool(split)) for split in SPLITS}
    for one, other in itertools.combinations(SPLITS, 2):
        assert not pools[one] & pools[other]
    assert set().union(*pools.values()) == set(all_names())
    assert all(split_of(name) == split for split, names in pools.items() for name in names)


def test_pools_are_large_and_in_their_shares() -> None:
    total = len(all_names())
    for split, share in {"train": 0.6, "validation": 0.2, "test": 0.2}.items():
        assert len(pool(split)) == len(set(pool(split)))
        assert len(pool(split)) / total == pytest.approx(share, abs=0.03)
    assert min(len(pool(split)) for split in SPLITS) > 300


def test_names_are_capitalised_pronounceable_and_not_english() -> None:
    for name in all_names():
        assert re.fullmatch(r"[A-Z][a-z]{2,}", name), name
        assert re.search(r"[aeiou]", name.lower()), name
        assert not re.search(r"[bcdfghjklmnpqrstvwxz]{4}", name.lower()), name
        assert name.lower() not in ENGLISH
    assert {"jazz", "quiz", "prefix", "grub", "flex"} <= ENGLISH, "the list holds real words"


@given(count=st.integers(1, 16), **KEYS)
def test_names_of_one_item_differ_in_their_first_two_letters(count, split, seed, index) -> None:
    names = draw_names(count, split, seed, index)
    assert len(names) == count
    assert len({name[:2] for name in names}) == count
    assert set(names) <= set(pool(split))


@given(**KEYS)
def test_a_draw_depends_on_its_key_and_not_on_other_draws(split, seed, index) -> None:
    alone = draw_names(8, split, seed, index)
    draw_names(16, split, seed, index + 1)
    draw_names(3, "train", seed + 1, index)
    assert draw_names(8, split, seed, index) == alone
    assert draw_names(4, split, seed, index) == alone[:4], "asking for fewer does not change the first ones"


def test_other_keys_give_other_names() -> None:
    draws = {draw_names(8, "test", seed, index) for seed in (1, 2, 3, 4, 42) for index in range(50)}
    assert len(draws) == 250
    assert draw_names(8, "test", 1, "a") != draw_names(8, "train", 1, "a")


def test_an_unknown_split_is_a_sentence() -> None:
    with pytest.raises(HoldfastError, match="no split 'tests'"):
        draw_names(4, "tests", 1)
