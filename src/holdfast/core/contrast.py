"""Responsiveness and stability: the one definition that every suite uses.

A contrast pairs a base case with a changed one. A *right change* is: base right and changed right. A *right stay* is:
base right and changed right, with the same answer. The denominator is all contrasts, and the share whose base was
wrong is reported beside it. So a constant answerer cannot look stable and a random one cannot look responsive.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Expectation(enum.StrEnum):
    """What an intervention must do to the answer."""

    CHANGE = "change"
    STAY = "stay"


class Contrast(msgspec.Struct, frozen=True):
    """Two answered cases and what should have happened between them."""

    expectation: Expectation
    """Whether the answer had to change or to stay."""
    base_answer: str | None
    """The answer to the base case; None if there was none."""
    base_target: str
    """The right answer to the base case."""
    changed_answer: str | None
    """The answer to the changed case; None if there was none."""
    changed_target: str
    """The right answer to the changed case."""

    @property
    def base_right(self) -> bool:
        """Whether the agent had it right before the intervention."""
        return self.base_answer is not None and self.base_answer == self.base_target

    @property
    def held(self) -> bool:
        """Whether this is a right change or a right stay."""
        both = self.base_right and self.changed_answer is not None and self.changed_answer == self.changed_target
        return both and (self.expectation is Expectation.CHANGE or self.base_answer == self.changed_answer)


def held(
    must_stay: NDArray[np.bool_],
    base_right: NDArray[np.bool_],
    changed_right: NDArray[np.bool_],
    same: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """`Contrast.held` over columns: one element per contrast (`same`: both answers are equal)."""
    return base_right & changed_right & (~must_stay | same)
