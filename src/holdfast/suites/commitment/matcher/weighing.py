"""How much of an answer each mention is that nothing denied: by the form of its clause, its time, and who says it."""

from __future__ import annotations

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.mentions import (
    ANSWERED,
    ASIDE,
    CONCLUDED,
    DENIED,
    FAINT,
    PLAIN,
    SIGNS,
    STRONG,
    WEAK,
    Clause,
    Mention,
    Reader,
    earlier_clause,
)  # fmt: skip
from holdfast.suites.commitment.matcher.wording import Cue

_SHORT_VERBS = frozenset("can does is has did will it then please do".split())
_TRAILING = frozenset(
    "either then please here now though too instead anyway again i think believe guess thanks today sir".split()
)
_LEADS_TO = frozenset("has have is 's be → : = at in on 't not".split())
_TURNS = frozenset("name turn shift slot job watch week round go responsibility".split())
_ABOUT = frozenset("by about regarding concerning".split())
_ANSWERING = (
    Cue.AFFIRMS
    | Cue.CHOOSES
    | Cue.NOW
    | Cue.ENDORSES
    | Cue.ONLY
    | Cue.QUESTION_WORD
    | Cue.SAYS
    | Cue.AVOID
    | Cue.EXCEPT
    | Cue.REPLACES
    | Cue.FROM
    | Cue.TO
    | Cue.ANSWERS
    | Cue.CONCLUDES
    | Cue.YES
    | Cue.HEDGE
    | Cue.LOOKS
    | Cue.CORRECTS
    | Cue.RECHECKS
)
_FILLING = frozenset(
    """
    the a an and but so then well yes ok okay sure at in on to for of with as , : ( ) " - it that this is be 's \n . you
    number just not no therefore however rather also only still i think believe would 'd say my our your one
    """.split()
)
_TELLING = frozenset(
    "the a an it he she they this that there its his her their someone somebody everyone people".split()
)
_TELLS = frozenset("is are was were had took came went beat sent got made gave left lost won".split())
_POSITIVE = frozenset(
    "has meets satisfies fits qualifies matches works applies stands wins owns holds takes does goes gets seems leads stays "
    "remains handles covers passes fulfils fulfills complies ticks checks carries instead rather as".split()
)
_COPULAS = frozenset(("is", "'s", "be", "are"))


