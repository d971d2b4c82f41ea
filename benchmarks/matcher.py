"""The matcher against lm-eval's exact match and a plain search for the right answer: time, and what each gets wrong.

Both peers see the right answer only. `exact_match` is lm-eval's own (case and punctuation ignored); containment looks
for the normalised answer anywhere in the normalised reply, which is what many scripts do. The replies are those of
`tests/suites/commitment`: a development half, which our rules were written against, so that the errors told here are
a comparison and no estimate, or what a model really answered; the plain ones among them give a name or value and
nothing else. Those that answered prompts are judged for the candidate that they give and for every other one that they
name; a reply's time counts once. Run with `python benchmarks/matcher.py [--replies answered_final|real|…]`.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from holdfast.suites.commitment.candidates import Candidates, Decision, Role
from holdfast.suites.commitment.matcher import match

LABELLED = Path(__file__).resolve().parents[1] / "tests/suites/commitment"
SETS = (
    "development", "natural_development", "answered_development", "answered_second_development", "final",
    "natural_final", "answered_final", "answered_second_final", "answered_confirmation", "answered_testers",
    "answered_small", "real",
)  # fmt: skip
WANTED_MICROSECONDS = 50.0
PASSES = 5
PLAIN = "concise"
"""The category of plain replies."""


class Reply(msgspec.Struct, frozen=True):
    """A labelled reply."""

    category: str
    question: str
    candidates: Candidates
    reply: str
    decision: Decision


class Answered(msgspec.Struct, frozen=True):
    """A reply that answered a prompt, and the place of the candidate that it gives."""

    category: str
    question: str
    candidates: Candidates
    reply: str
    asserted: int | None

    def tried(self) -> Iterator[Reply]:
        """The reply with each candidate that it gives or names taken for the right one."""
        members = self.candidates.members
        for place, wanted in enumerate(members):
            if place == self.asserted or wanted.text.lower() in self.reply.lower():
                roles = (Role.GOLD if other is wanted else Role.OTHER for other in members)
                changed = [msgspec.structs.replace(m, role=role) for m, role in zip(members, roles, strict=True)]
                decision = Decision.MATCH if place == self.asserted else Decision.NO_MATCH
                kind = self.candidates.kind
                yield Reply(self.category, self.question, Candidates(kind, tuple(changed)), self.reply, decision)


Judge = Callable[[Reply], bool]


def ours(reply: Reply) -> bool:
    """Holdfast's matcher."""
    return match(reply.reply, reply.candidates, reply.question).decision is Decision.MATCH


def lm_eval_exact(reply: Reply) -> bool:
    """lm-eval's exact match."""
    from lm_eval.api.metrics import exact_match_hf_evaluate

    found = exact_match_hf_evaluate(
        [reply.reply.strip()], [reply.candidates.gold.text], ignore_case=True, ignore_punctuation=True
    )
    return bool(found["exact_match"])


def containment(reply: Reply) -> bool:
    """The right answer anywhere in the reply, as whole words, after dropping case and punctuation."""
    gold, text = (re.sub(r"[^\w\s]", " ", part.lower()) for part in (reply.candidates.gold.text, reply.reply))
    wanted = r"\s+".join(map(re.escape, gold.split()))
    return re.search(rf"(?<!\w){wanted}(?!\w)", text) is not None


JUDGES: dict[str, Judge] = {
    "holdfast": ours,
    "lm-eval `exact_match`": lm_eval_exact,
    "normalised containment (`re.search`)": containment,
}


def timed(judge: Judge, replies: list[Reply], repeats: int) -> list[float]:
    """Microseconds of CPU that each reply takes, the best of several."""
    taken = []
    for reply in replies:
        judge(reply)
        best = float("inf")
        for _ in range(repeats):
            start = time.thread_time_ns()
            judge(reply)
            best = min(best, time.thread_time_ns() - start)
        taken.append(best / 1e3)
    return taken


def passed(judge: Judge, replies: list[Reply]) -> float:
    """Microseconds of CPU that a reply takes in one pass over all of them, the best of several passes."""
    best = float("inf")
    for _ in range(PASSES):
        start = time.thread_time_ns()
        for reply in replies:
            judge(reply)
        best = min(best, time.thread_time_ns() - start)
    return best / 1e3 / len(replies)


def read(name: str) -> list[Reply]:
    """The labelled replies of a set."""
    lines = (LABELLED / f"replies_{name}.jsonl").read_bytes().splitlines()
    if not name.startswith("answered"):
        return [msgspec.json.decode(line, type=Reply) for line in lines]
    return [tried for line in lines for tried in msgspec.json.decode(line, type=Answered).tried()]


def measure(name: str, repeats: int) -> dict[str, dict[str, float]]:
    """Run every judge over every reply of a set."""
    replies = read(name)
    distinct = list({(reply.question, reply.reply): reply for reply in replies}.values())
    result = {}
    for judged, judge in JUDGES.items():
        taken = timed(judge, distinct, repeats)
        accepted = [judge(reply) for reply in replies]
        right = [reply.decision is Decision.MATCH for reply in replies]
        result[judged] = {
            "median_microseconds": statistics.median(taken),
            "mean_microseconds": statistics.fmean(taken),
            "pass_microseconds": passed(judge, distinct),
            "plain_mean_microseconds": _mean(
                [t for t, reply in zip(taken, distinct, strict=True) if reply.category == PLAIN]
            ),
            "wrong_accepted": sum(a and not r for a, r in zip(accepted, right, strict=True)),
            "right_missed": sum(r and not a for a, r in zip(accepted, right, strict=True)),
            "replies": len(replies),
            "right": sum(right),
        }
    return result


def _mean(values: list[float]) -> float:
    return statistics.fmean(values) if values else float("nan")


def main() -> int:
    """Measure, print, and fail where replies take too long on average."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=15, help="runs per reply, of which the best counts (default 15)")
    parser.add_argument("--replies", choices=SETS, default=SETS[0], help="which labelled replies (default development)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    options = parser.parse_args()
    result = measure(options.replies, options.repeats)
    own = result["holdfast"]
    if options.json:
        print(json.dumps(result))
    else:
        print(f"{own['replies']:.0f} labelled replies, {own['right']:.0f} of them right, one core, CPU time\n")
        print(
            "| | µs a reply, median | mean | in one pass | mean of plain ones | ratio of means "
            "| wrong accepted | right missed |"
        )
        print("|---|---:|---:|---:|---:|---:|---:|---:|")
        for name, row in result.items():
            ratio = own["mean_microseconds"] / row["mean_microseconds"]
            print(
                f"| {name} | {row['median_microseconds']:.1f} | {row['mean_microseconds']:.1f} "
                f"| {row['pass_microseconds']:.1f} | {row['plain_mean_microseconds']:.1f} | {ratio:.1f} "
                f"| {row['wrong_accepted']:.0f} | {row['right_missed']:.0f} |"
            )
    return 0 if own["mean_microseconds"] < WANTED_MICROSECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
