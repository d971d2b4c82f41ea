"""Which mention a cue reaches: a negation the one behind it, or else its subject; a contrast the one behind; a change both.

A clause without a mention of its own that goes on about the last one (`…, which is stale`) reaches back.
"""

from __future__ import annotations

from holdfast.suites.commitment.matcher.mentions import (
    ASIDE,
    DENIED,
    GOES_ON,
    PLAIN,
    SIGNS,
    STRONG,
    WEAK,
    Clause,
    Mention,
    Reader,
    earlier_clause,
)  # fmt: skip
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.wording import Cue

_GOVERNS = (
    Cue.NEGATION
    | Cue.NOBODY
    | Cue.DENIAL
    | Cue.AVOID
    | Cue.LANDMARK
    | Cue.EXCEPT
    | Cue.ONLY
    | Cue.REPLACES
    | Cue.FROM
    | Cue.TO
    | Cue.BELIEVES
    | Cue.NO
)
_THAT_ONE = frozenset(
    "is was has 's isn wasn entry value figure number name answer one reading date time line information version option".split()
)
_PERSONS = frozenset("he she they him them his her their".split())
_NEAR = 5
_NO_MATTER = frozenset(
    "doubt question matter problem other wonder surprise longer reason one need it that i this he she we".split()
)
_HARMLESS = frozenset(
    "issue issues problem problems conflict conflicts change changes restriction restrictions outstanding open pending flags doubt reason such".split()
)


