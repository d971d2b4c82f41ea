"""What a denial without a mention of its own is about: the mention before it, an earlier clause, or the last sentence.

A clause that goes on about the last mention (`…, which is stale`) reaches back to it.
"""

from __future__ import annotations

from holdfast.suites.commitment.matcher.changes import Changing
from holdfast.suites.commitment.matcher.clauses import SIGNS, WEAK, Clause, Mention, earlier_clause, whole
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.scan import Item

_KEPT_AWAY_FROM = Cue.SAYS | Cue.CLAIMS | Cue.LOOKS | Cue.PROPOSED | Cue.PAST | Cue.FORMER | Cue.BELIEVES
GOES_ON = frozenset(
    """
    is was are were has had have does did do lacks lack can cannot could will would should must isn wasn aren
    weren doesn didn hasn hadn don won couldn fails failed misses remains stays he she it they which who that
    this these those neither its his her their him them never not no nobody none nothing turned
    """.split()
)
"""Words with which a clause goes on about the last subject."""
_ALL_OF_THEM = frozenset("both these those neither all".split())
_POINTS_AT = frozenset("the a an that this his her their to".split())
_THAT_ONE = frozenset(
    "is was has 's isn wasn entry value figure number name answer one reading date time line version option".split()
)
_OTHERS = frozenset("others other else rest".split())
_PERSONS = frozenset("he she they him them his her their".split())


class Denying(Changing):
    """Lets a denial reach what it is about."""

    def _word(self, place: int) -> str:
        return self.words[place] if place < len(self.words) else ""

    def _subjects(self, clause: Clause, behind: list[Mention]) -> list[Mention]:
        """The mentions that a predicate is about: the last one, or all that an `and` joins."""
        joined = self.pairs or clause.flags & Cue.AND
        return behind if joined else whole(behind[-1:], behind)

    def deny_subject(self, item: Item, clause: Clause, behind: list[Mention]) -> None:
        """Deny what the clause is about: its own mention before the cue, or the one that it goes on about."""
        if behind:
            for mention in self._subjects(clause, behind):
                mention.deny("negation")
            return
        if clause.mentions and not self._aside(item, clause):
            return
        if not _OTHERS.isdisjoint(self.words[clause.first : clause.end]):
            return  # `neither of the others`
        follows = clause.intro & (Cue.BUT | Cue.AND | Cue.CONCLUDES | Cue.CONCESSION)
        opening = self._word(clause.first + bool(follows)) or self._word(clause.first)
        if clause.intro & Cue.SOFT and item.first == clause.first and opening == "not" and self._points(item, clause):
            return  # `X, not the other one`; but `X (not approved)`
        earlier = earlier_clause(self.clauses, clause.number)
        if earlier is not None:
            self._deny_earlier(item, clause, earlier, opening)
        else:
            self._deny_last(item, clause, opening)

    def _deny_earlier(self, item: Item, clause: Clause, earlier: Clause, opening: str) -> None:
        """Deny what an earlier clause of the sentence says, where this one is about it."""
        denied: list[Mention] = []
        if opening in _ALL_OF_THEM and not clause.intro & Cue.REASON:
            denied = [mention for other in self.clauses[: clause.number] for mention in other.mentions]
        elif (opening in GOES_ON or opening == self.words[item.first]) and not clause.intro & Cue.REASON:
            denied = whole(earlier.mentions[-1:], earlier.mentions)
            if earlier.flags & (Cue.DENIAL | Cue.NEGATION):
                for mention in denied:
                    if mention.rule == "claimed":  # `the note alleges that X is out, but that is false`
                        mention.level, mention.rule = WEAK, "claim denied"
                denied = [mention for mention in denied if mention.rule != "claim denied"]
        elif self._same_again(item, earlier) or (
            clause.intro & Cue.BUT and earlier.flags & _KEPT_AWAY_FROM and not earlier.flags & Cue.DENIAL
        ):
            denied = earlier.mentions
        for mention in denied:
            mention.deny("disqualified")

    def _same_again(self, item: Item, earlier: Clause) -> bool:
        """`slip 12 gave X, but the clerk withdrew that slip`."""
        noun = self._word(item.after + 1)
        pointed = item.flags & Cue.DENIAL and self._word(item.after) in ("that", "this", "the")
        return bool(pointed) and noun in self.words[earlier.first : earlier.end]

    def _deny_last(self, item: Item, clause: Clause, opening: str) -> None:
        """Deny what the last sentence says, where this one is plainly about it."""
        if opening in _ALL_OF_THEM:
            denied = self.last
        elif opening in ("that", "this") and item.flags & Cue.DENIAL and self._word(clause.first + 1) in _THAT_ONE:
            denied = self.last[-1:]
        elif opening in _PERSONS and len({mention.target for mention in self.last}) == 1:
            denied = self.last
        else:
            return
        for mention in denied:
            mention.deny("disqualified")

    def _points(self, item: Item, clause: Clause) -> bool:
        """Whether a `not` is about another thing rather than about the last mention."""
        return self.words[clause.first - 1] != "(" or self._word(item.after) in _POINTS_AT

    def _aside(self, item: Item, clause: Clause) -> bool:
        """Whether a cue stands alone before its clause: `…, wrongly: the log shows Y`."""
        return item.first == clause.first and self._word(item.after) in SIGNS

    def _parted(self, clause: Clause) -> bool:
        """`It is not, as the note claims, X`: deny X."""
        for other in self.clauses[clause.number + 1 : clause.number + 5]:
            if not other.intro & (Cue.SOFT | Cue.REASON | Cue.CONCESSION):
                return False
            if other.mentions and self._word(other.first) != "as":
                other.mentions[0].deny("negation")
                return True
        return False
