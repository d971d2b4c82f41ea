"""Identities: what makes two requests, two cases or two plans the same.

An identity is a digest of canonical JSON (sorted keys), so it depends on content alone: not on the order in which
things were built, nor on the process or machine that built them.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

DIGEST_BYTES = 16

_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: Any) -> bytes:
    """The canonical JSON bytes of a record or a tree of plain values."""
    return _encoder.encode(value)


def digest(*parts: Any) -> str:
    """A 128-bit hex digest of the parts, in order. Equal parts give equal digests, everywhere and always."""
    return hashlib.blake2b(canonical(parts), digest_size=DIGEST_BYTES).hexdigest()


class Identity(msgspec.Struct, frozen=True):
    """Who answered: enough to know whether a memoised answer is still this agent's answer."""

    spec: str
    """The agent as the user wrote it, for example `embedded` or `openai/gpt-4o-mini`."""
    revision: str
    """The exact thing behind the name: a weights' digest, a file's digest, a provider's model id."""
    version: int = 1
    """Raised whenever the agent's own code changes what it would answer."""
    settings: dict[str, str] = {}
    """Whatever else changes its answers: a system prompt, a dtype, a wrapper's constants."""

    @property
    def digest(self) -> str:
        """The part of a request's key that stands for the agent."""
        return digest("agent", self)
