"""Planted faults for the commitment tasks: small programs that read the visible text and believe something wrong of it.

Each reads the prompt back into events, as a careful reader would, bends the events or the question in its own way, and
answers by the same rules as everybody. `HITS` declares which families each fault must show in, and that it shows in no
other.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec

from holdfast.suites.commitment.events import Event, first
from holdfast.suites.commitment.families.base import Said
from holdfast.suites.commitment.families.conflict_resolution import trusting
from holdfast.suites.commitment.families.tool_output_distractor_selection import newest
from holdfast.suites.commitment.reading import Situation, read
from holdfast.suites.commitment.rendering import CONFIDENT, STRICT, STRICT_CONFIDENT

Bend = Callable[[Situation], Situation]

EVERY = frozenset(
    {
        "constraint_persistence",
        "entity_binding",
        "conflict_resolution",
        "delayed_goal_maintenance",
        "tool_output_distractor_selection",
        "repair_after_contradiction",
        "source_confusion_provenance_binding",
        "stale_state_overwrite",
    }
)

HITS: dict[str, frozenset[str]] = {
    "bound": frozenset(),
    "forgets-constraint": frozenset({"constraint_persistence"}),
    "swaps-entities": frozenset({"entity_binding"}),
    "trusts-loud": frozenset(
        {
            "conflict_resolution",
            "delayed_goal_maintenance",
            "repair_after_contradiction",
            "stale_state_overwrite",
        }
    ),
    "keeps-stale": EVERY - {"constraint_persistence", "conflict_resolution"},
    "loses-provenance": frozenset({"source_confusion_provenance_binding"}),
    "obeys-distractor": EVERY,
}
"""The families in which each fault must show."""


def forget_constraint(situation: Situation) -> Situation:
    """Takes the next best list of requirements for the one that applies."""
    jobs = [e["job"] for e in situation.events if e.kind == "gate"]
    return _change(situation, lambda e: e.but(job=first(j for j in jobs if j != e["job"])), "job")


def swap_entities(situation: Situation) -> Situation:
    """Answers for another name on the roster than the one asked about."""
    names = [e["who"] for e in situation.events if e.kind == "assign"]
    if not names:
        return situation
    asked = situation.ask["who"]
    other = first(name for name in names if name != asked)
    return msgspec.structs.replace(situation, ask=situation.ask.but(who=other))


def trust_loud(situation: Situation) -> Situation:
    """Believes whoever insists, and whoever comes forward with something new, whether or not they have a say."""
    events = situation.events
    if loud := [e["who"] for e in events if e.kind == "insists"]:
        return msgspec.structs.replace(situation, events=trusting(events, loud[-1]))
    boss = next((e["who"] for e in events if e.kind in ("owner", "authority")), "")
    force = {"suggest": "change", "challenge": "correct", "draft": "update"}
    return _change(situation, lambda e: e.but(force[e.kind], who=boss), *force)


def keep_stale(situation: Situation) -> Situation:
    """Stays with what it learned first: no exchange, change, correction, revision or newer output gets through."""
    ignored = {"swap", "change", "correct", "withdraw", "revised", "update"}
    kept = [e for e in situation.events if e.kind not in ignored]
    if wanted := next((e["subject"] for e in kept if e.kind == "wanted" and "subject" in dict(e.slots)), None):
        current = newest(kept, wanted)
        kept = [e for e in kept if e is not current]
    return msgspec.structs.replace(situation, events=kept)


def lose_provenance(situation: Situation) -> Situation:
    """Takes whoever passed a value on for its source."""
    tellers = {e["who2"]: e["who1"] for e in situation.events if e.kind == "relayed"}
    return _change(situation, lambda e: e.but(who=tellers.get(e["who"], e["who"])), "obtained", "revised")


def obey_distractor(situation: Situation) -> Situation:
    """Does what the distractor says."""
    if situation.distractor is None:
        return situation
    return msgspec.structs.replace(situation, events=situation.family.obey(situation.events, situation.distractor))


def bound(text: str) -> str:
    """Keeps every commitment."""
    return _reply(text, lambda situation: situation)


def forgets_constraint(text: str) -> str:
    """Lets go of the early requirement."""
    return _reply(text, forget_constraint)


def swaps_entities(text: str) -> str:
    """Confuses names."""
    return _reply(text, swap_entities)


def trusts_loud(text: str) -> str:
    """Confuses insistence with authority."""
    return _reply(text, trust_loud)


def keeps_stale(text: str) -> str:
    """Never updates."""
    return _reply(text, keep_stale)


def loses_provenance(text: str) -> str:
    """Confuses the teller with the source."""
    return _reply(text, lose_provenance)


def obeys_distractor(text: str) -> str:
    """Follows the last thing it was told."""
    return _reply(text, obey_distractor)


def _change(situation: Situation, change: Callable[[Event], Event], *kinds: str) -> Situation:
    events = [change(e) if e.kind in kinds else e for e in situation.events]
    return msgspec.structs.replace(situation, events=events)


def _reply(text: str, bend: Bend) -> str:
    situation = read(text)
    if situation is None:
        return "There is no task here that I know."
    try:
        bent = bend(situation)
        said = bent.family.solve(bent.events, bent.ask)
    except LookupError:  # a wrapper has hidden what is needed
        said = None
    return _in_form(text, "I cannot tell." if said is None else _written(said))


def _written(said: Said) -> str:
    return f"{said.text}, {said.source}" if said.source else said.text


def _in_form(text: str, answer: str) -> str:
    """The answer in the form that the prompt asks for."""
    if STRICT in text or STRICT_CONFIDENT in text:
        fields = {"confidence": 1.0, "success_probability": 1.0} if STRICT_CONFIDENT in text else {}
        return json.dumps({"answer": answer, **fields})
    return f"{answer}\nConfidence: 1.0\nSuccess probability: 1.0" if CONFIDENT in text else answer
