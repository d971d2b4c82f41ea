"""From a reply to a decision: the answer, what the matcher made of it, and how sure the agent said it was.

Under `strict-schema` only the parsed answer is matched. Confidence and success probability are read strictly: a number
from 0 to 1 where it was asked for, and nothing where it is not there.
"""

from __future__ import annotations

import re

import msgspec

from holdfast.core import Answer, Reply, ReplyRequest, Request
from holdfast.engine.suite import Scored
from holdfast.suites.commitment.candidates import AnswerKind, Candidates, Decision, Match
from holdfast.suites.commitment.questions import answer_name, asked, from_target
from holdfast.suites.commitment.reading import visible_text
from holdfast.suites.commitment.recital import without_recital
from holdfast.suites.commitment.rendering import CONFIDENT, STRICT, STRICT_CONFIDENT
from holdfast.suites.commitment.retrieval import misses_latest

STATED = {"confidence": "confidence", "success probability": "success_probability"}
LINE = re.compile(r"^\W*(confidence|success probability)\W*:\s*(.*?)\s*$", re.IGNORECASE | re.MULTILINE)
NUMBER = re.compile(r"(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)")
FENCE = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)


def score(request: Request, answer: Answer, target: str | None) -> Scored:
    """Hold a reply against the hidden side of its task."""
    from holdfast.suites.commitment.matcher import match

    if not isinstance(request, ReplyRequest) or not isinstance(answer, Reply) or target is None:
        raise TypeError(f"a task is not answered with {type(answer).__name__}")
    _, question = asked(request, from_target(target))
    text, stated = read_reply(request, answer.text)
    if text is not None:
        text = without_recital(text, visible_text(request))
    found = (
        Match(Decision.NO_MATCH, "no valid JSON") if text is None else match(text, question.candidates, question.text)
    )
    values: dict[str, float | str] = {
        "right": float(found.decision is Decision.MATCH),
        "decision": found.decision.value,
        "rule": found.rule,
        "reply": answer.text,
        **stated,
        **_memory(request, question.candidates),
    }
    if found.span is not None:
        start, end = found.span
        values |= {"span_start": float(start), "span_end": float(end), "span": (text or "")[start:end]}
    return Scored(_named(found, question.candidates), values)


def _memory(request: ReplyRequest, candidates: Candidates) -> dict[str, float]:
    """Whether the memory wrapper would miss the value that was named last; only its own profile has that risk."""
    missed = misses_latest(request.messages, candidates)
    return {} if missed is None else {"memory_misses": float(missed)}


def read_reply(request: ReplyRequest, reply: str) -> tuple[str | None, dict[str, float]]:
    """The part of a reply to be matched, None where JSON was asked for and not given, and what it says of itself."""
    form = request.messages[-1].content
    if STRICT in form or STRICT_CONFIDENT in form:
        return _read_json(reply)
    if CONFIDENT not in form:
        return reply, {}
    stated = {STATED[name.lower()]: float(said) for name, said in LINE.findall(reply) if NUMBER.fullmatch(said)}
    return LINE.sub("", reply).strip(), stated


def _read_json(reply: str) -> tuple[str | None, dict[str, float]]:
    fenced = FENCE.match(reply)
    try:
        found = msgspec.json.decode(fenced[1] if fenced else reply)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None, {}
    answer = found.get("answer") if isinstance(found, dict) else None
    if not isinstance(answer, str):
        return None, {}
    stated = {name: found.get(name) for name in STATED.values()}
    return answer, {name: float(value) for name, value in stated.items() if _is_probability(value)}


def _is_probability(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _named(found: Match, candidates: Candidates) -> str | None:
    """The answer as targets are named; a wrong one never has the name of the right one."""
    right = answer_name(candidates.gold)
    if found.decision is Decision.MATCH:
        return right
    if found.decision is Decision.UNCLEAR or found.asserted is None:
        return None
    wrong_pair = candidates.kind is AnswerKind.PAIR or found.asserted == right
    return f"{found.asserted} (otherwise wrong)" if wrong_pair else found.asserted
