"""An answer that stands alone: the reply's closing line, or its opening words before it goes on to explain.

Capable models explain at length and still set their answer apart: `…so the first slip holds.\\n\\n**858 mm**`, or `Rina.
Remy was first, but …`. What stands like this is the answer whatever the explanation weighs, unless the reply takes it
back or sets another candidate apart in the same way. Most long replies are decided here, without being read word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import unadorned

_LAID_OUT = frozenset("<{|\\[~←→✓✗☐")
"""Signs of tables, tags, JSON, ticks and strikes: there, to stand alone means something else."""
_WRAPPING = " \t\r.!*_`\"“”'‘’#>•–—-"
_ANNOUNCED = re.compile(r"(?:the |my )?(?:final |short )?answer(?: is)?[\s*_`]*:", re.IGNORECASE)
_BULLET = re.compile(r"[\s*•–-]+|\s*\d+[.)]\s")
_BREAK = re.compile(r"[.,;](?=[\s*_`\"”]|$)|\(|\n|\s[—–-]\s|\bbecause\b|$")
"""Where what stands at the beginning may end."""
_LONGEST = 80
"""Characters that an opening answer may take."""
_TAKES_BACK = re.compile(
    r"(?:[.,;:(—–-]|\n)[\s*_`]*no(?=[,.:;]|\s(?:wait|sorry|that|longer)|\s*[—–-])"
    r"|\b(?:wait|actually|scratch|i mean|i meant|strike|hold on|let me|on second thought|on reflection|make that|sorry|apologies|oops|"
    r"hm+|misread)\b|\b(?:corrections?|edit|update)[:,]|\?",
    re.IGNORECASE,
)
"""Signs, in what follows an opening answer, that it may not be the last word."""
_GOES_ON = re.compile(
    r"[\s*_`.,;:(—–-]*(?:(?:no|not|or|and|vs|later|updated?|formerly|previously|until|instead|rather)\b|…|\.\.)",
    re.IGNORECASE,
)
"""The same directly behind it."""
_MOVES_ON = re.compile(
    r"\b(?:(?:corrected|changed|moved|updated) to|replaced (?:by|with)|but now|now it|should (?:be|go)|must be|instead|rather)\b"
    r"(.{0,40})",
    re.IGNORECASE,
)
"""Signs that the candidate behind them takes its place."""
_NEXT = re.compile(r"[\s*_`.,;:(]*")
_PARALLEL = re.compile(r"[\s*_`.,;:]*\([^()\n]*\)[\s,;]*(?:(?:or|and|vs\.?|versus)\s|[&/])?\s*")
"""What may stand between an opening answer and another one beside it: `1501 (note 4) or 1456 (note 7)`."""


class Alone(NamedTuple):
    """A candidate that is set apart."""

    target: int
    """Which one."""
    rule: str
    """How it is set apart."""
    span: tuple[int, int]
    """Where it stands in the reply."""


def standing_alone(reply: str, known: Compiled) -> Alone | None:
    """The candidate that a reply sets apart as its answer, if it does so with one only and nothing takes it back."""
    if not _LAID_OUT.isdisjoint(reply):
        return None
    lines = list(_lines(reply))
    if not lines:
        return None
    bare = {place: target for place, (line, _) in enumerate(lines) if (target := _bare(line, known)) is not None}
    if len(set(bare.values())) > 1:
        return None
    closing = len(lines) - 1
    if closing and closing in bare:
        line, start = lines[closing]
        return Alone(bare[closing], "closing line", (start, start + len(line)))
    opening = _opening(reply, known)
    if opening is None or _others(lines, bare, opening.target, known):
        return None
    said, rest = reply[slice(*opening.span)].lower(), reply[opening.span[1] :]
    return None if _taken_back(said, rest, known) or _beside(said, rest, known) else opening


def _lines(reply: str) -> Iterator[tuple[str, int]]:
    """The lines that say something, each with its place."""
    start = 0
    for line in reply.split("\n"):
        if line.strip(_WRAPPING):
            yield line, start
        start += len(line) + 1


def _bare(line: str, known: Compiled) -> int | None:
    """The candidate that a line is, and nothing besides."""
    if len(line) > _LONGEST:
        return None
    said = line.strip(_WRAPPING)
    announced = _ANNOUNCED.match(said)
    return known.alone.get(unadorned(said[announced.end() :] if announced else said))


def _opening(text: str, known: Compiled) -> Alone | None:
    """The candidate that a text begins with, where what follows is a new thought."""
    start = len(text) - len(text.lstrip(_WRAPPING + "\n"))
    for end in _BREAK.finditer(text, start, start + _LONGEST):
        said = text[start : end.start()].rstrip(_WRAPPING)
        target = known.alone.get(unadorned(said))
        if target is not None:
            return Alone(target, "opening", (start, start + len(said)))
    return None


def _others(lines: list[tuple[str, int]], bare: dict[int, int], target: int, known: Compiled) -> bool:
    """Whether other lines set other candidates apart, as the entries of a list do."""
    if any(other != target for other in bare.values()):
        return True
    openings = (_opening(_BULLET.sub("", line, count=1), known) for line, _ in lines[1:])
    return any(other is not None and other.target != target for other in openings)


def _taken_back(said: str, rest: str, known: Compiled) -> bool:
    """Whether a reply may go back on its opening answer."""
    if _GOES_ON.match(rest) or _TAKES_BACK.search(rest) or f"not {said}" in rest.lower():
        return True
    followed = " ".join(found[1] for found in _MOVES_ON.finditer(rest)).lower()
    return any(name in followed and name not in said for name in known.names)


def _beside(said: str, rest: str, known: Compiled) -> bool:
    """Whether another candidate or source stands beside the opening one, on equal terms."""
    rest = rest.lower()
    places = {found.end() for found in (_NEXT.match(rest), _PARALLEL.match(rest)) if found}
    return any(rest.startswith(name, place) and name not in said for place in places for name in known.names)
