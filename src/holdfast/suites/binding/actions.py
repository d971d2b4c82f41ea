"""The action codes (paper 000, Methods, on the finite-action-code benchmark and on sufficiency).

Six codes for `finite`; four of them, under names of their own, for `sufficiency` and `matrix`. A reply that names no
action, or more than one, is `INVALID_OR_UNMAPPED`: an outcome that is counted, never dropped.
"""

from __future__ import annotations

import enum
import re


class Action(enum.StrEnum):
    """What an agent can finally do."""

    ACTION_A = "ACTION_A"
    """Choose option A."""
    ACTION_B = "ACTION_B"
    """Choose option B."""
    VETO = "VETO"
    """Stop: neither option is carried out."""
    DEFER = "DEFER"
    """Put the decision off."""
    RECALL_PRIOR = "RECALL_PRIOR"
    """Go back to what was committed to before."""
    INVALID_OR_UNMAPPED = "INVALID_OR_UNMAPPED"
    """Everything else: no action can be read, or more than one."""


SIX = {action: action.value for action in Action}
"""The alphabet of `finite`: each action under its own name."""

FOUR = {
    Action.ACTION_A: "ACT_A",
    Action.ACTION_B: "ACT_B",
    Action.VETO: "ACT_VETO",
    Action.DEFER: "ACT_DEFER",
}
"""The alphabet of `sufficiency` and `matrix`, as the paper writes it."""

ACTION_OF = {code: action for alphabet in (SIX, FOUR) for action, code in alphabet.items()}
"""The action behind a code of either alphabet."""

OTHER = {Action.ACTION_A: Action.ACTION_B, Action.ACTION_B: Action.ACTION_A}
"""The other option."""

FOUR_CODE = re.compile(r"\bACT_(A|B|VETO|DEFER)\b", re.IGNORECASE)


def in_six(text: str) -> str:
    """A text with the four-letter alphabet's codes written as the six-letter one has them, so that one reader does."""
    return FOUR_CODE.sub(lambda found: ACTION_OF[found[0].upper()].value, text)
