"""Keyed randomness: the name and the seed decide a draw, and nothing else does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import generator, shuffled

seeds = st.integers(-5, 5) | st.text(max_size=3)
names = st.lists(st.text(max_size=3) | st.integers(-3, 3), max_size=3).map(tuple)


def key(seed: int | str, name: tuple[str | int, ...]) -> list[tuple[str, int | str]]:
    return [(type(part).__name__, part) for part in (seed, *name)]


@given(seeds, names)
def test_the_same_name_gives_the_same_draws(seed: int | str, name: tuple[str | int, ...]) -> None:
    assert np.array_equal(generator(seed, *name).random(8), generator(seed, *name).random(8))


@given(seeds, names, seeds, names)
def test_another_name_or_seed_gives_other_draws(
    seed: int | str, name: tuple[str | int, ...], other_seed: int | str, other_name: tuple[str | int, ...]
) -> None:
    same = np.array_equal(generator(seed, *name).random(8), generator(other_seed, *other_name).random(8))
    assert same == (key(seed, name) == key(other_seed, other_name))


@given(st.permutations(range(6)))
def test_the_order_of_work_does_not_matter(order: list[int]) -> None:
    expected = [generator(7, "draw", n).integers(10**9) for n in range(6)]
    drawn = {n: generator(7, "draw", n).integers(10**9) for n in order}
    assert [drawn[n] for n in range(6)] == expected


def test_neither_do_threads() -> None:
    def draw(n: int) -> int:
        return int(generator(7, "draw", n).integers(10**9))

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(draw, range(200))) == [draw(n) for n in range(200)]


def test_known_values() -> None:
    """A change here changes every generated case, split and bootstrap of every earlier run."""
    assert generator(0, "a").integers(0, 1000, 5).tolist() == [563, 588, 518, 36, 400]
    assert shuffled("abcdefgh", 1, "order") == list("eabfhcgd")


@given(st.lists(st.integers(), max_size=12), seeds, names)
def test_a_shuffle_is_a_permutation_that_its_name_decides(
    values: list[int], seed: int | str, name: tuple[str | int, ...]
) -> None:
    before = list(values)
    result = shuffled(values, seed, *name)
    assert sorted(result) == sorted(values)
    assert values == before
    assert shuffled(values, seed, *name) == result
    assert shuffled(tuple(values), seed, *name) == result


def test_shuffles_are_uniform() -> None:
    """Each of the six orders of three values, 6,000 draws: chi-square with 5 degrees of freedom, far below 0.999."""
    counts: dict[tuple[int, ...], int] = {}
    for n in range(6000):
        order = tuple(shuffled((0, 1, 2), 3, n))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5
