"""Three scaffolds as frames around a state: what is asked, by role. A factor of the design, one call each.

Everything that prompts of a scaffold share comes first, so that a model that packs reads it once for many of them.
"""

from __future__ import annotations

import msgspec

from holdfast.core import ChoicesRequest, Decoding, Field, Message, ReplyRequest, Request, State
from holdfast.suites.binding.actions import ACTION_OF, Action
from holdfast.suites.binding.matrix.variants import Variant
from holdfast.suites.binding.prompts import LETTERS, REPLY_TOKENS
from holdfast.suites.binding.wording import LETTERED, PLAIN

COOL = "reply:cool"
"""The role that generates for a stochastic variant at the structured temperature."""


class Frame(msgspec.Struct, frozen=True):
    """The words around a state."""

    opening: str
    """Before everything."""
    closing: str
    """After everything."""


SCAFFOLDS = {
    "react": Frame(
        "You think, then act once.",
        "Thought: what is on record for event {event} decides. Action: {give}",
    ),
    "planner": Frame(
        "A planner has read the event; you execute one action.",
        "Plan: do what is on record for event {event}. Executor: {give}",
    ),
    "reflection": Frame(
        "You keep a memory, reflect on it, then act once.",
        "Reflection: what is on record for event {event} decides. Now act: {give}",
    ),
}
"""ReAct-style, planner/executor and memory-reflection."""

RULE = "A veto comes before a commitment, a commitment before a reason; notes decide nothing. Actions:"
"""The precedence is stated, so that every event has exactly one right action."""

GIVE = {"letters": "give one letter.", "reply": "give one action code and nothing else."}

PHRASES = {
    Action.ACTION_A: "take option A",
    Action.ACTION_B: "take option B",
    Action.VETO: "stop, take neither",
    Action.DEFER: "wait, decide later",
}


def asked(state: State, scaffold: str, codes: tuple[str, ...], roles: dict[str, float]) -> State:
    """A state with how it is asked about: fields that are not shown as lines but shape the requests.

    `roles` has the temperature of each role; letters do not sample and have none to speak of.
    """
    settings = {
        "scaffold": scaffold,
        "actions": " ".join(codes),
        "roles": " ".join(f"{role}={temperature:g}" for role, temperature in roles.items()),
    }
    return State(state.event_id, (*(Field(f"ask:{name}", text, "") for name, text in settings.items()), *state.fields))


def roles_of(variant: Variant, readouts: tuple[str, ...], cool: float, warm: float) -> dict[str, float]:
    """The roles in which a variant is asked, with their temperatures."""
    roles = dict.fromkeys(readouts, warm if variant.warm else cool)
    if variant.warm and "reply" in readouts and warm != cool:
        roles[COOL] = cool
    return roles


def render(state: State) -> dict[str, Request]:
    """What is asked about a state, by role."""
    roles = (role.rpartition("=") for role in state["ask:roles"].text.split())
    return {role: _request(state, role.partition(":")[0], float(temperature)) for role, _, temperature in roles}


def _request(state: State, readout: str, temperature: float) -> Request:
    codes = state["ask:actions"].text.split()
    frame = SCAFFOLDS[state["ask:scaffold"].text]
    template = LETTERED if readout == "letters" else PLAIN
    lines = [
        template.format(letter=letter, code=code, phrase=PHRASES[ACTION_OF[code]])
        for letter, code in zip(LETTERS, codes, strict=False)
    ]
    shown = [field.text for field in state.fields if not field.name.startswith("ask:")]
    closing = frame.closing.format(event=state.event_id, give=GIVE[readout])
    messages = (Message("user", "\n".join([f"{frame.opening} {RULE}", *lines, *shown, closing])),)
    if readout == "letters":
        return ChoicesRequest(messages, tuple(LETTERS[: len(codes)]))
    return ReplyRequest(messages, Decoding(temperature, REPLY_TOKENS))
