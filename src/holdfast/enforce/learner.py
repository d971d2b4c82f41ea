"""The learner: a local model with LoRA matrices, and the margins of preferences as tensors that carry a gradient.

All prompts of a lesson and both continuations of each go through the model as one tree of tokens, by the same code that
scores: what is trained is what is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from holdfast.agents.local.loading import Loaded
from holdfast.agents.local.scoring import Scorer
from holdfast.agents.local.tokens import Text
from holdfast.core import HoldfastError
from holdfast.enforce.constraint import Preference
from holdfast.enforce.objective import Side
from holdfast.enforce.recipes import Settings

if TYPE_CHECKING:
    from torch import Tensor

ATTENTION = ("q_proj", "k_proj", "v_proj", "o_proj", "qkv_proj", "query_key_value", "c_attn")
"""What architectures call their attention projections."""

WHOLE_LESSON = 1 << 20
"""No lesson is cut: one pass forward and one backward, which is also what gradient synchronisation wants."""


class Learner:
    """A model whose adapter can be trained."""

    def __init__(self, loaded: Loaded, settings: Settings) -> None:
        self.text = Text(loaded.tokenizer, loaded.model.config.model_type)
        self.model = with_adapter(loaded.model, settings)
        self.scorer = Scorer(self.model, budget=WHOLE_LESSON, ways=("packed",))

    def sides(self, preferences: Sequence[Preference]) -> tuple[Side, Side]:
        """The log-probabilities of all right and all wrong continuations."""
        import torch

        sequences = [self.text.continuation(p.prompt, c) for p in preferences for c in (p.right, p.wrong)]
        values = self.scorer.tensors(sequences)
        totals = torch.stack([v.sum() for v in values])
        counts = torch.tensor([len(v) for v in values], device=totals.device)
        means = totals / counts
        return Side(means[0::2], totals[0::2]), Side(means[1::2], totals[1::2])

    def reference(self, preferences: Sequence[Preference]) -> Tensor:
        """The margins of the untrained model, summed over tokens."""
        import torch

        with torch.no_grad(), self.model.disable_adapter():
            right, wrong = self.sides(preferences)
        return right.total - wrong.total


def with_adapter(model: Any, settings: Settings) -> Any:
    """Put LoRA matrices on a model; everything else is frozen."""
    import torch
    from peft import LoraConfig, get_peft_model

    torch.manual_seed(settings.seed)
    model.config.use_cache = False
    config = LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules=projections(model, settings.targets),
        task_type="CAUSAL_LM",
    )
    return get_peft_model(model, config)


def projections(model: Any, targets: str) -> list[str]:
    """The names of the projections that a model has of those wanted."""
    import torch

    output = model.get_output_embeddings()
    linear = {
        name.rpartition(".")[2]
        for name, module in model.named_modules()
        if module is not output and (isinstance(module, torch.nn.Linear) or type(module).__name__ == "Conv1D")
    }
    wanted = {"attention": ATTENTION, "all": sorted(linear)}.get(targets, tuple(filter(None, targets.split(","))))
    found = sorted(linear.intersection(wanted))
    missing = sorted(set(wanted) - linear) if targets not in ("attention", "all") else []
    if missing or not found:
        named = ", ".join(missing) or "attention projections"
        raise HoldfastError(f"This model has no {named} to adapt; its linear layers are {', '.join(sorted(linear))}.")
    return found
