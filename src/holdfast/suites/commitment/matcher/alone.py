"""An answer that stands alone: the reply's closing line, or its opening words before it goes on to explain.

Capable models explain at length and still set their answer apart: `…so the first slip holds.\\n\\n**858 mm**`, or `Rina.
Remy was first, but …`, or a sentence that is the question turned round: `Vulo tends plot 4564; the handover …`. What
stands like this is the answer whatever the explanation weighs, unless the reply takes it back or sets another candidate
apart in the same way. Most long replies are decided here, without being read word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import unadorned

_LAID_OUT = frozenset("<{\\[~←→✓✗☐")
"""Signs of tables, tags, JSON, ticks and strikes: there, to stand alone means something else."""
_WRAPPING = " \t\r.!*_`\"“”'‘’#>•–—-"
_AROUND = _WRAPPING + "\n"
_MARKUP = re.compile(r"[*_`\"“”]+|(?<=[ \t])[ \t]+")
_ANNOUNCED = re.compile(r"(?:the |my )?(?:\w+ )?answer(?: is)?[\s*_`]*:", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[*•–-]|\d{1,2}[.)])\s+")
_BREAK = re.compile(r"[.,;](?=[\s*_`\"”]|$)|\(|\n|\s[—–-]\s|\sbecause\b|$")
"""Where an answer at the beginning may end."""
_CLAUSE = re.compile(
    r"[.,;:](?=[\s*_`\"”]|$)|\(|\n|\s[—–-]\s|\s(?:because|since|under|by|as|which|who|and|but|not|rather)\b|$"
)
"""Where a first clause may end."""
_SENTENCE = re.compile(r"[.!?;](?=\s)|:\s")
"""Where what stands at the end may begin."""
_LONGEST = 160
"""Characters that an answer may take."""
_BREAKS = 4
"""Places where an opening answer may end that are tried."""
_BRIEF = 60
"""Characters up to which what follows an answer is no explanation of it."""
_WORDS = 9
"""Words that a candidate may take."""
_TAKES_BACK = re.compile(
    r"(?:[.,;:(—–-]|\n)[\s*_`]*no(?=[,.:;]|\s(?:wait|sorry|that)|\s*[—–-])"
    r"|\b(?:wait|actually|scratch|i mean|i meant|strike|hold on|let me|on second thoughts?|on reflection|then again|make that|sorry|"
    r"apologies|oops|oh no|hm+|misread|mixed up)\b|\b(?:corrections?|edit|update|answer)\s*[:,]|\?",
    re.IGNORECASE,
)
"""Signs, in what follows an opening answer, that it may not be the last word."""
_GOES_ON = re.compile(
    r"[\s*_`.,;:(—–-]*(?:(?:no|not|or|and|vs|later|updated?|formerly|previously|until|instead|rather|provided|if|unless|once|"
    r"then|er)\b|…|\.\.)",
    re.IGNORECASE,
)
"""The same directly behind it."""
_MOVES_ON = re.compile(
    r"\b(?:but now|now it|should (?:be|go)|must be|instead|rather)\b(.{0,40})",
    re.IGNORECASE,
)
"""Signs that the candidate behind them takes its place."""
_LEADS_ON = re.compile(r"\b(?:(?:corrected|changed|moved|updated) to|replaced (?:by|with)|so|therefore|thus|hence|makes|meaning|then|whereas)\b(.{0,60})", re.IGNORECASE)
"""The same behind a sentence, which may be the beginning of a story."""
_NOT = re.compile(r"[\s,;(—–-]*(?:and )?not (?:the |by |from )?")
_NOT_SO = frozenset("not isn't wasn't doesn't never".split())
_NEAR = 12
"""Characters around a candidate within which a `not` denies it."""
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_DENIED = re.compile(r"\b(?:not|no|never|than|of|was|were|until|instead|says?|said|from)\W+(?:the\W+)?$", re.IGNORECASE)
_STOP = re.compile(r"[.!;](?=[\s*_`\"”]|$)|\n")
_PROSE = re.compile(r"'s\b| (?!and |or |vs|by |from )[a-z]")
"""What follows a name about which a sentence says something."""
_FRAME = frozenset(
    """
    the a an is are be has have holds still now currently it its in at on for of to with so therefore which i you we your
    answer then hence thus stands that this present current today would should do does will goes
    """.split()
)
"""Words that make a sentence of the question's own."""
_TIMELESS = frozenset("now still currently today present moment at the".split())
_HELD_OPEN = frozenset(
    """
    not n't no never nor was were had been until if may might could would should or either whether said says say claims
    originally former formerly earlier previous previously old draft other others than instead except unless before
    used impression wrong false rejected discarded stale outdated ignored ignore both maybe perhaps possibly however
    """.split()
)
"""Words by which what stands before a colon does not announce an answer."""
_CONFIRMS = frozenset("holds stands remains".split())


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
    if not lines or any("|" in line for line, _ in lines):
        return None
    bare = {place: target for place, (line, _) in enumerate(lines) if (target := _bare(line, known)) is not None}
    if len(set(bare.values())) > 1:
        return None
    first = lines[0][1]
    opening = None if _BULLET.match(reply, first) else _opening(reply, first, known)
    closing = _closing(lines, bare, known)
    if closing is not None:
        return closing if opening is None or opening.target == closing.target else None
    if opening is None:
        return _in_bold(reply, known)
    return None if _others(lines, opening.target, known) or _taken_back(opening, reply, known) else opening


