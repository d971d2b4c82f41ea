"""Power: against closed forms where there are any, and on a log what its reference agents really do."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import beta, binom
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize

from holdfast.cli import main
from holdfast.core import HoldfastError, generator
from holdfast.suites.estimates import mean_finding
from holdfast.suites.transcripts.power import Scenario, interval, populations_of, power_of, simulated
from holdfast.suites.transcripts.profiles import FAULT_OF, alone
from holdfast.suites.transcripts.settings import CHANGES, STAYS

SINGLE = Scenario(interventions=("swap",), alike=0.0, reproduced=1.0)


def closed_form(n: int, rate: float, least: float) -> float:
    """The power with one contrast a conversation, all independent, from binomial distributions alone.

    The bootstrap of k successes in n is binomial too; its upper end is the largest value whose right tail is 2.5 %.
    """
    shown = 0.0
    for k in range(n + 1):
        upper = binom.isf(0.025 - 1e-12, n, k / n) if 0 < k < n else None
        # The largest value with a right tail of at least 2.5 % is the smallest that less than 2.5 % lie above.
        end = upper / n if upper is not None else (1.0 if k == n else beta.ppf(0.975, 1, n))
        shown += binom.pmf(k, n, rate) * (end < least)
    return float(shown)


@pytest.mark.parametrize(("n", "share"), [(28, 0.3), (80, 0.2), (160, 0.2)])
def test_single_contrasts_have_the_power_of_the_closed_form(n, share) -> None:
    scenario = Scenario(interventions=("swap",), share=share, alike=0.0, reproduced=1.0)
    found = power_of("swap", alone(1), scenario, 1000, 7, 2.0, (n,)).tried[0]
    assert found.power == pytest.approx(closed_form(n, 1 - share, 0.9), abs=0.06)
    assert (found.contrasts, found.conversations) == (n, n)
    assert found.rate == pytest.approx(1 - share, abs=0.01)


def test_the_decisions_needed_are_about_those_of_the_normal_approximation() -> None:
    effect = proportion_effectsize(0.9, 0.8)
    textbook = NormalIndPower(ddof=0).solve_power(effect, power=0.8, alpha=0.05, ratio=0)
    enough = power_of("swap", alone(1), SINGLE, 300, 1, 0.8).enough
    assert enough is not None
    assert textbook / 1.5 < enough.decisions < textbook * 1.5


def test_decisions_that_go_together_count_for_less() -> None:
    """The variance of a rate grows by 1 + (m - 1) * correlation: the design effect of clusters of m."""

    def rates(alike: float) -> np.ndarray:
        scenario = Scenario(interventions=("swap",), alike=alike, reproduced=1.0, per_conversation=5)
        draw = generator(3, "test")
        runs = (simulated(alone(5), scenario, 100, draw) for _ in range(2000))
        return np.array([held.sum() / counted.sum() for held, counted in runs])

    for alike in (0.0, 0.3, 1.0):
        assert rates(alike).var() == pytest.approx(0.8 * 0.2 / 100 * (1 + 4 * alike), rel=0.12)
    loose, tight = (
        power_of("swap", alone(5), Scenario(alike=alike, per_conversation=5), 60, 1, 0.8).enough for alike in (0, 0.8)
    )
    assert loose.decisions < tight.decisions


def test_the_interval_is_the_one_that_a_run_reports() -> None:
    import polars as pl

    draw = generator(5, "interval")
    for held, counted in (([1, 2, 0, 3], [2, 2, 3, 3]), ([1] * 12, [1] * 12), (draw.binomial(2, 0.5, 40), [2] * 40)):
        rows = [(str(c), i < h) for c, (h, n) in enumerate(zip(held, counted, strict=True)) for i in range(n)]
        frame = pl.DataFrame(rows, schema=["unit", "held"], orient="row")
        reported = mean_finding("x", "y", frame, "held", unit="conversation").interval
        assert interval(np.array(held, float), np.array(counted, float)) == (reported.low, reported.high)
    assert interval(np.array([1.0]), np.array([1.0])) == (0.0, 1.0)


def test_a_sound_agent_can_be_shown_to_be_good_enough() -> None:
    good = Scenario(interventions=("swap",), share=0.02, least=0.9)
    assert power_of("swap", alone(1), good, 100, 1, 0.8).enough.decisions < 200
    with pytest.raises(HoldfastError, match="just the rate wanted"):
        power_of("swap", alone(1), Scenario(share=0.1), 5, 1, 0.8)
    none = power_of("swap", alone(1), Scenario(share=0.11), 20, 1, 0.8, (10, 20))
    assert (none.enough, [row.decisions for row in none.tried]) == (None, [20])


def test_on_a_log_reference_agents_are_asked(parcels) -> None:
    assert set(FAULT_OF) == {*CHANGES, *STAYS}
    found = populations_of(Scenario(file=str(parcels)))
    for kind, population in found.items():
        neither, faulty, sound, both = population.outcomes.sum(axis=0)
        assert (neither, faulty, both) == (0, 0, 0), f"{kind}: the sound agent holds all, the faulty none"
        assert (population.conversations, population.decisions) == (12, 48)
        assert population.found == sound
    assert found["veto"].found == 36, "three calls of each conversation can be forbidden; the answer calls nothing"
    assert found["swap"].found == 48


def test_on_the_command_line(capsys, parcels) -> None:
    arguments = ["power", "transcripts", "--file", str(parcels), "--interventions", "swap,veto", "--runs", "40"]
    assert main([*arguments, "--share", "0.5"]) == 0
    said = capsys.readouterr().out
    assert "48 decisions in 12 conversations." in said
    assert "is enough for all of them" in said
    assert main([*arguments, "--share", "0.2", "--json"]) == 0
    needed = json.loads(capsys.readouterr().out)["needed"]
    assert [(row["intervention"], row["fault"]) for row in needed] == [("swap", "recorded"), ("veto", "ignores-rules")]
    for row, found in zip(needed, (48, 36), strict=True):
        assert row["found"] == found
        counted = row["enough"]["decisions"] * found / 48 * 0.9
        assert row["enough"]["contrasts"] == pytest.approx(counted, rel=0.1), "calls alone can be forbidden; 90 % count"
    assert main([*arguments, "--share", "0.2"]) == 0
    assert "log more conversations" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--interventions", "swop"], "did you mean 'swap'?"),
        (["--interventions", "scramble"], "No reference agent fails"),
        (["--share", "1.5"], "between 0 and 1"),
        (["--per-conversation", "0"], "1 or more"),
        (["--file", "none.jsonl"], "none.jsonl cannot be read"),
        (["--corpora", "3"], "has no setting 'corpora'"),
        (["--target", "0"], "`--target` lies above 0"),
    ],
)
def test_nonsense_is_one_sentence(capsys, arguments, said) -> None:
    assert main(["power", "transcripts", "--runs", "2", *arguments]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) == 1
    assert main(["power", "invariance"]) == 1
