"""Pairs: a value and the source that it came from, bound to each other by the reply.

Mentions of values and of sources are read like any others; here they are bound, clause by clause and then sentence by
sentence, into mentions of pairs. A value that comes again alone picks the pair that already has it.
"""

from __future__ import annotations

from holdfast.suites.commitment.matcher.mentions import ASIDE, CONCLUDED, DENIED, PLAIN, WEAK, Mention
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
    mentions = [m for m in reading.mentions if not _idle(m, reading.words)]
    for stretch in _stretches(mentions):
        values = [m for m in stretch if m.target < SOURCE]
        sources = [m for m in stretch if m.target >= SOURCE]
        if len({m.target for m in values}) == 1 and len({m.target for m in sources}) == 1:
            pairs.append(_pair(values[0], sources[0], known))
        elif len(values) > 1 and len(values) == len(sources):
            pairs += _in_turn(stretch, known)
        elif sources and values:
            pairs += _mixed(values, sources, known)
        else:
            loose += stretch
    _bind_loose(loose, pairs, known)
    reading.mentions = sorted(pairs, key=lambda mention: mention.first)


_FIGURES = frozenset("figure entry reading count number value record total result measurement data version".split())


def _idle(mention: Mention, words: list[str]) -> bool:
    """Whether a source only owns something else: `the scanner's battery`."""
    behind = words[mention.after : mention.after + 2]
    return (
        mention.target >= SOURCE
        and len(behind) == 2
        and behind[0] == "'s"
        and behind[1].isalpha()
        and behind[1] not in _FIGURES
    )


def _stretches(mentions: list[Mention]) -> list[list[Mention]]:
    """Mentions that belong together: those of a clause, and of neighbouring clauses while each lacks a part."""
    found: list[list[Mention]] = []
    key: tuple[int, int] | None = None
    for mention in mentions:
        here = (mention.sentence, mention.clause.number)
        same_sentence = key is not None and here[0] == key[0]
        if here == key or (same_sentence and _lacks(found[-1], mention)):
            found[-1].append(mention)
        else:
            found.append([mention])
        key = here
    return found


def _lacks(stretch: list[Mention], mention: Mention) -> bool:
    """Whether a stretch has only parts of the other sort, and agrees in being denied or not."""
    kinds = {m.target >= SOURCE for m in stretch}
    if len(kinds) > 1 or (mention.target >= SOURCE) in kinds:
        return False
    return (stretch[-1].level == DENIED) == (mention.level == DENIED)


def _pair(value: Mention, source: Mention, known: Compiled) -> Mention:
    """One mention for both."""
    target = known.pairs.get((value.target, source.target), UNKNOWN + value.target)
    value.target = target
    value.after = max(value.after, source.after) if source.first > value.first else value.after
    levels = (value.level, source.level)
    if DENIED in levels:
        value.level, value.rule = DENIED, value.rule or source.rule or "negation"
    elif ASIDE in levels:
        value.level, value.rule = ASIDE, value.rule if value.level == ASIDE else source.rule
    else:
        value.level = max(levels) if min(levels) > WEAK else min(levels)
        value.rule = value.rule or source.rule or "pair"
    return value


def _in_turn(stretch: list[Mention], known: Compiled) -> list[Mention]:
    """`X from A and Y from B`: bind them in the order in which they come."""
    values = [m for m in stretch if m.target < SOURCE]
    sources = [m for m in stretch if m.target >= SOURCE]
    return [_pair(value, source, known) for value, source in zip(values, sources, strict=True)]


def _mixed(values: list[Mention], sources: list[Mention], known: Compiled) -> list[Mention]:
    """Unequal numbers: bind what is not denied, if that is one of each."""
    standing_values = {m.target: m for m in values if m.level != DENIED}
    standing_sources = {m.target: m for m in sources if m.level != DENIED}
    if len(standing_values) == 1 and len(standing_sources) == 1:
        return [_pair(next(iter(standing_values.values())), next(iter(standing_sources.values())), known)]
    for value in values:
        value.target, value.level, value.rule = known.gold, ASIDE, "listed"
    return values


def _bind_loose(loose: list[Mention], pairs: list[Mention], known: Compiled) -> None:
    """Parts that stand alone: neighbours are bound, a repeated part picks a pair, the rest stays half."""
    waiting: Mention | None = None
    for mention in loose:
        if mention.level == DENIED:
            for pair in pairs[-_RECENT:]:
                if pair.level < CONCLUDED and pair.target < UNKNOWN and _has(pair.target, mention.target, known):
                    pair.level, pair.rule = DENIED, mention.rule
            continue
        if (
            mention.rule == "listed"
            and waiting is not None
            and not _standing(pairs)
            and (waiting.target >= SOURCE) != (mention.target >= SOURCE)
        ):
            waiting.target, waiting.level, waiting.rule = known.gold, ASIDE, "listed"
            pairs.append(waiting)
            return
        owners = [p for p in pairs[-_RECENT:] if p.target < UNKNOWN and _has(p.target, mention.target, known)]
        if len(owners) > 0 and len(pairs) > 0:
            if mention.level >= PLAIN and mention.first > owners[-1].first:
                owners[-1].level = max(CONCLUDED, owners[-1].level) if owners[-1].level > DENIED else DENIED
            continue
        if waiting is not None and (waiting.target >= SOURCE) != (mention.target >= SOURCE) and not _standing(pairs):
            value, source = (mention, waiting) if waiting.target >= SOURCE else (waiting, mention)
            first = min(value.first, source.first)
            pairs.append(_pair(value, source, known))
            pairs[-1].first = first
            waiting = None
        elif waiting is None or waiting.target == mention.target:
            waiting = mention
    if waiting is not None and not _standing(pairs):
        waiting.target = HALF
        waiting.rule = "half a pair"
        pairs.append(waiting)


def _standing(pairs: list[Mention]) -> bool:
    return any(pair.level > DENIED for pair in pairs[-_RECENT:])


def _has(pair: int, part: int, known: Compiled) -> bool:
    return any(place == pair and part in parts for parts, place in known.pairs.items())
