"""The training loop: a step by hand, the same weights every time, and an interruption that leaves no trace."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest
import torch
from safetensors.torch import load_file
from transformers import get_cosine_schedule_with_warmup

from enforce import tiny
from enforce.stopping import StopsAfter
from holdfast.agents.registry import find_model
from holdfast.core import HoldfastError
from holdfast.enforce.checkpoint import Checkpoints, Standing
from holdfast.enforce.constraint import TRAIN, VALIDATION, Lesson, Preference
from holdfast.enforce.journal import Metrics, read_metrics
from holdfast.enforce.learner import Learner
from holdfast.enforce.order import OrderInvariance
from holdfast.enforce.recipes import Settings
from holdfast.enforce.trainer import Trainer, learning_rate
from holdfast.engine.progress import Silent

ADAPTER = "adapter_model.safetensors"


def trained(folder: Path, spec: str, settings: Settings, progress=None, constraint=None) -> Standing:
    folder.mkdir(exist_ok=True)
    learner = Learner(find_model(spec)(), settings)
    return Trainer(folder, learner, constraint or OrderInvariance(settings), settings).train(progress or Silent())


def lines(folder: Path) -> list[Metrics]:
    return [msgspec.structs.replace(line, seconds=None) for line in read_metrics(folder / "metrics.jsonl")]


def newest(folder: Path) -> Path:
    found = Checkpoints(folder / "checkpoints").latest()
    assert found is not None
    return found


def assert_same(one: Path, two: Path) -> None:
    """Bit for bit: weights, moments, standing, the best adapter and every line of the journal but for the seconds."""
    assert newest(one).name == newest(two).name
    for place in (newest(one).relative_to(one), Path("adapter")):
        first, second = load_file(one / place / ADAPTER), load_file(two / place / ADAPTER)
        assert first.keys() == second.keys()
        assert len(first) > 0
        for name, tensor in first.items():
            assert torch.equal(tensor, second[name]), name
    moments = [torch.load(newest(folder) / "optimizer.pt", weights_only=True) for folder in (one, two)]
    assert json.dumps(moments[0]["param_groups"]) == json.dumps(moments[1]["param_groups"]), "tuples may become lists"
    for index, state in moments[0]["state"].items():
        for name, tensor in state.items():
            assert torch.equal(tensor, moments[1]["state"][index][name])
    assert len(moments[0]["state"]) == len(moments[1]["state"]) == len(first)
    assert (newest(one) / "standing.json").read_bytes() == (newest(two) / "standing.json").read_bytes()
    assert lines(one) == lines(two)


# ------------------------------------------------------------------------------------------------------------ one step


@pytest.mark.parametrize("recipe", ["paper", "selective"])
def test_a_step_is_adamw_on_the_weighted_mean_over_lessons(spec, tmp_path, recipe) -> None:
    """The same by hand, with plain torch: tasks averaged and weighted, lessons averaged, clipped, stepped."""
    settings = tiny.quick(recipe, dropout=0.0, steps=1, lessons=3, clip=0.05, warmup=0, validate_every=1)
    trained(tmp_path / "run", spec, settings)

    beta = settings.beta or 1.0
    learner, constraint = Learner(find_model(spec)(), settings), OrderInvariance(settings)
    parameters = [p for p in learner.model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=settings.learning_rate, weight_decay=settings.weight_decay)
    whole = torch.tensor(0.0)
    for lesson in (constraint.lesson(TRAIN, index) for index in range(3)):
        right, wrong = learner.sides(lesson.preferences)
        losses = torch.nn.functional.softplus(beta * (wrong.mean - right.mean))
        for task in sorted({p.task for p in lesson.preferences}):
            own = torch.tensor([p.task == task for p in lesson.preferences])
            whole = whole + constraint.weight(task, 0) * losses[own].sum() / own.sum() / 3
    whole.backward()
    length = torch.cat([p.grad.flatten() for p in parameters]).norm()
    for p in parameters:
        p.grad *= 0.05 / length
    optimizer.step()

    (step, _) = lines(tmp_path / "run")
    assert step.loss == pytest.approx(whole.item(), rel=1e-5)
    assert step.gradient == pytest.approx(length.item(), rel=1e-4)
    assert length > 0.05, "nothing was clipped"
    # AdamW's first step is as long as the rate wherever there is a gradient, so it is the signs that are compared here.
    after = load_file(newest(tmp_path / "run") / ADAPTER)
    by_hand = {
        name.replace(".default", ""): p.detach() for name, p in learner.model.named_parameters() if p.requires_grad
    }
    assert after.keys() == by_hand.keys()
    for name, tensor in after.items():
        assert torch.allclose(tensor, by_hand[name], atol=settings.learning_rate * 0.05), name
    state = torch.load(newest(tmp_path / "run") / "optimizer.pt", weights_only=True)["state"]
    names = [name for name, p in learner.model.named_parameters() if p.requires_grad]
    for name, p in zip(names, parameters, strict=True):
        moment = state[name]["exp_avg"]
        assert (moment - 0.1 * p.grad).norm() <= 1e-3 * moment.norm() + 1e-9


def test_steps_take_new_lessons_each_and_validations_the_same(spec, tmp_path) -> None:
    asked: list[tuple[str, int]] = []

    class Watched(OrderInvariance):
        def lesson(self, split: str, index: int) -> Lesson:
            asked.append((split, index))
            return super().lesson(split, index)

    settings = tiny.quick(steps=4, lessons=3, validation_lessons=2)
    trained(tmp_path / "run", spec, settings, constraint=Watched(settings))
    asked = asked[32:]  # those that are only checked
    assert [index for split, index in asked if split == TRAIN] == list(range(12))
    assert [index for split, index in asked if split == VALIDATION] == [0, 1] * 2


def test_the_journal_has_a_line_per_step_and_validation(spec, tmp_path) -> None:
    settings = tiny.quick(steps=5, validate_every=2)
    standing = trained(tmp_path / "run", spec, settings)
    found = lines(tmp_path / "run")
    assert [(line.kind, line.step) for line in found] == [
        ("step", 1), ("step", 2), ("validation", 2), ("step", 3), ("step", 4), ("validation", 4), ("step", 5),
        ("validation", 5),
    ]  # fmt: skip
    for line in found:
        assert line.tasks.keys() == {"hypothetical", "factual"}
        # Two in three of the preferences are hypothetical.
        h, f = line.tasks["hypothetical"], line.tasks["factual"]
        assert line.margin == pytest.approx((2 * h.margin + f.margin) / 3)
        assert line.positive_rate == pytest.approx((2 * h.positive_rate + f.positive_rate) / 3)
        if line.kind == "step":
            weight = OrderInvariance(settings).weight("hypothetical", line.step - 1)
            assert line.loss == pytest.approx(weight * h.loss + 0.3 * f.loss, rel=1e-5)
            assert line.learning_rate == learning_rate(settings, line.step - 1)
    assert standing.finished == "all 5 steps done"
    assert [c.name for c in sorted((tmp_path / "run" / "checkpoints").iterdir())] == ["step-000004", "step-000005"]


# ------------------------------------------------------------------------------------------------------- the same again


@pytest.mark.parametrize("recipe", ["paper", "selective"])
def test_two_trainings_are_the_same_bit_for_bit_and_another_seed_is_another(spec, tmp_path, recipe) -> None:
    settings = tiny.quick(recipe, dropout=0.2, steps=3, validation_lessons=1)
    for name in ("one", "two"):
        torch.manual_seed(random.randrange(1000))  # what happened before in this process does not matter
        trained(tmp_path / name, spec, settings)
    assert_same(tmp_path / "one", tmp_path / "two")
    trained(tmp_path / "other", spec, msgspec.structs.replace(settings, seed=7))
    assert lines(tmp_path / "other") != lines(tmp_path / "one")


RESUMED = tiny.quick(dropout=0.2, steps=7, validate_every=3, checkpoint_every=2)
"""Checkpoints and validations at different steps, and dropout, which needs the random state to be right."""


@pytest.fixture(scope="module")
def uninterrupted(spec, tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("uninterrupted") / "run"
    trained(out, spec, RESUMED)
    return out


@pytest.mark.parametrize("step", range(1, 8))
def test_a_training_interrupted_at_any_step_goes_on_to_the_same_weights(uninterrupted, spec, tmp_path, step) -> None:
    run = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        trained(run, spec, RESUMED, StopsAfter(step))
    assert [line.step for line in lines(run) if line.kind == "step"] == list(range(1, step + 1))
    standing = trained(run, spec, RESUMED)
    assert standing.finished == "all 7 steps done"
    assert_same(uninterrupted, run)


def test_a_training_interrupted_again_and_again_at_random_ends_the_same(uninterrupted, spec, tmp_path) -> None:
    dice = random.Random()
    run = tmp_path / "run"
    stops = [dice.randint(2, 3) for _ in range(3)]  # more could reach the end before the last of them
    for steps in stops:
        with pytest.raises(KeyboardInterrupt):
            trained(run, spec, RESUMED, StopsAfter(steps))
    trained(run, spec, RESUMED)
    print(f"interrupted after {stops} steps")
    assert_same(uninterrupted, run)


@pytest.mark.parametrize("write", [1, 2, 3])
def test_a_training_killed_while_it_writes_a_checkpoint_ends_the_same(
    uninterrupted, spec, tmp_path, monkeypatch, write
) -> None:
    run = tmp_path / "run"
    honest = torch.save
    writes = []

    def killed(state, file) -> None:
        writes.append(file)
        if len(writes) == write:
            Path(file).write_bytes(b"half of a check")
            raise KeyboardInterrupt
        honest(state, file)

    monkeypatch.setattr(torch, "save", killed)
    with pytest.raises(KeyboardInterrupt):
        trained(run, spec, RESUMED)
    monkeypatch.undo()
    good = Checkpoints(run / "checkpoints").latest()
    assert (good.name if good else None) == {1: None, 2: "step-000002", 3: "step-000004"}[write]
    trained(run, spec, RESUMED)
    assert_same(uninterrupted, run)


def test_a_training_killed_while_it_replaces_the_best_adapter_ends_the_same(
    uninterrupted, spec, tmp_path, monkeypatch
) -> None:
    """The old adapter has been moved away and not yet removed: what remains of it must not be in the way."""
    run = tmp_path / "run"
    trained(run, spec, msgspec.structs.replace(RESUMED, steps=3))
    for leftover in (".adapter.old", ".adapter.writing"):
        (run / leftover).mkdir()
        (run / leftover / "adapter_config.json").write_text("{}")
    for checkpoint in (run / "checkpoints").iterdir():
        for file in checkpoint.iterdir():
            file.unlink()
        checkpoint.rmdir()
    trained(run, spec, RESUMED)
    assert_same(uninterrupted, run)
    assert sorted(p.name for p in run.iterdir()) == ["adapter", "checkpoints", "metrics.jsonl"]


def test_a_finished_training_does_not_begin_again(uninterrupted, spec) -> None:
    before = {file: file.stat().st_mtime_ns for file in uninterrupted.rglob("*") if file.is_file()}
    assert trained(uninterrupted, spec, RESUMED).step == 7
    for file, written in before.items():
        if file.name != "metrics.jsonl":  # looked through again, and the same
            assert file.stat().st_mtime_ns == written
    assert len(lines(uninterrupted)) == 7 + 3


# ---------------------------------------------------------------------------------------------------------- schedules


def test_the_learning_rate_by_hand() -> None:
    settings = Settings(learning_rate=1e-4, warmup=100, steps=300)
    rates = [learning_rate(settings, step) for step in (0, 49, 99, 100, 150, 200, 299)]
    assert rates == pytest.approx([1e-6, 5e-5, 1e-4, 1e-4, 1e-4 * (1 + 0.5**0.5) / 2, 5e-5, 1e-4 * 6.1685e-5], rel=1e-4)


def test_the_learning_rate_is_that_of_transformers_whose_warm_up_begins_at_zero() -> None:
    settings = Settings(learning_rate=3e-4, warmup=20, steps=90)
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=settings.learning_rate)
    schedule = get_cosine_schedule_with_warmup(optimizer, settings.warmup, settings.steps)
    theirs = []
    for _ in range(91):
        theirs.append(schedule.get_last_lr()[0])
        optimizer.step()
        schedule.step()
    ours = [learning_rate(settings, step) for step in range(91)]
    assert ours[:20] == pytest.approx(theirs[1:21], rel=1e-9)
    assert ours[20:] == pytest.approx(theirs[20:], rel=1e-9, abs=1e-15)


@pytest.mark.parametrize(("warmup", "steps"), [(0, 1), (0, 5), (10, 5), (5, 5)])
def test_the_learning_rate_of_odd_schedules_is_finite_and_positive(warmup, steps) -> None:
    settings = Settings(warmup=warmup, steps=steps)
    for step in range(steps):
        assert 0 < learning_rate(settings, step) <= settings.learning_rate


# ------------------------------------------------------------------------------- any constraint, and when training ends


class Colours:
    """A constraint that has nothing to do with chains: the trainer must not know the difference."""

    name = "colours"

    def __init__(self, unlearn_from: int = 1_000_000, verdict: str = "ok") -> None:
        self.unlearn_from = unlearn_from
        self.verdict = verdict

    def lesson(self, split: str, index: int) -> Lesson:
        things = [f"{split} thing {index} {part}" for part in "abc"]
        return Lesson(
            f"{split}-{index}", tuple(Preference(f"The colour of {t} is", " green.", " red.", "colour") for t in things)
        )

    def weight(self, task: str, step: int) -> float:
        assert task == "colour"
        return 1.0 if step < self.unlearn_from else -20.0

    def check(self, lessons: list[Lesson]) -> dict[str, str]:
        return {"counted": "ok", "colours agree": self.verdict}


EASY = {"steps": 20, "validate_every": 2, "checkpoint_every": 20, "learning_rate": 2e-3, "dropout": 0.0, "warmup": 0}


def test_training_stops_once_validation_was_satisfied_as_often_as_asked(spec, tmp_path) -> None:
    settings = tiny.quick(**EASY, patience=3)
    standing = trained(tmp_path / "run", spec, settings, constraint=Colours())
    assert standing.finished == "every validation unit right 3 times in a row"
    strict = [line.strict for line in lines(tmp_path / "run") if line.kind == "validation"]
    assert strict[-3:] == [1.0] * 3
    assert standing.step == 2 * len(strict) < 20
    assert 1.0 not in strict[:-3], "it could have stopped before"
    assert strict[0] < 1.0, "there was nothing to learn"
    kept = Checkpoints(tmp_path / "run" / "checkpoints").standing()
    assert kept == standing, "a training that ended early has its last checkpoint too"


def test_without_patience_training_goes_on_to_the_end(spec, tmp_path) -> None:
    standing = trained(tmp_path / "run", spec, tiny.quick(**EASY, patience=0), constraint=Colours())
    assert (standing.step, standing.finished) == (20, "all 20 steps done")


def by_task(line) -> float:
    """Right answers, every task counting alike."""
    return sum(task.positive_rate for task in line.tasks.values()) / len(line.tasks)


def test_the_best_adapter_is_kept_when_later_ones_are_worse(spec, tmp_path) -> None:
    settings = tiny.quick(**{**EASY, "learning_rate": 1e-2}, patience=0)
    constraint = Colours(unlearn_from=4)
    standing = trained(tmp_path / "run", spec, settings, constraint=constraint)
    validations = [line for line in lines(tmp_path / "run") if line.kind == "validation"]
    reached = {line.step: (by_task(line), line.strict, line.margin) for line in validations}
    assert reached[20][0] < 1.0, "it has unlearned what it learned"
    assert standing.best_step == max(reached, key=lambda step: reached[step])
    assert standing.best == reached[standing.best_step]
    assert standing.best[0] == 1.0
    assert standing.best_step < 20
    # What lies in `adapter` is that of the best step: it scores what was scored then.
    adapted = Learner(find_model(f"{spec}+{tmp_path / 'run' / 'adapter'}")(), settings)
    with torch.no_grad():
        margins = torch.cat(
            [
                right.mean - wrong.mean
                for index in range(settings.validation_lessons)
                for right, wrong in [adapted.sides(constraint.lesson(VALIDATION, index).preferences)]
            ]
        )
    assert margins.mean().item() == pytest.approx(standing.best[2], abs=1e-5)


def test_lessons_that_fail_a_check_are_not_taught(spec, tmp_path) -> None:
    bad = Colours(verdict="grass is said to be red.")
    with pytest.raises(HoldfastError) as caught:
        trained(tmp_path / "run", spec, tiny.quick(), constraint=bad)
    assert str(caught.value) == "The lessons do not pass the check `colours agree`: grass is said to be red."
    assert lines(tmp_path / "run") == []
    assert not (tmp_path / "run" / "checkpoints").exists()


def test_chains_with_a_contradiction_are_not_taught(spec, tmp_path) -> None:
    class Contradicts(OrderInvariance):
        def lesson(self, split: str, index: int) -> Lesson:
            lesson = super().lesson(split, index)
            if index != 31:
                return lesson
            p = lesson.preferences[2]
            return Lesson(lesson.unit, (*lesson.preferences, Preference(p.prompt, p.wrong, p.right, p.task)))

    settings = tiny.quick()
    with pytest.raises(HoldfastError, match="train-31 teaches a continuation as right and as wrong"):
        trained(tmp_path / "run", spec, settings, constraint=Contradicts(settings))


@pytest.mark.parametrize("objective", ["sft", "dpo", "hinge"])
def test_every_objective_learns_and_resumes(spec, tmp_path, objective) -> None:
    settings = tiny.quick(**{**EASY, "steps": 8, "checkpoint_every": 3, "dropout": 0.1}, objective=objective)
    trained(tmp_path / "whole", spec, settings, constraint=Colours())
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "run", spec, settings, StopsAfter(5), constraint=Colours())
    trained(tmp_path / "run", spec, settings, constraint=Colours())
    assert_same(tmp_path / "whole", tmp_path / "run")
    found = [line for line in lines(tmp_path / "run") if line.kind == "step"]
    assert found[-1].loss < found[0].loss
    if objective == "dpo":
        assert found[0].loss == pytest.approx(0.693147, abs=1e-5), "before training there is nothing to prefer"
