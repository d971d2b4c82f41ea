"""An answer that stands alone: a closing line, the opening words before an explanation, or the only bold.

Capable models explain at length and still set their answer apart: `…so the first slip holds.\\n\\n**858 mm**`, `Rina.
Remy was first, but …`, or a sentence that is the question turned round: `Vulo tends plot 4564; the handover …`. What
stands like this is the answer whatever the explanation weighs, unless the reply takes it back or sets another candidate
apart in the same way. Most long replies are decided here, without being read word by word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from holdfast.suites.commitment.matcher.declining import leaves_open
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import first_word, last_word, unadorned
from holdfast.suites.commitment.matcher.taking_back import taken_back

OPENING, ANNOUNCED, SENTENCE = "opening", "answer", "opening sentence"
CLOSING, LAST, BOLD, POINTED = "closing line", "closing sentence", "bold", "pointed at"
"""How a candidate is set apart."""
_LAID_OUT = "<{\\~←→✓✗☐"
_BRACKET = re.compile(r"\[(?![ xX]\])")
"""Signs of tags, JSON, ticks and strikes: there, to stand alone means something else."""
_WRAPPING = " \t\r.!*_`\"“”'‘’#>•–—-"
_AROUND = _WRAPPING + "\n"
_ANNOUNCED = re.compile(
    r"(?:the |my )?(?:(?:\w+ )?answer|(?:final|reviewed|corrected|resulting)(?: \w+)?|result|conclusion|what holds|"
    r"what remains)(?: is)?[\s*_`]*:[\s*_`]*",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*(?:[*•–-]|\d{1,2}[.)])\s+(?:\[[ xX]\]\s*)?")
_BREAK = re.compile(r"[.,;!](?=[\s*_`\"”]|$)|:(?=[\s*_]+(?:[^\s.;\n]+ ){5})|\(|\n|\s[—–-]\s|\sbecause\b|$")
"""Where an answer at the beginning may end."""
_CLAUSE = re.compile(
    r"[.,;:](?=[\s*_`\"”]|$)|\(|\n|\s[—–-]\s|\s(?:because|since|under|by|as|which|who|and|but|not|rather)\b|$"
)
"""Where a first clause may end."""
_PAIR_CLAUSE = re.compile(
    r"[.;:](?=[\s*_`\"”]|$)|,(?!\s(?:from|by)\b)|\(|\n|\s[—–-]\s|\s(?:because|since|as|which|who|whose|but|not|rather)\b|$"
)
"""The same where a value and its source may stand in one clause."""
_CLOSES = (". ", "! ", "? ", "; ", ": ", ", so ")
"""What what stands at the end may follow."""
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_THIS_IS = re.compile(r"\b[Tt]his is (?!not|no |only|out|wrong|just|for |from |about )")
_LINE = re.compile(r"[^\n]+")
_PARENTHESIS = re.compile(r"\s*\([^()]*\)[.\s]*$")
_NOT_IT = re.compile(r"\b(not|no|never|than|of|was|were|until|instead|says?|said|from)\W+(?:the\W+)?$", re.IGNORECASE)
"""What, before a bold candidate, makes it something else than the answer."""
_GOES_ON = re.compile(r"\s+(?:is(?! the answer)|was|are|were|had|belong|used|would|could|might|may|and|or)")
"""What, behind it, begins to say something of it."""
LENGTHY = 200
"""Characters beyond which only what is set apart is an answer."""
_LONGEST = 160
"""Characters that an answer may take."""
_LONG = 40
"""Characters that a word may take."""
_BREAKS = 4
"""Places where an opening answer may end that are tried."""
_WORDS = 9
"""Words that a candidate may take."""
_LONGEST_SENTENCE = 18
"""Words beyond which a sentence says more than the question asks."""
_NEAR = 4
"""Signs of markup that may stand before a colon."""
_HEADING = 5
"""Words up to which a line may be the heading of the next."""
_LABEL = 3
"""Words beyond which what stands before a colon is a sentence rather than a key."""
_FRAME = frozenset(
    """
    the a an is are be has have holds still now currently it its in into under at on for of to with so therefore which i
    you we your answer then hence thus stands that this present current today would should must do does will goes one
    been as stays remains time number about comes says
    """.split()
)
"""Words that make a sentence of the question's own."""
_PAIRING = frozenset(
    """
    obtained found credited measured reported counted given stated named names name and its with who is as on of
    statement whose
    """.split()
)
"""Words that only bind a value to its source."""
_IT = frozenset("it so that therefore answer one".split())
_THE_ONE = frozenset(("answer", "is one", "is answer", "is right one", "is it", "counts", "holds", "applies"))
"""What says of a candidate that it is the answer."""
_SAID_OF_IT = frozenset("been says".split())
"""Words by which a sentence about `it` is no answer."""
_ENDS = frozenset(said.split()[-1] for said in _THE_ONE)
_TIMELESS = frozenset("now still currently today present moment at the".split())
_HELD_OPEN = frozenset(
    """
    not n't no never nor was were had been until if may might could would should or either whether said says say claims
    originally former formerly earlier previous previously old draft other others than instead except unless before used
    impression wrong false rejected discarded stale outdated ignored ignore both maybe perhaps possibly however
    """.split()
)
"""Words by which a heading or what stands before a colon does not announce an answer."""
_SHOULD = frozenset("should would".split())
"""Words by which a sentence may well lead to an answer: `So the entry should read: …`."""
_PASSED_OVER = frozenset("not others ruled rejected discarded excluded alternatives rest ignore".split())
"""Words by which a heading says that what follows is not the answer."""
_ASIDE = _HELD_OPEN - _SHOULD | _PASSED_OVER | frozenset("source basis draft impression first runner-up second".split())
"""Words by which a label says that what follows is something else than the answer."""
_LABELS = frozenset("present current state status confirmed verdict decision winner outcome final qualified".split())
"""Words of labels of answers."""
_STORY = frozenset(
    """
    went started starts start began begins first initially originally then later moved changed swapped shows lists
    claimed candidate candidates option options possibility spontaneously suppose seems looks came leaves left only
    """.split()
)
"""Words by which a first clause begins a story, or a list."""
_SO = frozenset("so therefore thus hence wins".split())
_NAMED = re.compile(r"(?<=[\s(“\"*])(?:[A-Z]\w*|\w*\d\S*)")
_MARKS = ".,;:*()“”\"'"
_CONFIRMS = frozenset("holds stands remains changes changed".split())
_ASKING = frozenset("asking asked question".split())
"""Words by which a reply repeats the question before its answer."""


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
    if any(map(reply.__contains__, _LAID_OUT)) or ("[" in reply and _BRACKET.search(reply)):
        return None
    lines = list(_lines(reply))
    if not lines or ("|" in reply and any("|" in line for line, _ in lines)):
        return None
    bare = {place: target for place, (line, _) in enumerate(lines) if (target := _bare(line, known)) is not None}
    if len(set(bare.values())) > 1:
        return None
    first = lines[0][1]
    listed = _BULLET.match(reply, first)
    if 0 in bare:
        line = lines[0][0].rstrip(_WRAPPING)
        value = line.rfind(": ") + 2 if ": " in line else 0
        opening: Alone | None = Alone(bare[0], ANNOUNCED if value else OPENING, (first + value, first + len(line)))
    else:
        opening = None if listed else _opening(reply, first, known)
    closing = _closing(lines, bare, known)
    if closing is not None:
        if opening is None or opening.target == closing.target:
            return closing
        return closing if opening.rule == SENTENCE and closing.rule == CLOSING else None
    if opening is None and (pointed := _pointed_at(reply, lines, known)) is not None:
        return pointed
    if opening is None and "**" in reply and (bold := _in_bold(reply, known)) is not None:
        return bold
    if opening is None and len(reply) > LENGTHY and not leaves_open(reply):
        closing = _closing_clause(*lines[-1], known)
        opening = None if listed else _opening(reply, first, known, loosely=True)
        if closing is not None:
            return closing if opening is None or opening.target == closing.target else None
    if opening is None or _others(reply, lines, opening, known):
        return None
    at_length = opening.rule == SENTENCE
    return None if taken_back(reply, opening.span, opening.target, known, at_length=at_length) else opening