def _lines(reply: str) -> Iterator[tuple[str, int]]:
    """The lines that say something, but no table and no quotation, each with its place."""
    start = 0
    for line in reply.split("\n"):
        if line.strip(_WRAPPING) and line.lstrip()[0] not in "|>":
            yield line, start
        start += len(line) + 1


def _bare(line: str, known: Compiled) -> int | None:
    """The candidate that a line is, and nothing besides."""
    if len(line) > _LONGEST:
        return None
    said = line.strip(_WRAPPING)
    announced = _ANNOUNCED.match(said)
    return known.alone.get(unadorned(said[announced.end() :] if announced else said))


def _turned_round(said: str, known: Compiled, *, ended: bool = False) -> int | None:
    """The candidate that a sentence gives in the question's own words: `Vulo still tends plot 4564`, `Shot 5940 counts`."""
    words = unadorned(said).split()
    while words and words[-1] in _TIMELESS:
        words.pop()
    for size in range(min(_WORDS, len(words) - 1), 0, -1):
        target = known.alone.get(" ".join(words[-size:]))
        if target is not None:
            return target if _asked(words[:-size], known, ended=ended) else None
        target = known.alone.get(" ".join(words[:size]))
        if target is not None:
            return target if _asked(words[size:], known, ended=True, least=1) else None
    return None


def _asked(words: list[str], known: Compiled, *, ended: bool, least: int = 2) -> bool:
    """Whether some words say nothing but what the question asks; at the end, part of it will do."""
    focus = known.focus
    about = focus.names | focus.numbers
    told = {word.removesuffix("'s") for word in words} - _FRAME
    return told <= focus.words | about and (about <= told if about and not ended else len(told) >= least)


def _closing(lines: list[tuple[str, int]], bare: dict[int, int], known: Compiled) -> Alone | None:
    """The candidate that the last line gives."""
    line, start = lines[-1]
    if len(lines) > 1 and len(lines) - 1 in bare:
        heading = unadorned(lines[-2][0].strip(_WRAPPING)).split()
        if len(heading) <= _HEADING and not _HELD_OPEN.isdisjoint(heading):
            return None  # `# Rejected`, `Not the answer:`
        return Alone(bare[len(lines) - 1], "closing line", (start, start + len(line)))
    ends = [found.end() for found in _SENTENCE.finditer(line.rstrip(_WRAPPING))]
    if not ends:
        return None
    before, said = line[: ends[-1]].rstrip(_WRAPPING), line[ends[-1] :]
    if len(said) > _LONGEST:
        return None
    target = None
    if before.endswith(":"):
        label = unadorned(before[(ends[-2] if len(ends) > 1 else 0) :]).split()
        if label and (label[-1] in _CONFIRMS or (len(label) > _LABEL and _HELD_OPEN.isdisjoint(label))):
            target = known.alone.get(unadorned(said.strip(_WRAPPING)))
    else:
        target = _turned_round(said, known, ended=True)
    return None if target is None else Alone(target, "closing sentence", (start + ends[-1], start + len(line)))


_HEADING = 5
"""Words up to which a line may be the heading of the next."""
_LABEL = 3
"""Words beyond which what stands before a colon is a sentence rather than a key."""


