"""Argument values: the scalars inside a call's arguments, which of them are worth tracing, and fresh ones to swap in.

A value is worth tracing if finding it elsewhere means something: an id, a date, an amount, a name. `true`, `1` and
`economy` occur by chance.
"""

from __future__ import annotations

import datetime
import re
import string
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from holdfast.core import digest

Scalar = str | int | float

DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
NUMBER = re.compile(r"\d{3}")
BRACKETS = re.compile(r"[\[\]{}]")
DEEPEST = 100
"""Brackets within brackets; a log that has more is broken, or hostile."""
LONGEST = 80
"""Longer texts are prose, not values."""
TRIES = 40

KINDS = ("date", "amount", "id", "name")


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Scalar]]:
    """The scalars of a JSON value with their paths: `flights.0.date`. Booleans and nulls are left out."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{path}.{index}" if path else str(index))
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield path, value


def at_path(value: Any, path: str) -> Any:
    """What stands at a path of a JSON value; None where nothing does."""
    for part in path.split(".") if path else ():
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def decoded(text: str) -> Any:
    """The JSON value that a text is; None where it is none, or one nested so deeply that nobody meant it."""
    if text.count("[") + text.count("{") > DEEPEST and _depth(text) > DEEPEST:
        return None
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


def _depth(text: str) -> int:
    """How deeply brackets are nested, those in strings counted too."""
    depth = deepest = 0
    for bracket in BRACKETS.finditer(text):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def put(value: Any, path: str, new: Scalar) -> None:
    """Write another scalar at a path of a JSON value."""
    way, _, last = path.rpartition(".")
    inner = at_path(value, way)
    inner[int(last) if isinstance(inner, list) else last] = new


def belongs(arguments: Any, result: Any) -> bool:
    """Whether a result is of what a call asked for: what it repeats of the question, it repeats rightly."""
    return all(at_path(result, path) in (None, asked) for path, asked in leaves(arguments))


def kind_of(value: Scalar) -> str | None:
    """What a value looks like: one of `KINDS`, or None where it is too plain to be traced."""
    if isinstance(value, (int, float)):
        digits = sum(c.isdigit() for c in spelled(value))
        return ("amount" if isinstance(value, float) else "id" if digits > 5 else "amount") if digits >= 3 else None
    if not 3 <= len(value) <= LONGEST or value != value.strip() or "\n" in value:
        return None
    if DATE.fullmatch(value[:10]):
        return "date"
    digits, letters = sum(c.isdigit() for c in value), sum(c.isalpha() for c in value)
    if re.fullmatch(r"[$€£]?\d+[.,]\d{2}", value):
        return "amount"
    if digits >= 3 or (digits and letters and len(value) >= 4) or "@" in value or "_" in value.strip("_"):
        return "id"
    if digits:
        return None
    # A name begins with a capital; a word in small letters is a word.
    return "name" if letters >= 3 and value[0].isupper() and all(c.isalpha() or c in " -'." for c in value) else None


def spelled(value: Scalar) -> str:
    """A scalar as it is written."""
    return value if isinstance(value, str) else repr(value)


def fresh(value: Scalar, taken: str, others: Sequence[Scalar], *name: str | int) -> Scalar | None:
    """Another value of the same type and format that is not in `taken`, a text in small letters; None if none is found.

    Names are taken from `others`, so that they are names; everything else keeps its shape and has its letters and
    digits redrawn. `name` keys the draw.
    """
    for attempt in range(TRIES):
        key = digest("fresh", *name, attempt)
        new = _another(value, others, key) if attempt < TRIES // 2 else _redrawn(spelled(value), key)
        found = new if isinstance(value, str) or not isinstance(new, str) else _typed(new, type(value))
        if found is not None and found != value and spelled(found).lower() not in taken:
            return found
    return None


def _another(value: Scalar, others: Sequence[Scalar], key: str) -> Scalar:
    if kind_of(value) == "name" and others:
        return others[int(key[:8], 16) % len(others)]
    text = spelled(value)
    if isinstance(value, str) and DATE.match(text):
        return _shifted(text, 1 + int(key[:6], 16) % 300)
    return _redrawn(text, key)


def _shifted(text: str, days: int) -> str:
    try:
        day = datetime.date.fromisoformat(text[:10]) + datetime.timedelta(days)
    except (ValueError, OverflowError):
        return _redrawn(text, f"{days:032x}")
    return day.isoformat() + text[10:]


def _redrawn(text: str, key: str) -> str:
    """The text with its letters and digits redrawn within their class. No leading zero comes or goes.

    Where a number tells things apart, the letters around it stay: `credit_card_9513926` becomes another card, not
    another kind of thing. Otherwise only words without a digit do.
    """
    numbered = NUMBER.search(text) is not None
    has_digits = any(c.isdigit() for c in text)
    number = int(key, 16)
    made = []
    for at, c in enumerate(text):
        number, draw = divmod(number, 26) if number > 10**6 else (int(digest(key, at), 16), at)
        if c.isdigit() and c.isascii():
            leading = c != "0" and not (at and text[at - 1].isdigit())
            made.append(str(1 + draw % 9) if leading else str(draw % 10))
        elif c.isascii() and c.isalpha() and not (numbered or (has_digits and _in_word(text, at))):
            made.append((string.ascii_uppercase if c.isupper() else string.ascii_lowercase)[draw % 26])
        else:
            made.append(c)
    return "".join(made)


def _in_word(text: str, at: int) -> bool:
    """Whether a letter stands in a run of letters that no digit touches."""
    start = end = at
    while start and text[start - 1].isalpha():
        start -= 1
    while end < len(text) and text[end].isalpha():
        end += 1
    touched = (start and text[start - 1].isdigit()) or (end < len(text) and text[end].isdigit())
    return not touched


def _typed(text: str, kind: type) -> Scalar | None:
    try:
        value: Scalar = kind(text)
    except ValueError:
        return None
    return value if spelled(value) == text else None