def _lines(reply: str) -> Iterator[tuple[str, int]]:
    """The lines that say something, but no table and no quotation, each with its place."""
    start = 0
    for line in reply.split("\n"):
        if line.strip(_WRAPPING) and line.lstrip()[:1] not in ("", "|", ">"):
            yield line, start
        start += len(line) + 1


def _bare(line: str, known: Compiled) -> int | None:
    """The candidate that a line is, by itself, announced as the answer, or under the question's own words."""
    if len(line) > _LONGEST or last_word(line.rstrip()) not in known.lasts:
        return None
    bullet = _BULLET.match(line)
    said = line[bullet.end() if bullet else 0 :].strip(_WRAPPING)
    if "*" in said:
        said = said.replace("*", "")
    if ":" not in said:
        return known.standing(said)
    announced = _ANNOUNCED.match(said)
    if announced:
        return known.standing(said[announced.end() :])
    label, _, value = said.rpartition(": ")
    target = known.standing(value)
    words = unadorned(label).split()
    return target if not words or _asked(words, known) or _LABELS.issuperset(words) else None


def _closing(lines: list[tuple[str, int]], bare: dict[int, int], known: Compiled) -> Alone | None:
    """The candidate that the last line gives: the whole line, what follows its last colon, or its last sentence."""
    line, start = lines[-1]
    bullet = _BULLET.match(line)
    if bullet:
        line, start = line[bullet.end() :], start + bullet.end()
    if len(lines) > 1 and len(lines) - 1 in bare:
        heading = lines[-2][0].rstrip(" *_`")
        words = unadorned(heading).split() if len(heading) < _LONGEST and heading[-1] not in ".!?" else []
        if len(words) <= _HEADING and not _HELD_OPEN.isdisjoint(words):
            return None  # `# Rejected`, `Not the answer:`
        return Alone(bare[len(lines) - 1], CLOSING, (start, start + len(line)))
    shown = line.rstrip(_WRAPPING)
    last = last_word(shown)
    if not (last in known.lasts or last in known.focus.words or last in _TIMELESS or last in _ENDS):
        return None
    end = _last_end(shown)
    if (not end and len(lines) == 1) or len(line) - end > _LONGEST:
        return None
    place = end + len(line[end:]) - len(line[end:].lstrip())
    before, said = line[:place].rstrip(_WRAPPING), line[place:].strip(_WRAPPING)
    if before.endswith(":"):
        target = known.standing(said)
        label = unadorned(before[_last_end(before) :]).split() if target is not None else []
        if not label or not (
            label[-1] in _CONFIRMS
            or "still" in label
            or _is_it(label)
            or not _ASKING.isdisjoint(label)
            or (len(label) > _LABEL and (_HELD_OPEN - _SHOULD).isdisjoint(label))
            or _asked(label, known)
        ):
            return None
    else:
        target = _turned_round(said, known)
    return None if target is None else Alone(target, LAST, (start + place, start + len(line)))


