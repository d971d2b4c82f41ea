"""The settings of the `regression` suite. Its items are fixed, so all sizes are alike."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import HoldfastError
from holdfast.suites import options
from holdfast.suites.options import check_least, check_names

PARTS = ("A", "B", "C", "D")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which parts are asked, and how."""

    parts: tuple[str, ...] = PARTS
    """A: yes or no. B: instructions. C: passages. D: open prompts."""
    scored: bool = True
    """Whether log-probabilities are used. Without them A is read from replies and C is not measured."""
    limit: int = 0
    """The first so many items of each part; 0 asks all. Part A takes whole pairs of a yes and a no."""


SIZES: Mapping[str, Settings] = {"quick": Settings(), "standard": Settings(), "paper": Settings()}


def resolve(size: str, overrides: Mapping[str, str]) -> Settings:
    """A named size with the user's own values on top, checked."""
    settings = options.resolve("regression", SIZES, size, overrides)
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    check_names("part", settings.parts, PARTS)
    check_least(settings, 0, "limit", meaning="all items")
    if settings.parts == ("C",) and not settings.scored:
        raise HoldfastError("Part C needs an agent that can score; choose another part, or an agent that can.")
