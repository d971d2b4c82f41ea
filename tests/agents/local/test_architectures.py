"""Packed scoring agrees with plain scoring on the architectures people use: tiny models with random weights."""

from __future__ import annotations

import asyncio

import pytest
import torch
import transformers
from transformers import AutoConfig, AutoModelForCausalLM

from holdfast.agents.local.scoring import WAYS, Scorer, plain
from holdfast.agents.local.tree import TokenSequence

SMALL = {
    "vocab_size": 128, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 256, "pad_token_id": 0, "bos_token_id": 1,
    "eos_token_id": 2,
}  # fmt: skip
ARCHITECTURES = {
    "llama": {},
    "qwen2": {},
    "qwen3": {},
    "mistral": {"sliding_window": None},
    "gemma3_text": {"sliding_window": 6},
    "phi3": {},
    "gpt2": {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 256},
}


def tiny(name: str, **others: int) -> transformers.PreTrainedModel:
    torch.manual_seed(3)
    config = AutoConfig.for_model(name, **(SMALL | ARCHITECTURES[name] | others))
    return AutoModelForCausalLM.from_config(config, attn_implementation="sdpa").eval()


def sequences() -> list[TokenSequence]:
    """Orders of three clauses, two continuations each: the shape of a real item."""
    generator = torch.Generator().manual_seed(5)
    head, one, two, three, yes, no = (
        torch.randint(3, 128, (n,), generator=generator).tolist() for n in (7, 5, 6, 4, 3, 5)
    )
    orders = ([one, two, three], [three, two, one], [two, one, three], [two, three, one])
    return [TokenSequence((*head, *a, *b, *c, *end), len(head + a + b + c)) for a, b, c in orders for end in (yes, no)]


@pytest.mark.parametrize("name", ARCHITECTURES)
@pytest.mark.parametrize("way", ["packed", "prefix"])
def test_every_way_of_scoring_agrees_with_the_plain_one(name: str, way: str) -> None:
    scorer = Scorer(tiny(name), budget=60)
    assert scorer.mode == "packed"
    with torch.inference_mode():
        quick, slow = WAYS[way](scorer, sequences()), plain(scorer, sequences())
    assert [len(values) for values in quick] == [3, 5] * 4
    for ours, theirs in zip(quick, slow, strict=True):
        assert ours.tolist() == pytest.approx(theirs.tolist(), abs=1e-4)


@pytest.mark.parametrize("way", ["packed", "prefix"])
def test_a_large_vocabulary_costs_no_precision(way: str) -> None:
    """Many small probabilities beside a few large ones are lost, up to 1e-4, unless they are added up carefully."""
    model = tiny("llama", vocab_size=150_000)
    model.lm_head.weight.data *= 15
    model.lm_head.weight.data[5:9] *= 6  # a few words are far likelier than the rest, as in a trained model
    scorer = Scorer(model)
    with torch.inference_mode():
        quick, slow = WAYS[way](scorer, sequences()), plain(scorer, sequences())
    for ours, theirs in zip(quick, slow, strict=True):
        assert ours == pytest.approx(theirs, abs=2e-5)


def test_a_model_that_ignores_the_mask_is_scored_from_shared_prefixes_and_says_so() -> None:
    model = tiny("llama")
    honest = model.forward

    def ignores_the_mask(*args, attention_mask=None, position_ids=None, **kwargs):
        return honest(*args, **kwargs)

    model.forward = ignores_the_mask
    scorer = Scorer(model)
    assert scorer.mode == "prefix"
    with torch.inference_mode():
        slow = plain(scorer, sequences())
    for ours, theirs in zip(scorer.logprobs(sequences()), slow, strict=True):
        assert ours == pytest.approx(theirs.tolist(), abs=1e-4)


def test_a_model_without_a_cache_is_scored_plainly_and_says_so() -> None:
    model = tiny("llama")
    honest = model.forward

    def knows_neither(input_ids, use_cache=False, logits_to_keep=0):
        if use_cache:
            raise ValueError("no cache")
        return honest(input_ids=input_ids, use_cache=False, logits_to_keep=logits_to_keep)

    model.forward = knows_neither
    assert Scorer(model).mode == "plain"


def test_a_folder_and_an_adapter_load(tmp_path, embedded) -> None:
    """A folder as `save_pretrained` writes it, and a PEFT adapter that really changes what the model says."""
    from peft import LoraConfig, get_peft_model

    from holdfast.agents.registry import make_agent
    from holdfast.core import HoldfastError, ScoreRequest

    model = AutoModelForCausalLM.from_config(
        AutoConfig.for_model("llama", **{**SMALL, "vocab_size": len(embedded.text.tokenizer)})
    )
    model.save_pretrained(tmp_path / "model")
    embedded.text.tokenizer.save_pretrained(tmp_path / "model")
    lora = get_peft_model(model, LoraConfig(r=2, target_modules=["q_proj"], init_lora_weights=False))
    lora.save_pretrained(tmp_path / "adapter")

    plain = make_agent(f"local/{tmp_path / 'model'}")
    adapted = make_agent(f"local/{tmp_path / 'model'}+{tmp_path / 'adapter'}")
    question = ScoreRequest("One two three", (" four", " five"))
    assert asyncio.run(plain.answer(question)).logprobs != asyncio.run(adapted.answer(question)).logprobs
    assert plain.identity.revision != adapted.identity.revision
    with pytest.raises(HoldfastError, match=r"adapter_config\.json is missing"):
        make_agent(f"local/{tmp_path / 'model'}+{tmp_path}")
    with pytest.raises(HoldfastError, match=r"config\.json is missing"):
        make_agent(f"local/{tmp_path}")
    with pytest.raises(HoldfastError, match="no model folder"):
        make_agent(f"local/{tmp_path}/nowhere")
