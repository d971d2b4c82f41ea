"""How much of an answer each mention is that nothing denied: by the form of its clause, its time, and who says it."""

from __future__ import annotations

from typing import NamedTuple

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.mentions import (
    ANSWERED,
    ARTICLES,
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
_IS_WHAT = frozenset("the a an still our your it right not eligible correct".split())
_ABOUT = frozenset("by about regarding concerning".split())
_KEEPS = frozenset("keep save leave".split())
FILLING = frozenset(
    """
    the a an and but so then well yes ok okay sure at in on to for of with as , : ( ) " - it that this is be 's . you
    number just not no therefore however rather also only still i think believe would 'd say my our your one
    """.split()
)
"""Words that add nothing to a bare answer."""
_TELLING = frozenset(
    "the a an it he she they this that there its his her their someone somebody everyone people".split()
)
_TELLS = frozenset("is are was were had took came went beat sent got made gave left lost won".split())
_POSITIVE = frozenset(
    """
    has meets satisfies fits qualifies matches works applies stands wins owns holds takes does goes gets seems
    leads stays remains handles covers passes fulfils fulfills complies ticks checks carries instead rather as
    """.split()
)
_COPULAS = frozenset(("is", "'s", "be", "are"))
_SAYS_SO = Cue.QUESTION_WORD | Cue.AFFIRMS | Cue.ENDORSES | Cue.NOW | Cue.CHOOSES
_ANSWERING = (
    _SAYS_SO | Cue.ONLY | Cue.SAYS | Cue.AVOID | Cue.EXCEPT | Cue.REPLACES | Cue.FROM | Cue.TO | Cue.ANSWERS
    | Cue.CONCLUDES | Cue.YES | Cue.HEDGE | Cue.LOOKS | Cue.CORRECTS | Cue.RECHECKS
)  # fmt: skip
_CARRIED = Cue.FORMER | Cue.PAST | Cue.WAS | Cue.LOOKS | Cue.PROPOSED | Cue.CLAIMS


class Setting(NamedTuple):
    """Where a mention stands, and what the sentence is doing there."""

    clause: Clause
    before: Clause | None
    """The clause before."""
    first: int
    """The place of the sentence's first word."""
    end: int
    """The place behind its last."""
    concluding: bool
    answering: bool


class Weighing(Reader):
    """Sets the levels of a sentence's mentions."""

    def _weigh(self, clauses: list[Clause], mentions: list[Mention], first: int, end: int) -> None:
        """Set the level of each mention that nothing denied."""
        conditional = concluding = False
        answering = self.announced
        wondering = -1
        for clause in clauses:
            conditional = self._conditional(clause, clauses, conditional)
            if clause.flags & Cue.CONCLUDES:
                concluding = True
            elif clause.intro & (Cue.BUT | Cue.REASON | Cue.CONCESSION):
                concluding = False
            answering = answering or bool(clause.flags & Cue.ANSWERS)
            wondering = self._wondering(clause, clauses, wondering)
            before = clauses[clause.number - 1] if clause.number else None
            for mention in clause.mentions:
                if mention.level == DENIED:
                    continue
                self._level(mention, Setting(clause, before, first, end, concluding, answering))
                free = mention.level > ASIDE or mention.rule in ("other subject", "landmark")
                if mention.group >= 0 and free and _several(mention, mentions):
                    mention.level, mention.rule = ASIDE, "listed"
                if wondering >= 0:
                    mention.level, mention.rule = ASIDE, "question"
                if conditional:
                    mention.cap(ASIDE, "condition")

    def _compare(self, clauses: list[Clause], mentions: list[Mention], flags: int, first: int, end: int) -> None:
        """Weigh the mentions of a sentence against each other."""
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
            elif clause.intro & Cue.REASON and not self.pairs and not self._since_then(clause, first):
                self.reasons += clause.mentions

    def _since_then(self, clause: Clause, first: int) -> bool:
        """`Since the review it is X` tells a time, not a reason."""
        return clause.first == first and self.words[first] == "since"

    def _conditional(self, clause: Clause, clauses: list[Clause], conditional: bool) -> bool:
        """Whether a condition holds what this clause says open."""
        intro, marks = clause.intro, clause.flags
        turns = Cue.BUT | Cue.CONCLUDES
        if not (intro & (Cue.CONDITION | Cue.ELSE) or (marks & Cue.CONDITION and not intro & turns)):
            ended = intro & (turns | Cue.UNLESS) or (intro & Cue.HARD and not marks & Cue.ELSE)
            return conditional and not ended
        if sum(1 for item in clause.cues if item.flags & Cue.QUESTION_WORD) > 1:
            return False  # the condition is the question's own
        earlier = earlier_clause(clauses, clause.number)
        near = earlier is not None and clause.number - earlier.number < 3
        if earlier is None or not near or not intro & Cue.CONDITION:
            return True
        if not any(other.intro & turns for other in clauses[earlier.number : clause.number]):
            for mention in earlier.mentions:  # `X, if …`
                mention.cap(ASIDE, "condition")
        return True

    def _wondering(self, clause: Clause, clauses: list[Clause], wondering: int) -> int:
        """The clause that began to ask (`whether`, `between`), while the asking lasts; else -1."""
        if clause.flags & Cue.WHETHER:
            return clause.number
        if wondering < 0:
            return wondering
        over = (
            clauses[wondering].mentions
            or clause.intro & (Cue.CONCLUDES | Cue.BUT | Cue.AND | Cue.HARD)
            or clause.flags & Cue.ANSWERS
            or self.words[clause.first : clause.first + 1] == ["and"]
        )
        return -1 if over else wondering

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
                for mention in (mention for other in clauses[: clause.number] for mention in other.mentions):
                    if mention.target not in said:
                        mention.cap(WEAK if self.pairs else PLAIN, "but")

    def _in_turn(self, clauses: list[Clause]) -> None:
        """`first refused, then granted`: of states told in turn, the last one is the state."""
        for clause in clauses[1:]:
            opening = self.words[clause.first : clause.first + 2]
            last = "finally" in opening or (opening[:1] == ["then"] and self.known.kind is AnswerKind.STATE)
            if clause.mentions and last:
                for mention in (mention for other in clauses[: clause.number] for mention in other.mentions):
                    mention.deny("supersession")

    def _respectively(self, mentions: list[Mention], first: int, end: int) -> None:
        """`12 and 21 belong to Mara and Mira, respectively`."""
        if self.subjects is None or "respectively" not in self.words[first:end]:
            return
        listed = [mention for mention in mentions if mention.rule == "listed"]
        place = self.subjects.position(first, end, len(listed))
        if place is not None:
            listed[place].level, listed[place].rule = STRONG, "respectively"

    def _level(self, mention: Mention, setting: Setting) -> None:
        """Set a mention's level: first up by the form of its clause, then down by what speaks against it."""
        words, clause = self.words, setting.clause
        if mention.level == PLAIN:
            mention.level = self._strength(mention, setting)
        if words[mention.after : mention.after + 1] == ["'s"] and not self.pairs and not self._copula(mention, setting):
            mention.cap(ASIDE, "possessive")
        if setting.concluding:
            mention.level, mention.rule = max(mention.level, CONCLUDED), "conclusion"
        if setting.answering:
            mention.level, mention.rule = max(mention.level, ANSWERED), "answer"
        marks = _marks(mention, clause)
        if self._continues(mention, setting):
            before = setting.before
            denied = before is not None and before.mentions and before.mentions[-1].level == DENIED
            if before is not None and denied and ":" in words[before.first : before.end]:  # `Rejected: X, Y`
                mention.deny(before.mentions[-1].rule)
                return
            marks |= self._carried(before)
        self._by_time(mention, setting, marks)
        self._by_speaker(mention, setting, marks)
        self._by_place(mention, setting)
        if self.subjects is not None and not self.pairs:
            self._by_subject(mention, setting)

    def _by_time(self, mention: Mention, setting: Setting, marks: int) -> None:
        """Hold down what was so once, or is not so yet."""
        now = marks & Cue.NOW
        was = marks & Cue.WAS and not (now or setting.concluding or setting.answering or self.known.focus.past)
        earlier = marks & (Cue.PAST | Cue.FORMER) and not (now and setting.concluding)
        if mention.rule != "supersession" and (was or earlier):
            mention.cap(ASIDE if marks & Cue.FORMER and not now else FAINT, "past")
        clause = setting.clause
        if marks & Cue.PAST and marks & Cue.WAS and "until" in self.words[clause.first : clause.end]:
            mention.cap(ASIDE, "past")
        is_state = self.known.kind is AnswerKind.STATE
        if marks & Cue.FUTURE and mention.level < CONCLUDED and (self.known.focus.now or is_state):
            mention.cap(ASIDE, "proposed")
        if marks & Cue.PAST and self.known.kind is AnswerKind.VALUE and mention.level < PLAIN:
            mention.told = mention.told or not marks & (Cue.NOW | Cue.AFFIRMS)

    def _by_speaker(self, mention: Mention, setting: Setting, marks: int) -> None:
        """Hold down what others say, propose or hold open."""
        if marks & Cue.CLAIMS:
            mention.cap(WEAK if self.pairs else ASIDE, "claimed")
        elif marks & Cue.SAYS and not self.pairs:
            self._reported(mention, setting, marks)
        if marks & Cue.PROPOSED and mention.level < CONCLUDED:
            mention.cap(ASIDE, "proposed")
        elif marks & Cue.LOOKS and mention.level < ANSWERED:
            mention.cap(FAINT, "proposed")
        if marks & Cue.HEDGE and mention.level < CONCLUDED:
            mention.cap(WEAK, "hedged")

    def _reported(self, mention: Mention, setting: Setting, marks: int) -> None:
        clause = setting.clause
        if marks & Cue.ONLY and self.words[clause.first] == "only":  # `only the chat says X`
            mention.cap(FAINT, "reported")
        elif mention.level < CONCLUDED and not marks & Cue.ENDORSES:
            behind = any(item.flags & Cue.SAYS and item.first >= mention.after for item in clause.cues)
            if behind or self.words[mention.first - 1] not in _COPULAS:
                mention.cap(STRONG if marks & (Cue.NOW | Cue.QUESTION_WORD) else WEAK, "reported")

    def _by_place(self, mention: Mention, setting: Setting) -> None:
        """Hold down what stands in brackets, is kept back, or is only told of."""
        words, clause, first = self.words, setting.clause, setting.first
        lead = words[mention.first - 1] if mention.first else ""
        following = words[mention.after] if mention.after < len(words) else ""
        if following in ("for", "until", "as") and not _KEEPS.isdisjoint(
            words[max(first, mention.first - 2) : mention.first]
        ):
            mention.cap(ASIDE, "kept back")
        if not self.pairs:
            settled = mention.rule == "supersession"
            if following in ("only", "merely") and clause.end > mention.after + 1:
                mention.cap(FAINT, "told")
            if lead == "from" and not settled and "from" not in self.known.focus.tokens:
                mention.cap(PLAIN, "origin")
            if lead in _ABOUT and not settled and mention.level < CONCLUDED and not clause.flags & _SAYS_SO:
                mention.cap(FAINT, "told")
                mention.told = True
        weighs = PLAIN <= mention.level < CONCLUDED and self.known.kind is AnswerKind.VALUE
        if weighs and not self._answers(mention, clause):
            mention.cap(FAINT, "told")
            mention.told = True
        before = words[first : mention.first]
        if before.count("(") > before.count(")"):
            mention.cap(WEAK, "aside")

    def _by_subject(self, mention: Mention, setting: Setting) -> None:
        """Hold down what is said of another entity than the question's."""
        assert self.subjects is not None
        mention.subject = self.subjects.of(mention.first, mention.after, setting.first, setting.end)
        if not mention.subject and self.topic[1]:
            mention.subject = self.subjects.about(*self.topic)
        if mention.subject < 0:
            mention.cap(ASIDE, "other subject")
        elif mention.subject > 0 and mention.level == PLAIN:
            mention.level = STRONG

    def _continues(self, mention: Mention, setting: Setting) -> bool:
        """Whether a mention is all that stands behind a comma, so that what was said before the comma goes for it."""
        clause = setting.clause
        alone = mention.after == clause.end and ARTICLES.issuperset(self.words[clause.first : mention.first])
        return alone and bool(clause.intro & Cue.SOFT) and self.words[clause.first - 1] == ","

    def _carried(self, before: Clause | None) -> int:
        """What a clause hands on to a bare mention behind it."""
        if before is None:
            return 0
        if before.mentions:
            return before.flags & _CARRIED
        return before.flags & Cue.FORMER if before.end - before.first < 4 else 0  # `before that, X`

    def _strength(self, mention: Mention, setting: Setting) -> int:
        """Plain or strong: whether the clause has the form of an answer."""
        words, clause = self.words, setting.clause
        if clause.flags & (Cue.NOW | Cue.ENDORSES):
            return STRONG
        if mention.after < clause.end and words[mention.after] in self.known.focus.words:
            return STRONG
        tail = [word for word in words[mention.after : clause.end] if word[0].isalnum() and word not in _TRAILING]
        if not self.pairs and (not tail or (len(tail) == 1 and tail[0] in _SHORT_VERBS)):
            return STRONG
        asked = 0
        for item in clause.cues:
            if item.flags & (Cue.NEGATION | Cue.AVOID):
                break
            asked += bool(item.flags & Cue.QUESTION_WORD)
        if asked > 1 or (asked and clause.flags & Cue.COPULA) or clause.flags & Cue.AFFIRMS:
            return STRONG
        if any(item.flags & Cue.CHOOSES and 0 <= mention.first - item.after < 4 for item in clause.cues):
            return STRONG
        leads = mention.first > setting.first and words[mention.first - 1] in _LEADS_TO
        return STRONG if leads and not self.pairs else PLAIN

    def _answers(self, mention: Mention, clause: Clause) -> bool:
        """Whether a clause looks like an answer, rather than telling of a candidate (`Menu 2 contains nuts`)."""
        words, own = self.words, self.known.own
        if clause.flags & _ANSWERING or mention.rule == "supersession":
            return True
        before = words[clause.first : mention.first]
        behind = words[mention.after : clause.end]
        if behind[:1] == ["'s"] and behind[1:2] and behind[1] in _TURNS:
            return True
        if "(" in behind:
            behind = behind[: behind.index("(")]
        behind = [word for word in behind if word not in _TRAILING and word[0].isalnum() and word not in FILLING]
        said = not _COPULAS.isdisjoint(before) or (bool(before) and before[0] not in _TELLING)
        if not behind or (len(behind) == 1 and behind[0] in _SHORT_VERBS):
            verbs = [word for word in before if word.isalpha() and word not in FILLING and word not in own]
            return said or not verbs or before[-1] in _LEADS_TO
        if not all(word in FILLING or word in own for word in before):
            return said
        verb = behind[0]
        return verb in _POSITIVE or not (verb in _TELLS or verb.endswith(("s", "ed")))

    def _copula(self, mention: Mention, setting: Setting) -> bool:
        """Whether the `'s` behind a mention stands for `is`, or the mention owns the turn."""
        place = mention.after + 1
        following = self.words[place] if place < len(self.words) else ""
        if place >= setting.end or following in SIGNS:
            return True
        return following.endswith("ing") or following in _TURNS or following in _IS_WHAT


def _marks(mention: Mention, clause: Clause) -> int:
    """The cues of a clause that bear on a mention: all of them, or those before it where others follow."""
    if mention is clause.mentions[-1] or len({other.target for other in clause.mentions}) == 1:
        return clause.flags
    marks = 0
    for item in clause.cues:
        if item.first < mention.first:
            marks |= item.flags
    return marks


def _several(mention: Mention, mentions: list[Mention]) -> bool:
    """Whether different candidates in a group are still standing."""
    standing = {other.target for other in mentions if other.group == mention.group and other.level != DENIED}
    return len(standing) > 1
