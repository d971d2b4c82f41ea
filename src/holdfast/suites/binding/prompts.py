"""From a state to what is asked, and from the answer to an action: the two readouts.

`reply` lets the agent write an action code, which the canonicaliser reads. `letters` compares the next-token
log-probabilities of single letters that stand for the actions: no reading errors, a graded answer, and one pass. Which
letter stands for which action turns from event to event; beside the raw scores stand those of the same prompt with
nothing in it that speaks of an action, from which the prior-corrected answer is taken.
"""

from __future__ import annotations

import re

import msgspec

from holdfast.core import (
    Answer,
    Capability,
    Choices,
    ChoicesRequest,
    Decoding,
    Field,
    Message,
    Reply,
    ReplyRequest,
    Request,
    State,
)
from holdfast.core.interventions import strict_lesion
from holdfast.engine.suite import Scored
from holdfast.suites.binding.actions import ACTION_OF, Action, in_six
from holdfast.suites.binding.canonical import canonicalise
from holdfast.suites.binding.fields import TELLS
from holdfast.suites.binding.wording import ACTIONS, ASK, INTRO, LETTERED, PHRASES, PLAIN

LETTERS = "PQRSTU"
"""Not A and B, which name the options."""

TIE = 1e-4
"""Margins below this are ties: less than what the order of floating-point work can change."""

REPLY_TOKENS = 16
"""A code is at most nine tokens in the tokenizers at hand."""

PRIOR = ":prior"
"""The suffix of the role that asks with nothing told."""

LISTED = re.compile(r"^(?:([P-U]) =|-) ([A-Z_]+): ", re.MULTILINE)
OPTION_TEXT = re.compile(r"^Option ([AB]): (.+); it ", re.MULTILINE)


class Readout(msgspec.Struct, frozen=True):
    """One way to learn the action."""

    needs: Capability
    """What the agent must be able to do."""
    summary: str
    """For people."""


READOUTS = {
    "letters": Readout(Capability.CHOICES, "next-token log-probabilities of letters that stand for the actions"),
    "reply": Readout(Capability.REPLY, "a generated action code"),
}


def asking(readout: str, actions: tuple[str, ...], temperature: float = 0.0) -> tuple[Field, ...]:
    """How a state is asked about: fields that are not shown as lines but shape the request."""
    settings = {"readout": readout, "actions": " ".join(actions), "temperature": str(temperature)}
    return tuple(Field(f"ask:{name}", text, "") for name, text in settings.items())


def render(state: State) -> dict[str, Request]:
    """What is asked about a state, by role: the readout's name, and for letters the same with nothing told."""
    readout = state["ask:readout"].text
    requests = {readout: _request(state, readout)}
    if readout == "letters":
        bare = strict_lesion(TELLS)(state) if state.carriers(TELLS) else state
        requests[readout + PRIOR] = _request(bare, readout)
    return requests


def _request(state: State, readout: str) -> Request:
    codes = state["ask:actions"].text.split()
    if readout == "letters":
        lines = [
            LETTERED.format(letter=letter, code=code, phrase=PHRASES[ACTION_OF[code]])
            for letter, code in zip(LETTERS, codes, strict=False)
        ]
    else:
        lines = [PLAIN.format(code=code, phrase=PHRASES[ACTION_OF[code]]) for code in codes]
    shown = [field.text for field in state.fields if not field.name.startswith("ask:")]
    question = ASK[readout].format(event=state.event_id)
    content = "\n".join([INTRO.format(actions=ACTIONS), *lines, *shown, question])
    messages = (Message("user", content),)
    if readout == "letters":
        return ChoicesRequest(messages, tuple(LETTERS[: len(codes)]))
    return ReplyRequest(messages, Decoding(float(state["ask:temperature"].text), REPLY_TOKENS))


def content(request: Request) -> str:
    """The text that was sent."""
    assert isinstance(request, (ChoicesRequest, ReplyRequest))
    return request.messages[-1].content


def listed_actions(text: str) -> tuple[Action, ...]:
    """The actions that a prompt lists, in its order."""
    return tuple(ACTION_OF[code] for _, code in LISTED.findall(text))


def option_texts(text: str) -> dict[Action, str]:
    """What the options are, as a prompt tells it; empty where it shows none."""
    return {Action(f"ACTION_{letter}"): what for letter, what in OPTION_TEXT.findall(text)}


def score(request: Request, answer: Answer, target: str | None) -> Scored:
    """The action that an answer takes. Letters also give every action's log-probability and the target's margin."""
    text = content(request)
    if isinstance(request, ReplyRequest) and isinstance(answer, Reply):
        told = option_texts(text)
        found = canonicalise(in_six(answer.text), *(told.get(a, "") for a in (Action.ACTION_A, Action.ACTION_B))).action
        empty = float(not answer.text.strip())
        return Scored(found.value, {"unmapped": float(found is Action.INVALID_OR_UNMAPPED), "empty": empty})
    assert isinstance(answer, Choices)
    scores = dict(zip(listed_actions(text), answer.logprobs, strict=True))
    values = {f"lp_{action.value}": value for action, value in scores.items()}
    chosen = preferred(scores)
    values["unmapped"] = float(chosen is Action.INVALID_OR_UNMAPPED)
    if target in scores:
        rivals = [value for action, value in scores.items() if action != target]
        values["margin"] = scores[Action(target)] - max(rivals)
    return Scored(chosen.value, values)


def preferred(scores: dict[Action, float]) -> Action:
    """The action with the highest score; a tie at the top is no action."""
    first, second = sorted(scores.values(), reverse=True)[:2]
    if first - second < TIE:
        return Action.INVALID_OR_UNMAPPED
    return max(scores, key=lambda action: scores[action])
