"""Hidden targets and the decisions that are named like them, as people read them.

In most suites a target is a word. In `commitment` it is the whole hidden side of a task, in `transcripts` a condition;
both are JSON text that says little to a reader.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec


@lru_cache(maxsize=4096)
def in_words(suite: str, role: str, target: str | None) -> str | None:
    """What had to be answered under a role."""
    if target is None or suite not in ("commitment", "transcripts"):
        return target
    try:
        return _answer(role, target) if suite == "commitment" else _condition(target)
    except (msgspec.DecodeError, KeyError):
        return target  # a run of an earlier Holdfast


def decision(suite: str, role: str, target: str | None, answer: str | None) -> str | None:
    """What was decided: where it is named by its target, in the target's words."""
    return in_words(suite, role, target) if answer is not None and answer == target else answer


def _answer(role: str, target: str) -> str:
    from holdfast.suites.commitment.questions import answer_name, from_target

    return answer_name(from_target(target)[role].candidates.gold)


def _condition(target: str) -> str:
    from holdfast.suites.transcripts.targets import read, said

    return said(read(target))
