"""Scoring: log-probabilities of continuations, with every shared token computed once where the model allows it.

Three ways, from quick to plain, and the first that agrees with the plain one on a small tree is used:
`packed` sends a whole tree of prompts and continuations through the model as one row with its own attention mask and
positions; `prefix` computes each prompt once and its continuations from the cached keys and values; `plain` scores
one sequence at a time. Only the distributions that a continuation needs are projected to the vocabulary.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from holdfast.agents.local.tree import Pack, TokenSequence, packs

if TYPE_CHECKING:
    import torch

BUDGET = 512
"""Unique tokens per pass: enough to keep a few cores busy, little enough that the mask stays cheap."""

AGREEMENT = {"float32": 1e-3, "float16": 0.05, "bfloat16": 0.2}
"""How far from plain scoring a log-probability may be before a way of scoring is refused for a model."""

LogProbs = list["torch.Tensor"]
"""For each sequence, the log-probability of every token of its continuation."""


class Scorer:
    """Teacher-forced scoring by one model."""

    def __init__(self, model: Any, budget: int = BUDGET, ways: Collection[str] = ()) -> None:
        self.model = model
        self.forward = model
        """What is called: the model, or a wrapper around it that knows nothing of its configuration."""
        self.budget = budget
        self.mode = next(m for m in WAYS if m == "plain" or ((not ways or m in ways) and self._agrees(m)))

    def logprobs(self, sequences: Sequence[TokenSequence]) -> list[list[float]]:
        """For each sequence, the log-probability of every token of its continuation."""
        import torch

        with torch.inference_mode():
            return [values.tolist() for values in self.tensors(sequences)]

    def tensors(self, sequences: Sequence[TokenSequence]) -> LogProbs:
        """The same as tensors, through which a gradient can flow; `prefix` copies its cache and lets none through."""
        return WAYS[self.mode](self, sequences)

    def _agrees(self, mode: str) -> bool:
        """Try a small tree both ways: a model that ignores the mask or the positions gives itself away."""
        import torch

        vocabulary = min(self.model.config.get_text_config().vocab_size, 997)
        tokens = [(7 * i + 3) % (vocabulary - 2) + 2 for i in range(12)]
        tree = [
            TokenSequence((*tokens[:6], *tokens[6:9]), 6),
            TokenSequence((*tokens[:6], *tokens[9:12]), 6),
            TokenSequence((*tokens[:4], *tokens[8:12]), 4),
        ]
        with torch.inference_mode():
            try:
                tried = WAYS[mode](self, tree)
            except (TypeError, ValueError, RuntimeError, AttributeError, IndexError, KeyError):
                return False  # the architecture does not take such input; the next way will do
            expected = plain(self, tree)
        tolerance = AGREEMENT.get(str(self.model.dtype).removeprefix("torch."), AGREEMENT["bfloat16"])
        # A comparison with NaN is false, so a model that computes none agrees with nothing.
        return bool(((torch.cat(tried) - torch.cat(expected)).abs() < tolerance).all())


def packed(scorer: Scorer, sequences: Sequence[TokenSequence]) -> LogProbs:
    """Whole trees at once."""
    result: dict[int, torch.Tensor] = {}
    for pack in packs(sequences, scorer.budget):
        result |= zip(pack.members, _pack_logprobs(scorer, pack), strict=True)
    return [result[i] for i in range(len(sequences))]


def prefix(scorer: Scorer, sequences: Sequence[TokenSequence]) -> LogProbs:
    """Each prompt once, then each of its continuations from a copy of the cache."""
    import torch

    model = scorer.model
    by_prompt: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for index, sequence in enumerate(sequences):
        by_prompt[sequence.tokens[: sequence.start]].append(index)
    result: dict[int, torch.Tensor] = {}
    for prompt, members in by_prompt.items():
        ids = torch.tensor([prompt], device=model.device)
        after = model(input_ids=ids, use_cache=True, logits_to_keep=1)
        for index in members:
            rest = torch.tensor([sequences[index].tokens[len(prompt) :]], device=model.device)
            logits = after.logits
            if rest.shape[1] > 1:
                cache = copy.deepcopy(after.past_key_values)
                logits = torch.cat([logits, model(input_ids=rest[:, :-1], past_key_values=cache).logits], dim=1)
            result[index] = _chosen(logits[0], rest[0])
    return [result[i] for i in range(len(sequences))]


def plain(scorer: Scorer, sequences: Sequence[TokenSequence]) -> LogProbs:
    """One sequence at a time: what the other ways must agree with."""
    import torch

    result: LogProbs = []
    for sequence in sequences:
        ids = torch.tensor([sequence.tokens], device=scorer.model.device)
        keep = torch.arange(sequence.start - 1, len(sequence.tokens) - 1, device=ids.device)
        logits = scorer.forward(input_ids=ids, use_cache=False, logits_to_keep=keep).logits
        result.append(_chosen(logits[0], ids[0, sequence.start :]))
    return result


WAYS: dict[str, Callable[[Scorer, Sequence[TokenSequence]], LogProbs]] = {
    "packed": packed,
    "prefix": prefix,
    "plain": plain,
}


def _chosen(logits: torch.Tensor, tokens: torch.Tensor) -> torch.Tensor:
    """The log-probability of each token under the distribution in its row."""
    logits = logits.float()
    return logits.gather(1, tokens[:, None])[:, 0] - logits.logsumexp(dim=-1)


def _pack_logprobs(scorer: Scorer, pack: Pack) -> tuple[torch.Tensor, ...]:
    """For each sequence of a tree, the log-probabilities of its continuation."""
    import numpy as np
    import torch

    # Each distribution is computed and normalised once, however many continuations branch from it.
    sources, unique_rows = np.unique(np.concatenate(pack.sources), return_inverse=True)
    logits = _forward(scorer, pack, sources)
    rows = torch.from_numpy(unique_rows).to(logits.device)
    wanted = torch.from_numpy(np.concatenate(pack.wanted)).to(logits.device)
    # Not log_softmax, which on a CPU is off by up to 1e-4 where the vocabulary is large.
    chosen = logits[rows, wanted] - logits.logsumexp(dim=-1)[rows]
    return tuple(chosen.split([len(tokens) for tokens in pack.wanted]))


def _forward(scorer: Scorer, pack: Pack, sources: Any) -> torch.Tensor:
    import torch

    model = scorer.model
    device, dtype = model.device, model.dtype
    seen = torch.from_numpy(pack.mask()).to(device)
    mask = torch.zeros(seen.shape, dtype=dtype, device=device).masked_fill_(~seen, torch.finfo(dtype).min)
    depths = torch.from_numpy(pack.depths).to(device)
    output = scorer.forward(
        input_ids=torch.from_numpy(pack.tokens)[None].to(device),
        attention_mask=_masks(model, mask, depths),
        position_ids=depths[None],
        use_cache=False,
        logits_to_keep=torch.from_numpy(sources).to(device),
    )
    logits: torch.Tensor = output.logits[0].float()
    return logits


def _masks(model: Any, mask: torch.Tensor, depths: torch.Tensor) -> Any:
    """The mask in the shape the model wants: models with sliding windows take one mask per kind of layer."""
    import torch

    config = model.config.get_text_config()
    full = mask[None, None]
    if "sliding_attention" not in (getattr(config, "layer_types", None) or ()):
        return full
    too_far = (depths[:, None] - depths[None, :]) >= config.sliding_window
    sliding = full.masked_fill(too_far[None, None], torch.finfo(mask.dtype).min)
    return {"full_attention": full, "sliding_attention": sliding}
