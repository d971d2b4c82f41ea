"""Building the canonical inventory, and the integrity scores of 32 agents on its 144 tasks (9,792 probes).

The peers do the same scores in plain Python, row by row, and in pandas with columns and groups. All must agree to 1e-9
on HCCIS-CORE and -FULL. Seconds are CPU seconds, which a busy machine changes less than the clock's. Run with
`python benchmarks/commitment.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from holdfast.suites.commitment import constants
from holdfast.suites.commitment.inventory import block, tasks
from holdfast.suites.commitment.scores import task_scores
from holdfast.suites.commitment.vocabulary import RELEASE

AGENTS, TASKS, THREE = 32, 144, 18
"""18 of the tasks have three probes, the others two."""
WANTED_SECONDS = 2.0
"""For scoring; building must take less than half of it."""
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


def peer_pandas(frame: pd.DataFrame) -> dict[tuple[str, str], tuple[float, float]]:
    """The same in pandas: columns over the whole frame, groups for what a task's probes share."""
    task = ["agent", "task"]
    others = frame.groupby([*task, "slot"])["role"].transform("count") - 1
    same = frame.groupby([*task, "slot", "answer"], dropna=False)["role"].transform("count") - 1
    agreement = (same / others.where(others > 0)).where(~frame["unclear"], 0.0)
    unstable = frame["unclear"].astype(float)
    c = frame["confidence"]
    risks = {
        "drift": 1.0 - frame["matched"].astype(float),
        "confidence": 1 - c,
        "uncertainty": -(c * np.log2(c) + (1 - c) * np.log2(1 - c)),
        "trajectory": ((1 - agreement + unstable) / 2).where(others > 0, unstable),
        "context_position": constants.POSITION * frame["position"] / frame.groupby(task)["position"].transform("max")
        + constants.PHASE * frame["phase"].map(constants.PHASES)
        + constants.DISTRACTED * (frame["variant"] == "distractor").astype(float),
    }
    design = frame["design_weight"] * (constants.WEIGHT_BASE + constants.WEIGHT_SLOPE * frame["human_difficulty"])
    weight = design.clip(*constants.ITEM_WEIGHT)
    weighed = frame[task].assign(weight=weight)
    for name, weights in (("core", constants.CORE), ("full", constants.FULL)):
        weighed[name] = weight * (1 - sum(share * risks[term] for term, share in weights.items()))
    sums = weighed.groupby(task, sort=False)[["weight", "core", "full"]].sum()
    core, full = sums["core"] / sums["weight"], sums["full"] / sums["weight"]
    return dict(zip(sums.index, zip(core, full, strict=True), strict=True))


def build() -> int:
    """The canonical inventory with its keys: how many items it has."""
    return sum(len(block(task, contrasts=True).items) for task in tasks(RELEASE, 3))


def cpu_seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """What a piece of work takes, and its result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def measure(repeats: int) -> dict[str, float]:
    """Run all sides and compare them."""
    rows = simulated(seed=0)
    frame = pl.DataFrame(rows)
    task_scores(frame)
    timed = [cpu_seconds(lambda: task_scores(frame)) for _ in range(repeats)]
    ours, scored = sorted(seconds for seconds, _ in timed)[repeats // 2], timed[0][1]
    plain_seconds, plain = cpu_seconds(lambda: peer(rows))
    wide = pd.DataFrame(rows)
    peer_pandas(wide)
    in_turn = [cpu_seconds(lambda: peer_pandas(wide)) for _ in range(repeats)]
    pandas_seconds, in_pandas = sorted(seconds for seconds, _ in in_turn)[repeats // 2], in_turn[0][1]
    build()
    build_seconds, items = cpu_seconds(build)
    gap = max(
        max(abs(core - expected[agent, task][0]), abs(full - expected[agent, task][1]))
        for agent, task, core, full in scored.select("agent", "task", "hccis_core", "hccis_full").iter_rows()
        for expected in (plain, in_pandas)
    )
    return {
        "probes": len(rows),
        "tasks": scored.height,
        "holdfast_seconds": ours,
        "plain_seconds": plain_seconds,
        "pandas_seconds": pandas_seconds,
        "largest_difference": gap,
        "items": items,
        "build_seconds": build_seconds,
    }


def main() -> int:
    """Measure, print, and fail where building or scoring is slow or wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=9, help="runs of ours, of which the median counts (default 9)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    found = measure(options.repeats)
    if options.json:
        print(json.dumps(found))
    else:
        ours = found["holdfast_seconds"]
        print(f"Integrity scores of {found['tasks']:,.0f} agent-task rows ({found['probes']:,.0f} probes)\n")
        print("| | CPU seconds | ratio |\n|---|---:|---:|")
        print(f"| holdfast | {ours:.3f} | 1 |")
        for name, label in (("plain", "plain Python, row by row"), ("pandas", "pandas, by columns and groups")):
            seconds = found[f"{name}_seconds"]
            print(f"| {label} | {seconds:.3f} | {seconds / ours:.1f}x |")
        print(f"\nLargest difference: {found['largest_difference']:.1e}")
        print(f"Building the canonical inventory, {found['items']} items: {found['build_seconds']:.3f} CPU seconds")
    slow = found["holdfast_seconds"] >= WANTED_SECONDS or found["build_seconds"] >= WANTED_SECONDS / 2
    return int(slow or found["largest_difference"] > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())
