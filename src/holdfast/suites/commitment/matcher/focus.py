"""What a question is about: its content words, and the entity, slot or period that it asks for.

A reply may well name the right value for another entity (`locker 12 is Mira's`), so the matcher must know that the
question is about Mara, the blue ledger, plot 3 or this weekend, and recognise another of the same kind.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from holdfast.suites.commitment.matcher.fold import fold
from holdfast.suites.commitment.matcher.forms import inflections
from holdfast.suites.commitment.matcher.lexing import Text
from holdfast.suites.commitment.matcher.numerals import is_number

_COMMON = frozenset(
    """
    a an the this that these those which what who whom whose when where why how is are was were be been being do
    does did has have had will would should could can may might must shall to of in on at by for from with
    without under over into onto about as and or not no if you your we our i my it its they their he his she her
    them us me there here now then still current currently latest today many much one ones time according get
    after before once since during until ? . , : ; ! ( ) - — ' 's 't / number
    """.split()
)
_REPORTING = frozenset("says said".split())
"""What a question says with them, a reply does not repeat with them: it reports."""
_PERIODS = {
    "tonight": "tomorrow yesterday", "today": "tomorrow yesterday", "tomorrow": "today tonight yesterday",
}  # fmt: skip
_LEADS = frozenset("the this that on in at for of under from during".split())
_UNTOLD = frozenset("missing particular".split())
"""Adjectives that set nothing apart: which call is the missing one, the reply says."""
_YEAR = re.compile(r"(?:19|20)\d\d$")
_TIME = frozenset("after before once since during until would will should".split())
_NAME = re.compile(r"[A-Z][a-z]+$")
_DATES = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december
    """.split()
)
TITLES = frozenset(
    """
    dr mr mrs ms miss prof nurse captain sergeant sister officer inspector judge chef coach sir lady lord mayor
    senator agent detective lieutenant colonel major father rabbi madame herr frau warden chief
    """.split()
)
DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
COLOURS = frozenset("red blue green yellow black white orange purple pink grey gray brown silver gold".split())


class Focus(NamedTuple):
    """A question's words and what it singles out."""

    tokens: tuple[str, ...]
    """The whole question, to recognise where a reply repeats it."""
    words: frozenset[str]
    """Its content words in all their forms."""
    silent: frozenset[str]
    """Its words of time, which say nothing when a reply repeats them: `after`, `before`."""
    names: frozenset[str]
    """Names, codes and the like that stand for the entity asked about."""
    sorts: frozenset[str]
    """The nouns behind such names, which others of the kind have too: `the Poran codex`."""
    called: bool
    """Whether a noun before a name says what it names (`the yacht Dila`), so that others may be people's."""
    labels: dict[str, str]
    """Numbered things: `plot 3` is plot -> 3."""
    numbers: frozenset[str]
    """The numbers of such things."""
    modified: dict[str, str]
    """Nouns and what sets theirs apart from others: ledger -> blue, weekend -> this."""
    object: str
    """The last noun, where the question ends with `the …?`: what something is done to."""
    periods: frozenset[str]
    """Its period, where a word says it: `tonight`."""
    others: frozenset[str]
    """Words that mean another period."""
    days: frozenset[str]
    """Its weekdays."""
    years: frozenset[str]
    """Its years."""
    clocks: frozenset[str]
    """What it calls by a time of day: `the 17:40`."""
    triggers: frozenset[str]
    """The words of a reply that can bear on any of this, names and numbers apart."""
    numbered: bool
    """Whether numbers can bear on it."""
    now: bool
    """Whether it asks how things stand at present, so that a future says nothing."""
    past: bool
    """Whether it asks in the past tense, so that a past tense in the reply says nothing."""
    awaited: bool
    """Whether it asks which of several has happened, so that what `still` is has not."""
    any: bool
    """Whether the question singles anything out."""

    @property
    def about(self) -> frozenset[str]:
        """The names and numbers of what it asks about."""
        return self.names | self.numbers


