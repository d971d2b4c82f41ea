"""Retrieval risk (paper 001, equation 12): whether what the memory wrapper retrieves lacks the slot's latest value.

The latest value is the candidate that the conversation names last, whichever it is: which one is right is not looked
at, so that the term says something about the memory and nothing about the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from holdfast.agents.memory import remembered, retrieve
from holdfast.core import Message
from holdfast.suites.commitment.candidates import Candidates
from holdfast.suites.commitment.mentions import places


@lru_cache(maxsize=4096)  # every agent of a run is asked the same
def misses_latest(messages: tuple[Message, ...], candidates: Candidates) -> bool | None:
    """Whether no retrieved entry names the latest value; None where the conversation names no candidate."""
    entries, question = remembered(messages)
    latest = _latest(entries, candidates)
    if latest is None:
        return None
    return not any(places(entry, latest) for entry in retrieve(entries, question))


def _latest(entries: Sequence[str], candidates: Candidates) -> str | None:
    for entry in reversed(entries):
        named = [(max(found), member.text) for member in candidates.members if (found := places(entry, member.text))]
        if named:
            return max(named)[1]
    return None
