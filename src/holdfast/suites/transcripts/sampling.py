"""How many conversations it takes to make an interval as narrow as wanted."""

from __future__ import annotations

import math

from holdfast.core import Finding

WANTED = 0.05
"""Half the width of an interval that is narrow enough to act on."""
LEAST = 20
"""Conversations below which a spread is not well enough known to plan by."""
RULE_OF_THREE = 3.0
"""With no exception seen in n units, the upper end of the exception rate is about 3 / n."""


def advice(finding: Finding, half_width: float = WANTED) -> dict[str, object]:
    """A line of the table: how wide the interval is now, and how many conversations would narrow it.

    The width of an interval over clusters falls with the square root of their number. Where all clusters agree it has
    no width of its own, and the rule of three says how many are needed.
    """
    line: dict[str, object] = {
        "finding": finding.name,
        "estimate": finding.estimate,
        "conversations": finding.units,
        "half_width": None,
        "conversations_needed": None,
    }
    if finding.estimate is None or finding.interval is None:
        return line
    now = (finding.interval.high - finding.interval.low) / 2
    if finding.estimate in (0.0, 1.0):
        needed = math.ceil(RULE_OF_THREE / (2 * half_width))
    else:
        needed = math.ceil(finding.units * (now / half_width) ** 2)
    return {**line, "half_width": now, "conversations_needed": max(needed, LEAST)}
