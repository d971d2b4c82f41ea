"""From words to the few that matter: mentions of candidates, cues, and the question's own words, in order.

Candidates are tried before cues, and longer phrases before shorter ones.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.suites.commitment.matcher.cues import BY_PLACE, CUES_BY_WORD, cue_at
from holdfast.suites.commitment.matcher.identity import stands
from holdfast.suites.commitment.matcher.lexing import Text
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import PART, Compiled, Phrase
from holdfast.suites.commitment.matcher.spellings import LOOSE, SIGNS_INSIDE


class Item(NamedTuple):
    """A mention or a cue."""

    flags: int
    """What it does (`Cue`); 0 for a mention."""
    first: int
    """The place of its first word."""
    after: int
    """The place behind its last word."""
    target: int = -1
    """What a mention names."""


_new = tuple.__new__
_FAR = 12
"""Words that may stand between the parts of a rule."""
_PARTING = Cue.ASKED | Cue.OR | Cue.NEGATION | Cue.DENIAL | Cue.BUT | Cue.WHETHER


def scan(text: Text, known: Compiled) -> list[Item]:
    """The items of a reply, in order."""
    words, phrases, watched = text.words, known.by_word, known.watched
    count = len(words)
    items: list[Item] = []
    after = 0
    cues_of = CUES_BY_WORD.get
    for place, word in enumerate(words):
        if place < after:
            continue
        if word in watched:
            if word in phrases:
                found = _mention(phrases[word], text, place, known)
                if found is not None:
                    items.append(found)
                    after = found.after
                    continue
            flags, behind = cue_at(words, place, known.focus)
        else:
            cues = cues_of(word)
            if cues is None:
                continue
            flags, longer = cues
            behind = place + 1
            if (longer and behind < count and words[behind] in longer) or word in BY_PLACE:
                flags, behind = cue_at(words, place, known.focus)
        if flags and not (word == "may" and place and text.written(place)[0] == "M"):  # but not the month
            items.append(_new(Item, (flags, place, behind, -1)))
            after = behind
    return _joined(items, words, known) if known.parts else items


def _mention(
    phrases: tuple[tuple[Phrase, ...], dict[str, tuple[Phrase, ...]]], text: Text, first: int, known: Compiled
) -> Item | None:
    """The longest phrase that begins here and is the candidate."""
    words = text.words
    count = len(words)
    every, by_second = phrases
    second = words[first + 1] if first + 1 < count else ""
    if second in LOOSE or second in known.canon or second in SIGNS_INSIDE:
        possible = every
    else:
        possible = by_second.get(second) or by_second.get("", ())
    for phrase in possible:
        after = first + 1
        for wanted in phrase.rest:
            while after < count and words[after] != wanted and words[after] in phrase.fillers:
                after += 1
            if after >= count or (words[after] != wanted and known.canon.get(words[after]) != wanted):
                break
            after += 1
        else:
            if stands(phrase, text, first, after, known):
                return _new(Item, (0, first, after, phrase.target))
    return None


def _uncrossed(items: list[Item], words: list[str]) -> list[Item]:
    """The items without the parts that a cross stands beside: before them where the marks come first."""
    marked = next(place for place, word in enumerate(words) if word in "✓✗")
    first = next((item.first for item in items if item.target >= PART), 0)
    ahead = marked < first

    def crossed(item: Item) -> bool:
        if ahead:
            return item.first > 0 and words[item.first - 1] == "✗"
        return "✗" in words[item.after : item.after + 2]

    return [item for item in items if item.target < PART or not crossed(item)]


def _joined(items: list[Item], words: list[str], known: Compiled) -> list[Item]:
    """Bring the parts of a rule together where they stand near each other and nothing parts them."""
    out: list[Item] = []
    open_parts: list[Item] = []
    for item in _uncrossed(items, words) if "✗" in words else items:
        flags, first, after, target = item
        if flags:
            if flags & _PARTING:
                open_parts = []
            out.append(item)
        elif target < PART:
            out.append(item)
        else:
            open_parts = [part for part in open_parts if first - part[2] <= _FAR and part[3] != target] + [item]
            place = known.parts.get(frozenset(part[3] for part in open_parts))
            if place is not None and "either" not in words[open_parts[0][1] : after]:
                start = open_parts[0][1]
                out = [kept for kept in out if kept[1] < start or kept[0] & (Cue.SENTENCE | Cue.CONCLUDES)]
                out.append(Item(0, start, after, place))
    return out