def _opening(text: str, first: int, known: Compiled) -> Alone | None:
    """The candidate that a text begins with, or gives in its first clause, where what follows is a new thought."""
    start = first
    while start < len(text) and text[start] in _AROUND:
        start += 1
    for end in islice(_BREAK.finditer(text, start, start + _LONGEST), _BREAKS):
        said = text[start : end.start()].rstrip(_WRAPPING)
        target = known.alone.get(unadorned(said))
        if target is not None:
            return Alone(target, "opening", (start, start + len(said)))
    clause = _CLAUSE.search(text, start, start + _LONGEST)
    said = text[start : clause.start()].rstrip(_WRAPPING) if clause else ""
    target = _turned_round(said, known)
    return None if target is None else Alone(target, "opening sentence", (start, start + len(said)))


def _in_bold(reply: str, known: Compiled) -> Alone | None:
    """The only candidate that a reply puts in bold, or begins a bold stretch with."""
    found = None
    for bold in _BOLD.finditer(reply):
        alone = _opening(bold[1], 0, known)
        if alone is None or alone.rule != "opening":
            continue
        if (found is not None and found.target != alone.target) or _DENIED.search(reply[max(bold.start() - _LONGEST, 0) : bold.start()]):
            return None
        found = Alone(alone.target, "bold", bold.span(1))
    return found


def _others(lines: list[tuple[str, int]], target: int, known: Compiled) -> bool:
    """Whether other lines set other candidates apart, as the entries of a list do."""
    openings = (_opening(_BULLET.sub("", line, count=1), 0, known) for line, _ in lines[1:])
    return any(other is not None and other.target != target for other in openings)


def _taken_back(opening: Alone, reply: str, known: Compiled) -> bool:
    """Whether a reply may go back on its opening answer, or sets another beside it."""
    said, rest = reply[slice(*opening.span)].lower(), _MARKUP.sub("", reply[opening.span[1] :]).lower()
    rest, denied = _without_the_other(rest, known)
    if _GOES_ON.match(rest) or _TAKES_BACK.search(rest) or _denied(opening.target, rest, known):
        return True
    signs: tuple[re.Pattern[str], ...] = (_MOVES_ON,)
    if opening.rule == "opening sentence":
        if any(_ends_with(sentence, said, known) for sentence in _SENTENCE.split(rest)):
            return True
        signs = (_MOVES_ON, _LEADS_ON)
    followed = " ".join(found[1] for sign in signs for found in sign.finditer(rest))
    others = [name for name in known.names if name not in said and name not in denied]
    return any(name in followed for name in others) or _beside(others, rest)


def _denied(target: int, rest: str, known: Compiled) -> bool:
    """`Petra is cleared. Petra is not cleared.`"""
    if _NOT_SO.isdisjoint(rest.split()):
        return False
    for name in (form for form, other in known.alone.items() if other == target):
        place = rest.find(name)
        while place >= 0:
            if not _NOT_SO.isdisjoint(rest[max(place - _NEAR, 0) : place + len(name) + _NEAR].split()):
                return True
            place = rest.find(name, place + 1)
    return False


def _without_the_other(rest: str, known: Compiled) -> tuple[str, str]:
    """What follows `Hiveth, not Numeth`, which says no more than `Hiveth`, and whom it denies."""
    denied = _NOT.match(rest)
    for name in known.names if denied else ():
        if denied and rest.startswith(name, denied.end()) and not rest[denied.end() + len(name) :][:1].isalnum():
            return rest[denied.end() + len(name) :], name
    return rest, ""


def _ends_with(sentence: str, said: str, known: Compiled) -> bool:
    """Whether a sentence ends with another candidate."""
    words = unadorned(sentence.strip(_AROUND)).split()
    ends = (" ".join(words[first:]) for first in range(max(0, len(words) - _WORDS), len(words)))
    return any(end in known.alone and end not in said for end in ends)


def _beside(others: list[str], rest: str) -> bool:
    """Whether another candidate stands beside the opening one: in its sentence, or as a sentence of its own."""
    end = _STOP.search(rest)
    sentence = rest[: end.start()] if end and len(rest) > _BRIEF else rest
    behind = rest[end.end() :].lstrip(_AROUND) if end else ""
    inside = behind[1:] if behind.startswith("(") else ""
    for name in others:
        if name in sentence or inside.startswith(name):
            return True
        if behind.startswith(name) and not _PROSE.match(behind, len(name)):
            return True
    return False
