"""Changes: `from X to Y`, `X was replaced by Y`, `swapped X for Y`; which one is the old and which the new."""

from __future__ import annotations

from holdfast.suites.commitment.matcher.clauses import DENIED, STRONG, Clause, Mention, earlier_clause, whole
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import SOURCE
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.subjects import Subjects

_POINTS = frozenset("that this it".split())
_ELLIPTIC = frozenset("was were is been has had since then later and but again finally subsequently it →".split())
"""Words before a change that leave it to the clause before what changed."""
_SWAPS = frozenset("exchanged swapped traded swaps".split())


class Changing:
    """Lets the cues of a change reach the old and the new value."""

    def __init__(
        self,
        words: list[str],
        clauses: list[Clause],
        last: list[Mention],
        *,
        pairs: bool,
        subjects: Subjects | None = None,
    ) -> None:
        self.words, self.clauses, self.last, self.pairs = words, clauses, last, pairs
        self.subjects = subjects

    def replace(self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention]) -> bool:
        """`X was replaced by Y`, `Y replaced X`, `replaced X with Y`; false where X is only said to be replaced."""
        cues = clause.cues
        if self.words[item.first] in _SWAPS:  # `swapped X for Y`, but not `swapped with her and has X`
            swapped = ahead[:2]
            if len(swapped) < 2 or self.words[swapped[0].after : swapped[1].first] not in (["for"], ["against"]):
                return True
        direct = bool(behind and ahead) and behind[-1].after == item.first and ahead[0].first <= item.after + 1
        if self.words[item.first] == "corrected" and not direct and self.words[item.after : item.after + 1] != ["by"]:
            return True
        passive = item.flags & Cue.BY or any(c.flags & Cue.BY and item.first < c.first <= item.after + 2 for c in cues)
        was = any(c.flags & (Cue.WAS | Cue.COPULA | Cue.NOW) and 0 < item.first - c.first < 4 for c in cues)
        earlier = earlier_clause(self.clauses, clause.number)
        if passive and not behind and earlier is not None:
            behind = earlier.mentions
        if passive or (was and not ahead):
            old, new = whole(behind[-1:], behind), ahead if self.pairs else ahead[:1]
        elif not ahead:
            return False
        else:
            old, new = ahead[:1], ahead[1:2] + ([] if was else behind[-1:])
        for mention in old:
            mention.deny("supersession")
        for mention in new:
            mention.level, mention.rule = STRONG, "supersession"
        return True

    def change(self, clause: Clause) -> None:
        """`from X to Y`, `X → Y`, `moved to Y`, `prefer Y to X`."""
        came = False
        values = [mention for mention in clause.mentions if mention.target < SOURCE]
        for item in clause.cues:
            if not item.flags & (Cue.FROM | Cue.TO):
                continue
            ahead = next((m for m in values if item.after <= m.first < item.after + 3), None)
            if ahead is None:
                continue
            before = [mention for mention in values if mention.after <= item.first]
            word = self.words[item.first]
            if item.flags & Cue.FROM:
                if clause.flags & Cue.CHANGED or _goes_to(ahead, clause):
                    ahead.deny("supersession")
                    came = True
            elif word == "→":
                for mention in before[-1:]:
                    if mention.after == item.first:
                        mention.deny("supersession")
            elif word == "to" and "prefer" in self.words[clause.first : item.first]:
                ahead.deny("contrast")
            elif (came or clause.flags & Cue.CHANGED) and ahead.level != DENIED and word != "until":
                for mention in before or self._pointed_at(item, clause):
                    if mention.target != ahead.target:
                        mention.deny("supersession")
                ahead.level, ahead.rule = STRONG, "supersession"

    def _pointed_at(self, item: Item, clause: Clause) -> list[Mention]:
        """`… X, and a later note corrected that to Y`, `X, corrected to Y`."""
        earlier = earlier_clause(self.clauses, clause.number)
        if earlier is None:
            return []
        points = not _POINTS.isdisjoint(self.words[item.first - 2 : item.first])
        changed = next((cue.first for cue in clause.cues if cue.flags & Cue.CHANGED), item.first)
        elliptic = _ELLIPTIC.issuperset(self.words[clause.first : changed])
        return [mention for mention in earlier.mentions if mention.target < SOURCE] if points or elliptic else []


def _goes_to(mention: Mention, clause: Clause) -> bool:
    """Whether `to Y` follows a mention in its clause."""
    return any(
        cue.flags & Cue.TO
        and cue.first >= mention.after
        and any(cue.after <= other.first < cue.after + 3 for other in clause.mentions)
        for cue in clause.cues
    )
