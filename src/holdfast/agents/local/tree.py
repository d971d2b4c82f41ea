"""Token sequences as one tree: every unique token computed once.

Prompts that share a beginning share the work for it. A pack is a set of sequences laid out as one row of tokens in
which each token sees its own ancestors and nothing else; its position is its depth. Pure integers: no model here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class TokenSequence:
    """A prompt with one continuation, as tokens."""

    tokens: tuple[int, ...]
    """Prompt and continuation together."""
    start: int
    """Where the continuation begins; at least 1, because the first token has nothing before it."""


@dataclass(frozen=True)
class Pack:
    """Some sequences as one tree, laid out in a row."""

    tokens: NDArray[np.int64]
    """The token of each node, parents before children."""
    parents: NDArray[np.int64]
    """The index of each node's parent; -1 for roots."""
    depths: NDArray[np.int64]
    """The position of each node in its sequence."""
    paths: tuple[NDArray[np.int64], ...]
    """For each sequence, the nodes of its continuation in order."""
    members: tuple[int, ...]
    """For each sequence, its index among all sequences."""

    def mask(self) -> NDArray[np.bool_]:
        """Which node (column) each node (row) may see: itself and its ancestors."""
        n = len(self.tokens)
        seen = np.zeros((n, n), dtype=np.bool_)
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                seen[node] = seen[parent]
            seen[node, node] = True
        return seen

    def sources(self) -> NDArray[np.int64]:
        """The nodes whose next-token distribution is needed: the parents of continuation nodes, each once."""
        return np.unique(self.parents[np.concatenate(self.paths)])


def packs(sequences: Sequence[TokenSequence], budget: int) -> Iterator[Pack]:
    """Lay sequences out in packs of at most `budget` unique tokens; a longer sequence gets a pack of its own.

    Sequences are taken in the order of their tokens, so that those with a common beginning meet in one pack.
    """
    builder = _Builder()
    for index in sorted(range(len(sequences)), key=lambda i: sequences[i].tokens):
        sequence = sequences[index]
        if builder.members and len(builder.tokens) + builder.new_tokens(sequence) > budget:
            yield builder.pack()
            builder = _Builder()
        builder.add(index, sequence)
    if builder.members:
        yield builder.pack()


class _Builder:
    """Grows one tree. Sequences come sorted, so only the path of the last one can be shared."""

    def __init__(self) -> None:
        self.tokens: list[int] = []
        self.parents: list[int] = []
        self.depths: list[int] = []
        self.paths: list[NDArray[np.int64]] = []
        self.members: list[int] = []
        self.last: list[int] = []
        """The nodes of the sequence added last."""

    def shared(self, sequence: TokenSequence) -> int:
        """How many tokens the sequence has in common with the one added last."""
        common = 0
        for node, token in zip(self.last, sequence.tokens, strict=False):
            if self.tokens[node] != token:
                break
            common += 1
        return common

    def new_tokens(self, sequence: TokenSequence) -> int:
        return len(sequence.tokens) - self.shared(sequence)

    def add(self, index: int, sequence: TokenSequence) -> None:
        path = self.last[: self.shared(sequence)]
        for token in sequence.tokens[len(path) :]:
            self.parents.append(path[-1] if path else -1)
            self.depths.append(len(path))
            path.append(len(self.tokens))
            self.tokens.append(token)
        self.last = path
        self.paths.append(np.array(path[sequence.start :], dtype=np.int64))
        self.members.append(index)

    def pack(self) -> Pack:
        return Pack(
            np.array(self.tokens, dtype=np.int64),
            np.array(self.parents, dtype=np.int64),
            np.array(self.depths, dtype=np.int64),
            tuple(self.paths),
            tuple(self.members),
        )