class Weighing(Reader):
    """Sets the levels of a sentence's mentions."""

    def _weigh(self, clauses: list[Clause], mentions: list[Mention], flags: int, first: int, end: int) -> None:
        """Set the level of each mention that nothing denied."""
        conditional = concluding = answering = False
        wondering = -1
        answering = self.announced
        for clause in clauses:
            intro, marks = clause.intro, clause.flags
            if intro & (Cue.CONDITION | Cue.ELSE) or (marks & Cue.CONDITION and not intro & (Cue.BUT | Cue.CONCLUDES)):
                conditional = not self._settled(clause)
                earlier = earlier_clause(clauses, clause.number)
                if conditional and intro & Cue.CONDITION and earlier is not None and clause.number - earlier.number < 3:
                    if not any(
                        other.intro & (Cue.BUT | Cue.CONCLUDES) for other in clauses[earlier.number : clause.number]
                    ):
                        for mention in earlier.mentions:
                            mention.cap(ASIDE, "condition")
            elif intro & (Cue.BUT | Cue.CONCLUDES) or (intro & Cue.HARD and not marks & Cue.ELSE):
                conditional = False
            elif intro & Cue.UNLESS:
                conditional = False
            if marks & Cue.CONCLUDES:
                concluding = True
            elif intro & (Cue.BUT | Cue.REASON | Cue.CONCESSION):
                concluding = False
            if marks & Cue.ANSWERS:
                answering = True
            if marks & Cue.WHETHER:
                wondering = clause.number
            elif wondering >= 0 and (
                (clause.number > wondering and clauses[wondering].mentions)
                or intro & (Cue.CONCLUDES | Cue.BUT | Cue.AND | Cue.HARD)
                or marks & Cue.ANSWERS
                or self.words[clause.first : clause.first + 1] == ["and"]
            ):
                wondering = -1
            for mention in clause.mentions:
                if mention.level == DENIED:
                    continue
                before = clauses[clause.number - 1] if clause.number else None
                self._level(mention, clause, before, first, end, concluding, answering)
                free = mention.level > ASIDE or mention.rule in ("other subject", "landmark")
                if mention.group >= 0 and free and self._several(mention, mentions):
                    mention.level, mention.rule = ASIDE, "listed"
                if wondering >= 0:
                    mention.level, mention.rule = ASIDE, "question"
                if conditional:
                    mention.cap(ASIDE, "condition")
        if len(mentions) > 1:
            self._respectively(mentions, first, end)
        if flags & Cue.BUT:
            self._turn(clauses)
        if len(clauses) > 1:
            self._in_turn(clauses)
        for clause in clauses:
            if clause.intro & Cue.CONCESSION:
                for mention in clause.mentions:
                    mention.cap(FAINT, "granted")
            elif (
                clause.intro & Cue.REASON
                and not self.pairs
                and not (self.words[clause.first] == "since" and clause.first == first)
            ):
                self.reasons += clause.mentions

    def _turn(self, clauses: list[Clause]) -> None:
        """What is claimed after a `but` outweighs what stood before it in the sentence."""
        for clause in clauses:
            if not clause.intro & Cue.BUT:
                continue
            after = [other for other in clauses[clause.number :] if not other.intro & (Cue.REASON | Cue.CONCESSION)]
            if any(other.flags & (Cue.NEGATION | Cue.ALSO | Cue.HEDGE | Cue.CONDITION) for other in after):
                continue
            least = PLAIN if self.pairs else STRONG
            said = {mention.target for other in after for mention in other.mentions if mention.level >= least}
            if len(said) == 1 + self.pairs:
                for other in clauses[: clause.number]:
                    for mention in other.mentions:
                        if mention.target not in said:
                            mention.cap(WEAK if self.pairs else PLAIN, "but")

    def _in_turn(self, clauses: list[Clause]) -> None:
        """`first refused, then granted`: of states told in turn, the last one is the state."""
        for clause in clauses[1:]:
            opening = self.words[clause.first : clause.first + 2]
            last = "finally" in opening or (opening[:1] == ["then"] and self.known.kind is AnswerKind.STATE)
            if clause.mentions and last:
                for earlier in clauses[: clause.number]:
                    for mention in earlier.mentions:
                        mention.deny("supersession")

    def _respectively(self, mentions: list[Mention], first: int, end: int) -> None:
        """`12 and 21 belong to Mara and Mira, respectively`."""
        if self.subjects is None or "respectively" not in self.words[first:end]:
            return
        listed = [mention for mention in mentions if mention.rule == "listed"]
        place = self.subjects.position(first, end, len(listed))
        if place is not None:
            listed[place].level, listed[place].rule = STRONG, "respectively"

    def _several(self, mention: Mention, mentions: list[Mention]) -> bool:
        """Whether different candidates in a group are still standing."""
        standing = {other.target for other in mentions if other.group == mention.group and other.level != DENIED}
        return len(standing) > 1

    def _settled(self, clause: Clause) -> bool:
        """Whether a condition is the question's own."""
        own = sum(1 for item in clause.cues if item.flags & Cue.QUESTION_WORD)
        return own > 1

    def _level(
        self,
        mention: Mention,
        clause: Clause,
        before: Clause | None,
        first: int,
        end: int,
        concluding: bool,
        answering: bool,
    ) -> None:
        marks = clause.flags
        mention.bare = all(
            word in _FILLING
            for word in (*self.words[clause.first : mention.first], *self.words[mention.after : clause.end])
        )
        mention.overlap = len({self.words[item.first] for item in clause.cues if item.flags & Cue.QUESTION_WORD})
        if mention.level == PLAIN:
            mention.level = self._strength(mention, clause, first, end)
        words = self.words
        following = words[mention.after] if mention.after < len(words) else ""
        if following == "'s" and not self.pairs and not self._copula(mention.after + 1, end):
            mention.cap(ASIDE, "possessive")
        if concluding:
            mention.level, mention.rule = max(mention.level, CONCLUDED), "conclusion"
        if answering:
            mention.level, mention.rule = max(mention.level, ANSWERED), "answer"
        own = marks
        if mention is not clause.mentions[-1] and len({m.target for m in clause.mentions}) > 1:
            own = 0
            for item in clause.cues:
                if item.first < mention.first:
                    own |= item.flags
        if (
            clause.intro & Cue.SOFT
            and words[clause.first - 1] == ","
            and clause.end - clause.first <= mention.after - mention.first
        ):
            labelled = before is not None and before.mentions and ":" in words[before.first : before.end]
            if labelled and before is not None and before.mentions[-1].level == DENIED and mention.level > DENIED:
                mention.deny(before.mentions[-1].rule)
                return
            own |= (
                before.flags & (Cue.FORMER | Cue.PAST | Cue.WAS | Cue.LOOKS | Cue.PROPOSED | Cue.CLAIMS)
                if before is not None and before.mentions
                else 0
            )
        if mention.rule == "supersession":
            pass
        elif own & Cue.FORMER and not own & Cue.NOW:
            mention.cap(ASIDE, "past")
        elif own & (Cue.PAST | Cue.FORMER) and not (own & Cue.NOW and concluding):
            mention.cap(FAINT, "past")
        elif own & Cue.WAS and not own & Cue.NOW and not concluding and not answering and not self.known.focus.past:
            mention.cap(FAINT, "past")
        if self.pairs:
            if own & Cue.CLAIMS:
                mention.cap(WEAK, "claimed")
        else:
            if own & Cue.CLAIMS:
                mention.cap(ASIDE, "claimed")
            elif own & Cue.SAYS and own & Cue.ONLY and words[clause.first] == "only":
                mention.cap(FAINT, "reported")
            elif (
                own & Cue.SAYS
                and mention.level < CONCLUDED
                and not own & Cue.ENDORSES
                and (
                    words[mention.first - 1] not in _COPULAS
                    or any(item.flags & Cue.SAYS and item.first >= mention.after for item in clause.cues)
                )
            ):
                mention.cap(STRONG if own & (Cue.NOW | Cue.QUESTION_WORD) else WEAK, "reported")
        if own & Cue.PROPOSED and mention.level < CONCLUDED:
            mention.cap(ASIDE, "proposed")
        elif own & Cue.LOOKS and mention.level < ANSWERED:
            mention.cap(FAINT, "proposed")
        if own & Cue.HEDGE and mention.level < CONCLUDED:
            mention.cap(WEAK, "hedged")
        if following in ("for", "until", "as") and words[mention.first - 1] in ("keep", "the", "save", "leave"):
            if any(word in ("keep", "save", "leave") for word in words[max(first, mention.first - 2) : mention.first]):
                mention.cap(ASIDE, "kept back")
        lead = words[mention.first - 1] if mention.first else ""
        if following in ("only", "merely") and clause.end > mention.after + 1 and not self.pairs:
            mention.cap(FAINT, "told")
        if (
            lead == "from"
            and mention.rule != "supersession"
            and "from" not in self.known.focus.tokens
            and not self.pairs
        ):
            mention.cap(PLAIN, "origin")
        if lead in _ABOUT and not self.pairs and mention.level < CONCLUDED and mention.rule != "supersession":
            if not marks & (Cue.QUESTION_WORD | Cue.AFFIRMS | Cue.ENDORSES | Cue.NOW | Cue.CHOOSES):
                mention.cap(FAINT, "told")
                mention.told = True
        if (
            PLAIN <= mention.level < CONCLUDED
            and self.known.kind is AnswerKind.VALUE
            and not self._answers(mention, clause, first)
        ):
            mention.cap(FAINT, "told")
            mention.told = True
        if (
            own & Cue.FUTURE
            and mention.level < CONCLUDED
            and (self.known.focus.now or self.known.kind is AnswerKind.STATE)
        ):
            mention.cap(ASIDE, "proposed")
        if own & Cue.PAST and own & Cue.WAS and "until" in words[clause.first : clause.end]:
            mention.cap(ASIDE, "past")
        if (
            own & Cue.PAST
            and self.known.kind is AnswerKind.VALUE
            and not own & (Cue.NOW | Cue.AFFIRMS)
            and mention.level < PLAIN
        ):
            mention.told = True
        if self._bracketed(mention, first):
            mention.cap(WEAK, "aside")
        if self.subjects is not None and not self.pairs:
            mention.subject = self.subjects.of(mention.first, mention.after, first, end)
            if not mention.subject and self.topic[1]:
                mention.subject = self.subjects.about(*self.topic)
            if mention.subject < 0:
                mention.cap(ASIDE, "other subject")
            elif mention.subject > 0 and mention.level == PLAIN:
                mention.level = STRONG

    def _strength(self, mention: Mention, clause: Clause, first: int, end: int) -> int:
        """Plain or strong: whether the clause has the form of an answer."""
        words, marks = self.words, clause.flags
        if marks & (Cue.NOW | Cue.ENDORSES):
            return STRONG
        tail = [word for word in words[mention.after : clause.end] if word[0].isalnum() and word not in _TRAILING]
        if mention.after < clause.end and words[mention.after] in self.known.focus.words:
            return STRONG
        if not self.pairs and (not tail or (len(tail) == 1 and tail[0] in _SHORT_VERBS)):
            return STRONG
        asked = 0
        for item in clause.cues:
            if item.flags & (Cue.NEGATION | Cue.AVOID):
                break
            asked += bool(item.flags & Cue.QUESTION_WORD)
        if asked > 1 or (asked and marks & Cue.COPULA):
            return STRONG
        for item in clause.cues:
            if item.flags & Cue.CHOOSES and item.first < mention.first and mention.first - item.after < 4:
                return STRONG
            if item.flags & Cue.AFFIRMS:
                return STRONG
        return STRONG if mention.first > first and words[mention.first - 1] in _LEADS_TO and not self.pairs else PLAIN

    def _answers(self, mention: Mention, clause: Clause, first: int) -> bool:
        """Whether a clause looks like an answer, rather than telling something of a candidate (`Menu 2 contains nuts`)."""
        words, own = self.words, self.known.own
        if clause.flags & _ANSWERING or mention.rule == "supersession":
            return True
        before = words[clause.first : mention.first]
        behind = words[mention.after : clause.end]
        if behind[:1] == ["'s"] and behind[1:2] and behind[1] in _TURNS:
            return True
        if "(" in behind:
            behind = behind[: behind.index("(")]
        behind = [word for word in behind if word not in _TRAILING and word[0].isalnum() and word not in _FILLING]
        if not behind or (len(behind) == 1 and behind[0] in _SHORT_VERBS):
            verbs = [word for word in before if word.isalpha() and word not in _FILLING and word not in own]
            if not verbs or before[-1] in _LEADS_TO or not _COPULAS.isdisjoint(before):
                return True
            return before[0] not in _TELLING
        if not all(word in _FILLING or word in own for word in before):
            return not _COPULAS.isdisjoint(before) or (bool(before) and before[0] not in _TELLING)
        verb = behind[0]
        return verb in _POSITIVE or not (verb in _TELLS or verb.endswith(("s", "ed")))

    def _copula(self, place: int, end: int) -> bool:
        """Whether `'s` stands for `is`."""
        following = self.words[place] if place < len(self.words) else ""
        if following.endswith("ing") or following in _TURNS:
            return True
        return (
            place >= end
            or following in SIGNS
            or following in ("the", "a", "an", "still", "our", "your", "it", "right", "not", "eligible", "correct")
        )  # noqa: E501

    def _bracketed(self, mention: Mention, first: int) -> bool:
        before = self.words[first : mention.first]
        return before.count("(") > before.count(")")
