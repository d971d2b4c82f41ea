"""State: what an agent can see, cut into tagged fields.

A state is built on the experimenter's side. Its tags say which field carries which decisive information and which
event the field belongs to; only the texts are ever rendered. Interventions work on the tags, never on prompts.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from holdfast.core.errors import HoldfastError


class Field(msgspec.Struct, frozen=True):
    """One visible piece of state."""

    name: str
    """What the renderer calls it; unique within a state."""
    text: str
    """What the agent sees."""
    event_id: str
    """The event this piece belongs to; a scrambled field keeps the id of the event it was taken from."""
    carries: frozenset[str] = frozenset()
    """The decisive information of which this field is the primary carrier."""
    echoes: frozenset[str] = frozenset()
    """The decisive information that this field mentions besides; a target lesion leaves it, a strict one does not."""


class State(msgspec.Struct, frozen=True):
    """An ordered tuple of fields about one event."""

    event_id: str
    """The event that the agent is asked about."""
    fields: tuple[Field, ...]
    """In the order in which they are shown."""

    def __post_init__(self) -> None:
        names = {f.name for f in self.fields}
        if len(names) != len(self.fields):
            twice = next(f.name for i, f in enumerate(self.fields) if f.name in {g.name for g in self.fields[:i]})
            raise HoldfastError(f"The state of event {self.event_id!r} has two fields named {twice!r}; rename one.")

    def __getitem__(self, name: str) -> Field:
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return any(field.name == name for field in self.fields)

    def where(self, test: Callable[[Field], bool]) -> tuple[Field, ...]:
        """The fields that pass a test, in order."""
        return tuple(f for f in self.fields if test(f))

    def primary(self, tag: str) -> tuple[Field, ...]:
        """The primary carriers of a piece of information."""
        return self.where(lambda f: tag in f.carries)

    def carriers(self, tag: str) -> tuple[Field, ...]:
        """Every field from which a piece of information can be read."""
        return self.where(lambda f: tag in f.carries or tag in f.echoes)
