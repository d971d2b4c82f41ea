"""The coverage study: how often do clustered intervals hold the truth when it is known?

Profiles and tasks are drawn anew in every simulation from the population that `simulate` plants. The planted value is
the measure over that population; an interval over 32 profiles and 144 tasks should hold it at its nominal rate.
Run with `python -m holdfast.suites.commitment.analyses.coverage`.
"""

from __future__ import annotations

import sys
from collections import Counter

import msgspec
import numpy as np
import polars as pl

from holdfast.stats import MEASURES, Discrimination, crossed_draws, evaluate, score_measures
from holdfast.stats.columns import Floats
from holdfast.suites.commitment.analyses.discrimination import BINS, BOOTSTRAPS
from holdfast.suites.commitment.analyses.grid import Grid, make_grid
from holdfast.suites.commitment.analyses.predictors import REFERENCE
from holdfast.suites.commitment.analyses.simulate import random_profiles, simulate

PROFILES = 32
POPULATION_SEED = 1_000_000
"""Batches of the population have seeds from here on, apart from those of the simulations."""


class Coverage(msgspec.Struct, frozen=True):
    """What became of the intervals of one bootstrap."""

    bootstrap: str
    measure: str
    planted: float
    """The measure over the population."""
    simulations: int
    covered: int
    """Simulations whose 95% interval held it."""
    below: int
    """Simulations whose interval lay wholly below it."""
    width: float
    """The mean width of the interval."""

    @property
    def rate(self) -> float:
        """The coverage."""
        return self.covered / self.simulations


def drawn_grid(seed: int) -> Grid:
    """A fresh evaluation from the population."""
    return make_grid(simulate(random_profiles(PROFILES, seed), seed=seed, stated=False))


def planted_measures(batches: int = 200) -> Floats:
    """The measures of HCCIS-CORE over the population, pooled over many batches of profiles and tasks."""
    counts: dict[bool, Counter[float]] = {True: Counter(), False: Counter()}
    for batch in range(batches):
        grid = drawn_grid(POPULATION_SEED + batch)
        pairs = grid.rows.select("fails", pl.Series("risk", grid.risk(REFERENCE))).group_by("fails", "risk").len()
        for fails, risk, count in pairs.iter_rows():
            counts[fails][risk] += count
    risks = sorted(set(counts[True]) | set(counts[False]))
    positives, negatives = ([counts[outcome][risk] for risk in risks] for outcome in (True, False))
    measures: Floats = score_measures([risks], positives, negatives, bins=BINS)[0]
    return measures


def coverage_study(simulations: int = 200, draws: int = 2000, batches: int = 200) -> list[Coverage]:
    """Coverage of every bootstrap and measure."""
    planted = planted_measures(batches)
    ends: dict[str, list[list[tuple[float, float]]]] = {name: [] for name in BOOTSTRAPS}
    for seed in range(simulations):
        grid = drawn_grid(seed)
        statistic = {REFERENCE: Discrimination(grid.fails, grid.risk(REFERENCE), bins=BINS)}
        for name, factors in BOOTSTRAPS.items():
            labels = [grid.rows[factor].to_numpy() for factor in factors]
            found = evaluate(statistic, crossed_draws(*labels, seed=seed, draws=draws))
            intervals = [found.interval(REFERENCE, measure) for measure in MEASURES]
            ends[name].append([(interval.low, interval.high) for interval in intervals])
    results = []
    for name, found_ends in ends.items():
        table = np.array(found_ends)
        for place, measure in enumerate(MEASURES):
            low, high = table[:, place, 0], table[:, place, 1]
            covered = int(((low <= planted[place]) & (planted[place] <= high)).sum())
            below = int((high < planted[place]).sum())
            width = float((high - low).mean())
            results.append(Coverage(name, measure, float(planted[place]), simulations, covered, below, width))
    return results


def main() -> int:
    """Print the study as a table."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print("| bootstrap | measure | planted | coverage | below | mean width |")
    print("|---|---|---:|---:|---:|---:|")
    for found in coverage_study(simulations):
        print(
            f"| {found.bootstrap} | {found.measure} | {found.planted:.4f} | {found.covered}/{found.simulations} "
            f"({found.rate:.3f}) | {found.below} | {found.width:.4f} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
