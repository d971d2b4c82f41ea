"""Where clauses begin: sentences are cut at signs and conjunctions, but not inside a list of candidates."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.suites.commitment.matcher.clauses import SIGNS, Clause, Mention
from holdfast.suites.commitment.matcher.following import Following
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.scan import Item

_BREAKS = (
    Cue.HARD | Cue.SOFT | Cue.BUT | Cue.REASON | Cue.CONCESSION | Cue.CONDITION | Cue.UNLESS | Cue.ELSE | Cue.CONCLUDES
    | Cue.CORRECTS | Cue.RECHECKS | Cue.AND
)  # fmt: skip
_SIGNS = Cue.SOFT | Cue.HARD
_JOINTS = _SIGNS | Cue.AND
_TAKES_BACK = Cue.CORRECTS | Cue.RECHECKS
_MARKS = frozenset("• — . ) | ( the a an".split())
_NOT_BECAUSE = frozenset("well of to against opposed for".split())
_SAYS_NOTHING = frozenset("the a an 's of from by in both and".split())
_INTERJECTIONS = frozenset("my oh ah well and but".split())


class Cutting(Following):
    """Cuts a sentence into clauses."""

    def cut(self, items: Sequence[Item], mentions: list[Mention], clause: Clause, end: int) -> list[Clause]:
        """Cut a sentence at signs and conjunctions, but not inside a list of candidates."""
        clauses = [clause]
        number, inside = 0, -1
        headed = bool(mentions) and self._headed(mentions[0], clause.first)
        for place, item in enumerate(items):
            flags = item[0]
            if not flags:
                mention = mentions[number]
                number += 1
                mention.clause, mention.epoch = clause, self.epoch
                clause.mentions.append(mention)
                if mention.group >= 0:
                    inside = max(other.after for other in mentions if other.group == mention.group)
                continue
            if flags & _BREAKS and item.first >= inside and self._breaks(items, place, clause, headed=headed):
                if flags & _TAKES_BACK:
                    self.epoch += 1
                    self.firm = bool(flags & Cue.CORRECTS)
                clause.end = item.first
                clause = Clause(len(clauses), item.after if flags & _SIGNS else item.first, flags)
                clauses.append(clause)
            clause.cues.append(item)
            clause.flags |= flags
        clause.end = end
        return clauses

    def _headed(self, mention: Mention, first: int) -> bool:
        """Whether a line is about the mention that it opens with, as in a list or table."""
        if mention.after >= len(self.words) or self.words[mention.after] not in (":", "—", "(", "|", "→", "=", "←"):
            return False
        opening = [word for word in self.words[first : mention.first] if word not in _MARKS]
        return len(opening) < 2 and all(len(word) == 1 for word in opening)

    def _breaks(self, items: Sequence[Item], place: int, clause: Clause, *, headed: bool) -> bool:
        """Whether a sign or conjunction really begins a clause here."""
        item, words = items[place], self.words
        flags, first = item.flags, item.first
        if headed and flags & _JOINTS:
            upcoming = items[place + 1] if place + 1 < len(items) else None
            return upcoming is not None and not upcoming.flags and upcoming.first <= item.after + 1
        if flags & Cue.SOFT and words[first] == ":" and not clause.mentions:
            long = first - clause.first
            if clause.flags & (Cue.NEGATION | Cue.DENIAL):
                return long > 2  # but not in `Rejected: 57`
            return bool(clause.number) and long < 3  # but not in `The current value: 57`
        if flags & Cue.AND:
            if not clause.mentions:  # `the list doesn't care and names X`
                return bool(clause.flags & Cue.NEGATION) and self._verb(item.after)
            return self._says(clause, first)
        return bool(flags & _SIGNS) or self._begins(item, clause)

    def _verb(self, place: int) -> bool:
        """Whether a word looks like a verb of the third person."""
        word = self._word(place)
        return word.isalpha() and len(word) > 3 and word[-1] == "s"

    def _says(self, clause: Clause, end: int) -> bool:
        """Whether a clause says anything of its mentions: else what follows the `and` goes for them too."""
        inside = {place for mention in clause.mentions for place in range(mention.first, mention.after)}
        return any(
            place not in inside and self.words[place] not in _SAYS_NOTHING and self.words[place + 1] != "'s"
            for place in range(clause.first, end)
        )

    def _begins(self, item: Item, clause: Clause) -> bool:
        """Whether a conjunction is one here, and not an adverb or preposition."""
        words, flags, first = self.words, item.flags, item.first
        word, previous = words[first], words[first - 1] if first else "\n"
        following = words[item.after] if item.after < len(words) else ""
        if word == "since" and following in SIGNS:
            return False
        if word in ("as", "for"):
            return previous == "," and following not in _NOT_BECAUSE
        if word == "no" or (flags & _TAKES_BACK and item.after == first + 1):
            behind = word == "no" and bool(clause.mentions) and clause.mentions[-1].after == first
            return previous in SIGNS or previous in _INTERJECTIONS or behind
        if flags & Cue.CONCLUDES:
            return word in ("so", "which", "leaving", "meaning", "making")
        if word == "otherwise" and flags & Cue.ELSE:
            return previous in SIGNS or previous in ("or", "and", "but")
        return word != "yet" or previous in SIGNS or previous == "and"
