"""Which mention a cue reaches: a negation the one behind it, or else its subject; a contrast the one behind.

A clause without a mention of its own that goes on about the last one (`…, which is stale`) reaches back.
"""

from __future__ import annotations

from typing import NamedTuple

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
    Cue.NEGATION | Cue.NOBODY | Cue.DENIAL | Cue.AVOID | Cue.LANDMARK | Cue.EXCEPT | Cue.ONLY | Cue.REPLACES | Cue.FROM
    | Cue.TO | Cue.BELIEVES | Cue.NO
)  # fmt: skip
_KEPT_AWAY_FROM = Cue.SAYS | Cue.CLAIMS | Cue.LOOKS | Cue.PROPOSED | Cue.PAST | Cue.FORMER | Cue.BELIEVES
_ALL_OF_THEM = frozenset("both these those neither all".split())
_THAT_ONE = frozenset(
    """
    is was has 's isn wasn entry value figure number name answer one reading date time line information version
    option
    """.split()
)
_PERSONS = frozenset("he she they him them his her their".split())
_POINTING = frozenset("it that this him her them".split())
_NEAR = 5
"""Words within which an adjective still belongs to a mention."""
_NO_MATTER = frozenset(
    "doubt question matter problem other wonder surprise longer reason one need it that i this he she we".split()
)
_HARMLESS = frozenset(
    """
    issue issues problem problems conflict conflicts change changes restriction restrictions outstanding open
    pending flags doubt reason such
    """.split()
)
_FIXED = 2
"""The parity of a mention that `except` has picked out."""


class Reach(NamedTuple):
    """A cue in its place."""

    item: Item
    clause: Clause
    clauses: list[Clause]
    """All clauses of the sentence."""
    ahead: list[Mention]
    """The mentions of the clause behind the cue."""
    behind: list[Mention]
    """The mentions of the clause before the cue."""
    standing: set[int]
    """The places of negations that stand, and of denials that a negation undoes."""
    parity: dict[int, int]
    """How often each mention has been negated, by its place; twice is not at all."""


