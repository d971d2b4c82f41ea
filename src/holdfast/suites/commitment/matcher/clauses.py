"""Where clauses begin: sentences are cut at signs and conjunctions, but not inside a list of candidates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from holdfast.suites.commitment.matcher.mentions import (
    SIGNS,
    Clause,
    Mention,
    Reader,
)  # fmt: skip
from holdfast.suites.commitment.matcher.phrases import SOURCE
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.wording import Cue

_BREAKS = (
    Cue.HARD | Cue.SOFT | Cue.BUT | Cue.REASON | Cue.CONCESSION | Cue.CONDITION | Cue.UNLESS | Cue.ELSE | Cue.CONCLUDES
    | Cue.CORRECTS | Cue.RECHECKS | Cue.AND
)  # fmt: skip
_GROUP = frozenset(
    "( > < , and or / & the a an vs both nor either plus perhaps maybe possibly alternatively even und oder •".split()
)
_MARKS = frozenset("• — . ) | ( the a an".split())
_LOOSE = 4
"""Words that may stand between the members of a list."""
_NOT_BECAUSE = frozenset("well of to against opposed for".split())
_INTERJECTIONS = frozenset("my oh ah well and but".split())
_JOINS = frozenset("> < and or / & vs nor plus und oder".split())


class Cutting(Reader):
    """Cuts a sentence into clauses."""

    def _group(self, mentions: list[Mention]) -> None:
        """Find where different candidates stand side by side."""
        for one, two in pairwise(mentions):
            between = self.words[one.after : two.first]
            same_sort = (one.target >= SOURCE) == (two.target >= SOURCE)
            if not between or len(between) > _LOOSE or not same_sort or not _GROUP.issuperset(between):
                continue
            repeated = "," in between and any(m.target == two.target for m in mentions if m.group == one.group >= 0)
            if (one.target != two.target or one.group >= 0) and not repeated:
                one.group = two.group = one.group if one.group >= 0 else one.first
        for group in {mention.group for mention in mentions if mention.group >= 0}:
            members = [mention for mention in mentions if mention.group == group]
            inside = self.words[members[0].after : members[-1].first]
            if len(members) < 3 and (_JOINS.isdisjoint(inside) or ("and" in inside and "," in inside)):
                for member in members:
                    member.group = -1

    def _clauses(self, items: Sequence[Item], mentions: list[Mention], first: int, end: int) -> list[Clause]:
        clauses = [Clause(0, first, 0)]
        waiting = iter(mentions)
        inside = -1
        headed = bool(mentions) and self._headed(mentions[0], first)
        for place, item in enumerate(items):
            flags, clause = item.flags, clauses[-1]
            if not flags:
                mention = next(waiting)
                mention.clause, mention.epoch = clause, self.epoch
                clause.mentions.append(mention)
                if mention.group >= 0:
                    inside = max(other.after for other in mentions if other.group == mention.group)
                continue
            if flags & _BREAKS and item.first >= inside and self._breaks(item, items, place, clause, headed=headed):
                if flags & (Cue.CORRECTS | Cue.RECHECKS):
                    self.epoch += 1
                    self.firm = bool(flags & Cue.CORRECTS)
                clause.end = item.first
                clause = Clause(len(clauses), item.after if flags & (Cue.SOFT | Cue.HARD) else item.first, flags)
                clauses.append(clause)
            clause.cues.append(item)
            clause.flags |= flags
        clauses[-1].end = end
        return clauses

    def _headed(self, mention: Mention, first: int) -> bool:
        """Whether a line is about the mention that it opens with, as in a list or table."""
        opening = [word for word in self.words[first : mention.first] if word not in _MARKS]
        behind = self.words[mention.after] if mention.after < len(self.words) else ""
        return (
            len(opening) < 2
            and all(len(word) == 1 for word in opening)
            and behind in (":", "—", "(", "|", "→", "=", "←")
        )

    def _breaks(self, item: Item, items: Sequence[Item], place: int, clause: Clause, *, headed: bool) -> bool:
        """Whether a sign or conjunction really begins a clause here."""
        flags, words = item.flags, self.words
        if headed and flags & (Cue.SOFT | Cue.HARD | Cue.AND):
            upcoming = items[place + 1] if place + 1 < len(items) else None
            return upcoming is not None and not upcoming.flags and upcoming.first <= item.after + 1
        if flags & Cue.SOFT and words[item.first] == ":" and not clause.mentions and not self.pairs:
            long = item.first - clause.first
            if clause.flags & (Cue.NEGATION | Cue.DENIAL) and long > 3:
                return True
            return bool(clause.number) and long < 3  # but not in `The current value: 57`
        if flags & Cue.AND:
            return bool(clause.mentions)
        previous = words[item.first - 1] if item.first else "\n"
        following = words[item.after] if item.after < len(words) else ""
        return self._begins(item, previous, following, clause)

    def _begins(self, item: Item, previous: str, following: str, clause: Clause) -> bool:
        """Whether a conjunction is one here, and not an adverb or preposition."""
        word = self.words[item.first]
        after_sign = previous in SIGNS
        if word == "since" and following in SIGNS:
            return False
        if word in ("as", "for"):
            return previous == "," and following not in _NOT_BECAUSE
        if word == "no" or (item.flags & (Cue.CORRECTS | Cue.RECHECKS) and item.after == item.first + 1):
            behind = word == "no" and bool(clause.mentions) and clause.mentions[-1].after == item.first
            return after_sign or previous in _INTERJECTIONS or behind
        if item.flags & Cue.CONCLUDES:
            return word in ("so", "which", "leaving", "meaning", "making")
        if word == "otherwise" and item.flags & Cue.ELSE:
            return after_sign or previous in ("or", "and", "but")
        if word == "yet":
            return after_sign or previous == "and"
        return True
