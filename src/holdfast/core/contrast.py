"""Responsiveness and stability: the one definition that every suite uses.

A contrast pairs a base case with a changed one. A *right change* is: base right and changed right. A *right stay* is:
base right and changed right, with the same answer. The denominator is all contrasts, and the share whose base was
wrong is reported beside it. So a constant answerer cannot look stable and a random one cannot look responsive.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import msgspec

from holdfast.core.errors import HoldfastError

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

    def __post_init__(self) -> None:
        check_targets(self.expectation, self.base_target, self.changed_target)

    @property
    def base_right(self) -> bool:
        """Whether the agent had it right before the intervention."""
        return self.base_answer is not None and self.base_answer == self.base_target

    @property
    def held(self) -> bool:
        """Whether this is a right change or a right stay."""
        both = self.base_right and self.changed_answer is not None and self.changed_answer == self.changed_target
        return both and (self.expectation is Expectation.CHANGE or self.base_answer == self.changed_answer)


def check_targets(expectation: Expectation, base: str | None, changed: str | None) -> None:
    """Refuse a contrast that its own targets contradict: with it, a constant answerer could look responsive."""
    if base is None or changed is None:
        raise HoldfastError("A contrast needs a target on both sides.")
    if (expectation is Expectation.STAY) != (base == changed):
        raise HoldfastError(
            f"A contrast that expects the answer to {expectation} has the targets {base!r} and {changed!r}; "
            "a change needs two different ones, a stay the same one twice."
        )


def held(
    must_stay: NDArray[np.bool_],
    base_right: NDArray[np.bool_],
    changed_right: NDArray[np.bool_],
    same: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """`Contrast.held` over columns: one element per contrast (`same`: both answers are equal)."""
    return base_right & changed_right & (~must_stay | same)
