"""The settings of the `cladder` suite, and its sizes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from holdfast.core import Capability, HoldfastError
from holdfast.suites import options
from holdfast.suites.cladder.methods import METHODS
from holdfast.suites.cladder.questions import Questions, read_questions
from holdfast.suites.cladder.rows import on_the_hub
from holdfast.suites.options import check_least, check_names

NO_DATA = (
    "The suite cladder asks the questions of a file and was given none; name one with `--data PATH` "
    "(.jsonl, .jsonl.gz, .json, .csv, .parquet), a hub id (owner/name) or hf://datasets/<owner>/<name>/<file>."
)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which questions of CLadder are asked, and how."""

    data: str = ""
    """The file with the questions: a path, or hf://datasets/<owner>/<name>/<file>."""
    data_digest: str = ""
    """The identity of the questions in it, so that a run cannot go on with others; found by reading the file."""
    rows: int = 120
    """How many questions, drawn in proportion within each rung; 0 asks all."""
    seed: int = 42
    """Which ones."""
    method: str = "teacher-forced"
    """How an answer is measured."""
    cot: bool = False
    """Whether a chain of thought is asked for before the answer; with method `greedy` only."""


SIZES: Mapping[str, Settings] = {
    "quick": Settings(rows=120),
    "standard": Settings(rows=1_500),
    "paper": Settings(rows=0),
}


def resolve(size: str, overrides: Mapping[str, str], can: frozenset[Capability]) -> Settings:
    """A named size with the user's own values on top, checked, and bound to the questions that the file holds now.

    Without data the settings are still good for showing; `questions_of` then refuses to ask.
    """
    settings = options.resolve("cladder", SIZES, size, overrides)
    if "method" not in overrides:
        suited = next((name for name, method in METHODS.items() if method.needs in can), "greedy")
        settings = msgspec.structs.replace(settings, method="greedy" if settings.cot else suited)
    _check(settings)
    if settings.data:
        where = on_the_hub(settings.data) or str(Path(settings.data).expanduser().absolute())
        settings = msgspec.structs.replace(settings, data=where)
        settings = msgspec.structs.replace(settings, data_digest=questions_of(settings).digest)
    return settings


def questions_of(settings: Settings) -> Questions:
    """The questions that settings name."""
    if not settings.data:
        raise HoldfastError(NO_DATA)
    questions = read_questions(settings.data)
    if settings.data_digest not in ("", questions.digest):
        raise HoldfastError(
            f"{settings.data} holds other questions (digest {questions.digest}) than the plan says "
            f"({settings.data_digest}); restore the file or start a new run."
        )
    return questions


def _check(settings: Settings) -> None:
    check_least(settings, 0, "rows", meaning="all")
    check_names("method", (settings.method,), METHODS)
    if settings.cot and settings.method != "greedy":
        raise HoldfastError(
            f"A chain of thought is written, and the method {settings.method} writes nothing; set method=greedy."
        )
