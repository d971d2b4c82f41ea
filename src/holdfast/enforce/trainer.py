"""The training loop: lessons in, an adapter out.

Everything that varies is a function of the seed and the step: which lessons, which learning rate, which dropout. So a
training that was interrupted goes on bit for bit, and several processes (under `accelerate launch`) share the lessons
of each step between them without changing what the step is.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.core import HoldfastError, generator
from holdfast.enforce.checkpoint import Checkpoints, Standing, keep_adapter
from holdfast.enforce.constraint import TRAIN, VALIDATION, Constraint, Lesson
from holdfast.enforce.journal import Metrics, TaskMetrics, TrainingJournal
from holdfast.enforce.learner import Learner
from holdfast.enforce.objective import OBJECTIVES
from holdfast.enforce.recipes import Settings
from holdfast.enforce.retention import RETAINED_EVERY, Retention
from holdfast.engine.progress import Progress, Step

if TYPE_CHECKING:
    import torch
    from accelerate import Accelerator

CHECKED_LESSONS = 32


class Trainer:
    """Trains one learner on one constraint, in one run folder."""

    def __init__(self, folder: Path, learner: Learner, constraint: Constraint, settings: Settings) -> None:
        import torch
        from accelerate import Accelerator

        self.settings, self.constraint, self.learner = settings, constraint, learner
        self.objective = OBJECTIVES[settings.objective]
        self.epsilon = self.objective.epsilon if settings.epsilon is None else settings.epsilon
        self.beta = self.objective.beta if settings.beta is None else settings.beta
        self.accelerator = Accelerator(cpu=learner.model.device.type == "cpu")
        self._share_of_lessons()
        refuse_unknown_sharding(self.accelerator)
        self.checkpoints = Checkpoints(folder / "checkpoints")
        self.standing = self.checkpoints.restore_adapter(learner.model)
        optimizer = torch.optim.AdamW(self._parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay)
        # Before sharding: the untrained model is still whole in every process, and writes the same in each.
        retains = settings.retain > 0
        self.retention = Retention(learner, settings.seed, folder / "retained.json") if retains else None
        learner.scorer.forward, self.optimizer = self.accelerator.prepare(learner.model, optimizer)
        self.checkpoints.restore_moments(learner.model, optimizer)
        self.best = folder / "adapter"
        self.leads = self.accelerator.is_main_process
        self.journal = TrainingJournal(folder / "metrics.jsonl", self.standing.step) if self.leads else None

    def train(self, progress: Progress) -> Standing:
        """Train to the end, or until validation is satisfied, or until interrupted."""
        self._check_lessons()
        standing, settings = self.standing, self.settings
        with Step(progress, f"training {self.constraint.name}", settings.steps) as shown:
            shown.advance(standing.step)
            while not standing.finished:
                done = self._step(standing.step)
                standing.step += 1
                shown.note(f"loss {done.loss:.3f}, margin {done.margin:+.2f}, right {done.positive_rate:.2f}")
                shown.advance()
                last = standing.step == settings.steps
                if last or standing.step % settings.validate_every == 0:
                    self._validate()
                if last and not standing.finished:
                    standing.finished = f"all {settings.steps} steps done"
                if standing.finished or standing.step % settings.checkpoint_every == 0:
                    self.checkpoints.write(standing, self.learner.model, self.optimizer.optimizer, leads=self.leads)
                    self.accelerator.wait_for_everyone()
        return standing

    def _step(self, step: int) -> Metrics:
        """One optimiser step over the lessons of all processes."""
        import torch

        began = time.perf_counter()
        world, rank = self.accelerator.num_processes, self.accelerator.process_index
        indices = range(step * self.settings.lessons + rank, (step + 1) * self.settings.lessons, world)
        torch.manual_seed(int(generator(self.settings.seed, "dropout", step, rank).integers(2**62)))
        self.learner.model.train()
        rate = learning_rate(self.settings, step)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.zero_grad(set_to_none=True)
        tally = Tally()
        total = 0.0
        retained: float | None = None
        if self.retention is not None and step % RETAINED_EVERY == 0:
            # By itself and unsynchronised: the lessons' last backward pass synchronises what has gathered by then.
            with self.accelerator.no_sync(self.learner.scorer.forward):
                divergence = self.retention.divergence(step, rank)
                self.accelerator.backward(RETAINED_EVERY * self.settings.retain * divergence)
            retained = float(self._mean(divergence.item()))
        for index in indices:
            lesson = self.constraint.lesson(TRAIN, index)
            synchronise = index + world > indices[-1]
            with nullcontext() if synchronise else self.accelerator.no_sync(self.learner.scorer.forward):
                loss = self._loss(lesson, step, tally)
                self.accelerator.backward(loss / len(indices))
            total += loss.item() / len(indices)
        loss_value = float(self._mean(total))
        norm = float(whole(torch.nn.utils.clip_grad_norm_(self._parameters(), self.settings.clip)))
        if not (math.isfinite(loss_value) and math.isfinite(norm)):
            raise HoldfastError(self._diverged("The loss", step + 1))
        self.optimizer.step()
        metrics = self._together(tally).metrics(
            "step", step + 1, loss=loss_value, divergence=retained, learning_rate=rate, gradient=norm,
            seconds=time.perf_counter() - began,
        )  # fmt: skip
        self._note(metrics)
        return metrics

    def _loss(self, lesson: Lesson, step: int, tally: Tally) -> torch.Tensor:
        """Tasks are averaged on their own, then weighted: a task with many prompts does not drown the others."""
        reference = self.learner.reference(lesson.preferences) if self.objective.needs_reference else None
        right, wrong = self.learner.sides(lesson.preferences)
        losses = self.objective.loss(right, wrong, reference, self.epsilon, self.beta)
        margins = (right.mean - wrong.mean).detach()
        parts = []
        for task, members in by_task(lesson).items():
            parts.append(self.constraint.weight(task, step) * losses[members].mean())
            tally.add(task, margins[members].tolist(), losses[members].tolist())
        return sum(parts[1:], start=parts[0])

    def _validate(self) -> None:
        """Held-out names: the best adapter is the one with the most answers right, every task counting alike."""
        import torch

        began = time.perf_counter()
        world, rank = self.accelerator.num_processes, self.accelerator.process_index
        tally, strict = Tally(), []
        self.learner.model.eval()
        with torch.inference_mode():
            for index in range(rank, self.settings.validation_lessons, world):
                lesson = self.constraint.lesson(VALIDATION, index)
                right, wrong = self.learner.sides(lesson.preferences)
                margins = right.mean - wrong.mean
                strict.append(bool((margins > 0).all()))
                for task, members in by_task(lesson).items():
                    tally.add(task, margins[members].tolist())
        share = float(self._sum(float(sum(strict)))) / self.settings.validation_lessons
        seconds = time.perf_counter() - began
        metrics = self._together(tally).metrics("validation", self.standing.step, strict=share, seconds=seconds)
        rates = [task.positive_rate for task in metrics.tasks.values()]
        reached = (sum(rates) / len(rates), share, metrics.margin)
        standing = self.standing
        if not math.isfinite(reached[-1]):
            raise HoldfastError(self._diverged("A margin of the validation", standing.step))
        standing.streak = standing.streak + 1 if share == 1.0 else 0
        if reached > standing.best:
            standing.best, standing.best_step = reached, standing.step
            keep_adapter(self.best, self.learner.model, leads=self.leads)
            self.accelerator.wait_for_everyone()
        self._note(metrics)
        if self.settings.patience and standing.streak >= self.settings.patience:
            standing.finished = f"every validation unit right {standing.streak} times in a row"

    def _check_lessons(self) -> None:
        lessons = [self.constraint.lesson(TRAIN, index) for index in range(CHECKED_LESSONS)]
        for name, verdict in self.constraint.check(lessons).items():
            if verdict != "ok":
                raise HoldfastError(f"The lessons do not pass the check `{name}`: {verdict}")

    def _share_of_lessons(self) -> None:
        world = self.accelerator.num_processes
        # Under FSDP every pass gathers parameters from all processes, so each must make as many as the others.
        for name in ("lessons", "validation_lessons"):
            if (given := getattr(self.settings, name)) % world:
                raise HoldfastError(f"`{name}`, {given}, cannot be shared by {world} processes; make it a multiple.")

    def _diverged(self, what: str, step: int) -> str:
        kept = self.checkpoints.latest()
        where = f"the last good checkpoint is {kept}" if kept else "no checkpoint was written yet"
        changed = self.standing.step > 0
        advice = "Lower the learning rate." if changed else "Nothing was changed yet, so it is the model itself."
        return f"{what} is not a number at step {step}, so training stops; {where}. {advice}"

    def _note(self, metrics: Metrics) -> None:
        if self.journal is not None:
            self.journal.add(metrics)

    def _parameters(self) -> list[torch.Tensor]:
        """What is trained; asked for anew, because sharding puts others in their place."""
        return [p for p in self.learner.model.parameters() if p.requires_grad]

    def _together(self, tally: Tally) -> Tally:
        """What all processes counted, the same in each."""
        if self.accelerator.num_processes == 1:
            return tally
        from accelerate.utils import gather_object

        whole = Tally()
        for part in gather_object([tally]):
            for task, margins in part.margins.items():
                whole.add(task, margins, part.losses[task])
        return whole

    def _mean(self, value: float) -> float:
        return self._sum(value) / int(self.accelerator.num_processes)

    def _sum(self, value: float) -> float:
        import torch

        if self.accelerator.num_processes == 1:
            return value
        own = torch.tensor(value, dtype=torch.float64, device=self.accelerator.device)
        return float(self.accelerator.reduce(own, reduction="sum"))


class Tally:
    """Counts what a step or a validation saw."""

    def __init__(self) -> None:
        self.margins: dict[str, list[float]] = defaultdict(list)
        self.losses: dict[str, list[float]] = defaultdict(list)

    def add(self, task: str, margins: list[float], losses: Sequence[float] = ()) -> None:
        """Some preferences of a task."""
        self.margins[task] += margins
        self.losses[task] += losses

    def metrics(self, kind: str, step: int, **about: float | None) -> Metrics:
        """Everything counted, as a line of the journal."""
        every = [margin for margins in self.margins.values() for margin in margins]
        tasks = {
            task: TaskMetrics(_mean(margins), _mean([m > 0 for m in margins]), _mean(self.losses[task]))
            for task, margins in sorted(self.margins.items())
        }
        return Metrics(kind, step, _mean(every), _mean([m > 0 for m in every]), tasks, **about)


def refuse_unknown_sharding(accelerator: Accelerator) -> None:
    """Plain, data-parallel and FSDP2 trainings are known; others would clip and save shards as if they were whole."""
    kind = accelerator.distributed_type.value
    if kind in ("DEEPSPEED", "MEGATRON_LM") or (kind == "FSDP" and not accelerator.is_fsdp2):
        raise HoldfastError(f"Training under {kind} is not supported; launch with FSDP version 2, or without sharding.")


def whole(tensor: torch.Tensor) -> torch.Tensor:
    """A tensor of which each process may hold a part."""
    from torch.distributed.tensor import DTensor

    return tensor.full_tensor() if isinstance(tensor, DTensor) else tensor


def learning_rate(settings: Settings, step: int) -> float:
    """A linear warm-up, then a cosine to zero at the last step."""
    if step < settings.warmup:
        return settings.learning_rate * (step + 1) / settings.warmup
    left = max(settings.steps - settings.warmup, 1)
    return settings.learning_rate * 0.5 * (1 + math.cos(math.pi * min((step - settings.warmup) / left, 1.0)))


def by_task(lesson: Lesson) -> dict[str, list[int]]:
    """The places of each task's preferences in a lesson."""
    places: dict[str, list[int]] = defaultdict(list)
    for place_, preference in enumerate(lesson.preferences):
        places[preference.task].append(place_)
    return places


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
