"""What must not change is written once, by the untrained model, and held by a divergence."""

from __future__ import annotations

import msgspec
import torch

from enforce import tiny
from holdfast.core import Message
from holdfast.enforce.checkpoint import Checkpoints
from holdfast.enforce.constraint import VALIDATION
from holdfast.enforce.journal import read_metrics
from holdfast.enforce.learner import Learner
from holdfast.enforce.order import OrderInvariance
from holdfast.enforce.retention import REQUESTS, RETAINED_EVERY, Retention, Text
from holdfast.enforce.trainer import Trainer
from holdfast.engine.progress import Silent
from holdfast.suites.regression.items import records


def untrained(words) -> Learner:
    """A learner as LoRA begins: the adapter says nothing yet."""
    learner = tiny.learner(words, tiny.quick())
    with torch.no_grad():
        for name, parameter in learner.model.named_parameters():
            if "lora_B" in name:
                parameter.zero_()
    return learner


def test_the_divergence_is_none_before_training_and_the_textbook_sum_after(words, tmp_path) -> None:
    learner = untrained(words)
    kept = Retention(learner, 1, tmp_path / "retained.json")
    assert kept.divergence(0, 0).item() < 1e-6
    learner = tiny.learner(words, tiny.quick())
    learner.model.eval()
    kept = Retention(learner, 1, tmp_path / "retained.json")
    kept.texts = [Text("Why?", " a long and quiet answer about nothing in particular")]
    found = {round(kept.divergence(step, 0).item(), 5) for step in range(12)}
    expected = set()
    for before in ("", learner.text.chat([Message("user", "Why?")])):
        ids = torch.tensor([learner.text.encode(before + kept.texts[0].reply)])
        start = len(learner.text.encode(before)) if before else 1
        with torch.no_grad():
            trained = learner.model(input_ids=ids).logits[0].softmax(-1)
            with learner.model.disable_adapter():
                base = learner.model(input_ids=ids).logits[0].softmax(-1)
        each = [(base[i] * (base[i] / trained[i]).log()).sum() for i in range(start - 1, ids.shape[1] - 1)]
        expected.add(round(float(sum(each) / len(each)), 5))
    assert len(expected) == 2
    assert all(min(abs(value - other) for other in expected) < 1e-4 for value in found)
    assert len(found) == 2, "with its request and by itself"


def test_texts_are_the_untrained_models_and_written_once(words, tmp_path) -> None:
    file = tmp_path / "retained.json"
    first = Retention(untrained(words), 1, file).texts
    assert len(first) > len(REQUESTS) / 2
    assert Retention(tiny.learner(words, tiny.quick()), 1, tmp_path / "other.json").texts == first, (
        "whatever it learned"
    )
    assert msgspec.json.decode(file.read_bytes(), type=list[Text]) == first
    file.write_bytes(msgspec.json.encode(first[:2]))
    assert Retention(untrained(words), 1, file).texts == first[:2]


def test_requests_are_not_those_of_the_regression_suite() -> None:
    asked = " ".join(str(text) for part in "ABCD" for item in records(part) for text in item.shown.values())
    assert not [request for request in REQUESTS if request in asked]


def drift(words, folder, retain: float) -> float:
    """How far a training moves the model on texts that it may not change."""
    folder.mkdir()
    settings = tiny.quick(dropout=0.0, steps=12, retain=retain, validate_every=50)
    learner = Learner(tiny.Loaded(tiny.model(len(words)), words, "tiny"), settings)
    Trainer(folder, learner, OrderInvariance(settings), settings).train(Silent())
    kept = Retention(learner, 5, folder / "judged.json")
    with torch.no_grad():
        return sum(kept.divergence(step, 0).item() for step in range(20)) / 20


def test_a_training_that_retains_drifts_less(words, tmp_path) -> None:
    held, loose = (drift(words, tmp_path / name, retain) for name, retain in (("held", 5.0), ("loose", 0.0)))
    assert held < loose / 2
    noted = [line.divergence for line in read_metrics(tmp_path / "held" / "metrics.jsonl") if line.kind == "step"]
    assert noted[0] < 1e-6 < max(noted[::RETAINED_EVERY])
    assert set(noted[1::RETAINED_EVERY]) == {None}
    assert (tmp_path / "held" / "retained.json").exists()
    assert not (tmp_path / "loose" / "retained.json").exists()
    assert Checkpoints(tmp_path / "held" / "checkpoints").standing().finished


def test_validation_judges_every_length_that_is_taught() -> None:
    constraint = OrderInvariance(tiny.quick("selective", longer=6))
    asked = [[p.prompt for p in constraint.lesson(VALIDATION, i).preferences if p.task == "touched"] for i in (0, 1)]
    assert [{prompt.count(" causes ") for prompt in prompts} for prompts in asked] == [{6}, {10}]
