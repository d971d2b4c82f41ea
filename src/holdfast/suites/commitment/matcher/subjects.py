"""Whose value a mention is: of what the question asks about, or of another entity, slot or period of the same kind."""

from __future__ import annotations

import re
from bisect import bisect_left

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.cues import KNOWN
from holdfast.suites.commitment.matcher.focus import COLOURS, DAYS, TITLES
from holdfast.suites.commitment.matcher.lexing import Text
from holdfast.suites.commitment.matcher.numerals import is_number
from holdfast.suites.commitment.matcher.phrases import Compiled

_OTHER_PERIOD = frozenset("next last following previous other".split())
_LEADS = frozenset("the on in at for of under from during".split())
_PLACES = _LEADS - {"the"}
_YEAR = re.compile(r"(?:19|20)\d\d$")
_STARTS = frozenset(
    """
    has had got took gets holds owns signed 's uses → is was keeps came went sits chose sat picked and now still
    """.split()
)
_PLAIN = frozenset(
    """
    january february march april may june july august september october november december his her hers its their
    our your my mine who what which when where there here these those i the a an this that and or but so it he
    she they we you if in on at by for from to of fresh result value place location person name choice chosen
    selected remaining room update
    """.split()
)
_BREAK = frozenset(", ; . \n ! ? — and while whereas but ( )".split(" "))
_BY_THE_WAY = frozenset("with from than like unlike".split())
"""Words behind which a name is not what something is said of: `the swap with Mira`."""
_ANY = frozenset(
    """
    the this that a an its his her their our your my same right correct only said whole very own actual above
    named requested new current latest of in on at for to and or is was single one each every any no some
    """.split()
)
_GENERIC = frozenset(
    """
    later latter former original old right correct last first second third earlier previous final good best
    better proper valid wrong true real authoritative official trusted binding stale outdated
    """.split()
)
_OWNER = 5
"""Words within which a bracket closes that says whose a value is."""
_HOLDS = frozenset("has have had gets got holds keeps uses owns takes took".split())
_AUXILIARIES = frozenset("has had later since then also only".split())
_ONWARDS = frozenset("over on back up".split())
_OPENS = frozenset("it that this the he she they there we you i so".split())
_OPENINGS = frozenset((".", "\n", "!", "?", ":", "•", "*"))
_NAME = re.compile(r"(?<![A-Za-z])[A-Z][a-z]{2,}(?![A-Za-z])")
_LABELS = frozenset((":", "→", "=", "—"))


