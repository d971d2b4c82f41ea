"""What later clauses, sentences and headings say of mentions outside them: `that is what counts`, `it is wrong`."""

from __future__ import annotations

from holdfast.suites.commitment.matcher.clauses import (
    ASIDE,
    CONCLUDED,
    DENIED,
    FAINT,
    PLAIN,
    SIGNS,
    STRONG,
    Clause,
    Mention,
)  # fmt: skip
from holdfast.suites.commitment.matcher.denying import GOES_ON
from holdfast.suites.commitment.matcher.governing import Governor
from holdfast.suites.commitment.matcher.meanings import Cue

_PASSING = frozenset("that this which what says said with from have been were will would there their they them".split())
_AGAINST = Cue.NEGATION | Cue.DENIAL
_PARTS = Cue.BUT | Cue.HARD
_KEPT_AWAY = frozenset(("reported", "claimed", "proposed", "past"))
_THUS = frozenset("so therefore hence thus".split())
_SHORT = 6
_RECENT = 12
_BEGINS = frozenset("as following below the this".split())
_MATTERS = Cue.ENDORSES | Cue.CHOOSES | Cue.AFFIRMS | Cue.NOW | Cue.QUESTION_WORD | Cue.CONCLUDES


class Following:
    """What is known of a reply while its sentences are read one by one."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.pairs = False
        self.mentions: list[Mention] = []
        self.flags = 0
        self.epoch = 0
        self.firm = False
        """Whether the last correction takes back, rather than only doubts."""
        self.sentences = 0
        self.last: list[Mention] = []
        """The mentions that a pronoun can mean."""
        self.announced = False
        self._told = (0, 0)
        self.asked: list[Mention] = []
        """The mentions of a question that the reply asks itself."""
        self.unlisted = False
        """Whether something that is no candidate was given as the answer."""
        self.section = 0
        """What the heading says under which a list stands."""
        self.topic = 0
        """Whether the last heading or question names what is asked about (1) or another (-1): `Row 12? Malbec.`"""
        self.undecided = 0
        """The last sentence that says that the choice is open."""

    def remember(self, mentions: list[Mention], first: int, end: int) -> None:
        """Keep what the next sentence may go on about."""
        self.mentions += mentions
        self.last = mentions
        self._told = (first, end)
        self.announced = False

    def _word(self, place: int) -> str:
        return self.words[place] if place < len(self.words) else ""

    def go_on(self, clauses: list[Clause], mentions: list[Mention]) -> None:
        """A clause without a mention may say that a mention of its sentence counts."""
        standing: Mention | None = None
        endorsing = 0
        for clause in clauses:
            if clause.intro & _PARTS:
                standing = None
            if clause.mentions:
                first = clause.mentions[0]
                if endorsing and first.level > ASIDE:
                    first.level = max(first.level, CONCLUDED if endorsing & Cue.ENDORSES else STRONG)
                endorsing = 0
                alive = [
                    mention for mention in clause.mentions if mention.level > ASIDE or mention.rule == "possessive"
                ]
                standing = alive[-1] if alive else standing
            elif clause.flags & _MATTERS:
                named = self._endorsed(clause, clauses)
                endorsing = endorsing or (self._endorses_next(clause) if standing is None else 0)
                self._affirm(clause, mentions)
                if standing is not None and not clause.flags & (_AGAINST | Cue.NO | Cue.NOBODY):
                    self._support(clause, standing, named=named)

    def _endorsed(self, clause: Clause, clauses: list[Clause]) -> bool:
        """Whether a clause names what it endorses: `the record says X; the record decides`."""
        if not self._picks(clause) or clause.flags & _AGAINST:
            return False
        said = self._nouns(clause)
        for earlier in reversed(clauses[: clause.number]):
            if earlier.mentions and not said.isdisjoint(self.words[earlier.first : earlier.end]):
                mention = earlier.mentions[-1]
                if mention.level > ASIDE:
                    mention.level, mention.rule = max(mention.level, CONCLUDED), "endorsed"
                return True
        return False

    def _picks(self, clause: Clause) -> bool:
        """`…; the record wins`, `…; trust the record`."""
        short = clause.end - clause.first < _SHORT
        form = Cue.AFFIRMS if self._word(clause.first) == "the" else Cue.CHOOSES
        return bool(clause.flags & (Cue.ENDORSES | form if short else Cue.ENDORSES))

    def _endorses_next(self, clause: Clause) -> int:
        """`the registry, which is what counts, says X`."""
        wanted = Cue.ENDORSES
        if self._word(clause.first) == "which":
            wanted |= Cue.NOW | Cue.AFFIRMS
        return 0 if clause.flags & _AGAINST else clause.flags & wanted

    def _affirm(self, clause: Clause, mentions: list[Mention]) -> None:
        """`a note alleges that X is out; she remains the one`."""
        if len({mention.target for mention in mentions}) != 1 or not clause.number:
            return
        positive = clause.flags & (Cue.NOW | Cue.AFFIRMS | Cue.QUESTION_WORD)
        pointing = self._word(clause.first) in ("he", "she", "it", "that")
        if pointing and positive and not clause.flags & (_AGAINST | Cue.NO | Cue.CLAIMS):
            for mention in mentions:
                if mention.rule in ("claimed", "claim denied", "past") and mention.level > DENIED:
                    mention.level, mention.rule = STRONG, "affirmed"

    def _support(self, clause: Clause, standing: Mention, *, named: bool) -> None:
        """Let a clause that goes on about the last mention speak for it."""
        if clause.flags & Cue.LOOKS:
            return  # `which is merely approved for freight`
        if clause.flags & Cue.AFFIRMS and self._word(clause.first) in ("it", "he", "she", "that", "which"):
            standing.lift(CONCLUDED if self._word(clause.first) == "which" else STRONG, "affirmed")
        follows = clause.intro & (Cue.AND | Cue.CONCLUDES | Cue.BUT | Cue.REASON)
        opening = self._word(clause.first + bool(follows))
        if clause.flags & Cue.ENDORSES and not clause.intro & (Cue.REASON | Cue.CONCESSION):
            if not named:
                standing.level, standing.rule = max(standing.level, CONCLUDED), "endorsed"
        elif follows & Cue.AND and clause.flags & Cue.QUESTION_WORD and self._asked_of(clause):
            standing.lift(STRONG, "affirmed")
        elif clause.flags & Cue.CONCLUDES and opening in GOES_ON:
            standing.level, standing.rule = max(standing.level, CONCLUDED), "conclusion"

    def _asked_of(self, clause: Clause) -> bool:
        """`X had the file and is named`: what was asked, said of the last mention."""
        item = next(item for item in clause.cues if item.flags & Cue.QUESTION_WORD)
        return item.first - clause.first < 3 and (clause.flags & Cue.COPULA or item.first == clause.first + 1) != 0

    def go_without(self, clauses: list[Clause], first: int, end: int, flags: int) -> None:
        """A sentence without a mention: it may announce one, or say something of the last."""
        if self.announced and end > first and not flags & (Cue.ANSWERS | Cue.QUESTION_WORD):
            self.announced = False
            self.unlisted = True
        if flags & Cue.ANSWERS:
            self._announce(clauses, end, flags)
        elif self.words[end - 1] == ":" and end - 2 >= first and self.words[end - 2] in _THUS:
            self.announced = True  # `The second is sealed, so:`
        if self.asked:
            self._reply_to_itself(first, end, flags)
        if self.last and flags & (_AGAINST | Cue.ENDORSES):
            for clause in clauses:
                if clause.flags & _AGAINST:
                    self._speak_against(clause, clauses)
                elif clause.flags & Cue.ENDORSES:
                    self._endorse_last(clause)

    def _announce(self, clauses: list[Clause], end: int, flags: int) -> None:
        """`Answer:` announces a mention at the end of a line; before other words it gives what is no candidate."""
        cue = next(item for clause in clauses for item in clause.cues if item.flags & Cue.ANSWERS)
        left = [word for word in self.words[cue.after : end] if word not in SIGNS]
        if not left or left[0] in _BEGINS:
            self.announced = True
        elif not flags & (Cue.REASON | Cue.WHETHER | Cue.REFUSES):
            self.unlisted = True

    def _reply_to_itself(self, first: int, end: int, flags: int) -> None:
        """`Is it X? Yes.`"""
        opening = self.words[first] if first < end else ""
        if flags & (Cue.YES | Cue.NO) and (end - first < 3 or opening in ("yes", "no", "yep", "nope")):
            for mention in self.asked:
                if flags & Cue.YES:
                    mention.level, mention.rule = STRONG, "affirmed"
                else:
                    mention.deny("negation")

    def _speak_against(self, clause: Clause, clauses: list[Clause]) -> None:
        """`The memo says X. The memo is wrong.`"""
        if clause.flags & Cue.NEGATION and clause.flags & Cue.DENIAL:
            return
        item = next(item for item in clause.cues if item.flags & _AGAINST)
        if item.flags & Cue.DENIAL and not self._nouns(clause).isdisjoint(self.words[slice(*self._told)]):
            for mention in self.last:
                if mention.rule in _KEPT_AWAY:
                    mention.deny("disqualified")
        else:
            Governor(self.words, clauses, self.last, pairs=self.pairs).deny_subject(item, clause, [])

    def _endorse_last(self, clause: Clause) -> None:
        """`X is in the draft, Y in the signed version. The signed version counts.`"""
        said = self._nouns(clause)
        recent = self.mentions[-_RECENT:]
        meant = [m for m in recent if not said.isdisjoint(self.words[m.clause.first : m.clause.end])]
        if len({mention.target for mention in meant}) == 1 and meant[-1].level > DENIED:
            meant[-1].level, meant[-1].rule = CONCLUDED, "endorsed"

    def _nouns(self, clause: Clause) -> set[str]:
        """The words of a clause by which another can be recognised as being about the same thing."""
        words = self.words[clause.first : clause.end]
        return {word for word in words if len(word) > 3 and word.isalpha() and word not in _PASSING}

    def head(self, first: int, end: int, flags: int, *, asked: bool) -> None:
        """Whether a line without a mention heads the lines that follow."""
        ends_line = end >= len(self.words) or self.words[end] == "\n"
        words = [word for word in self.words[first:end] if word[0].isalnum()]
        if asked or not any(len(word) > 1 for word in words):
            return
        marked = self.words[end - 1] == ":" or self.words[first] == "number" or len(words) < 5
        self.section = flags if ends_line and marked and len(words) < 9 else 0

    def under_heading(self, mentions: list[Mention]) -> None:
        """Let a heading govern the mentions of a line below it."""
        section = self.section
        for mention in mentions:
            if section & (_AGAINST | Cue.AVOID | Cue.NO):
                mention.deny("heading")
            elif section & (Cue.FORMER | Cue.PAST):
                mention.cap(FAINT, "past")
            elif section & (Cue.PROPOSED | Cue.LOOKS | Cue.CLAIMS):
                mention.cap(FAINT, "proposed")
            elif section & (Cue.ANSWERS | Cue.NOW | Cue.AFFIRMS) and mention.level == PLAIN:
                mention.level = STRONG
