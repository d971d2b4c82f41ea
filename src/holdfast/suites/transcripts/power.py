"""How many decisions a contrast needs, by simulated runs over conversations.

An agent is imagined that has a reference agent's fault in a share of its decisions and is sound in the rest. On a log
of the user's own, both are asked what a run would ask; without one, the fault fails all that it is known to fail. A
simulated run counts if its interval over conversations lies wholly on one side of the rate that is wanted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from holdfast.core import HoldfastError, did_you_mean, generator
from holdfast.stats import clopper_pearson, ratio_distribution
from holdfast.suites.estimates import SEED
from holdfast.suites.transcripts.profiles import FAULT_OF, Population, alone, asked

GRID = tuple(round(10 * 2 ** (step / 2)) for step in range(18))
"""Decisions that are tried: 10, 14, 20, 28, … up to about 3,600."""
APART = 20
"""With so many conversations to a decision, hardly two decisions fall into one; more need not be imagined."""


class Scenario(msgspec.Struct, frozen=True):
    """What is imagined."""

    file: str = ""
    """Recorded conversations, for how many contrasts their decisions have and what reference agents do there."""
    tools: str = ""
    """The schemas of their tools, for logs that bring none."""
    interventions: tuple[str, ...] = tuple(FAULT_OF)
    """Which interventions."""
    share: float = 0.2
    """The share of decisions in which the agent has the fault."""
    least: float = 0.9
    """The rate that is wanted: the run must show that the agent's lies below, or above."""
    alike: float = 0.1
    """How much decisions of one conversation go together: from 0, not at all, to 1, all or none have the fault."""
    reproduced: float = 0.9
    """The share of bases that are reproduced; only their contrasts count."""
    per_conversation: int = 1
    """Without a file: how many decisions a conversation has."""


class Power(msgspec.Struct, frozen=True):
    """How often a run with so many decisions would show it."""

    decisions: int
    """Asked about."""
    contrasts: float
    """That count, on average."""
    conversations: float
    """That they are in, on average."""
    power: float
    """The share of simulated runs that show it."""
    low: float
    """Lower end of its exact 95 % interval, from the finite number of runs."""
    high: float
    """Upper end."""
    rate: float | None
    """The mean rate over runs; None where no contrast counted in any."""


class Needed(msgspec.Struct, frozen=True):
    """What one intervention needs."""

    intervention: str
    """Which."""
    fault: str
    """The reference agent that fails it."""
    holds: float | None
    """The rate at which the imagined agent's contrasts hold; None where the file has no such contrast."""
    found: float
    """How many decisions of the file have such a contrast."""
    tried: list[Power]
    """In the order of their decisions."""
    enough: Power | None
    """The fewest decisions that reach the power wanted; None where none of those tried do."""


def populations_of(scenario: Scenario) -> Mapping[str, Population]:
    """For each intervention: the contrasts of conversations, and whether the sound and the faulty agent hold them."""
    check(scenario)
    if not scenario.file:
        return dict.fromkeys(scenario.interventions, alone(scenario.per_conversation))
    return asked(scenario.file, scenario.tools, scenario.interventions)


def check(scenario: Scenario) -> None:
    """Refuse what cannot be simulated, in a sentence."""
    for kind in scenario.interventions:
        if kind not in FAULT_OF:
            raise HoldfastError(f"No reference agent fails an intervention {kind!r}; {did_you_mean(kind, FAULT_OF)}")
    shares = (scenario.share, scenario.least, scenario.alike)
    if not all(0 <= value <= 1 for value in shares) or not 0 < scenario.reproduced <= 1:
        raise HoldfastError(
            "`share`, `least` and `alike` lie between 0 and 1, and `reproduced` above 0 and at most at 1."
        )
    if scenario.per_conversation < 1 or not scenario.interventions:
        raise HoldfastError("`per_conversation` is 1 or more, and `interventions` names at least one.")


