"""What may predict terminal failure (paper 001, Table 5): each predictor by name, and what it is read from.

Every predictor is a risk within 0 and 1; where a column holds an integrity, the risk is one minus it. The success
oracle is the outcome itself and stands in tables only as an upper bound that says so.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from holdfast.suites.commitment.constants import CORE, FULL, NEURAL

REFERENCE = "hccis_core"
"""The primary score, against which others are held."""
OUTCOME = "success"
SHUFFLED = "random_subspace"
ORACLE = "success_oracle"


class Predictor(msgspec.Struct, frozen=True):
    """One predictor of failure."""

    label: str
    """As tables and figures name it."""
    column: str
    """The column of the task table it is read from."""
    is_risk: bool = True
    """Whether the column is a risk; otherwise it is an integrity, and the risk is one minus it."""
    kind: str = "baseline"
    """`score`, `baseline`, `control` or `oracle`."""
    needs: str = ""
    """What must have been asked or logged for it to be there."""


STATED = "confidence stated in the replies (`--confidence`)"
RETRIEVED = "a wrapper that logs what it retrieves (`memory:`)"

PREDICTORS: Mapping[str, Predictor] = {
    REFERENCE: Predictor("HCCIS-CORE", REFERENCE, is_risk=False, kind="score"),
    "hccis_full": Predictor("HCCIS-FULL", "hccis_full", is_risk=False, kind="score", needs=STATED),
    "hccis_n": Predictor(
        "HCCIS+N", "hccis_n", is_risk=False, kind="score",
        needs=f"{STATED}, {RETRIEVED} and a local model's logits",
    ),
    "probe_accuracy": Predictor("Probe accuracy", "probe_accuracy", is_risk=False),
    "state_drift": Predictor("State drift rate", "state_drift"),
    "uncertainty": Predictor("Uncertainty proxy", "uncertainty_risk", needs=STATED),
    "success_proxy": Predictor("Success proxy", "success_risk", needs="a stated success probability (`--confidence`)"),
    "trajectory": Predictor("Trajectory proxy", "trajectory_risk"),
    "retrieval": Predictor("Retrieval proxy", "retrieval_risk", needs=RETRIEVED),
    "context_position": Predictor("Context position only", "context_position_risk", kind="control"),
    SHUFFLED: Predictor("Random-subspace control", REFERENCE, is_risk=False, kind="control"),
    ORACLE: Predictor("Success oracle (upper bound, not a predictor)", OUTCOME, is_risk=False, kind="oracle"),
}  # fmt: skip

SCORES: Mapping[str, Mapping[str, float]] = {"hccis_core": CORE, "hccis_full": FULL, "hccis_n": NEURAL}
"""The risk terms that each score weighs."""

COMPARATORS = ("hccis_n", "hccis_full", "probe_accuracy", "state_drift")
"""What the reference is compared with, draw by draw (Table 16)."""
