"""Mentions of candidates, and the clauses that they stand in."""

from __future__ import annotations

from itertools import pairwise

from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import SOURCE
from holdfast.suites.commitment.matcher.scan import Item

DENIED, ASIDE, FAINT, WEAK, PLAIN, STRONG, KEYED, CONCLUDED, ANSWERED = -2, 0, 1, 2, 4, 6, 7, 8, 10
"""How much of an answer a mention is: expressly not; told in passing; of the past or only told of; reported or hedged;
said; said in the form of an answer; given under the question's own word; concluded; marked as the answer."""

SIGNS = frozenset(", . ; : ! ? ( ) \n — ... [ ] | •".split(" "))
"""Signs that end a stretch of words."""
_GROUP = frozenset(
    """
    ( > < , and or / & the a an vs both nor either plus perhaps maybe possibly alternatively even und oder •
    on in at by with still to from for of
    """.split()
)
_LOOSE = 4
"""Words that may stand between the members of a list."""
NEAR = 5
"""Words within which an adjective still belongs to a mention."""
_JOINS = frozenset("> < and or / & vs nor plus und oder".split())


class Clause:
    """A stretch of a sentence that says one thing."""

    __slots__ = ("cues", "end", "first", "flags", "intro", "mentions", "number")

    def __init__(self, number: int, first: int, intro: int) -> None:
        self.number, self.first, self.intro = number, first, intro
        self.end = first
        self.flags = 0
        """All that its cues mean."""
        self.cues: list[Item] = []
        self.mentions: list[Mention] = []


class Mention:
    """A candidate in its place in the reply."""

    __slots__ = ("after", "clause", "epoch", "first", "group", "level", "rule", "said", "sentence", "subject", "target")

    def __init__(self, item: Item, sentence: int, clause: Clause, epoch: int) -> None:
        _, self.first, self.after, self.target = item
        self.sentence, self.clause = sentence, clause
        self.epoch = epoch
        """How many corrections stand before it."""
        self.group = -1
        """The list of candidates that it stands in."""
        self.level = PLAIN
        self.rule = ""
        self.said = 0
        """All that the cues of its sentence mean."""
        self.subject = 0
        """1 where it is said of what the question asks about, -1 where of something else."""

    def deny(self, rule: str) -> None:
        """Say that this is not the answer."""
        if self.level != DENIED:
            self.level, self.rule = DENIED, rule

    def cap(self, level: int, rule: str) -> None:
        """Hold the level down."""
        if self.level > level:
            self.level, self.rule = level, rule

    def lift(self, level: int, rule: str) -> None:
        """Raise the level."""
        if self.level < level:
            self.level, self.rule = level, rule


def group(mentions: list[Mention], words: list[str]) -> None:
    """Find where different candidates stand side by side."""
    found = False
    for one, two in pairwise(mentions):
        between = words[one.after : two.first]
        same_sort = (one.target >= SOURCE) == (two.target >= SOURCE)
        if not between or len(between) > _LOOSE or not same_sort or not _GROUP.issuperset(between):
            continue
        repeated = "," in between and any(m.target == two.target for m in mentions if m.group == one.group >= 0)
        if (one.target != two.target or one.group >= 0) and not repeated:
            one.group = two.group = one.group if one.group >= 0 else one.first
            found = True
    for number in {mention.group for mention in mentions if mention.group >= 0} if found else ():
        members = [mention for mention in mentions if mention.group == number]
        inside = words[members[0].after : members[-1].first]
        if len(members) < 3 and (_JOINS.isdisjoint(inside) or ("and" in inside and "," in inside)):
            for member in members:
                member.group = -1


def whole(chosen: list[Mention], among: list[Mention]) -> list[Mention]:
    """Some mentions together with those that stand beside them."""
    groups = {mention.group for mention in chosen if mention.group >= 0}
    return [mention for mention in among if mention in chosen or mention.group in groups] if groups else chosen


def earlier_clause(clauses: list[Clause], place: int) -> Clause | None:
    """The last clause before this one that has a mention."""
    for clause in reversed(clauses[:place]):
        if clause.mentions:
            return clause
    return None


def undone_in(clause: Clause) -> set[int]:
    """The places of denials that a negation undoes (`not superseded`), and of that negation."""
    if not clause.flags & Cue.DENIAL:
        return set()
    negations = [item for item in clause.cues if item.flags & (Cue.NEGATION | Cue.NOBODY)]
    undone: set[int] = set()
    for item in clause.cues if negations else ():
        if item.flags & Cue.DENIAL:
            for negation in negations:
                near = 0 < item.first - negation.first < NEAR or negation.first == item.after  # `lacks none`
                if near and not any(negation.first < m.first < item.first for m in clause.mentions):
                    undone |= {item.first, negation.first}
    return undone