def focus_of(question: str, own: frozenset[str]) -> Focus:
    """Read a question; words of the candidates do not count as its own."""
    text = Text(fold(question))
    words = text.words
    content = [word for word in words if word not in _COMMON and word not in own and word[0] != "'"]
    forms = frozenset(form for word in content for form in inflections(word)) - _REPORTING
    names: set[str] = set()
    sorts: set[str] = set()
    labels: dict[str, str] = {}
    modified: dict[str, str] = {}
    called = False
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        named = place and _NAME.match(text.written(place)) and word not in own | _DATES | TITLES
        if named and before not in ("?", ".", ":") and before not in names:
            names.add(word)
            called = called or (before.isalpha() and before not in _COMMON | TITLES | own)
            sorts |= _sorts(text, place, own)
        if place and (is_number(word) or word.isdigit()) and before.isalpha() and before not in _COMMON:
            labels[before] = word
        if place > 1 and word.isalpha() and word not in _COMMON and before not in own and word not in own:
            two = words[place - 2]
            if (
                two in _LEADS
                and before not in _UNTOLD
                and (before.isalpha() or is_number(before))
                and before not in _COMMON
            ):
                following = words[place + 1] if place + 1 < len(words) else "?"
                if (
                    not (following.isalnum() or is_number(following))
                    or following in _COMMON
                    or following in ("be", "is")
                ):
                    modified[word] = before
            elif before == "this":
                modified[word] = "this"
    periods = frozenset(word for word in words if word in _PERIODS)
    others = frozenset(other for word in periods for other in _PERIODS[word].split()) - periods
    days = frozenset(word for word in words if word in DAYS)
    years = frozenset(word for word in words if _YEAR.match(word))
    clocks = frozenset(word for before, word in pairwise(words) if before == "the" and word[0] == "t" and ":" in word)
    now = not {"now", "current", "currently", "today", "present", "presently"}.isdisjoint(words)
    past = not {"was", "were", "did", "had"}.isdisjoint(words)
    triggers = (
        {"one", "ones"}
        | periods
        | others
        | (DAYS if days else frozenset())
        | names
        | set(modified)
        | set(modified.values())
    )
    if not COLOURS.isdisjoint(modified.values()):
        triggers |= COLOURS
    numbered = bool(labels or years or clocks)
    closing = [word for word in words if word != "?"]
    ends_with = closing[-1] if len(closing) > 2 and closing[-2] == "the" and closing[-1] not in own | _COMMON else ""
    if ends_with:
        triggers |= {"the", ends_with}
    return Focus(
        tuple(words),
        forms,
        _TIME.intersection(words),
        frozenset(names),
        frozenset(sorts),
        called,
        labels,
        frozenset(labels.values()),
        modified,
        ends_with,
        periods,
        others,
        days,
        years,
        clocks,
        frozenset(triggers),
        numbered,
        now,
        past,
        _awaited(words),
        bool(ends_with or names or labels or modified or periods or days or years or clocks),
    )


def _awaited(words: list[str]) -> bool:
    """`Which of the vessels has come?`, `where do you send what has turned up?`."""
    asks = words[:2] == ["which", "of"] or "what" in words
    return asks and any(word == "has" and following != "to" for word, following in pairwise(words))


def _sorts(text: Text, place: int, own: frozenset[str]) -> set[str]:
    """The noun that says what a name of the question names, if one stands beside it."""
    words = text.words
    before = words[place - 1]
    following = words[place + 1] if place + 1 < len(words) else "?"
    if following.isalpha() and following not in _COMMON and following not in own:
        ends = words[place + 2] if place + 2 < len(words) else "?"
        verb = words[place - 2] in ("does", "did", "do") and ends in _COMMON  # `does the Pinin lie?`
        if before == "the" and not verb:
            return {following}
        if text.written(place + 1)[0].isupper():
            return {following}
    return set()
