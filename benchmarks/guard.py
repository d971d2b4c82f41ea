"""The guard: CPU time of one check, against pydantic and jsonschema validating the arguments of the same call.

They are what people put before a tool call today. They look at the shape of the arguments and know no state, so this
says what the guard adds to a loop, not who is better. CPU time, best of several rounds, because the machine is shared;
no audit. Run with `python benchmarks/guard.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import timeit
from collections.abc import Callable
from typing import Any

from holdfast.guard import Call, DecisiveState, Guard, Outcome, make_policy

WANTED_MICROSECONDS = 10.0
UNIT = "pydantic: validate the arguments"

STATES = (
    DecisiveState("W2", "decision", "ship", 9),
    DecisiveState("W1", "decision", "ship", 1),
    DecisiveState("W1", "decision", "refund", 2),
    DecisiveState("W1", "commitment", "ship", 1),
)
POLICY = make_policy(
    {
        "about": {"order": {"event": "call.order_id", "state": "order.order_id"}},
        "rule": [
            {"name": "pending", "tool": "cancel", "about": "order", "require": "order.status == 'pending'"},
            {"name": "card", "tool": "cancel", "about": "order", "argument": "card", "among": "order.cards"},
        ],
    }
)
ARGUMENTS = {"order_id": "W1", "card": "c2", "reason": "no longer needed"}
VIEW = {"order": {"order_id": "W1", "status": "pending", "cards": ["c1", "c2", "c3"]}}
SCHEMA = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string"},
        "card": {"enum": ["c1", "c2", "c3"]},
        "reason": {"enum": ["no longer needed", "ordered by mistake"]},
    },
    "required": ["order_id", "card", "reason"],
}


def contenders() -> dict[str, Callable[[], Any]]:
    """What is timed. Each is made ready beforehand, as in production."""
    from typing import Literal

    from jsonschema import Draft202012Validator
    from pydantic import TypeAdapter
    from typing_extensions import TypedDict

    class Arguments(TypedDict):
        order_id: str
        card: Literal["c1", "c2", "c3"]
        reason: Literal["no longer needed", "ordered by mistake"]

    guard, call, one = Guard(), Call("cancel", ARGUMENTS), STATES[2]
    adapter, validator = TypeAdapter(Arguments), Draft202012Validator(SCHEMA)
    assert guard.check("refund", one, "W1").outcome is Outcome.ACCEPT
    assert guard.check("ship", STATES, "W1").outcome is Outcome.CORRECT
    assert guard.check("ship", STATES, "W3").outcome is Outcome.DEFER
    assert POLICY.check(call, VIEW, guard).outcome is Outcome.ACCEPT
    assert validator.is_valid(ARGUMENTS)
    return {
        "Guard.check: no state, leave": lambda: guard.check("refund", None, "W1"),
        "Guard.check: one state, accept": lambda: guard.check("refund", one, "W1"),
        "Guard.check: four states, correct": lambda: guard.check("ship", STATES, "W1"),
        "Guard.check: four states, defer": lambda: guard.check("ship", STATES, "W3"),
        "Policy.check: two rules, accept": lambda: POLICY.check(call, VIEW, guard),
        UNIT: lambda: adapter.validate_python(ARGUMENTS),
        "jsonschema: validate the arguments": lambda: validator.is_valid(ARGUMENTS),
    }


def measure(rounds: int, checks: int) -> dict[str, dict[str, float]]:
    """Microseconds a check, the best of the rounds, and the ratio to pydantic's."""
    timers = {name: timeit.Timer(run, timer=time.process_time) for name, run in contenders().items()}
    best = {name: float("inf") for name in timers}
    for _ in range(rounds):  # taking turns
        for name, timer in timers.items():
            best[name] = min(best[name], timer.timeit(checks) / checks * 1e6)
    return {name: {"microseconds": taken, "ratio": taken / best[UNIT]} for name, taken in best.items()}


def main() -> int:
    """Measure, print, and fail where a check takes longer than wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7, help="rounds, of which the best counts (default 7)")
    parser.add_argument("--checks", type=int, default=20_000, help="checks in a round (default 20,000)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    result = measure(options.rounds, options.checks)
    if options.json:
        print(json.dumps(result))
    else:
        print(f"One check, CPU time, best of {options.rounds} rounds of {options.checks:,}, no audit\n")
        print("| | microseconds | times pydantic |")
        print("|---|---:|---:|")
        for name, row in result.items():
            print(f"| {name} | {row['microseconds']:.2f} | {row['ratio']:.1f} |")
    slowest = max(row["microseconds"] for name, row in result.items() if name.startswith("Guard."))
    return 0 if slowest < WANTED_MICROSECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
