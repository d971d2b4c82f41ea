"""The action codes (paper 000, Methods, "Finite-action-code behavioral benchmark").

Six codes for `finite`. A reply that names no action, or more than one, is `INVALID_OR_UNMAPPED`: an outcome that is
counted, never dropped.
"""

from __future__ import annotations

import enum


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
