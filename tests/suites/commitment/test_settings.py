"""Settings of the suite: sizes, the paper's contract, and one sentence for what makes no sense."""

from __future__ import annotations

import pytest

from holdfast.core import Capability, HoldfastError
from holdfast.suites.commitment.settings import resolve
from holdfast.suites.commitment.suite import SUITE


def test_sizes() -> None:
    assert resolve("quick", {}).instances == 1
    assert (resolve("standard", {}).instances, resolve("standard", {}).contract) == (3, "blind")
    paper = resolve("paper", {})
    assert (paper.instances, paper.contract, paper.seed, paper.probes) == (3, "paper", "release", "side")


def test_the_users_own_values() -> None:
    settings = resolve("quick", {"seed": "7", "families": "entity_binding,stale_state_overwrite", "confidence": "true"})
    assert (settings.seed, settings.confidence) == ("7", True)
    assert settings.families == ("entity_binding", "stale_state_overwrite")


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"seed": "x"}, "whole number"),
        ({"seed": "-1"}, "whole number"),
        ({"instances": "0"}, "`--instances` must be 1 or more, not 0"),
        ({"contract": "blnd"}, "did you mean 'blind'"),
        ({"probes": "forks"}, "did you mean 'fork'"),
        ({"families": "entity_bindings"}, "did you mean 'entity_binding'"),
        ({"instance": "2"}, "did you mean 'instances'"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(overrides, said) -> None:
    with pytest.raises(HoldfastError, match=said):
        resolve("quick", overrides)


def test_the_suite_asks_for_replies_once_and_keeps_to_the_families_named() -> None:
    settings = SUITE.settings("quick", {"families": "entity_binding"}, frozenset())
    assert SUITE.needs(settings) == {Capability.REPLY}
    assert SUITE.replicates("probe-1", settings) == 1
    items = [item for block in SUITE.build(settings) for item in block.items]
    assert {item.factors["family"] for item in items} == {"entity_binding"}
    assert len(items) == 3 * 2 + 2