class Subjects:
    """The places of a reply where it names what the question asks about, or another of its kind.

    Places are kept by kind (a person, a colour, a weekday, …): another weekday does not matter where the right one is
    named beside it, but it does where only the right person is.
    """

    def __init__(self, text: Text, known: Compiled) -> None:
        self.words = words = text.words
        self.own: dict[str, list[int]] = {}
        self.other: dict[str, list[int]] = {}
        focus = known.focus
        watched = focus.triggers
        capitals = frozenset(map(str.lower, _NAME.findall(text.folded.original))) if focus.names else frozenset()
        if capitals:
            watched = watched | (capitals - KNOWN - _PLAIN - DAYS)
        numbered = focus.numbered
        told = not focus.names.isdisjoint(words)
        for place, word in enumerate(words) if numbered or not watched.isdisjoint(words) else ():
            if word in watched or (numbered and word[0] in "0123456789t"):
                found = _kind(place, word, words, known, capitals, told=told)
                if found is not None:
                    kind, is_own = found
                    (self.own if is_own else self.other).setdefault(kind, []).append(place)
        self.labelled = any(
            words[spot + 1 : spot + 2] and words[spot + 1] in _LABELS and words[spot + 2 : spot + 3] != ["\n"]
            for spots in self.own.values()
            for spot in spots
        )  # unlike a heading with its colon

    def of(self, first: int, after: int, sentence: int, end: int) -> int:
        """1 for the question's own subject, -1 for another, 0 where none is said."""
        if not self.own and not self.other:
            return 0
        words = self.words
        to = after + (after < end and words[after] in _ONWARDS)
        if to < end and words[to] == "to":  # `gave X to Mara`, `handed X over to Mara`
            given = self.about(to + 1, to + 4 if words[to + 1 : to + 2] == ["the"] else to + 3)
            if given:
                return given
        left = first
        while left > sentence and (words[left - 1] not in _BREAK or (left == first and words[left - 1] == "—")):
            left -= 1
        right = after
        if left == sentence and words[right : right + 1] == ["—"]:
            right += 1  # `12 — Mara`
        if words[right : right + 1] == ["("] and ")" in words[right : right + _OWNER]:
            right += 1  # `12 (Mara)`
        while right < end and words[right] not in _BREAK:
            right += 1
        colon = next((spot for spot in range(first - 2, left, -1) if words[spot] == ":"), 0)
        near = (self.about(colon, right) if colon else 0) or self.about(left, right)
        if not near and first and words[first - 1] in _LABELS and self.labelled:
            return -1
        while not near and left > sentence and words[left - 1] in (",", "and"):
            right = left - 1
            opening = words[left]
            left = right
            while left > sentence and words[left - 1] not in _BREAK:
                left -= 1
            if opening in _OPENS and words[left] not in _PLACES:
                break
            near = self.about(left, right)
        return near

    def position(self, first: int, end: int, count: int) -> int | None:
        """The place of the question's subject among as many subjects as there are values."""
        for kind, spots in self.own.items():
            own = [spot for spot in spots if first <= spot < end]
            every = sorted(own + [spot for spot in self.other.get(kind, []) if first <= spot < end])
            if len(own) == 1 and len(every) == count:
                return every.index(own[0])
        return None

    def about(self, left: int, right: int) -> int:
        """What a stretch is about; where it names the right one of a kind, another one does not matter."""
        own = {kind for kind, spots in self.own.items() if _within(spots, left, right)}
        for kind, spots in self.other.items():
            if kind not in own and _within(spots, left, right):
                return -1
        return 1 if own else 0


def _within(spots: list[int], left: int, right: int) -> bool:
    place = bisect_left(spots, left)
    return place < len(spots) and spots[place] < right


def _kind(
    place: int, word: str, words: list[str], known: Compiled, capitals: frozenset[str], *, told: bool
) -> tuple[str, bool] | None:
    """The kind of subject that a word names, and whether it is the question's own."""
    focus = known.focus
    before = words[place - 1] if place else ""
    if word in focus.periods or word in focus.others:
        return "period", word in focus.periods
    if word in DAYS and focus.days and known.kind is not AnswerKind.STATE:
        other_week = word in focus.modified and before in _OTHER_PERIOD
        return "day", word in focus.days and not other_week
    if word in focus.names:
        owned = words[place + 2] if words[place + 1 : place + 2] == ["'s"] and place + 2 < len(words) else ""
        if before in TITLES and not TITLES.isdisjoint(focus.tokens) and before not in focus.tokens:
            return "name", False  # Mr Halloran is not Ms Halloran
        elsewhere = owned.isalpha() and not (
            owned in focus.words or owned in known.own or owned in _ANY or owned in KNOWN
        )
        return None if elsewhere else ("name", True)
    found = (
        _numbered(place, word, words, known)
        or _described(place, word, words, known)
        or _object(place, word, words, known)
    )
    if found is not None:
        return found
    if word in capitals and _other_name(place, word, words, known, told=told):
        lead = words[place - 2] if before in TITLES and place > 1 else before
        if lead in _BY_THE_WAY:
            return None
        beside = (before, words[place + 1] if place + 1 < len(words) else "")
        parallel = told and (beside[1] in _LABELS or beside[1] in _HOLDS)
        if parallel or not focus.sorts.isdisjoint(beside) or not (focus.sorts or (focus.called and _acts(*beside))):
            return "name", False
    return None


def _acts(before: str, following: str) -> bool:
    """Whether a name is that of somebody who does something: `but Hedik has corrected it`, `the editor, Trano,`."""
    if before == "by" or (before == "," and following == ","):
        return True
    return following in _AUXILIARIES or (following.endswith("ed") and following.isalpha())


