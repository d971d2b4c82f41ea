"""The learner: a packed pass is one sequence at a time, gradients included, and only the adapter learns."""

from __future__ import annotations

import pytest
import torch

from enforce import tiny
from holdfast.agents.local.scoring import plain
from holdfast.core import HoldfastError
from holdfast.enforce.constraint import TRAIN
from holdfast.enforce.learner import Learner, projections
from holdfast.enforce.objective import OBJECTIVES
from holdfast.enforce.order import OrderInvariance


def learned(learner: Learner, lesson, objective: str) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """The losses of a lesson and the gradients of their mean."""
    learner.model.zero_grad(set_to_none=True)
    chosen = OBJECTIVES[objective]
    reference = learner.reference(lesson.preferences) if chosen.needs_reference else None
    right, wrong = learner.sides(lesson.preferences)
    losses = chosen.loss(right, wrong, reference, chosen.epsilon, chosen.beta)
    losses.mean().backward()
    found = {n: p.grad.clone() for n, p in learner.model.named_parameters() if p.grad is not None}
    return losses.detach(), found


@pytest.mark.parametrize("recipe", ["paper", "selective"])
@pytest.mark.parametrize("architecture", tiny.ARCHITECTURES)
def test_a_packed_lesson_has_the_losses_and_gradients_of_single_sequences(words, architecture, recipe) -> None:
    settings = tiny.quick(recipe, dropout=0.0)
    learner = tiny.learner(words, settings, architecture)
    lesson = OrderInvariance(settings).lesson(TRAIN, 3)
    assert learner.scorer.mode == "packed"
    for objective in ("preference", "dpo"):
        learner.scorer.mode = "packed"
        losses, gradients = learned(learner, lesson, objective)
        learner.scorer.mode = "plain"
        expected, apart = learned(learner, lesson, objective)
        assert losses.std() > 1e-3, "losses that are all the same would agree by accident"
        assert torch.allclose(losses, expected, rtol=1e-5, atol=1e-6)
        assert gradients.keys() == apart.keys()
        whole, whole_apart = (torch.cat([g.flatten() for g in found.values()]) for found in (gradients, apart))
        assert (whole - whole_apart).norm() <= 1e-5 * whole_apart.norm()
        for name, gradient in gradients.items():
            assert (gradient - apart[name]).norm() <= 1e-4 * apart[name].norm(), name


def test_means_and_totals_are_those_of_each_continuations_own_tokens(words) -> None:
    settings = tiny.quick(dropout=0.0)
    learner = tiny.learner(words, settings)
    preferences = OrderInvariance(settings).lesson(TRAIN, 0).preferences
    with torch.no_grad():
        right, wrong = learner.sides(preferences)
        for i, p in enumerate(preferences):
            for side, continuation in ((right, p.right), (wrong, p.wrong)):
                sequence = learner.text.continuation(p.prompt, continuation)
                logits = learner.model(input_ids=torch.tensor([sequence.tokens])).logits[0].log_softmax(-1)
                each = [logits[at - 1, sequence.tokens[at]] for at in range(sequence.start, len(sequence.tokens))]
                assert side.total[i].item() == pytest.approx(sum(each).item(), abs=1e-4)
                assert side.mean[i].item() == pytest.approx(sum(each).item() / len(each), abs=1e-5)


def test_only_the_adapter_has_gradients_and_only_it_is_trainable(words) -> None:
    settings = tiny.quick("selective")
    learner = tiny.learner(words, settings)
    _, gradients = learned(learner, OrderInvariance(settings).lesson(TRAIN, 0), "preference")
    trainable = {n for n, p in learner.model.named_parameters() if p.requires_grad}
    assert gradients.keys() == trainable
    assert all("lora_" in name for name in trainable)
    assert len(trainable) == 2 * 7 * 2, "two matrices on seven projections of two layers"
    assert all(gradient.abs().sum() > 0 for gradient in gradients.values())


