"""What the engine knows of a suite: the shape that all suites share.

A suite builds blocks of items and the contrasts between them, renders a state into requests, scores an answer against
a hidden target, and analyses scores into findings and tables. Who knows one suite knows all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from holdfast.core import Answer, Capability, Finding, Item, Pair, Request, State

if TYPE_CHECKING:
    import polars as pl

Settings = dict[str, Any]
"""A suite's resolved settings, plain values only, as they stand in the plan."""


class Block(msgspec.Struct, frozen=True):
    """Some planned observations that belong together, such as everything about one causal chain."""

    items: list[Item]
    """In the order in which they are asked; neighbours share text, so that a model that packs can share work."""
    pairs: list[Pair]
    """The contrasts between items of this block."""
    computed: int = 0
    """Planned observations that follow from the answers to others, so that nothing is asked for them."""


class Scored(msgspec.Struct, frozen=True):
    """What became of one answer."""

    answer: str | None
    """The answer, named as targets are named; None where it was a tie or could not be read."""
    values: Mapping[str, float | str]
    """What is behind it: numbers, for example margins, or the words of a decision."""


class Shortcut(msgspec.Struct, frozen=True):
    """A solver that reads the request without the reasoning it should need."""

    solve: Callable[[Request], str | None] = lambda request: None  # noqa: ARG005
    """Its answer to a request, named as targets are named."""
    level: float = 0.0
    """The accuracy at which it must sit if the design gives nothing away."""
    right: Callable[[Request, str], bool] | None = None
    """For questions without options: whether its answer is right, given the request and the hidden target, from which
    it may learn the candidates but not which of them is right."""

    def hits(self, request: Request, target: str) -> bool:
        """Whether it gets a request right."""
        return self.solve(request) == target if self.right is None else self.right(request, target)


class Analysis(msgspec.Struct, frozen=True):
    """What a suite found."""

    findings: list[Finding]
    """Estimates with intervals."""
    tables: dict[str, Any]
    """Data frames by name; each is written to `tables/<name>.csv`."""


class Suite(Protocol):
    """The shape of a suite."""

    @property
    def name(self) -> str:
        """What the user types."""

    @property
    def version(self) -> int:
        """Raised when cases or scores change meaning."""

    @property
    def shortcuts(self) -> Mapping[str, Shortcut]:
        """For the instrument certificate."""

    def settings(self, size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
        """The settings of a named size, with the user's own on top; defaults suit what all agents surely can."""

    def needs(self, settings: Settings) -> frozenset[Capability]:
        """What an agent must be able to do."""

    def build(self, settings: Settings) -> Iterator[Block]:
        """Plan every observation. Pure: the settings hold the seeds."""

    def check(self, design: pl.DataFrame) -> dict[str, str]:
        """Data-quality checks of what was built, each `ok`, a sentence that says what is wrong, or one that begins with
        `note: ` and says only what a reader should know."""

    def render(self, state: State, settings: Settings) -> dict[str, Request]:
        """What is asked about a state, by role. It is given the state and nothing else of an item."""

    def replicates(self, role: str, settings: Settings) -> int:
        """How often a role is asked; more than once only where asking samples."""

    def score(self, request: Request, answer: Answer, target: str | None) -> Scored:
        """Hold an answer against the hidden target."""

    def analyse(self, scores: pl.DataFrame, contrasts: pl.DataFrame, settings: Settings) -> Analysis:
        """Findings and tables from scores joined with the design, for every agent in them."""