def _closing_clause(line: str, start: int, known: Compiled) -> Alone | None:
    """The candidate that the last clause of a long reply tells of, in words of its own: `…, so she lies in bed 4.`"""
    shown = line.rstrip(_WRAPPING)
    last = last_word(shown)
    if _BULLET.match(line) or not (last in known.lasts or last in known.focus.words or last in _ENDS):
        return None
    place = max(_last_end(shown), shown.rfind(", ") + 2 if ", " in shown else 0)
    said = shown[place:].strip(_WRAPPING)
    target = _turned_round(said, known, loosely=True) if len(said) < _LONGEST else None
    return None if target is None else Alone(target, LAST, (start + place, start + len(shown)))


def _last_end(line: str) -> int:
    """Where the last sentence of a line begins."""
    place = max(map(line.rfind, _CLOSES))
    return place + (1 if line.startswith(",", place) else 2) if place >= 0 else 0


def _opening(text: str, first: int, known: Compiled, *, loosely: bool = False) -> Alone | None:
    """The candidate that a text begins with, or gives in its first clause, where what follows is a new thought."""
    start = first
    while start < len(text) and text[start] in _AROUND:
        start += 1
    announced = _ANNOUNCED.match(text, start)
    if announced:
        start = announced.end()
    ends = _BREAK.finditer(text, start, start + _LONGEST) if _first(text, start) in known.firsts else ()
    for end in islice(ends, _BREAKS):
        said = text[start : end.start()].rstrip(_WRAPPING)
        target = known.standing(said)
        if target is not None:
            return Alone(target, ANNOUNCED if announced else OPENING, (start, start + len(said)))
    clauses, tried = (_PAIR_CLAUSE, _BREAKS) if known.pairs else (_CLAUSE, 1)
    for end in islice(clauses.finditer(text, start, start + _LONGEST), tried):
        said = text[start : end.start()].rstrip(_WRAPPING)
        target = _turned_round(said, known, loosely=loosely)
        if target is not None:
            return Alone(target, SENTENCE, (start, start + len(said)))
    return None


def _first(text: str, start: int) -> str:
    """The first word from a place on."""
    return first_word(text[start : start + _LONG].replace("\n", " "))


def _turned_round(said: str, known: Compiled, *, loosely: bool = False) -> int | None:
    """The candidate that a sentence gives in the question's own words: `Vulo still tends plot 4`, `Shot 5 counts`.

    A long reply may open `loosely`, with a few words more: `Bay 5 meets the rule for viral samples`.
    """
    last = last_word(said)
    if last not in known.lasts and last not in _TIMELESS and first_word(said) not in known.firsts:
        return None
    words = unadorned(said).split()
    if known.pairs:
        words = [word for word in words if word not in _PAIRING]
    while words and words[-1] in _TIMELESS:
        words.pop()
    if not words or len(words) > _LONGEST_SENTENCE or (words[0] not in known.firsts and words[-1] not in known.lasts):
        return None
    for size in range(min(_WORDS, len(words) - 1), 0, -1):
        target = known.alone.get(" ".join(words[-size:]))
        if target is not None:
            before = words[:-size]
            says_so = _asked(before, known) or _is_it(before) or (loosely and _tells(before, said, known))
            return target if says_so else None
        target = known.alone.get(" ".join(words[:size]))
        if target is not None:
            after = words[size:]
            says_so = _asked(after, known) or " ".join(after) in _THE_ONE or (loosely and _tells(after, said, known))
            return target if says_so else None
    return None


