"""Nonsense names for events: pronounceable, capitalised, no English word, no name in two splits.

A name's split is decided by its own digest, so the pools are disjoint by construction, whatever their sizes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache

from holdfast.core import HoldfastError, digest, generator

ONSETS = "bl br dr fl gl gr j k kl kr pl pr qu sk sl sn sp tr tw v vr y z zl zw".split()
NUCLEI = "a e i o u".split()
MEDIALS = "b d f g k l m n p r t v z lb rb nk mp rv zd".split()
LATE_NUCLEI = "a i o u".split()
ENDINGS = "f k x z b rf lk mb zz ft".split()
LATE_ENDINGS = "f k x z b".split()

ENGLISH = frozenset(
    """
    blab bleb blek blizz blob blub brab brizz brob bruzz drab draft drib drift drub flab flak flamb flax flex flix flob
    flub flux glib glob glub grab graf graft grift grub gruf jab jak jakob jamb jazz jef jelab jerib jib job jolif jub
    kabob kaf kafiz kalif kamik kapok karob katik kazak keb kebab kebob kef kelk kemb kenaf kerf kex kitab kob kodak
    koft konak kraft kulak plak pleb plex plomb plumb prefab prefix premix prob prof prolix protax prox quab quib quiz
    quob skef skift skulk slab sleb slik slob slovak slub snab sneb snib snift snob snub spadix spak spalax spelk spex
    tref trek trix troft trub varix vex vibix vivax viz vox yaf yak yapok yarak yelk yex yez yift yok yolk yox yuft
    yurak yurok yuruk yux zak zarf zax zebub zenik zif zimb zirak zizz
    """.split()
)
"""Every form the syllables can make that a large English word list (Webster's second, GCIDE) also has."""

SPLITS = ("train", "validation", "test")
SHARES = (0.6, 0.2, 0.2)


@cache
def pool(split: str) -> tuple[str, ...]:
    """All names of a split, sorted."""
    return tuple(sorted(name for name in all_names() if split_of(name) == split))


def all_names() -> list[str]:
    """Every name there is: one or two syllables."""
    short = map("".join, itertools.product(ONSETS, NUCLEI, ENDINGS))
    # One two-syllable form in seven is plenty, and keeps the pools quick to make.
    long = itertools.islice(
        map("".join, itertools.product(ONSETS, NUCLEI, MEDIALS, LATE_NUCLEI, LATE_ENDINGS)), None, None, 7
    )
    return [word.capitalize() for word in itertools.chain(short, long) if word not in ENGLISH]


def split_of(name: str) -> str:
    """The one split that may use a name."""
    at = int(digest("split", name)[:8], 16) / 0x1_0000_0000
    for split, end in zip(SPLITS, itertools.accumulate(SHARES), strict=True):
        if at < end:
            return split
    return SPLITS[-1]


def draw_names(count: int, split: str, seed: int, *name: str | int) -> tuple[str, ...]:
    """Names for one item, pairwise distinct in their first two letters so that none is mistaken for another."""
    if split not in SPLITS:
        raise HoldfastError(f"There is no split {split!r}; known are {', '.join(SPLITS)}.")
    names = pool(split)
    rng = generator(seed, "names", split, *name)
    chosen: list[str] = []
    while len(chosen) < count:
        candidate = names[int(rng.integers(len(names)))]
        if _apart(candidate, chosen):
            chosen.append(candidate)
    return tuple(chosen)


def _apart(candidate: str, chosen: Sequence[str]) -> bool:
    return all(candidate[:2] != other[:2] for other in chosen)
