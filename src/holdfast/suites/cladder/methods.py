"""Ways to ask a yes/no question and to read the answer, one table.

`teacher-forced` compares the log-probabilities of the two words as continuations, `forced-choice` as the next token of
a conversation, and `greedy` reads a generated reply, with or without a chain of thought before it. A word counts in
both spellings (`yes` and `Yes`): on small models the preference between two words can turn with their first letter.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

import msgspec

from holdfast.core import (
    Answer,
    Capability,
    Choices,
    ChoicesRequest,
    Decoding,
    Message,
    Reply,
    ReplyRequest,
    Request,
    ScoreRequest,
    Scores,
    State,
)
from holdfast.engine.suite import Scored
from holdfast.suites.cladder.questions import NO, YES
from holdfast.suites.cladder.wording import ASKED, CONTINUED, QUESTION, STEP_BY_STEP

TIE = 1e-4
"""Leads below this are ties: less than what the order of floating-point work can change."""

SPELLINGS = {"No": NO, "Yes": YES, "no": NO, "yes": YES}
"""What is offered, in an order that says nothing about which is right."""

WORD = r"(?P<word>yes|no)\b(?!\s*/|-|\s+(?:or|and|doubt|question)\b)"
"""Yes or no as an answer: not `yes or no`, not `no doubt`, not the beginning of `not`."""

STATED = r"(?:the\s+)?(?:(?:final|correct)\s+)?answer(?:\s+to\s+(?:the|this|your)\s+question)?(?:\s+is)?\b\W*"
"""What may stand before it; a `not` may not."""

LEADING = re.compile(rf"^\W*(?:{STATED})?{WORD}", re.IGNORECASE)
FINAL_LINE = re.compile(rf"^\W*{STATED}{WORD}", re.IGNORECASE | re.MULTILINE)


class Method(msgspec.Struct, frozen=True):
    """One way to ask."""

    needs: Capability
    """What the agent must be able to do."""
    render: Callable[[State], Request]
    """The request about a state."""
    has_prior: bool
    """Whether the same request with a content-free question measures the preference before the question."""


def body(state: State) -> str:
    """What is given, and the question on a line of its own."""
    question = QUESTION.format(question=state["question"].text)
    return f"{state['given'].text}\n{question}" if state["given"].text else question


def question_of(request: Request) -> str:
    """The question, read back from a request."""
    text = request.prompt if isinstance(request, ScoreRequest) else request.messages[-1].content
    before = QUESTION.format(question="")
    return next(line.removeprefix(before) for line in text.splitlines() if line.startswith(before))


def _continue(state: State) -> Request:
    return ScoreRequest(f"{body(state)}\n{CONTINUED}", tuple(f" {word}" for word in SPELLINGS))


def _choose(state: State) -> Request:
    return ChoicesRequest((Message("user", f"{body(state)}\n{ASKED}"),), tuple(SPELLINGS))


def _write(state: State) -> Request:
    return ReplyRequest((Message("user", f"{body(state)}\n{ASKED}"),), Decoding(temperature=0.0, max_tokens=8))


def _think(state: State) -> Request:
    return ReplyRequest((Message("user", f"{body(state)}\n{STEP_BY_STEP}"),), Decoding(temperature=0.0, max_tokens=768))


METHODS = {
    "teacher-forced": Method(Capability.SCORE, _continue, has_prior=True),
    "forced-choice": Method(Capability.CHOICES, _choose, has_prior=False),
    "greedy": Method(Capability.REPLY, _write, has_prior=False),
}
CHAIN_OF_THOUGHT = Method(Capability.REPLY, _think, has_prior=False)


def method_of(settings: Mapping[str, object]) -> Method:
    """The method that settings name."""
    return CHAIN_OF_THOUGHT if settings["cot"] else METHODS[str(settings["method"])]


def score(request: Request, answer: Answer) -> Scored:
    """The answer, and the lead of yes over no behind it: a difference of log-probabilities, or 1 and -1 if written."""
    match request, answer:
        case ScoreRequest(), Scores():
            return _preferred({"lead": _lead([c.strip() for c in request.continuations], answer.logprobs)})
        case ChoicesRequest(), Choices():
            return _preferred({"lead": _lead(request.labels, answer.logprobs)})
        case ReplyRequest(), Reply():
            word = read_final(answer.text) if request.messages[-1].content.endswith(STEP_BY_STEP) else read(answer.text)
            return _preferred({"lead": {YES: 1.0, NO: -1.0, None: 0.0}[word], "unread": float(word is None)})
    raise TypeError(f"no method answers {type(request).__name__} with {type(answer).__name__}")


def read(text: str) -> str | None:
    """The yes or no that a reply begins with, perhaps after `the answer is`; None where it begins otherwise."""
    found = LEADING.match(text)
    return found["word"].lower() if found else None


def read_final(text: str) -> str | None:
    """The yes or no of the last line that states an answer; None where none does, for example in a reply cut short."""
    words: list[str] = FINAL_LINE.findall(text)
    return words[-1].lower() if words else None


def preferred(lead: float) -> str | None:
    """The answer that a lead means; None for a tie."""
    return None if not abs(lead) >= TIE else YES if lead > 0 else NO


def _preferred(values: dict[str, float]) -> Scored:
    return Scored(preferred(values["lead"]), values)


def _lead(spellings: Sequence[str], logprobs: Sequence[float]) -> float:
    """Log-probability of yes minus that of no, each over its spellings."""
    total = {
        answer: _log_sum([p for spelling, p in zip(spellings, logprobs, strict=True) if SPELLINGS[spelling] == answer])
        for answer in (YES, NO)
    }
    return total[YES] - total[NO]


def _log_sum(logprobs: Sequence[float]) -> float:
    most = max(logprobs)
    return most + math.log(sum(math.exp(p - most) for p in logprobs))