def test_a_lesson_is_one_pass(words) -> None:
    """What gradient synchronisation wants, and where the speed comes from."""
    settings = tiny.quick("selective")
    learner = tiny.learner(words, settings)
    passes = []
    learner.scorer.forward = lambda **given: passes.append(given["input_ids"].shape) or learner.model(**given)
    lesson = OrderInvariance(settings).lesson(TRAIN, 0)
    learner.sides(lesson.preferences)
    naive = sum(
        len(learner.text.continuation(p.prompt, c).tokens) for p in lesson.preferences for c in (p.right, p.wrong)
    )
    assert len(passes) == 1
    assert passes[0][1] < naive / 4


def test_a_model_that_cannot_pack_learns_the_same_one_sequence_at_a_time(words) -> None:
    settings = tiny.quick(dropout=0.0)
    lesson = OrderInvariance(settings).lesson(TRAIN, 1)
    packed, gradients = learned(tiny.learner(words, settings), lesson, "preference")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("holdfast.agents.local.scoring._masks", lambda model, mask, depths: None)
        learner = tiny.learner(words, settings)
    assert learner.scorer.mode == "plain", "shared prefixes carry no gradient, so they are not for learning"
    apart, gradients_apart = learned(learner, lesson, "preference")
    assert torch.allclose(packed, apart, rtol=1e-5, atol=1e-6)
    for name, gradient in gradients.items():
        assert torch.allclose(gradient, gradients_apart[name], rtol=1e-3, atol=1e-6)


def test_the_reference_is_the_model_without_its_adapter_and_leaves_no_trace(words) -> None:
    settings = tiny.quick(dropout=0.5)
    learner = tiny.learner(words, settings)
    preferences = OrderInvariance(settings).lesson(TRAIN, 0).preferences
    learner.model.train()
    reference = learner.reference(preferences)
    assert not reference.requires_grad
    base = tiny.model(len(words))
    learner.scorer.forward = learner.scorer.model = base
    with torch.no_grad():
        totals = [
            values.sum()
            for p in preferences
            for values in plain(learner.scorer, [learner.text.continuation(p.prompt, c) for c in (p.right, p.wrong)])
        ]
    expected = torch.stack(totals[0::2]) - torch.stack(totals[1::2])
    assert torch.allclose(reference, expected, atol=1e-4)
    learner.scorer.forward = learner.scorer.model = learner.model
    learner.model.eval()
    with torch.no_grad():
        right, wrong = learner.sides(preferences)
    assert (right.total - wrong.total - reference).abs().max() > 1e-2, "the adapter is on again"


# ---------------------------------------------------------------------------------------------------- what is adapted


@pytest.mark.parametrize("architecture", tiny.ARCHITECTURES)
def test_projections_by_their_names_in_each_architecture(words, architecture: str) -> None:
    model = tiny.model(len(words), architecture)
    separate = ["k_proj", "o_proj", "q_proj", "v_proj"]
    attention = ["o_proj", "qkv_proj"] if architecture == "phi3" else separate
    rest = ["down_proj", "gate_up_proj"] if architecture == "phi3" else ["down_proj", "gate_proj", "up_proj"]
    assert projections(model, "attention") == attention
    assert projections(model, "all") == sorted(attention + rest), "everything linear but the output"
    assert projections(model, f"{rest[0]},{attention[0]}") == sorted([rest[0], attention[0]])


def test_a_fused_projection_is_found_in_gpt2() -> None:
    from transformers import AutoConfig, AutoModelForCausalLM

    config = AutoConfig.for_model("gpt2", vocab_size=64, n_embd=32, n_layer=2, n_head=4, n_positions=64)
    model = AutoModelForCausalLM.from_config(config)
    assert projections(model, "attention") == ["c_attn"]
    assert projections(model, "all") == ["c_attn", "c_fc", "c_proj"]


@pytest.mark.parametrize("targets", ["q_proj,query", "query", "nothing,query", ","])
def test_projections_that_are_not_there_are_named_beside_those_that_are(words, targets: str) -> None:
    model = tiny.model(len(words), "phi3")
    with pytest.raises(HoldfastError, match=r"^This model has no .* to adapt; its linear layers are .*\.$") as caught:
        projections(model, targets)
    said = str(caught.value)
    assert said.endswith("its linear layers are down_proj, gate_up_proj, o_proj, qkv_proj.")
    for name in filter(None, targets.split(",")):
        assert name in said
    assert "\n" not in said
