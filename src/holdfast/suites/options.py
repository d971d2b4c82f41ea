"""Settings of suites: a record of defaults per size, with the user's words on top, checked and explained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from holdfast.core import HoldfastError, did_you_mean

S = TypeVar("S", bound=msgspec.Struct)


class UnknownSettingError(HoldfastError):
    """A setting that is not there, as opposed to a value that is not valid."""


def resolve(suite: str, sizes: Mapping[str, S], size: str, overrides: Mapping[str, str]) -> S:
    """The settings of a named size with overrides applied; lists are given with commas."""
    if size not in sizes:
        raise HoldfastError(f"There is no size {size!r} for {suite}; {did_you_mean(size, sizes)}")
    return overridden(f"the suite {suite}", sizes[size], overrides)


def overridden(what: str, base: S, overrides: Mapping[str, str]) -> S:
    """A record of settings with the user's words on top."""
    fields: dict[str, Any] = msgspec.structs.asdict(base)
    for name, text in overrides.items():
        if name not in fields:
            raise UnknownSettingError(f"{_begin(what)} has no setting {name!r}; {did_you_mean(name, fields)}")
        fields[name] = [part for part in text.split(",") if part] if isinstance(fields[name], tuple) else text
    try:
        return msgspec.convert(fields, type(base), strict=False)
    except msgspec.ValidationError as error:
        raise HoldfastError(f"A setting of {what} is not valid: {error}.") from error


def typed(suite: str, settings: Mapping[str, Any], kind: type[S]) -> S:
    """Settings read back from a plan, as the record they came from."""
    try:
        return msgspec.convert(settings, kind)
    except msgspec.ValidationError as error:
        raise HoldfastError(f"The plan's settings of the suite {suite} are not valid: {error}.") from error


def plain(settings: msgspec.Struct) -> dict[str, Any]:
    """Settings as a plan holds them: the very values that come back when the plan is read from its file."""
    return msgspec.json.decode(msgspec.json.encode(settings), type=dict[str, Any])


def _begin(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
