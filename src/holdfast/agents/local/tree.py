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
    """Some sequences as one tree, laid out in a row. The last token of a sequence is only predicted, never read."""

    tokens: NDArray[np.int64]
    """The token of each node, parents before children."""
    parents: NDArray[np.int64]
    """The index of each node's parent; -1 for roots."""
    depths: NDArray[np.int64]
    """The position of each node in its sequence."""
    sources: tuple[NDArray[np.int64], ...]
    """For each sequence, the nodes after which the tokens of its continuation come."""
    wanted: tuple[NDArray[np.int64], ...]
    """For each sequence, the tokens of its continuation."""
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
        self.paths: list[list[int]] = []
        self.starts: list[int] = []
        self.members: list[int] = []

    def shared(self, sequence: TokenSequence) -> int:
        """How many tokens the sequence has in common with the one added last."""
        common = 0
        for node, token in zip(self.paths[-1] if self.paths else (), sequence.tokens, strict=False):
            if self.tokens[node] != token:
                break
            common += 1
        return common

    def new_tokens(self, sequence: TokenSequence) -> int:
        return len(sequence.tokens) - self.shared(sequence)

    def add(self, index: int, sequence: TokenSequence) -> None:
        path = self.paths[-1][: self.shared(sequence)] if self.paths else []
        for token in sequence.tokens[len(path) :]:
            self.parents.append(path[-1] if path else -1)
            self.depths.append(len(path))
            path.append(len(self.tokens))
            self.tokens.append(token)
        self.paths.append(path)
        self.starts.append(sequence.start)
        self.members.append(index)

    def pack(self) -> Pack:
        tokens, parents, depths = (np.array(x, dtype=np.int64) for x in (self.tokens, self.parents, self.depths))
        read = np.zeros(len(tokens), dtype=np.bool_)
        read[parents[parents >= 0]] = True
        place = np.cumsum(read) - 1  # where each node that is read stands once the others are left out
        paths = [np.array(path, dtype=np.int64) for path in self.paths]
        return Pack(
            tokens[read],
            np.where(parents[read] >= 0, place[parents[read]], -1),
            depths[read],
            tuple(place[path[start - 1 : -1]] for path, start in zip(paths, self.starts, strict=True)),
            tuple(tokens[path[start:]] for path, start in zip(paths, self.starts, strict=True)),
            tuple(self.members),
        )
