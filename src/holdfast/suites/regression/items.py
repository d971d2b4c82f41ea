"""The items of the suite, as the data files beside this module hold them: one JSON record a line, in a fixed order.

Files are ordered so that their first lines are already a fair sample: part A alternates yes and no over its kinds,
part B goes round its checks.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from holdfast.core import Field, Item, Key, State, canonical

CONTENT_FREE = ("Is it?", "Does it?", "Is this so?", "Are they?")
"""Questions without content: what is preferred after them is preferred for no reason, and can be taken off."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the records of all parts share."""

    name: str
    """Unique within its part."""

    @property
    def shown(self) -> dict[str, str]:
        """What may be seen, by field."""
        raise NotImplementedError

    @property
    def target(self) -> str | None:
        """The hidden answer."""
        return None

    @property
    def factors(self) -> dict[str, str]:
        """Where it stands in the design."""
        return {}


class Question(Record, frozen=True, forbid_unknown_fields=True):
    """Part A: a question to be answered with yes or no."""

    kind: str
    """`fact`, `arithmetic` or `logic`."""
    question: str
    """The question."""
    answer: str | None
    """`yes` or `no`; None where the question has no content."""

    @property
    def shown(self) -> dict[str, str]:
        return {"question": self.question}

    @property
    def target(self) -> str | None:
        return self.answer

    @property
    def factors(self) -> dict[str, str]:
        return {"kind": self.kind}


class Instruction(Record, frozen=True, forbid_unknown_fields=True):
    """Part B: an instruction whose reply can be checked by rule.

    The rule is a factor and not a target: targets are what shortcut solvers are held against, and no shortcut names a
    rule.
    """

    check: str
    """The rule, as `checks.CHECKS` names it."""
    arguments: dict[str, Any]
    """What the rule is told besides the reply."""
    instruction: str
    """What is asked."""

    @property
    def shown(self) -> dict[str, str]:
        return {"instruction": self.instruction}

    @property
    def factors(self) -> dict[str, str]:
        return {"kind": self.check, "arguments": canonical(self.arguments).decode()}


class Passage(Record, frozen=True, forbid_unknown_fields=True):
    """Part C: a short text of our own, so no model has been trained on it."""

    opening: str
    """Its beginning, which is given."""
    rest: str
    """What follows, with the space or line break that parts them; its likelihood is measured."""

    @property
    def shown(self) -> dict[str, str]:
        return {"opening": self.opening, "rest": self.rest}


class Prompt(Record, frozen=True, forbid_unknown_fields=True):
    """Part D: an open prompt, for a look at how a reply reads."""

    prompt: str
    """What is asked."""

    @property
    def shown(self) -> dict[str, str]:
        return {"prompt": self.prompt}


FILES: dict[str, tuple[str, type[Record]]] = {
    "A": ("a_yes_no.jsonl", Question),
    "B": ("b_instructions.jsonl", Instruction),
    "C": ("c_passages.jsonl", Passage),
    "D": ("d_prompts.jsonl", Prompt),
}


@cache
def records(part: str) -> tuple[Record, ...]:
    """All records of a part, in the order of its file."""
    file, kind = FILES[part]
    text = files("holdfast.suites.regression").joinpath("data", file).read_bytes()
    return tuple(msgspec.json.Decoder(kind).decode_lines(text))


def content_free() -> tuple[Record, ...]:
    """Questions of part A that only calibrate the others."""
    return tuple(
        Question(f"content-free-{i}", "content-free", text, None) for i, text in enumerate(CONTENT_FREE, start=1)
    )


def item(part: str, record: Record) -> Item:
    """A record as a planned observation. Every item is its own unit."""
    name = f"{part}/{record.name}"
    fields = tuple(Field(field, text, name) for field, text in record.shown.items())
    return Item(name, name, State(name, fields), Key(record.target), {"part": part, **NO_FACTORS, **record.factors})


NO_FACTORS = {"kind": "", "arguments": ""}
"""What a part without them holds, so that every design has the same columns."""
