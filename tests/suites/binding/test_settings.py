"""Settings: what the sizes are, what agents can do decides, and what makes no sense is refused in a sentence."""

from __future__ import annotations

import pytest

from holdfast.core import Capability, HoldfastError
from holdfast.suites.binding.settings import SIZES, Settings, resolve, temperature_of
from holdfast.suites.binding.suite import SUITE

ALL, REPLIES = frozenset(Capability), frozenset({Capability.REPLY})


def test_the_readout_follows_from_what_agents_can() -> None:
    assert resolve("quick", {}, ALL).readouts == ("letters",)
    assert resolve("quick", {}, REPLIES).readouts == ("reply",)
    assert resolve("paper", {}, ALL).readouts == ("reply",), "the paper generated"
    assert SUITE.needs(SUITE.settings("quick", {"readouts": "letters,reply"}, ALL)) == {
        Capability.CHOICES, Capability.REPLY,
    }  # fmt: skip


def test_the_papers_size() -> None:
    paper = SIZES["paper"]
    assert (paper.events, paper.replicates, paper.lesions, paper.depths) == (120, 3, ("rule",), ("code",))
    assert [temperature_of(v, paper) for v in paper.variants] == [0.2, 0.2, 0.2, 0.9]
    assert temperature_of("A5", Settings(temperature="0.4")) == 0.4


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"experiments": "finit"}, "did you mean 'finite'"),
        ({"corpora": "narratives"}, "did you mean 'narrative'"),
        ({"corpora": ""}, "No corpus is named"),
        ({"depths": "code,code"}, "A depth is named twice"),
        ({"variants": "A5"}, "begins with A4"),
        ({"events": "0"}, "`--events` must be 1 or more, not 0"),
        ({"events": "many"}, "`--events` takes a whole number, not 'many'"),
        ({"sufficiency_events": "1"}, "`--sufficiency-events` must be 2 or more, not 1"),
        ({"temperature": "warm"}, "`--temperature` is `paper` or a number"),
        ({"temperature": "3"}, "`--temperature` is `paper` or a number"),
        ({"readouts": "letter"}, "did you mean 'letters'"),
        ({"lesions": "knife"}, "There is no form of lesion"),
        ({"event": "3"}, "did you mean 'events'"),
    ],
)
def test_what_makes_no_sense_is_refused(overrides, said) -> None:
    with pytest.raises(HoldfastError, match=said):
        resolve("quick", overrides, ALL)


def test_too_many_events_are_refused_before_anything_runs() -> None:
    with pytest.raises(HoldfastError, match="lower `events`"):
        next(iter(SUITE.build(SUITE.settings("quick", {"events": "600"}, ALL))))
