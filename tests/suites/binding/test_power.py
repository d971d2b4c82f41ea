"""Power: rates come from asking reference agents, more events give more power, and nothing gives none."""

from __future__ import annotations

import json

import pytest

from holdfast.cli import main
from holdfast.core import HoldfastError
from holdfast.suites.binding.power import Scenario, power, rates


def test_rates_are_what_the_agents_do() -> None:
    bound = rates("bound", "rule")
    assert bound["A4", "veto_cue"] == bound["A4", "reason_flip"] == 1
    assert bound["A4_no_veto", "veto_cue"] == bound["A5", "reason_flip"] == 0
    assert rates("follows-any-field", "rule")["A5", "veto_cue"] == 1
    assert rates("follows-any-field", "state")["A5", "veto_cue"] == 0
    assert rates("order-biased", "rule")["A4", "baseline"] == pytest.approx(1 / 6)


def test_more_events_more_power() -> None:
    weak = Scenario(otherwise="order-biased", share=0.15, spread=0.02)
    few, many = power(weak, 40, 1, (2, 192))
    assert few.power < many.power
    assert many.power > 0.9
    assert few.low <= few.power <= few.high
    assert many.effect == pytest.approx(0.15 * 0.75, abs=0.02), "bound's composite falls from 1 to 0.25 under A5"


def test_an_agent_that_never_moves_is_never_detected() -> None:
    (none,) = power(Scenario(profile="keeps-impulse", share=1.0, spread=0.0), 20, 1, (12,))
    assert (none.power, none.effect) == (0, 0)


def test_it_stops_at_the_target() -> None:
    assert len(power(Scenario(share=1.0, spread=0.0), 5, 1, (2, 4, 6), target=0.8)) == 1


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (Scenario(contrast="reasons"), "did you mean 'reason'"),
        (Scenario(profile="bond"), "did you mean 'bound'"),
        (Scenario(share=1.5), "between 0 and 1"),
        (Scenario(corpora=1), "at least two"),
        (Scenario(lesion="none"), "form of lesion"),
    ],
)
def test_nonsense_is_refused(scenario, said) -> None:
    with pytest.raises(HoldfastError, match=said):
        power(scenario, 1, 1, (2,))


def test_on_the_command_line(capsys) -> None:
    assert main(["power", "--share", "1", "--spread", "0", "--runs", "5", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["power"][0] | {"low": 0, "high": 0} == {
        "events": 2, "met": 5, "runs": 5, "power": 1.0, "low": 0, "high": 0, "effect": 0.75,
    }  # fmt: skip
    assert main(["power", "--share", "0", "--spread", "0", "--runs", "2"]) == 0
    assert "Not reached with 384 events" in capsys.readouterr().out
    assert main(["power", "--runs", "0"]) == 1
    assert "`--runs` is 1 or more" in capsys.readouterr().err
