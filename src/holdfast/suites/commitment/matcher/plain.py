"""The short way for a plain answer: the reply names one candidate, and nothing in it speaks against that.

Most replies are like this, and they need no reading: what is named alone, neither denied nor held open nor said of
something else, is the answer.
"""

from __future__ import annotations

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import AMBIGUOUS, Compiled
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.subjects import Subjects

_HARMLESS = (
    Cue.AFFIRMS | Cue.CHOOSES | Cue.QUESTION_WORD | Cue.COPULA | Cue.SENTENCE | Cue.SOFT | Cue.HARD | Cue.NOW
    | Cue.SAYS | Cue.REASON | Cue.CONCLUDES | Cue.AND | Cue.IDLE | Cue.ENDORSES | Cue.YES | Cue.BY | Cue.WITH
    | Cue.TO | Cue.ONLY
)  # fmt: skip
_SAYS_SO = Cue.AFFIRMS | Cue.CHOOSES | Cue.QUESTION_WORD | Cue.NOW | Cue.CONCLUDES | Cue.ENDORSES
_ENDS = frozenset((".", "!", "\n", ","))
_BEGINS = frozenset(". ! ? \n , : the >".split(" "))
_MAY_OWN = frozenset(("'s", "(", ":", "→", "="))


def plainly(words: list[str], items: list[Item], known: Compiled, subjects: Subjects | None) -> Item | None:
    """The mention that is plainly the answer."""
    if known.kind is AnswerKind.PAIR or (subjects is not None and subjects.other):
        return None
    if known.focus.awaited and "still" in words:
        return None
    found: Item | None = None
    marks = 0
    for item in items:
        flags = item[0]
        if flags:
            if flags & ~_HARMLESS:
                return None
            marks |= flags
        elif found is None:
            found = item
        elif item.target != found.target:
            return None
    if found is None or found.target == AMBIGUOUS:
        return None
    following = words[found.after] if found.after < len(words) else "."
    opens = not found.first or words[found.first - 1] in _BEGINS
    if following in _MAY_OWN or not (marks & _SAYS_SO or not opens or following in _ENDS):
        return None
    return found
