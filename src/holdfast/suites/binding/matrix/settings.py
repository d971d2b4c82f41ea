"""The settings of the `matrix` suite, and its sizes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.core import Capability, HoldfastError
from holdfast.suites import options
from holdfast.suites.binding.matrix.families import families
from holdfast.suites.binding.matrix.frames import SCAFFOLDS
from holdfast.suites.binding.matrix.variants import AUDITS, VARIANTS
from holdfast.suites.binding.prompts import READOUTS
from holdfast.suites.options import check_least, check_names, option

CORE = ("no_fields", "scrambled", "distribution_matched", "strict_lesion")
"""The controls of the primary claim."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much is asked, and how."""

    families: tuple[str, ...] = ()
    """Which task families; all twenty if none is named."""
    scaffolds: tuple[str, ...] = tuple(SCAFFOLDS)
    """Which frames."""
    variants: tuple[str, ...] = tuple(VARIANTS)
    """Which variants; `structured` is what all others are held against."""
    audits: tuple[str, ...] = tuple(AUDITS)
    """Which further controls; `none` for none."""
    events: int = 4
    """Events per family, in pairs that differ in what decides: an even number, at most 100."""
    audit_events: int = 4
    """So many of them are asked under the further controls."""
    seeds: int = 1
    """How often everything is asked. Letters do not sample, so that their seeds are copies and cost nothing."""
    readouts: tuple[str, ...] = ("letters",)
    """How actions are read; the first gives the headlines."""
    replies: int = 0
    """Beside letters, actions are also generated for so many events per family, once each: an even number."""
    temperature: float = 0.2
    """Of the structured variant and of lesions (the paper's A4)."""
    stochastic_temperature: float = 0.9
    """Of the stochastic variants (the paper's A5). They are also reported at the structured one."""
    max_entropy_gap: float = 0.10
    """Audit: bits between the entropies of structured and entropy-prior actions."""
    max_token_gap: float = 0.05
    """Audit: how far the ratio of prompt tokens may be from 1."""
    max_parse_errors: float = 0.02
    """Criterion: the most answers from which no action can be read."""
    seed: int = 42
    """Another seed draws other contexts and donors."""


SIZES: Mapping[str, Settings] = {
    "quick": Settings(),
    "standard": Settings(events=20, audit_events=8, replies=2),
    "paper": Settings(events=100, audit_events=20, seeds=3, replies=2),
}


def resolve(size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
    """A named size with the user's own values on top, checked."""
    settings = options.resolve("matrix", SIZES, size, overrides)
    changes: dict[str, object] = {}
    if "readouts" not in overrides and Capability.CHOICES not in can:
        changes["readouts"] = ("reply",)
    if not settings.families:
        changes["families"] = tuple(families())
    if settings.audits == ("none",):
        changes["audits"] = ()
    if "audit_events" not in overrides:
        changes["audit_events"] = min(settings.audit_events, settings.events)
    if "replies" not in overrides:
        changes["replies"] = min(settings.replies, settings.events)
    settings = msgspec.structs.replace(settings, **changes)
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    check_names("family", settings.families, families())
    check_names("scaffold", settings.scaffolds, SCAFFOLDS)
    check_names("variant", settings.variants, VARIANTS)
    check_names("further control", settings.audits, AUDITS, needed=False)
    check_names("readout", settings.readouts, READOUTS)
    if settings.variants[0] != "structured":
        raise HoldfastError("`--variants` begins with structured, which all others are held against.")
    for name, least in (("events", 4), ("audit_events", 2), ("replies", 0)):
        value = getattr(settings, name)
        if value < least or value % 2 or value > settings.events:
            most = "" if name == "events" else f", at most `--events` ({settings.events})"
            raise HoldfastError(
                f"`{option(name)}` is an even number from {least}{most}, not {value}: events come in pairs."
            )
    check_least(settings, 1, "seeds")
    for name in ("temperature", "stochastic_temperature"):
        if not 0 <= getattr(settings, name) <= 2:
            raise HoldfastError(f"`{option(name)}` is a number from 0 to 2, not {getattr(settings, name):g}.")
