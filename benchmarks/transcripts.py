"""Recorded conversations: interventions per second against copying messages, and memory against the size of the file.

The peer is what one would write first to swap a value: a deep copy of the messages and a replacement in every text of
it. It makes the same swaps as Holdfast, in the same run; its result must be the same. Rates are over CPU time, because
machines are shared. Run with `python benchmarks/transcripts.py`.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measuring import measured, own_peak_mb

WANTED_RATE = 2_000.0
WANTED_GROWTH = 1.2
SAMPLE = 200
LIMIT_S = 1_800.0
LOOK_UPS = 4


def conversation(number: int) -> dict[str, Any]:
    """An order desk: a customer, some orders looked up, one changed. About ten kilobytes, as agents' logs have them."""
    draw = random.Random(number)
    orders = [f"#W{draw.randrange(10**6, 10**7)}" for _ in range(LOOK_UPS)]
    card = f"credit_card_{draw.randrange(10**6, 10**7)}"
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "You are an order desk. " + "Rules are rules. " * 60},
        {"role": "user", "content": f"Please cancel {orders[-1]}; the others are {', '.join(orders[:-1])}."},
    ]
    for at, order in enumerate(orders):
        items = [
            {"item_id": str(draw.randrange(10**9, 10**10)), "price": draw.randrange(999, 99999) / 100, "name": "thing"}
            for _ in range(18)
        ]
        record = {"order_id": order, "items": items, "payment": [{"id": card, "amount": 12.5}], "status": "pending"}
        messages += _called(f"{number}-{at}", "get_order", {"order_id": order}, record)
    messages += _called(f"{number}-x", "cancel_order", {"order_id": orders[-1], "refund_to": card}, {"done": True})
    return {"id": f"task-{number}", "messages": messages}


def _called(call: str, tool: str, arguments: dict[str, Any], result: Any) -> list[dict[str, Any]]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    return [
        {"role": "assistant", "content": None, "tool_calls": [{"id": call, "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": call, "content": json.dumps(result)},
    ]


def write(path: Path, conversations: int) -> None:
    """A file of so many conversations."""
    with path.open("w", encoding="utf-8") as lines:
        for number in range(conversations):
            lines.write(json.dumps(conversation(number)) + "\n")


def stream(path: Path) -> None:
    """Look through a file and build what is asked about a fixed number of decisions, as a run does."""
    from holdfast.suites.transcripts.suite import SUITE

    settings = SUITE.settings("standard", {"file": str(path), "decisions": str(SAMPLE)}, frozenset())
    print(sum(len(block.items) for block in SUITE.build(settings)))


def rates(path: Path) -> dict[str, float]:
    """Everything about every decision of a file; then its swaps alone, and the same swaps by the peer."""
    from holdfast.agents.tools import turn
    from holdfast.suites.transcripts import interventions, items
    from holdfast.suites.transcripts.fields import messages_of, text_of
    from holdfast.suites.transcripts.settings import resolve
    from holdfast.suites.transcripts.suite import decided
    from holdfast.suites.transcripts.survey import survey
    from holdfast.suites.transcripts.values import fresh, spelled

    settings = resolve("paper", {"file": str(path), "values": "1"})
    found = survey(settings)
    began = time.process_time()
    decisions = [d for of_conversation in decided(settings, found) for d in of_conversation]
    traced = time.process_time() - began
    began = time.process_time()
    built = sum(len(items.block(decision, found, settings).items) - 1 for decision in decisions)
    changed = time.process_time() - began

    swaps = [
        (decision, carried, new)
        for decision in decisions
        for carried in decision.carried[:1]
        if (new := fresh(carried.value, text_of(decision.state).lower(), (), "benchmark")) is not None
    ]
    began = time.process_time()
    ours = [interventions.swap(carried, new)(decision.state) for decision, carried, new in swaps]
    own_seconds = time.process_time() - began
    plain = [[turn(message) for message in messages_of(decision.state)] for decision, _, _ in swaps]
    began = time.process_time()
    theirs = [
        _replaced(copy.deepcopy(messages), spelled(carried.value), spelled(new))
        for messages, (_, carried, new) in zip(plain, swaps, strict=True)
    ]
    peer_seconds = time.process_time() - began
    agree = all([turn(m) for m in messages_of(state)] == other for state, other in zip(ours, theirs, strict=True))
    return {
        "decisions": len(decisions),
        "traced_per_second": len(decisions) / traced,
        "interventions": built,
        "interventions_per_second": built / changed,
        "swaps": len(swaps),
        "swaps_per_second": len(swaps) / own_seconds,
        "peer_swaps_per_second": len(swaps) / peer_seconds,
        "agree": float(agree),
    }


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return value.replace(old, new)
    if isinstance(value, dict):
        return {key: _replaced(inner, old, new) for key, inner in value.items()}
    return [_replaced(inner, old, new) for inner in value] if isinstance(value, list) else value


def memory(small: int, large: int) -> Iterator[tuple[int, float, float]]:
    """Peak memory and seconds of a fresh process that streams a file, for two sizes of file."""
    with tempfile.TemporaryDirectory() as place:
        for size in (small, large):
            path = Path(place) / f"{size}.jsonl"
            write(path, size)
            taken = measured([sys.executable, __file__, "--stream", str(path)], limit_s=LIMIT_S)
            yield size, taken.peak_mb, taken.cpu_seconds
            path.unlink()


def main() -> int:
    """Measure, print, and fail where a rate, the agreement or the growth of memory falls short."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--conversations", type=int, default=300, help="for the rates (default 300)")
    parser.add_argument("--small", type=int, default=1_000, help="conversations of the small file (default 1000)")
    parser.add_argument("--large", type=int, default=10_000, help="of the large one (default 10000)")
    parser.add_argument("--stream", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.stream is not None:
        stream(options.stream)
        return 0
    peaks = list(memory(options.small, options.large))
    floor = own_peak_mb()
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "logs.jsonl"
        write(path, options.conversations)
        found = rates(path)
    growth = peaks[1][1] / peaks[0][1]
    ratio = found["swaps_per_second"] / found["peer_swaps_per_second"]
    print(f"{found['decisions']:,.0f} decisions of {options.conversations:,} conversations, CPU time, one core\n")
    print("| | a second |\n|---|---:|")
    print(f"| decisions traced to their carriers | {found['traced_per_second']:,.0f} |")
    all_kinds = f"interventions of all kinds with their targets ({found['interventions']:,.0f})"
    print(f"| {all_kinds} | {found['interventions_per_second']:,.0f} |")
    print(f"| swaps ({found['swaps']:,.0f}) | {found['swaps_per_second']:,.0f} |")
    print(f"| the same swaps by deep copy and replacement | {found['peer_swaps_per_second']:,.0f} |")
    print(f"\nSwaps: {ratio:.1f} times the peer; results {'agree' if found['agree'] else 'DIFFER'}.")
    for size, peak, seconds in peaks:
        print(f"{size:,} conversations: peak {peak:.0f} MB, {seconds:.1f} s of CPU time")
    print(f"Memory: {growth:.2f} times (this process itself: {floor:.0f} MB).")
    good = found["interventions_per_second"] >= WANTED_RATE and found["agree"] and growth <= WANTED_GROWTH
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
