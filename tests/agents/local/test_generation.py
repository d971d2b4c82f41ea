"""Replies to prompts that begin alike are those that each prompt gets alone, on the architectures people use."""

from __future__ import annotations

import pytest
import torch
from transformers import AutoConfig, AutoModelForCausalLM

from holdfast.agents.local import generation
from holdfast.core import Decoding, Message, ReplyRequest, Tool

SMALL = {
    "vocab_size": 128, "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
    "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 256, "pad_token_id": 0, "bos_token_id": 1,
    "eos_token_id": 2,
}  # fmt: skip
ARCHITECTURES = {
    "llama": ({}, True),
    "qwen2": ({}, True),
    "mistral": ({"sliding_window": None}, True),
    "gpt2": ({"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 256}, True),
    "gemma3_text": ({"sliding_window": 6}, False),
}
"""Each with what it needs besides, and whether its prompts may share what they have in common."""
DECODING = Decoding(temperature=0.0, max_tokens=12)


class Numbers:
    """A tokenizer whose words are the tokens' own numbers."""

    eos_token_id, pad_token_id = 2, 0

    def decode(self, tokens: list[int], *, skip_special_tokens: bool) -> str:
        return " ".join(str(t) for t in tokens if t > 2 or not skip_special_tokens)


class NumberText:
    """The part of `Text` that generation uses."""

    tokenizer = Numbers()

    def chat(self, messages: tuple[Message, ...], tools: tuple[Tool, ...] = ()) -> str:
        return messages[-1].content

    def encode(self, text: str) -> tuple[int, ...]:
        return tuple(map(int, text.split()))


def tiny(name: str):
    torch.manual_seed(3)
    config = AutoConfig.for_model(name, **(SMALL | ARCHITECTURES[name][0]))
    return AutoModelForCausalLM.from_config(config, attn_implementation="sdpa").eval()


def requests() -> list[tuple[ReplyRequest, int]]:
    """Two tasks with a final question, probes of other lengths and a twin, and a prompt that is like none of them."""
    generator = torch.Generator().manual_seed(5)
    draw = lambda n: torch.randint(3, 128, (n,), generator=generator).tolist()  # noqa: E731
    one, two = draw(30), draw(21)
    prompts = [one, one + draw(4), one + draw(9), one[:25] + draw(8), two + draw(2), two + draw(7), draw(12)]
    return [(ReplyRequest((Message("user", " ".join(map(str, p))),), DECODING), 0) for p in prompts]


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_a_shared_beginning_changes_no_reply(name, monkeypatch) -> None:
    model, asked = tiny(name), requests()
    read: list[int] = []
    once = generation._read_once
    monkeypatch.setattr(generation, "_read_once", lambda *a: read.append(len(a[3])) or once(*a))
    together = generation.generate(model, NumberText(), asked)
    assert bool(read) is ARCHITECTURES[name][1]
    assert not read or sum(read) < len(asked), "prompts were read in groups"
    alone = [generation.generate(model, NumberText(), [one])[0] for one in asked]
    assert [reply.text for reply in together] == [reply.text for reply in alone]
    assert len({reply.text for reply in together}) > 3
    assert [r.receipt.prompt_tokens for r in together] == [len(q.messages[0].content.split()) for q, _ in asked]


def test_a_batch_that_is_full_is_followed_by_another(monkeypatch) -> None:
    monkeypatch.setattr(generation, "BATCH", 2)
    model, asked = tiny("llama"), requests()
    alone = [generation.generate(model, NumberText(), [one])[0].text for one in asked]
    assert [reply.text for reply in generation.generate(model, NumberText(), asked)] == alone


@pytest.mark.parametrize("name", ARCHITECTURES)
def test_replies_that_have_ended_leave_the_batch_and_nothing_changes(name, monkeypatch) -> None:
    model, asked = tiny(name), requests()
    texts = [reply.text.split() for reply in generation.generate(model, NumberText(), asked)]
    model.generation_config.eos_token_id = [
        2,
        *(int(words[place]) for words, place in zip(texts, (2, 3, 4, 5), strict=False)),
    ]
    monkeypatch.setattr(generation, "STAGE", 100)
    whole = generation.generate(model, NumberText(), asked)
    assert len({reply.receipt.completion_tokens for reply in whole}) > 2, "they end at different times"
    monkeypatch.setattr(generation, "STAGE", 3)
    rows: list[int] = []
    at_once = model.generate
    monkeypatch.setattr(model, "generate", lambda **given: rows.append(len(given["input_ids"])) or at_once(**given))
    assert generation.generate(model, NumberText(), asked) == whole
    assert (rows[-1] < rows[0]) is ARCHITECTURES[name][1]
