"""What a reply says of each candidate that it mentions: sentence by sentence, how much of an answer each mention is.

A sentence is cut into clauses (`clauses`), cues reach the mentions that they govern (`governing`), what is left is
weighed (`weighing`), and sentences and headings without a mention are carried to the one that they mean (`following`).
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.matcher.clauses import Cutting
from holdfast.suites.commitment.matcher.following import Following
from holdfast.suites.commitment.matcher.mentions import ARTICLES, ASIDE, FAINT, PLAIN, Clause, Mention
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.subjects import Subjects
from holdfast.suites.commitment.matcher.weighing import Weighing
from holdfast.suites.commitment.matcher.wording import Cue

_LONGEST = 60
"""Mentions and cues after which a sentence without an end is cut, so that time stays proportional to length."""
_BRIEF = 6
"""Words up to which a question can be a topic."""


class Reading(Cutting, Weighing, Following):
    """All mentions of a reply, and what it says besides."""

    def __init__(self, words: list[str], items: list[Item], known: Compiled, subjects: Subjects | None) -> None:
        super().__init__(words, known, subjects)
        self._sentences(items)
        given = set(map(id, self.reasons))
        if given and any(mention.level >= PLAIN and id(mention) not in given for mention in self.mentions):
            for mention in self.reasons:
                mention.cap(FAINT, "reason")

    def _sentences(self, items: list[Item]) -> None:
        start, first = 0, 0
        for place, item in enumerate(items):
            if item.flags & (Cue.SENTENCE | Cue.ASKED) and not item.flags & Cue.ANSWERS:
                asked = bool(item.flags & Cue.ASKED)
                self._sentence(items[start:place], first, item.first, asked=asked)
                self.topic = (first, item.first) if asked and item.first - first < _BRIEF else (0, 0)
                start, first = place + 1, item.after
            elif place - start >= _LONGEST and not item.flags:
                self._sentence(items[start:place], first, item.first, asked=False)
                start, first = place, item.first
        self._sentence(items[start:], first, len(self.words), asked=False)

    def _sentence(self, items: Sequence[Item], first: int, end: int, *, asked: bool) -> None:
        if not items and (end == first or not self.announced):
            if end > first:
                self._heading(first, end, 0, asked=asked)
            return
        self.sentences += 1
        whole = Clause(0, first, 0)
        mentions = [Mention(item, self.sentences, whole) for item in items if not item.flags]
        if asked and mentions and self._tagged(mentions[-1].after, end):
            asked = False
            items = [item for item in items if item.first < mentions[-1].after]
        if len(mentions) > 1:
            self._group(mentions)
        clauses = self._clauses(items, mentions, first, end)
        flags = 0
        for clause in clauses:
            flags |= clause.flags
        self.flags |= flags
        if flags & Cue.UNDECIDED:
            self.undecided = self.sentences
        if mentions:
            self._read(clauses, mentions, flags, first, end)
            self._ask(clauses, mentions, flags, first, asked=asked)
            self._remember(mentions, first, end)
        else:
            self._without(clauses, first, end, flags)
            self._heading(first, end, flags, asked=asked)

    def _read(self, clauses: list[Clause], mentions: list[Mention], flags: int, first: int, end: int) -> None:
        """Find out what a sentence says of its mentions."""
        before = self.words[first : mentions[0].first]
        if any(len(word) > 1 and word[0].isalnum() and word not in ARTICLES for word in before):
            self.section = 0  # prose, not an entry of a list
        for clause in clauses:
            self._judge(clause, clauses)
        self._weigh(clauses, mentions, first, end)
        self._compare(clauses, mentions, flags, first, end)
        if len(clauses) > 1:
            self._go_on(clauses, mentions)
        if self.section:
            self._under_heading(mentions)

    def _ask(self, clauses: list[Clause], mentions: list[Mention], flags: int, first: int, *, asked: bool) -> None:
        """Set aside what is asked rather than said, and what an `… or Y?` reopens."""
        tentative = flags & Cue.HEDGE and self.words[first] in ("perhaps", "maybe", "possibly")
        if asked and not (tentative and len(clauses[0].mentions) == len(mentions) == 1):
            for mention in mentions:
                mention.level, mention.rule = ASIDE, "question"
        opening = clauses[0].cues[0] if clauses[0].cues else None
        if opening is not None and opening.flags & Cue.OR and opening.first == first:
            for mention in (*self.last, *mentions) if self.last else ():
                mention.cap(ASIDE, "listed")
        self.asked = [mention for mention in mentions if mention.rule == "question"] if asked else []

    def _remember(self, mentions: list[Mention], first: int, end: int) -> None:
        self.mentions += mentions
        self.last = mentions
        self.told = set(self.words[first:end])
        self.announced = False

    def _tagged(self, after: int, end: int) -> bool:
        """Whether a question only asks for assent: `X, doesn't it?`, `X, right?`."""
        tail = self.words[after:end]
        return "," in tail and (tail[-1] in ("right", "correct", "no", "yes") or tail[-2:-1] == ["'t"])
