"""What a suite may tell besides: each a method that it has or lacks, with a default for those that lack it.

`observations` lets runs be compared case by case; `faults` (with `trial`) and `attainable` go into the certificate;
`claims` into the ledger. A suite implements them as plain methods, nothing needs to be registered.
"""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from holdfast.core import Agent
from holdfast.engine.suite import Block, Settings

if TYPE_CHECKING:
    import polars as pl


class Attainable(msgspec.Struct, frozen=True):
    """The least and the most that a score can be, whatever an agent does."""

    low: float | None
    """No agent can get below; None where nothing bounds it."""
    high: float | None
    """No agent can get above; None where nothing bounds it."""
    why: str = ""
    """Where that comes from."""


def range_of(finding: str, ranges: Mapping[str, Attainable]) -> Attainable | None:
    """The range of a finding: its own, or that of the first pattern that fits its name."""
    if finding in ranges:
        return ranges[finding]
    return next((found for pattern, found in ranges.items() if fnmatchcase(finding, pattern)), None)


class Within(msgspec.Struct, frozen=True):
    """What a planted fault must show where its cases decide how much: anything between two ends."""

    low: float
    """The least."""
    high: float
    """The most."""


class Claim(msgspec.Struct, frozen=True):
    """Something that a run may come to support or to exclude, fixed before it."""

    statement: str
    """In a sentence about the agent, without its name: `changes its answer when the cause is switched`."""
    finding: str
    """The finding that decides."""
    op: str
    """`>=`, `>` or `<=`: on which side of the threshold the claim is true."""
    threshold: float
    """Supported if the whole interval lies on that side, excluded if it lies on the other; open otherwise."""


class Recovered(msgspec.Struct, frozen=True):
    """One planted fault and what the instrument made of it."""

    agent: str
    """The reference agent's name."""
    expected: dict[str, float | Within]
    """Its signature: findings without the suite's name."""
    found: dict[str, float]
    """The same as measured."""
    fits: list[str]
    """Every reference agent whose signature fits what was found."""
    trouble: str = ""
    """Why it could not be tried, where it could not."""

    @property
    def recovered(self) -> bool:
        """Whether its own signature fits, and no other."""
        return self.fits == [self.agent]


Signature = Mapping[str, float | Within]
"""What a planted fault must show: findings by name (without the suite's), and their values."""


def distinct(signatures: Mapping[str, Signature]) -> dict[str, Signature]:
    """Those that differ: under settings that leave much out, a fault may have to look like one before it."""
    seen: list[Signature] = []
    kept: dict[str, Signature] = {}
    for fault, signature in signatures.items():
        if signature and signature not in seen:
            seen.append(signature)
            kept[fault] = signature
    return kept


class Trial(msgspec.Struct, frozen=True):
    """On what reference agents show their faults."""

    blocks: list[Block]
    """Cases of the run: few, because every run pays for them, and such that every fault shows on them."""
    agents: Mapping[str, Agent] = {}
    """By the name of a fault: those that have to be made for this run. Others are the reference agents of that name."""


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
class PicksTrial(Protocol):
    """A suite whose faults do not all show on its first blocks."""

    def trial(self, settings: Settings) -> Trial:
        """The cases on which they show, and who answers them."""


@runtime_checkable
class HasRange(Protocol):
    """A suite that knows what its scores can be."""

    def attainable(self, settings: Settings) -> dict[str, Attainable]:
        """By the name of a finding, the suite's name included; `*` in a name stands for anything."""


@runtime_checkable
class MakesClaims(Protocol):
    """A suite whose findings bear on claims of its own."""

    def claims(self, settings: Settings) -> list[Claim]:
        """In the order in which they are told."""
