"""The settings of the `commitment` suite, and its sizes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import HoldfastError
from holdfast.suites import options
from holdfast.suites.commitment.vocabulary import RELEASE
from holdfast.suites.options import check_least, check_names

BLIND, PAPER, BOTH = "blind", "paper", "both"
CONTRACTS = (BLIND, PAPER, BOTH)
PROBES = ("side", "fork")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which tasks are asked, and how."""

    seed: str = RELEASE
    """`release` for the canonical inventory; any whole number for a fresh one of the same design."""
    instances: int = 3
    """Tasks per family, band and variant; the canonical inventory has 3."""
    families: tuple[str, ...] = ()
    """Which families; all of them if none is named."""
    contract: str = "blind"
    """`blind` hides family, construct and band; `paper` shows them, as the paper does; `both` asks each task both ways,
    reports on `blind` and adds a table of the difference."""
    probes: str = "side"
    """`side`: each probe after the full prompt, as the paper does; `fork`: turn by turn, at its own place."""
    contrasts: bool = True
    """Whether tasks with an update are asked without it too, which is what responsiveness needs."""
    strict_schema: bool = False
    """Ask for JSON and match only the parsed answer."""
    confidence: bool = False
    """Ask for a verbal confidence and a success probability in the same reply."""

    @property
    def contracts(self) -> tuple[str, ...]:
        """The contracts under which tasks are asked; the first is the one that everything is reported on."""
        return (BLIND, PAPER) if self.contract == BOTH else (self.contract,)


SIZES: Mapping[str, Settings] = {
    "quick": Settings(instances=1),
    "standard": Settings(),
    "paper": Settings(contract="paper", contrasts=False),
}


def resolve(size: str, overrides: Mapping[str, str]) -> Settings:
    """A named size with the user's own values on top, checked."""
    from holdfast.suites.commitment.families import FAMILIES

    settings = options.resolve("commitment", SIZES, size, overrides)
    if settings.seed != RELEASE and not settings.seed.isdigit():
        raise HoldfastError(f"`--seed` is `{RELEASE}` or a whole number, not {settings.seed!r}.")
    check_least(settings, 1, "instances")
    check_names("contract", (settings.contract,), CONTRACTS)
    check_names("way to ask probes", (settings.probes,), PROBES)
    check_names("family", settings.families, FAMILIES, needed=False)
    return settings
