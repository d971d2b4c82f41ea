"""How a reply sets an answer apart, and the words and signs that tell whether it does."""

from __future__ import annotations

import re
from typing import NamedTuple

OPENING, ANNOUNCED, SENTENCE = "opening", "answer", "opening sentence"
CLOSING, LAST, BOLD, POINTED = "closing line", "closing sentence", "bold", "pointed at"
"""How a candidate is set apart."""
LENGTHY = 200
"""Characters beyond which a reply is long: it explains, and may open or end with words of its own."""
LONGEST = 160
"""Characters that an answer may take."""
MOST_WORDS = 9
"""Words that a candidate may take."""
WRAPPING = " \t\r.!*_`\"“”'‘’#>•–—-"
"""What may stand around an answer without being part of it."""
BULLET = re.compile(r"\s*(?:[*•–-]|\d{1,2}[.)])\s+(?:\[[ xX]\]\s*)?")
"""The sign of an entry of a list, with its box."""
SAYS_OF_IT = re.compile(
    r"[\"”*]*\s*(?:\([^()\n]*\)\s*)?(?:does|do|is|are|was|were|comes?|came|belongs?|would|has|have|had|concerns?|applies)\b"
)
"""What, behind a candidate, goes on to say something of it, so that it is not set apart."""
HELD_OPEN = frozenset(
    """
    not n't no never nor was were had been until if may might could would should or either whether said says say claims
    originally former formerly earlier previous previously old draft other others than instead except unless before used
    impression wrong false rejected discarded stale outdated ignored ignore both maybe perhaps possibly however
    distractor decoy trap tempting rumour rumor mistaken
    """.split()
)
"""Words by which a heading or what stands before a colon does not announce an answer."""
SHOULD = frozenset("should would".split())
"""Words by which a sentence may well lead to an answer: `So the entry should read: …`."""
PASSED_OVER = frozenset("not others ruled rejected discarded excluded alternatives rest ignore".split())
"""Words by which a heading says that what follows is not the answer."""
ASIDE = (
    HELD_OPEN - SHOULD
    | PASSED_OVER
    | frozenset("source basis draft impression first runner-up second standby backup reserve last".split())
)
"""Words by which a label says that what follows is something else than the answer."""


LABELS = frozenset("present current state status confirmed verdict decision winner outcome final qualified".split())
"""Words of labels of answers."""


def trimmed(text: str) -> str:
    """A text without what stands around an answer; a minus before a number is part of it."""
    plain = text.strip(WRAPPING)
    place = text.find(plain) - 1
    return f"-{plain}" if place >= 0 and text[place] == "-" and plain[:1].isdigit() else plain


class Alone(NamedTuple):
    """A candidate that is set apart."""

    target: int
    """Which one."""
    rule: str
    """How it is set apart."""
    span: tuple[int, int]
    """Where it stands in the reply."""


class Line(NamedTuple):
    """A line that says something."""

    text: str
    start: int
    """Where it stands in the reply."""
