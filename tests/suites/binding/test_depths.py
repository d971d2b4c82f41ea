"""At every depth the text of every event supports exactly one action, and it is the one that follows."""

from __future__ import annotations

import msgspec
import pytest

from holdfast.suites.binding.actions import ACTION_OF, FOUR, OTHER, SIX, Action
from holdfast.suites.binding.depths import CODE, solve, supported
from holdfast.suites.binding.events import NAMESPACES, synthetic
from holdfast.suites.binding.fields import PRESCRIBES, base, claim, decisive, words
from holdfast.suites.binding.wording import DECISIVE, DEPTHS

KINDS = tuple(DECISIVE)


def targets(event, kind: str) -> tuple[Action, ...]:
    return (PRESCRIBES[kind],) if kind in PRESCRIBES else (event.leaning, OTHER[event.leaning])


@pytest.mark.parametrize("corpus", NAMESPACES)
def test_solver_and_reader_agree_on_every_event_at_every_depth(corpus) -> None:
    for event in synthetic(corpus, 512, 1):
        options = "\n".join(field.text for field in base(event))
        for kind in KINDS:
            for target in targets(event, kind):
                for depth in DEPTHS:
                    alphabet = FOUR if target in FOUR else SIX
                    field = decisive(event, kind, target, depth, alphabet)
                    assert supported(options, field.text) == {target}, field.text
                    assert solve(event, claim(event, kind, target, depth)) is target


def test_only_the_depth_code_names_a_code_and_only_option_says_it_in_words() -> None:
    for event in synthetic("narrative", 24, 3):
        for kind in KINDS:
            for target in targets(event, kind):
                said = {d: words(event, claim(event, kind, target, d), SIX) for d in DEPTHS}
                named = {depth: [ACTION_OF[c] for c in CODE.findall(text)] for depth, text in said.items()}
                assert named == {"code": [target], "option": [], "implied": [], "two-step": []}
                phrases = [option.text for option in event.options.values()]
                assert not any(phrase in said[d] for phrase in phrases for d in ("code", "implied", "two-step"))


def test_two_steps_need_the_fact() -> None:
    """Both properties are named, so that only the circumstance tells them apart; without it nothing follows."""
    for event in synthetic("uncertainty", 24, 3):
        text = words(event, claim(event, "reason", Action.ACTION_A, "two-step"), SIX)
        assert all(option.pole in text for option in event.options.values())
        options = "\n".join(field.text for field in base(event))
        assert supported(options, text.rpartition(". ")[0] + ".") == set()
        rules, _, fact = text.rpartition(". ")
        other = f"{rules}. {fact.replace(event.states[0], event.states[1])}"
        assert supported(options, other) == {Action.ACTION_B}


def test_another_fact_another_action() -> None:
    event = synthetic("moral_choice", 1, 3)[0]
    options = "\n".join(field.text for field in base(event))
    promise = claim(event, "memory", Action.RECALL_PRIOR, "two-step")
    assert solve(event, msgspec.structs.replace(promise, spoken=True)) is None
    assert solve(event, msgspec.structs.replace(promise, released=True)) is None
    veto = claim(event, "veto", Action.VETO, "two-step")
    below = msgspec.structs.replace(veto, value=veto.limit)
    assert solve(event, below) is None
    assert supported(options, words(event, below, SIX)) == set()
    hold = claim(event, "hold", Action.DEFER, "two-step")
    complete = msgspec.structs.replace(hold, value=hold.limit)
    assert solve(event, complete) is None
    assert supported(options, words(event, complete, SIX)) == set()
    pole = claim(event, "reason", Action.ACTION_A, "implied")
    assert solve(event, msgspec.structs.replace(pole, pole=event.options[Action.ACTION_B].pole)) is Action.ACTION_B
    assert solve(event, msgspec.structs.replace(pole, pole="flies")) is None
