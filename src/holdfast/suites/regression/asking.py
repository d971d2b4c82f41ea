"""How each part is asked, and how its answer is read (paper 004, Appendix C).

A part is known by the first field of its state, so that rendering needs nothing else. Yes and no are compared by
log-probability where the agent can score; otherwise a generated reply must say one of them and be done.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from holdfast.core import Answer, Decoding, Message, Reply, ReplyRequest, Request, ScoreRequest, Scores, State
from holdfast.engine.suite import Scored
from holdfast.suites.regression.checks import words

YES_NO = (" Yes", " No")
"""The continuations compared in part A: what is scored is the first over the second."""

SCORED_FRAME = """\
Question: Is grass green?
Answer: Yes

Question: Is coal white?
Answer: No

Question: Does 1 plus 1 equal 5?
Answer: No

Question: Is a kitten a young cat?
Answer: Yes

Question: {question}
Answer:"""
"""Two examples of each answer, so that a model without chat training knows the form too."""

REPLY_FRAME = "{question}\nAnswer with one word, yes or no."

TIE = 1e-4
"""A lead below this is a tie: less than what the order of floating-point work can change."""

MAX_TOKENS = {"question": 8, "instruction": 96, "prompt": 60}
"""The most tokens of a reply, by the field that is shown."""

SAID = re.compile(r"^\W*(yes|no)(?=\s*$|\s*\n|[^\w\s'’-]|\s+[^\w\s])", re.IGNORECASE)
"""A reply that begins with yes or no as a statement of its own: `No.` and `Yes, it is` are, `No one` is not."""

GRAM = 4
"""Words in a row that count as repeated when they have stood in the reply before."""


SCORED: dict[str, Callable[[State], ScoreRequest]] = {
    "question": lambda state: ScoreRequest(SCORED_FRAME.format(question=state["question"].text), YES_NO),
    "opening": lambda state: ScoreRequest(state["opening"].text, (state["rest"].text,)),
}
"""What is asked by log-probability where that is possible, by the field that is shown first."""


def render(state: State, *, scored: bool) -> dict[str, Request]:
    """The one request about a state."""
    shown = state.fields[0]
    if scored and shown.name in SCORED:
        return {"answer": SCORED[shown.name](state)}
    text = REPLY_FRAME.format(question=shown.text) if shown.name == "question" else shown.text
    decoding = Decoding(temperature=0.0, max_tokens=MAX_TOKENS[shown.name])
    return {"answer": ReplyRequest((Message("user", text),), decoding)}


def score(request: Request, answer: Answer, target: str | None) -> Scored:
    """A yes or a no with its lead, the likelihood of a passage, or a reply with what its words look like."""
    match request, answer:
        case ScoreRequest(continuations=(_, _)), Scores():
            lead = answer.logprobs[0] - answer.logprobs[1]
            return Scored(None if not abs(lead) >= TIE else "yes" if lead > 0 else "no", {"lead": lead})
        case ScoreRequest(continuations=(rest,)), Scores():
            return Scored(None, _likelihood(rest, answer.logprobs[0], answer.tokens[0]))
        case ReplyRequest(), Reply() if target is not None:
            said = SAID.match(answer.text)
            return Scored(said and said[1].lower(), {})
        case ReplyRequest(), Reply():
            return Scored(answer.text, texture(answer.text))
    raise TypeError(f"no part answers {type(request).__name__} with {type(answer).__name__}")


def texture(reply: str) -> dict[str, float]:
    """How the words of a reply repeat. What a reply is too short for is left out."""
    found = words(reply)
    values = {"empty": float(not found), "words": float(len(found))}
    if found:
        values["distinct_ratio"] = len(set(found)) / len(found)
    if grams := [tuple(found[i : i + GRAM]) for i in range(len(found) - GRAM + 1)]:
        values["repetition_rate"] = 1 - len(set(grams)) / len(grams)
    return values


def _likelihood(text: str, logprob: float, tokens: int) -> dict[str, float]:
    return {"nll": -logprob / tokens, "bits_per_byte": -logprob / math.log(2) / len(text.encode())}
