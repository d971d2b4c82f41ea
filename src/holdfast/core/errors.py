"""What can go wrong, in words a user can act on.

`HoldfastError` is an error the user can mend: the command line prints its one sentence and exits non-zero.
`AgentFailure` is one request that could not be answered: it becomes a row in the journal, never a score.
"""

from __future__ import annotations

import difflib
import enum
from collections.abc import Iterable


class HoldfastError(Exception):
    """A problem whose message is one sentence that says what is wrong and what to do."""


class Failure(enum.StrEnum):
    """Why a request got no usable answer. The taxonomy that the journal and the reports use."""

    RATE_LIMITED = "rate-limited"
    SERVER = "server"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    MALFORMED = "malformed"
    AUTHENTICATION = "authentication"
    REJECTED = "rejected"
    BUDGET = "budget"
    AGENT = "agent"


RETRIABLE = frozenset({Failure.RATE_LIMITED, Failure.SERVER, Failure.TIMEOUT, Failure.CONNECTION, Failure.MALFORMED})
"""Failures that another attempt may cure."""

FATAL = frozenset({Failure.AUTHENTICATION, Failure.BUDGET})
"""Failures that every further request would meet too: the run stops and can be resumed."""


class AgentFailure(Exception):  # noqa: N818  (it is an outcome to be recorded, not a defect)
    """One request that got no usable answer, with the attempts it took."""

    def __init__(self, kind: Failure, message: str, *, attempts: int = 1) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.attempts = attempts


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A closing clause with the nearest known name, or the list of all names where none is near."""
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}."
