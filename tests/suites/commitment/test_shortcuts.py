"""Solvers that do not read sit near chance, in every family and for every question of it."""

from __future__ import annotations

from collections import defaultdict

import pytest

from holdfast.core import Message, ReplyRequest
from holdfast.suites.commitment.candidates import Candidate, Role
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import VARIANTS, tasks
from holdfast.suites.commitment.questions import as_target
from holdfast.suites.commitment.rendering import render
from holdfast.suites.commitment.settings import Settings
from holdfast.suites.commitment.shortcuts import (
    LEVELS,
    SOLVERS,
    Prompt,
    first_mentioned,
    in_instruction,
    last_mentioned,
    most_frequent,
    not_in_last_turn,
    prompt_of,
    right,
)

SEEDS = 16
ABOVE = 0.10
"""How far above chance a solver may sit in a family; chance alone moves it by about 0.02 here."""


@pytest.fixture(scope="module")
def rates():
    """By family and question: the chance level and every solver's accuracy."""
    hits: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for seed in range(SEEDS):
        for task in tasks(seed, 3):
            for variant in VARIANTS:
                state = task.variant(variant)
                questions = task.questions(state)
                target = as_target(questions)
                for role, request in render(state, Settings()).items():
                    for place in ((task.family.slug, role), (task.family.slug, "all"), ("all", "all")):
                        hits[place]["chance"].append(1 / len(questions[role].candidates.members))
                        for name, solver in SOLVERS.items():
                            hits[place][name].append(right(solver, request, target))
    return {place: {name: sum(v) / len(v) for name, v in found.items()} for place, found in hits.items()}


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("family", FAMILIES)
def test_no_shortcut_pays_in_any_family(rates, family, solver) -> None:
    for (where, role), found in rates.items():
        if where == family:
            assert found[solver] <= found["chance"] + ABOVE, (role, found)


def test_the_levels_of_the_certificate_are_where_solvers_sit(rates) -> None:
    found = rates["all", "all"]
    assert found["chance"] == pytest.approx(0.23, abs=0.02)
    assert {name: found[name] for name in LEVELS} == pytest.approx(LEVELS, abs=0.03)


MEMBERS = [Candidate(text, Role.GOLD if text == "beta" else Role.OTHER) for text in ("alpha", "beta", "gamma")]
PROMPT = Prompt("take beta\nor gamma\nor beta\nor alpha", "take beta", "or alpha")


def test_what_each_solver_goes_by() -> None:
    def chosen(solver) -> str | None:
        index = solver(PROMPT, MEMBERS)
        return None if index is None else MEMBERS[index].text

    assert chosen(first_mentioned) == chosen(most_frequent) == chosen(in_instruction) == "beta"
    assert chosen(last_mentioned) == "alpha"
    assert chosen(not_in_last_turn) in ("beta", "gamma")
    assert in_instruction(Prompt("x", "x", "x"), MEMBERS) is None


def test_a_pair_is_named_when_both_its_parts_are() -> None:
    pairs = [Candidate("1 kg", Role.GOLD, source="Ann"), Candidate("2 kg", Role.OTHER, source="Bob")]
    prompt = Prompt("Ann and Bob. 2 kg. 1 kg.", "", "")
    assert first_mentioned(prompt, pairs) == 1
    # Ann is named before Bob, so that her pair is the one that was left off first.
    assert last_mentioned(prompt, pairs) == 1


@pytest.mark.parametrize("contract", ["blind", "paper"])
def test_parts_of_a_prompt_are_told_apart_in_every_contract(contract) -> None:
    task = next(iter(tasks("release", 1)))
    state = task.variant("distractor")
    for role, request in render(state, Settings(contract=contract)).items():
        prompt = prompt_of(request)
        assert state["initial-1"].text in prompt.instruction
        assert state["distractor"].text in prompt.last
        assert state["answer-question"].text not in prompt.context, role
    forked = prompt_of(render(state, Settings(contract=contract, probes="fork"))["answer"])
    assert state["initial-1"].text in forked.instruction
    assert forked.last == state["distractor"].text
    assert prompt_of(ReplyRequest((Message("user", "a\n\nb\n\nc\n\nQuestion: d"),))) == Prompt("a\n\nb\n\nc", "b", "c")
