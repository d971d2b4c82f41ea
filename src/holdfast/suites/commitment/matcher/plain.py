"""The short way for a plain answer: one sentence, one candidate at its end, and nothing against it.

`The courier to select is Rina.` needs no clauses. This gives what the full reading would give, and a test compares the
two; whatever is not as plain as this goes the long way.
"""

from __future__ import annotations

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.phrases import AMBIGUOUS, Compiled
from holdfast.suites.commitment.matcher.scan import Item
from holdfast.suites.commitment.matcher.subjects import Subjects
from holdfast.suites.commitment.matcher.wording import Cue

_SAYS_SO = Cue.AFFIRMS | Cue.CHOOSES | Cue.QUESTION_WORD
_HARMLESS = _SAYS_SO | Cue.COPULA | Cue.SENTENCE
_BEFORE = frozenset(("is", "'s", "be", "→", "="))


def plainly(words: list[str], items: list[Item], known: Compiled, subjects: Subjects | None) -> Item | None:
    """The mention that is plainly the answer."""
    if known.kind is AnswerKind.PAIR or (subjects is not None and subjects.other):
        return None
    found: Item | None = None
    marks = 0
    for item in items:
        flags = item.flags
        if not flags:
            if found is not None:
                return None
            found = item
        elif found is not None:
            if flags != Cue.SENTENCE:
                return None
        else:
            marks |= flags
    if found is None or marks & ~_HARMLESS or marks & Cue.SENTENCE or found.target == AMBIGUOUS:
        return None
    behind = words[found.after :]
    if behind and (len(behind) > 1 or behind[0] not in ".!"):
        return None
    said = marks & _SAYS_SO or (found.first and words[found.first - 1] in _BEFORE)
    return found if said else None
