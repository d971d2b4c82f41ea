"""Responsiveness and stability: the one definition, scalar and over columns, and what it makes impossible."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import Contrast, Expectation, HoldfastError, generator
from holdfast.core.contrast import held

labels = st.sampled_from(["A", "B", "C"])
answers = st.none() | labels
stays = st.builds(
    lambda base, now, target: Contrast(Expectation.STAY, base, target, now, target), answers, answers, labels
)
changes = st.builds(
    lambda base, now, targets: Contrast(Expectation.CHANGE, base, targets[0], now, targets[1]),
    answers,
    answers,
    st.permutations(["A", "B", "C"]),
)
contrasts = stays | changes


def columns(sample: list[Contrast]) -> tuple[np.ndarray, ...]:
    """As a scorer would lay them out."""
    return (
        np.array([c.expectation is Expectation.STAY for c in sample], bool),
        np.array([c.base_answer == c.base_target for c in sample], bool),
        np.array([c.changed_answer == c.changed_target for c in sample], bool),
        np.array([c.base_answer == c.changed_answer for c in sample], bool),
    )


@given(st.lists(contrasts, max_size=30))
def test_the_vectorised_definition_is_the_scalar_one(sample: list[Contrast]) -> None:
    assert held(*columns(sample)).tolist() == [c.held for c in sample]


def test_every_combination_by_hand() -> None:
    """(expectation, base right, changed right, same answer) -> held."""
    table = {
        (stay, base, changed, same): base and changed and (same or not stay)
        for stay, base, changed, same in itertools.product([False, True], repeat=4)
    }
    grid = np.array(list(table), bool)
    assert held(*grid.T).tolist() == list(table.values())
    assert sum(table.values()) == 3


def test_known_contrasts() -> None:
    change, stay = Expectation.CHANGE, Expectation.STAY
    assert Contrast(change, "A", "A", "B", "B").held
    assert Contrast(stay, "A", "A", "A", "A").held
    assert not Contrast(change, "A", "A", "A", "B").held  # did not move
    assert not Contrast(change, "A", "A", "C", "B").held  # moved to the wrong place
    assert not Contrast(change, "B", "A", "B", "B").held  # was there before
    assert not Contrast(stay, "A", "A", "B", "A").held  # moved
    assert not Contrast(stay, "B", "A", "B", "A").held  # stayed, but wrong from the beginning
    assert not Contrast(change, None, "A", "B", "B").held
    assert not Contrast(change, "A", "A", None, "B").held


def test_a_contrast_that_its_targets_contradict_is_refused() -> None:
    """With one, a constant answerer could look responsive, or a moving one stable."""
    for expectation, base, changed in ((Expectation.CHANGE, "A", "A"), (Expectation.STAY, "A", "B")):
        with pytest.raises(HoldfastError, match="different ones"):
            Contrast(expectation, "A", base, "A", changed)


@given(contrasts)
def test_an_answer_that_is_missing_or_wrong_before_never_holds(contrast: Contrast) -> None:
    assert contrast.base_right == (contrast.base_answer == contrast.base_target)
    if contrast.held:
        assert contrast.base_right
        assert contrast.changed_answer == contrast.changed_target


@given(labels, st.lists(st.tuples(labels, labels).filter(lambda pair: pair[0] != pair[1]), max_size=20))
def test_a_constant_answerer_is_never_responsive(constant: str, targets: list[tuple[str, str]]) -> None:
    assert not any(Contrast(Expectation.CHANGE, constant, base, constant, changed).held for base, changed in targets)


@given(labels, st.lists(labels, min_size=1, max_size=20))
def test_a_constant_answerer_is_stable_only_where_it_happens_to_be_right(constant: str, targets: list[str]) -> None:
    stable = [Contrast(Expectation.STAY, constant, target, constant, target).held for target in targets]
    assert stable == [target == constant for target in targets]


def test_a_random_answerer_looks_neither_responsive_nor_stable() -> None:
    """Two random answers out of k are both right once in k squared, however often the answer moved."""
    draws, k = 40_000, 4
    base_target, changed_target, base, changed = generator(5, "random answerer").integers(0, k, (4, draws))
    changed_target = np.where(changed_target == base_target, (changed_target + 1) % k, changed_target)
    must_change = np.zeros(draws, bool)
    responsive = held(must_change, base == base_target, changed == changed_target, base == changed)
    stable = held(~must_change, base == base_target, changed == base_target, base == changed)
    moved = (base != changed).mean()
    tolerance = 5 * np.sqrt((1 / k**2) * (1 - 1 / k**2) / draws)
    assert abs(responsive.mean() - 1 / k**2) < tolerance
    assert abs(stable.mean() - 1 / k**2) < tolerance
    assert moved > 0.7  # "the answer changed" alone would have called it responsive
