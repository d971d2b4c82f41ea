"""The words that fill a task's slots: names, codes, amounts, times and labels, drawn by seed.

Every open-ended word belongs to one shard, and a seed draws from its own shard only. So the canonical inventory shares
no name and no number with any other, and neither do seeds that differ by less than the number of shards. Labels for
how things stand (`approved`, `on hold`) are ordinary words and belong to everybody.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

import msgspec

from holdfast.core import digest, generator

T = TypeVar("T")

RELEASE = "release"
SHARDS = 32

ONSETS = "b br d dr f g h j k l m n p r s st t tr v w".split()
NUCLEI = "a e i o u".split()
MIDDLES = "d k l m n r rl s t v nd lm rv".split()
ENDINGS = "a o e in en el ir an ik eth".split()

ENGLISH = frozenset(
    """
    baden balin baron basin began being belen beneath bitten boa bonin boreal brain bravo brazen broken bruin button
    cabin canal dalal damen darin delta demon denial deter devil dino dreen driven drivel duran eden even faden fatal
    felon final forel foreth fosse furan garden garlic given golan golden gravel haven hazel heaven heavin helen hidden
    hotel human jaden japan jesus judas karen kiten kitten laden latin laven lemon level linen liken liven loden london
    mada made male maleth maven medal medan medel melan melon merlin metal model modin modo moral moron mortal motel
    motto navel natal nigel novel open pagan panel patel pedal petal pistol pitta raven ravel rebel remain retain ripen
    risen robin rosin ruin sadden sadik saleth salon satan satin sedan semen sera seven siren slavik solo sonata spado
    spike spoken stalin stamen starve statin stolen stone strike suddan sultan sudden taken tarin taro token torso
    total toten travel trudel tunel turban turin valen vendel verve vital vomit vote wade wake waken wave weaken widen
    woden woven wooden hitler lolita nude nudo rape raped rapist negro nero penis sadist titan rasta pasta vista data
    """.split()
)
"""Forms the syllables can make that are words, or names nobody should be given here."""


@cache
def coined_names(shard: int) -> tuple[str, ...]:
    """The names of a shard: two easy syllables each, no English word among them."""
    forms = map("".join, itertools.product(ONSETS, NUCLEI, MIDDLES, ENDINGS))
    return tuple(
        form.capitalize()
        for form in forms
        if form not in ENGLISH and len(form) > 3 and int(digest("name", form)[:6], 16) % SHARDS == shard
    )


def shard_of(seed: str | int) -> int:
    """The shard a seed draws from: 0 belongs to the canonical inventory alone."""
    return 0 if seed == RELEASE else 1 + int(seed) % (SHARDS - 1)


class Named(msgspec.Struct, frozen=True, tag=True):
    """A coined name, alone or in a frame: `{}`, `{} Quay`."""

    frame: str = "{}"

    @property
    def pattern(self) -> str:
        return re.escape(self.frame).replace(r"\{\}", "[A-Z][a-z]{3,9}")

    def aliases(self, text: str) -> tuple[str, ...]:
        return _bare(self.frame, text)

    def pool(self, shard: int) -> list[str]:
        return [self.frame.format(name) for name in coined_names(shard)]

    def alike(self, one: str, two: str) -> bool:
        """Near enough to be mistaken for each other: the same first letter and length."""
        start = self.frame.index("{")
        return one[start] == two[start] and len(one) == len(two)


class Numbered(msgspec.Struct, frozen=True, tag=True):
    """A number in a frame: `Bay {}`, `{} kg`, `KR-{}`."""

    frame: str
    low: int
    high: int

    @property
    def pattern(self) -> str:
        return re.escape(self.frame).replace(r"\{\}", r"[\d,]*\d")

    def aliases(self, text: str) -> tuple[str, ...]:
        bare = _bare(self.frame, text)
        plain = text.replace(",", "")
        return tuple(
            dict.fromkeys(form for form in (*bare, plain, *(b.replace(",", "") for b in bare)) if form != text)
        )

    def pool(self, shard: int) -> list[str]:
        amount = self.frame != "{}" and (self.frame.startswith("{}") or self.frame[0] in "£€$")  # years have no comma
        numbers = (n for n in range(self.low, self.high + 1) if n % SHARDS == shard)
        return [self.frame.format(f"{n:,}" if amount else n) for n in numbers]

    def alike(self, one: str, two: str) -> bool:
        a, b = (int("".join(c for c in text if c.isdigit())) for text in (one, two))
        return abs(a - b) <= 8 * SHARDS


class Clock(msgspec.Struct, frozen=True, tag=True):
    """A time of day: `14:37`."""

    first: int = 6
    last: int = 22

    @property
    def pattern(self) -> str:
        return r"\d\d:\d\d"

    def aliases(self, text: str) -> tuple[str, ...]:
        hour, minute = text.split(":")
        half = "am" if int(hour) < 12 else "pm"
        twelve = (int(hour) - 1) % 12 + 1
        return (f"{twelve}:{minute} {half}", f"{hour}{minute}", f"{hour}.{minute}")

    def pool(self, shard: int) -> list[str]:
        minutes = (n for n in range(self.first * 60, self.last * 60) if n % SHARDS == shard)
        return [f"{n // 60:02}:{n % 60:02}" for n in minutes]

    def alike(self, one: str, two: str) -> bool:
        return one[:2] == two[:2]


class OneOf(msgspec.Struct, frozen=True, tag=True):
    """One of a few words or phrases that a scenario has of its own."""

    options: tuple[str, ...]

    @property
    def pattern(self) -> str:
        return "|".join(re.escape(option) for option in sorted(self.options, key=len, reverse=True))

    def aliases(self, text: str) -> tuple[str, ...]:
        bare = re.sub(r"^(?:a|an|the) ", "", text)
        return (bare,) if bare != text else ()

    def pool(self, shard: int) -> list[str]:  # noqa: ARG002  (ordinary words belong to every shard)
        return list(self.options)

    def alike(self, one: str, two: str) -> bool:  # noqa: ARG002
        return False


Kind = Named | Numbered | Clock | OneOf
"""What may fill a slot."""


@cache
def pool(kind: Kind, shard: int) -> tuple[str, ...]:
    """All words of a kind that a shard may use."""
    return tuple(kind.pool(shard))


class Draw:
    """The draws of one task: nothing is drawn twice, and nothing depends on other tasks."""

    def __init__(self, seed: str | int, *name: str | int) -> None:
        self._rng = generator(seed, "commitment", *name)
        self._shard = shard_of(seed)
        self._taken: set[str] = set()

    def below(self, count: int) -> int:
        """A whole number from 0 up to, not including, `count`."""
        return int(self._rng.integers(count))

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def chance(self, probability: float) -> bool:
        """Whether it happens."""
        return float(self._rng.random()) < probability

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in a drawn order."""
        return [options[i] for i in self._rng.permutation(len(options))]

    def new(self, kind: Kind, like: str = "") -> str:
        """A word that this task has not used; one that could be mistaken for `like` where the kind has any."""
        free = [word for word in pool(kind, self._shard) if self._is_free(word)]
        near = [word for word in free if kind.alike(like, word)] if like else []
        word = self.pick(near or free)
        self._taken.add(word)
        return word

    def several(self, kind: Kind, count: int, like: str = "") -> list[str]:
        """That many new words."""
        return [self.new(kind, like) for _ in range(count)]

    def _is_free(self, word: str) -> bool:
        return word not in self._taken


def _bare(frame: str, text: str) -> tuple[str, ...]:
    before, after = frame.split("{}")
    bare = text.removeprefix(before).removesuffix(after).strip()
    return (bare,) if bare != text else ()
