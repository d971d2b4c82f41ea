"""Proof that every event's text supports exactly one action at every depth.

`solve` derives the action from the structured claim and the event, without words. `supported` reads the words and
nothing else: the listed options, their properties and the decisive field as an agent sees them. The two must agree.
"""

from __future__ import annotations

import re

from holdfast.suites.binding.actions import ACTION_OF, Action
from holdfast.suites.binding.events import Event
from holdfast.suites.binding.fields import PRESCRIBES, Claim
from holdfast.suites.binding.wording import PHRASES

OPTION_LINE = re.compile(r"^Option ([AB]): (.+); it (.+)\.$", re.MULTILINE)
CODE = re.compile(r"\b(?:ACT(?:ION)?_(?:A|B|VETO|DEFER)|VETO|DEFER|RECALL_PRIOR)\b")
FIELD_TEXT = re.compile(r"^\[event=\S+\] [A-Z]+: ")
ABOVE = re.compile(r"above (\d+)\b.*\bstands at (\d+)")
FEWER = re.compile(r"fewer than (\d+)\b.*\bSo far (\d+) are in")
WHEN = re.compile(r"\b[Ww]hen ([^,;.]+)")
STANDS = re.compile(r"your word\b.*\bhave not been released|promised [^;]* in writing\b.*no release has come")
SHUT = re.compile(
    r"\b(?:sealed|shut|closed|locked|frozen|blocked|withdrawn|ruled out|agreed to close|forbidden|cleared|ordered both|"
    r"stopped|allow neither|suspended|barred|halted|off limits|struck|recalled)\b"
)
WAITS = re.compile(r"arrives\b.*nothing is lost by a day")


def solve(event: Event, said: Claim) -> Action | None:
    """The action that follows from a claim about an event; None if none does."""
    if said.named is not None:
        return said.named
    if said.kind == "memory":
        return None if said.released or said.spoken else PRESCRIBES["memory"]
    if said.kind == "veto":
        return PRESCRIBES["veto"] if said.depth == "implied" or said.value > said.limit else None
    if said.kind == "hold":
        return PRESCRIBES["hold"] if said.depth == "implied" or said.value < said.limit else None
    wanted = said.pole or dict(said.rule).get(said.state, "")
    found = [action for action, option in event.options.items() if option.pole == wanted]
    return found[0] if len(found) == 1 else None


def supported(options: str, field: str) -> set[Action]:
    """The actions that a field supports, given the lines that list the options: all of it read from the text."""
    text = FIELD_TEXT.sub("", field)
    if codes := {ACTION_OF[code] for code in CODE.findall(text)}:
        return codes
    listed = {Action(f"ACTION_{letter}"): (what, pole) for letter, what, pole in OPTION_LINE.findall(options)}
    phrases = {action: phrase for action, phrase in PHRASES.items() if action not in listed}
    phrases |= {action: what for action, (what, _) in listed.items()}
    if named := {action for action, phrase in phrases.items() if phrase in text}:
        return named
    if properties := {action for action, (_, pole) in listed.items() if pole in text}:
        return properties if not WHEN.search(text) else _by_rule(text, listed)
    found = set()
    if STANDS.search(text):
        found.add(PRESCRIBES["memory"])
    if (reading := ABOVE.search(text)) and int(reading[2]) > int(reading[1]):
        found.add(PRESCRIBES["veto"])
    if (reading := FEWER.search(text)) and int(reading[2]) < int(reading[1]):
        found.add(PRESCRIBES["hold"])
    if WAITS.search(text):
        found.add(PRESCRIBES["hold"])
    elif SHUT.search(text):
        found.add(PRESCRIBES["veto"])
    return found


def _by_rule(text: str, listed: dict[Action, tuple[str, str]]) -> set[Action]:
    """Each clause with a property is a rule for the circumstance it names; the clause without one says which holds."""
    clauses = re.split(r"[;.] ", text)
    rules = {
        action: WHEN.search(clause) for clause in clauses for action, (_, pole) in listed.items() if pole in clause
    }
    fact = " ".join(clause for clause in clauses if not any(pole in clause for _, pole in listed.values()))
    states = {action: found[1].replace(listed[action][1], "").strip() for action, found in rules.items() if found}
    return {action for action, state in states.items() if state and re.search(rf"\b{re.escape(state)}\b", fact)}
