"""Solvers that know a question's candidates but do not read: each must sit near chance in every family.

They see the request and the candidates, not which one is right. What they go by is where and how often candidates are
named: first, last, most often, in the initial instruction, or not in the last turn, which is where a distractor
stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from holdfast.core import ReplyRequest, Request, digest
from holdfast.engine.suite import Shortcut
from holdfast.suites.commitment.candidates import Candidate, Role
from holdfast.suites.commitment.mentions import parts, places
from holdfast.suites.commitment.questions import asked, from_target

NEVER = -1


class Prompt(msgspec.Struct, frozen=True):
    """The parts of a prompt that can be told apart without reading it."""

    context: str
    """Everything before the question."""
    instruction: str
    """The initial instruction."""
    last: str
    """The last turn."""


Solver = Callable[[Prompt, Sequence[Candidate]], int | None]
"""From what is visible to the index of a candidate; None if it has no opinion."""


def prompt_of(request: ReplyRequest) -> Prompt:
    """A request in its parts, whichever way it was put."""
    said = [m.content for m in request.messages if m.role == "user"]
    if len(said) > 1:  # a forked conversation
        return Prompt("\n".join(said[:-1]), said[0].split("\n\n")[-1], said[-2])
    context = said[0].partition("Question: ")[0].strip()
    paragraphs = context.split("\n\n")
    labelled = [text for text in paragraphs if text.startswith("Initial instruction: ")]
    return Prompt(context, labelled[0] if labelled else paragraphs[1], context.splitlines()[-1])


def first_mentioned(prompt: Prompt, members: Sequence[Candidate]) -> int | None:
    """The candidate that is complete first."""
    found = {
        i: _all_or_never(max, [places(prompt.context, part)[:1] for part in parts(member)])
        for i, member in enumerate(members)
    }
    return _best({i: -place for i, place in found.items() if place != NEVER})


def last_mentioned(prompt: Prompt, members: Sequence[Candidate]) -> int | None:
    """The candidate that is named last."""
    found = {
        i: _all_or_never(min, [places(prompt.context, part)[-1:] for part in parts(member)])
        for i, member in enumerate(members)
    }
    return _best({i: place for i, place in found.items() if place != NEVER})


def most_frequent(prompt: Prompt, members: Sequence[Candidate]) -> int | None:
    """The candidate that is named most often; of several, any."""
    counts = {i: min(len(places(prompt.context, part)) for part in parts(member)) for i, member in enumerate(members)}
    most = max(counts.values())
    return _any(prompt, [i for i, count in counts.items() if count == most])


def in_instruction(prompt: Prompt, members: Sequence[Candidate]) -> int | None:
    """A candidate that the initial instruction names; of several, any."""
    return _any(prompt, [i for i, member in enumerate(members) if _named(prompt.instruction, member)])


def not_in_last_turn(prompt: Prompt, members: Sequence[Candidate]) -> int | None:
    """A candidate that the last turn does not name; of several, any."""
    return _any(prompt, [i for i, m in enumerate(members) if not any(places(prompt.last, part) for part in parts(m))])


SOLVERS: dict[str, Solver] = {
    "first mentioned": first_mentioned,
    "last mentioned": last_mentioned,
    "most frequent": most_frequent,
    "in the instruction": in_instruction,
    "not in the last turn": not_in_last_turn,
}

LEVELS = {
    "first mentioned": 0.20,
    "last mentioned": 0.24,
    "most frequent": 0.22,
    "in the instruction": 0.08,
    "not in the last turn": 0.24,
}
"""Where each sits over many seeds. Chance, one over the number of candidates, is 0.23 on average; an instruction that
names no candidate, or names those that are about to be replaced, tells less than chance."""


def right(solver: Solver, request: Request, target: str) -> bool:
    """Whether a solver hits the right candidate of the question that a request asks."""
    assert isinstance(request, ReplyRequest)
    prompt, members = _before_the_solvers(request, target)
    chosen = solver(prompt, members)
    return chosen is not None and members[chosen].role is Role.GOLD


@lru_cache(maxsize=1)  # all solvers look at one request before the next
def _before_the_solvers(request: ReplyRequest, target: str) -> tuple[Prompt, tuple[Candidate, ...]]:
    """What solvers are given; candidates come in an order that says nothing."""
    _, question = asked(request, from_target(target))
    return prompt_of(request), tuple(sorted(question.candidates.members, key=lambda m: digest(m.text, m.source)))


def _shortcut(name: str, solver: Solver) -> Shortcut:
    return Shortcut(level=LEVELS[name], right=lambda request, target: right(solver, request, target))


SHORTCUTS = {name: _shortcut(name, solver) for name, solver in SOLVERS.items()}


def _named(text: str, member: Candidate) -> bool:
    return all(places(text, part) for part in parts(member))


def _all_or_never(pick: Callable[[Sequence[int]], int], found: Sequence[Sequence[int]]) -> int:
    """One place for all parts of a candidate, if each has one."""
    return pick([place for one in found for place in one]) if all(found) else NEVER


def _best(scores: dict[int, int]) -> int | None:
    return max(scores, key=lambda i: scores[i]) if scores else None


def _any(prompt: Prompt, indices: Sequence[int]) -> int | None:
    return indices[int(digest("any", prompt.context)[:8], 16) % len(indices)] if indices else None
