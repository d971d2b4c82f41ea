"""How much of an answer each mention is that nothing denied: by the form of its clause, its time, and who says it."""

from __future__ import annotations

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.clauses import (
    ANSWERED,
    ASIDE,
    CONCLUDED,
    DENIED,
    FAINT,
    KEYED,
    PLAIN,
    SIGNS,
    STRONG,
    WEAK,
    Clause,
    Mention,
)  # fmt: skip
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import SOURCE, Compiled
from holdfast.suites.commitment.matcher.saying import COPULAS, FILLING, HAS, SAYS_SO, Saying
from holdfast.suites.commitment.matcher.subjects import Subjects

_SHORT_VERBS = frozenset("can does is has did will it then please do".split())
_TRAILING = frozenset(
    "either then please here now though too instead anyway again i think believe guess thanks today sir".split()
)
_LEADS_TO = frozenset("has have is 's be → : = at in on 't not".split())
_TURNS = frozenset("name turn shift slot job watch week round go responsibility".split())
_IS_WHAT = frozenset("the a an still our your it right not eligible correct".split())
_ABOUT = frozenset("by about regarding concerning".split())
_KEEPS = frozenset("keep save leave".split())
_BACK = frozenset("for until as".split())
_PUTS = frozenset("leave leaving set setting put putting rule ruling cross strike throw keep".split())
_OUT = frozenset("out aside off away".split())
_TELLING_OF = frozenset("is are was were comes come came in".split())
_OWNED = frozenset(("the", "'s"))
_ARTICLES = frozenset(("the", "a", "an"))
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
_KEYED = frozenset((":", "="))
_ANSWERING = (
    SAYS_SO | Cue.ONLY | Cue.SAYS | Cue.AVOID | Cue.EXCEPT | Cue.REPLACES | Cue.FROM | Cue.TO | Cue.ANSWERS
    | Cue.CONCLUDES | Cue.YES | Cue.HEDGE | Cue.LOOKS | Cue.CORRECTS | Cue.RECHECKS
)  # fmt: skip
_FORMS = Cue.CHOOSES | Cue.QUESTION_WORD | Cue.COPULA | Cue.ANSWERS | Cue.CONCLUDES | Cue.ONLY | Cue.HEDGE | Cue.NOW
_VOUCHES = Cue.NOW | Cue.ENDORSES | Cue.AFFIRMS
_TURNS_AWAY = Cue.NEGATION | Cue.AVOID
_CARRIED = Cue.FORMER | Cue.PAST | Cue.WAS | Cue.LOOKS | Cue.PROPOSED | Cue.CLAIMS
_OLD = Cue.FORMER | Cue.PAST | Cue.WAS
_TIMES = Cue.FORMER | Cue.PAST | Cue.NOW
_HOLDS_DOWN = _CARRIED | Cue.FUTURE | Cue.SAYS | Cue.HEDGE