def _numbered(place: int, word: str, words: list[str], known: Compiled) -> tuple[str, bool] | None:
    """`plot 3`, `2024`, `the 17:40`; and `3:` at the head of a line where plot 3 was asked about."""
    focus = known.focus
    before = words[place - 1] if place else "\n"
    heads = before in _OPENINGS and word[0].isdigit() and words[place + 1 : place + 2] and words[place + 1] in _LABELS
    if heads and word not in known.own and not focus.numbers.isdisjoint(words):
        return "number", word in focus.numbers
    for label in (before, before[:-1]):
        if label in focus.labels and word[0].isdigit():
            return label, focus.labels[label] == word
    if focus.years and _YEAR.match(word) and word not in known.own:
        return "year", word in focus.years
    if focus.clocks and word[0] == "t" and ":" in word and before == "the":
        return "clock", word in focus.clocks
    return None


def _described(place: int, word: str, words: list[str], known: Compiled) -> tuple[str, bool] | None:
    """`the blue ledger`, `the green one`, `this weekend`, or the describing word alone."""
    modified = known.focus.modified
    before = words[place - 1] if place else ""
    two = words[place - 2] if place > 1 else ""
    if word in modified:
        found = _noun(word, modified[word], before, two, known)
        if found is not None:
            return found
    plain = before.isalpha() and before not in _ANY | _GENERIC and not before.endswith(("er", "est"))
    if word in ("one", "ones") and two == "the" and plain:
        for noun, wanted in modified.items():
            alike = wanted[-2:] == "ed" or before[-2:] != "ed"  # `the finished ones` are not other than the Wuka ones
            if wanted not in (before, "this") and alike:
                return noun, False
    if word not in known.own:
        for noun, wanted in modified.items():
            if word == wanted and word != "this":
                return noun, True
            if word in COLOURS and wanted in COLOURS:
                return noun, False
    return None


def _noun(word: str, wanted: str, before: str, two: str, known: Compiled) -> tuple[str, bool] | None:
    """A noun of the question with what describes it here."""
    if before == wanted:
        return word, True
    if wanted == "this":
        return (word, False) if before in _OTHER_PERIOD else None
    if before in COLOURS or before == "other" or (is_number(before) and is_number(wanted)):
        return word, False
    plain = before.isalpha() and before not in _ANY and before not in known.focus.words and before not in known.own
    return (word, False) if plain and two in _LEADS else None


def _object(place: int, word: str, words: list[str], known: Compiled) -> tuple[str, bool] | None:
    """What something is done to: `key 4 opens the shed`, where the boathouse was asked about."""
    focus = known.focus
    if word == focus.object:
        return "object", True
    if not focus.object or word != "the" or not place or words[place - 1] not in focus.words or place + 1 >= len(words):
        return None
    noun, following = words[place + 1], words[place + 2] if place + 2 < len(words) else "."
    if noun == focus.object:
        return "object", True
    plain = noun.isalpha() and noun not in focus.words and noun not in known.own and noun not in KNOWN
    return ("object", False) if plain and not following.isalpha() else None


def _other_name(place: int, word: str, words: list[str], known: Compiled, *, told: bool) -> bool:
    """Whether a capitalised word looks like the name of somebody else; more easily where the right one is told too."""
    if not word.isalpha() or len(word) < 3 or word in known.own or word in known.focus.words or word[:-1] in known.own:
        return False
    if place and words[place - 1] not in _OPENINGS:
        return True
    following = words[place + 1] if place + 1 < len(words) else ""
    endings = ("ed", "s") if told else ("ed",)
    verb = following.endswith(endings) and following.isalpha() and len(word) < 8 and word[-1] != "s"
    who = words[place + 1 : place + 3] == [",", "who"]
    if told and (following in known.own or following[:1].isdigit()):  # `Mira 12, Mara 21`
        return True
    if following in known.focus.words and following.endswith("s"):  # `Mira tends …`, as the question has it of Mara
        return True
    return verb or who or following in _STARTS or following in _LABELS or following in known.focus.sorts
