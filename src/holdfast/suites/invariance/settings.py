"""The settings of the `invariance` suite, and its sizes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import HoldfastError, did_you_mean
from holdfast.suites import options

METHODS = ("teacher-forced", "forced-choice", "greedy")
VARIANTS = ("F", "H", "C")
PAPER_SEEDS = (1, 2, 3, 4, 42)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of TCIT is asked, and how."""

    chains: int = 12
    """Chains per seed."""
    seeds: tuple[int, ...] = (42,)
    """Each seed is another draw of names and orders; the paper's are 1, 2, 3, 4 and 42."""
    nodes: int = 4
    """Events per chain, 3 to 8."""
    orders: int = 0
    """Clause orders per chain; 0 asks all distinct ones (a sample of 24 from five clauses on)."""
    control_orders: int = 4
    """Clause orders per pair of chains in TCIT-C."""
    variants: tuple[str, ...] = VARIANTS
    """Which of TCIT-F, TCIT-H and TCIT-C."""
    method: str = "teacher-forced"
    """How preference is measured."""
    split: str = "test"
    """The pool of names: train, validation or test."""


SIZES: Mapping[str, Settings] = {
    "quick": Settings(chains=12),
    "standard": Settings(chains=100),
    "paper": Settings(chains=2_000, seeds=PAPER_SEEDS),
}


def resolve(size: str, overrides: Mapping[str, str]) -> Settings:
    """A named size with the user's own values on top, checked."""
    settings = options.resolve("invariance", SIZES, size, overrides)
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    if settings.chains < 1 or not settings.seeds:
        raise HoldfastError("The suite invariance needs at least one chain and one seed; raise `chains` or `seeds`.")
    if not 3 <= settings.nodes <= 8:
        raise HoldfastError(f"A chain has 3 to 8 nodes, not {settings.nodes}; change `nodes`.")
    if settings.orders < 0 or settings.control_orders < 1:
        raise HoldfastError("`orders` is 0 (all) or more, and `control_orders` is 1 or more.")
    if settings.method not in METHODS:
        raise HoldfastError(f"There is no method {settings.method!r}; {did_you_mean(settings.method, METHODS)}")
    if unknown := [v for v in settings.variants if v not in VARIANTS]:
        raise HoldfastError(f"There is no TCIT variant {unknown[0]!r}; {did_you_mean(unknown[0], VARIANTS)}")
