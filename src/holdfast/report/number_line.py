"""Where an estimate lies between the least and the most that its score can be: for the card's strips and the page's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from holdfast.core import Finding
from holdfast.engine.hooks import Attainable, range_of

SHARE = Attainable(0.0, 1.0, "a share")
"""What is taken for a score whose suite declares no range."""
ROUNDING = 1e-9


class Place(NamedTuple):
    """Shares of a line's length."""

    low: float
    """The interval's lower end, or the estimate where there is no interval."""
    at: float
    """The estimate."""
    high: float
    """The interval's upper end."""
    zero: float | None
    """Zero, where the line goes on to both sides of it."""


def place_of(finding: Finding, ranges: Mapping[str, Attainable]) -> Place | None:
    """A finding on its line; None without an estimate, and for what has no bounds or lies beyond them."""
    whole = range_of(finding.name, ranges) or SHARE
    least, most, at = whole.low, whole.high, finding.estimate
    if at is None or least is None or most is None or least == most:
        return None
    low, high = (finding.interval.low, finding.interval.high) if finding.interval else (at, at)
    if not least - ROUNDING <= min(low, at) <= max(high, at) <= most + ROUNDING:
        return None
    low, at, high = ((value - least) / (most - least) for value in (low, at, high))
    return Place(low, at, high, -least / (most - least) if least < 0 < most else None)


def is_share(finding: Finding, ranges: Mapping[str, Attainable]) -> bool:
    """Whether a finding's line runs from 0 to 1."""
    whole = range_of(finding.name, ranges) or SHARE
    return (whole.low, whole.high) == (0.0, 1.0)
