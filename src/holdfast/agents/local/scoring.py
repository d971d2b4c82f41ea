"""Packed scoring: log-probabilities of continuations with every shared token computed once.

The tree of a pack goes through the model as one row with its own attention mask and positions; only the distributions
that a continuation needs are projected to the vocabulary. Where a model does not take such a mask, sequences are
scored one by one, and `mode` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from holdfast.agents.local.tree import Pack, TokenSequence, packs

if TYPE_CHECKING:
    import torch

BUDGET = 512
"""Unique tokens per pass: enough to keep two to sixteen cores busy, little enough that the mask stays cheap."""

AGREEMENT = 1e-3
"""How far packed and plain log-probabilities may differ before packing is refused for a model."""


class Scorer:
    """Teacher-forced scoring by one model."""

    def __init__(self, model: Any, budget: int = BUDGET) -> None:
        self.model = model
        self.budget = budget
        self.mode = "packed" if self._packing_agrees() else "plain"

    def logprobs(self, sequences: Sequence[TokenSequence]) -> list[list[float]]:
        """For each sequence, the log-probability of every token of its continuation."""
        if self.mode == "plain":
            return [self._plain(sequence) for sequence in sequences]
        result: list[list[float]] = [[] for _ in sequences]
        for pack in packs(sequences, self.budget):
            for member, values in zip(pack.members, self._packed(pack), strict=True):
                result[member] = values
        return result

    def _packed(self, pack: Pack) -> list[list[float]]:
        import torch

        with torch.inference_mode():
            sources = pack.sources()
            logits = self._forward(pack, sources)
            row_of = {int(node): row for row, node in enumerate(sources)}
            nodes = sorted({int(n) for path in pack.paths for n in path})
            rows = torch.tensor([row_of[int(pack.parents[n])] for n in nodes])
            targets = torch.tensor([int(pack.tokens[n]) for n in nodes], device=logits.device)
            # Normalise each distribution once, however many continuations branch from it.
            chosen = logits[rows, targets] - torch.logsumexp(logits, dim=-1)[rows]
            values = dict(zip(nodes, chosen.tolist(), strict=True))
        return [[values[int(n)] for n in path] for path in pack.paths]

    def _forward(self, pack: Pack, sources: Any) -> torch.Tensor:
        import torch

        device, dtype = self.model.device, self.model.dtype
        seen = torch.from_numpy(pack.mask()).to(device)
        mask = torch.zeros(seen.shape, dtype=dtype, device=device).masked_fill_(~seen, torch.finfo(dtype).min)
        depths = torch.from_numpy(pack.depths)
        output = self.model(
            input_ids=torch.from_numpy(pack.tokens)[None].to(device),
            attention_mask=self._masks(mask, depths.to(device)),
            position_ids=depths[None].to(device),
            use_cache=False,
            logits_to_keep=torch.from_numpy(sources).to(device),
        )
        logits: torch.Tensor = output.logits[0].float()
        return logits

    def _masks(self, mask: torch.Tensor, depths: torch.Tensor) -> Any:
        """The mask in the shape the model wants: models with sliding windows take one mask per kind of layer."""
        import torch

        config = self.model.config.get_text_config()
        full = mask[None, None]
        if "sliding_attention" not in (getattr(config, "layer_types", None) or ()):
            return full
        too_far = (depths[:, None] - depths[None, :]) >= config.sliding_window
        return {
            "full_attention": full,
            "sliding_attention": full.masked_fill(too_far[None, None], torch.finfo(mask.dtype).min),
        }

    def _plain(self, sequence: TokenSequence) -> list[float]:
        import torch

        with torch.inference_mode():
            ids = torch.tensor([sequence.tokens], device=self.model.device)
            keep = torch.arange(sequence.start - 1, len(sequence.tokens) - 1, device=ids.device)
            logits = self.model(input_ids=ids, use_cache=False, logits_to_keep=keep).logits[0].float()
            chosen = torch.log_softmax(logits, dim=-1).gather(1, ids[0, sequence.start :, None])
        return [float(v) for v in chosen[:, 0]]

    def _packing_agrees(self) -> bool:
        """Try a small tree both ways: a model that ignores the mask or the positions gives itself away."""
        import torch

        tokens = [(7 * i + 3) % min(self.model.config.get_text_config().vocab_size, 997) + 2 for i in range(12)]
        tree = [
            TokenSequence((*tokens[:6], *tokens[6:9]), 6),
            TokenSequence((*tokens[:6], *tokens[9:12]), 6),
            TokenSequence((*tokens[:4], *tokens[8:12]), 4),
        ]
        try:
            together = next(packs(tree, 1_000))
            packed = dict(zip(together.members, self._packed(together), strict=True))
        except (TypeError, ValueError, RuntimeError, AttributeError):
            return False  # the architecture does not take a mask of this shape
        plain = [self._plain(sequence) for sequence in tree]
        tolerance = AGREEMENT if self.model.dtype == torch.float32 else 0.2
        return all(
            abs(a - b) < tolerance for i, values in enumerate(plain) for a, b in zip(packed[i], values, strict=True)
        )
