"""Settings of the matrix: sizes, defaults by what agents can do, and one clear sentence for what is wrong."""

from __future__ import annotations

import pytest

from holdfast.core import Capability, HoldfastError
from holdfast.suites.binding.matrix.settings import resolve

ALL = frozenset(Capability)


def test_letters_where_agents_have_them_and_replies_where_they_do_not() -> None:
    assert resolve("paper", {}, ALL).readouts == ("letters",)
    assert resolve("paper", {}, frozenset({Capability.REPLY})).readouts == ("reply",)
    assert len(resolve("paper", {}, ALL).families) == 20


def test_smaller_plans_shrink_what_is_asked_beside_them() -> None:
    settings = resolve("paper", {"events": "10"}, ALL)
    assert (settings.audit_events, settings.replies) == (10, 2)
    assert resolve("quick", {"audits": "none"}, ALL).audits == ()


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"families": "crane_lif"}, "no family 'crane_lif'; did you mean"),
        ({"scaffolds": "react,react"}, "scaffold is named twice"),
        ({"variants": "no_fields"}, "begins with structured"),
        ({"events": "7"}, "`--events` is an even number from 4, not "),
        ({"events": "2"}, "`--events` is an even number from 4, not "),
        (
            {"events": "4", "audit_events": "6"},
            r"`--audit-events` is an even number from 2, at most `--events` \(4\), not 6",
        ),
        ({"seeds": "0"}, "`--seeds` must be 1 or more, not 0"),
        ({"temperature": "3"}, "`--temperature` is a number from 0 to 2, not 3"),
        ({"readouts": "smoke"}, "no readout 'smoke'"),
        ({"audits": "tokens"}, "no further control 'tokens'"),
    ],
)
def test_bad_settings_are_told_in_a_sentence(overrides, sentence) -> None:
    with pytest.raises(HoldfastError, match=sentence):
        resolve("quick", overrides, ALL)
