"""How tasks are put: contracts, side queries, forks, and the form of the reply."""

from __future__ import annotations

import msgspec
import pytest

from holdfast.core import Message
from holdfast.suites.commitment.inventory import CLEAN, DISTRACTOR, NO_UPDATE, tasks
from holdfast.suites.commitment.reading import read, visible_text
from holdfast.suites.commitment.rendering import (
    ACKNOWLEDGED,
    CONFIDENT,
    SIDE,
    STRICT,
    STRICT_CONFIDENT,
    instruction_of,
    render,
)
from holdfast.suites.commitment.settings import Settings
from holdfast.suites.commitment.vocabulary import RELEASE


@pytest.fixture(scope="module")
def task():
    """A hard task of constraint persistence: three probes."""
    return next(t for t in tasks(RELEASE, 1) if t.band.name == "hard")


def test_the_paper_contract_has_the_papers_order(task) -> None:
    state = task.variant(DISTRACTOR)
    text = render(state, Settings(contract="paper"))["answer"].messages[-1].content
    order = [
        "Family: Constraint persistence", "Construct: Goal maintenance", "Difficulty: hard", "Answer contract: Reply",
        f"Scenario: {task.domain.scenario}", f"Initial instruction: {instruction_of(state)}", "Context turns:\n1. ",
        f"Distractor: {state['distractor'].text}", f"Question: {state['answer-question'].text}",
    ]  # fmt: skip
    places = [text.index(part) for part in order]
    assert places == sorted(places)


def test_the_blind_contract_hides_what_is_tested(task) -> None:
    for variant in (CLEAN, DISTRACTOR):
        for request in render(task.variant(variant), Settings()).values():
            (message,) = request.messages
            for word in ("Family", "Construct", "Goal maintenance", "persistence", "Distractor", "Difficulty", "hard"):
                assert word not in message.content


def test_a_probe_is_a_side_query_on_the_full_prompt(task) -> None:
    requests = render(task.variant(DISTRACTOR), Settings())
    assert list(requests) == ["answer", "probe-1", "probe-2", "probe-3"]
    full = requests["answer"].messages[0].content
    for role in ("probe-1", "probe-2", "probe-3"):
        (message,) = requests[role].messages
        assert message.content.startswith(f"{full}\n\n{SIDE}\n")
        assert message.content.count("Question: ") == 2


def test_a_twin_without_its_update_is_asked_the_final_question_only() -> None:
    task = next(t for t in tasks(RELEASE, 1) if t.plan.update is not None)
    assert list(render(task.variant(NO_UPDATE), Settings())) == ["answer"]


def test_a_fork_ends_where_its_probe_stands(task) -> None:
    state = task.variant(DISTRACTOR)
    requests = render(state, Settings(probes="fork"))
    turns = [f.text for f in state.fields if f.name.startswith("turn-")]
    for ask in task.probes:
        *said, last = requests[ask.role].messages
        assert last == Message(
            "user", f"Question: {state[f'{ask.role}-question'].text}\n{state[f'{ask.role}-form'].text}"
        )
        heard = [m.content for m in said if m.role == "user"][1:]
        expected = turns[: ask.after] if ask is not task.probes[-1] else [*turns, state["distractor"].text]
        assert heard == expected
        assert {m.content for m in said if m.role == "assistant"} == {ACKNOWLEDGED}
        assert [m.role for m in requests[ask.role].messages[::2]] == ["user"] * (len(said) // 2 + 1)
    assert len(requests["probe-1"].messages) < len(requests["probe-3"].messages)
    assert [m.content for m in requests["answer"].messages[:-1]] == [
        m.content for m in requests["probe-3"].messages[:-1]
    ]


def test_forked_probes_are_asked_when_everything_they_need_has_been_said() -> None:
    for task in tasks(3, 3):
        state = task.variant(DISTRACTOR)
        questions = task.questions(state)
        for role, request in render(state, Settings(probes="fork")).items():
            situation = read(visible_text(request))
            assert situation is not None
            said = situation.family.solve(situation.events, situation.ask)
            gold = questions[role].candidates.gold
            assert said == (gold.text, gold.source), (task.name, role)


@pytest.mark.parametrize(
    ("settings", "shown", "hidden"),
    [
        (Settings(), ["Reply with the"], [STRICT, STRICT_CONFIDENT, CONFIDENT]),
        (Settings(confidence=True), ["Reply with the", CONFIDENT], [STRICT, STRICT_CONFIDENT]),
        (Settings(strict_schema=True), [STRICT], [STRICT_CONFIDENT, CONFIDENT, "Reply with the"]),
        (Settings(strict_schema=True, confidence=True), [STRICT_CONFIDENT], [STRICT, CONFIDENT, "Reply with the"]),
    ],
)
@pytest.mark.parametrize("probes", ["side", "fork"])
def test_the_form_of_the_reply(task, settings, shown, hidden, probes) -> None:
    for request in render(task.state, msgspec.structs.replace(settings, probes=probes)).values():
        text = request.messages[-1].content
        assert all(part in text for part in shown)
        assert not any(part in text for part in hidden)


def test_longer_forms_get_more_tokens(task) -> None:
    def tokens(**settings) -> int:
        return render(task.state, Settings(**settings))["answer"].decoding.max_tokens

    assert tokens() < tokens(confidence=True) < tokens(strict_schema=True)
