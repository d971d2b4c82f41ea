"""Whether words that spell a candidate are the candidate, and not a part of something else.

`Room 4` is not in `Room 4B`, `7` not in `7.5` or `gate 7`, `Rina` not in `Rina Sawayama` or `Anna-Rina`.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.cues import KNOWN
from holdfast.suites.commitment.matcher.fold import Folded
from holdfast.suites.commitment.matcher.lexing import Words
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
_COMPARED = frozenset("less more fewer cheaper dearer higher lower".split())
_ALSO_WORDS = frozenset(
    """
    will may mark art bill rose grace hope faith joy dawn june april august penny rich pat sue jack frank drew
    chase hunter sky river
    """.split()
)
"""Names that are words too: in small letters they are words."""


class Place(NamedTuple):
    """Words of a reply that spell a candidate."""

    text: Folded
    lexed: Words
    first: int
    after: int

    @property
    def words(self) -> list[str]:
        return self.lexed.words

    @property
    def last(self) -> str:
        return self.lexed.words[self.after - 1]

    @property
    def previous(self) -> str:
        return self.lexed.words[self.first - 1] if self.first else ""

    @property
    def following(self) -> str:
        return self.lexed.words[self.after] if self.after < len(self.lexed.words) else ""

    @property
    def start(self) -> int:
        return self.lexed.starts[self.first]

    @property
    def end(self) -> int:
        return self.lexed.ends[self.after - 1]

    @property
    def single(self) -> bool:
        return self.after == self.first + 1

    @property
    def capital(self) -> bool:
        return self.text.original[self.start].isupper()


def stands(phrase: Phrase, place: Place, known: Compiled) -> bool:
    """Whether these words are the candidate."""
    if _attached(place):
        return False
    last = place.last
    number = is_number(last)
    if (number or last in _UNIT_NAMES) and _compared(place):
        return False
    if number and not _number_stands(place, known):
        return False
    if phrase.short:
        return _short_stands(phrase, place, known)
    if place.single and last.isalpha() and known.kind is not AnswerKind.STATE:
        if last in _ALSO_WORDS and not place.capital:
            return False
        return not (place.capital and _surname(place, known))
    return True


def _attached(place: Place) -> bool:
    """Whether a hyphen or the like ties the words to others."""
    plain, start, end = place.text.text, place.start, place.end
    before = plain[start - 1] if start else " "
    behind = plain[end] if end < len(plain) else " "
    if before in "-@" and start > 1 and plain[start - 2].isalnum():
        return True
    tied = behind in "-@" or (behind == "_" and before != "_")
    return tied and place.after < len(place.words) and place.lexed.starts[place.after] == end + 1


def _compared(place: Place) -> bool:
    """`more than 20 mg`, `£12.50 less`, `4 degrees below zero`."""
    earlier = place.words[max(place.first - 2, 0) : place.first]
    more = earlier[-1:] == ["than"] and earlier[0] in ("more", "less", "fewer", "greater")
    return more or place.following in _COMPARED or place.words[place.after : place.after + 2] == ["below", "0"]


def _number_stands(place: Place, known: Compiled) -> bool:
    """Whether a number is not part of another: of another year, unit, code, fraction or list."""
    following, after, starts = place.following, place.after, place.lexed.starts
    if place.last[0] == "d" and following[:1] == "y" and following[1:].isdigit() and following not in known.own:
        return False
    if following in _UNIT_NAMES:
        return False
    letter = len(following) == 1 and following.isalpha() and following not in "ai"
    if (
        letter
        and place.words[after + 1 : after + 2] != [")"]
        and place.text.original[starts[after]].isupper()
        and starts[after] - place.end < 2
    ):
        return False
    if place.single and place.end - place.start < 3 and _marker(place):
        return False
    if following == "/" and after + 1 < len(place.words) and starts[after + 1] == place.end + 1:
        return not is_number(place.words[after + 1]) or place.words[after + 1] in known.own
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
    original = place.text.original
    if phrase.proper and not phrase.head and not place.capital and original != original.lower():
        return False
    if place.capital and _surname(place, known):
        return False
    return bool(phrase.head) or not _forename(place, known)


def _short_number_stands(phrase: Phrase, place: Place, known: Compiled) -> bool:
    """Whether a bare number is not the number of something else (`gate 7`) or of many (`7 notes`)."""
    words, first, previous, following = place.words, place.first, place.previous, place.following
    slashed = previous == "/" and first > 1 and words[first - 2].isalpha()
    if slashed and place.start - place.lexed.ends[first - 2] == 1:
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
    start, end = place.lexed.starts[place.after], place.lexed.ends[place.after]
    written = text.original[start:end]
    near = start > place.end and not text.text[place.end : start].strip(" ")
    return near and written[0].isupper() and (written[1:].islower() or text.original.isupper())


def _forename(place: Place, known: Compiled) -> bool:
    """Whether a capitalised word before a surname makes it another person's."""
    first, previous = place.first, place.previous
    if first < 2 or place.start - place.lexed.ends[first - 1] != 1 or previous in KNOWN:
        return False
    written = place.text.original[place.lexed.starts[first - 1] : place.lexed.ends[first - 1]]
    titled = written[:1].isupper() and written[1:].islower()
    return titled and previous not in known.focus.words and place.words[first - 2] not in ".!?\n:"
