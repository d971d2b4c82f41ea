"""The integrity scores of 32 agents on 144 tasks (9,792 probes) against the same formulas row by row in plain Python.

Both sides must agree to 1e-9 on HCCIS-CORE and -FULL. Run with `python benchmarks/commitment.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import defaultdict
from typing import Any

import numpy as np
import polars as pl

from holdfast.suites.commitment import constants
from holdfast.suites.commitment.scores import task_scores

AGENTS, TASKS, THREE = 32, 144, 18
"""18 of the tasks have three probes, the others two."""
WANTED_SECONDS = 2.0
TOLERANCE = 1e-9
Row = dict[str, Any]


def simulated(seed: int) -> list[Row]:
    """Every agent's answers to every probe."""
    rng = np.random.default_rng(seed)
    rows = []
    for agent in range(AGENTS):
        for task in range(TASKS):
            count = 3 if task < THREE else 2
            phases = ["initial", "mid", "late"] if count == 3 else ["initial", "late"]
            for place in range(count):
                answer = ["Rina", "Remy", None][rng.choice(3, p=[0.7, 0.2, 0.1])]
                rows.append(
                    {
                        "agent": f"agent {agent}", "task": f"task {task}", "family": f"family {task % 8}",
                        "band": ["easy", "medium", "hard"][task % 3], "variant": ["clean", "distractor"][task % 2],
                        "role": f"probe-{place + 1}", "slot": "who" if place != 1 else "why", "position": place + 1,
                        "phase": phases[place], "matched": answer == "Rina", "answer": answer,
                        "unclear": answer is None, "design_weight": [0.85, 1.0, 1.15][task % 3],
                        "human_difficulty": float(rng.random()), "success": bool(rng.random() < 0.7),
                        "confidence": float(rng.random()),
                    }
                )  # fmt: skip
    return rows


def peer(rows: list[Row]) -> dict[tuple[str, str], tuple[float, float]]:
    """HCCIS-CORE and -FULL of every agent and task, one row after the other."""
    by_task: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        by_task[row["agent"], row["task"]].append(row)
    result = {}
    for key, probes in by_task.items():
        last = max(row["position"] for row in probes)
        total, core_sum, full_sum = 0.0, 0.0, 0.0
        for row in probes:
            others = [other for other in probes if other["slot"] == row["slot"] and other is not row]
            agree = [other for other in others if other["answer"] == row["answer"] and row["answer"] is not None]
            unstable = float(row["unclear"])
            trajectory = (1 - len(agree) / len(others) + unstable) / 2 if others else unstable
            c = row["confidence"]
            risks = {
                "drift": 1.0 - row["matched"],
                "confidence": 1 - c,
                "uncertainty": -(c * math.log2(c) + (1 - c) * math.log2(1 - c)) if 0 < c < 1 else 0.0,
                "trajectory": trajectory,
                "context_position": constants.POSITION * row["position"] / last
                + constants.PHASE * constants.PHASES[row["phase"]]
                + constants.DISTRACTED * (row["variant"] == "distractor"),
            }
            item = row["design_weight"] * (constants.WEIGHT_BASE + constants.WEIGHT_SLOPE * row["human_difficulty"])
            weight = min(max(item, constants.ITEM_WEIGHT[0]), constants.ITEM_WEIGHT[1])
            core = 1 - sum(share * risks[term] for term, share in constants.CORE.items())
            full = 1 - sum(share * risks[term] for term, share in constants.FULL.items())
            total, core_sum, full_sum = total + weight, core_sum + weight * core, full_sum + weight * full
        result[key] = (core_sum / total, full_sum / total)
    return result


def measure(repeats: int) -> dict[str, float]:
    """Run both sides and compare them."""
    rows = simulated(seed=0)
    frame = pl.DataFrame(rows)
    task_scores(frame)
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        tasks = task_scores(frame)
        seconds.append(time.perf_counter() - start)
    start = time.perf_counter()
    expected = peer(rows)
    peer_seconds = time.perf_counter() - start
    gap = max(
        max(abs(core - expected[agent, task][0]), abs(full - expected[agent, task][1]))
        for agent, task, core, full in tasks.select("agent", "task", "hccis_core", "hccis_full").iter_rows()
    )
    ours = sorted(seconds)[repeats // 2]
    return {
        "probes": len(rows),
        "tasks": tasks.height,
        "holdfast_seconds": ours,
        "peer_seconds": peer_seconds,
        "ratio": peer_seconds / ours,
        "largest_difference": gap,
    }


def main() -> int:
    """Measure, print, and fail where scoring is slow or wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=9, help="runs of ours, of which the median counts (default 9)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    result = measure(options.repeats)
    if options.json:
        print(json.dumps(result))
    else:
        print(f"Integrity scores of {result['tasks']:,.0f} agent-task rows ({result['probes']:,.0f} probes)\n")
        print("| | seconds | ratio |\n|---|---:|---:|")
        print(f"| holdfast | {result['holdfast_seconds']:.3f} | 1 |")
        print(f"| plain Python, row by row | {result['peer_seconds']:.3f} | {result['ratio']:.1f}x |")
        print(f"\nLargest difference: {result['largest_difference']:.1e}")
    fine = result["holdfast_seconds"] < WANTED_SECONDS and result["largest_difference"] <= TOLERANCE
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
