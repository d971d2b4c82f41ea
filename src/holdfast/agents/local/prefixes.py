"""Prompts that begin alike, as groups: what they share is computed once. Pure integers: no model here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Group:
    """Some prompts with a common beginning."""

    shared: int
    """How many tokens they have in common; at least one token of each prompt is its own."""
    members: tuple[int, ...]
    """Which prompts, by index."""


def groups(prompts: Sequence[Sequence[int]], most: int) -> list[Group]:
    """Every prompt in one group of at most `most`; a prompt joins a group where that leaves fewer tokens to compute."""
    found: list[Group] = []
    cost = 0
    for place in sorted(range(len(prompts)), key=lambda i: (prompts[i], i)):
        alone = len(prompts[place])
        if found and len(found[-1].members) < most:
            last = found[-1]
            shared = min(_common(prompts[last.members[-1]], prompts[place]), last.shared, alone - 1)
            members = (*last.members, place)
            together = shared + sum(len(prompts[i]) - shared for i in members)
            if together < cost + alone:
                found[-1], cost = Group(shared, members), together
                continue
        found.append(Group(alone - 1, (place,)))
        cost = alone
    return found


def batches(prompts: Sequence[Sequence[int]], most: int, *, share: bool = True) -> Iterator[list[Group]]:
    """Groups of like length together, at most `most` prompts in all. Without sharing, every prompt is a group."""
    alone = [Group(0, (i,)) for i in range(len(prompts))]
    chosen = groups(prompts, most) if share else alone
    batch: list[Group] = []
    for group in sorted(chosen, key=lambda g: (len(prompts[g.members[0]]), g.members)):
        if sum(len(g.members) for g in (*batch, group)) > most:
            yield batch
            batch = []
        batch.append(group)
    if batch:
        yield batch


def _common(one: Sequence[int], two: Sequence[int]) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
