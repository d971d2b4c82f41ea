"""Three scaffolds as frames of a state: what is asked, by role. A factor of the design, one call each.

A frame is how a prompt ends: the thought, plan or reflection from which the action is to follow. Everything that
prompts share comes first, so that a model that packs reads rules, context and fields once for all scaffolds.
"""

from __future__ import annotations

from holdfast.core import ChoicesRequest, Decoding, Field, Message, ReplyRequest, Request, State
from holdfast.suites.binding.actions import ACTION_OF, Action
from holdfast.suites.binding.matrix.variants import Variant
from holdfast.suites.binding.prompts import LETTERS, REPLY_TOKENS
from holdfast.suites.binding.wording import LETTERED, PLAIN

COOL = "reply:cool"
"""The role that generates for a stochastic variant at the structured temperature."""


SCAFFOLDS = {
    "react": "Thought: the record decides. Action:",
    "planner": "Plan: do what is recorded. Executor:",
    "reflection": "Reflection: I recall the record. Act:",
}
"""ReAct-style, planner/executor and memory-reflection."""

RULE = (
    "Act once on the current event: {give}. A veto outranks a commitment, a commitment a reason; notes decide nothing."
)
"""The precedence is stated, so that every event has exactly one right action."""

GIVE = {"letters": "give one letter", "reply": "give one action code"}

PHRASES = {
    Action.ACTION_A: "option A",
    Action.ACTION_B: "option B",
    Action.VETO: "neither",
    Action.DEFER: "later",
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
    template = LETTERED if readout == "letters" else PLAIN
    lines = [
        template.format(letter=letter, code=code, phrase=PHRASES[ACTION_OF[code]])
        for letter, code in zip(LETTERS, codes, strict=False)
    ]
    shown = [field.text for field in state.fields if not field.name.startswith("ask:")]
    text = "\n".join([RULE.format(give=GIVE[readout]), *lines, *shown, SCAFFOLDS[state["ask:scaffold"].text]])
    messages = (Message("user", text),)
    if readout == "letters":
        return ChoicesRequest(messages, tuple(LETTERS[: len(codes)]))
    return ReplyRequest(messages, Decoding(temperature, REPLY_TOKENS))
