"""The labelled replies. `README.md` beside this file says how they were labelled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from holdfast.suites.commitment.candidates import Candidates, Decision, Role


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reply to one question, and what a careful reader takes it to assert."""

    id: str
    category: str
    question: str
    candidates: Candidates
    reply: str
    decision: Decision
    why: str


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reply that answered a whole prompt, and the place of the candidate that a blind reader takes it to give."""

    id: str
    category: str
    question: str
    candidates: Candidates
    reply: str
    asserted: int | None


class Tried(NamedTuple):
    """A reply with one of its candidates taken for the right one."""

    candidates: Candidates
    right: bool
    """Whether the reply gives that one."""


def _file(half: str) -> Path:
    return Path(__file__).parent / f"replies_{half}.jsonl"


def read_replies(half: str) -> list[Reply]:
    """All replies of a half, in the order of the file."""
    lines = _file(half).read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Reply) for line in lines]


def read_answered(half: str) -> list[Answered]:
    """All replies that answered prompts, in the order of the file."""
    lines = _file(f"answered_{half}").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Answered) for line in lines]


def each_in_turn(answered: Answered) -> Iterator[Tried]:
    """Every candidate taken for the right one. Which it is does not matter to what a reply says."""
    members = answered.candidates.members
    for right in range(len(members)):
        roles = (Role.GOLD if place == right else Role.OTHER for place in range(len(members)))
        changed = [msgspec.structs.replace(member, role=role) for member, role in zip(members, roles, strict=True)]
        yield Tried(Candidates(answered.candidates.kind, tuple(changed)), right == answered.asserted)
