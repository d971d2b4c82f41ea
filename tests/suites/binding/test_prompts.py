"""What is asked, and how an answer is read: both readouts, ties, priors, and replies that are none."""

from __future__ import annotations

import pytest

from holdfast.core import Choices, ChoicesRequest, Reply, ReplyRequest, State
from holdfast.suites.binding.actions import FOUR, SIX, Action, in_six
from holdfast.suites.binding.events import synthetic
from holdfast.suites.binding.finite import CODES, condition_state, turned
from holdfast.suites.binding.prompts import asking, content, listed_actions, option_texts, render, score

EVENT = synthetic("value_choice", 4, 42)[3]


def state(readout: str, condition: str = "veto_cue", temperature: float = 0.0) -> State:
    listed = tuple(SIX[action] for action in turned(EVENT, CODES))
    return State(EVENT.id, (*asking(readout, listed, temperature), *condition_state(EVENT, condition, "code").fields))


def test_both_readouts_show_the_same_state() -> None:
    letters, reply = render(state("letters"))["letters"], render(state("reply", temperature=0.9))["reply"]
    assert isinstance(letters, ChoicesRequest)
    assert isinstance(reply, ReplyRequest)
    assert reply.decoding.temperature == 0.9
    assert letters.labels == tuple("PQRSTU")
    shown = [line for line in content(letters).splitlines() if line[1:3] != " ="][:-1]
    assert shown == [line for line in content(reply).splitlines() if not line.startswith("- ")][:-1]
    assert listed_actions(content(letters)) == listed_actions(content(reply)) == turned(EVENT, CODES)
    assert option_texts(content(reply)) == {action: option.text for action, option in EVENT.options.items()}
    assert not any(word in content(reply) for word in ("ask:", "readout", "temperature", "veto_cue", "condition"))


def test_the_prior_says_nothing_about_any_action() -> None:
    prior = content(render(state("letters", "memory_conflict"))["letters:prior"])
    assert "[event=" not in prior
    assert "First leaning" not in prior
    assert EVENT.context in prior
    assert list(render(state("reply"))) == ["reply"], "only letters are corrected"


def test_letters_give_every_actions_score_and_the_margin() -> None:
    request = render(state("letters"))["letters"]
    order = turned(EVENT, CODES)
    logprobs = tuple(-1.0 if action is Action.VETO else -3.0 - i for i, action in enumerate(order))
    scored = score(request, Choices(logprobs), "VETO")
    assert scored.answer == "VETO"
    assert scored.values["margin"] == pytest.approx(-1.0 - max(x for x in logprobs if x != -1.0))
    assert {f"lp_{action.value}" for action in order} <= set(scored.values)
    assert scored.values["unmapped"] == 0


def test_a_tie_is_no_action() -> None:
    scored = score(render(state("letters"))["letters"], Choices((-1.0, -1.0, -2.0, -2.0, -2.0, -2.0)), "VETO")
    assert (scored.answer, scored.values["unmapped"]) == ("INVALID_OR_UNMAPPED", 1)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("VETO", "VETO"),
        ("veto.", "VETO"),
        ('{"final_action": "DEFER"}', "DEFER"),
        ("ACTION_A or ACTION_B", "INVALID_OR_UNMAPPED"),
        ("", "INVALID_OR_UNMAPPED"),
        ("I would rather talk about the weather.", "INVALID_OR_UNMAPPED"),
    ],
)
def test_replies(text, action) -> None:
    scored = score(render(state("reply"))["reply"], Reply(text), "VETO")
    assert scored.answer == action
    assert scored.values == {"unmapped": float(action == "INVALID_OR_UNMAPPED"), "empty": float(text == "")}


def test_the_four_codes_are_read_as_the_six() -> None:
    assert in_six("ACT_VETO, not act_a") == "VETO, not ACTION_A"
    assert in_six("ACT_DEFERRED and REACT_A stay") == "ACT_DEFERRED and REACT_A stay"
    assert {in_six(code) for code in FOUR.values()} == {action.value for action in FOUR}
