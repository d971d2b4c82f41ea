"""The labelled replies. `README.md` beside this file says how they were labelled."""

from __future__ import annotations

from pathlib import Path

import msgspec

from holdfast.suites.commitment.candidates import Candidates, Decision


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reply to one question, and what a careful reader takes it to assert."""

    id: str
    category: str
    question: str
    candidates: Candidates
    reply: str
    decision: Decision
    why: str


def _file(half: str) -> Path:
    return Path(__file__).parent / f"replies_{half}.jsonl"


def read_replies(half: str) -> list[Reply]:
    """All replies of a half, in the order of the file."""
    lines = _file(half).read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Reply) for line in lines]
