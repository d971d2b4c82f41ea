"""The two sides of an experiment: cases, which agents may see, and the design, which they may not.

A suite builds `Item`s. Rendering turns an item's state, and only its state, into a `Case`; the rest of the item
becomes a line of the design with the hidden target. `Contrast`s pair items.
"""

from __future__ import annotations

import msgspec

from holdfast.core.agent import Request
from holdfast.core.contrast import Expectation
from holdfast.core.identity import digest
from holdfast.core.state import State

Factor = str | int | float | bool


class Case(msgspec.Struct, frozen=True):
    """What an agent may see, and no more."""

    id: str
    """Opaque: a digest that tells nothing about condition, order or target."""
    requests: dict[str, Request]
    """What is asked, by role (`answer`, `probe-1`, …)."""


class Key(msgspec.Struct, frozen=True):
    """The hidden side of one case."""

    target: str | None
    """The right answer, as the suite's reader would name it; None where a case only calibrates others."""


class Item(msgspec.Struct, frozen=True):
    """One planned observation, both sides together. It never leaves the building side."""

    name: str
    """Unique within the suite, readable, stable over sizes: `H/chain-3/210/absent`."""
    unit: str
    """The cluster it belongs to, which is the unit of inference."""
    state: State
    """What is shown."""
    key: Key
    """What is expected."""
    factors: dict[str, Factor]
    """Where it stands in the design."""


class Pair(msgspec.Struct, frozen=True):
    """A planned contrast between two items, by name."""

    base: str
    """The item before the intervention."""
    changed: str
    """The item after it."""
    expectation: Expectation
    """Whether the answer must change or stay."""
    kind: str
    """The intervention, as reports call it."""
    unit: str
    """The cluster both belong to."""


def case_id(suite: str, salt: str, name: str) -> str:
    """The opaque id of an item's case: the same in every run of a suite's version, so that runs can be paired."""
    return digest("case", suite, salt, name)[:16]
