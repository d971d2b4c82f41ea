"""CLadder questions: from the rows of a file to distinct questions with a label, a rung and a story.

A prompt that comes twice is one question. A prompt that comes with both labels has no right answer (that happens where
the background sentence is missing), so it is left out. How many rows went either way is kept and reported.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from holdfast.core import HoldfastError, digest, shuffled
from holdfast.suites.cladder.rows import Row, read_rows

YES, NO = "yes", "no"
RUNGS = {1: "association", 2: "intervention", 3: "counterfactual"}
"""The causal ladder; the words are those of the paper's Table 6."""

PARTS = ("background", "given_info", "question")
"""The columns that together make a prompt."""

SENSE_COLUMNS = ("sensical", "sense", "question_property")
SENSES = {
    "1": "commonsense",
    "0": "nonsense",
    "-1": "anticommonsense",
    "commonsense": "commonsense",
    "nonsense": "nonsense",
    "anticommonsense": "anticommonsense",
    "easy": "commonsense",
    "hard": "commonsense",
}
"""How the published files name the three senses; `easy` and `hard` are grades of commonsense questions."""

UNSTATED = "unstated"
"""Stands for a query type or a sense that the file does not tell."""

LAST_SENTENCE = re.compile(r"^(?:(?P<given>.*[.!?:])\s+)?(?P<question>.+)$", re.DOTALL)
"""Greedy, so the question is what follows the last end of a sentence. Equal to the `question` column in all of the
12,053 published rows at hand."""


class Question(msgspec.Struct, frozen=True):
    """One question of CLadder."""

    name: str
    """Unique within the file."""
    given: str
    """The world and the facts about it; empty where a prompt is a bare question."""
    question: str
    """What is asked."""
    label: str
    """The right answer, `yes` or `no`."""
    rung: int
    """1 association, 2 intervention, 3 counterfactual."""
    query_type: str
    """What is asked for, such as `ate` or `nde`."""
    sense: str
    """Whether the story agrees with common sense, contradicts it or uses made-up words."""
    unit: str
    """The story it belongs to; its graph where no story is told, or itself where neither is. The prefix says which."""


class Questions(msgspec.Struct, frozen=True):
    """What a file holds."""

    distinct: tuple[Question, ...]
    """In the order of the file."""
    rows: int
    """How many rows it has."""
    copies: int
    """Rows left out because an earlier row has the same prompt and label."""
    contradictory: int
    """Rows left out because their prompt comes with both labels."""

    @property
    def digest(self) -> str:
        """The identity of the questions, whatever the format of the file."""
        return digest("cladder", self.distinct)


def read_questions(where: str) -> Questions:
    """The distinct questions of a file."""
    rows = read_rows(where)
    _require_columns(where, rows)
    names = _names(rows)
    read = [_question(row, names[at], f"Row {at + 1} of {where}") for at, row in enumerate(rows)]
    labels: dict[tuple[str, str], set[str]] = defaultdict(set)
    for question in read:
        labels[question.given, question.question].add(question.label)
    contradictory = [q for q in read if len(labels[q.given, q.question]) > 1]
    distinct: dict[tuple[str, str], Question] = {}
    for question in read:
        if len(labels[question.given, question.question]) == 1:
            distinct.setdefault((question.given, question.question), question)
    if not distinct:
        raise HoldfastError(f"{where} has no usable rows: every prompt comes with both labels; check the file.")
    copies = len(read) - len(contradictory) - len(distinct)
    return Questions(tuple(distinct.values()), len(read), copies, len(contradictory))


def sample(questions: Sequence[Question], rows: int, seed: int) -> list[Question]:
    """So many questions (0: all), drawn within each rung and label in proportion to the file.

    Labels are a stratum too, so that a constant answer scores in the sample what it scores in the file.
    """
    if not 0 < rows < len(questions):
        return list(questions)
    strata: dict[tuple[int, str], list[Question]] = defaultdict(list)
    for question in questions:
        strata[question.rung, question.label].append(question)
    ordered = sorted(strata.items())
    quotas = _quotas([len(members) for _, members in ordered], rows)
    drawn = []
    for ((rung, label), members), quota in zip(ordered, quotas, strict=True):
        by_name = sorted(members, key=lambda question: question.name)
        drawn += shuffled(by_name, seed, "cladder", rung, label)[:quota]
    return drawn


def _quotas(sizes: Sequence[int], total: int) -> list[int]:
    """Shares of a total in proportion to sizes, by largest remainder."""
    exact = [total * size / sum(sizes) for size in sizes]
    quotas = [math.floor(share) for share in exact]
    by_remainder = sorted(range(len(sizes)), key=lambda i: (quotas[i] - exact[i], i))
    for i in by_remainder[: total - sum(quotas)]:
        quotas[i] += 1
    return quotas


def _require_columns(where: str, rows: Iterable[Row]) -> None:
    columns = {column for row in rows for column in row}
    needed = ["label", "rung"] if "prompt" in columns else ["label", "rung", *PARTS]
    if missing := [column for column in needed if column not in columns]:
        named = ", ".join(map(repr, missing))
        raise HoldfastError(
            f"{where} has no column {named}; a CLadder file has label, rung, and prompt (or {', '.join(PARTS)})."
        )


def _names(rows: Sequence[Row]) -> list[str]:
    """The file's own ids where every row has one of its own, else row numbers."""
    for column in ("id", "question_id"):
        ids = [_text(row.get(column)) for row in rows]
        if all(ids) and len(set(ids)) == len(ids):
            return ids
    return [f"row-{number}" for number in range(1, len(rows) + 1)]


def _question(row: Row, name: str, where: str) -> Question:
    given, question = _prompt(row, where)
    label, rung = _text(row.get("label")).lower(), _text(row.get("rung"))
    if label not in (YES, NO):
        raise HoldfastError(f"{where} has the label {row.get('label')!r}; the column 'label' must say yes or no.")
    if not rung.isdecimal() or int(rung) not in RUNGS:
        raise HoldfastError(f"{where} has the rung {row.get('rung')!r}; the column 'rung' must say 1, 2 or 3.")
    query_type = _text(row.get("query_type")) or UNSTATED
    story, graph = _text(row.get("story_id")), _text(row.get("graph_id"))
    unit = f"story:{story}" if story else f"graph:{graph}" if graph else f"question:{name}"
    return Question(
        f"rung-{rung}/{query_type}/{name}", given, question, label, int(rung), query_type, _sense(row), unit
    )


def _prompt(row: Row, where: str) -> tuple[str, str]:
    """What is given and what is asked."""
    prompt = _text(row.get("prompt")) or " ".join(text for part in PARTS if (text := _text(row.get(part))))
    if "?" not in prompt:
        # Some published files lost the question sentence; asked as they are, they would measure nothing.
        raise HoldfastError(
            f"{where} asks nothing: there is no question mark in its prompt; check the column 'prompt'."
        )
    question = _text(row.get("question"))
    if question and prompt.endswith(question):
        return prompt.removesuffix(question).rstrip(), question
    found = LAST_SENTENCE.match(prompt)
    assert found is not None  # a prompt with a question mark is not empty
    return found["given"] or "", found["question"]


def _sense(row: Row) -> str:
    stated = (SENSES.get(_text(row.get(column)).lower()) for column in SENSE_COLUMNS)
    return next((sense for sense in stated if sense), UNSTATED)


def _text(value: object) -> str:
    """A value as text on one line; missing values are empty, and whole numbers have no decimals."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    text = " ".join(str(value).split())
    return text.removesuffix(".0") if re.fullmatch(r"-?\d+\.0", text) else text
