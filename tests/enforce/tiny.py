"""Models small enough to train in a test: a real tokenizer, real architectures, random weights."""

from __future__ import annotations

from pathlib import Path

import msgspec
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import AutoConfig, AutoModelForCausalLM, PreTrainedModel, PreTrainedTokenizerFast

from holdfast.agents.local.loading import Loaded
from holdfast.enforce.constraint import TRAIN
from holdfast.enforce.learner import Learner
from holdfast.enforce.order import OrderInvariance
from holdfast.enforce.recipes import RECIPES, Settings

SPECIAL = ["<pad>", "<s>", "</s>"]
SHAPE = {
    "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 512, "pad_token_id": 0, "bos_token_id": 1,
    "eos_token_id": 2, "initializer_range": 0.2,
}  # fmt: skip
"""The weights begin large, so that margins are far from zero and a wrong token shows."""

ARCHITECTURES = {
    "llama": {},
    "qwen2": {},
    "mistral": {"sliding_window": None},
    "gemma3_text": {"sliding_window": 24},
    "phi3": {},
}

QUICK = {
    "rank": 4, "alpha": 8, "learning_rate": 1e-2, "warmup": 2, "steps": 6, "lessons": 2, "validate_every": 2,
    "validation_lessons": 2, "checkpoint_every": 2, "patience": 0,
}  # fmt: skip
"""Settings under which a training takes a second."""


def quick(recipe: str = "paper", **changed: object) -> Settings:
    """A recipe that is over in a second."""
    return msgspec.structs.replace(RECIPES[recipe], **{**QUICK, **changed})


def options(**changed: object) -> list[str]:
    """The same as options of the command line."""
    given = {**QUICK, **changed}
    return [word for name, value in given.items() for word in (f"--{name.replace('_', '-')}", str(value))]


def tokenizer() -> PreTrainedTokenizerFast:
    """Byte-level BPE with the words of TCIT merged, which begins every text with `<s>`."""
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    lessons = [OrderInvariance(RECIPES["selective"]).lesson(TRAIN, index) for index in range(20)]
    texts = [p.prompt + p.right for lesson in lessons for p in lesson.preferences]
    inner.train_from_iterator(
        texts,
        trainers.BpeTrainer(
            vocab_size=600,
            special_tokens=SPECIAL,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    inner.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=inner, pad_token="<pad>", bos_token="<s>", eos_token="</s>")


def model(vocabulary: int, architecture: str = "llama", seed: int = 3) -> PreTrainedModel:
    """An architecture with random weights."""
    torch.manual_seed(seed)
    config = AutoConfig.for_model(architecture, vocab_size=vocabulary, **SHAPE, **ARCHITECTURES[architecture])
    return AutoModelForCausalLM.from_config(config, attn_implementation="sdpa").eval()


def save(folder: Path, words: PreTrainedTokenizerFast, built: PreTrainedModel) -> Path:
    """A folder as `local/<folder>` wants it."""
    built.save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


def learner(words: PreTrainedTokenizerFast, settings: Settings, architecture: str = "llama") -> Learner:
    """A learner whose adapter already says something: as LoRA begins, half of its gradients are zero."""
    made = Learner(Loaded(model(len(words), architecture), words, "tiny"), settings)
    torch.manual_seed(11)
    with torch.no_grad():
        for name, parameter in made.model.named_parameters():
            if "lora_B" in name:
                parameter.normal_(std=0.1)
    return made
