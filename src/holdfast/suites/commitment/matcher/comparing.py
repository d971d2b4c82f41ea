"""The clauses of a sentence against each other: what a `but` turns, what is granted, said alike, or picked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.clauses import (
    ASIDE,
    CONCLUDED,
    DENIED,
    FAINT,
    PLAIN,
    STRONG,
    WEAK,
    Clause,
    Mention,
    earlier_clause,
)  # fmt: skip
from holdfast.suites.commitment.matcher.cutting import Cutting
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import SOURCE, Compiled
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.subjects import Subjects

_OLD = Cue.WAS | Cue.PAST | Cue.FORMER
_IT = frozenset("it they he she that this we".split())
_POINTS_BACK = frozenset("it that this which".split())
_THEN = frozenset("then later subsequently afterwards".split())
_OR = frozenset("or oder alternatively".split())
_EXPECTS = frozenset("should ought supposed".split())
_SPEAKS_AGAINST = (
    Cue.NEGATION | Cue.DENIAL | Cue.FORMER | Cue.PAST | Cue.WAS | Cue.HEDGE | Cue.PROPOSED | Cue.LOOKS | Cue.NO
    | Cue.REPLACES | Cue.AVOID
)  # fmt: skip


class Comparing(Cutting):
    """Weighs the clauses of a sentence against each other."""

    def __init__(self, words: list[str], known: Compiled, subjects: Subjects | None) -> None:
        super().__init__(words)
        self.known, self.subjects = known, subjects
        self.pairs = known.kind is AnswerKind.PAIR
        self.reasons: list[Mention] = []

    def compare(self, clauses: list[Clause], flags: int, first: int) -> None:
        """Weigh the clauses of a sentence against each other."""
        if flags & Cue.BUT:
            self._turn(clauses)
        self._by_case(clauses)
        for clause in clauses:
            if not clause.mentions:
                self._of_another(clause, clauses)
                continue
            if clause.number:
                opening = self.words[clause.first : clause.first + 2]
                is_state = self.known.kind is AnswerKind.STATE
                then = opening[0] in _THEN or opening[-1] in _THEN
                changed = clause.flags & Cue.CHANGED and clause.flags & Cue.TO
                if "finally" in opening or (then and (is_state or changed)):  # `first refused, then granted`
                    for mention in (mention for other in clauses[: clause.number] for mention in other.mentions):
                        mention.deny("supersession")
            if clause.intro & Cue.CONCESSION:
                for mention in clause.mentions:
                    if mention.rule != "reported" and not self._told_alike(mention, clause, clauses):
                        mention.cap(FAINT, "granted")  # but not in `the log says X while the board says Y`
            elif clause.intro & Cue.REASON and self._argues(clause, first):
                self.reasons += clause.mentions

    def _told_alike(self, mention: Mention, clause: Clause, clauses: list[Clause]) -> bool:
        """`X found 12 m, while Y found 21 m`; or the clause is the one about what was asked."""
        if self.subjects is not None and self.subjects.about(clause.first, clause.end) > 0:
            return True
        verb = self._word(mention.after)
        return verb.isalpha() and any(
            self._word(other.after) == verb and other.target != mention.target
            for earlier in clauses[: clause.number]
            for other in earlier.mentions
        )

    def leave_open(self, mentions: list[Mention], items: Sequence[Item]) -> None:
        """`X by the slip, or Y if the clerk is right`: an `or` right before another candidate leaves both open."""
        ors = [item for item in items if item.flags & Cue.OR and self.words[item.first] in _OR]
        for one, two in pairwise(mentions) if ors else ():
            beside = any(one.after <= item.first and 0 <= two.first - item.after < 3 for item in ors)
            if beside and one.target != two.target and (one.target < SOURCE) == (two.target < SOURCE):
                for mention in (one, two):
                    mention.cap(ASIDE, "listed")

    def _by_case(self, clauses: list[Clause]) -> None:
        """`X when it rains, Y when it doesn't` leaves open which."""
        cases = [mention for clause in clauses for mention in clause.mentions if self._word(mention.after) == "when"]
        if len({mention.target for mention in cases}) > 1:
            for mention in cases:
                mention.cap(ASIDE, "condition")

    def _of_another(self, clause: Clause, clauses: list[Clause]) -> None:
        """`Y, but that is for case 12`, where another case was asked about."""
        if self.subjects is None or not self.subjects.other or clause.flags & _OLD:
            return
        if _POINTS_BACK.isdisjoint(self.words[clause.first : clause.first + 2]):
            return
        earlier = earlier_clause(clauses, clause.number)
        if earlier is not None and self.subjects.about(clause.first, clause.end) < 0:
            earlier.mentions[-1].cap(ASIDE, "other subject")

    def _argues(self, clause: Clause, first: int) -> bool:
        """Whether a clause gives a reason: `since the review it is X` tells a time, and a lone source is none."""
        opens = clause.first == first or self.words[clause.first - 1] in ("but", "and")
        if opens and self.words[clause.first] == "since":
            return False
        return len({mention.target >= SOURCE for mention in clause.mentions}) == 1 + self.pairs

    def _turn(self, clauses: list[Clause]) -> None:
        """What is claimed after a `but` outweighs what stood before it in the sentence."""
        open_ones = Cue.NEGATION | Cue.ALSO | Cue.HEDGE | Cue.CONDITION
        for clause in clauses:
            if not clause.intro & Cue.BUT:
                continue
            earlier = earlier_clause(clauses, clause.number)
            if earlier is not None and self._waved_off(clause):
                earlier.mentions[-1].cap(WEAK, "but")
            after = [other for other in clauses[clause.number :] if not other.intro & (Cue.REASON | Cue.CONCESSION)]
            if any(other.flags & open_ones for other in after):
                continue
            expected = any(
                self.words[item.first] in _EXPECTS for other in clauses[: clause.number] for item in other.cues
            )
            least = PLAIN if self.pairs else WEAK if expected else STRONG
            said = {mention.target for other in after for mention in other.mentions if mention.level >= least}
            if len(said) == 1 + self.pairs:
                for mention in (mention for other in clauses[: clause.number] for mention in other.mentions):
                    if mention.target not in said:
                        mention.cap(WEAK if self.pairs else FAINT if expected else PLAIN, "but")

    def _waved_off(self, clause: Clause) -> bool:
        """`a grandson gives Y, but that's family lore`: what is said of it is nothing in its favour."""
        said = Cue.AFFIRMS | Cue.ENDORSES | Cue.NOW | Cue.QUESTION_WORD | Cue.CONCLUDES
        return not (clause.mentions or clause.flags & said) and self._word(clause.first + 1) in _IT

    def alongside(self, mention: Mention, other: Mention, clause: Clause) -> None:
        """`I quote A with X and B with Y`, `some give X and others Y`: what `and` joins so is said alike."""
        elliptic = mention.after == clause.end and mention.first - clause.first < 3 and len(clause.cues) == 1
        alike = elliptic or self.words[mention.first - 1] == self.words[other.first - 1]
        if not alike or mention.target == other.target or min(mention.level, other.level) <= ASIDE:
            return
        if mention.level < other.level:
            mention.level = other.level
        elif other.rule in ("told", "said"):  # `X is awake and Y is still asleep`
            other.level = mention.level

    def respectively(self, mentions: list[Mention], first: int, end: int) -> None:
        """`12 and 21 belong to Mara and Mira, respectively`."""
        assert self.subjects is not None
        listed = [mention for mention in mentions if mention.rule == "listed"]
        place = self.subjects.position(first, end, len(listed))
        if place is not None:
            listed[place].level, listed[place].rule = STRONG, "respectively"

    def point(self, clauses: list[Clause], mentions: list[Mention], first: int, end: int) -> None:
        """`X ← this one`, `X ✓`: a mark on the line of a mention picks it, unless what it says speaks against."""
        line = self.words[first:end]
        marked = "←" in line[mentions[-1].first - first :] or "✓" in line
        alone = self.pairs or len({mention.target for mention in mentions}) == 1
        arrow = line.index("←") + first if "←" in line else 0
        against = any(item.flags & _SPEAKS_AGAINST for item in clauses[-1].cues if item.first > arrow)
        if marked and alone and not against:
            for mention in mentions if self.pairs else mentions[-1:]:
                if mention.level > DENIED:
                    mention.level, mention.rule = CONCLUDED, "pointed at"
