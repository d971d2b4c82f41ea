"""What can be enforced: a constraint is a source of prompts with a right and a wrong continuation.

The trainer knows nothing else. A constraint deals out lessons; a lesson is everything taught about one unit (a causal
chain, later an event or a commitment), and since its prompts share most of their text, it is one pass of the model.
Names, orders or events of one split never appear in another.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

TRAIN, VALIDATION = "train", "validation"


class Preference(msgspec.Struct, frozen=True):
    """One thing to prefer."""

    prompt: str
    """What the model reads."""
    right: str
    """The continuation it must prefer."""
    wrong: str
    """The one it must not."""
    task: str
    """The part of the mixture it belongs to: tasks are averaged on their own and then weighted."""


class Lesson(msgspec.Struct, frozen=True):
    """Everything taught, or validated, about one unit."""

    unit: str
    """The unit; strict accuracy counts units with everything right."""
    preferences: tuple[Preference, ...]
    """Neighbours share text, which the trainer computes once."""


class Constraint(Protocol):
    """A source of lessons. Pure: the same split and index always give the same lesson."""

    @property
    def name(self) -> str:
        """What the user types."""

    def lesson(self, split: str, index: int) -> Lesson:
        """The lesson number `index` of a split; there is no last one."""

    def weight(self, task: str, step: int) -> float:
        """How much a task counts at a step."""

    def check(self, lessons: list[Lesson]) -> dict[str, str]:
        """Data-quality checks of what will be taught, each `ok` or a sentence that says what is wrong."""