class Weigher(Saying):
    """Weighs the mentions of one sentence."""

    __slots__ = ("answering", "concluding", "end", "granted", "mentions", "subjects")

    def __init__(self, words: list[str], known: Compiled, subjects: Subjects | None, first: int, end: int) -> None:
        super().__init__(words, known, first)
        self.subjects, self.end = subjects, end
        self.mentions: list[Mention] = []
        self.concluding = self.answering = False
        self.granted = False
        """Whether something was granted first: `even if the note counted, it would be X`."""

    def weigh(self, mention: Mention, clause: Clause, before: Clause | None) -> None:
        """Set a mention's level: first up by the form of its clause, then down by what speaks against it."""
        words = self.words
        if mention.level == PLAIN:
            self._by_form(mention, clause)
        if mention.after < len(words) and words[mention.after] == "'s" and not self.pairs and not self._is(mention):
            mention.cap(ASIDE, "possessive")
        if self.answering:
            mention.level, mention.rule = max(mention.level, ANSWERED), "answer"
        elif self.concluding:
            mention.level, mention.rule = max(mention.level, CONCLUDED), "conclusion"
        marks = _marks(mention, clause)
        if before is not None and clause.intro & Cue.SOFT and self._continues(mention, clause):
            if before.mentions and before.mentions[-1].level == DENIED and ":" in words[before.first : before.end]:
                mention.deny(before.mentions[-1].rule)  # `Rejected: X, Y`
                return
            if before.mentions:
                marks |= before.flags & _CARRIED
            elif before.end - before.first < 4:
                marks |= before.flags & Cue.FORMER  # `before that, X`
        told = mention.first - clause.first > 1 and not HAS.isdisjoint(words[clause.first : mention.first])
        if marks & _HOLDS_DOWN or told or (marks & Cue.NOW and self.known.focus.awaited):
            self._by_time(mention, clause, marks)
            self.by_speaker(mention, clause, marks)
        self._by_place(mention, clause)
        if self.subjects is not None and not self.pairs:
            mention.subject = self.subjects.of(mention.first, mention.after, self.first, self.end)
            if mention.subject < 0:
                mention.cap(ASIDE, "other subject")
            elif mention.subject > 0 and mention.level == PLAIN:
                mention.level = STRONG

    def _by_form(self, mention: Mention, clause: Clause) -> None:
        """Lift what is said in the form of an answer."""
        if mention.first > self.first and self.words[mention.first - 1] == "→" and self._after_arrow(mention):
            mention.level, mention.rule = CONCLUDED, "arrow"
        elif self._strong(mention, clause):
            mention.level = STRONG
            if mention.first and self.words[mention.first - 1] in _KEYED and self._keyed(mention):
                mention.level, mention.rule = KEYED, "under the question's word"

    def _after_arrow(self, mention: Mention) -> bool:
        """`→ X` on a line of its own, `X (sealed) → X`; but not a change from one value to another."""
        opens = not any(word[0].isalnum() for word in self.words[self.first : mention.first])
        ends = not any(word[0].isalnum() for word in self.words[mention.after : self.end])
        others = [other for other in self.mentions if other is not mention]
        steps = opens or bool(others) or self.words[self.first : mention.first].count("→") > 1
        return ends and steps and all(other.target == mention.target for other in others)

    def _keyed(self, mention: Mention) -> bool:
        """`Papers: X`, where it was asked what goes into the papers."""
        key = [word for word in self.words[self.first : mention.first - 1] if word not in FILLING and word[0].isalnum()]
        return bool(key) and self.known.focus.words.issuperset(key)

    def _strong(self, mention: Mention, clause: Clause) -> bool:
        """Whether the clause has the form of an answer."""
        words, flags = self.words, clause.flags
        if flags & _VOUCHES:
            return True
        if mention.after < clause.end and words[mention.after] in self.known.focus.words:
            return True
        if flags & Cue.QUESTION_WORD:
            asked = 0
            for item in clause.cues:
                if item.flags & _TURNS_AWAY:
                    break
                asked += bool(item.flags & Cue.QUESTION_WORD)
            if asked > 1 or (asked and flags & Cue.COPULA):
                return True
        if flags & Cue.CHOOSES and any(i.flags & Cue.CHOOSES and 0 <= mention.first - i.after < 4 for i in clause.cues):
            return True
        if self.pairs:
            return False
        if mention.first > self.first and words[mention.first - 1] in _LEADS_TO:
            return True
        tail = [word for word in words[mention.after : clause.end] if word[0].isalnum() and word not in _TRAILING]
        if len(tail) > 1 or (tail and tail[0] not in _SHORT_VERBS):
            return False
        return bool(flags & _FORMS) or not any(
            word.isalpha() and word not in FILLING and word not in self.known.own
            for word in words[clause.first : mention.first]
        )

    def _by_time(self, mention: Mention, clause: Clause, marks: int) -> None:
        """Hold down what was so once, or is not so yet; of several words of time the nearest counts."""
        focus = self.known.focus
        if marks & Cue.PAST and self.known.kind is AnswerKind.STATE and self._until(mention, clause):
            return
        if marks & _OLD and mention.rule != "supersession":
            now = marks & Cue.NOW
            if now and marks & (Cue.PAST | Cue.FORMER) and _nearest(mention, clause, _TIMES) & Cue.NOW:
                marks &= ~_OLD
            was = marks & Cue.WAS and not (now or self.concluding or self.answering or focus.past)
            was = was and _nearest(mention, clause, Cue.WAS | Cue.COPULA) & Cue.COPULA == 0  # `what was weighed is X`
            earlier = marks & (Cue.PAST | Cue.FORMER) and not (now and self.concluding)
            if was or earlier:
                mention.cap(ASIDE if marks & Cue.FORMER and not now else FAINT, "past" if earlier else "was")
        if focus.awaited and marks & Cue.NOW and "still" in self.words[clause.first : clause.end]:
            mention.cap(ASIDE, "proposed")  # `the barge is still at sea`
        present = (focus.now or self.known.kind is AnswerKind.STATE) and not self.granted
        if marks & Cue.FUTURE and mention.level < CONCLUDED and present and self.words[clause.first] != "i":
            mention.cap(ASIDE, "proposed")

    def _until(self, mention: Mention, clause: Clause) -> bool:
        """`It was X until the officer made it Y`: of states, the second is the new one."""
        words = self.words[clause.mentions[0].after : mention.first]
        return mention is not clause.mentions[0] and ("until" in words or "till" in words)

    def _by_place(self, mention: Mention, clause: Clause) -> None:
        """Hold down what stands in brackets, is kept back, or is only told of."""
        words, first = self.words, self.first
        lead = words[mention.first - 1] if mention.first else ""
        following = words[mention.after] if mention.after < len(words) else ""
        verb = words[max(first, mention.first - 2) : mention.first]
        if (following in _BACK and not _KEEPS.isdisjoint(verb)) or (following in _OUT and not _PUTS.isdisjoint(verb)):
            mention.cap(ASIDE, "kept back")
        if not self.pairs and mention.rule != "supersession":
            if lead == "from" and "from" not in self.known.focus.tokens:
                mention.cap(PLAIN, "origin")
            told = lead in _ABOUT and lead not in self.known.focus.tokens
            if told and mention.level < CONCLUDED and not clause.flags & SAYS_SO:
                mention.cap(FAINT, "told")
        value = self.pairs and mention.target < SOURCE and mention.level < CONCLUDED
        if value and following in _TELLING_OF and lead in _OWNED:
            mention.cap(WEAK, "told")  # `A's Y is from the radio`
        weighs = PLAIN <= mention.level < CONCLUDED and self.known.kind is AnswerKind.VALUE
        if weighs and not self._answers(mention, clause):
            opens = FILLING.issuperset(words[clause.first : mention.first])
            mention.cap(FAINT, "told" if opens else "said")
        before = words[first : mention.first]
        news = clause.flags & Cue.NOW and before[:1] == ["("]  # a line of its own: `(Y after the latest reading)`
        if "(" in before and before.count("(") > before.count(")") and not news:
            mention.cap(WEAK, "aside")

    def _answers(self, mention: Mention, clause: Clause) -> bool:
        """Whether a clause looks like an answer, rather than telling of a candidate (`Menu 2 contains nuts`)."""
        if clause.flags & _ANSWERING or mention.rule in ("supersession", "affirmed"):
            return True
        words, own = self.words, self.known.own
        before = words[clause.first : mention.first]
        behind = words[mention.after : clause.end]
        if behind[:1] == ["'s"] and behind[1:2] and behind[1] in _TURNS:
            return True
        if "(" in behind:
            behind = behind[: behind.index("(")]
        behind = [word for word in behind if word not in _TRAILING and word[0].isalnum() and word not in FILLING]
        said = not COPULAS.isdisjoint(before) or (bool(before) and before[0] not in _TELLING)
        if not behind or (len(behind) == 1 and behind[0] in _SHORT_VERBS):
            verbs = [word for word in before if word.isalpha() and word not in FILLING and word not in own]
            return said or not verbs or before[-1] in _LEADS_TO
        if not all(word in FILLING or word in own for word in before):
            return said
        verb = behind[0]
        return verb in _POSITIVE or not (verb in _TELLS or verb.endswith(("s", "ed")))

    def _continues(self, mention: Mention, clause: Clause) -> bool:
        """Whether a mention is all that stands behind a comma, so that what was said before the comma goes for it."""
        words = self.words
        alone = mention.after == clause.end and _ARTICLES.issuperset(words[clause.first : mention.first])
        return alone and words[clause.first - 1] == ","

    def _is(self, mention: Mention) -> bool:
        """Whether the `'s` behind a mention stands for `is`, or the mention owns the turn."""
        place = mention.after + 1
        following = self.words[place] if place < self.end else ","
        if following in self.known.focus.words:
            return True  # whose figure counts? `X's figure`
        if following in _SHORT_VERBS:
            return True  # `X's is`
        return following in SIGNS or following.endswith("ing") or following in _TURNS or following in _IS_WHAT


def _marks(mention: Mention, clause: Clause) -> int:
    """The cues of a clause that bear on a mention: all of them, or those before it where others follow."""
    mentions = clause.mentions
    if len(mentions) == 1 or mention is mentions[-1] or len({other.target for other in mentions}) == 1:
        return clause.flags
    marks = 0
    for item in clause.cues:
        if item.first < mention.first:
            marks |= item.flags
        elif item.first == mention.after:
            marks |= item.flags & Cue.PROPOSED  # `X would have been chosen had Y …`
    return marks


def _nearest(mention: Mention, clause: Clause, wanted: int) -> int:
    """What the cue of some kind means that stands nearest to a mention."""
    gaps = [
        (mention.first - item.after if item.first < mention.first else item.first - mention.after, item.flags)
        for item in clause.cues
        if item.flags & wanted
    ]
    return min(gaps)[1] if gaps else 0
