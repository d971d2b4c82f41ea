"""What the suite fixes before a run: signatures of planted faults, claims, and what its scores can be."""

from __future__ import annotations

from holdfast.engine.hooks import Attainable, Claim, Signature
from holdfast.engine.suite import Settings
from holdfast.suites.invariance.methods import METHODS

SIGNATURES: dict[str, Signature] = {
    "bound": {
        "responsiveness": 1, "stability": 1, "tcit_f.positive_rate": 1, "tcit_h.positive_rate": 1,
        "tcit_h.polarity_bias": 0,
    },
    "copies-premise": {
        "responsiveness": 1, "stability": 0, "tcit_h.positive_rate": 1, "tcit_c_untouched.positive_rate": 0,
        "tcit_h.polarity_bias": 0,
    },
    "always-absent": {
        "responsiveness": 0, "stability": 0.5, "tcit_f.positive_rate": 1, "tcit_h.positive_rate": 0.5,
        "tcit_h.polarity_bias": 1,
    },
    "favours-first-name": {
        "responsiveness": 0, "stability": 0.5, "tcit_h.positive_rate": 0.5, "tcit_h.polarity_bias": -1,
    },
}  # fmt: skip
"""What each planted fault must show, whatever the chains, the orders and the method."""

LETTERED: Signature = {"responsiveness": 0, "stability": 0, "tcit_f.positive_rate": 0, "tcit_h.positive_rate": 0}
"""Taking the option listed first is a tie once letters are counterbalanced, and ties are wrong."""

CLAIMS = [
    Claim("changes its answer when the cause is switched", "invariance.responsiveness", ">=", 0.5),
    Claim("keeps its answer when an unconnected cause is switched", "invariance.stability", ">=", 0.5),
    Claim("does not just copy the polarity of the premise", "invariance.tcit_c_untouched.positive_rate", ">=", 0.5),
    Claim("says which of two linked events is the cause", "invariance.tcit_f.positive_rate", ">=", 0.5),
    Claim("gives the same answer in whatever order the facts come", "invariance.tcit_h.flip_rate", "<=", 0.05),
]

ATTAINABLE = {
    **{
        f"invariance.{name}": Attainable(0.0, 1.0, "all contrasts count; chance is a quarter, a constant answer gets "
                                         "at most a half of stability and none of responsiveness")
        for name in ("responsiveness", "stability")
    },
    **{
        f"invariance.{test}.positive_rate": Attainable(0.0, 1.0, "chance is a half; ties are wrong")
        for test in ("tcit_f", "tcit_h", "tcit_c")
    },
    "invariance.*polarity_bias": Attainable(-1.0, 1.0, "1 for who always says `did not occur`"),
    "invariance.*mean_margin": Attainable(None, None, "a difference of log-probabilities"),
    "invariance.*within_item_std": Attainable(0.0, None, "a spread of margins"),
    "invariance.*": Attainable(0.0, 1.0, "a share"),
}  # fmt: skip


def faults(settings: Settings) -> dict[str, Signature]:
    """The signatures under the first method, which gives the headlines."""
    lettered = METHODS[settings["methods"][0]].primary == "margin"
    if lettered and settings["paper_exact"]:
        return {}  # the right answer is always A there, and every fault that looks at letters is rewarded
    return {**SIGNATURES, "first-option": LETTERED} if lettered else SIGNATURES
