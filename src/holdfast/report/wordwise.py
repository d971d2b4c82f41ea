"""Two texts held against each other, word by word, as pieces to draw: what stayed, what is gone, what came.

Long stretches that stayed are told by their length, so that a change in a page of text is seen at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

SAME, GONE, COME, LEFT_OUT = "same", "gone", "come", "left out"
WORD = re.compile(r"[\w#@.+-]*\w\s*|\S\s*|\s+")
AROUND = 90
"""Characters of an unchanged stretch that are shown on either side of a change."""
LONGEST = 700
"""The most characters of a changed stretch."""
MOST_WORDS = 6_000
"""Longer texts are not searched for common words but shown as replaced between their common ends."""

Step = tuple[str, int, int, int, int]
"""`equal` or something else, and the stretches of both sides that it is about."""


class Piece(NamedTuple):
    """A stretch of text and what became of it."""

    kind: str
    """`same`, `gone`, `come`, or `left out` where text that stayed is not shown."""
    text: str


def pieces(old: str, new: str) -> list[Piece]:
    """The two texts in one: what is gone before what came in its place."""
    first, second = WORD.findall(old), WORD.findall(new)
    found: list[Piece] = []
    for kind, here, there in _steps(first, second):
        if kind == SAME:
            found.append(Piece(SAME, here))
        else:
            found += [Piece(k, text) for k, text in ((GONE, here), (COME, there)) if text]
    return found


def _steps(first: Sequence[str], second: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """`same` or `changed` with the text of both sides; a comma between two changes is part of one."""
    opcodes: Sequence[Step]
    if max(len(first), len(second)) > MOST_WORDS:
        opcodes = _ends(first, second)
    else:
        opcodes = SequenceMatcher(None, first, second).get_opcodes()
    held: tuple[str, str] = ("", "")
    for at, (tag, i1, i2, j1, j2) in enumerate(opcodes):
        here, there = "".join(first[i1:i2]), "".join(second[j1:j2])
        between = 0 < at < len(opcodes) - 1 and not any(c.isalnum() for c in here)
        if tag != "equal" or between:
            held = held[0] + here, held[1] + there
            continue
        if any(held):
            yield "changed", *held
        held = ("", "")
        yield SAME, here, there
    if any(held):
        yield "changed", *held


def _ends(first: Sequence[str], second: Sequence[str]) -> list[Step]:
    most = min(len(first), len(second))
    before = next((i for i in range(most) if first[i] != second[i]), most)
    after = next((i for i in range(most - before) if first[-1 - i] != second[-1 - i]), most - before)
    n, m = len(first), len(second)
    steps = [("equal", 0, before, 0, before), ("replace", before, n - after, before, m - after)]
    return [s for s in [*steps, ("equal", n - after, n, m - after, m)] if s[1] < s[2] or s[3] < s[4]]


def shortened(whole: Sequence[Piece]) -> list[Piece]:
    """The pieces with what stayed left out but for its ends beside a change, and with long changes cut."""
    found: list[Piece] = []
    for at, piece in enumerate(whole):
        text = piece.text
        if piece.kind != SAME:
            found.append(piece if len(text) <= LONGEST else Piece(piece.kind, _cut(text, LONGEST)))
            continue
        head, tail = (AROUND if at else 0), (AROUND if at < len(whole) - 1 else 0)
        if len(text) <= head + tail + AROUND // 2:
            found.append(piece)
            continue
        kept = [Piece(SAME, text[:head]), Piece(LEFT_OUT, _count(len(text) - head - tail))]
        found += [p for p in (*kept, Piece(SAME, text[len(text) - tail :])) if p.text]
    return found


def only(whole: Sequence[Piece], kind: str) -> list[Piece]:
    """One side: what stayed and what is gone, or what stayed and what came."""
    return [piece for piece in whole if piece.kind in (SAME, LEFT_OUT, kind)]


def marked(text: str, wanted: str) -> list[Piece]:
    """A text in which every occurrence of something is marked as what came."""
    if not wanted:
        return [Piece(SAME, text)] if text else []
    parts = text.split(wanted)
    found = [p for part in parts for p in (Piece(SAME, part), Piece(COME, wanted))][:-1]
    return [piece for piece in found if piece.text]


def _cut(text: str, most: int) -> str:
    return f"{text[:most]} {_count(len(text) - most)}"


def _count(characters: int) -> str:
    return f"… {characters:,} characters …"
