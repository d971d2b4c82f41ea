"""Method 1 on the embedded model: Holdfast's packed scoring against lm-eval's HFLM, same pairs, same run.

    python benchmarks/scoring.py [--chains 3] [--json]

Two sets of pairs: what `holdfast run invariance` asks by default (TCIT-F over all pairs, TCIT-H, TCIT-C), and the
paper's alone (TCIT-F root to leaf, TCIT-H), which share less text. Weights, threads and dtype are the same on both
sides; HFLM runs at each of its batch sizes and its best counts. Margins must agree to 1e-3. Beside the ratio stands
the share of the machine's matmul peak that packed scoring reaches, counting the linear layers for the tokens it reads.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

REQUIRED_RATIO = 4.5
REQUIRED_AGREEMENT = 1e-3
BATCH_SIZES = (1, 8, 32)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chains", type=int, default=3)
    parser.add_argument("--peer-pairs", type=int, default=48, help="how many of the pairs HFLM scores at each size")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    import torch

    from holdfast.agents.registry import make_agent

    agent = make_agent("embedded")
    peak = matmul_peak()
    results = {name: compare(agent, pairs(name, options.chains), options.peer_pairs, peak) for name in SETS}
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        print(f"Teacher-forced scoring of TCIT pairs, embedded model, float32, {torch.get_num_threads()} threads\n")
        print("| pairs | Holdfast pairs/s | HFLM's best pairs/s | ratio | share of matmul peak |")
        print("|---|---:|---:|---:|---:|")
        for name, r in results.items():
            rates = f"{r['holdfast_pairs_per_s']:.1f} | {r['hflm_pairs_per_s']:.1f} | {r['ratio']:.2f}"
            print(f"| {SETS[name][0]} | {rates} | {r['share_of_peak']:.0%} of {peak / 1e9:.0f} GFLOP/s |")
        for name, r in results.items():
            print(
                f"\n{name}: {r['pairs']} pairs, {r['tokens']} tokens computed, {r['naive_tokens']} without sharing; "
                f"largest margin difference {r['largest_difference']:.1e}, {r['sign_changes']} sign changes."
            )
    agree = all(r["largest_difference"] < REQUIRED_AGREEMENT and not r["sign_changes"] for r in results.values())
    return 0 if agree and results["suite"]["ratio"] >= REQUIRED_RATIO else 1


SETS = {
    "suite": ("the suite's own", {}),
    "paper": ("the paper's alone", {"variants": ("F", "H"), "pairs": "root-leaf"}),
}


def pairs(name: str, chains: int) -> list:
    """Requests of one set, in the order in which the engine asks them."""
    from holdfast.suites.invariance.chains import build_chain
    from holdfast.suites.invariance.methods import render
    from holdfast.suites.invariance.settings import Settings

    settings = Settings(**SETS[name][1])
    items = [item for index in range(chains) for item in build_chain(42, index, settings).items]
    return [render(item.state, ["teacher-forced"], paper_exact=False)["teacher-forced"] for item in items]


def compare(agent, requests: list, peer_pairs: int, peak: float) -> dict[str, float]:
    """Both scorers on the same requests; HFLM on an evenly spaced part of them."""
    ours, seconds, tokens = packed_margins(agent, requests)
    part = range(0, len(requests), max(1, len(requests) // peer_pairs))
    peer = [hflm_margins(agent, [requests[i] for i in part], size) for size in BATCH_SIZES]
    best = max(rate for _, rate in peer)
    differences = [(ours[i], theirs[k]) for theirs, _ in peer for k, i in enumerate(part)]
    rate = len(requests) / seconds
    return {
        "pairs": len(requests),
        "tokens": tokens,
        "naive_tokens": sum(
            len(agent.text.continuation(r.prompt, c).tokens) for r in requests for c in r.continuations
        ),
        "holdfast_pairs_per_s": rate,
        "hflm_pairs_per_s": best,
        "ratio": rate / best,
        "largest_difference": max(abs(a - b) for a, b in differences),
        "sign_changes": sum((a > 0) != (b > 0) for a, b in differences),
        "share_of_peak": flops(agent, tokens) / seconds / peak,
    }


def packed_margins(agent, requests: list) -> tuple[list[float], float, int]:
    """Margins, seconds and unique tokens, in waves as the engine forms them."""
    from holdfast.agents.local.tree import packs
    from holdfast.engine.ask import WAVE

    agent._scores(requests[:4])  # warm up
    began = time.perf_counter()
    scores = [s for at in range(0, len(requests), WAVE) for s in agent._scores(requests[at : at + WAVE])]
    seconds = time.perf_counter() - began
    sequences = [agent.text.continuation(r.prompt, c) for r in requests for c in r.continuations]
    waves = [sequences[at : at + 2 * WAVE] for at in range(0, len(sequences), 2 * WAVE)]
    unique = sum(len(pack.tokens) for wave in waves for pack in packs(wave, agent.scorer.budget))
    return [s.logprobs[0] / s.tokens[0] - s.logprobs[1] / s.tokens[1] for s in scores], seconds, unique


def hflm_margins(agent, requests: list, batch_size: int) -> tuple[list[float], float]:
    """The same margins by lm-eval, and its pairs per second."""
    from lm_eval.api.instance import Instance
    from lm_eval.models.huggingface import HFLM

    peer = HFLM(pretrained=agent._loaded.model, tokenizer=agent.text.tokenizer, batch_size=batch_size)
    instances = [
        Instance("loglikelihood", {}, (r.prompt, c), i) for i, r in enumerate(requests) for c in r.continuations
    ]
    peer.loglikelihood(instances[:4], disable_tqdm=True)  # warm up
    began = time.perf_counter()
    sums = [value for value, _ in peer.loglikelihood(instances, disable_tqdm=True)]
    seconds = time.perf_counter() - began
    counts = [
        len(agent.text.continuation(r.prompt, c).tokens) - agent.text.continuation(r.prompt, c).start
        for r in requests
        for c in r.continuations
    ]
    means = [s / n for s, n in zip(sums, counts, strict=True)]
    return [a - b for a, b in zip(means[::2], means[1::2], strict=True)], len(requests) / seconds


def matmul_peak() -> float:
    """Floating-point operations per second of a large matrix product, best of five."""
    import torch

    n = 2048
    a, b = torch.randn(n, n), torch.randn(n, n)
    best = 0.0
    for _ in range(5):
        began = time.perf_counter()
        a @ b
        best = max(best, 2 * n**3 / (time.perf_counter() - began))
    return best


def flops(agent, tokens: int) -> float:
    """What the linear layers of the model cost for so many tokens; attention and the projection are not counted."""
    model = agent._loaded.model
    embedded = model.get_input_embeddings().weight.numel()
    weights = sum(p.numel() for p in model.parameters()) - embedded
    return 2.0 * weights * tokens


if __name__ == "__main__":
    sys.exit(main())
