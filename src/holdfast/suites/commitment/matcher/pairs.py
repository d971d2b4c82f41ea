"""Pairs: a value and the source that it came from, bound to each other by the reply.

Mentions of values and of sources are read like any others; here those of a sentence are bound, in turn or each value
to the nearest source, into mentions of pairs. What a sentence leaves alone is bound to its neighbour's other half.
"""

from __future__ import annotations

from itertools import groupby, pairwise

from holdfast.suites.commitment.matcher.clauses import ASIDE, CONCLUDED, DENIED, PLAIN, WEAK, Mention
from holdfast.suites.commitment.matcher.phrases import SOURCE, Compiled
from holdfast.suites.commitment.matcher.reading import Reading

_RECENT = 20
UNKNOWN = 5_000
"""The target of a value and a source that are no candidate together."""
HALF = 6_000
"""The target of a value or source that the reply binds to nothing."""


def bind(reading: Reading, known: Compiled) -> None:
    """Replace mentions of values and sources by mentions of pairs."""
    pairs: list[Mention] = []
    loose: list[Mention] = []
    for _, found in groupby(reading.mentions, key=lambda mention: (mention.sentence, mention.epoch)):
        stretch = list(found)
        values = [mention for mention in stretch if mention.target < SOURCE]
        sources = [mention for mention in stretch if mention.target >= SOURCE]
        if not values or not sources:
            loose += stretch
        elif _alternate(stretch):
            pairs += [_pair(value, source, known) for value, source in zip(values, sources, strict=True)]
        else:
            bound = [(value, _nearest(value, sources)) for value in values]
            again = {source.target for _, source in bound}
            used = {id(source) for _, source in bound}
            gone = all(value.level == DENIED for value in values)  # `it was found by A; B passed on the cancelled Y`
            loose += [s for s in sources if (gone or s.target in again) and id(s) not in used]
            pairs += [_pair(value, source, known) for value, source in bound]
            if len(values) == 1 and _side_by_side(sources, reading.words):
                pairs[-1].cap(ASIDE, "listed")
    _bind_loose(loose, pairs, known)
    reading.mentions = sorted(pairs, key=lambda mention: mention.first)


def _alternate(stretch: list[Mention]) -> bool:
    """Whether values and sources come in turn: `X from A and Y from B`."""
    kinds = [mention.target >= SOURCE for mention in stretch]
    return (
        len(kinds) % 2 == 0
        and all(one != two for one, two in zip(kinds[::2], kinds[1::2], strict=True))
        and (len(set(kinds[::2])) == 1)
    )


def _side_by_side(sources: list[Mention], words: list[str]) -> bool:
    """Whether a value is given two sources: `on the word of A, B`."""
    return any(
        one.target != two.target and words[one.after : two.first] == [","] and one.level == two.level
        for one, two in pairwise(sources)
    )


def _nearest(value: Mention, sources: list[Mention]) -> Mention:
    """The source that stands nearest to a value, among those that are denied or not as it is."""
    alike = [source for source in sources if (source.level == DENIED) == (value.level == DENIED)] or sources
    return min(
        alike,
        key=lambda source: (
            source.level == ASIDE,
            source.clause is not value.clause,
            max(value.first - source.after, source.first - value.after),
        ),
    )


def _pair(value: Mention, source: Mention, known: Compiled) -> Mention:
    """One mention for both."""
    value.target = known.pairs.get((value.target, source.target), UNKNOWN + value.target)
    levels = (value.level, source.level)
    if DENIED in levels:
        value.level, value.rule = DENIED, value.rule or source.rule or "negation"
    elif ASIDE in levels:
        value.level, value.rule = ASIDE, value.rule if value.level == ASIDE else source.rule
    else:
        value.level = max(levels) if min(levels) > WEAK else min(levels)
        value.rule = value.rule or source.rule or "pair"
    return value


def _bind_loose(loose: list[Mention], pairs: list[Mention], known: Compiled) -> None:
    """Parts that stand alone: neighbours are bound, a repeated part picks a pair, the rest stays half."""
    waiting: Mention | None = None
    for mention in loose:
        owners = [p for p in pairs[-_RECENT:] if p.target < UNKNOWN and _has(p.target, mention.target, known)]
        if mention.level == DENIED:
            for pair in owners:
                if pair.level < CONCLUDED:
                    pair.level, pair.rule = DENIED, mention.rule
        elif owners:
            if mention.level >= PLAIN and mention.first > owners[-1].first and owners[-1].level > DENIED:
                owners[-1].lift(CONCLUDED, "endorsed")
        elif _standing(pairs):
            continue
        elif waiting is None:
            waiting = mention
        elif (waiting.target >= SOURCE) != (mention.target >= SOURCE):
            value, source = (mention, waiting) if waiting.target >= SOURCE else (waiting, mention)
            rivals = [m for m in loose if m.sentence == source.sentence and m.target != source.target]
            if source.rule == "listed" or any(rival.level > ASIDE and rival.level >= source.level for rival in rivals):
                value.target, value.level, value.rule = known.gold, ASIDE, "listed"
                pairs.append(value)
                return
            pairs.append(_pair(value, source, known))
            waiting = None
    if waiting is not None and not _standing(pairs):
        waiting.target, waiting.rule = HALF, "half a pair"
        pairs.append(waiting)


def _standing(pairs: list[Mention]) -> bool:
    return any(pair.level > DENIED for pair in pairs[-_RECENT:])


def _has(pair: int, part: int, known: Compiled) -> bool:
    return any(place == pair and part in parts for parts, place in known.pairs.items())
