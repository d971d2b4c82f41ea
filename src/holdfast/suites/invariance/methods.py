"""Ways to measure which of two continuations an agent prefers (paper 004, Appendix A.2), one table.

`teacher-forced` (method 1) compares the log-probabilities of the continuations. `forced-choice` (method 2) compares
the next-token log-probabilities of two letters, `sampling` (method 3) counts letters in sampled replies, and `greedy`
reads one generated letter. The paper always shows the right answer as A, which rewards a position bias; here both
assignments are asked and averaged, unless `paper_exact` keeps the paper's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

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
from holdfast.suites.invariance.wording import CONTINUATIONS, QUESTION

TIE = 1e-4
"""Margins below this are ties: less than what the order of floating-point work can change."""

SAMPLING_TEMPERATURE = 0.7

LETTER = re.compile(r"^\W*(?:answer\W*)?([AB])(?![A-Za-z])(?!\W*(?:or|and)?\W*[AB](?![A-Za-z]))", re.IGNORECASE)
"""A reply that begins with one of the letters; a reply that goes on with the other one has not chosen."""


class Method(msgspec.Struct, frozen=True):
    """One way to ask and to read the answer."""

    needs: Capability
    """What the agent must be able to do."""
    render: Callable[[State], dict[str, Request]]
    """The requests about a state; where options have letters, one per assignment, `ab` and `ba`."""
    primary: str
    """The margin whose sign decides, as `Scored.values` names it."""
    summary: str
    """For people."""
    samples: bool = False
    """Whether it is asked several times, and the margin comes from the counts."""


def body(state: State) -> str:
    """World, clauses on one line, premises on a line each: everything before the question."""
    shown = [f for f in state.fields if not f.name.startswith("option:")]
    clauses = " ".join(f.text for f in shown if f.name not in ("world", "baseline", "suppose"))
    premises = [f.text for f in shown if f.name in ("baseline", "suppose")]
    return "\n".join([state["world"].text, clauses, *premises])


def options(state: State) -> tuple[str, str]:
    """The two continuations, in the order in which they are listed."""
    return state["option:0"].text, state["option:1"].text


def scored(state: State) -> ScoreRequest:
    """The paper's prompt with both continuations to be scored."""
    return ScoreRequest(f"{body(state)}\n{CONTINUATIONS}", options(state))


def letters(state: State) -> dict[str, str]:
    """The forced-choice question in both assignments of continuations to letters."""
    text = body(state)
    one, two = options(state)
    return {
        "ab": f"{text}\n{QUESTION.format(a=one, b=two)}",
        "ba": f"{text}\n{QUESTION.format(a=two, b=one)}",
    }


def choose(state: State) -> dict[str, Request]:
    """Both assignments, answered by next-token log-probabilities."""
    return {role: ChoicesRequest((Message("user", text),), ("A", "B")) for role, text in letters(state).items()}


def write(state: State, temperature: float) -> dict[str, Request]:
    """Both assignments, answered by a generated letter."""
    decoding = Decoding(temperature=temperature, max_tokens=8)
    return {role: ReplyRequest((Message("user", text),), decoding) for role, text in letters(state).items()}


METHODS = {
    "teacher-forced": Method(
        Capability.SCORE,
        lambda state: {"": scored(state)},
        "margin_mean",
        "log-probability of the continuations (the paper's method 1)",
    ),
    "forced-choice": Method(
        Capability.CHOICES, choose, "margin", "next-token log-probability of A and B (the paper's method 2)"
    ),
    "sampling": Method(
        Capability.REPLY,
        lambda state: write(state, SAMPLING_TEMPERATURE),
        "margin",
        "how often A and B are chosen in 20 samples (the paper's method 3)",
        samples=True,
    ),
    "greedy": Method(Capability.REPLY, lambda state: write(state, 0.0), "margin", "one generated letter"),
}
NUMBERS = {"1": "teacher-forced", "2": "forced-choice", "3": "sampling"}
"""The paper's names."""


def default_method(can: frozenset[Capability]) -> str:
    """The most informative method that needs no more than one call an asking: sampling is never a default."""
    return next(name for name, method in METHODS.items() if method.needs in can and not method.samples)


def render(state: State, methods: Sequence[str], *, paper_exact: bool) -> dict[str, Request]:
    """What is asked about a state by each method. The role says which: `greedy:ab`."""
    return {
        f"{name}:{assignment}".rstrip(":"): request
        for name in methods
        for assignment, request in METHODS[name].render(state).items()
        if not (paper_exact and assignment == "ba")
    }


def method_of(role: str) -> str:
    """The method that a role belongs to."""
    return role.partition(":")[0]


def score(request: Request, answer: Answer, target: str | None) -> Scored:
    """The margin of the right continuation over the wrong one, and the continuation preferred.

    Without a target (a question that only calibrates others) the margin is that of the continuation that comes first
    in the alphabet, whichever letter it was shown under.
    """
    match request, answer:
        case ScoreRequest(), Scores():
            shown = request.continuations
            sums, counts = answer.logprobs, answer.tokens
            values = {
                "margin_mean": sums[0] / counts[0] - sums[1] / counts[1],
                "margin_sum": sums[0] - sums[1],
            }
            return _against(shown, values, "margin_mean", target)
        case ChoicesRequest(), Choices():
            return _against(_shown(request), {"margin": answer.logprobs[0] - answer.logprobs[1]}, "margin", target)
        case ReplyRequest(), Reply():
            found = LETTER.match(answer.text.strip())
            lead = 0.0 if found is None else (1.0 if found[1].upper() == "A" else -1.0)
            return _against(_shown(request), {"margin": lead, "unread": float(found is None)}, "margin", target)
    raise TypeError(f"no method answers {type(request).__name__} with {type(answer).__name__}")


def _shown(request: ChoicesRequest | ReplyRequest) -> tuple[str, str]:
    """The continuations as A and B, read back from the prompt that was sent."""
    lines = request.messages[-1].content.splitlines()
    one = next(line.removeprefix("A: ") for line in lines if line.startswith("A: "))
    two = next(line.removeprefix("B: ") for line in lines if line.startswith("B: "))
    return one, two


def _against(shown: tuple[str, ...], values: dict[str, float], primary: str, target: str | None) -> Scored:
    """Turn margins of the first over the second into margins of the right over the wrong."""
    lead = values[primary]
    answer = None if not abs(lead) >= TIE else shown[0] if lead > 0 else shown[1]
    if shown[0] != (min(shown) if target is None else target):
        values = {name: -value if name.startswith("margin") else value for name, value in values.items()}
    return Scored(answer, values)
