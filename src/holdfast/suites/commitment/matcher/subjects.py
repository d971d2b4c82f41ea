"""Whose value a mention is: of what the question asks about, or of another entity, slot or period of the same kind."""

from __future__ import annotations

from bisect import bisect_left

from holdfast.suites.commitment.matcher.focus import COLOURS, Focus
from holdfast.suites.commitment.matcher.fold import Folded
from holdfast.suites.commitment.matcher.lexing import Words
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.scan import KNOWN

_OTHER_PERIOD = frozenset("next last following previous other".split())
_STARTS = frozenset("has had got took gets holds owns signed 's uses → is was keeps came went sits chose sat picked and".split())
_PLAIN = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
    october november december his her hers its their our your my mine who what which when where there here these those i the a an this that and or but so it he she they we you if in on at by for from to of
    """.split()
)
_BREAK = frozenset(", ; . \n ! ? — and while whereas but ( )".split(" "))
_OPENS = frozenset("it that this the he she they there we you i so".split())
_LABELS = frozenset((":", "→", "="))


class Subjects:
    """The places of a reply where it names what the question asks about, or another of its kind."""

    def __init__(self, text: Folded, lexed: Words, known: Compiled) -> None:
        self.words = lexed.words
        self.own: list[int] = []
        self.other: list[int] = []
        focus = known.focus
        for place, word in enumerate(lexed.words):
            kind = self._kind(place, word, text, lexed, focus, known)
            if kind:
                (self.own if kind > 0 else self.other).append(place)

    def _kind(self, place: int, word: str, text: Folded, lexed: Words, focus: Focus, known: Compiled) -> int:
        words = lexed.words
        before = words[place - 1] if place else ""
        if word in focus.names:
            return 1
        if before in focus.labels and word[0].isdigit():
            return 1 if focus.labels[before] == word else -1
        if word in focus.modified:
            wanted = focus.modified[word]
            if before == wanted:
                return 1
            if wanted == "this":
                return -1 if before in _OTHER_PERIOD else 0
            if before in COLOURS or (before == "other"):
                return -1
        if word in focus.modified.values() and word != "this" and word not in known.own:
            return 1
        if word in COLOURS and word not in known.own:
            if any(colour in COLOURS for colour in focus.modified.values()):
                return -1
        if word[0] == "t" and ":" in word and before == "the" and any(name[0] == "t" and ":" in name for name in focus.names):
            return -1
        if word in focus.others:
            return -1
        if focus.names and word.isalpha() and word not in known.own and word not in focus.words and len(word) > 2:
            start = lexed.starts[place]
            written = text.original[start : lexed.ends[place]]
            if written[0].isupper() and written[1:].islower() and word not in KNOWN and word not in _PLAIN:
                following = words[place + 1] if place + 1 < len(words) else ""
                initial = not place or before in (".", "\n", "!", "?", ":", "•")
                verb = following.endswith("ed") and len(word) < 8 and word[-1] != "s"
                if not initial or following in _STARTS or following == ":" or verb:
                    return -1
        return 0

    def of(self, first: int, after: int, clause: int, sentence: int, end: int) -> int:
        """1 for the question's own subject, -1 for another, 0 where none is said."""
        if not self.own and not self.other:
            return 0
        left = first
        while left > sentence and self.words[left - 1] not in _BREAK:
            left -= 1
        right = after
        while right < end and self.words[right] not in _BREAK:
            right += 1
        near = self._nearest(left, right)
        if not near and first and self.words[first - 1] in _LABELS and self._labelled():
            return -1
        while not near and left > sentence and self.words[left - 1] in (",", "and") and self.words[left] not in _OPENS:
            right = left - 1
            left = right
            while left > sentence and self.words[left - 1] not in _BREAK:
                left -= 1
            near = self._nearest(left, right)
        return near

    def position(self, first: int, end: int, count: int) -> int | None:
        """The place of the question's subject among as many subjects as there are values."""
        own = [spot for spot in self.own if first <= spot < end]
        spots = sorted(own + [spot for spot in self.other if first <= spot < end])
        return spots.index(own[0]) if len(own) == 1 and len(spots) == count else None

    def _labelled(self) -> bool:
        """Whether the reply gives the question's subject as a label, so that other labels are other subjects."""
        return any(self.words[spot + 1 : spot + 2] and self.words[spot + 1] in _LABELS for spot in self.own)

    def _nearest(self, left: int, right: int) -> int:
        """What a stretch is about; what the question asks about goes first."""
        if _within(self.own, left, right):
            return 1
        return -1 if _within(self.other, left, right) else 0


def _within(spots: list[int], left: int, right: int) -> bool:
    place = bisect_left(spots, left)
    return place < len(spots) and spots[place] < right
