"""Every estimate stands on a line from the least to the most that its score can be."""

from __future__ import annotations

import pytest

from holdfast.core import Finding, Interval
from holdfast.engine.hooks import Attainable
from holdfast.report.card import _strip
from holdfast.report.html import strip
from holdfast.report.number_line import is_share, place_of

RANGES = {
    "s.index": Attainable(-1.0, 1.0),
    "s.core": Attainable(0.05, 0.95),
    "s.*margin": Attainable(None, None),
    "s.guarded": Attainable(0.0, 0.0),
}


def found(name: str, estimate: float | None, *ends: float) -> Finding:
    return Finding(name, "a", estimate, intervals=(Interval(*ends),) if ends else ())


@pytest.mark.parametrize(
    ("finding", "place"),
    [
        (found("s.rate", 0.25, 0.2, 0.5), (0.2, 0.25, 0.5, None)),
        (found("s.index", -0.5, -1.0, 0.5), (0.0, 0.25, 0.75, 0.5)),
        (found("s.core", 0.95), (1.0, 1.0, 1.0, None)),
    ],
)
def test_places_are_shares_of_the_range(finding, place) -> None:
    assert place_of(finding, RANGES) == pytest.approx(place)


@pytest.mark.parametrize("finding", [found("s.margin", 0.5), found("s.guarded", 0.0), found("s.rate", None),
                                     found("s.rate", -0.1), found("s.core", 0.5, 0.4, 0.99)])  # fmt: skip
def test_what_has_no_bounds_or_lies_beyond_them_has_no_line(finding) -> None:
    assert place_of(finding, RANGES) is None
    assert strip(finding, RANGES) == ""
    assert _strip(finding, RANGES).plain == ""


def test_zero_is_marked_where_a_score_can_be_negative() -> None:
    below = found("s.index", -0.5, -0.75, -0.25)
    assert strip(below, RANGES) == "--low:0.1250;--high:0.3750;--at:0.2500;--zero:0.5000"
    assert _strip(below, RANGES).plain == "···━━━●━━━··┊············"
    assert "--zero" not in strip(found("s.rate", 0.5), RANGES)
    assert [is_share(found(name, 0.5), RANGES) for name in ("s.rate", "s.index", "s.core")] == [True, False, False]
