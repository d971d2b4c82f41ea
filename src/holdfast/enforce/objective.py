"""Objectives: what makes a right continuation preferred over a wrong one.

The default is softplus(beta (epsilon - m)) on the margin m of mean log-probabilities per token, with beta 1: SimPO with
gamma beta epsilon. A larger beta leaves alone what is already right and works on what is not. (The paper prints
softplus(-m - epsilon), under which a larger epsilon would ask for less; with its epsilon of 0 both are the same.) The
others are what the paper left open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from torch import Tensor


class Side(NamedTuple):
    """The right, or the wrong, continuations of a batch, a number each."""

    mean: Tensor
    """Log-probability per token."""
    total: Tensor
    """Log-probability."""


class Objective(NamedTuple):
    """A loss over pairs of continuations."""

    loss: Callable[[Side, Side, Tensor | None, float, float], Tensor]
    """From right and wrong, the reference's margins, epsilon and beta to a loss per pair."""
    summary: str
    """For people."""
    epsilon: float = 0.0
    """The margin it asks for unless told otherwise."""
    beta: float = 1.0
    """How steeply a margin counts unless told otherwise."""
    needs_reference: bool = False
    """Whether it compares with the untrained model."""


def preference(right: Side, wrong: Side, _reference: Tensor | None, epsilon: float, beta: float = 1.0) -> Tensor:
    """A smooth ranking loss: it never quite stops pushing, and pushes hardest where the margin is wrong."""
    from torch.nn.functional import softplus

    return softplus(beta * (epsilon - (right.mean - wrong.mean)))


def hinge(right: Side, wrong: Side, _reference: Tensor | None, epsilon: float, beta: float = 1.0) -> Tensor:
    """The same with a corner: what has its margin is left alone."""
    return beta * (epsilon - (right.mean - wrong.mean)).clamp(min=0)


def sft(right: Side, _wrong: Side, _reference: Tensor | None, _epsilon: float, _beta: float = 1.0) -> Tensor:
    """Plain fine-tuning on the right continuation; the wrong one is not seen."""
    return -right.mean


def dpo(right: Side, wrong: Side, reference: Tensor | None, epsilon: float, beta: float = 0.1) -> Tensor:
    """The margin of summed log-probabilities, relative to that of the untrained model."""
    from torch.nn.functional import softplus

    assert reference is not None  # the trainer gives it to whoever needs it
    return softplus(beta * (epsilon - (right.total - wrong.total - reference)))


OBJECTIVES = {
    "preference": Objective(preference, "softplus(beta (epsilon - m)) on the mean margin (the paper's; SimPO)"),
    "sft": Objective(sft, "log-probability of the right continuation alone"),
    "dpo": Objective(dpo, "the summed margin relative to the untrained model", beta=0.1, needs_reference=True),
    "hinge": Objective(hinge, "max(0, epsilon - m) on the mean margin", epsilon=1.0),
}
