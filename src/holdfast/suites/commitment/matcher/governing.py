"""Which mention a cue reaches: a negation the one behind it, or else its subject; a contrast the one behind."""

from __future__ import annotations

from holdfast.suites.commitment.matcher.clauses import (
    ASIDE,
    DENIED,
    FAINT,
    NEAR,
    PLAIN,
    SIGNS,
    STRONG,
    Clause,
    Mention,
    earlier_clause,
    undone_in,
    whole,
)  # fmt: skip
from holdfast.suites.commitment.matcher.denying import Denying
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.scan import Item

GOVERNS = (
    Cue.NEGATION | Cue.NOBODY | Cue.DENIAL | Cue.AVOID | Cue.LANDMARK | Cue.EXCEPT | Cue.ONLY | Cue.REPLACES | Cue.FROM
    | Cue.TO | Cue.BELIEVES | Cue.NO | Cue.ALSO
)  # fmt: skip
"""Cues that reach a mention."""
_MOVES = Cue.FROM | Cue.TO
_LEAVES_OUT = Cue.AVOID | Cue.EXCEPT
_DISQUALIFIES = Cue.REPLACES | Cue.DENIAL
_NEGATES = Cue.NEGATION | Cue.NOBODY
_POINTING = frozenset("it that this him her them".split())
_RELAYS = frozenset("handed hands passed passes relayed relays repeated repeats".split())
_RELAYED = frozenset("the it that this a what his her their".split())
_MARKS = frozenset("✓✗")
_DEFINITE = frozenset("the is 's an my".split())
_IS = frozenset("is are was were".split())
_PLACED = frozenset("at in on".split())
_CLOSE = 3
"""Words within which a landmark is a landmark."""
_NO_MATTER = frozenset(
    "doubt question matter problem other wonder surprise longer reason one need it that i this he she we".split()
)
_HARMLESS = frozenset(
    "issue issues problem problems conflict conflicts change changes restriction restrictions doubt reason such".split()
)


