"""An answer that stands alone: a closing line, the opening words before an explanation, or the only bold.

Capable models explain at length and still set their answer apart: `…so the first slip holds.\\n\\n**858 mm**`, `Rina.
Remy was first, but …`, or a sentence that is the question turned round: `Vulo tends plot 4564; the handover …`. What
stands like this is the answer whatever the explanation weighs, unless the reply takes it back or sets another candidate
apart in the same way. Most long replies are decided here, without being read word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.suites.commitment.matcher.apart import (
    ANNOUNCED,
    BULLET,
    CLOSING,
    LAST,
    LENGTHY,
    OPENING,
    SENTENCE,
    WRAPPING,
    Alone,
    Line,
)  # fmt: skip
from holdfast.suites.commitment.matcher.closings import bare_of, closing_clause_of, closing_of
from holdfast.suites.commitment.matcher.declining import leaves_open
from holdfast.suites.commitment.matcher.emphasis import in_bold, pointed_at
from holdfast.suites.commitment.matcher.openings import opening_of
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.taking_back import taken_back

_LAID_OUT = "<{\\~"
_DRAWN = "←→✓✗☐"
_BRACKET = re.compile(r"\[(?![ xX]\])")
"""Signs of tags, JSON, ticks and strikes: there, to stand alone means something else."""


def standing_alone(reply: str, known: Compiled) -> Alone | None:
    """The candidate that a reply sets apart as its answer, if it does so with one only and nothing takes it back."""
    if any(map(reply.__contains__, _LAID_OUT)):
        return None
    lines = list(_lines(reply))
    if not lines or ("|" in reply and any("|" in line for line, _ in lines)):
        return None
    bare = {place: target for place, (line, _) in enumerate(lines) if (target := bare_of(line, known)) is not None}
    if len(set(bare.values())) > 1:
        return None
    if _is_drawn(reply):
        last = lines[-1].text
        return None if BULLET.match(last) or _is_drawn(last) else closing_of(lines, bare, known)
    first = lines[0][1]
    listed = BULLET.match(reply, first)
    if 0 in bare:
        line = lines[0][0].rstrip(WRAPPING)
        value = line.rfind(": ") + 2 if ": " in line else 0
        opening: Alone | None = Alone(bare[0], ANNOUNCED if value else OPENING, (first + value, first + len(line)))
    else:
        opening = None if listed else opening_of(reply, first, known)
    closing = closing_of(lines, bare, known)
    if closing is not None:
        if opening is None or opening.target == closing.target:
            return closing
        return closing if opening.rule == SENTENCE and closing.rule == CLOSING else None
    if opening is None and (pointed := pointed_at(reply, lines, known)) is not None:
        return pointed
    if opening is None and "**" in reply and (bold := in_bold(reply, known)) is not None:
        return bold
    if opening is None and len(reply) > LENGTHY and not leaves_open(reply):
        closing = closing_clause_of(*lines[-1], known) or _closing_paragraph(lines, known)
        opening = None if listed else opening_of(reply, first, known, loosely=True)
        if closing is not None:
            return closing if opening is None or opening.target == closing.target else None
    return None if opening is None or taken_back(reply, opening, lines[1:], known) else opening


def _is_drawn(text: str) -> bool:
    """Whether a text shows with arrows, ticks or brackets what it does not say."""
    return any(map(text.__contains__, _DRAWN)) or ("[" in text and _BRACKET.search(text) is not None)


def _closing_paragraph(lines: list[Line], known: Compiled) -> Alone | None:
    """The candidate that the last line of several opens with: `It is 3,097 mm, from the latest completed run.`"""
    line, start = lines[-1]
    found = opening_of(line, 0, known) if len(lines) > 1 and not BULLET.match(line) else None
    if found is None or taken_back(line, found, [], known):
        return None
    return Alone(found.target, LAST, (start + found.span[0], start + found.span[1]))


def _lines(reply: str) -> Iterator[Line]:
    """The lines that say something, but no table and no quotation, each with its place."""
    start = 0
    for line in reply.split("\n"):
        if line.strip(WRAPPING) and line.lstrip()[:1] not in ("", "|", ">"):
            yield Line(line, start)
        start += len(line) + 1
