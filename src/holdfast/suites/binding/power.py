"""How many events a contrast needs, by simulation from reference profiles.

An agent is imagined that behaves like one reference agent in a share of the events and like another in the rest. The
rates of both come from asking them the suite's own questions; corpora may differ in the share. A simulated run counts
as a success if the paper's criterion is met: a positive lower bound, and enough corpora with a positive effect.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from holdfast.core import HoldfastError, did_you_mean, generator
from holdfast.stats import clopper_pearson, summarise_contrast
from holdfast.suites.binding import finite, reference
from holdfast.suites.binding.actions import ACTION_OF
from holdfast.suites.binding.criteria import CONTRASTS
from holdfast.suites.binding.events import NAMESPACES, synthetic
from holdfast.suites.binding.indices import CUE, PROBES
from holdfast.suites.binding.prompts import content, render
from holdfast.suites.binding.settings import LESIONS, Settings

GRID = (2, 4, 6, 12, 24, 48, 96, 192, 384)
"""Events per corpus that are tried."""
BALANCED = 12
"""So many events have every pair of leaning and turn of the list once: rates from them are exact."""


class Scenario(msgspec.Struct, frozen=True):
    """What is imagined."""

    contrast: str = "composite"
    """Which of the paper's contrasts."""
    lesion: str = "rule"
    """How modules are taken away."""
    profile: str = "bound"
    """What the agent is like in a share of the events."""
    otherwise: str = "keeps-impulse"
    """What it is like in the rest."""
    share: float = 0.2
    """The share of events, on average."""
    spread: float = 0.05
    """The standard deviation of the share over corpora."""
    corpora: int = len(NAMESPACES)
    """How many corpora there are."""
    min_corpora: float = 0.85
    """The share of corpora in which the effect must be positive."""


class Power(msgspec.Struct, frozen=True):
    """How often the criterion would be met with so many events."""

    events: int
    """Per corpus."""
    met: int
    """Simulated runs that met it."""
    runs: int
    """Simulated runs."""
    power: float
    """Their share."""
    low: float
    """Lower end of its exact 95 % interval, from the finite number of runs."""
    high: float
    """Upper end."""
    effect: float
    """The mean effect over runs."""


Rates = dict[tuple[str, str], float]
"""By variant and condition: how often the expected action is taken."""


def rates(policy: str, lesion: str) -> Rates:
    """What a reference agent does, found by asking it."""
    choose = getattr(reference, policy.replace("-", "_"))
    settings = Settings(lesions=(lesion,), depths=("code",), readouts=("reply",), events=BALANCED)
    right: dict[tuple[str, str], list[bool]] = {}
    for block in finite.build(synthetic(NAMESPACES[0], BALANCED, settings.seed), settings):
        for item in block.items:
            codes = item.state["ask:actions"].text.split()
            chosen = choose(content(render(item.state)["reply"]), codes)
            place = str(item.factors["variant"]), str(item.factors["condition"])
            right.setdefault(place, []).append(chosen is not None and ACTION_OF[codes[chosen]].value == item.key.target)
    return {place: float(np.mean(found)) for place, found in right.items()}


def power(scenario: Scenario, runs: int, seed: int, grid: Sequence[int] = GRID, target: float = 1.0) -> list[Power]:
    """Power over the grid, up to the first number of events that reaches the target."""
    check(scenario)
    one, two = rates(scenario.profile, scenario.lesion), rates(scenario.otherwise, scenario.lesion)
    found = []
    for events in grid:
        draw = generator(seed, "power", events, scenario.contrast)
        effects = np.array([_effects(scenario, one, two, events, draw) for _ in range(runs)])
        met = sum(_met(row, scenario.min_corpora) for row in effects)
        low, high = clopper_pearson(met, runs)
        found.append(Power(events, met, runs, met / runs, low, high, float(effects.mean())))
        if met / runs >= target:
            break
    return found


def check(scenario: Scenario) -> None:
    """Refuse what cannot be simulated, in a sentence."""
    known = [name.replace("_", "-") for name in (*reference.CHOICES, "random", "order_biased")]
    for what, value, names in (
        ("contrast", scenario.contrast, list(CONTRASTS)),
        ("form of lesion", scenario.lesion, list(LESIONS)),
        ("reference profile", scenario.profile, known),
        ("reference profile", scenario.otherwise, known),
    ):
        if value not in names:
            raise HoldfastError(f"There is no {what} {value!r}; {did_you_mean(value, names)}")
    if not 0 <= scenario.share <= 1 or scenario.spread < 0:
        raise HoldfastError("A share lies between 0 and 1, and its spread is not negative.")
    if scenario.corpora < 2:
        raise HoldfastError("A contrast over corpora needs at least two of them.")


def _effects(scenario: Scenario, one: Rates, two: Rates, events: int, draw: np.random.Generator) -> list[float]:
    """One simulated run: an effect per corpus."""
    component, variant = CONTRASTS[scenario.contrast]
    shares = np.clip(draw.normal(scenario.share, scenario.spread, scenario.corpora), 0, 1)
    probes = list(PROBES.values()) if component == "composite" else [PROBES[component]]
    found = []
    for share in shares:
        index = {}
        for arm in ("A4", variant):
            seen = {
                name: draw.binomial(events, share * one[arm, name] + (1 - share) * two[arm, name]) / events
                for name in (*probes, CUE)
            }
            index[arm] = float(np.mean([seen[name] for name in probes])) - (1 - seen[CUE])
        found.append(index["A4"] - index[variant])
    return found


def _met(effects: np.ndarray, min_corpora: float) -> bool:
    summary = summarise_contrast(effects)
    return summary.low > 0 and summary.positive >= math.ceil(min_corpora * summary.units - 1e-9)