class Governor(Denying):
    """Lets the cues of one sentence reach the mentions that they govern."""

    def judge(self, clause: Clause) -> None:
        """Let each cue of a clause reach its mention."""
        mentions = clause.mentions
        undone = undone_in(clause)
        turned: dict[int, int] = {}
        for item in clause.cues:
            if item.flags & GOVERNS and item.first not in undone:
                ahead = [mention for mention in mentions if mention.first >= item.after]
                behind = [mention for mention in mentions if mention.first < item.first]
                self._govern(item, clause, ahead, behind, turned)
        for mention in mentions if undone else ():
            if mention.level == PLAIN and mention.after <= min(undone):
                mention.level, mention.rule = STRONG, "affirmed"  # `X has not been superseded`
        for mention in mentions:
            if turned.get(mention.first) == 1:
                mention.deny("negation")
            if mention.level == DENIED and clause.flags & Cue.CLAIMS and not self.pairs:
                mention.level, mention.rule = ASIDE, "claimed"  # `the note claims that X is out`
        if mentions and clause.flags & _MOVES and (clause.flags & Cue.CHANGED or not self.pairs):
            self.change(clause)

    def _govern(
        self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention], turned: dict[int, int]
    ) -> None:
        """Let one cue reach its mention, by the first thing that it means."""
        flags = item.flags
        if flags & Cue.ONLY:
            self._only(item, clause, ahead, behind)
        elif flags & Cue.EXCEPT and self._nobody_before(item, clause):
            for mention in ahead:
                mention.level, mention.rule = STRONG, "only"
                turned[mention.first] = 2
        elif flags & _LEAVES_OUT:
            self._avoid(item, clause, ahead, behind)
        elif flags & Cue.LANDMARK:
            near = bool(ahead) and ahead[0].first - item.after < _CLOSE and self._word(item.after) not in _PLACED
            near = near and ":" not in self.words[item.after : ahead[0].first]
            for mention in whole(ahead[:1], ahead) if near else ():
                mention.cap(ASIDE, "landmark")
        elif flags & Cue.REPLACES and clause.mentions and self.replace(item, clause, ahead, behind):
            return
        elif flags & _DISQUALIFIES:
            self._disqualify(item, clause, ahead, behind)
        elif flags & _NEGATES:
            self._negate(item, clause, ahead, behind, turned)
        elif flags & Cue.NO:
            self._say_no(item, clause, ahead, behind, turned)
        elif flags & Cue.BELIEVES and behind and not self.pairs:
            self._speak(item, clause, ahead, behind)
        elif flags & Cue.ALSO:
            self._merely(item, clause, ahead)

    def _merely(self, item: Item, clause: Clause, ahead: list[Mention]) -> None:
        """`X, not merely Y`, unlike `not merely Y but X`."""
        closes = clause.number + 1 == len(self.clauses) and self.words[item.first - 1 : item.first + 1] == [",", "not"]
        if closes and earlier_clause(self.clauses, clause.number) is not None:
            for mention in ahead[:1]:
                mention.deny("contrast")

    def _only(self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention]) -> None:
        """`only X` picks out; `X meets only the first of them` tells."""
        for mention in ahead[:1]:
            if mention.level == PLAIN and (mention.first - item.after < 2 or item.flags & Cue.EXCEPT):
                mention.level, mention.rule = STRONG, mention.rule or "only"
        if behind and not ahead and item.after < clause.end and self.words[item.first - 1] not in _DEFINITE:
            behind[-1].cap(FAINT, "told")

    def _nobody_before(self, item: Item, clause: Clause) -> bool:
        """Whether an `except` turns a negation round: but `anyone except X` leaves X out."""
        nobody = Cue.NEGATION | Cue.NOBODY | Cue.NO
        return any(cue.flags & nobody and cue.first < item.first and not _any(cue, self.words) for cue in clause.cues)

    def _speak(self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention]) -> None:
        """`X says that …`: X is the one who speaks."""
        goes_on = ahead or clause.number + 1 < len(self.clauses)
        if behind[-1].after == item.first and (goes_on or item.flags & (Cue.SAYS | Cue.LOOKS | Cue.PROPOSED)):
            behind[-1].cap(ASIDE, "speaker")

    def _avoid(self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention]) -> None:
        """`rather than X`, `ignore X`, `X over Y`."""
        word, following = self.words[item.first], self._word(item.after)
        if following in _POINTING and (self._word(item.after + 1) or ".") in SIGNS:  # `ignore that`, `corrects it: Y`
            for mention in behind[-1:] or self.last[-1:]:
                mention.deny("correction")
            return
        rival = behind or earlier_clause(self.clauses, clause.number)
        if word in ("than", "over") and not (rival and ahead and self._directly(item.after, ahead[0].first)):
            return
        if word in ("and", "but") and not ahead:  # `was discussed but not adopted`
            if following.endswith("ed"):
                self.deny_subject(item, clause, behind)
            elif item.after == clause.end and self._parted(clause):
                return  # `X and not, as the note has it, Y`
            elif word == "but":  # `X has the oath but not the seal`
                for mention in behind[-1:]:
                    mention.cap(FAINT, "told")
            return
        place = clause.number + 1
        if not ahead and place < len(self.clauses):
            next_one = self.clauses[place]  # `unlike the 06:00 check, which had X`
            if self._word(next_one.first) in ("which", "that", "who") or self.words[next_one.first - 1] == "(":
                ahead = next_one.mentions
        if ahead and ":" in self.words[item.after + 1 : ahead[0].first]:
            return  # `the slip overrides the screen: Y`
        for mention in ahead if self.pairs else whole(ahead[:1], ahead):
            mention.deny("contrast")

    def _directly(self, first: int, after: int) -> bool:
        """Whether nothing but an article or owner stands between: `over Y`, `over the clerk's Y`."""
        return after <= first + 1 or (after <= first + 3 and self.words[after - 1] == "'s")

    def _disqualify(self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention]) -> None:
        """`the stale X`, `X is stale`, `it is wrong that X`; but not `I dropped a digit`, `who corrected the sum`."""
        if item.first and self.words[item.first - 1] == "i":
            return
        if self.words[item.first] == "corrected" and not item.flags & Cue.DENIAL and self._word(item.after) in _RELAYED:
            return
        if self.words[item.first] in _RELAYS and item.flags & Cue.DENIAL:
            following = self._word(item.after)
            by = following == "by"  # `passed on by X`, `X passed it on`, but not `passed on both counts`
            if by or following in _RELAYED or item.after - item.first > 2:
                for mention in ahead[:1] if by else self._subjects(clause, behind):
                    mention.deny("disqualified")
            return
        parted = Cue.COPULA | Cue.WAS | Cue.SAYS
        if ahead and ahead[0].first - item.after < NEAR and not any(
            cue.flags & parted and item.first <= cue.first < ahead[0].first for cue in clause.cues
        ):  # fmt: skip
            denied = whole(ahead[:1], ahead)
        elif behind:
            if self._of_what_was_asked(item, behind[-1]):
                return
            denied = self._subjects(clause, behind)
        elif ahead and self._word(item.after) in ("that", "to"):
            denied = ahead[:1]
        else:
            if not ahead or self._aside(item, clause):
                self.deny_subject(item, clause, behind)
            return
        for mention in denied:
            mention.deny("disqualified")

    def _of_what_was_asked(self, item: Item, head: Mention) -> bool:
        """`notice 12: the Torva lift is closed`: closed is the lift."""
        words = self.words[head.after : item.first]
        says = words[:1] and words[0] in (":", "—") and not _IS.isdisjoint(words)
        return bool(says) and self.subjects is not None and self.subjects.about(head.after, item.first) != 0

    def _negate(
        self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention], turned: dict[int, int]
    ) -> None:
        """`not X` reaches what is ahead, and `X is not` its subject; `nobody` needs an `except`."""
        word, nobody = self.words[item.first], not item.flags & Cue.NEGATION
        if nobody and (any(c.flags & Cue.EXCEPT for c in clause.cues) or ":" in self.words[item.after : clause.end]):
            return
        if word == "nor" and any(self.words[cue.first] == "neither" for cue in clause.cues):
            return
        if _turn(ahead, turned):
            return
        if word == "not" and item.after == clause.end and not behind and self._parted(clause):
            return
        if not nobody or (word == "nobody" and self.words[clause.end - 1] in _POINTING):
            self.deny_subject(item, clause, behind)

    def _say_no(
        self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention], turned: dict[int, int]
    ) -> None:
        """`no courier called X`, `✗ X`, `X: no`."""
        word, following = self.words[item.first], self._word(item.after)
        if word == "no" and ahead and following.isalpha() and following not in _NO_MATTER:
            _turn(ahead, turned)
        elif item.flags & Cue.CORRECTS:
            return
        elif word == "✗":
            self._cross_out(item, clause, ahead, behind)
        elif not clause.mentions and item.first == clause.first and clause.number and self._of_the_last(clause):
            for mention in self.clauses[clause.number - 1].mentions[-1:]:
                mention.deny("negation")
        elif behind and not ahead:
            alone = not following.isalpha() or item.first == behind[-1].after
            if alone or (word == "no" and following not in _HARMLESS):
                for mention in self._subjects(clause, behind):
                    mention.deny("negation")

    def _cross_out(self, item: Item, clause: Clause, ahead: list[Mention], behind: list[Mention]) -> None:
        """`✗ X` where marks come first, `X ✗` where they follow."""
        before = [m for m in behind[-1:] if SIGNS.issuperset(self.words[m.after : item.first])]
        after = [mention for mention in ahead if mention.first == item.after]
        opens = clause.mentions[0].first if clause.mentions else 0
        opening = self.words[max(self.clauses[0].first, opens - NEAR) : opens]
        denied = before or after if _MARKS.isdisjoint(opening) else after or before
        for mention in denied or ahead[:1]:
            mention.deny("crossed out")

    def _of_the_last(self, clause: Clause) -> bool:
        """`X, no approval`, unlike `X; no mark changes that` and `X, no run is good enough`."""
        return not clause.flags & Cue.COPULA and self.words[clause.first - 1] != ";"


def _any(cue: Item, words: list[str]) -> bool:
    """`Anyone except X` leaves X out, unlike `not … anyone except X`."""
    return not cue.flags & (Cue.NEGATION | Cue.NO) and words[cue.first].startswith("any")


def _turn(ahead: list[Mention], turned: dict[int, int]) -> bool:
    """Turn the sense of what is ahead, if anything is."""
    for mention in ahead:
        if turned.get(mention.first) != 2:
            turned[mention.first] = turned.get(mention.first, 0) ^ 1
    return any(turned.get(mention.first) != 2 for mention in ahead)
