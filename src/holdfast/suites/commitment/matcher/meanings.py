"""What a cue can do to the mentions around it: deny, withdraw, hedge, conclude. `wording` has the words that do it."""

from __future__ import annotations


class Cue:
    """What a cue does to the mentions around it."""

    NEGATION = 1 << 0
    """Denies the mention behind it in its clause, else the one before."""
    NOBODY = 1 << 1
    """A negation that `but`, `except` and the like turn round."""
    DENIAL = 1 << 2
    """An adjective or predicate that disqualifies."""
    AVOID = 1 << 3
    """Denies what follows: `rather than`, `ignore`."""
    LANDMARK = 1 << 4
    """What follows is told for orientation: `next to`, `covering for`."""
    EXCEPT = 1 << 5
    """Behind a negation it picks out, otherwise it leaves out."""
    ONLY = 1 << 6
    """Picks out what follows it."""
    REPLACES = 1 << 7
    """One value takes the place of another; which one depends on the voice."""
    BY = 1 << 8
    """Turns a replacement round."""
    WITH = 1 << 9
    """`replaced X with Y`."""
    FROM = 1 << 10
    """The old value of a change."""
    TO = 1 << 11
    """The new value of a change."""
    CHANGED = 1 << 12
    """A verb of change: `moved`, `updated`."""
    FORMER = 1 << 13
    """Expressly so once and, unless it is said, not now: `used to be`, `originally`."""
    PAST = 1 << 14
    """Of an earlier time."""
    WAS = 1 << 15
    """Past tense: weak against a present."""
    NOW = 1 << 16
    """Expressly so at present."""
    HEDGE = 1 << 17
    """Held open: `might`, `possibly`."""
    LOOKS = 1 << 18
    """Only seems so, or is only mentioned."""
    PROPOSED = 1 << 19
    """Proposed, expected or asked for, not so."""
    FUTURE = 1 << 20
    """Not so yet."""
    SAYS = 1 << 21
    """Somebody says so."""
    CLAIMS = 1 << 22
    """Somebody says so, and the reply keeps away from it."""
    BELIEVES = 1 << 23
    """A person who stands before this is the one who thinks, not the answer."""
    AFFIRMS = 1 << 24
    """Says that the mention is the one."""
    ENDORSES = 1 << 25
    """Says which of several counts."""
    CHOOSES = 1 << 26
    """A verb that picks what follows it."""
    ANSWERS = 1 << 27
    """Announces the answer."""
    CONCLUDES = 1 << 28
    """Introduces a conclusion."""
    CORRECTS = 1 << 29
    """Takes back what was said before."""
    RECHECKS = 1 << 30
    """Doubts what was said before without taking it back."""
    BUT = 1 << 31
    """A turn in the thought; begins a clause."""
    REASON = 1 << 32
    """Begins a clause that argues for the answer rather than giving it."""
    CONCESSION = 1 << 33
    """Begins a clause that is granted, not claimed."""
    CONDITION = 1 << 34
    """Begins a clause that is not claimed."""
    UNLESS = 1 << 35
    """A condition that leaves the rest claimed."""
    ELSE = 1 << 36
    """The other branch of a condition."""
    WHETHER = 1 << 37
    """What follows is asked, not said."""
    AND = 1 << 38
    OR = 1 << 39
    COPULA = 1 << 40
    ALSO = 1 << 41
    """Adds another answer."""
    REFUSES = 1 << 42
    """Declines to answer."""
    UNDECIDED = 1 << 43
    """Says that the choice is open."""
    YES = 1 << 44
    NO = 1 << 45
    QUESTION_WORD = 1 << 46
    """A content word of the question."""
    SENTENCE = 1 << 47
    ASKED = 1 << 48
    """A question mark."""
    HARD = 1 << 49
    SOFT = 1 << 50
    IDLE = 1 << 51
    """Says nothing; keeps shorter cues from being seen in it."""


SILENCED = (
    Cue.PROPOSED | Cue.FUTURE | Cue.CLAIMS | Cue.PAST | Cue.WAS | Cue.NOW | Cue.HEDGE | Cue.LOOKS | Cue.SAYS
    | Cue.AFFIRMS | Cue.CHOOSES | Cue.ANSWERS | Cue.BELIEVES | Cue.DENIAL | Cue.CORRECTS | Cue.CHANGED
    | Cue.LANDMARK | Cue.COPULA | Cue.ENDORSES | Cue.AVOID
)  # fmt: skip
"""Cues that mean nothing in a reply when the question has the same word."""
