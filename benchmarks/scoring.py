"""Method 1 on the embedded model: Holdfast's packed scoring against lm-eval's HFLM, same pairs, same run.

    python benchmarks/scoring.py [--chains 6] [--json]

Both score the same TCIT pairs (the paper's: TCIT-F root to leaf and TCIT-H in both polarities, six orders each) with
the same weights, threads and dtype. HFLM runs at each of its batch sizes and its best counts. Margins must agree to
1e-3. Beside the ratio stands the share of the machine's matmul peak that packed scoring reaches, counting only the
arithmetic of the tokens it computes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

from measuring import table

REQUIRED_RATIO = 4.5
REQUIRED_AGREEMENT = 1e-3
BATCH_SIZES = (1, 8, 32)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chains", type=int, default=6)
    parser.add_argument("--peer-pairs", type=int, default=72, help="how many of the pairs HFLM scores at each size")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    import torch

    from holdfast.agents.registry import make_agent

    agent = make_agent("embedded")
    requests = paper_pairs(options.chains)
    ours, seconds, unique = packed_margins(agent, requests)
    peer = {size: hflm_margins(agent, requests[: options.peer_pairs], size) for size in BATCH_SIZES}
    best = max(rate for _, rate in peer.values())
    worst = max(abs(a - b) for margins, _ in peer.values() for a, b in zip(ours, margins, strict=False))
    flips = sum((a > 0) != (b > 0) for a, b in zip(ours, peer[1][0], strict=False))
    rate = len(requests) / seconds
    peak = matmul_peak()
    reached = flops(agent, unique) / seconds
    result = {
        "pairs": len(requests),
        "unique_tokens": unique,
        "threads": torch.get_num_threads(),
        "holdfast_pairs_per_s": rate,
        **{f"hflm_batch_{size}_pairs_per_s": r for size, (_, r) in peer.items()},
        "ratio": rate / best,
        "largest_margin_difference": worst,
        "sign_changes": flips,
        "matmul_peak_gflops": peak / 1e9,
        "share_of_peak": reached / peak,
    }
    if options.json:
        print(json.dumps(result, indent=1))
    else:
        rows = [("holdfast, packed", f"{rate:.1f}", f"{rate / best:.2f}")]
        rows += [(f"lm-eval HFLM, batch {size}", f"{r:.1f}", f"{r / best:.2f}") for size, (_, r) in peer.items()]
        print(table(("scorer", "pairs/s", "ratio to HFLM's best"), rows))
        print(
            f"{len(requests)} pairs, {unique} unique tokens; largest margin difference {worst:.1e}, {flips} sign changes;"
            f" {reached / peak:.0%} of the matmul peak of {peak / 1e9:.0f} GFLOP/s on {torch.get_num_threads()} threads."
        )
    good = rate / best >= REQUIRED_RATIO and worst < REQUIRED_AGREEMENT and not flips
    return 0 if good else 1


def paper_pairs(chains: int) -> list:
    """The pairs that the paper scores, as requests."""
    from holdfast.suites.invariance.chains import build_chain
    from holdfast.suites.invariance.methods import render
    from holdfast.suites.invariance.settings import Settings

    settings = Settings(variants=("F", "H"), pairs="root-leaf")
    items = [item for index in range(chains) for item in build_chain(42, index, settings).items]
    asked = [item for item in items if item.key.target is not None]
    return [render(item.state, ["teacher-forced"], paper_exact=False)["teacher-forced"] for item in asked]


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
