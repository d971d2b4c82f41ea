"""The plan of size `paper`: 126,000 rows of the seven variants, and how few requests they need."""

from __future__ import annotations

from collections import Counter

import pytest

from holdfast.core import Capability
from holdfast.suites.binding.matrix.suite import SUITE


@pytest.mark.slow
def test_the_papers_plan_asks_a_fifth_of_its_rows() -> None:
    settings = SUITE.settings("paper", {"audits": "none"}, frozenset(Capability))
    seeds = SUITE.replicates("letters", settings)
    uses, computed = Counter(), 0
    letters, replies = set(), 0
    for block in SUITE.build(settings):
        computed += block.computed
        for item in block.items:
            requests = SUITE.render(item.state, settings)
            uses[item.factors["variant"]] += seeds
            letters.add(requests["letters"])
            replies += len(requests) - 1
    assert set(uses.values()) == {18_000}
    assert sum(uses.values()) + computed == 126_000
    # structured, scrambled and target lesion once per event and scaffold; no fields and strict lesion once per pair,
    # and in the four reason families, where nothing else is told, these two are the same; in one pair with a veto both
    # events were lent the same fields
    assert len(letters) == 3 * 6000 + 2 * 3000 - 4 * 150 - 3
    assert replies == 720 + 360, "every family, scaffold and variant; stochastic ones at two temperatures"
