"""The adapter that comes out: plain PEFT and the agents of Holdfast read it, and it says what the learner said."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer

from enforce import tiny
from holdfast.agents.registry import find_model, make_agent
from holdfast.core import ScoreRequest
from holdfast.enforce.constraint import VALIDATION, Preference
from holdfast.enforce.learner import Learner
from holdfast.enforce.order import OrderInvariance
from holdfast.enforce.trainer import Trainer
from holdfast.engine.progress import Silent

SETTINGS = tiny.quick("selective", steps=4, validate_every=4, validation_lessons=1, learning_rate=3e-2)
"""Validated at the end only: the best adapter is the last one."""


def preferences() -> tuple[Preference, ...]:
    return OrderInvariance(SETTINGS).lesson(VALIDATION, 5).preferences[::5]


def margins_of(learner: Learner) -> list[float]:
    learner.model.eval()
    with torch.no_grad():
        right, wrong = learner.sides(preferences())
    return (right.mean - wrong.mean).tolist()


@pytest.fixture(scope="module")
def trained(spec, tmp_path_factory) -> tuple[Path, list[float]]:
    """The adapter's folder, and the margins of the learner that wrote it."""
    folder = tmp_path_factory.mktemp("adapter")
    learner = Learner(find_model(spec)(), SETTINGS)
    before = margins_of(learner)
    assert Trainer(folder, learner, OrderInvariance(SETTINGS), SETTINGS).train(Silent()).best_step == 4
    after = margins_of(learner)
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) > 0.05, "training changed nothing"
    return folder / "adapter", after


def test_plain_peft_loads_it_and_scores_the_same(trained, folder) -> None:
    """Nothing of Holdfast: transformers, PEFT and a sequence at a time."""
    adapter, expected = trained
    words = AutoTokenizer.from_pretrained(folder)
    model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(folder), adapter).eval()

    def mean_logprob(prompt: str, continuation: str) -> float:
        ids = words(prompt + continuation, return_tensors="pt")["input_ids"]
        alone = words(prompt)["input_ids"]
        start = next(i for i, token in enumerate(ids[0].tolist()) if i >= len(alone) or token != alone[i])
        with torch.no_grad():
            logprobs = model(input_ids=ids).logits[0, :-1].log_softmax(-1)
        chosen = logprobs.gather(1, ids[0, 1:, None])[start - 1 :, 0]
        return chosen.mean().item()

    found = [mean_logprob(p.prompt, p.right) - mean_logprob(p.prompt, p.wrong) for p in preferences()]
    assert found == pytest.approx(expected, abs=1e-5)


def test_the_agent_with_the_adapter_scores_the_same_and_without_it_does_not(trained, spec) -> None:
    adapter, expected = trained

    def margins(agent_spec: str) -> list[float]:
        agent = make_agent(agent_spec)

        async def asked():
            return await asyncio.gather(
                *(agent.answer(ScoreRequest(p.prompt, (p.right, p.wrong))) for p in preferences())
            )

        return [s.logprobs[0] / s.tokens[0] - s.logprobs[1] / s.tokens[1] for s in asyncio.run(asked())]

    assert margins(f"{spec}+{adapter}") == pytest.approx(expected, abs=1e-5)
    assert margins(spec) != pytest.approx(expected, abs=1e-2)


def test_it_is_a_standard_adapter(trained, folder) -> None:
    adapter, _ = trained
    config = json.loads((adapter / "adapter_config.json").read_text())
    assert (config["peft_type"], config["task_type"], config["r"], config["lora_alpha"]) == ("LORA", "CAUSAL_LM", 4, 8)
    assert config["base_model_name_or_path"] == str(folder)
    assert sorted(config["target_modules"]) == sorted(
        ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
    )
    assert (adapter / "adapter_model.safetensors").is_file()


@pytest.mark.model
def test_an_adapter_of_the_embedded_model_is_named_with_a_plus(tmp_path) -> None:
    settings = tiny.quick(dropout=0.0, rank=2)
    learner = Learner(find_model("embedded")(), settings)
    torch.manual_seed(1)
    with torch.no_grad():
        for name, parameter in learner.model.named_parameters():
            if "lora_B" in name:
                parameter.normal_(std=0.05)
    learner.model.save_pretrained(tmp_path / "adapter")
    question = preferences()[0]
    learner.model.eval()
    with torch.no_grad():
        right, wrong = learner.sides([question])
    request = ScoreRequest(question.prompt, (question.right, question.wrong))
    adapted = make_agent(f"embedded+{tmp_path / 'adapter'}")
    scores = asyncio.run(adapted.answer(request))
    margin = scores.logprobs[0] / scores.tokens[0] - scores.logprobs[1] / scores.tokens[1]
    assert margin == pytest.approx((right.mean - wrong.mean).item(), abs=1e-4)
    assert adapted.identity.revision != make_agent("embedded").identity.revision
