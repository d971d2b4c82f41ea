"""Two-way cluster bootstrap of AUC, PR-AUC, Brier score and ECE against a plain scikit-learn loop, in the same run.

The peer is what one would write first: for each draw, pass the rows' multiplicities as `sample_weight` to scikit-learn
(ECE in plain numpy). It runs on the first few draws only and its time is extrapolated per draw; on those draws both
sides must agree to 1e-9. Run with `python benchmarks/bootstrap.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from holdfast.stats import MEASURES, Bootstrap, CrossedDraws, Discrimination, crossed_draws, evaluate

Floats = NDArray[np.float64]

AGENTS, TASKS, BINS = 32, 144, 10
TOLERANCE = 1e-9
WANTED_RATIO = 50.0
PREDICTORS = {"commitment": 0.9, "confidence": 0.5, "length": 0.2, "coarse": 0.7}
"""Predictors by how much of the outcome they know. `coarse` is rounded to tenths, so it is full of ties."""


def simulated(seed: int) -> tuple[NDArray[np.int_], NDArray[np.int_], NDArray[np.int_], dict[str, Floats]]:
    """Agents, tasks, outcomes and probabilities of a fully crossed 32 x 144 study."""
    rng = np.random.default_rng(seed)
    agents, tasks = (grid.ravel() for grid in np.indices((AGENTS, TASKS)))
    ability, difficulty = rng.normal(size=AGENTS), rng.normal(size=TASKS)
    logit = ability[agents] - difficulty[tasks] - 0.5
    outcome = (rng.random(len(logit)) < 1 / (1 + np.exp(-logit))).astype(int)
    scores = {
        name: 1 / (1 + np.exp(-(share * logit + (1 - share) * rng.normal(size=len(logit)))))
        for name, share in PREDICTORS.items()
    }
    scores["coarse"] = np.round(scores["coarse"], 1)
    return agents, tasks, outcome, scores


def peer_ece(outcome: NDArray[np.int_], score: Floats, weight: Floats) -> float:
    """ECE bin by bin, as a notebook would have it: bins closed on the right."""
    position = np.digitize(score, np.arange(1, BINS) / BINS, right=True)
    error = 0.0
    for number in range(BINS):
        inside = position == number
        share = weight[inside].sum()
        if share > 0:
            accuracy = np.average(outcome[inside], weights=weight[inside])
            confidence = np.average(score[inside], weights=weight[inside])
            error += share * abs(accuracy - confidence)
    return float(error / weight.sum())


def peer_loop(
    drawn: CrossedDraws, draws: int, outcome: NDArray[np.int_], scores: dict[str, Floats]
) -> tuple[dict[str, Floats], float]:
    """The plain loop over the first draws: its values, and its seconds per draw."""
    from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

    values = {name: np.empty((draws, len(MEASURES))) for name in scores}
    roc_auc_score(outcome, scores["coarse"])  # first-call costs are not the loop's
    start = time.perf_counter()
    for draw in range(draws):
        weight = drawn.weights(draw)
        for name, score in scores.items():
            values[name][draw] = (
                roc_auc_score(outcome, score, sample_weight=weight),
                average_precision_score(outcome, score, sample_weight=weight),
                brier_score_loss(outcome, score, sample_weight=weight),
                peer_ece(outcome, score, weight),
            )
    return values, (time.perf_counter() - start) / draws


def timed(
    agents: NDArray[np.int_], tasks: NDArray[np.int_], outcome: NDArray[np.int_], scores: dict[str, Floats], draws: int
) -> tuple[CrossedDraws, Bootstrap, float]:
    """Ours from raw columns to all values, drawing and preparing included: the draws, the values, the seconds."""
    start = time.perf_counter()
    drawn = crossed_draws(agents, tasks, seed=1, draws=draws)
    statistics = {name: Discrimination(outcome, score, bins=BINS) for name, score in scores.items()}
    result = evaluate(statistics, drawn)
    return drawn, result, time.perf_counter() - start


def measure(draws: int, peer_draws: int, repeats: int) -> dict[str, float | int]:
    """Run both sides and compare them."""
    agents, tasks, outcome, scores = simulated(seed=0)
    timed(agents, tasks, outcome, scores, 32)  # first-call costs: lazy imports
    runs = [timed(agents, tasks, outcome, scores, draws) for _ in range(repeats)]
    drawn, result, _ = runs[0]
    seconds = sorted(run[2] for run in runs)[repeats // 2]
    peer_draws = min(peer_draws, draws)
    peer_values, peer_seconds = peer_loop(drawn, peer_draws, outcome, scores)
    gap = max(float(np.abs(result.values[name][:peer_draws] - peer_values[name]).max()) for name in scores)
    return {
        "rows": len(outcome),
        "predictors": len(scores),
        "draws": draws,
        "holdfast_seconds": seconds,
        "peer_draws_timed": peer_draws,
        "peer_seconds_extrapolated": peer_seconds * draws,
        "ratio": peer_seconds * draws / seconds,
        "largest_difference": gap,
    }


def main() -> int:
    """Measure, print, and fail where the ratio or the agreement falls short."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--draws", type=int, default=2000, help="bootstrap draws (default 2000)")
    parser.add_argument("--peer-draws", type=int, default=50, help="draws the scikit-learn loop runs (default 50)")
    parser.add_argument("--repeats", type=int, default=5, help="runs of ours, of which the median counts (default 5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    with threadpool_limits(1):  # both sides on one core
        result = measure(options.draws, options.peer_draws, options.repeats)
    if options.json:
        print(json.dumps(result))
    else:
        print(f"Two-way cluster bootstrap: {', '.join(MEASURES)} of {result['predictors']} predictors,")
        print(f"{result['rows']:,} rows ({AGENTS} agents x {TASKS} tasks), {result['draws']:,} draws, one core\n")
        print("| | seconds | ratio |")
        print("|---|---:|---:|")
        print(f"| holdfast.stats (median of {options.repeats}) | {result['holdfast_seconds']:.3f} | 1 |")
        print(
            f"| scikit-learn loop ({result['peer_draws_timed']} draws timed, extrapolated) "
            f"| {result['peer_seconds_extrapolated']:.1f} | {result['ratio']:.0f}x |"
        )
        print(
            f"\nLargest difference on the {result['peer_draws_timed']} shared draws: {result['largest_difference']:.1e}"
        )
    return 0 if result["ratio"] >= WANTED_RATIO and result["largest_difference"] <= TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
