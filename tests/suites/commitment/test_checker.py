"""Every task is solvable from its text and has one answer: over many seeds here, over a thousand in the slow test."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from holdfast.core import Field, State
from holdfast.suites.commitment.checker import problems
from holdfast.suites.commitment.inventory import tasks
from holdfast.suites.commitment.vocabulary import RELEASE


@pytest.mark.parametrize("seed", [RELEASE, *range(30)])
def test_tasks_are_sound(seed) -> None:
    assert [found for task in tasks(seed, 1 + 2 * (seed == RELEASE)) for found in problems(task)] == []


@pytest.mark.slow
@pytest.mark.parametrize("century", range(10))
def test_tasks_are_sound_over_a_thousand_seeds(century) -> None:
    seeds = range(100 * century, 100 * (century + 1))
    assert [found for seed in seeds for task in tasks(seed, 1) for found in problems(task)] == []


def tampered(task, change):
    """A task whose fields were changed behind its back."""
    fields = tuple(change(field) for field in task.state.fields)
    return replace(task, state=State(task.state.event_id, fields))


@pytest.fixture
def task():
    return next(t for t in tasks(RELEASE, 1) if t.family.slug == "entity_binding" and t.band.name == "hard")


def test_the_checker_sees_a_text_that_says_something_else(task) -> None:
    gold = task.questions(task.state)["answer"].candidates.gold.text
    wrong = next(m.text for m in task.questions(task.state)["answer"].candidates.members if m.text != gold)

    def change(field: Field) -> Field:
        return msgspec.structs.replace(field, text=field.text.replace(gold, wrong))

    assert any("does not tell the events" in found for found in problems(tampered(task, change)))


def test_the_checker_sees_a_text_that_leaves_something_out(task) -> None:
    def change(field: Field) -> Field:
        return msgspec.structs.replace(field, text="Nothing.") if field.carries else field

    assert problems(tampered(task, change))


def test_the_checker_sees_a_filler_that_names_a_candidate(task) -> None:
    gold = task.questions(task.state)["answer"].candidates.gold.text

    def change(field: Field) -> Field:
        is_filler = field.name.startswith("turn-") and not field.carries
        return msgspec.structs.replace(field, text=f"Somebody mumbles about {gold}.") if is_filler else field

    assert any("a filler names a candidate" in found for found in problems(tampered(task, change)))
