"""The hidden side of a task: what is asked under each role, and every answer that a reply could assert.

It travels as the key's target, one JSON text. The scorer finds the question that a request asks by its words, so that
nothing about a target needs to stand in a request.
"""

from __future__ import annotations

import msgspec

from holdfast.core import HoldfastError, ReplyRequest
from holdfast.suites.commitment.candidates import Candidate, Candidates


class Question(msgspec.Struct, frozen=True):
    """One question about a task."""

    text: str
    """As it is asked."""
    slot: str
    """The piece of state it is about; a task's questions that share a slot must be answered alike."""
    phase: str
    """`initial`, `mid` or `late` for a probe; empty for the final question."""
    position: int
    """A probe's place among the probes, from 1; 0 for the final question."""
    candidates: Candidates
    """What a reply may assert."""
    corrected: bool = False
    """Whether the task's update changed the answer to this question; what repair precision is about."""


Questions = dict[str, Question]
"""By role."""

_decoder = msgspec.json.Decoder(Questions)


def as_target(questions: Questions) -> str:
    """Questions as a key holds them."""
    return msgspec.json.encode(questions).decode()


def from_target(target: str) -> Questions:
    """Questions as a key holds them, read back."""
    return _decoder.decode(target)


def asked(request: ReplyRequest, questions: Questions) -> tuple[str, Question]:
    """The role and the question that a request asks: the one whose words come last in it."""
    content = request.messages[-1].content
    role = max(questions, key=lambda name: content.rfind(questions[name].text))
    if questions[role].text not in content:
        raise HoldfastError("A request asks none of its task's questions; build the run again.")
    return role, questions[role]


def answer_name(candidate: Candidate) -> str:
    """A candidate as tables and contrasts name it."""
    return f"{candidate.text} ({candidate.source})" if candidate.source else candidate.text


def explain(target: str) -> str:
    """A target as people read it: each question with its right answer and what else could be said."""
    lines = []
    for role, question in from_target(target).items():
        place = f"{role}, {question.phase}" if question.phase else role
        lines.append(f"{place} ({question.slot}, {question.candidates.kind}): {question.text}")
        lines += [f"    {member.role:>10}  {answer_name(member)}" for member in question.candidates.members]
    return "\n".join(lines)