def power_of(
    kind: str,
    population: Population,
    scenario: Scenario,
    runs: int,
    seed: int,
    target: float,
    grid: Sequence[int] = GRID,
) -> Needed:
    """How many decisions one intervention needs for the power wanted."""
    holds = population.rate(scenario.share)
    if math.isnan(holds):
        return Needed(kind, FAULT_OF[kind], None, 0.0, [], None)
    if math.isclose(holds, scenario.least):
        raise HoldfastError(
            f"The agent imagined holds {kind} in {holds:.2f} of its contrasts, which is just the rate wanted, so that "
            "no run can tell; give another `--least` or `--share`."
        )
    tried: dict[int, Power] = {}
    low, high = 0, len(grid)
    while low < high:  # power grows with decisions, so that the first that is enough is found by halving
        middle = (low + high) // 2
        draw = generator(seed, "power", kind, grid[middle])
        tried[grid[middle]] = at = _power(population, scenario, grid[middle], runs, draw)
        low, high = (low, middle) if at.power >= target else (middle + 1, high)
    enough = tried[grid[low]] if low < len(grid) else None
    return Needed(kind, FAULT_OF[kind], holds, population.found, [tried[n] for n in sorted(tried)], enough)


Counts = NDArray[np.float64]


def _power(population: Population, scenario: Scenario, decisions: int, runs: int, draw: np.random.Generator) -> Power:
    drawn = [simulated(population, scenario, decisions, draw) for _ in range(runs)]
    # Runs with as many conversations share their bootstrap draws, so these come after each other.
    drawn.sort(key=lambda run: len(run[1]))
    below = population.rate(scenario.share) < scenario.least
    met = 0
    for held, counted in drawn:
        low, high = interval(held, counted)
        met += high < scenario.least if below else low > scenario.least
    ends = clopper_pearson(met, runs)
    rates = [held.sum() / counted.sum() for held, counted in drawn if len(counted)]
    contrasts = float(np.mean([counted.sum() for _, counted in drawn]))
    conversations = float(np.mean([len(counted) for _, counted in drawn]))
    return Power(decisions, contrasts, conversations, met / runs, *ends, float(np.mean(rates)) if rates else None)


def simulated(
    population: Population, scenario: Scenario, decisions: int, draw: np.random.Generator
) -> tuple[Counts, Counts]:
    """One run: for each conversation with a contrast that counts, how many held and how many count.

    Decisions are drawn over the whole file, as a run draws them; more than it has are of a longer file of its kind.
    """
    times = decisions / population.decisions
    among = max(1, round(population.conversations * max(1.0, times)))
    imagined = min(among, max(APART * decisions, len(population.outcomes)))
    kept = min(1.0, times) * among / imagined * scenario.reproduced
    contrasts = draw.binomial(population.outcomes[draw.integers(0, len(population.outcomes), imagined)], min(1.0, kept))
    contrasts = contrasts[contrasts.sum(axis=1) > 0]
    shares = _shares(scenario.share, scenario.alike, len(contrasts), draw)
    _, faulty, sound, both = contrasts.T
    held = both + draw.binomial(sound, 1 - shares) + draw.binomial(faulty, shares)
    return held.astype(np.float64), contrasts.sum(axis=1).astype(np.float64)


def _shares(mean: float, alike: float, conversations: int, draw: np.random.Generator) -> Counts:
    """The share of faulty decisions of each conversation: beta, with `alike` as the correlation within one."""
    if alike in (0, 1) or mean in (0, 1):
        same = np.full(conversations, mean)
        return draw.binomial(1, same).astype(np.float64) if alike == 1 else same
    weight = (1 - alike) / alike
    return draw.beta(mean * weight, (1 - mean) * weight, conversations)


def interval(held: Counts, counted: Counts) -> tuple[float, float]:
    """The interval that a run reports for a rate; all there is where it has too few conversations for one."""
    if len(counted) < 2:
        return 0.0, 1.0
    if held.sum() in (0, counted.sum()):
        return clopper_pearson(len(counted) if held.any() else 0, len(counted))
    return ratio_distribution(held, counted, seed=SEED).interval()
