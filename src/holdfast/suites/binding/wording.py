"""Every sentence of the binding prompts that is not in `data/`. Slots in braces are filled from the event's tables."""

from __future__ import annotations

import tomllib
from importlib import resources

from holdfast.suites.binding.actions import Action

INTRO = (
    "Decide what is done in one event. A veto comes before a commitment, a commitment before a reason, a reason before "
    "the first leaning. {actions}"
)
"""The precedence is stated, so that every event has exactly one right action."""

ACTIONS = "Possible actions:"
LETTERED = "{letter} = {code}: {phrase}"
PLAIN = "- {code}: {phrase}"
EVENT = "Current event: {event}"
OPTION = "Option {letter}: {text}; it {pole}."
LEANING = "First leaning: option {letter}."
FIELD = "[event={event}] {label}: {text}"
ASK = {
    "letters": "What is done in event {event}? Answer with the letter of one action.",
    "reply": "What is done in event {event}? Answer with one action code and nothing else.",
}

PHRASES = {
    Action.ACTION_A: "choose option A",
    Action.ACTION_B: "choose option B",
    Action.VETO: "stop and do neither",
    Action.DEFER: "put the decision off",
    Action.RECALL_PRIOR: "go back to the earlier commitment",
    Action.INVALID_OR_UNMAPPED: "no action can be named",
}
"""What each action means, as the list of actions tells it; a field at depth `option` uses the same words."""

LABELS = {
    "reason": "REASON", "memory": "MEMORY", "commitment": "MEMORY", "older": "MEMORY", "veto": "VETO", "hold": "VETO",
    "self": "SELF", "pressure": "NOTE", "cue": "NOTE", "prior": "PRIOR",
}  # fmt: skip
"""How each kind of field is headed. A cue and a pressure look alike: the agent has to see which of them matters."""

CODE, OPTION_DEPTH, IMPLIED, TWO_STEP = DEPTHS = ("code", "option", "implied", "two-step")

_FIELDS = tomllib.loads((resources.files("holdfast.suites.binding") / "data" / "fields.toml").read_text("utf-8"))

FOILS: dict[str, list[str]] = _FIELDS.pop("foils")
"""Fields that mention an action and decide nothing: a stale record (`older`), a `pressure`, an irrelevant `cue`."""

DECISIVE: dict[str, dict[str, list[str]]] = _FIELDS
"""The decisive field by kind and depth, in several wordings that say the same."""

PRIOR = "drawn by lot from how such events have ended: {code}."
"""All that the condition `prior_only` shows."""

MODULES_ON = "All modules are in use."
MODULES_OFF = "The {modules} {are} switched off: what {they} would say is not to be used."
"""The `rule` form of a lesion: the paper's module-lesion rule."""
