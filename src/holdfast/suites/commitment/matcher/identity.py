"""Whether words that spell a candidate are the candidate, and not a part of something else.

`Room 4` is not in `Room 4B`, `7` not in `7.5` or `gate 7`, `Rina` not in `Rina Sawayama` or `Anna-Rina`.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.cues import KNOWN
from holdfast.suites.commitment.matcher.lexing import Text
from holdfast.suites.commitment.matcher.numerals import UNITS, is_number
from holdfast.suites.commitment.matcher.phrases import AMBIGUOUS, Compiled, Phrase

_UNIT_NAMES = frozenset(UNITS.values())
_NUMBERED = frozenset(
    """
    dock gate bay room door floor plot turn step option page line level unit ticket item note case phase output
    version release team zone aisle shelf slot row seat table lane pier platform terminal building ward site
    tank pump server node rack channel batch lot order invoice section chapter day week shift crew group station
    berth track runway hangar locker drawer cabinet box bin pallet truck vehicle bus car flight train route plan
    draft message mail reading sensor check tool probe warehouse hall wing stage entry record file form question
    figure rule clause part camera valve oven kiln
    """.split()
)
"""Things that have numbers: a number behind another of them is not the candidate's."""
_VERBS = frozenset(
    """
    is was has as its belongs holds remains applies stands works stays needs gets goes does this his hers yes
    fits meets matches qualifies satisfies wins takes thus always
    """.split()
)
"""Words in -s behind a number that are not things counted by it."""
_SPANS = frozenset("sec min hour day week".split())
_COMPARED = frozenset("less more fewer cheaper dearer higher lower".split())
_LIKE = frozenset("coloured colored like based".split())
"""What may be tied to a candidate and leaves it what it is: `amber-coloured`."""
_ALSO_WORDS = frozenset(
    """
    will may mark art bill rose grace hope faith joy dawn june april august penny rich pat sue jack frank drew
    chase hunter sky river
    """.split()
)
"""Names that are words too: in small letters they are words."""


class Place(NamedTuple):
    """Words of a reply that spell a candidate."""

    text: Text
    first: int
    after: int

    @property
    def words(self) -> list[str]:
        return self.text.words

    @property
    def last(self) -> str:
        return self.text.words[self.after - 1]

    @property
    def previous(self) -> str:
        return self.text.words[self.first - 1] if self.first else ""

    @property
    def following(self) -> str:
        return self.text.words[self.after] if self.after < len(self.text.words) else ""

    @property
    def single(self) -> bool:
        return self.after == self.first + 1

    @property
    def capital(self) -> bool:
        return self.text.written(self.first)[0].isupper()


def stands(phrase: Phrase, text: Text, first: int, after: int, known: Compiled) -> bool:
    """Whether these words are the candidate."""
    words, last = text.words, text.words[after - 1]
    if text.tied and (first in text.tied or (after in text.tied and words[after] not in _LIKE)):
        return False
    number = is_number(last)
    single = after == first + 1
    if not number and not phrase.short and last not in _UNIT_NAMES:
        if not single or known.kind is AnswerKind.STATE or not last.isalpha():
            return True
        if last not in _ALSO_WORDS and (after == len(words) or words[after] in KNOWN or not words[after].isalpha()):
            return True
    place = Place(text, first, after)
    if (number or last in _UNIT_NAMES) and _compared(place):
        return False
    if number and not _number_stands(place, known):
        return False
    if phrase.short:
        return _short_stands(phrase, place, known)
    if single and last.isalpha() and known.kind is not AnswerKind.STATE:
        if last in _ALSO_WORDS and not place.capital:
            return False
        return not _surname(place, known)
    return True


def _compared(place: Place) -> bool:
    """`more than 20 mg`, `£12.50 less`, `4 degrees below zero`."""
    earlier = place.words[max(place.first - 2, 0) : place.first]
    more = earlier[-1:] == ["than"] and earlier[0] in ("more", "less", "fewer", "greater")
    later = earlier[-1:] in (["after"], ["before"]) and earlier[0] in _SPANS  # `20 minutes after 12:27`
    return more or later or place.following in _COMPARED or place.words[place.after : place.after + 2] == ["below", "0"]


