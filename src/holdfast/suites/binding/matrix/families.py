"""Twenty task families, and their events in counterfactual pairs.

A base event is one decision context of a family. It comes twice, with two decisive states and so two targets; all
else that is visible is the same word for word. So every family has balanced targets, and nothing outside the decisive
fields can tell which of the two is asked.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from itertools import product
from typing import NamedTuple

import msgspec

from holdfast.core import HoldfastError, shuffled
from holdfast.suites.binding.actions import ACTION_OF, FOUR, Action
from holdfast.suites.binding.events import in_turn

CODES = tuple(FOUR)
PREFIXES = "CDEFGHIJKLMNOTUVWXYZ"
"""What events are called by: neither an option's letter nor an action's, and one of its own for each family."""
OPTIONS = (Action.ACTION_A, Action.ACTION_B)


class Kind(NamedTuple):
    """What a probe is made of."""

    title: str
    """For people."""
    decisive: str
    """How the field that decides is headed."""
    echo: str
    """How the secondary mention is headed."""
    aside: str
    """How the field that decides nothing is headed; empty where there is none."""
    anything: bool = False
    """Whether that field may name any action, or only one of the options."""


KINDS = {
    "reason": Kind("reason", "REASON", "MEMORY", ""),
    "memory": Kind("memory", "MEMORY", "SELF", "MEMORY"),
    "veto": Kind("veto", "VETO", "MEMORY", "REASON"),
    "self": Kind("self-continuity", "SELF", "MEMORY", "NOTE"),
    "cue": Kind("irrelevant cue", "REASON", "MEMORY", "NOTE", anything=True),
    "randomness": Kind("adversarial randomness", "REASON", "MEMORY", "NOTE", anything=True),
}
"""The paper's six probes; each has a file in `families/`."""


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of decision contexts, with the sentences of its fields."""

    name: str
    """What reports call it."""
    prefix: str
    """Events are called by it and a number."""
    openings: list[str]
    """How a context may begin."""
    scenes: list[tuple[str, str, str]]
    """What is to be decided, and the two options."""
    echo: list[str]
    """The secondary mention of what decides."""
    decisive: list[str] = []
    """The field that decides, where it names one of the options."""
    go: list[str] = []
    """The same where a plan may go ahead."""
    stop: list[str] = []
    """The same where it may not."""
    stops: str = ""
    """The code that a stop requires."""
    aside: list[str] = []
    """A field that names an action and decides nothing: an old note, a plan, a pressure, a cue, a throw of dice."""
    kind: str = ""
    """Which probe."""


class Event(msgspec.Struct, frozen=True):
    """One of the two events of a pair."""

    id: str
    """Visible, and the same for both events of a pair."""
    family: Family
    """Where it comes from."""
    index: int
    """Its pair's place in the family, by which it is counterbalanced."""
    turn: int
    """Which event of the pair: 0 or 1."""
    context: str
    """The situation in prose, with its options."""
    target: Action
    """What the decisive field prescribes."""
    aside: Action | None
    """What the field that decides nothing names."""

    @property
    def codes(self) -> tuple[Action, ...]:
        """The actions in the order in which this event lists them: it turns from pair to pair and family to family."""
        by = (self.index + PREFIXES.index(self.family.prefix)) % len(CODES)
        return CODES[by:] + CODES[:by]

    @property
    def unit(self) -> str:
        """The pair, which is the unit of inference within a cell."""
        return f"{self.family.name}/{self.id}"


Pair = tuple[Event, Event]


@cache
def families() -> dict[str, Family]:
    """Every family by name, in the order of the probes."""
    found: dict[str, Family] = {}
    for kind in KINDS:
        text = (resources.files("holdfast.suites.binding.matrix") / "families" / f"{kind}.toml").read_bytes()
        for family in msgspec.convert(tomllib.loads(text.decode("utf-8"))["families"], list[Family]):
            found[family.name] = msgspec.structs.replace(family, kind=kind)
    return found


def pairs_of(family: Family, events: int, seed: int) -> list[Pair]:
    """The first pairs of a family under a seed, stratified over scenes; `events` counts both of each pair."""
    contexts = list(product(range(len(family.scenes)), range(len(family.openings))))
    if events > 2 * len(contexts):
        raise HoldfastError(f"The family {family.name} has {2 * len(contexts)} events, not {events}; lower `events`.")
    picked = in_turn(shuffled(contexts, seed, "matrix", family.name), lambda context: context[0])
    return [_pair(family, index, *which) for index, which in enumerate(picked[: events // 2])]


def _pair(family: Family, index: int, scene: int, opening: int) -> Pair:
    setup, one, two = family.scenes[scene]
    if (index // 2 + index // 8) % 2:
        one, two = two, one
    context = f"{family.openings[opening]} {setup} Option A: {one}. Option B: {two}."
    aside = _aside(family, index)
    targets = (ACTION_OF[family.stops], aside or Action.ACTION_A) if family.stops else OPTIONS
    first, second = (
        Event(f"{family.prefix}{index + 1}", family, index, turn, context, target, aside)
        for turn, target in enumerate(targets)
    )
    return first, second


def _aside(family: Family, index: int) -> Action | None:
    kind = KINDS[family.kind]
    if not kind.aside:
        return None
    if kind.anything:
        return CODES[(2 * index + index // 4) % len(CODES)]
    return OPTIONS[(index + index // 4) % len(OPTIONS)]
