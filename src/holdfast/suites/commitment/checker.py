"""Is a task what it should be? The solver and the text must agree, and nothing but the right answer may be supported.

Each rule gives sentences about what is wrong; a sound task gives none.
"""

from __future__ import annotations

from collections.abc import Iterator

from holdfast.core import State
from holdfast.suites.commitment.candidates import Role
from holdfast.suites.commitment.events import FINAL, read_ask
from holdfast.suites.commitment.families.base import Said
from holdfast.suites.commitment.inventory import DISTRACTOR, NO_UPDATE, Task, events_of
from holdfast.suites.commitment.mentions import parts, places
from holdfast.suites.commitment.questions import Question
from holdfast.suites.commitment.reading import read, visible_text
from holdfast.suites.commitment.rendering import render
from holdfast.suites.commitment.settings import Settings


def problems(task: Task) -> list[str]:
    """Everything that is wrong with a task in any of its variants."""
    found = [f"{task.name}/{v}: {said}" for v in task.variants for said in _of_variant(task, v)]
    return [*found, *(f"{task.name}: {said}" for said in _between(task))]


def _of_variant(task: Task, variant: str) -> Iterator[str]:
    state = task.variant(variant)
    questions = task.questions(state)
    requests = render(state, Settings())
    situation = read(visible_text(requests[FINAL]))
    if situation is None:
        yield "the text cannot be read back"
        return
    if situation.events != events_of(state):
        yield "the text does not tell the events it was made from"
    if (situation.distractor is not None) != (variant == DISTRACTOR):
        yield "the distractor is not where it should be"
    turns = [f.text for f in state.fields if f.name.startswith("turn-")]
    if len(set(turns)) != len(turns):
        yield "a turn is said twice in the same words"
    for role, request in requests.items():
        asked = read_ask(task.domain, visible_text(request))
        told = None if asked is None else task.family.solve(situation.events, asked)
        gold = questions[role].candidates.gold
        if told != Said(gold.text, gold.source):
            yield f"{role}: the text supports {told}, the key says {gold.text!r}"
    for role, question in questions.items():
        yield from _candidates(role, question, state)


def _candidates(role: str, question: Question, state: State) -> Iterator[str]:
    context = " ".join(f.text for f in state.fields if f.name.startswith(("initial-", "turn-")))
    members = question.candidates.members
    twin = "probe-1-question" not in state
    for member in members:
        if not all(places(context, part) for part in parts(member)):
            # Without the update its value is not there any more, and nobody can be led astray by it.
            if member.role is Role.GOLD:
                yield f"{role}: the right answer {member.text!r} is not in the text"
            elif not twin:
                yield f"{role}: the candidate {member.text!r} is not in the text"
    if len({(m.text, m.source) for m in members}) != len(members) or len(members) < 2:
        yield f"{role}: candidates are not distinct, or too few"
    for one in members:
        for two in members:
            if one.text != two.text and places(one.text, two.text):
                yield f"{role}: {two.text!r} is a part of {one.text!r}"
    fillers = " ".join(f.text for f in state.fields if f.name.startswith("turn-") and not f.carries)
    if any(places(fillers, part) for member in members for part in parts(member)):
        yield f"{role}: a filler names a candidate"


def _between(task: Task) -> Iterator[str]:
    """What must hold between the variants of a task."""
    clean, distracted = task.state, task.variant(DISTRACTOR)
    if [f for f in distracted.fields if f.name != DISTRACTOR] != list(clean.fields):
        yield "the distractor variant differs in more than its distractor"
    if task.questions(clean) != task.questions(distracted):
        yield "the distractor changes what is right"
    happened = events_of(clean)
    obeyed = task.family.solve(task.family.obey(happened, task.plan.distractor), task.plan.asks[0].what)
    if obeyed == task.family.solve(happened, task.plan.asks[0].what):
        yield "the distractor pushes the right answer"
    if NO_UPDATE in task.variants:
        with_update = task.questions(clean)[FINAL].candidates.gold
        without = task.questions(task.variant(NO_UPDATE))[FINAL].candidates.gold
        if with_update.text == without.text:
            yield "the update does not change the answer"
