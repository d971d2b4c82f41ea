"""The matrix on the embedded model: Holdfast's packed letters against lm-eval's HFLM, same rows, same run.

    python benchmarks/matrix.py [--waves 6] [--peer-rows 24] [--json]

Waves are spread evenly over the plan of size `paper` (126,000 rows), each as the engine forms it. A wave's copies are
asked once, and both sides are given its distinct requests only, so that the ratio owes nothing to copies. HFLM scores
every spelling of a letter (with and without a space) in one pass per prompt, at each of its batch sizes, and its best
counts. Letters' log-probabilities, relative to each other, must agree to 1e-3 (HFLM adds the line break before the
letter to each of them). The waves also give the time that the whole plan takes.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

REQUIRED_RATIO = 5.0
REQUIRED_AGREEMENT = 1e-3
BATCH_SIZES = (1, 8, 32)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--waves", type=int, default=6)
    parser.add_argument("--peer-rows", type=int, default=24, help="how many of the requests HFLM scores at each size")
    parser.add_argument("--batch-sizes", type=int, nargs="+", default=BATCH_SIZES)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    import torch

    from holdfast.agents.registry import make_agent

    plan = letters()
    waves = sampled(plan, options.waves)
    agent = make_agent("embedded")
    ours, spent, tokens = packed(agent, waves)
    asked = [request for wave in waves for request in wave]
    part = range(0, len(asked), max(1, len(asked) // options.peer_rows))
    peer = {size: hflm(agent, [asked[i] for i in part], size) for size in options.batch_sizes}
    best = min((took for _, took in peer.values()), key=lambda took: took.seconds)
    compared = [(shares(ours[i]), shares(theirs[k])) for theirs, _ in peer.values() for k, i in enumerate(part)]
    differences = [abs(a - b) for one, other in compared for a, b in zip(one, other, strict=True)]
    distinct = len(set(plan))
    result = {
        "rows": len(asked),
        "holdfast_rows_per_s": 1 / spent.seconds,
        "hflm_rows_per_s": 1 / best.seconds,
        "hflm_rates": {size: 1 / took.seconds for size, (_, took) in peer.items()},
        "ratio": best.seconds / spent.seconds,
        "cpu_ratio": min(took.cpu for _, took in peer.values()) / spent.cpu,
        "tokens": tokens,
        "naive_tokens": sum(len(agent.text.encode(agent.text.chat(r.messages))) for r in asked),
        "largest_difference": max(differences),
        "uses": len(plan),
        "distinct": distinct,
        "projected_seconds": distinct * spent.seconds,
        "projected_cpu_seconds": distinct * spent.cpu,
        "threads": torch.get_num_threads(),
    }
    print(json.dumps(result, indent=1) if options.json else told(result))
    return 0 if result["ratio"] >= REQUIRED_RATIO and result["largest_difference"] < REQUIRED_AGREEMENT else 1


def letters() -> list:
    """Every planned asking of letters at size `paper`, in the engine's order."""
    from holdfast.core import Capability, ChoicesRequest
    from holdfast.suites.binding.matrix.suite import SUITE

    settings = SUITE.settings("paper", {"replies": "0"}, frozenset(Capability))
    seeds = SUITE.replicates("letters", settings)
    requests = (
        request
        for block in SUITE.build(settings)
        for item in block.items
        for request in SUITE.render(item.state, settings).values()
    )
    return [request for request in requests if isinstance(request, ChoicesRequest) for _ in range(seeds)]


def sampled(plan: list, count: int) -> list[list]:
    """Evenly spread waves, each reduced to its distinct requests."""
    from holdfast.engine.ask import WAVE

    waves = [plan[at : at + WAVE] for at in range(0, len(plan), WAVE)]
    step = len(waves) / count
    return [list(dict.fromkeys(waves[int(step * (i + 0.5))])) for i in range(count)]


class Took(NamedTuple):
    """What one request took, on average."""

    seconds: float
    """Of wall time."""
    cpu: float
    """Of CPU time on all cores, which neighbours on a shared machine do not lengthen."""


@contextmanager
def clock(requests: int) -> Iterator[Callable[[], Took]]:
    """Time a block; what it took is known at its end."""
    began, began_cpu = time.perf_counter(), time.process_time()
    ended: list[Took] = []
    yield lambda: ended[0]
    ended.append(Took((time.perf_counter() - began) / requests, (time.process_time() - began_cpu) / requests))


def packed(agent, waves: list[list]) -> tuple[list[tuple[float, ...]], Took, int]:
    """Log-probabilities, what a request took, and unique tokens, wave by wave."""
    from holdfast.agents.local.tree import TokenSequence, packs

    agent._choices(waves[0][:2])  # warm up
    with clock(sum(map(len, waves))) as took:
        found = [choices.logprobs for wave in waves for choices in agent._choices(wave)]
    tokens = 0
    for wave in waves:
        prompts = [agent.text.encode(agent.text.chat(r.messages)) for r in wave]
        sequences = [TokenSequence((*prompt, 0), len(prompt)) for prompt in prompts]
        tokens += sum(len(pack.tokens) for pack in packs(sequences, agent.scorer.budget))
    return found, took(), tokens


def hflm(agent, requests: list, batch_size: int) -> tuple[list[tuple[float, ...]], Took]:
    """The same log-probabilities by lm-eval, and what a request took."""
    from lm_eval.api.instance import Instance
    from lm_eval.models.huggingface import HFLM

    peer = HFLM(pretrained=agent._loaded.model, tokenizer=agent.text.tokenizer, batch_size=batch_size)
    spelled = [(r, label, spelling) for r in requests for label in r.labels for spelling in (label, f" {label}")]
    instances = [
        Instance("loglikelihood", {}, (agent.text.chat(r.messages), spelling), i)
        for i, (r, _, spelling) in enumerate(spelled)
    ]
    peer.loglikelihood(instances[:8], disable_tqdm=True)  # warm up
    with clock(len(requests)) as took:
        values = [value for value, _ in peer.loglikelihood(instances, disable_tqdm=True)]
    pairs = [math.log(math.exp(a) + math.exp(b)) for a, b in zip(values[::2], values[1::2], strict=True)]
    width = len(requests[0].labels)
    return [tuple(pairs[at : at + width]) for at in range(0, len(pairs), width)], took()


def shares(logprobs: tuple[float, ...]) -> list[float]:
    """Log-probabilities within the letters, which are all that an answer depends on."""
    total = math.log(sum(map(math.exp, logprobs)))
    return [value - total for value in logprobs]


def told(result: dict) -> str:
    return (
        f"{result['uses']:,} askings of letters, {result['distinct']:,} distinct requests\n"
        f"Holdfast {result['holdfast_rows_per_s']:.2f} requests/s, HFLM's best {result['hflm_rows_per_s']:.2f}: "
        f"{result['ratio']:.2f} times ({result['cpu_ratio']:.2f} by CPU time), {result['threads']} threads\n"
        f"{result['tokens']:,} tokens computed instead of {result['naive_tokens']:,}; "
        f"largest difference {result['largest_difference']:.1e}\n"
        f"the whole plan at this rate: {result['projected_seconds'] / 60:.0f} minutes"
    )


if __name__ == "__main__":
    sys.exit(main())
