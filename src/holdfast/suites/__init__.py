"""Suites, by name. Nothing is imported until a suite is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from holdfast.core.errors import HoldfastError, did_you_mean

if TYPE_CHECKING:
    from holdfast.engine.suite import Suite


class Entry(NamedTuple):
    """Where a suite lives and what it asks."""

    where: str
    """`module:object`."""
    summary: str
    """One line for people."""
    default: bool = True
    """Whether `holdfast run` without names includes it."""


SUITES = {
    "invariance": Entry(
        "holdfast.suites.invariance.suite:SUITE",
        "Does a judgement survive reordering of the same causal facts, and follow their cause? (TCIT-F, -H, -C)",
    ),
    "commitment": Entry(
        "holdfast.suites.commitment.suite:SUITE",
        "Do commitments survive distractors and stale values, and give way to updates? (144 tasks, 306 probes)",
    ),
    "binding": Entry(
        "holdfast.suites.binding.suite:SUITE",
        "Does the final action follow the state of the event that should decide it? (finite actions, sufficiency)",
        default=False,
    ),
    "matrix": Entry(
        "holdfast.suites.binding.matrix.suite:SUITE",
        "In how many cells does structured control beat each control? (20 families, 3 scaffolds, 7 variants)",
        default=False,
    ),
    "regression": Entry(
        "holdfast.suites.regression.suite:SUITE",
        "Did anything else break? Yes/no sanity, instructions, likelihood of text, repetition (before and after).",
        default=False,
    ),
    "cladder": Entry(
        "holdfast.suites.cladder.suite:SUITE",
        "Are causal questions in words answered rightly, on each rung of the ladder? (CLadder; needs --data PATH)",
        default=False,
    ),
    "transcripts": Entry(
        "holdfast.suites.transcripts.suite:SUITE",
        "Do the tool calls of your own recorded agent follow the state they should? (needs --file PATH)",
        default=False,
    ),
}

SIZES = ("quick", "standard", "paper")


def get_suite(name: str) -> Suite:
    """The suite of this name."""
    if name not in SUITES:
        raise HoldfastError(f"There is no suite {name!r}; {did_you_mean(name, SUITES)}")
    module, _, attribute = SUITES[name].where.partition(":")
    suite: Suite = getattr(import_module(module), attribute)
    return suite