class Governing(Reader):
    """Lets each cue reach the mention that it governs."""

    def _judge(self, clause: Clause, clauses: list[Clause]) -> None:
        """Let each cue of a clause reach the mention that it governs."""
        if not clause.flags & _GOVERNS:
            return
        standing = _standing(clause)
        parity: dict[int, int] = {}
        for item in clause.cues:
            if item.flags & _GOVERNS:
                ahead = [mention for mention in clause.mentions if mention.first >= item.after]
                behind = [mention for mention in clause.mentions if mention.first < item.first]
                self._govern(Reach(item, clause, clauses, ahead, behind, standing, parity))
        for mention in clause.mentions:
            if parity.get(mention.first) == 1:
                mention.deny("negation")
            if mention.level == DENIED and clause.flags & Cue.CLAIMS and not self.pairs:
                mention.level, mention.rule = ASIDE, "claimed"
        if clause.flags & (Cue.FROM | Cue.TO) and not self.pairs:
            self._change(clause)

    def _govern(self, reach: Reach) -> None:
        """Let one cue reach its mention, by the first thing that it means."""
        flags = reach.item.flags
        if flags & Cue.ONLY:
            _pick_out(reach)
        elif flags & Cue.EXCEPT and _negated_before(reach):
            for mention in reach.ahead:
                mention.level, mention.rule = STRONG, "only"
                reach.parity[mention.first] = _FIXED
        elif flags & (Cue.AVOID | Cue.EXCEPT):
            self._avoid(reach)
        elif flags & Cue.LANDMARK:
            if not self._swapped(reach):
                for mention in _whole(reach.ahead[:1], reach.ahead):
                    mention.cap(ASIDE, "landmark")
        elif flags & Cue.REPLACES and (reach.ahead or reach.behind):
            self._replace(reach)
        elif flags & Cue.DENIAL:
            self._disqualify(reach)
        elif flags & (Cue.NEGATION | Cue.NOBODY):
            self._negate(reach)
        elif flags & Cue.NO:
            self._say_no(reach)
        elif flags & Cue.BELIEVES and reach.behind and not self.pairs:
            self._speak(reach)

    def _word(self, place: int) -> str:
        return self.words[place] if place < len(self.words) else ""

    def _avoid(self, reach: Reach) -> None:
        """`rather than X`, `ignore X`, `X over Y`."""
        item, ahead = reach.item, reach.ahead
        word, following = self.words[item.first], self._word(item.after)
        if word in ("than", "over") and (not reach.behind or not ahead or ahead[0].first > item.after + 1):
            return
        if word in ("and", "but") and not ahead:  # `was discussed but not adopted`
            if following.endswith("ed"):
                self._deny_subject(reach)
            return
        place = reach.clause.number + 1
        if not ahead and place < len(reach.clauses) and following not in _POINTING:
            next_one = reach.clauses[place]  # `unlike the 06:00 check, which had X`
            if self._word(next_one.first) in ("which", "that", "who") or self.words[next_one.first - 1] == "(":
                ahead = next_one.mentions
        for mention in ahead:
            mention.deny("contrast")
        if not ahead and following in _POINTING and (self._word(item.after + 1) or ".") in SIGNS:
            for mention in reach.behind[-1:] or self.last[-1:]:
                mention.deny("correction")

    def _replace(self, reach: Reach) -> None:
        """`X was replaced by Y`, `Y replaced X`, `replaced X with Y`."""
        item, cues, ahead, behind = reach.item, reach.clause.cues, reach.ahead, reach.behind
        passive = item.flags & Cue.BY or any(c.flags & Cue.BY and item.first < c.first <= item.after + 2 for c in cues)
        was = any(c.flags & (Cue.WAS | Cue.COPULA | Cue.NOW) and 0 < item.first - c.first < 4 for c in cues)
        earlier = earlier_clause(reach.clauses, reach.clause.number)
        if passive and not behind and earlier is not None:
            behind = earlier.mentions
        if passive or (was and not ahead):
            old, new = _whole(behind[-1:], behind), ahead if self.pairs else ahead[:1]
        elif not ahead:
            self._disqualify(reach)
            return
        else:
            old, new = ahead[:1], ahead[1:2] + ([] if was else behind[-1:])
        for mention in old:
            mention.deny("supersession")
        for mention in new:
            mention.level, mention.rule = STRONG, "supersession"

    def _disqualify(self, reach: Reach) -> None:
        """`the stale X`, `X is stale`, `it is wrong that X`."""
        item, ahead, behind = reach.item, reach.ahead, reach.behind
        if item.first in reach.standing:  # `not superseded`
            return
        parted = Cue.COPULA | Cue.WAS | Cue.SAYS
        if ahead and ahead[0].first - item.after < _NEAR and not any(
            cue.flags & parted and item.first <= cue.first < ahead[0].first for cue in reach.clause.cues
        ):  # fmt: skip
            denied = _whole(ahead[:1], ahead)
        elif behind:
            denied = behind if self.pairs else _whole(behind[-1:], behind)
        elif ahead and self._word(item.after) in ("that", "to"):
            denied = ahead[:1]
        else:
            if not ahead or self._aside(reach):
                self._deny_subject(reach)
            return
        for mention in denied:
            mention.deny("disqualified")

    def _negate(self, reach: Reach) -> None:
        """`not X` reaches what is ahead, and `X is not` its subject; `nobody` needs an `except`."""
        item, clause = reach.item, reach.clause
        word, nobody = self.words[item.first], not item.flags & Cue.NEGATION
        if item.first not in reach.standing:
            return
        if nobody and (any(c.flags & Cue.EXCEPT for c in clause.cues) or ":" in self.words[item.after : clause.end]):
            return
        if word == "nor" and any(self.words[spot] == "neither" for spot in reach.standing):
            return
        if _negate_ahead(reach):
            return
        if word == "not" and item.after == clause.end and not reach.behind and self._parted(reach):
            return
        about_it = word in ("nobody", "no") and self.words[clause.end - 1] in _POINTING
        if not nobody or about_it:
            self._deny_subject(reach)

    def _say_no(self, reach: Reach) -> None:
        """`no courier called X`, `✗ X`, `X: no`."""
        item, ahead, behind = reach.item, reach.ahead, reach.behind
        word, following = self.words[item.first], self._word(item.after)
        if word == "no" and ahead and following.isalpha() and following not in _NO_MATTER:
            _negate_ahead(reach)
        elif item.flags & Cue.CORRECTS:
            return
        elif word == "✗" and not behind:
            for mention in ahead[:1]:
                mention.deny("crossed out")
        elif not reach.clause.mentions and item.first == reach.clause.first and reach.clause.number:
            for mention in reach.clauses[reach.clause.number - 1].mentions[-1:]:
                mention.deny("negation")
        elif behind and not ahead:
            alone = not following.isalpha() or item.first == behind[-1].after
            if alone or (word == "no" and following not in _HARMLESS):
                for mention in _whole(behind[-1:], behind):
                    mention.deny("negation")

    def _speak(self, reach: Reach) -> None:
        """`X says that …`: X is the one who speaks."""
        goes_on = reach.ahead or reach.clause.number + 1 < len(reach.clauses)
        speaks = goes_on or reach.item.flags & (Cue.SAYS | Cue.LOOKS | Cue.PROPOSED)
        if speaks and reach.behind[-1].after == reach.item.first:
            reach.behind[-1].cap(ASIDE, "speaker")

    def _deny_subject(self, reach: Reach) -> None:
        """Deny what the clause is about: its own mention before the cue, or the one that it goes on about."""
        clause, behind = reach.clause, reach.behind
        if behind:
            for mention in behind if self.pairs else _whole(behind[-1:], behind):
                mention.deny("negation")
            return
        if clause.mentions and not self._aside(reach):
            return
        follows = clause.intro & (Cue.BUT | Cue.AND | Cue.CONCLUDES | Cue.CONCESSION)
        opening = self._word(clause.first + bool(follows)) or self._word(clause.first)
        if clause.intro & Cue.SOFT and reach.item.first == clause.first and opening == "not":
            return  # `X, not the other one`
        earlier = earlier_clause(reach.clauses, clause.number)
        if earlier is not None:
            self._deny_earlier(reach, earlier, opening)
        else:
            self._deny_last(reach, opening)

    def _deny_earlier(self, reach: Reach, earlier: Clause, opening: str) -> None:
        """Deny what an earlier clause of the sentence says, where this one is about it."""
        item, clause = reach.item, reach.clause
        denied: list[Mention] = []
        if opening in _ALL_OF_THEM and not clause.intro & Cue.REASON:
            denied = [mention for other in reach.clauses[: clause.number] for mention in other.mentions]
        elif (opening in GOES_ON or opening == self.words[item.first]) and not clause.intro & Cue.REASON:
            denied = _whole(earlier.mentions[-1:], earlier.mentions)
            if earlier.flags & (Cue.DENIAL | Cue.NEGATION):
                for mention in denied:
                    if mention.rule == "claimed":  # `the note alleges that X is out, but that is false`
                        mention.level, mention.rule = WEAK, "claim denied"
                denied = [mention for mention in denied if mention.rule != "claim denied"]
        elif clause.intro & Cue.BUT and item.flags & Cue.DENIAL and self._refers_back(reach, earlier):
            denied = earlier.mentions[-1:]
        elif clause.intro & Cue.BUT and earlier.flags & _KEPT_AWAY_FROM and not earlier.flags & Cue.DENIAL:
            denied = earlier.mentions
        for mention in denied:
            mention.deny("disqualified")

    def _deny_last(self, reach: Reach, opening: str) -> None:
        """Deny what the last sentence says, where this one is plainly about it."""
        pointed = opening in ("that", "this") and self._word(reach.clause.first + 1) in _THAT_ONE
        if opening in _ALL_OF_THEM:
            denied = self.last
        elif pointed and reach.item.flags & Cue.DENIAL:
            denied = self.last[-1:]
        elif opening in _PERSONS and len({mention.target for mention in self.last}) == 1:
            denied = self.last
        else:
            return
        for mention in denied:
            mention.deny("disqualified")

    def _aside(self, reach: Reach) -> bool:
        """Whether a cue stands alone before its clause: `…, wrongly: the log shows Y`."""
        return reach.item.first == reach.clause.first and self._word(reach.item.after) in SIGNS

    def _parted(self, reach: Reach) -> bool:
        """`It is not, as the note claims, X`: deny X."""
        place = reach.clause.number
        for clause in reach.clauses[place + 1 : place + 5]:
            if not clause.intro & (Cue.SOFT | Cue.REASON | Cue.CONCESSION):
                return False
            if clause.mentions and self._word(clause.first) != "as":
                clause.mentions[0].deny("negation")
                return True
        return False

    def _swapped(self, reach: Reach) -> bool:
        """`X had it, but he has swapped with Y`: here Y is the new one."""
        ahead = reach.ahead[:1]
        if not self.words[reach.item.first].startswith("swap") or not ahead or reach.behind:
            return False
        earlier = earlier_clause(reach.clauses, reach.clause.number)
        if earlier is None:
            old = [mention for mention in self.last[-1:] if mention.rule == "past"]
        else:
            old = earlier.mentions[-1:] if earlier.flags & (Cue.WAS | Cue.PAST | Cue.FORMER) else []
        for mention in old:
            mention.deny("supersession")
            ahead[0].level, ahead[0].rule = STRONG, "supersession"
        return bool(old)

    def _refers_back(self, reach: Reach, earlier: Clause) -> bool:
        """Whether what a clause disqualifies is something that the earlier clause told."""
        said = set(self.words[earlier.first : earlier.end])
        before = self.words[reach.clause.first : reach.item.first]
        return any(word in ("this", "that", "it") or (word in said and len(word) > 3) for word in before)

    def _change(self, clause: Clause) -> None:
        """`from X to Y`, `X → Y`, `moved to Y`, `prefer Y to X`."""
        came = False
        for item in clause.cues:
            ahead = next((m for m in clause.mentions if item.after <= m.first < item.after + 3), None)
            if not item.flags & (Cue.FROM | Cue.TO) or ahead is None:
                continue
            before = [mention for mention in clause.mentions if mention.after <= item.first]
            if item.flags & Cue.FROM:
                if clause.flags & Cue.CHANGED or _goes_to(ahead, clause):
                    ahead.deny("supersession")
                    came = True
            elif self.words[item.first] == "→":
                for mention in before[-1:]:
                    if mention.after == item.first:
                        mention.deny("supersession")
            elif self.words[item.first] == "to" and "prefer" in self.words[clause.first : item.first]:
                ahead.deny("contrast")
            elif (came or clause.flags & Cue.CHANGED) and ahead.level != DENIED and self.words[item.first] != "until":
                for mention in before:
                    if mention.target != ahead.target:
                        mention.deny("supersession")
                ahead.level, ahead.rule = STRONG, "supersession"


