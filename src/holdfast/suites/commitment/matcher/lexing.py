"""From folded text to words and signs.

What only decorates (stars, backticks, quotes, hyphens inside a word) is left out; what may end or bind a clause is
kept. Replies, questions and candidates all pass through here, so that they always agree on what a word is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from holdfast.suites.commitment.matcher.fold import Folded
from holdfast.suites.commitment.matcher.numerals import spell

_DECORATION = ' "*_`'
_TOKEN = re.compile(
    r"[ \"*_`]*("
    r"[a-z]+(?![a-z0-9.'/+-])|[,;:!?()]|\.(?!\.)"  # most words and signs
    r"|km/h\b|m/s\b|\b[a-z]{1,2}[+-](?=[\s.,;:!?)\"'*`]|\Z)"
    r"|\d{1,2}h\d\d\b|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.(?=\s?\d)"
    r"|(?:dr|mr|mrs|ms|prof|vs|capt|st)\.(?!\s*\Z)|(?<!- )no\.(?=\s?\d)|[ap]\.m\b\.?|i\.e\.|e\.g\.|o'clock"
    r"|\d{4}-\d\d-\d\d(?!\d)"
    r"|\d+(?:[.,:]\d+)*[a-z]*"
    r"|[a-z]+\d[a-z0-9]*(?:\.\d+)*"
    r"|[a-z]+"
    r"|(?<=[a-z0-9])'(?:s|t|re|ve|ll|d|m)\b"
    r"|(?<![\w.)])-\d+(?:[.,:]\d+)*[a-z]*"
    r"|°\s?[cf]\b|°"
    r"|[^\W_a-z0-9]+"
    r"|(?<=[a-z0-9])[-@](?=[a-z0-9])"
    r"|\n[\s>]*|\.\.+|…|<[-=]+|--+>?|—|->|=>|(?<=\s)-(?=\s)|[→←✓✗☐\[\]{}/|=+&#$€£%~•<>])"
)
_ABBREVIATIONS = {
    "dr.": "dr", "doctor": "dr", "mr.": "mr", "mister": "mr", "mrs.": "mrs", "ms.": "ms", "prof.": "prof",
    "professor": "prof", "vs.": "vs", "versus": "vs", "no.": "number", "nr": "number", "#": "number", "a.m": "am",
    "capt.": "captain", "capt": "captain", "st.": "st",
    "a.m.": "am", "p.m": "pm", "p.m.": "pm", "->": "→", "=>": "→", "-->": "→",
    "<-": "←", "<--": "←", "<---": "←", "<=": "←",
    "km/h": "kmh", "kph": "kmh", "daily": "day", "mon": "monday", "tue": "tuesday", "tues": "tuesday",
    "wed": "wednesday", "thu": "thursday", "thur": "thursday", "thurs": "thursday", "fri": "friday", "--": "—",
    "…": "...", "favor": "favour", "favors": "favours", "canceled": "cancelled",
} | {f"{month}.": month for month in "jan feb mar apr jun jul aug sep sept oct nov dec".split()}  # fmt: skip
_SHORT = frozenset(_ABBREVIATIONS)
_TIES = frozenset("-@")


class Text:
    """A text as words and signs."""

    def __init__(self, folded: Folded) -> None:
        self.folded = folded
        text = folded.text
        words = _TOKEN.findall(text.rstrip(_DECORATION))  # a long tail of it would be tried from each of its signs
        self._places: list[tuple[int, int]] = []
        self._rest: Iterator[re.Match[str]] | None = None
        starts: Sequence[int] = range(len(words))
        self.tied: set[int] = set()
        """Words that a hyphen or the like ties to the word before."""
        if "-" in words or "@" in words:
            words, starts = self._untied(words)
        if not _SHORT.isdisjoint(words):
            words = [_ABBREVIATIONS.get(word, word) for word in words]
        if "\n" in text or ".." in text:
            words = ["\n" if w[0] == "\n" else "..." if w[:2] == ".." else w for w in words]
        self.words, self._starts, self._lasts = spell((words, starts, starts))
        if self.tied and len(self.words) != len(words):  # a number of several words moved what stands behind it
            tied = {starts[place] for place in self.tied}
            self.tied = {place for place, start in enumerate(self._starts) if start in tied}

    def _untied(self, found: list[str]) -> tuple[list[str], Sequence[int]]:
        """The words without the hyphens between them."""
        words: list[str] = []
        starts: list[int] = []
        for place, word in enumerate(found):
            if word in _TIES and not (word == "-" and self._spaced(place)):
                self.tied.add(len(words))
                continue
            words.append("—" if word == "-" else word)
            starts.append(place)
        return words, starts

    def _place(self, number: int) -> tuple[int, int]:
        """Where a word stands in the text; most are never asked for, and none behind the last that is."""
        places = self._places
        if len(places) <= number:
            if self._rest is None:
                self._rest = _TOKEN.finditer(self.folded.text)
            places.extend([found.span(1) for found in islice(self._rest, number + 1 - len(places))])
        return places[number]

    def _spaced(self, place: int) -> bool:
        start = self._place(place)[0]
        return start > 0 and self.folded.text[start - 1].isspace()

    def span(self, first: int, after: int) -> tuple[int, int]:
        """Where some words stand in the text."""
        return self._place(self._starts[first])[0], self._place(self._lasts[after - 1])[1]

    def written(self, place: int) -> str:
        """A word as it was written: case tells a name from a word."""
        start, end = self.span(place, place + 1)
        return self.folded.original[start:end]

    def cut(self, first: int, after: int) -> None:
        """Keep some words only."""
        self.words = self.words[first:after]
        self._starts, self._lasts = self._starts[first:after], self._lasts[first:after]
        self.tied = {place - first for place in self.tied if first <= place < after}
