"""What later clauses, sentences and headings say of mentions outside them: `that is what counts`, `it is wrong`."""

from __future__ import annotations

from holdfast.suites.commitment.matcher.governing import Governing, Reach
from holdfast.suites.commitment.matcher.mentions import (
    ASIDE,
    CONCLUDED,
    DENIED,
    FAINT,
    GOES_ON,
    PLAIN,
    SIGNS,
    STRONG,
    Clause,
    Mention,
)  # fmt: skip
from holdfast.suites.commitment.matcher.wording import Cue

_PASSING = frozenset("that this which what says said with from have been were will would there their they them".split())


class Following(Governing):
    """Carries what is said without a mention to the mention that is meant."""

    def _go_on(self, clauses: list[Clause], mentions: list[Mention]) -> None:
        """A later clause without a mention may say that the last mention counts."""
        standing: Mention | None = None
        alone = len({mention.target for mention in mentions}) == 1
        endorsed = False
        for clause in clauses:
            if clause.flags & Cue.ENDORSES and not clause.mentions and not clause.flags & (Cue.NEGATION | Cue.DENIAL):
                named = self._named_before(clause, clauses)
                if named is not None and named.level > ASIDE:
                    named.level, named.rule = max(named.level, CONCLUDED), "endorsed"
            if clause.intro & (Cue.BUT | Cue.HARD):
                standing = None
            if endorsed and clause.mentions:
                clause.mentions[0].level = max(
                    clause.mentions[0].level, STRONG if clause.mentions[0].level > ASIDE else DENIED
                )
                endorsed = False
            relative = self.words[clause.first : clause.first + 1] == ["which"]
            if (
                not clause.mentions
                and standing is None
                and clause.flags & (Cue.ENDORSES | Cue.NOW | Cue.AFFIRMS if relative else Cue.ENDORSES)
                and not clause.flags & (Cue.NEGATION | Cue.DENIAL)
            ):
                endorsed = True
            if alone and not clause.mentions and clause.number and self.words[clause.first : clause.first + 1]:
                positive = not clause.flags & (Cue.NEGATION | Cue.DENIAL | Cue.NO | Cue.CLAIMS)
                if (
                    self.words[clause.first] in ("he", "she", "it", "that")
                    and positive
                    and clause.flags & (Cue.NOW | Cue.AFFIRMS | Cue.QUESTION_WORD)
                ):
                    for mention in mentions:
                        if mention.rule in ("claimed", "claim denied", "past") and mention.level > DENIED:
                            mention.level, mention.rule = STRONG, "affirmed"
            if clause.mentions:
                alive = [mention for mention in clause.mentions if mention.level > ASIDE]
                standing = alive[-1] if alive else standing
            elif standing is not None and not clause.flags & (Cue.NEGATION | Cue.DENIAL | Cue.NO):
                if clause.flags & Cue.AFFIRMS and self.words[clause.first : clause.first + 1] in (
                    ["it"],
                    ["he"],
                    ["she"],
                    ["that"],
                ):
                    standing.level, standing.told = max(standing.level, STRONG), False
                opening = self.words[
                    clause.first + bool(clause.intro & (Cue.AND | Cue.CONCLUDES | Cue.BUT | Cue.REASON)) :
                ][:1]
                if (
                    clause.flags & Cue.ENDORSES
                    and not clause.intro & (Cue.REASON | Cue.CONCESSION)
                    and self._named_before(clause, clauses) is None
                ):
                    standing.level, standing.rule = max(standing.level, CONCLUDED), "endorsed"
                elif clause.flags & Cue.CONCLUDES and (opening and opening[0] in GOES_ON):
                    standing.level, standing.rule = max(standing.level, CONCLUDED), "conclusion"

    def _named_before(self, clause: Clause, clauses: list[Clause]) -> Mention | None:
        """The mention of an earlier clause that tells of the same thing as this one: `the record says X; the record decides`."""
        said = {
            word
            for word in self.words[clause.first : clause.end]
            if len(word) > 3 and word.isalpha() and word not in _PASSING
        }
        for earlier in reversed(clauses[: clause.number]):
            if earlier.mentions and not said.isdisjoint(self.words[earlier.first : earlier.end]):
                return earlier.mentions[-1]
        return None

    def _without(self, clauses: list[Clause], first: int, end: int, flags: int) -> None:
        """A sentence without a mention: it may announce one, or say something of the last."""
        if self.announced and end > first and not flags & (Cue.ANSWERS | Cue.QUESTION_WORD):
            self.announced = False
            self.unlisted = True
        if flags & Cue.ANSWERS:
            last = next(item for clause in clauses for item in clause.cues if item.flags & Cue.ANSWERS)
            left = [word for word in self.words[last.after : end] if word not in SIGNS]
            if not left or left[0] in ("as", "following", "below", "the", "this"):
                self.announced = True
            elif flags & Cue.ANSWERS and not flags & (Cue.REASON | Cue.WHETHER | Cue.REFUSES):
                self.unlisted = True
        if self.asked:
            verdict = flags & (Cue.YES | Cue.NO)
            opening = self.words[first] if first < end else ""
            if verdict and (end - first < 3 or opening in ("yes", "no", "yep", "nope")):
                for mention in self.asked:
                    if flags & Cue.YES:
                        mention.level, mention.rule = STRONG, "affirmed"
                    else:
                        mention.deny("negation")
        for clause in clauses:
            opening = self.words[clause.first : clause.first + 1]
            one = len({mention.target for mention in self.last}) == 1
            if clause.flags & (Cue.NEGATION | Cue.DENIAL) and self.last:
                item = next(item for item in clause.cues if item.flags & (Cue.NEGATION | Cue.DENIAL))
                cancelled = clause.flags & Cue.NEGATION and clause.flags & Cue.DENIAL
                before = self.words[clause.first : item.first]
                about = any(
                    len(w) > 3 and w in self.told and w not in _PASSING for w in self.words[clause.first : clause.end]
                )
                if not cancelled and about and item.flags & Cue.DENIAL:
                    for mention in self.last:
                        if mention.rule in ("reported", "claimed", "proposed", "past"):
                            mention.deny("disqualified")
                elif not cancelled:
                    self._deny_subject(Reach(item, clause, clauses, [], [], set(), {}))
            elif (
                self.last
                and opening
                and opening[0] in ("she", "he", "they")
                and one
                and clause.flags & (Cue.NOW | Cue.AFFIRMS)
            ):
                for mention in self.last:
                    if mention.level == ASIDE and mention.rule in ("claimed", "possessive"):
                        mention.level, mention.rule = STRONG, "affirmed"
            elif (
                self.last
                and flags & Cue.CONCLUDES
                and opening
                and clause.flags & (Cue.ENDORSES | Cue.QUESTION_WORD | Cue.COPULA)
            ):
                if {"that", "this", "it"} & set(self.words[clause.first : clause.first + 2]):
                    for mention in self.last[-1:]:
                        if mention.level > ASIDE:
                            mention.level, mention.rule = CONCLUDED, "conclusion"
            elif self.last and clause.flags & Cue.ENDORSES and not clause.flags & (Cue.NEGATION | Cue.DENIAL):
                said = {
                    word for word in self.words[clause.first : clause.end] if len(word) > 3 and word not in _PASSING
                }
                meant = [m for m in self.last if not said.isdisjoint(self.words[m.clause_first : m.clause_end])]
                if len({m.target for m in meant}) == 1:
                    meant[-1].level, meant[-1].rule, meant[-1].told = CONCLUDED, "endorsed", False
                for mention in [] if meant else self.last[-1:]:
                    if mention.level > ASIDE:
                        mention.level = max(mention.level, STRONG)

    def _heading(self, first: int, end: int, flags: int, *, asked: bool) -> None:
        """Whether a line without a mention heads the lines that follow."""
        ends_line = end >= len(self.words) or self.words[end] == "\n"
        words = [word for word in self.words[first:end] if word[0].isalnum()]
        if asked or not any(len(word) > 1 for word in words):
            return
        marked = self.words[end - 1] == ":" or self.words[first] == "number" or len(words) < 5
        self.section = flags if ends_line and marked and len(words) < 9 else 0

    def _under_heading(self, mentions: list[Mention]) -> None:
        """Let a heading govern the mentions of a line below it."""
        section = self.section
        for mention in mentions:
            if section & (Cue.NEGATION | Cue.DENIAL | Cue.AVOID | Cue.NO):
                mention.deny("heading")
            elif section & (Cue.FORMER | Cue.PAST):
                mention.cap(FAINT, "past")
            elif section & (Cue.PROPOSED | Cue.LOOKS | Cue.CLAIMS):
                mention.cap(FAINT, "proposed")
            elif section & (Cue.ANSWERS | Cue.NOW | Cue.AFFIRMS) and mention.level == PLAIN:
                mention.level = STRONG
