"""Who says what a clause says: the reply itself, somebody who is named, or a source that has it so."""

from __future__ import annotations

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.clauses import ASIDE, CONCLUDED, FAINT, STRONG, WEAK, Clause, Mention
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import Compiled

FILLING = frozenset(
    """
    the a an and but so then well yes ok okay sure at in on to for of with as , : ( ) " - it that this is be 's . you
    number just not no therefore however rather also only still i think believe would 'd say my our your one
    """.split()
)
"""Words that add nothing to a bare answer."""
COPULAS = frozenset(("is", "'s", "be", "are"))
HAS = frozenset("has have had puts".split())
_OPENING = frozenset("while whereas though although he she they we i now still also".split())
_FIRST = frozenset("i we".split())
SAYS_SO = Cue.QUESTION_WORD | Cue.AFFIRMS | Cue.ENDORSES | Cue.NOW | Cue.CHOOSES
_BACKS = SAYS_SO & ~Cue.QUESTION_WORD


class Saying:
    """Holds down what others say, propose or hold open."""

    __slots__ = ("first", "known", "pairs", "words")

    def __init__(self, words: list[str], known: Compiled, first: int) -> None:
        self.words, self.known, self.first = words, known, first
        self.pairs = known.kind is AnswerKind.PAIR

    def by_speaker(self, mention: Mention, clause: Clause, marks: int) -> None:
        """Hold down what others say, propose or hold open."""
        if marks & Cue.CLAIMS:
            mention.cap(WEAK if self.pairs else ASIDE, "claimed")
        elif marks & Cue.SAYS and not self.pairs and mention.level < CONCLUDED and not marks & Cue.ENDORSES:
            said = [item.first for item in clause.cues if item.flags & Cue.SAYS and not self._speaks(item.first)]
            asked = any(item.flags & Cue.QUESTION_WORD and item.first > said[0] for item in clause.cues if said)
            behind = bool(said) and said[-1] >= mention.after
            if marks & Cue.ONLY and self.words[clause.first] == "only":  # `only the chat says X`
                mention.cap(FAINT, "reported")
            if said and (behind or self.words[mention.first - 1] not in COPULAS):
                mention.cap(STRONG if marks & Cue.NOW or asked else WEAK, "reported")
        elif not self.pairs and mention.level < CONCLUDED and not marks & _BACKS and self._has_it(mention, clause):
            mention.cap(WEAK, "reported")
        if marks & Cue.PROPOSED and mention.level < CONCLUDED:
            mention.cap(ASIDE, "proposed")
        elif marks & Cue.LOOKS and mention.level < CONCLUDED:
            mention.cap(FAINT, "proposed")
        if marks & Cue.HEDGE and mention.level < CONCLUDED:
            mention.cap(WEAK, "hedged")

    def _has_it(self, mention: Mention, clause: Clause) -> bool:
        """`the app has it at X`, `notice 12 has the lift at X`: a source that nobody asked about, and what it holds."""
        words = self.words[clause.first : mention.first]
        place = next((place for place, word in enumerate(words) if word in HAS), 0)
        source = [word for word in words[:place] if word.isalpha() and word not in FILLING and word not in _OPENING]
        focus = self.known.focus
        return bool(source) and focus.words.isdisjoint(source) and self.known.own.isdisjoint(source)

    def _speaks(self, place: int) -> bool:
        """`I would say X`: the reply itself is the one who says so."""
        return not _FIRST.isdisjoint(self.words[max(self.first, place - 2) : place])
