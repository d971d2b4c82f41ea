"""The settings of the `invariance` suite, and its sizes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import HoldfastError
from holdfast.suites import options
from holdfast.suites.invariance.methods import METHODS, NUMBERS
from holdfast.suites.invariance.names import SPLITS
from holdfast.suites.options import check_least, check_names

VARIANTS = ("F", "H", "C")
PAIRS = ("all", "root-leaf")
PAPER_SEEDS = (1, 2, 3, 4, 42)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much of TCIT is asked, and how."""

    chains: int = 12
    """Chains per seed."""
    seeds: tuple[int, ...] = (42,)
    """Each seed is another draw of names and orders; the paper's are 1, 2, 3, 4 and 42."""
    nodes: int = 4
    """Events per chain, 3 to 8."""
    orders: str = "all"
    """Clause orders per chain: `all` distinct ones (a sample of 24 from five clauses on), a number, or `paper10`:
    all distinct ones, weighted as the paper's ten."""
    pairs: str = "all"
    """What TCIT-F asks: `all` ordered pairs along the chain, or `root-leaf` only, as the paper does."""
    control_orders: int = 4
    """Clause orders per pair of chains in TCIT-C."""
    variants: tuple[str, ...] = VARIANTS
    """Which of TCIT-F, TCIT-H and TCIT-C."""
    methods: tuple[str, ...] = ("teacher-forced",)
    """How preference is measured; the first gives the headlines. 1, 2 and 3 are the paper's numbers."""
    samples: int = 20
    """Samples per asking for the method `sampling`."""
    paper_exact: bool = False
    """Show the right answer always as A, as the paper does; the certificate then shows what that gives away."""
    split: str = "test"
    """The pool of names: train, validation or test."""


SIZES: Mapping[str, Settings] = {
    "quick": Settings(chains=12),
    "standard": Settings(chains=100),
    "paper": Settings(chains=2_000, seeds=PAPER_SEEDS),
}


def resolve(size: str, overrides: Mapping[str, str]) -> Settings:
    """A named size with the user's own values on top, checked."""
    given = {"methods" if name == "method" else name: value for name, value in overrides.items()}
    settings = options.resolve("invariance", SIZES, size, given)
    named = msgspec.structs.replace(settings, methods=tuple(NUMBERS.get(m, m) for m in settings.methods))
    _check(named)
    return named


def _check(settings: Settings) -> None:
    check_least(settings, 1, "chains", "control_orders", "samples")
    if not 3 <= settings.nodes <= 8:
        raise HoldfastError(f"A chain has 3 to 8 nodes, not {settings.nodes}; change `--nodes`.")
    if settings.orders not in ("all", "paper10") and not (settings.orders.isdigit() and int(settings.orders) > 0):
        raise HoldfastError(f"`--orders` is `all`, `paper10` or a number from 1, not {settings.orders!r}.")
    if not settings.seeds or len(set(settings.seeds)) != len(settings.seeds):
        raise HoldfastError("`--seeds` takes at least one whole number, and none twice.")
    check_names("method", settings.methods, METHODS)
    check_names("TCIT variant", settings.variants, VARIANTS)
    check_names("choice of pairs", (settings.pairs,), PAIRS)
    check_names("split", (settings.split,), SPLITS)
