"""What reference agents do with the contrasts of a log: the rates from which power is simulated."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from holdfast.core import Item, digest
from holdfast.suites.transcripts import items
from holdfast.suites.transcripts.decisions import Tracer
from holdfast.suites.transcripts.fields import messages_of
from holdfast.suites.transcripts.reference import LearnedAgent
from holdfast.suites.transcripts.settings import Settings, resolve
from holdfast.suites.transcripts.survey import Survey, conversations, survey, usable_spots
from holdfast.suites.transcripts.targets import met, read

SOUND = "carriers"
FAULT_OF = {
    "swap": "recorded",
    "update": "first-value",
    "veto": "ignores-rules",
    "lesion": "recorded",
    "reorder": "brittle",
    "reformat": "brittle",
    "irrelevant": "brittle",
    "placebo": "brittle",
    "stale": "first-value",
}
"""For each intervention, the reference agent that fails it."""

ASKED = 100
"""About how many conversations of a log the reference agents are asked about."""


class Population(msgspec.Struct, frozen=True):
    """Conversations that a run could draw from."""

    outcomes: NDArray[np.int64]
    """A row per conversation: contrasts that neither agent holds, only the faulty, only the sound, both."""
    conversations: int
    """How many there are; the rows are a sample of them."""
    decisions: int
    """How many decisions they have."""
    found: float
    """In how many of these the contrast can be made."""

    def rate(self, share: float) -> float:
        """The rate at which contrasts hold where the fault takes this share of decisions; NaN where there are none."""
        _, faulty, sound, both = self.outcomes.sum(axis=0)
        contrasts = self.outcomes.sum()
        return float((both + sound * (1 - share) + faulty * share) / contrasts) if contrasts else math.nan


def alone(decisions: int) -> Population:
    """A conversation of so many decisions, each with the contrast, which only the sound agent holds."""
    return Population(np.array([[0, 0, decisions, 0]]), 1, decisions, float(decisions))


def asked(file: str, tools: str, interventions: Sequence[str]) -> Mapping[str, Population]:
    """For each intervention: its contrasts in a log, and who holds them, found by asking."""
    given = {"file": file, "values": "1", "interventions": ",".join(interventions)}
    settings = resolve("paper", given | ({"tools": tools} if tools else {}))
    found = survey(settings)
    rows: dict[str, list[list[int]]] = {kind: [] for kind in interventions}
    sample = _sample(settings, found)
    few = [conversation for conversation in conversations(settings) if conversation.id in sample]
    agent = LearnedAgent(SOUND, settings.file, few)
    for conversation in few:
        counts = {kind: [0, 0, 0, 0] for kind in interventions}
        tracer = Tracer(conversation, conversation.tools or found.tools)
        for spot in usable_spots(conversation, settings, Counter()):
            for kind, faulty, sound in _outcomes(items.block(tracer.decision(spot), found, settings).items, agent):
                counts[kind][2 * sound + faulty] += 1
        for kind, row in counts.items():
            rows[kind].append(row)
    scale = found.conversations / len(sample)
    return {
        kind: Population(np.array(of_kind), found.conversations, found.decisions, float(np.sum(of_kind) * scale))
        for kind, of_kind in rows.items()
    }


def _sample(settings: Settings, found: Survey) -> set[str]:
    """Some conversations, drawn by their names; all where there are few."""
    everything = (conversation.id for conversation in conversations(settings))
    if found.conversations <= ASKED:
        return set(everything)
    most = int(ASKED / found.conversations * 2**64)
    return {name for name in everything if int(digest("power", settings.seed, name)[:16], 16) < most}


def _outcomes(asked_about: Sequence[Item], agent: LearnedAgent) -> Iterator[tuple[str, bool, bool]]:
    """The contrasts of a decision that count, with whether the faulty and the sound agent hold them."""
    if not asked_about or not _meets(agent, SOUND, asked_about[0]):
        return
    reproduced: dict[str, bool] = {}
    for item in asked_about[1:]:
        kind: Any = item.factors["intervention"]
        fault = FAULT_OF[kind]
        if fault not in reproduced:
            reproduced[fault] = _meets(agent, fault, asked_about[0])
        if reproduced[fault]:
            yield kind, _meets(agent, fault, item), _meets(agent, SOUND, item)


def _meets(agent: LearnedAgent, fault: str, item: Item) -> bool:
    agent.fault = fault
    assert item.key.target is not None
    return met(read(item.key.target), agent.act(messages_of(item.state)))
