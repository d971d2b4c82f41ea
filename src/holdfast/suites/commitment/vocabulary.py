"""The words that fill a task's slots: names, codes, amounts, times and labels, drawn by seed.

Every open-ended word belongs to one shard, and a seed draws from its own shard only. So the canonical inventory shares
no name and no number with any other, and neither do seeds that differ by less than the number of shards. Labels for
how things stand (`approved`, `on hold`) are ordinary words and belong to everybody.
"""

from __future__ import annotations

import itertools
import re
import zlib
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

import msgspec

from holdfast.core import generator

T = TypeVar("T")

RELEASE = "release"
SHARDS = 32

ONSETS = "b br d dr f g h j k l m n p r s st t tr v w".split()
NUCLEI = "a e i o u".split()
MIDDLES = "d k l m n r rl s t v nd lm rv".split()
ENDINGS = "a o in en el ir an ik eth".split()

WORDS = frozenset(
    """
    baden bala banda bandan bandana basin berlin biden bitten bran brandan brandin brandon bravo brazen broken bruin
    dalin damen darin data delta demo demon denim dildo diva dodo drama drivel driven duran fatal fatin felon fidel
    final golan golden haven hazel helen hindo homo hotel hula human jain japan java judan judas judo karen karma
    kilo kitten laden larva latin lava lenin level lido lima limo linda linen lira london luna mama manta maven mela
    melon memo merlin metal milan model moral morel motel mundo natal navel negro nirvana nova novel panda panel
    patel pedal petal polo puta putin puto ravel raven rebel robin roman ronan rosin rotan ruin sahara salvo satan
    satin sedan semen seven silo siren soda solo soma sonata stalin stamen starlin statin stolen sudan sultan sumo
    taken tandan titan token tonal torso total travel troika tuna turban turin tutan veda velo verdan vino vista
    vital vodka volvo voodoo waken weta woken wotan
    """.split()
)
"""Forms the syllables can make that are words, or names nobody should be given here."""


@cache
def coined_names(shard: int) -> tuple[str, ...]:
    """The names of a shard: two easy syllables each, no English word among them."""
    forms = map("".join, itertools.product(ONSETS, NUCLEI, MIDDLES, ENDINGS))
    own = (form for form in forms if zlib.crc32(form.encode()) % SHARDS == shard)
    return tuple(form.capitalize() for form in own if form not in WORDS and len(form) > 3 and form[:2] != form[2:4])


def shard_of(seed: str | int) -> int:
    """The shard a seed draws from: 0 belongs to the canonical inventory alone."""
    return 0 if seed == RELEASE else 1 + int(seed) % (SHARDS - 1)


LARGEST = 10_000


@cache
def numbers(shard: int) -> tuple[int, ...]:
    """The numbers of a shard, scattered so that they have nothing in common that shows."""
    return tuple(n for n in range(LARGEST) if (n * 2_654_435_761 >> 16) % SHARDS == shard)


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

    def near(self, words: Sequence[str], like: str) -> Sequence[str]:
        """Words near enough to be mistaken for one: the same first letter and length."""
        start, length = self.frame.index("{"), len(like)
        return [word for word in words if word[start] == like[start] and len(word) == length]


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
        own = (n for n in numbers(shard) if self.low <= n <= self.high)
        return [self.frame.format(f"{n:,}" if amount else n) for n in own]

    def near(self, words: Sequence[str], like: str) -> Sequence[str]:
        """The next few numbers on either side."""
        return _around(words, like)


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
        minutes = (n for n in numbers(shard) if self.first * 60 <= n < self.last * 60)
        return [f"{n // 60:02}:{n % 60:02}" for n in minutes]

    def near(self, words: Sequence[str], like: str) -> Sequence[str]:
        """The next few times on either side."""
        return _around(words, like)


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

    def near(self, words: Sequence[str], like: str) -> Sequence[str]:  # noqa: ARG002
        """All alike."""
        return words


Kind = Named | Numbered | Clock | OneOf
"""What may fill a slot."""


@cache
def pool(kind: Kind, shard: int) -> tuple[str, ...]:
    """All words of a kind that a shard may use."""
    return tuple(kind.pool(shard))


@cache
def _whole(kind: Kind) -> re.Pattern[str]:
    return re.compile(kind.pattern)


def matches(kind: Kind, text: str) -> bool:
    """Whether a text is a word of a kind."""
    return _whole(kind).fullmatch(text) is not None


class Draw:
    """The draws of one task: nothing is drawn twice, and nothing depends on other tasks."""

    def __init__(self, seed: str | int, *name: str | int) -> None:
        self._rng = generator(seed, "commitment", *name)
        self._shard = shard_of(seed)
        self._taken: set[str] = set()
        self._turns: dict[str, int] = {}

    def below(self, count: int) -> int:
        """A whole number from 0 up to, not including, `count`."""
        return int(self._rng.integers(count))

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def in_turn(self, name: str, options: Sequence[T]) -> T:
        """The options one after another, from a drawn one on, so that a task does not repeat itself needlessly."""
        turn = self._turns.get(name, -1) + 1 if name in self._turns else self.below(len(options))
        self._turns[name] = turn
        return options[turn % len(options)]

    def some(self, options: Sequence[T], count: int) -> list[T]:
        """That many of the options, each at most once while they last."""
        return [one for _ in range(-(-count // len(options))) for one in self.shuffled(options)][:count]

    def chance(self, probability: float) -> bool:
        """Whether it happens."""
        return float(self._rng.random()) < probability

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in a drawn order."""
        return [options[i] for i in self._rng.permutation(len(options))]

    def new(self, kind: Kind, like: str = "") -> str:
        """A word that this task has not used; one that could be mistaken for `like` where the kind has any."""
        words = pool(kind, self._shard)
        near = self._free(kind.near(words, like)) if like else []
        word = self.pick(near) if near else self._any_free(words)
        self._taken.add(_mark(word))
        return word

    def several(self, kind: Kind, count: int, like: str = "") -> list[str]:
        """That many new words."""
        return [self.new(kind, like) for _ in range(count)]

    def _any_free(self, words: Sequence[str]) -> str:
        for _ in range(8):  # a pool is much larger than what one task takes from it, unless it is a short list
            if _mark(word := self.pick(words)) not in self._taken:
                return word
        return self.pick(self._free(words))

    def _free(self, words: Sequence[str]) -> list[str]:
        return [word for word in words if _mark(word) not in self._taken]


@cache
def _mark(word: str) -> str:
    """What must not come twice in a task: the digits of a number, whatever it counts, or the word."""
    return "".join(filter(str.isdigit, word)) or word


def _bare(frame: str, text: str) -> tuple[str, ...]:
    before, after = frame.split("{}")
    bare = text.removeprefix(before).removesuffix(after).strip()
    return (bare,) if bare != text else ()


def _around(words: Sequence[str], like: str, reach: int = 8) -> Sequence[str]:
    at = words.index(like)
    return words[max(0, at - reach) : at + reach + 1]
