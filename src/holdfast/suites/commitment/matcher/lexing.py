"""From folded text to words and signs with their places.

What only decorates (stars, backticks, quotes, hyphens inside a word) is left out; what may end or bind a clause is
kept. Replies, questions and candidates all pass through here, so that they always agree on what a word is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from holdfast.suites.commitment.matcher.numerals import NUMBERISH, spell

_TOKEN = re.compile(
    r"km/h\b|m/s\b|\b[a-z]{1,2}[+-](?=[\s.,;:!?)\"'*`]|\Z)"
    r"|[a-z]+(?![a-z0-9.'])"  # most words
    r"|\d{1,2}h\d\d\b|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.(?=\s?\d)"
    r"|(?:dr|mr|mrs|ms|prof|vs)\.|(?<!- )no\.(?=\s?\d)|[ap]\.m\b\.?|i\.e\.|e\.g\.|o'clock"
    r"|\d{4}-\d\d-\d\d(?!\d)"
    r"|(?<![\w.)])-\d+(?:[.,:]\d+)*[a-z]*"
    r"|\d+(?:[.,:]\d+)*[a-z]*"
    r"|[a-z]+\d[a-z0-9]*(?:\.\d+)*"
    r"|[a-z]+"
    r"|(?<=[a-z0-9])'(?:s|t|re|ve|ll|d|m)\b"
    r"|°\s?[cf]\b|°"
    r"|[^\W_a-z0-9]+"
    r"|\n[\s>]*|\.\.+|…|--+>?|—|->|=>|(?<=\s)-(?=\s)|[→←✓✗.,;:!?()\[\]{}/|=+&#$€£%~•<>]"
)
_IS_SIMPLE = re.compile(r"[a-z ,.;:!?'\"*\n]*\Z").match
_DOTTED = re.compile(
    r"\b(?:dr|mr|mrs|ms|prof|vs|no|[ap]\.m|i\.e|e\.g|km|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.|o'clock"
)
_SIMPLE = re.compile(r"[a-z]+|(?<=[a-z])'(?:s|t|re|ve|ll|d|m)\b|\n[\s>]*|\.\.+|--+|(?<=\s)-(?=\s)|[.,;:!?]")
_MONTHS = frozenset("jan feb mar apr jun jul aug sep oct nov dec".split())
_MONTH_DOTS = frozenset(f"{month}." for month in [*_MONTHS, "sept"])
_DIGIT = re.compile(r"\d")
_ABBREVIATIONS = {
    "dr.": "dr", "doctor": "dr", "mr.": "mr", "mister": "mr", "mrs.": "mrs", "ms.": "ms", "prof.": "prof",
    "professor": "prof", "vs.": "vs", "versus": "vs", "no.": "number", "nr": "number", "#": "number", "a.m": "am",
    "a.m.": "am", "p.m": "pm", "p.m.": "pm", "i.e.": "i.e.", "e.g.": "e.g.", "->": "→", "=>": "→", "-->": "→",
    "km/h": "kmh", "kph": "kmh", "daily": "day", "mon": "monday", "tue": "tuesday", "tues": "tuesday",
    "wed": "wednesday", "thu": "thursday", "thur": "thursday", "thurs": "thursday", "fri": "friday", "--": "—",
    "-": "—", "…": "...", "favor": "favour", "favors": "favours", "canceled": "cancelled",
}  # fmt: skip


_SHORT = frozenset(_ABBREVIATIONS)


class Words(NamedTuple):
    """A text as words and signs."""

    words: list[str]
    """Each in its plain form: `2:30 pm` is `t14:30`, `forty-two` is `42`."""
    starts: list[int]
    """Where each begins."""
    ends: list[int]
    """Where each ends."""


def lex(text: str) -> Words:
    """The words and signs of a folded text."""
    found = list((_SIMPLE if _IS_SIMPLE(text) and not _DOTTED.search(text) else _TOKEN).finditer(text))
    words = [token[0] for token in found]
    starts = [token.start() for token in found]
    ends = [token.end() for token in found]
    if not _SHORT.isdisjoint(words):
        words = [_ABBREVIATIONS.get(word, word) for word in words]
    if "." in text and not _MONTH_DOTS.isdisjoint(words):
        words = [w[:-1] if w[-1] == "." and len(w) in (4, 5) and w[:3] in _MONTHS else w for w in words]
    if "\n" in text or ".." in text:
        words = ["\n" if w[0] == "\n" else "..." if w[:2] == ".." else w for w in words]
    if _DIGIT.search(text) or not NUMBERISH.isdisjoint(words):
        return Words(*spell(words, starts, ends))
    return Words(words, starts, ends)
