"""Replies that end before they come to their answer: `It was dock 3. Then the note came, so it should be at`."""

from __future__ import annotations

import re

from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import spaced

_SENTENCE = re.compile(r"[.!?](?:\s+|$)|\n+")
_ENDS = ".!?)]}\"”’'*_`|:>"
"""What a reply that is not cut off ends with."""
_TURNS = frozenset("but however then instead new now until otherwise".split())
"""Words by which an unfinished sentence was about to say something else."""
_CHANGED = re.compile(r"\b(?:however|then|until|moved|increased|lowered|raised|updated|replaced|handed (?:it )?over)\b")
"""Signs that what was is no longer so."""
_TO_COME = re.compile(r"\b(must|will|awaiting to|needs to|has to)(?: first| still| soon| then)? be (?:\w+ly )?$")
"""What makes a state one to come."""
_DUE = re.compile(r"\b(should|would)(?: first| still| soon| then)? be (?:\w+ly )?$")
"""The same, where somebody is to do it, or by when."""


def breaks_off(text: str, end: int) -> bool:
    """Whether a reply in small letters breaks off in a sentence behind a place that was about to say something else."""
    text = text.rstrip()
    if text[-1:] in _ENDS or end >= len(text):
        return False
    last = _SENTENCE.split(text)[-1]
    return end <= len(text) - len(last) and not _TURNS.isdisjoint(spaced(last).split())


def moves_on(text: str, end: int) -> bool:
    """Whether a reply in small letters tells of a change behind a place."""
    return _CHANGED.search(text, end) is not None


def is_not_yet(before: str, behind: str, known: Compiled) -> bool:
    """Whether what stands around a state says that it is to come: `it must be approved`, and nobody asked what must."""
    found = _TO_COME.search(before) or (_DUE.search(before) if behind.startswith(" by ") else None)
    return found is not None and found[1] not in known.focus.tokens


def is_unlisted(value: str, known: Compiled) -> bool:
    """Whether a value is like the candidates and none of them."""
    alike = known.shape is not None and known.shape.fullmatch(value.lower()) is not None
    return alike and known.standing(value) is None


def ends_elsewhere(text: str, end: int, known: Compiled) -> bool:
    """Whether the last value of a reply in small letters, behind a place, is like the candidates and none of them."""
    values = known.shape.findall(text, end) if known.shape is not None else []
    return bool(values) and known.standing(values[-1]) is None
