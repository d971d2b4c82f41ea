"""Events: what happens in a task, and the sentences that say so.

A scenario writes each kind of event in a few ways, all in a table. The same table reads them back: a sentence becomes
a pattern whose slots accept only words of their kind. So a rendered task can be checked against the events it was made
from, and a reference agent can know from the visible text alone what has happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from holdfast.suites.commitment.vocabulary import Draw, Kind

T = TypeVar("T")

FINAL = "answer"
"""The role of the final question; probes are `probe-1`, `probe-2`, …"""

TAG = "event:"
SLOT = re.compile(r"\{(\w+)\}")


class Event(msgspec.Struct, frozen=True):
    """Something a sentence says: its kind and what fills its slots."""

    kind: str
    """What sort of thing happens: `assign`, `swap`, `report`, …"""
    slots: tuple[tuple[str, str], ...] = ()
    """By name, sorted, so that equal events are equal."""

    def __getitem__(self, slot: str) -> str:
        return first(value for name, value in self.slots if name == slot)

    def but(self, kind: str = "", **changed: str) -> Event:
        """This event with another kind or other fillings."""
        return event(kind or self.kind, **{**dict(self.slots), **changed})

    @property
    def tag(self) -> str:
        """The event as a field's tag carries it."""
        return TAG + msgspec.json.encode(self).decode()


def first(found: Iterable[T]) -> T:
    """The first of what was found; a LookupError where nothing was, which is no answer and no accident."""
    for one in found:
        return one
    raise LookupError("nothing of the kind has been said")


def event(kind: str, **slots: str) -> Event:
    """An event from its fillings."""
    return Event(kind, tuple(sorted(slots.items())))


def tagged(tags: frozenset[str]) -> Event | None:
    """The event that a field's tags carry."""
    found = next((tag for tag in tags if tag.startswith(TAG)), None)
    return None if found is None else msgspec.json.decode(found.removeprefix(TAG), type=Event)


class Domain(msgspec.Struct, frozen=True):
    """One scenario of a family: its setting, its words and its sentences."""

    name: str
    """What the design file calls it."""
    scenario: str
    """The opening; no slots, so that it also tells readers which scenario they are in."""
    kinds: dict[str, Kind]
    """What may fill a slot; `attr1` and `attr2` are both of the kind `attr`."""
    lines: dict[str, tuple[str, ...]]
    """The sentences for each kind of event."""
    asks: dict[str, tuple[str, str]]
    """What can be asked: the question, and the form its answer should have."""
    fillers: tuple[str, ...] = ()
    """Sentences about the same place that decide nothing."""

    def kind_of(self, slot: str) -> Kind:
        """What may fill a slot."""
        return self.kinds[slot.rstrip("0123456789")]

    def write(self, happened: Event, draw: Draw) -> str:
        """A sentence for an event."""
        return draw.in_turn(happened.kind, self.lines[happened.kind]).format(**dict(happened.slots))

    def question(self, asked: Event) -> str:
        """The question for an ask."""
        return self.asks[asked.kind][0].format(**dict(asked.slots))

    def form(self, asked: Event) -> str:
        """The form that its answer should have."""
        return self.asks[asked.kind][1]


class Mention(msgspec.Struct, frozen=True):
    """An event and where a text tells it."""

    start: int
    end: int
    event: Event


def read_events(domain: Domain, text: str) -> list[Event]:
    """The events that a text tells, in its order. Where two readings overlap, the longer one holds."""
    found = sorted(_mentions(_patterns(domain, "lines"), text), key=lambda m: m.start - m.end)
    kept: list[Mention] = []
    for mention in found:
        if all(mention.end <= other.start or other.end <= mention.start for other in kept):
            kept.append(mention)
    return [mention.event for mention in sorted(kept, key=lambda m: m.start)]


def read_ask(domain: Domain, text: str) -> Event | None:
    """What a text asks last."""
    found = _mentions(_patterns(domain, "asks"), text)
    last = max(found, key=lambda m: (m.end, m.end - m.start), default=None)
    return None if last is None else last.event


Patterns = tuple[tuple[str, re.Pattern[str]], ...]
_compiled: dict[tuple[str, str], Patterns] = {}
"""Patterns by scenario and table; scenarios are constants, and a record with tables in it cannot be hashed."""


def _patterns(domain: Domain, table: str) -> Patterns:
    if (domain.name, table) not in _compiled:
        lines: Mapping[str, Sequence[str]] = domain.lines
        if table == "asks":
            lines = {kind: (question,) for kind, (question, _) in domain.asks.items()}
        _compiled[domain.name, table] = tuple(
            (kind, re.compile(_pattern(domain, line))) for kind, ways in lines.items() for line in ways
        )
    return _compiled[domain.name, table]


def _pattern(domain: Domain, line: str) -> str:
    parts: list[str] = []
    seen: set[str] = set()
    end = 0
    for slot in SLOT.finditer(line):
        name = slot[1]
        parts.append(re.escape(line[end : slot.start()]))
        parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{domain.kind_of(name).pattern})")
        seen.add(name)
        end = slot.end()
    return "".join((*parts, re.escape(line[end:])))


def _mentions(patterns: Sequence[tuple[str, re.Pattern[str]]], text: str) -> Iterator[Mention]:
    for kind, pattern in patterns:
        for match in pattern.finditer(text):
            yield Mention(match.start(), match.end(), event(kind, **match.groupdict()))