def _standing(clause: Clause) -> set[int]:
    """The places of negations that stand, and of denials that a negation undoes (`not superseded`)."""
    standing = {item.first for item in clause.cues if item.flags & (Cue.NEGATION | Cue.NOBODY)}
    for item in clause.cues:
        if item.flags & Cue.DENIAL and standing:
            undone = [
                spot
                for spot in standing
                if 0 < item.first - spot < _NEAR and not any(spot < m.first < item.first for m in clause.mentions)
            ]
            if undone:
                standing.difference_update(undone)
                standing.add(item.first)
    return standing


def _whole(chosen: list[Mention], among: list[Mention]) -> list[Mention]:
    """Some mentions together with those that stand beside them."""
    groups = {mention.group for mention in chosen if mention.group >= 0}
    return [mention for mention in among if mention in chosen or mention.group in groups]


def _pick_out(reach: Reach) -> None:
    """`only X`, `nobody but X`."""
    for mention in reach.ahead[:1]:
        if mention.first - reach.item.after < 2 or reach.item.flags & Cue.EXCEPT:
            mention.rule = mention.rule or "only"
            mention.level = STRONG if mention.level == PLAIN else mention.level


def _negated_before(reach: Reach) -> bool:
    negating = Cue.NEGATION | Cue.NOBODY | Cue.NO
    return any(cue.flags & negating and cue.first < reach.item.first for cue in reach.clause.cues)


def _negate_ahead(reach: Reach) -> bool:
    """Turn the sense of what is ahead, if anything is."""
    turned = [mention for mention in reach.ahead if reach.parity.get(mention.first) != _FIXED]
    for mention in turned:
        reach.parity[mention.first] = reach.parity.get(mention.first, 0) ^ 1
    return bool(turned)


def _goes_to(mention: Mention, clause: Clause) -> bool:
    """Whether `to Y` follows a mention in its clause."""
    return any(
        cue.flags & Cue.TO
        and cue.first >= mention.after
        and any(cue.after <= other.first < cue.after + 3 for other in clause.mentions)
        for cue in clause.cues
    )
