"""The journal of a training: one line per step and per validation, in `metrics.jsonl`.

A training that resumes cuts off what lies past its checkpoint and writes the same lines again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from holdfast.core import HoldfastError


class TaskMetrics(msgspec.Struct, frozen=True):
    """One task within a step or a validation."""

    margin: float
    """Mean margin per token of right over wrong."""
    positive_rate: float
    """Share of preferences with the right side ahead."""
    loss: float = 0.0
    """Mean loss; not computed in validations."""


class Metrics(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the journal."""

    kind: str
    """`step` or `validation`."""
    step: int
    """Optimiser steps done."""
    margin: float
    """Over all preferences."""
    positive_rate: float
    """Over all preferences."""
    tasks: dict[str, TaskMetrics]
    """By task."""
    loss: float | None = None
    """The weighted loss of a step."""
    divergence: float | None = None
    """How far the trained model is from the untrained one on a text that must not change, in nats per token; of the
    steps that look at one."""
    strict: float | None = None
    """Of a validation: the share of units with everything right."""
    learning_rate: float | None = None
    """At this step."""
    gradient: float | None = None
    """The gradient's length before it was clipped."""
    seconds: float | None = None
    """How long it took."""


class TrainingJournal:
    """Appends to `metrics.jsonl`."""

    def __init__(self, file: Path, step: int) -> None:
        kept = [line for line in read_metrics(file) if line.step <= step]
        with _writing(file):
            half = file.with_name(f".{file.name}.writing")
            half.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in kept))
            half.replace(file)
        self._file = file

    def add(self, metrics: Metrics) -> None:
        """Write one line, at once: what is shown is also kept."""
        with _writing(self._file), self._file.open("ab") as handle:
            handle.write(msgspec.json.encode(metrics) + b"\n")


def read_metrics(file: Path) -> Iterator[Metrics]:
    """Every whole line; a line that a crash cut short is left out."""
    if not file.is_file():
        return
    for line in file.read_bytes().splitlines():
        try:
            yield msgspec.json.decode(line, type=Metrics)
        except msgspec.DecodeError:
            return


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise HoldfastError(
            f"{file} could not be written ({error.strerror}); make room and run again: "
            "training goes on from the last good checkpoint."
        ) from error
