"""Planted faults for TCIT: each function reads the visible text and returns the index of the option it takes.

None is indifference: with nothing stated or supposed about the root, a careful reader has no reason for either option.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.core import digest

LINK = re.compile(r"(\w+) causes (\w+)\.")
SUPPOSE = re.compile(r"Suppose (\w+) (did not occur|occurred)\.")
BOTH = re.compile(r"(Both|Neither) (\w+) (?:and|nor) (\w+) occurred\.")
CLAIM = re.compile(r"Therefore, (\w+) (did not occur|occurred)\.")
DIRECTION = re.compile(r"Therefore, (\w+) causes (\w+)\.")


def bound(text: str, options: Sequence[str]) -> int | None:
    """Derives the answer from the stated causes and premises, as a careful reader would."""
    causes = {effect: cause for cause, effect in LINK.findall(text)}
    if direction := DIRECTION.match(options[0]):
        cause, effect = direction.groups()
        return 0 if cause in _ancestors(effect, causes) else 1
    occurred: dict[str, bool] = {}
    for word, one, two in BOTH.findall(text):
        occurred |= {one: word == "Both", two: word == "Both"}
    occurred |= {event: polarity == "occurred" for event, polarity in SUPPOSE.findall(text)}
    event = _claim(options[0])[0]
    root = [event, *_ancestors(event, causes)][-1]
    return _saying(occurred[root], options) if root in occurred else None


def copies_premise(text: str, options: Sequence[str]) -> int | None:
    """Repeats the polarity of the last premise, whichever event it is about."""
    supposed = SUPPOSE.findall(text)
    stated = BOTH.findall(text)
    if not supposed and not stated:
        return favours_first_name(text, options) if DIRECTION.match(options[0]) else None
    present = supposed[-1][1] == "occurred" if supposed else stated[-1][0] == "Both"
    return _saying(present, options)


def always_absent(text: str, options: Sequence[str]) -> int | None:
    """Says that nothing ever occurs; knows directions."""
    return bound(text, options) if DIRECTION.match(options[0]) else _saying(False, options)


def first_option(text: str, options: Sequence[str]) -> int:  # noqa: ARG001  (that is its fault)
    """Takes what is listed first."""
    return 0


def last_clause(text: str, options: Sequence[str]) -> int:
    """Knows only the last causal clause: right when that clause decides, otherwise it takes what is listed first."""
    cause, effect = LINK.findall(text)[-1]
    if direction := DIRECTION.match(options[0]):
        named = direction.groups()
        return 0 if effect == named[1] or cause == named[0] else 1
    supposed = SUPPOSE.findall(text)
    if supposed and _claim(options[0])[0] == effect:
        return _saying(supposed[-1][1] == "occurred", options)
    return 0


def favours_first_name(text: str, options: Sequence[str]) -> int:
    """Believes that the event named first is the cause, and that what is asked about occurred."""
    direction = DIRECTION.match(options[0])
    if not direction:
        return _saying(True, options)
    links = " ".join(" ".join(link) for link in LINK.findall(text)).split()
    return 0 if links.index(direction[1]) < links.index(direction[2]) else 1


def random(text: str, options: Sequence[str]) -> int:
    """Chooses by a digest of everything it sees."""
    return int(digest("random", text, list(options))[:8], 16) % len(options)


def _ancestors(event: str, causes: dict[str, str]) -> list[str]:
    found: list[str] = []
    while event in causes and causes[event] not in found:
        event = causes[event]
        found.append(event)
    return found


def _claim(option: str) -> tuple[str, bool]:
    claim = CLAIM.match(option)
    if claim is None:
        raise ValueError(f"not a claim about an event: {option!r}")
    return claim[1], claim[2] == "occurred"


def _saying(present: bool, options: Sequence[str]) -> int:
    return next(i for i, option in enumerate(options) if _claim(option)[1] == present)
