"""Events: a context, two options and the material from which decisive fields are written; where they come from and how
they are counterbalanced.

Seven synthetic namespaces, one table each in `data/`. They are strata of the design, not sampled data sets. An event's
structure is its scene, opening and stake; no structure comes twice in a namespace.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from importlib import resources
from itertools import product
from typing import TypeVar

import msgspec

from holdfast.core import HoldfastError, generator, shuffled
from holdfast.suites.binding.actions import Action

T = TypeVar("T")

NAMESPACES = (
    "narrative", "prospection", "autobiographical", "value_choice", "moral_choice", "uncertainty", "recall",
)  # fmt: skip
"""The paper's narratives_formal, ds000210_self_loop, ds001618_self_loop, ds001882_choice, ds000212_choice,
ds004917_uncertainty and ds004042_recall, under names that do not claim a data set."""


class Scene(msgspec.Struct, frozen=True):
    """A decision between two things, each with a property that the other lacks."""

    setup: str
    """What there is to decide."""
    a: str
    """One thing to do."""
    a_pole: str
    """Its property, after `it`."""
    b: str
    """The other thing to do."""
    b_pole: str
    """Its property."""


class Namespace(msgspec.Struct, frozen=True):
    """One table of `data/`."""

    prefix: str
    """Events are called by it and a number."""
    openings: list[str]
    """How an event may begin."""
    stakes: list[str]
    """What hangs on it."""
    states: list[tuple[str, str]]
    """Circumstances, each with its opposite: the facts of two-step fields."""
    pledges: list[tuple[str, str]]
    """To whom something was promised, and what."""
    closures: list[str]
    """What rules both options out."""
    gauges: list[tuple[str, int]]
    """What is measured, and the limit beyond which nothing may go ahead."""
    scenes: list[Scene]
    """What is decided."""


class Option(msgspec.Struct, frozen=True):
    """One of the two things that can be done."""

    text: str
    """What it is, as an infinitive without `to`."""
    pole: str
    """The property that only it has."""


class Event(msgspec.Struct, frozen=True):
    """Everything there is to know about one event before anything is done to it."""

    id: str
    """Visible: it tells fields of this event from those of another."""
    corpus: str
    """The namespace, or the data set of an event list."""
    structure: str
    """Scene, opening and stake, or the place in an event list."""
    context: str
    """The situation in prose."""
    options: dict[Action, Option]
    """What ACTION_A and ACTION_B stand for."""
    leaning: Action
    """The first leaning, ACTION_A or ACTION_B in balance."""
    turn: int
    """How far the list of actions is turned, so that every action comes in every place."""
    b_first: bool
    """Whether option B is listed before option A."""
    wording: int
    """Which of several equivalent wordings."""
    states: tuple[str, str]
    """Two opposite circumstances; under the first, option A's property is called for."""
    pledge: tuple[str, str]
    """To whom, and what."""
    closure: str
    """What rules both options out."""
    gauge: tuple[str, int, int]
    """What is measured, its limit, and a reading beyond it."""


@cache
def namespace(name: str) -> Namespace:
    """A table of `data/`."""
    text = (resources.files("holdfast.suites.binding") / "data" / f"{name}.toml").read_bytes()
    return msgspec.convert(tomllib.loads(text.decode("utf-8")), Namespace)


def synthetic(name: str, count: int, seed: int) -> list[Event]:
    """The first events of a namespace under a seed, stratified over scenes."""
    table = namespace(name)
    combinations = list(product(range(len(table.scenes)), range(len(table.openings)), range(len(table.stakes))))
    if count > len(combinations):
        raise HoldfastError(
            f"The corpus {name} has {len(combinations)} events of different structure, not {count}; lower `events`."
        )
    picked = in_turn(shuffled(combinations, seed, "events", name), lambda which: which[0])[:count]
    events = []
    for index, (scene, opening, stake) in enumerate(picked):
        context = f"{table.openings[opening]} {table.scenes[scene].setup} {table.stakes[stake]}"
        structure = f"{scene}.{opening}.{stake}"
        events.append(compose(name, table, index, seed, (table.scenes[scene], structure, context)))
    return events


def compose(corpus: str, table: Namespace, index: int, seed: int, what: tuple[Scene, str, str]) -> Event:
    """An event from its scene, structure and context, counterbalanced by its place in the corpus.

    Twelve successive events have every pair of leaning and turn of the list once.
    """
    scene, structure, context = what
    draw = generator(seed, "event", corpus, structure)
    one, two = Option(scene.a, scene.a_pole), Option(scene.b, scene.b_pole)
    if (index // 2 + index // 4) % 2:
        one, two = two, one
    gauge, limit = table.gauges[int(draw.integers(len(table.gauges)))]
    first, second = table.states[int(draw.integers(len(table.states)))]
    return Event(
        id=f"{table.prefix}{index + 1}",
        corpus=corpus,
        structure=structure,
        context=context,
        options={Action.ACTION_A: one, Action.ACTION_B: two},
        leaning=(Action.ACTION_A, Action.ACTION_B)[index % 2],
        turn=index // 2 + sum(corpus.encode()),
        b_first=bool((index + index // 2) % 2),
        wording=(index + index // 3) % 3,
        states=(first, second) if draw.integers(2) else (second, first),
        pledge=table.pledges[int(draw.integers(len(table.pledges)))],
        closure=table.closures[int(draw.integers(len(table.closures)))],
        gauge=(gauge, limit, limit + 1 + int(draw.integers(max(2, limit // 4)))),
    )


def in_turn(values: Sequence[T], stratum: Callable[[T], Hashable]) -> list[T]:
    """The values stratum by stratum in turn: any beginning of the list has as many of each as it can."""
    strata: dict[Hashable, list[T]] = {}
    for value in values:
        strata.setdefault(stratum(value), []).append(value)
    longest = max(map(len, strata.values()), default=0)
    return [own[i] for i in range(longest) for own in strata.values() if i < len(own)]
