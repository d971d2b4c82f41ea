"""Start-up: how long a user waits for `import holdfast` and for help, against Inspect and lm-eval in the same run.

Every sample is a fresh process of the same interpreter. The commands take turns, so that a busy moment of the machine
hits all of them alike. Run with `python benchmarks/startup.py`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path

from measuring import measured

WANTED_SECONDS = 0.15
LIMIT_S = 120.0

BIN = Path(sys.executable).parent
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import holdfast": [sys.executable, "-c", "import holdfast"],
    "holdfast --help": [str(BIN / "holdfast"), "--help"],
    "holdfast run --help": [str(BIN / "holdfast"), "run", "--help"],
    "inspect --help": [str(BIN / "inspect"), "--help"],
    "lm-eval --help": [str(BIN / "lm-eval"), "--help"],
}
JUDGED = ("import holdfast", "holdfast --help")
UNIT = "holdfast --help"
"""The command that the ratios refer to."""


def measure(samples: int) -> dict[str, dict[str, float]]:
    """Best and median seconds of every command, and the median's ratio to that of `holdfast --help`."""
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for command in COMMANDS.values():  # byte code and file cache are not start-up
        measured(command, limit_s=LIMIT_S)
    for _ in range(samples):
        for name, command in COMMANDS.items():
            seconds[name].append(measured(command, limit_s=LIMIT_S).seconds)
    unit = statistics.median(seconds[UNIT])
    return {
        name: {
            "best_seconds": min(taken),
            "median_seconds": statistics.median(taken),
            "ratio": statistics.median(taken) / unit,
        }
        for name, taken in seconds.items()
    }


def main() -> int:
    """Measure, print, and fail where Holdfast is slower to start than wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--samples", type=int, default=10, help="processes per command (default 10)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    result = measure(options.samples)
    if options.json:
        print(json.dumps({"samples": options.samples, "commands": result}))
    else:
        print(f"Start-up, whole process, {options.samples} fresh processes each, taking turns\n")
        print("| | best ms | median ms | times `holdfast --help` |")
        print("|---|---:|---:|---:|")
        for name, row in result.items():
            best, median = row["best_seconds"] * 1e3, row["median_seconds"] * 1e3
            print(f"| `{name}` | {best:,.0f} | {median:,.0f} | {row['ratio']:.1f} |")
    return 0 if all(result[name]["median_seconds"] < WANTED_SECONDS for name in JUDGED) else 1


if __name__ == "__main__":
    sys.exit(main())
