"""What a suite may tell besides: each a method that it has or lacks, with a default for those that lack it.

`observations` lets runs be compared case by case; `faults` and `attainable` go into the certificate; `claims` into
the ledger. A suite implements them as plain methods, nothing needs to be registered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from holdfast.engine.suite import Settings

if TYPE_CHECKING:
    import polars as pl


class Attainable(msgspec.Struct, frozen=True):
    """The least and the most that a score can be, whatever an agent does."""

    low: float
    """No agent can get below."""
    high: float
    """No agent can get above."""
    why: str = ""
    """Where that comes from."""


class Claim(msgspec.Struct, frozen=True):
    """Something that a run may come to support or to exclude, fixed before it."""

    statement: str
    """In a sentence about the agent, without its name: `changes its answer when the cause is switched`."""
    finding: str
    """The finding that decides."""
    op: str
    """`>=` or `<=`: on which side of the threshold the claim is true."""
    threshold: float
    """Supported if the whole interval lies on that side, excluded if it lies on the other; open otherwise."""


class Recovered(msgspec.Struct, frozen=True):
    """One planted fault and what the instrument made of it."""

    agent: str
    """The reference agent's name."""
    expected: dict[str, float]
    """Its signature: findings without the suite's name."""
    found: dict[str, float]
    """The same as measured."""
    fits: list[str]
    """Every reference agent whose signature fits what was found."""

    @property
    def recovered(self) -> bool:
        """Whether its own signature fits, and no other."""
        return self.fits == [self.agent]


Signature = Mapping[str, float]
"""What a planted fault must show: findings by name (without the suite's), and their values."""


@runtime_checkable
class Observes(Protocol):
    """A suite that can be compared case by case."""

    def observations(
        self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings
    ) -> dict[str, pl.DataFrame]:
        """By the name of the finding of which they are the mean: `agent`, `id`, `unit`, `value`.

        `id` is what is paired between agents. Optional columns: `case`, the case to open (the id, if missing), and
        `weight`, where the finding is a weighted mean.
        """


@runtime_checkable
class PlantsFaults(Protocol):
    """A suite whose reference agents have known signatures."""

    def faults(self, settings: Settings) -> dict[str, Signature]:
        """By the name of a reference agent: what it must score under these settings."""


@runtime_checkable
class HasRange(Protocol):
    """A suite that knows what its scores can be."""

    def attainable(self, settings: Settings) -> dict[str, Attainable]:
        """By the name of a finding, the suite's name included."""


@runtime_checkable
class MakesClaims(Protocol):
    """A suite whose findings bear on claims of its own."""

    def claims(self, settings: Settings) -> list[Claim]:
        """In the order in which they are told."""
