"""The settings of the `regression` suite. Its items are fixed, so all sizes are alike."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import HoldfastError, did_you_mean
from holdfast.suites import options

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
    if unknown := [part for part in settings.parts if part not in PARTS]:
        raise HoldfastError(f"The suite regression has no part {unknown[0]!r}; {did_you_mean(unknown[0], PARTS)}")
    if not settings.parts or len(set(settings.parts)) < len(settings.parts):
        raise HoldfastError("`parts` names each part of the suite regression that is wanted, once: A,B,C,D.")
    if settings.limit < 0:
        raise HoldfastError("`limit` is 0 (all items) or more.")
    if settings.parts == ("C",) and not settings.scored:
        raise HoldfastError("Part C needs an agent that can score; choose another part, or an agent that can.")
