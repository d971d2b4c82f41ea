"""Objectives: known values by hand, and the losses and gradients of TRL's own trainers on the same batch and model."""

from __future__ import annotations

import copy
import math

import pytest
import torch
from datasets import Dataset

from enforce import tiny
from holdfast.enforce.constraint import TRAIN, Preference
from holdfast.enforce.objective import OBJECTIVES, Side
from holdfast.enforce.order import OrderInvariance

LN2 = math.log(2)


def side(*means: float, tokens: int = 1) -> Side:
    mean = torch.tensor(means, dtype=torch.float64)
    return Side(mean, mean * tokens)


def loss(name: str, right: Side, wrong: Side, reference=None, epsilon=None, beta=None) -> list[float]:
    objective = OBJECTIVES[name]
    epsilon = objective.epsilon if epsilon is None else epsilon
    return objective.loss(right, wrong, reference, epsilon, objective.beta if beta is None else beta).tolist()


# ------------------------------------------------------------------------------------------------------------- by hand


def test_preference_is_softplus_of_minus_the_margin() -> None:
    right, wrong = side(-1.0, -1.0, -4.0), side(-1.0, -3.0, -1.0)
    assert loss("preference", right, wrong) == pytest.approx(
        [LN2, math.log(1 + math.exp(-2.0)), math.log(1 + math.exp(3.0))], abs=1e-12
    )


def test_a_larger_epsilon_asks_for_more() -> None:
    """As printed in the paper, softplus(-m - epsilon), it would ask for less."""
    right, wrong = side(-1.0), side(-3.0)
    assert loss("preference", right, wrong, epsilon=2.0) == pytest.approx([LN2], abs=1e-12)
    assert loss("preference", right, wrong, epsilon=0.5) > loss("preference", right, wrong, epsilon=0.0)


def test_a_larger_beta_leaves_alone_what_is_right_and_works_on_what_is_not() -> None:
    right, wrong = side(-1.0, -2.0), side(-2.0, -1.0)
    ahead, behind = loss("preference", right, wrong, beta=10.0)
    assert (ahead, behind) == pytest.approx((math.log(1 + math.exp(-10)), 10 + math.log(1 + math.exp(-10))), abs=1e-9)
    assert loss("hinge", right, wrong, epsilon=0.5, beta=10.0) == pytest.approx([0.0, 15.0])


def test_hinge_leaves_alone_what_has_its_margin() -> None:
    right, wrong = side(-1.0, -1.0, -1.0), side(-3.0, -1.25, -0.5)
    assert loss("hinge", right, wrong) == pytest.approx([0.0, 0.75, 1.5], abs=1e-12)
    assert loss("hinge", right, wrong, epsilon=3.0) == pytest.approx([1.0, 2.75, 3.5], abs=1e-12)


