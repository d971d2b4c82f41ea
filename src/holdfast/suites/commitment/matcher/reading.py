"""What a reply says of each candidate that it mentions: sentence by sentence, how much of an answer each mention is.

A sentence is cut into clauses (`clauses`), cues reach the mentions that they govern (`governing`), what is left is
weighed (`weighing`), and sentences and headings without a mention are carried to the one that they mean (`following`).
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.matcher.clauses import Cutting
from holdfast.suites.commitment.matcher.following import Following
from holdfast.suites.commitment.matcher.mentions import (
    ASIDE,
    FAINT,
    PLAIN,
    Mention,
)  # fmt: skip
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.subjects import Subjects
from holdfast.suites.commitment.matcher.weighing import Weighing
from holdfast.suites.commitment.matcher.wording import Cue

_LONGEST = 60


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
                self._sentence(items[start:place], first, item.first, asked=bool(item.flags & Cue.ASKED))
                self.topic = (first, item.first) if item.flags & Cue.ASKED and item.first - first < 6 else (0, 0)
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
        mentions = [Mention(item, self.sentences, self.epoch) for item in items if not item.flags]
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
        if not mentions:
            self._without(clauses, first, end, flags)
            self._heading(first, end, flags, asked=asked)
            return
        opening = [word for word in self.words[first : mentions[0].first] if word[0].isalnum() and len(word) > 1]
        if opening:
            self.section = 0
        for clause in clauses:
            self._judge(clause, clauses)
        self._weigh(clauses, mentions, first, end)
        self._compare(clauses, mentions, flags, first, end)
        if len(clauses) > 1:
            self._go_on(clauses, mentions)
        tentative = (
            flags & Cue.HEDGE
            and len(clauses[0].mentions) == len(mentions) == 1
            and self.words[first] in ("perhaps", "maybe", "possibly")
        )
        if self.section:
            self._under_heading(mentions)
        if asked and not tentative:
            for mention in mentions:
                mention.level, mention.rule = ASIDE, "question"
        if items[0].flags & Cue.OR and items[0].first == first and self.last:
            for mention in (*self.last, *mentions):
                mention.cap(ASIDE, "listed")
        self.asked = [mention for mention in mentions if mention.rule == "question"] if asked else []
        self.mentions += mentions
        self.last = mentions
        self.told = set(self.words[first:end])
        self.announced = False

    def _tagged(self, after: int, end: int) -> bool:
        """Whether a question only asks for assent: `X, doesn't it?`, `X, right?`."""
        tail = self.words[after:end]
        return "," in tail and (tail[-1] in ("right", "correct", "no", "yes") or tail[-2:-1] == ["'t"])