class Governing(Reader):
    """Lets each cue reach the mention that it governs."""

    def _judge(self, clause: Clause, clauses: list[Clause], place: int) -> None:
        """Let each cue of a clause reach the mention that it governs."""
        if not clause.flags & _GOVERNS:
            return
        mentions = clause.mentions
        turned = self._turned(clause)
        parity: dict[int, int] = {}
        for number, item in enumerate(clause.cues):
            flags = item.flags
            if not flags & _GOVERNS:
                continue
            ahead = [mention for mention in mentions if mention.first >= item.after]
            behind = [mention for mention in mentions if mention.first < item.first]
            if flags & Cue.ONLY:
                for mention in ahead[:1]:
                    if mention.first - item.after < 2 or flags & Cue.EXCEPT:
                        mention.rule = mention.rule or "only"
                        mention.subject = mention.subject or 0
                        if mention.level == PLAIN:
                            mention.level = STRONG
                continue
            if flags & Cue.EXCEPT and any(
                c.flags & (Cue.NEGATION | Cue.NOBODY | Cue.NO) and c.first < item.first for c in clause.cues
            ):
                for mention in ahead:
                    mention.level, mention.rule = STRONG, "only"
                    parity[mention.first] = 2
                continue
            if flags & (Cue.AVOID | Cue.EXCEPT):
                word = self.words[item.first]
                if word in ("than", "over") and (not behind or not ahead or ahead[0].first > item.after + 1):
                    continue
                self._avoid(item, ahead, behind, clause, clauses, place)
            elif flags & Cue.LANDMARK and self._swapped(item, clause, clauses, place, ahead):
                continue
            elif flags & Cue.LANDMARK:
                for mention in self._whole(ahead[:1], ahead):
                    mention.cap(ASIDE, "landmark")
            elif flags & Cue.REPLACES and ahead or (flags & Cue.REPLACES and behind):
                self._replace(item, clause, clauses, place, ahead, behind)
            elif flags & Cue.DENIAL:
                self._disqualify(item, clause, clauses, place, ahead, behind, turned)
            elif flags & (Cue.NEGATION | Cue.NOBODY):
                if item.first not in turned:
                    continue
                if (
                    flags & Cue.NOBODY
                    and not flags & Cue.NEGATION
                    and any(cue.flags & Cue.EXCEPT for cue in clause.cues)
                ):
                    continue
                targets = [m for m in ahead if parity.get(m.first) != 2]
                if flags & Cue.NOBODY and not flags & Cue.NEGATION and ":" in self.words[item.after : clause.end]:
                    continue
                if self.words[item.first] == "nor" and any(self.words[spot] == "neither" for spot in turned):
                    continue
                if targets:
                    for mention in targets:
                        parity[mention.first] = parity.get(mention.first, 0) ^ 1
                elif (
                    item.after == clause.end
                    and not behind
                    and self.words[item.first] == "not"
                    and self._parted(clauses, place)
                ):
                    continue
                elif not (flags & Cue.NOBODY and not flags & Cue.NEGATION) or (
                    self.words[item.first] in ("nobody", "no")
                    and self.words[clause.end - 1 : clause.end] in (["it"], ["that"], ["this"])
                ):
                    self._deny_subject(item, clause, clauses, place, behind)
            elif flags & Cue.NO and ahead and self.words[item.first] == "no" and self._none_of(item):
                for mention in ahead:
                    if parity.get(mention.first) != 2:
                        parity[mention.first] = parity.get(mention.first, 0) ^ 1
            elif flags & Cue.NO and not flags & Cue.CORRECTS and not behind and self.words[item.first] == "✗":
                for mention in ahead[:1]:
                    mention.deny("crossed out")
            elif flags & Cue.NO and not flags & Cue.CORRECTS and not mentions and item.first == clause.first and place:
                for mention in clauses[place - 1].mentions[-1:]:
                    mention.deny("negation")
            elif flags & Cue.NO and not flags & Cue.CORRECTS and behind and not ahead:
                following = self.words[item.after] if item.after < len(self.words) else "\n"
                if following in SIGNS or item.first == behind[-1].after or not following.isalpha():
                    for mention in self._whole(behind[-1:], behind):
                        mention.deny("negation")
                elif self.words[item.first] == "no" and following not in _HARMLESS:
                    for mention in self._whole(behind[-1:], behind):
                        mention.deny("negation")
            elif flags & Cue.BELIEVES and behind and not self.pairs and behind[-1].after == item.first:
                if ahead or place + 1 < len(clauses) or flags & (Cue.SAYS | Cue.LOOKS | Cue.PROPOSED):
                    behind[-1].cap(ASIDE, "speaker")
        for mention in mentions:
            if parity.get(mention.first) == 1:
                mention.deny("negation")
            if mention.level == DENIED and clause.flags & Cue.CLAIMS and not self.pairs:
                mention.level, mention.rule = ASIDE, "claimed"
        if clause.flags & (Cue.FROM | Cue.TO):
            self._change(clause)

    def _turned(self, clause: Clause) -> set[int]:
        """The places of negations that stand, and of denials that a negation undoes (`not superseded`)."""
        standing = {item.first for item in clause.cues if item.flags & (Cue.NEGATION | Cue.NOBODY)}
        for item in clause.cues:
            if item.flags & Cue.DENIAL and standing:
                undone = [
                    spot for spot in standing
                    if 0 < item.first - spot < _NEAR and not any(spot < m.first < item.first for m in clause.mentions)
                ]  # fmt: skip
                if undone:
                    standing.difference_update(undone)
                    standing.add(item.first)
        return standing

    def _whole(self, chosen: list[Mention], among: list[Mention]) -> list[Mention]:
        """Some mentions together with those that stand beside them."""
        groups = {mention.group for mention in chosen if mention.group >= 0}
        return [mention for mention in among if mention in chosen or mention.group in groups]

    def _avoid(
        self, item: Item, ahead: list[Mention], behind: list[Mention], clause: Clause, clauses: list[Clause], place: int
    ) -> None:
        if self.words[item.first] in ("and", "but") and not ahead:
            participle = self.words[item.after].endswith("ed") if item.after < len(self.words) else False
            if participle and (behind or earlier_clause(clauses, place)):
                self._deny_subject(item, clause, clauses, place, behind)
            return
        if (
            not ahead
            and place + 1 < len(clauses)
            and self.words[item.after : item.after + 1] not in (["that"], ["this"], ["it"])
        ):
            following = clauses[place + 1]  # `unlike the 06:00 check, which had X`
            if following.mentions and (
                self.words[following.first] in ("which", "that", "who") or self.words[following.first - 1] == "("
            ):
                ahead = following.mentions
        for mention in ahead:
            mention.deny("contrast")
        pointing = self.words[item.after : item.after + 1] in (["it"], ["that"], ["this"], ["him"], ["her"], ["them"])
        closing = self.words[item.after + 1] if item.after + 1 < len(self.words) else "."
        if not ahead and pointing and closing in SIGNS:
            for mention in behind[-1:] or self.last[-1:]:
                mention.deny("correction")

    def _replace(
        self, item: Item, clause: Clause, clauses: list[Clause], place: int, ahead: list[Mention], behind: list[Mention]
    ) -> None:
        """`X was replaced by Y`, `Y replaced X`, `replaced X with Y`."""
        passive = bool(item.flags & Cue.BY) or any(
            cue.flags & Cue.BY and item.first < cue.first <= item.after + 2 for cue in clause.cues
        )
        was = any(
            cue.flags & (Cue.WAS | Cue.COPULA | Cue.NOW) and 0 < item.first - cue.first < 4 for cue in clause.cues
        )
        earlier = earlier_clause(clauses, place)
        if passive and not behind and earlier is not None:
            behind = earlier.mentions
        if passive or (was and not ahead):
            for mention in self._whole(behind[-1:], behind):
                mention.deny("supersession")
            for mention in ahead if self.pairs else ahead[:1]:
                mention.level, mention.rule = STRONG, "supersession"
        elif ahead:
            ahead[0].deny("supersession")
            for mention in ahead[1:2]:
                mention.level, mention.rule = STRONG, "supersession"
            if not was:
                for mention in behind[-1:]:
                    mention.level, mention.rule = STRONG, "supersession"

    def _disqualify(
        self, item: Item, clause: Clause, clauses: list[Clause], place: int, ahead: list[Mention], behind: list[Mention],
        turned: set[int],
    ) -> None:  # fmt: skip
        if item.first in turned:
            return
        attributive = ahead and ahead[0].first - item.after < _NEAR and not any(
            cue.flags & (Cue.COPULA | Cue.WAS | Cue.SAYS) and item.first <= cue.first < ahead[0].first for cue in clause.cues
        )  # fmt: skip
        if attributive and not (behind and behind[-1].after == item.first - 1 and item.flags & Cue.AFFIRMS):
            for mention in self._whole(ahead[:1], ahead):
                mention.deny("disqualified")
        elif behind:
            for mention in behind if self.pairs else self._whole(behind[-1:], behind):
                mention.deny("disqualified")
        elif ahead and self.words[item.after : item.after + 1] in (["that"], ["to"]):
            ahead[0].deny("disqualified")
        elif not ahead or self._aside(item, clause):
            self._deny_subject(item, clause, clauses, place, behind)

    def _deny_subject(
        self, item: Item, clause: Clause, clauses: list[Clause], place: int, behind: list[Mention]
    ) -> None:
        """Deny what the clause is about: its own mention before the cue, or the one that it goes on about."""
        if behind:
            for mention in behind if self.pairs else self._whole(behind[-1:], behind):
                mention.deny("negation")
            return
        if clause.mentions and not self._aside(item, clause):
            return
        opening = self.words[clause.first] if clause.first < len(self.words) else ""
        if clause.intro & (Cue.BUT | Cue.AND | Cue.CONCLUDES | Cue.CONCESSION) and clause.first + 1 < len(self.words):
            opening = self.words[clause.first + 1]
        if clause.intro & Cue.SOFT and item.first == clause.first and self.words[item.first] == "not":
            return  # `X, not the other one`
        earlier = earlier_clause(clauses, place)
        if earlier is not None:
            if opening in ("both", "these", "those", "neither", "all") and not clause.intro & Cue.REASON:
                for other in clauses[:place]:
                    for mention in other.mentions:
                        mention.deny("disqualified")
                return
            near = opening in GOES_ON or opening == self.words[item.first]
            if near and not clause.intro & Cue.REASON:
                for mention in self._whole(earlier.mentions[-1:], earlier.mentions):
                    if mention.rule == "claimed" and earlier.flags & (Cue.DENIAL | Cue.NEGATION):
                        mention.level, mention.rule = WEAK, "claim denied"
                    else:
                        mention.deny("disqualified")
            elif clause.intro & Cue.BUT and item.flags & Cue.DENIAL and self._refers_back(clause, item, earlier):
                for mention in earlier.mentions[-1:]:
                    mention.deny("disqualified")
            elif (
                clause.intro & Cue.BUT
                and earlier.flags
                & (Cue.SAYS | Cue.CLAIMS | Cue.LOOKS | Cue.PROPOSED | Cue.PAST | Cue.FORMER | Cue.BELIEVES)
                and not earlier.flags & Cue.DENIAL
            ):
                for mention in earlier.mentions:
                    mention.deny("disqualified")
        elif opening in ("both", "these", "those", "neither", "all"):
            for mention in self.last:
                mention.deny("disqualified")
        elif opening in ("that", "this") and item.flags & Cue.DENIAL and self.words[clause.first + 1] in _THAT_ONE:
            for mention in self.last[-1:]:
                mention.deny("disqualified")
        elif opening in _PERSONS and len({mention.target for mention in self.last}) == 1:
            for mention in self.last:
                mention.deny("negation")

    def _aside(self, item: Item, clause: Clause) -> bool:
        """Whether a cue stands alone before its clause: `…, wrongly: the log shows Y`."""
        behind = self.words[item.after] if item.after < len(self.words) else ""
        return item.first == clause.first and behind in SIGNS

    def _none_of(self, item: Item) -> bool:
        """Whether `no` denies the noun that follows it."""
        following = self.words[item.after] if item.after < len(self.words) else "."
        return following.isalpha() and following not in _NO_MATTER

    def _parted(self, clauses: list[Clause], place: int) -> bool:
        """`It is not, as the note claims, X`: deny X."""
        for clause in clauses[place + 1 : place + 5]:
            if not clause.intro & (Cue.SOFT | Cue.REASON | Cue.CONCESSION):
                return False
            if clause.mentions and self.words[clause.first : clause.first + 1] != ["as"]:
                clause.mentions[0].deny("negation")
                return True
        return False

    def _swapped(self, item: Item, clause: Clause, clauses: list[Clause], place: int, ahead: list[Mention]) -> bool:
        """`X had it, but he has swapped with Y`: here Y is the new one."""
        earlier = earlier_clause(clauses, place)
        if not self.words[item.first].startswith("swap") or not ahead or clause.mentions[0] is not ahead[0]:
            return False
        before = earlier.mentions[-1:] if earlier is not None else [m for m in self.last[-1:] if m.rule == "past"]
        if not before or (earlier is not None and not earlier.flags & (Cue.WAS | Cue.PAST | Cue.FORMER)):
            return False
        before[0].deny("supersession")
        ahead[0].level, ahead[0].rule = STRONG, "supersession"
        return True

    def _refers_back(self, clause: Clause, item: Item, earlier: Clause) -> bool:
        """Whether what a clause disqualifies is something that the earlier clause told."""
        said = set(self.words[earlier.first : earlier.end])
        before = self.words[clause.first : item.first]
        return any(word in ("this", "that", "it") or (word in said and len(word) > 3) for word in before)

    def _change(self, clause: Clause) -> None:
        """`from X to Y`, `X → Y`, `moved to Y`."""
        if self.pairs:
            return
        came = False
        for item in clause.cues:
            if not item.flags & (Cue.FROM | Cue.TO):
                continue
            ahead = next((m for m in clause.mentions if item.after <= m.first < item.after + 3), None)
            if ahead is None:
                continue
            if item.flags & Cue.FROM:
                going = any(
                    cue.flags & Cue.TO
                    and cue.first >= ahead.after
                    and any(cue.after <= m.first < cue.after + 3 for m in clause.mentions)
                    for cue in clause.cues
                )
                if clause.flags & Cue.CHANGED or going:
                    ahead.deny("supersession")
                    came = True
            elif self.words[item.first] == "→":
                before = next((m for m in clause.mentions if m.after == item.first), None)
                if before is not None:
                    before.deny("supersession")
            elif "prefer" in self.words[clause.first : item.first] and self.words[item.first] == "to":
                ahead.deny("contrast")
            elif (
                (came or clause.flags & Cue.CHANGED)
                and ahead.level != DENIED
                and item.flags & Cue.TO
                and self.words[item.first] != "until"
            ):
                for mention in clause.mentions:
                    if mention.after <= item.first and mention.target != ahead.target:
                        mention.deny("supersession")
                ahead.level, ahead.rule = STRONG, "supersession"
