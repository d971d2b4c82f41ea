"""Settings of suites: a record of defaults per size, with the user's words on top, checked and explained."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import NoneType
from typing import Any, TypeVar, get_args

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
    kinds = {field.name: field.type for field in msgspec.structs.fields(base)}
    values: dict[str, Any] = {}
    for name, text in overrides.items():
        if name not in kinds:
            raise UnknownSettingError(f"{_begin(what)} has no setting {name!r}; {did_you_mean(name, kinds)}")
        listed = isinstance(getattr(base, name), tuple)
        try:
            given = [part for part in text.split(",") if part] if listed else text
            values[name] = msgspec.convert(given, kinds[name], strict=False)
        except msgspec.ValidationError as error:
            raise HoldfastError(f"`{option(name)}` takes {_accepted(kinds[name])}, not {text!r}.") from error
    return msgspec.structs.replace(base, **values)


def option(name: str) -> str:
    """A setting as it is written on the command line."""
    return f"--{name.replace('_', '-')}"


def check_names(what: str, values: Sequence[str], known: Collection[str], *, needed: bool = True) -> None:
    """Refuse a list of names that is empty, has one twice, or has one that is not known."""
    if needed and not values:
        raise HoldfastError(f"No {what} is named; name at least one.")
    if len(set(values)) != len(values):
        raise HoldfastError(f"A {what} is named twice; name each once.")
    for value in values:
        if value not in known:
            raise HoldfastError(f"There is no {what} {value!r}; {did_you_mean(value, known)}")


def check_least(settings: msgspec.Struct, least: int, *names: str, meaning: str = "") -> None:
    """Refuse settings that are below the least they may be, which may have a meaning of its own: 0 (all)."""
    for name in names:
        if not (value := getattr(settings, name)) >= least:  # so that a NaN is refused too
            bound = f"{least} ({meaning})" if meaning else str(least)
            raise HoldfastError(f"`{option(name)}` must be {bound} or more, not {value}.")


def typed(suite: str, settings: Mapping[str, Any], kind: type[S]) -> S:
    """Settings read back from a plan, as the record they came from."""
    try:
        return msgspec.convert(settings, kind)
    except msgspec.ValidationError as error:
        raise HoldfastError(f"The plan's settings of the suite {suite} are not valid: {error}.") from error


def plain(settings: msgspec.Struct) -> dict[str, Any]:
    """Settings as a plan holds them: the very values that come back when the plan is read from its file."""
    return msgspec.json.decode(msgspec.json.encode(settings), type=dict[str, Any])


ACCEPTED = {
    int: "a whole number", float: "a number", bool: "true or false",
    tuple[int, ...]: "whole numbers, separated by commas", tuple[bool, ...]: "true and false, separated by a comma",
}  # fmt: skip
"""What a setting takes, by its type. A text, and a list of texts, take anything."""


def _accepted(kind: Any) -> str:
    inner = [part for part in get_args(kind) if part is not NoneType] if NoneType in get_args(kind) else [kind]
    return ACCEPTED[inner[0]]


def _begin(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