@pytest.mark.parametrize("epsilon", [0.0, 1.0, 2.5])
def test_hinge_is_the_ranking_loss_of_torch(epsilon: float) -> None:
    drawn = torch.randn(2, 50, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    theirs = torch.nn.functional.margin_ranking_loss(*drawn, torch.ones(50), margin=epsilon, reduction="none")
    assert loss("hinge", *(Side(means, means) for means in drawn), epsilon=epsilon) == pytest.approx(theirs.tolist())


def test_sft_does_not_see_the_wrong_continuation() -> None:
    right = side(-0.5, -2.0)
    assert loss("sft", right, side(-9.0, 0.0)) == loss("sft", right, side(-1.0, -7.0)) == [0.5, 2.0]


def test_dpo_weighs_sums_against_those_of_the_untrained_model() -> None:
    right, wrong = side(-1.0, -1.0, tokens=6), side(-2.0, -2.0, tokens=5)
    reference = torch.tensor([4.0, 9.0], dtype=torch.float64)
    for beta in (0.1, 0.5):
        expected = [-math.log(1 / (1 + math.exp(-beta * (4.0 - r)))) for r in (4.0, 9.0)]
        assert loss("dpo", right, wrong, reference, beta=beta) == pytest.approx(expected, abs=1e-12)
    assert loss("dpo", right, wrong, reference) == loss("dpo", right, wrong, reference, beta=0.1), "the usual beta"
    assert expected[0] == pytest.approx(LN2)
    assert [name for name, objective in OBJECTIVES.items() if objective.needs_reference] == ["dpo"]


# --------------------------------------------------------------------------------------------------------- against TRL


@pytest.fixture(scope="module")
def learner(words):
    return tiny.learner(words, tiny.quick(dropout=0.0))


@pytest.fixture(scope="module")
def preferences(words) -> list[Preference]:
    """Real lessons of both recipes. TRL ends every continuation with `</s>`, so ours must end there too."""
    lessons = [OrderInvariance(tiny.quick(recipe)).lesson(TRAIN, 7) for recipe in ("paper", "selective")]
    return [
        Preference(p.prompt, p.right + words.eos_token, p.wrong + words.eos_token, p.task)
        for lesson in lessons
        for p in lesson.preferences
    ]


def dataset(preferences: list[Preference], words) -> Dataset:
    end = len(words.eos_token)
    rows = [{"prompt": p.prompt, "chosen": p.right[:-end], "rejected": p.wrong[:-end]} for p in preferences]
    return Dataset.from_list(rows)


def gradients(model) -> dict[str, torch.Tensor]:
    return {name: parameter.grad.clone() for name, parameter in model.named_parameters() if parameter.grad is not None}


def assert_same_gradients(ours: dict[str, torch.Tensor], theirs: dict[str, torch.Tensor]) -> None:
    assert ours.keys() == theirs.keys()
    assert len(ours) == 2 * 2 * 4, "two matrices on four projections of two layers"
    for name, gradient in ours.items():
        assert gradient.norm() > 0
        assert (gradient - theirs[name]).norm() <= 1e-4 * gradient.norm(), name


def our_loss(learner, preferences: list[Preference], name: str, epsilon: float = 0.0, beta: float = 1.0):
    learner.model.eval()
    learner.model.zero_grad(set_to_none=True)
    objective = OBJECTIVES[name]
    reference = learner.reference(preferences) if objective.needs_reference else None
    right, wrong = learner.sides(preferences)
    value = objective.loss(right, wrong, reference, epsilon, beta).mean()
    value.backward()
    return value.item(), gradients(learner.model), right, wrong


@pytest.mark.parametrize(("epsilon", "beta"), [(0.0, 1.0), (0.7, 1.0), (0.3, 10.0)])
def test_the_default_is_the_simpo_of_trl_with_beta_1_and_gamma_0_and_so_are_its_variations(
    learner, preferences, words, tmp_path, epsilon, beta
) -> None:
    from trl.experimental.cpo import CPOConfig, CPOTrainer

    arguments = CPOConfig(
        str(tmp_path), loss_type="simpo", beta=beta, simpo_gamma=beta * epsilon, cpo_alpha=0.0, max_length=512,
        per_device_train_batch_size=len(preferences), report_to="none", use_cpu=True,
    )  # fmt: skip
    trainer = CPOTrainer(
        copy.deepcopy(learner.model), arguments, processing_class=words, train_dataset=dataset(preferences, words)
    )
    trainer.model.eval()
    batch = trainer.data_collator([trainer.train_dataset[i] for i in range(len(preferences))])
    theirs, metrics = trainer.get_batch_loss_metrics(trainer.model, batch)
    theirs.backward()

    value, ours, right, wrong = our_loss(learner, preferences, "preference", epsilon, beta)
    if (epsilon, beta) == (0.0, 1.0):
        assert (OBJECTIVES["preference"].epsilon, OBJECTIVES["preference"].beta) == (0.0, 1.0)
    assert value == pytest.approx(theirs.item(), abs=1e-5)
    assert abs(value - LN2) > 1e-3, "a loss that is the same for every model proves nothing"
    assert right.mean.mean().item() == pytest.approx(metrics["logps/chosen"], abs=1e-5)
    assert wrong.mean.mean().item() == pytest.approx(metrics["logps/rejected"], abs=1e-5)
    assert (right.mean > wrong.mean).float().mean().item() == pytest.approx(metrics["rewards/accuracies"])
    assert_same_gradients(ours, gradients(trainer.model))


def test_dpo_is_that_of_trl(learner, preferences, words, tmp_path) -> None:
    from trl import DPOConfig, DPOTrainer

    arguments = DPOConfig(
        str(tmp_path), beta=OBJECTIVES["dpo"].beta, max_length=512, per_device_train_batch_size=len(preferences),
        report_to="none", use_cpu=True, bf16=False, gradient_checkpointing=False,
    )  # fmt: skip
    base = copy.deepcopy(learner.model).unload()
    trainer = DPOTrainer(
        copy.deepcopy(learner.model),
        ref_model=base,
        args=arguments,
        processing_class=words,
        train_dataset=dataset(preferences, words),
    )
    trainer.model.eval()
    batch = trainer.data_collator([trainer.train_dataset[i] for i in range(len(preferences))])
    theirs = trainer.compute_loss(trainer.model, batch)
    theirs.backward()

    value, ours, _, _ = our_loss(learner, preferences, "dpo", beta=OBJECTIVES["dpo"].beta)
    assert value == pytest.approx(theirs.item(), abs=1e-5)
    assert abs(value - LN2) > 1e-3, "the adapter moved nothing, so that no reference was needed"
    assert_same_gradients(ours, gradients(trainer.model))


def test_sft_is_the_cross_entropy_of_transformers(learner, preferences) -> None:
    """One sequence at a time through the model's own loss, with the prompt's labels masked."""
    value, ours, _, _ = our_loss(learner, preferences, "sft")
    learner.model.zero_grad(set_to_none=True)
    losses = []
    for p in preferences:
        sequence = learner.text.continuation(p.prompt, p.right)
        ids = torch.tensor([sequence.tokens])
        labels = ids.clone()
        labels[:, : sequence.start] = -100
        losses.append(learner.model(input_ids=ids, labels=labels).loss)
    theirs = torch.stack(losses).mean()
    theirs.backward()
    assert value == pytest.approx(theirs.item(), abs=1e-5)
    assert_same_gradients(ours, gradients(learner.model))