def _asked(words: list[str], known: Compiled) -> bool:
    """Whether some words say nothing but what the question asks, or part of it."""
    if "been" in words and "would" in words:
        return False  # `It would have been …`
    told = {word.removesuffix("'s") for word in words} - _FRAME - known.sort
    return bool(told) and told <= known.focus.words | known.focus.about


def _tells(words: list[str], said: str, known: Compiled) -> bool:
    """Whether a clause tells, with words besides the question's, how things stand, and of nobody else."""
    if not (_ASIDE.isdisjoint(words) and _STORY.isdisjoint(words)):
        return False
    if known.asked.isdisjoint(words) and words[-1] != "is" and _SO.isdisjoint(words):
        return False
    named = {word.strip(_MARKS).lower().removesuffix("'s") for word in _NAMED.findall(said, 1)}
    return named <= known.asked


def _is_it(words: list[str]) -> bool:
    """`It stands at …`, `So it is …`."""
    return words[0] in _IT and _FRAME.issuperset(words) and _SAID_OF_IT.isdisjoint(words)


def _in_bold(reply: str, known: Compiled) -> Alone | None:
    """The only candidate that a reply puts in bold, or under a bold label, where nothing speaks against it."""
    found = None
    for bold in _BOLD.finditer(reply):
        target, span = _emphasised(reply, bold, known)
        if target is None:
            continue
        line = reply[reply.rfind("\n", 0, bold.start()) + 1 : bold.start()]
        passed_over = _NOT_IT.search(line)
        if (passed_over and passed_over[1].lower() not in known.focus.words) or _GOES_ON.match(reply, span[1]):
            return None
        if not _HELD_OPEN.isdisjoint(unadorned(line).split()) or (found and found.target != target):
            return None
        found = Alone(target, BOLD, span)
    if found is None or taken_back(reply, found.span, found.target, known, at_length=True):
        return None
    return found


def _emphasised(reply: str, bold: re.Match[str], known: Compiled) -> tuple[int | None, tuple[int, int]]:
    """The candidate that a bold stretch begins with, or that it is the label of: `**Stock: 254**`, `**Stock:** 254`."""
    alone = _opening(bold[1], 0, known)
    if alone is not None and alone.rule != SENTENCE:
        whole = alone.span[1] == len(bold[1].rstrip(_WRAPPING))
        return alone.target, (bold.start(1), bold.end() if whole else bold.end(1))
    label, colon, value = bold[1].rpartition(":")
    end = bold.end(1)
    if colon and not value.strip(_WRAPPING):
        line = _LINE.match(reply, bold.end())
        value, end = (line[0], line.end()) if line else ("", end)
    if not colon or not _ASIDE.isdisjoint(unadorned(label).split()):
        return None, (0, 0)
    return known.standing(_PARENTHESIS.sub("", value)), (bold.start(1), end)


def _others(reply: str, lines: list[tuple[str, int]], opening: Alone, known: Compiled) -> bool:
    """Whether other lines set other candidates apart, as a list does that is not one of the others."""
    keyed = _is_key(reply, opening.span[1])
    for line, start in lines[1:]:
        if line.rstrip(_WRAPPING).endswith(":") and not _PASSED_OVER.isdisjoint(unadorned(line).split()):
            return False
        bullet = _BULLET.match(line)
        other = _opening(line, bullet.end() if bullet else 0, known)
        if other is not None and other.target != opening.target and _is_key(reply, start + other.span[1]) <= keyed:
            return True
    return False


def _pointed_at(reply: str, lines: list[tuple[str, int]], known: Compiled) -> Alone | None:
    """The candidate of the only line of a list that says so: `- 325: … This is Trukan's locker now.`"""
    if "his is " not in reply:
        return None
    said = [(line, start) for line, start in lines if _THIS_IS.search(line)]
    bullet = _BULLET.match(said[0][0]) if len(said) == 1 else None
    if bullet is None:
        return None
    line, start = said[0]
    found = _opening(line, bullet.end(), known)
    if found is None or found.rule == SENTENCE:
        return None
    return Alone(found.target, POINTED, (start + found.span[0], start + found.span[1]))


def _is_key(reply: str, end: int) -> bool:
    """Whether a colon follows."""
    return reply[end : end + _NEAR].lstrip(_WRAPPING)[:1] == ":"
