"""What a reply says of each candidate that it mentions: sentence by sentence, how much of an answer each mention is.

A sentence is cut into clauses, cues reach the mentions that they govern (`governing`), what is left is weighed
(`weighing`), clauses are held against each other (`comparing`), and what is said without a mention is carried to the
one that it means (`following`).
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.matcher.clauses import (
    ASIDE,
    DENIED,
    STRONG,
    Clause,
    Mention,
    earlier_clause,
    group,
)  # fmt: skip
from holdfast.suites.commitment.matcher.comparing import Comparing
from holdfast.suites.commitment.matcher.governing import GOVERNS, Governor
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.subjects import Subjects
from holdfast.suites.commitment.matcher.weighing import Weigher

_LONGEST = 60
"""Mentions and cues after which a sentence without an end is cut, so that time stays proportional to length."""
_BRIEF = 7
"""Words up to which a heading or question can name what the next line is about."""
_TURNS = Cue.BUT | Cue.CONCLUDES
_ENDS = Cue.SENTENCE | Cue.ASKED
_OPENS_CASE = Cue.CONDITION | Cue.ELSE
_ENDS_CONCLUSION = Cue.BUT | Cue.REASON | Cue.CONCESSION | Cue.HARD
_STEERS = _OPENS_CASE | Cue.CONCLUDES | Cue.ANSWERS | Cue.CONCESSION | Cue.WHETHER
"""What in a clause without a mention can bear on the mentions behind it."""
_BEARS = (
    Cue.ANSWERS | Cue.YES | Cue.NO | Cue.NEGATION | Cue.DENIAL | Cue.ENDORSES | Cue.UNDECIDED | Cue.CORRECTS
    | Cue.RECHECKS | Cue.CONCLUDES
)  # fmt: skip
"""Cues by which a sentence without a mention can bear on one."""
_THINKING = frozenset("think guess believe suppose presumably probably".split())
_COUNTER = frozenset("which what who whose whom do did are could".split())
"""Words that open a counter-question."""
_UNFINISHED = frozenset("the a an of for to by with at from is are was and or but because as which that has".split())
"""Words that no sentence ends with."""
_WHICH = frozenset("which as and".split())
_IT = frozenset("it they he she that this we".split())
_DOES = frozenset("is are was were did does do has have had".split())


class Reading(Comparing):
    """All mentions of a reply, and what it says besides."""

    def __init__(self, words: list[str], items: list[Item], known: Compiled, subjects: Subjects | None) -> None:
        super().__init__(words, known, subjects)
        self.pointed = "←" in words or "✓" in words
        self.cut_off = bool(words) and words[-1] in _UNFINISHED
        """Whether the reply breaks off before it comes to an end."""
        self._sentences(items)
        given = set(map(id, self.reasons))
        if given and any(mention.level > ASIDE and id(mention) not in given for mention in self.mentions):
            for mention in self.reasons:
                mention.cap(ASIDE, "reason")

    def _sentences(self, items: list[Item]) -> None:
        start, first = 0, 0
        for place, item in enumerate(items):
            flags = item[0]
            if flags & _ENDS and not flags & Cue.ANSWERS:
                self._sentence(items[start:place], first, item.first, asked=bool(flags & Cue.ASKED))
                start, first = place + 1, item.after
            elif not flags and place - start >= _LONGEST:
                self._sentence(items[start:place], first, item.first, asked=False)
                start, first = place, item.first
        self._sentence(items[start:], first, len(self.words), asked=False)

    def _sentence(self, items: Sequence[Item], first: int, end: int, *, asked: bool) -> None:
        if end == first or (not items and not self.announced):
            if end > first:
                self.head(first, end, 0, asked=asked)
            return
        self.sentences += 1
        clause = Clause(0, first, 0)
        mentions = [Mention(item, self.sentences, clause, self.epoch) for item in items if not item[0]]
        if not mentions and not self.announced and not self._matters(items):
            self._go_by(items, first, end, asked=asked)
            return
        if asked and mentions and self._tagged(mentions[-1].after, end):
            asked = False
            items = [item for item in items if item.first < mentions[-1].after]
        if len(mentions) > 1:
            group(mentions, self.words)
        clauses = self.cut(items, mentions, clause, end)
        flags = clause.flags
        for clause in clauses[1:]:
            flags |= clause.flags
        self.flags |= flags
        if flags & Cue.UNDECIDED:
            self.undecided = self.sentences
        if mentions:
            for mention in mentions:
                mention.said = flags
            self._read(clauses, mentions, flags, first, end)
            if flags & Cue.OR and len(mentions) > 1:
                self.leave_open(mentions, items)
            self._ask(clauses, mentions, flags, first, asked=asked)
            self.remember(mentions, first, end)
        else:
            self.go_without(clauses, first, end, flags)
            self._head(first, end, flags, asked=asked)
            self._leave_open(first, asked=asked)

    def _go_by(self, items: Sequence[Item], first: int, end: int, *, asked: bool) -> None:
        """Pass over a sentence that says nothing of any mention, but may head what follows."""
        flags = 0
        for item in items:
            flags |= item.flags
        self.flags |= flags
        self._head(first, end, flags, asked=asked)
        self._leave_open(first, asked=asked)

    def _leave_open(self, first: int, *, asked: bool) -> None:
        """`… Which of the two do you mean?`, `… Both were signed.`: what was told before stays open."""
        opening = self.words[first : first + 2]
        asked = asked and opening[0] in _COUNTER
        if (asked or "both" in opening) and len({mention.target for mention in self.mentions}) > 1:
            self.undecided = self.sentences

    def _matters(self, items: Sequence[Item]) -> bool:
        """Whether a sentence without a mention can bear on one."""
        return any(item[0] & _BEARS for item in items)

    def _head(self, first: int, end: int, flags: int, *, asked: bool) -> None:
        """Keep what a sentence without a mention heads or is about."""
        self.head(first, end, flags, asked=asked)
        self.topic = 0
        if self.subjects is not None and (self.section or asked) and end - first < _BRIEF:
            self.topic = self.subjects.about(first, end)

    def _read(self, clauses: list[Clause], mentions: list[Mention], flags: int, first: int, end: int) -> None:
        """Find out what a sentence says of its mentions."""
        if self.section and any(len(w) > 1 and w[0].isalnum() for w in self.words[first : mentions[0].first]):
            self.section = 0  # prose, not an entry of a list
        if flags & GOVERNS:
            governor = Governor(self.words, clauses, self.last, pairs=self.pairs, subjects=self.subjects)
            for clause in clauses:
                if clause.flags & GOVERNS:
                    governor.judge(clause)
        self._weigh(clauses, mentions, first, end)
        if flags & Cue.CORRECTS:
            self._say_why(clauses)
        if len(clauses) > 1:
            self.compare(clauses, flags, first)
            self.go_on(clauses, mentions)
        if len(mentions) > 1 and self.subjects is not None and _in_turn(self.words, first, end):
            self.respectively(mentions, first, end)
        if self.section:
            self.under_heading(mentions)
        if self.pointed:
            self.point(clauses, mentions, first, end)
        if self.topic and self.subjects is not None:
            for mention in mentions:
                if not mention.subject and self.topic < 0:
                    mention.cap(ASIDE, "other subject")

    def _weigh(self, clauses: list[Clause], mentions: list[Mention], first: int, end: int) -> None:
        """Set the level of each mention that nothing denied."""
        weigher = Weigher(self.words, self.known, self.subjects, first, end)
        weigher.mentions = mentions
        weigher.answering = self.announced
        conditional = False
        wondering: Clause | None = None
        before = None
        for clause in clauses:
            intro, flags = clause.intro, clause.flags
            if flags & _STEERS or conditional or wondering is not None or weigher.concluding:
                if conditional or flags & _OPENS_CASE:
                    conditional = self._conditional(clause, clauses, conditional)
                if flags & Cue.CONCLUDES:
                    weigher.concluding = True
                elif intro & _ENDS_CONCLUSION:
                    weigher.concluding = False
                if flags & Cue.ANSWERS:
                    weigher.answering = True
                weigher.granted = weigher.granted or bool(flags & Cue.CONCESSION)
                wondering = self._wondering(clause, wondering)
            for mention in clause.mentions:
                if mention.level == DENIED:
                    continue
                weigher.weigh(mention, clause, before)
                free = mention.level > ASIDE or mention.rule in ("other subject", "landmark")
                if mention.group >= 0 and free and _several(mention, mentions):
                    mention.level, mention.rule = ASIDE, "listed"
                if wondering is not None:
                    mention.level, mention.rule = ASIDE, "question"
                if conditional:
                    mention.cap(ASIDE, "condition")
                if intro & Cue.AND and before is not None and before.mentions:
                    self.alongside(mention, before.mentions[-1], clause)
            before = clause

    def _say_why(self, clauses: list[Clause]) -> None:
        """`X… no, X stays in the basin`: what is named again behind a `no` is not taken back to."""
        for clause in clauses:
            if clause.intro & Cue.CORRECTS and self.words[clause.first] == "no" and clause.mentions:
                earlier = earlier_clause(clauses, clause.number)
                before = earlier.mentions if earlier is not None else self.last
                again = clause.mentions[0]
                same = bool(before) and before[-1].target == again.target and before[-1].rule != "question"
                if same and not clause.flags & (Cue.AFFIRMS | Cue.ENDORSES):
                    again.deny("withdrawn")

    def _wondering(self, clause: Clause, wondering: Clause | None) -> Clause | None:
        """The clause that began to ask (`whether`, `between`), while the asking lasts."""
        if clause.flags & Cue.WHETHER:
            return clause
        over = wondering is not None and (
            wondering.mentions
            or clause.intro & (Cue.CONCLUDES | Cue.BUT | Cue.AND | Cue.HARD)
            or clause.flags & Cue.ANSWERS
            or self.words[clause.first : clause.first + 1] == ["and"]
        )
        return None if over else wondering

    def _conditional(self, clause: Clause, clauses: list[Clause], conditional: bool) -> bool:
        """Whether a condition holds what this clause says open."""
        intro, marks = clause.intro, clause.flags
        if intro & Cue.ELSE and clause.mentions and not conditional:  # `X, or else Y`
            for mention in (mention for other in clauses[: clause.number] for mention in other.mentions):
                mention.cap(ASIDE, "listed")
        if conditional and self._settles(clause):
            for mention in (mention for other in clauses[: clause.number] for mention in other.mentions):
                if mention.rule == "condition":
                    mention.level, mention.rule = STRONG, ""
            return False
        if not (intro & (Cue.CONDITION | Cue.ELSE) or (marks & Cue.CONDITION and not intro & _TURNS)):
            ended = intro & (_TURNS | Cue.UNLESS) or (intro & Cue.HARD and not marks & Cue.ELSE)
            return conditional and not ended
        if sum(1 for item in clause.cues if item.flags & Cue.QUESTION_WORD) > 1:
            return False  # the condition is the question's own
        earlier = earlier_clause(clauses, clause.number)
        near = earlier is not None and clause.number - earlier.number < 3
        if earlier is None or not near or not intro & Cue.CONDITION:
            return True
        if self.words[clause.first] == "assuming" and not marks & (Cue.ENDORSES | Cue.AFFIRMS):
            return False  # `X, assuming I read it right`
        if not any(other.intro & _TURNS for other in clauses[earlier.number : clause.number]):
            for mention in earlier.mentions:  # `X, if …`
                mention.cap(ASIDE, "condition")
        return True

    def _settles(self, clause: Clause) -> bool:
        """Whether a clause says that the condition is met: `…, which it is`, `…, and it did`."""
        words = self.words[clause.first : clause.first + 3]
        return len(words) == 3 and words[0] in _WHICH and words[1] in _IT and words[2] in _DOES

    def _ask(self, clauses: list[Clause], mentions: list[Mention], flags: int, first: int, *, asked: bool) -> None:
        """Set aside what is asked rather than said, and what an `… or Y?` reopens."""
        tentative = (
            flags & Cue.HEDGE and not flags & Cue.LANDMARK and self.words[first] in ("perhaps", "maybe", "possibly")
        )
        if asked and not (tentative and len(clauses[0].mentions) == len(mentions) == 1):
            for mention in mentions:
                mention.level, mention.rule = ASIDE, "question"
        opening = clauses[0].cues[0] if clauses[0].cues else None
        if opening is not None and opening.flags & Cue.OR and opening.first == first:
            for mention in (*self.last, *mentions) if self.last else ():
                mention.cap(ASIDE, "listed")
        self.asked = [mention for mention in mentions if mention.rule == "question"] if asked else []

    def _tagged(self, after: int, end: int) -> bool:
        """Whether a question only asks for assent: `X, doesn't it?`, `X, right?`."""
        tail = self.words[after:end]
        if len(tail) < 5 and not _THINKING.isdisjoint(tail):  # `X, I think?`
            return True
        return "," in tail and (tail[-1] in ("right", "correct", "no", "yes") or tail[-2:-1] == ["'t"])


def _in_turn(words: list[str], first: int, end: int) -> bool:
    return "respectively" in words[first:end] or words[max(end - 3, first) : end] == ["in", "that", "order"]


def _several(mention: Mention, mentions: list[Mention]) -> bool:
    """Whether different candidates in a group are still standing."""
    standing = {other.target for other in mentions if other.group == mention.group and other.level != DENIED}
    return len(standing) > 1
