"""What a reply emphasises or points at: the only candidate in bold, the one line of a list that says `this is it`."""

from __future__ import annotations

import re

from holdfast.suites.commitment.matcher.apart import (
    ASIDE,
    BOLD,
    BULLET,
    HELD_OPEN,
    LABELS,
    LONGEST,
    POINTED,
    SENTENCE,
    WRAPPING,
    Alone,
    Line,
)  # fmt: skip
from holdfast.suites.commitment.matcher.openings import opening_of
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import unadorned
from holdfast.suites.commitment.matcher.taking_back import taken_back

_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_THIS_IS = re.compile(r"\b[Tt]his is (?!not|no |only|out|wrong|just|for |from |about )")
"""What a line says of its own candidate."""
_LINE = re.compile(r"[^\n]+")
_PARENTHESIS = re.compile(r"\s*\([^()]*\)[.\s]*$")
"""What is added in parentheses."""
_NOT_IT = re.compile(r"\b(not|no|never|than|of|was|were|until|instead|says?|said|from)\W+(?:the\W+)?$", re.IGNORECASE)
"""What, before a bold candidate, makes it something else than the answer."""
_GOES_ON = re.compile(r"\s+(?:is(?! the answer)|was|are|were|had|belong|used|would|could|might|may|and|or)")
"""What, behind it, begins to say something of it."""


def in_bold(reply: str, known: Compiled) -> Alone | None:
    """The only candidate that a reply puts in bold, or under a bold label, where nothing speaks against it."""
    found = None
    for bold in _BOLD.finditer(reply):
        target, span = _emphasised(reply, bold, known)
        if target is None:
            continue
        before = reply[max(bold.start() - LONGEST, 0) : bold.start()]
        line = before[max(before.rfind("\n"), before.rfind(". ")) + 1 :]
        passed_over = _NOT_IT.search(line)
        if (passed_over and passed_over[1].lower() not in known.focus.words) or _GOES_ON.match(reply, span[1]):
            return None
        if not HELD_OPEN.isdisjoint(unadorned(line).split()) or (found and found.target != target):
            return None
        found = Alone(target, BOLD, span)
    if found is None or taken_back(reply, found, [], known):
        return None
    return found


def _emphasised(reply: str, bold: re.Match[str], known: Compiled) -> tuple[int | None, tuple[int, int]]:
    """The candidate that a bold stretch begins with, or that it is the label of: `**Stock: 254**`, `**Stock:** 254`."""
    alone = opening_of(bold[1], 0, known)
    if alone is not None and (alone.rule != SENTENCE or _is_line(reply, bold)):
        whole = alone.span[1] == len(bold[1].rstrip(WRAPPING))
        return alone.target, (bold.start(1), bold.end() if whole else bold.end(1))
    label, colon, value = bold[1].rpartition(":")
    end = bold.end(1)
    if colon and not value.strip(WRAPPING):
        line = _LINE.match(reply, bold.end(), bold.end() + LONGEST)
        value, end = (line[0], line.end()) if line else ("", end)
    words = unadorned(label).split()
    if not colon or ": " in label or ". " in label or not ASIDE.isdisjoint(words):
        return None, (0, 0)
    if known.asked.isdisjoint(words) and not LABELS.issuperset(words):
        return None, (0, 0)
    return known.standing(_PARENTHESIS.sub("", value)), (bold.start(1), end)


def _is_line(reply: str, bold: re.Match[str]) -> bool:
    """Whether a bold stretch is a line, or an entry of a list."""
    before = reply[max(bold.start() - LONGEST, 0) : bold.start()].rpartition("\n")[2]
    return reply[bold.end() : bold.end() + 1] in ("", "\n") and (not before.strip() or bool(BULLET.fullmatch(before)))


def pointed_at(reply: str, lines: list[Line], known: Compiled) -> Alone | None:
    """The candidate of the only line of a list that says so: `- 325: … This is Trukan's locker now.`"""
    if "his is " not in reply:
        return None
    said = [(line, start) for line, start in lines if _THIS_IS.search(line)]
    bullet = BULLET.match(said[0][0]) if len(said) == 1 else None
    if bullet is None:
        return None
    line, start = said[0]
    found = opening_of(line, bullet.end(), known)
    if found is None or found.rule == SENTENCE:
        return None
    return Alone(found.target, POINTED, (start + found.span[0], start + found.span[1]))
