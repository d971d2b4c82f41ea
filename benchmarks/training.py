"""A training step on the embedded model: Holdfast's against that of TRL's CPOTrainer with the same loss, same run.

    python benchmarks/training.py [--repeats 5] [--lessons 4] [--model embedded] [--json]

A step is the paper's: chains in three clause orders with three questions each, nine preferences a chain, gradients
accumulated over the chains, one step of AdamW. Both sides have the same weights, the same LoRA matrices, threads and
dtype, no dropout, and the loss SimPO with beta 1 and gamma 0. TRL runs without gradient checkpointing and bfloat16,
which would slow it down here, gets its batches tokenised and padded beforehand, and first tries several batch sizes, of
which its best one then takes turns with Holdfast; Holdfast's step includes making and tokenising its lessons. Both
begin with the same adapter and train on the same preferences, so their losses must agree at every turn.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

REQUIRED_RATIO = 3.0
REQUIRED_AGREEMENT = 1e-4
BATCH_SIZES = (3, 9, 18)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="embedded", help="embedded, or local/<folder>")
    parser.add_argument("--lessons", type=int, default=4, help="chains a step")
    parser.add_argument("--repeats", type=int, default=5, help="steps of each side, of which the median counts")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")

    with tempfile.TemporaryDirectory(prefix="holdfast-") as place:
        result = compare(options.model, options.lessons, options.repeats, Path(place))
    if options.json:
        print(json.dumps(result, indent=1))
    else:
        tell(result)
    agree = result["largest_loss_difference"] < REQUIRED_AGREEMENT
    if not agree:
        print("The losses do not agree, so the steps are not the same and their times mean nothing.", file=sys.stderr)
    return 0 if agree and result["ratio"] >= REQUIRED_RATIO else 1


def compare(model: str, lessons: int, repeats: int, place: Path) -> dict:
    """Both trainers, taking turns."""
    import torch

    ours = Ours(model, lessons, place)
    # Every size begins with the same adapter; only the best goes on. One step to warm up, one to be timed.
    tried = {}
    for size in BATCH_SIZES:
        peer = Trl(copy.deepcopy(ours.learner.model), ours, size, place)
        peer.step()
        tried[size] = timed(peer.step)[0]
    best = min(tried, key=tried.__getitem__)
    theirs = Trl(copy.deepcopy(ours.learner.model), ours, best, place)
    turns = [(timed(ours.step), timed(theirs.step)) for _ in range(repeats + 1)][1:]  # the first warms up
    seconds, seconds_of_trl = (statistics.median(turn[side][0] for turn in turns) for side in (0, 1))
    return {
        "model": model,
        "threads": torch.get_num_threads(),
        "preferences": 9 * lessons,
        "repeats": repeats,
        "holdfast_seconds": seconds,
        "trl_seconds": seconds_of_trl,
        "ratio": seconds_of_trl / seconds,
        "trl_batch_size": best,
        "trl_seconds_tried": tried,
        "holdfast_tokens": ours.tokens(),
        "trl_tokens": theirs.tokens(),
        "holdfast_losses": [turn[0][1] for turn in turns],
        "trl_losses": [turn[1][1] for turn in turns],
        "largest_loss_difference": max(abs(one[1] - two[1]) for one, two in turns),
    }


def tell(result: dict) -> None:
    """The table for people."""
    print(
        f"One training step, {result['preferences']} preferences, {result['model']}, {result['threads']} threads, "
        f"median of {result['repeats']}\n"
    )
    print("| | seconds a step | tokens through the model | loss at the last step |")
    print("|---|---:|---:|---:|")
    for name, side in (("Holdfast", "holdfast"), (f"TRL, batches of {result['trl_batch_size']}", "trl")):
        last = result[f"{side}_losses"][-1]
        print(f"| {name} | {result[f'{side}_seconds']:.2f} | {result[f'{side}_tokens']:,} | {last:.6f} |")
    tried = ", ".join(f"{size}: {seconds:.2f} s" for size, seconds in result["trl_seconds_tried"].items())
    print(f"\nRatio {result['ratio']:.2f} (at least {REQUIRED_RATIO:g} wanted). TRL by batch size: {tried}.")
    print(f"Largest difference between the losses of a turn: {result['largest_loss_difference']:.1e}.")


def timed(step) -> tuple[float, float]:
    """Seconds and loss of a step."""
    began = time.perf_counter()
    loss = step()
    return time.perf_counter() - began, loss


class Ours:
    """Holdfast's own trainer; every step sees the same lessons, as TRL's does."""

    def __init__(self, model: str, lessons: int, place: Path) -> None:
        import msgspec

        from holdfast.agents.registry import find_model
        from holdfast.enforce.learner import Learner
        from holdfast.enforce.recipes import PAPER
        from holdfast.enforce.trainer import Trainer

        self.settings = msgspec.structs.replace(PAPER, lessons=lessons, dropout=0.0, warmup=0)
        loaded = find_model(model)()
        self.learner = Learner(loaded, self.settings)
        self.words = loaded.tokenizer
        self.constraint = Even(self.settings, self.words)
        self.trainer = Trainer(place, self.learner, self.constraint, self.settings)

    def step(self) -> float:
        """One optimiser step; its loss."""
        return float(self.trainer._step(0).loss)

    def preferences(self) -> list:
        """What a step teaches."""
        lessons = [self.constraint.lesson("train", index) for index in range(self.settings.lessons)]
        return [preference for lesson in lessons for preference in lesson.preferences]

    def tokens(self) -> int:
        """Unique tokens, each computed once."""
        from holdfast.agents.local.tree import packs

        total = 0
        for index in range(self.settings.lessons):
            lesson = self.constraint.lesson("train", index)
            sequences = [
                self.learner.text.continuation(p.prompt, c) for p in lesson.preferences for c in (p.right, p.wrong)
            ]
            total += sum(len(pack.tokens) for pack in packs(sequences, self.learner.scorer.budget))
        return total


class Even:
    """Order invariance with every preference of the same weight, between the tokens with which TRL begins and ends."""

    name = "order-invariance"

    def __init__(self, settings, words) -> None:
        from holdfast.enforce.order import OrderInvariance

        self.inner = OrderInvariance(settings)
        self.begin, self.end = words.bos_token or "", words.eos_token

    def lesson(self, split: str, index: int):
        """A lesson of one task."""
        from holdfast.enforce.constraint import Lesson, Preference

        lesson = self.inner.lesson(split, index)
        return Lesson(
            lesson.unit,
            tuple(
                Preference(self.begin + p.prompt, p.right + self.end, p.wrong + self.end, "every")
                for p in lesson.preferences
            ),
        )

    def weight(self, _task: str, _step: int) -> float:
        """All the same."""
        return 1.0

    def check(self, _lessons: list) -> dict[str, str]:
        """Nothing to check."""
        return {}


class Trl:
    """TRL's CPOTrainer with its SimPO loss: its own collator, forward pass, loss, backward pass and optimiser."""

    def __init__(self, model, ours: Ours, size: int, place: Path) -> None:
        from datasets import Dataset
        from trl.experimental.cpo import CPOConfig, CPOTrainer

        settings, preferences = ours.settings, ours.preferences()
        end = len(ours.words.eos_token)
        rows = [{"prompt": p.prompt, "chosen": p.right[:-end], "rejected": p.wrong[:-end]} for p in preferences]
        size = min(size, len(rows))
        arguments = CPOConfig(
            str(place / "trl"), loss_type="simpo", beta=1.0, simpo_gamma=0.0, cpo_alpha=0.0, max_length=512,
            per_device_train_batch_size=size, gradient_accumulation_steps=len(rows) // size, report_to="none",
            learning_rate=settings.learning_rate, weight_decay=settings.weight_decay, max_grad_norm=settings.clip,
            optim="adamw_torch", bf16=False, gradient_checkpointing=False, remove_unused_columns=False,
            disable_tqdm=True, use_cpu=model.device.type == "cpu",
        )  # fmt: skip
        if len(rows) % size:
            raise SystemExit(f"{len(rows)} preferences do not make whole batches of {size}; change --lessons.")
        quiet_datasets()
        self.trainer = CPOTrainer(model, arguments, processing_class=ours.words, train_dataset=Dataset.from_list(rows))
        self.trainer.current_gradient_accumulation_steps = len(rows) // size
        self.optimizer = self.trainer.create_optimizer()
        collate, tokenised = self.trainer.data_collator, list(self.trainer.train_dataset)
        self.batches = [collate(tokenised[at : at + size]) for at in range(0, len(rows), size)]

    def step(self) -> float:
        """One optimiser step, as `transformers.Trainer` takes it; its loss."""
        import torch

        model = self.trainer.model
        total = sum(float(self.trainer.training_step(model, batch)) for batch in self.batches)
        parameters = [p for p in model.parameters() if p.requires_grad]
        torch.nn.utils.clip_grad_norm_(parameters, self.trainer.args.max_grad_norm)
        self.optimizer.step()
        model.zero_grad()
        return total

    def tokens(self) -> int:
        """Rows times columns of what goes through the model, padding included."""
        return sum(
            2 * len(batch["chosen_input_ids"])
            * max(batch[f"{side}_input_ids"].shape[1] for side in ("chosen", "rejected"))
            for batch in self.batches
        )  # fmt: skip


def quiet_datasets() -> None:
    """No bars of other libraries in our table."""
    import datasets

    datasets.disable_progress_bars()


if __name__ == "__main__":
    sys.exit(main())
