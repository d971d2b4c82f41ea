"""What a text opens with: a candidate, or a first clause that gives one, in the question's own words or nearly so."""

from __future__ import annotations

import re
from itertools import islice

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.apart import (
    ANNOUNCED,
    ASIDE,
    LONGEST,
    MOST_WORDS,
    OPENING,
    SAYS_OF_IT,
    SENTENCE,
    WRAPPING,
    Alone,
)  # fmt: skip
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import first_word, last_word, unadorned

_AROUND = WRAPPING + "\n"
ANNOUNCES = re.compile(
    r"(?:the |my )?(?:(?:\w+ )?answer|(?:final|reviewed|corrected|resulting)(?: \w+)?|result|conclusion|what holds|"
    r"what remains)(?: is)?[\s*_`]*:[\s*_`]*",
    re.IGNORECASE,
)
"""What announces an answer."""
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
_LONG = 40
"""Characters that a word may take."""
_BREAKS = 4
"""Places where an opening answer may end that are tried."""
_LONGEST_SENTENCE = 18
"""Words beyond which a sentence says more than the question asks."""
_FRAME = frozenset(
    """
    the a an is are be has have holds still now currently it its in into under at on for of to with so therefore which i
    you we your answer then hence thus stands that this present current today would should must do does will goes one
    been as stays remains time number about comes says read reads put
    two 2
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
"""Words that a sentence begins with that only points back."""
_THE_ONE = frozenset(("answer", "is one", "is answer", "is right one", "is it", "counts", "holds", "applies", "wins"))
"""What says of a candidate that it is the answer."""
_SAID_OF_IT = frozenset("been says".split())
"""Words by which a sentence about `it` is no answer."""
ENDS = frozenset(said.split()[-1] for said in _THE_ONE)
"""Words that such a sentence may end with."""
TIMELESS = frozenset("now still currently today present moment at the".split())
"""Words that a sentence may end with without saying more."""
_MODAL = frozenset("should must will would".split())
"""Words by which something is not in a state yet."""
_STORY = frozenset(
    """
    went started starts start began begins first initially originally then later moved changed swapped shows lists
    claimed candidate candidates option options possibility spontaneously suppose seems looks came leaves left only
    """.split()
)
"""Words by which a first clause begins a story, or a list."""
_SO = frozenset("so therefore thus hence wins".split())
"""Words by which a clause concludes."""
_NAMED = re.compile(r"(?<=[\s(“\"*])(?:[A-Z]\w*|\w*\d\S*)")
"""Names, codes and numbers of a clause."""
_MARKS = ".,;:*()“”\"'"


def opening_of(text: str, first: int, known: Compiled, *, loosely: bool = False) -> Alone | None:
    """The candidate that a text begins with, or gives in its first clause, where what follows is a new thought."""
    start = first
    while (
        start < len(text)
        and text[start] in _AROUND
        and not (text[start] == "-" and text[start + 1 : start + 2].isdigit())
    ):
        start += 1
    announced = ANNOUNCES.match(text, start) if text.find(":", start, start + _LONG) > 0 else None
    if announced:
        start = announced.end()
    ends = _BREAK.finditer(text, start, start + LONGEST) if _first(text, start) in known.firsts else ()
    for end in islice(ends, _BREAKS):
        said = text[start : end.start()].rstrip(WRAPPING)
        target = known.standing(said)
        if target is not None and not (end[0] == "(" and SAYS_OF_IT.match(text, end.start())):
            return Alone(target, ANNOUNCED if announced else OPENING, (start, start + len(said)))
    clauses, tried = (_PAIR_CLAUSE, _BREAKS) if known.pairs else (_CLAUSE, 1)
    for end in islice(clauses.finditer(text, start, start + LONGEST), tried):
        said = text[start : end.start()].rstrip(WRAPPING)
        target = turned_round(said, known, loosely=loosely)
        if target is not None:
            return Alone(target, SENTENCE, (start, start + len(said)))
    return None


def _first(text: str, start: int) -> str:
    """The first word from a place on."""
    return first_word(text[start : start + _LONG].replace("\n", " "))


def turned_round(said: str, known: Compiled, *, loosely: bool = False) -> int | None:
    """The candidate that a sentence gives in the question's own words: `Vulo still tends plot 4`, `Shot 5 counts`.

    A long reply may open `loosely`, with a few words more: `Bay 5 meets the rule for viral samples`.
    """
    last = last_word(said)
    if last not in known.lasts and last not in TIMELESS and first_word(said) not in known.firsts:
        return None
    words = unadorned(said).split()
    if known.pairs:
        words = [word for word in words if word not in _PAIRING]
    while words and words[-1] in TIMELESS:
        words.pop()
    if not words or len(words) > _LONGEST_SENTENCE or (words[0] not in known.firsts and words[-1] not in known.lasts):
        return None
    for size in range(min(MOST_WORDS, len(words) - 1), 0, -1):
        target = known.alone.get(" ".join(words[-size:]))
        if target is not None:
            before = words[:-size]
            says_so = asked(before, known) or is_it(before) or (loosely and _tells(before, said, known))
            return target if says_so else None
        target = known.alone.get(" ".join(words[:size]))
        if target is not None:
            after = words[size:]
            says_so = asked(after, known) or " ".join(after) in _THE_ONE or (loosely and _tells(after, said, known))
            return target if says_so else None
    return None


def asked(words: list[str], known: Compiled) -> bool:
    """Whether some words say nothing but what the question asks, or part of it."""
    if "been" in words and "would" in words:
        return False  # `It would have been …`
    if known.kind is AnswerKind.STATE and not _MODAL.difference(known.focus.tokens).isdisjoint(words):
        return False  # `It must be approved`
    told = {word.removesuffix("'s") for word in words} - _FRAME - known.sort
    return bool(told) and told <= known.focus.words | known.focus.about


def _tells(words: list[str], said: str, known: Compiled) -> bool:
    """Whether a clause tells, with words besides the question's, how things stand, and of nobody else."""
    if not (ASIDE.isdisjoint(words) and _STORY.isdisjoint(words)):
        return False
    if known.asked.isdisjoint(words) and words[-1] != "is" and _SO.isdisjoint(words):
        return False
    named = {word.strip(_MARKS).lower() for word in _NAMED.findall(said, 1)}.intersection(words)
    return {word.removesuffix("'s") for word in named} <= known.asked


def is_it(words: list[str]) -> bool:
    """`It stands at …`, `So it is …`."""
    return words[0] in _IT and _FRAME.issuperset(words) and _SAID_OF_IT.isdisjoint(words)
