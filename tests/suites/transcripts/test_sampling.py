"""How many conversations are advised: more where they differ more, and never a handful."""

from __future__ import annotations

import pytest

from holdfast.core import Finding, Interval
from holdfast.suites.transcripts.sampling import LEAST, advice


def finding(estimate: float, low: float, high: float, units: int = 22) -> Finding:
    interval = Interval(low, high, 0.95, "cluster-bootstrap")
    return Finding("transcripts.stability", "one", estimate, "conversation", units, units, [interval])


@pytest.mark.parametrize(
    ("found", "needed"),
    [
        (finding(0.73, 0.725, 0.734), LEAST),
        (finding(0.60, 0.40, 0.80), 22 * 16),
        (finding(1.0, 0.85, 1.0), 30),
    ],
)
def test_conversations_needed(found, needed) -> None:
    assert advice(found)["conversations_needed"] == needed
