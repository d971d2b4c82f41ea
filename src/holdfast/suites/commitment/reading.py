"""A task read back from its visible text: which scenario it is, what happens in it, and what is asked.

Nothing here sees a key or a state. It is what the checker holds the structured state against, and all that reference
agents know.
"""

from __future__ import annotations

import msgspec

from holdfast.core import ReplyRequest
from holdfast.suites.commitment.events import Domain, Event, read_ask, read_events
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.families.base import Family


class Situation(msgspec.Struct, frozen=True):
    """What a prompt says."""

    family: Family
    domain: Domain
    events: list[Event]
    """What happened, in the order told, without the distractor."""
    distractor: Event | None
    """What the distractor says, if there is one."""
    ask: Event
    """What is asked."""


def visible_text(request: ReplyRequest) -> str:
    """Everything that the user's side of a conversation says."""
    return "\n\n".join(message.content for message in request.messages if message.role != "assistant")


def read(text: str) -> Situation | None:
    """The situation that a text describes; None if it is no task of this suite."""
    for family in FAMILIES.values():
        for domain in family.domains:
            if domain.scenario in text:
                return _read(family, domain, text)
    return None


def _read(family: Family, domain: Domain, text: str) -> Situation | None:
    told = read_events(domain, text)
    distractor = next((e for e in told if e.kind.startswith("distractor")), None)
    ask = read_ask(domain, text)
    if ask is None:
        return None
    return Situation(family, domain, [e for e in told if e is not distractor], distractor, ask)