def _number_stands(place: Place, known: Compiled) -> bool:
    """Whether a number is not part of another: of another year, unit, code, fraction or list."""
    following, after, words = place.following, place.after, place.words
    if not following:
        return True
    if place.last[0] == "d" and following[0] == "y" and following[1:].isdigit() and following not in known.own:
        return not any(word[0] == "y" and word[1:].isdigit() for word in known.own)
    if following in _UNIT_NAMES:
        return False
    letter = len(following) == 1 and following.isalpha() and following not in "ai"
    if letter and words[after + 1 : after + 2] != [")"] and place.text.written(after).isupper():
        return False
    if place.single and len(place.last) < 3 and _marker(place):
        return False
    if following == "/" and after + 1 < len(words):
        return not is_number(words[after + 1]) or words[after + 1] in known.own
    return True


def _short_stands(phrase: Phrase, place: Place, known: Compiled) -> bool:
    """Whether a short form is the candidate: its neighbours decide."""
    word = place.words[place.first]
    if not place.single:
        return True
    if is_number(word):
        return _short_number_stands(phrase, place, known)
    if len(word) == 1:
        return place.capital and place.following not in ("'s", ".m") and not _marker(place)
    if not word.isalpha() or phrase.target == AMBIGUOUS:
        return True
    folded = place.text.folded
    if phrase.proper and not phrase.head and not place.capital and folded.original != folded.text:
        return False
    if _surname(place, known):
        return False
    return bool(phrase.head) or not _forename(place, known)


def _short_number_stands(phrase: Phrase, place: Place, known: Compiled) -> bool:
    """Whether a bare number is not the number of something else (`gate 7`) or of many (`7 notes`)."""
    words, first, previous, following = place.words, place.first, place.previous, place.following
    if previous == "/" and first > 1 and words[first - 2].isalpha() and words[first - 2] not in known.own:
        return False
    if (previous in _NUMBERED and previous != phrase.head) or known.focus.labels.get(previous) == words[first]:
        return False
    counted = following.isalpha() and following[-1:] == "s" and following not in _VERBS and following not in KNOWN
    return not phrase.head or not (following == "of" or (counted and following not in known.focus.tokens))


def _marker(place: Place) -> bool:
    """Whether a number or letter only counts the lines of a list."""
    words, first = place.words, place.first
    sign = words[first + 1 : first + 3]
    if len(sign) < 2 or sign[0] not in (")", ".") or sign[1] == "\n":
        return False
    if not first or place.previous == "\n":
        return True
    return sign[0] == ")" and place.previous in ("(", ",", ":", "•")


def _surname(place: Place, known: Compiled) -> bool:
    """Whether a capitalised word follows that makes a name another name."""
    word, text = place.following, place.text
    if not word.isalpha() or len(word) < 3 or word in KNOWN or word in known.own or word in known.focus.words:
        return False
    if word in _ALSO_WORDS:  # `Pavel Hope this helps`
        return False
    if not place.capital:
        return False
    between = text.folded.text[text.span(place.first, place.after)[1] : text.span(place.after, place.after + 1)[0]]
    if not between or between.strip(" "):
        return False
    written = text.written(place.after)
    return written[0].isupper() and (written[1:].islower() or text.folded.original.isupper())


def _forename(place: Place, known: Compiled) -> bool:
    """Whether a capitalised word before a surname makes it another person's."""
    first, previous = place.first, place.previous
    if first < 2 or not previous.isalpha() or previous in KNOWN or previous in known.focus.words:
        return False
    written = place.text.written(first - 1)
    titled = written[:1].isupper() and written[1:].islower()
    return titled and place.words[first - 2] not in ".!?\n:"
