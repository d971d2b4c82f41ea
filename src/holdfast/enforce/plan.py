"""The plan of a training: what is enforced on which model, how it is measured before and after, and what must hold.

Written first and never changed, like the plan of a run; the conditions stand in it before anything is trained.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from holdfast import __version__
from holdfast.enforce.recipes import Settings
from holdfast.engine.plan import FORMAT


class Want(StrEnum):
    """What must become of a measure."""

    UP = "up"
    """The lower bound of the paired difference is above zero."""
    KEPT = "kept"
    """Not worse: the bad end of the paired difference stays within a margin."""
    TOLD = "told"
    """Reported, not judged."""


class Condition(msgspec.Struct, frozen=True):
    """One measure, and what must become of it."""

    measure: str
    """As the table calls it."""
    want: Want
    """What must happen."""
    margin: float = 0.0
    """For `kept`: how much worse is still not worse."""


CONDITIONS = (
    Condition("tcit_h", Want.UP),
    Condition("tcit_c_touched", Want.UP),
    Condition("tcit_c_untouched", Want.UP),
    Condition("tcit_f", Want.KEPT, 0.02),
    Condition("tcit_f_pairs", Want.KEPT, 0.02),
    Condition("regression.a.accuracy", Want.KEPT, 0.10),
    Condition("regression.b.pass_rate", Want.KEPT, 0.10),
    Condition("regression.c.nll", Want.KEPT, 0.10),
    Condition("regression.d.repetition_rate", Want.KEPT, 0.05),
    Condition("cladder.rung1", Want.KEPT, 0.05),
    Condition("cladder.rung2", Want.KEPT, 0.05),
)


class Evaluation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is measured before and after."""

    chains: int = 4
    """Chains of the trained length per seed, in all clause orders."""
    seeds: tuple[int, ...] = (1, 2, 3, 4, 42)
    """Draws of held-out names and orders; the paper's five."""
    other_nodes: tuple[int, ...] = (3, 5)
    """Chain lengths that were not trained."""
    other_chains: int = 2
    """Chains per seed of those lengths."""
    regression: bool = True
    """Whether the regression suite is asked."""
    cladder: str = ""
    """The file with CLadder's questions; without one CLadder is not measured."""
    cladder_rows: int = 300
    """How many of them, in proportion within each rung; 0 asks all."""


class EnforcePlan(msgspec.Struct, frozen=True):
    """Everything that decides what a training does."""

    constraint: str
    """What is enforced."""
    model: str
    """On which model, as an agent's spec."""
    settings: Settings
    """How."""
    evaluation: Evaluation | None = None
    """How it is measured; None trains only."""
    conditions: tuple[Condition, ...] = CONDITIONS
    """What must hold."""
    kind: str = "enforce"
    """Tells this plan from that of a run."""
    format: int = FORMAT
    """The version of this file's format."""
    holdfast: str = __version__
    """The version that wrote it."""
