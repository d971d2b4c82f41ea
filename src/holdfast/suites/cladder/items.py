"""Items of the suite: one per question, and one per text of givens that measures the preference before any question.

Questions with the same givens stand together and texts are in alphabetical order, so neighbours share their beginning.
There are no contrasts: no two questions of CLadder differ by one known intervention.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from holdfast.core import Field, Item, Key, State, digest
from holdfast.engine.suite import Block
from holdfast.suites.cladder.questions import Question, Questions
from holdfast.suites.cladder.wording import CONTENT_FREE


def build(asked: Iterable[Question], file: Questions, *, with_priors: bool) -> Iterator[Block]:
    """A block per text of givens."""
    ordered = sorted(asked, key=lambda question: (question.given, question.question))
    for given, group in groupby(ordered, key=lambda question: question.given):
        questions = list(group)
        prior = f"prior/{digest(given)[:12]}" if with_priors else ""
        items = [_item(question, prior, file) for question in questions]
        if with_priors:
            items.append(Item(prior, questions[0].unit, _state(prior, given, CONTENT_FREE), Key(None), {}))
        yield Block(items, [])


def _item(question: Question, prior: str, file: Questions) -> Item:
    return Item(
        question.name,
        question.unit,
        _state(question.name, question.given, question.question),
        Key(question.label),
        {
            "rung": question.rung,
            "query_type": question.query_type,
            "sense": question.sense,
            "prior": prior,
            "file_rows": file.rows,
            "file_copies": file.copies,
            "file_contradictory": file.contradictory,
        },
    )


def _state(event: str, given: str, question: str) -> State:
    return State(event, (Field("given", given, event), Field("question", question, event)))
