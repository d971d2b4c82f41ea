"""Every constant of the integrity scores (paper 001, equations 5 to 13), in one place that the eye can check.

Equation 12 lost its decimal points in print; they are restored here. The weights of HCCIS-CORE are not written down:
they are those of HCCIS-FULL without the confidence terms, brought to a sum of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

FULL = {"drift": 0.48, "confidence": 0.18, "uncertainty": 0.14, "trajectory": 0.10, "context_position": 0.10}
"""Equation 9: the weights of the risk terms in HCCIS-FULL."""
CORE_TERMS = ("drift", "trajectory", "context_position")
"""The terms of HCCIS-CORE: what needs no stated confidence."""
NEURAL = {
    "drift": 0.42, "confidence": 0.18, "uncertainty": 0.12, "trajectory": 0.10, "context_position": 0.08,
    "success": 0.06, "retrieval": 0.04,
}  # fmt: skip
"""Equation 12: the weights of the base risk in HCCIS+N."""
NEURAL_BASE, NEURAL_DIFFICULTY, NEURAL_CONFLICT = 0.80, 0.35, 0.15
"""Equation 12: how human difficulty and the neural-conflict proxy scale the base risk."""

POSITION, PHASE, DISTRACTED = 0.45, 0.35, 0.20
"""Equation 7: the weights of position, phase and variant in the context-position risk."""
PHASES = {"initial": 0.15, "mid": 0.50, "late": 0.85}
"""Equation 7: the risk of a probe's phase."""

WEIGHT_BASE, WEIGHT_SLOPE = 0.85, 0.30
ITEM_WEIGHT = (0.50, 1.50)
"""Equation 5: how human difficulty scales an item's design weight, and the limits of the result."""
PROBE_WEIGHT = (0.10, 3.00)
"""Equation 10: the limits of a probe's weight."""
VALIDITY = {"adjudicated": 1.10, "validated": 1.00, "sampled": 0.95, "design": 0.90, "review": 0.75}
"""Equation 10: the weight of a probe by how well it has been checked."""
RATINGS = 5
"""Equation 13: the top of the scale on which people rate difficulty."""


def renormalised(weights: Mapping[str, float], terms: Iterable[str]) -> dict[str, float]:
    """The weights of some terms, brought to a sum of one."""
    chosen = {term: weights[term] for term in terms}
    total = sum(chosen.values())
    return {term: weight / total for term, weight in chosen.items()}


CORE = renormalised(FULL, CORE_TERMS)
"""Equation 8: 0.7059, 0.1471 and 0.1471 in the paper."""
