"""From words to the few that matter: mentions of candidates, cues, and the question's own words, in order.

Candidates are tried before cues, and longer phrases before shorter ones.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.suites.commitment.matcher.cues import cue_at
from holdfast.suites.commitment.matcher.fold import Folded
from holdfast.suites.commitment.matcher.identity import Place, stands
from holdfast.suites.commitment.matcher.lexing import Words
from holdfast.suites.commitment.matcher.phrases import AMBIGUOUS, PART, Compiled, Phrase
from holdfast.suites.commitment.matcher.wording import Cue

MENTION = 0
"""The flag of an item that mentions a candidate."""
_FAR = 12
"""Words that may stand between the parts of a rule."""


class Item(NamedTuple):
    """A mention or a cue."""

    flags: int
    """What it does (`Cue`), or `MENTION`."""
    first: int
    """The place of its first word."""
    after: int
    """The place behind its last word."""
    target: int = -1
    """What a mention names."""


def scan(text: Folded, lexed: Words, known: Compiled) -> list[Item]:
    """The items of a reply, in order."""
    words, phrases, focus = lexed.words, known.by_word, known.focus
    items: list[Item] = []
    place = 0
    while place < len(words):
        found = None
        if words[place] in phrases:
            found = _mention(phrases[words[place]], text, lexed, place, known)
        if found is None:
            flags, after = cue_at(words, place, focus)
            if words[place] == "may" and place and text.original[lexed.starts[place]] == "M":
                flags = 0  # the month
            if flags:
                items.append(Item(flags, place, after))
        else:
            items.append(found)
            after = found.after
        place = after
    return _joined(items, known) if known.parts else items


def _mention(phrases: tuple[Phrase, ...], text: Folded, lexed: Words, first: int, known: Compiled) -> Item | None:
    """The longest phrase that begins here and is the candidate."""
    words = lexed.words
    for phrase in phrases:
        after = first + 1
        for wanted in phrase.rest:
            while after < len(words) and words[after] != wanted and words[after] in phrase.fillers:
                after += 1
            if after >= len(words) or (words[after] != wanted and known.canon.get(words[after]) != wanted):
                break
            after += 1
        else:
            if stands(phrase, Place(text, lexed, first, after), known):
                return Item(MENTION, first, after, phrase.target)
    return None


def _joined(items: list[Item], known: Compiled) -> list[Item]:
    """Bring the parts of a rule together where one sentence has them all and nothing comes between."""
    stops = Cue.ASKED | Cue.OR | Cue.NEGATION | Cue.DENIAL | Cue.BUT | Cue.WHETHER
    out: list[Item] = []
    open_parts: dict[int, dict[int, Item]] = {}
    for item in items:
        if item.flags:
            if item.flags & stops:
                open_parts.clear()
            out.append(item)
        elif item.target < PART or item.target == AMBIGUOUS:
            out.append(item)
        else:
            place, part = divmod(item.target - PART, 10)
            parts = open_parts.setdefault(place, {})
            if any(item.first - other.after > _FAR for other in parts.values()):
                parts.clear()
            parts[part] = item
            if len(parts) == known.parts[place]:
                first = min(found.first for found in parts.values())
                out = [kept for kept in out if kept.first < first or kept.flags & (Cue.SENTENCE | Cue.CONCLUDES)]
                out.append(Item(MENTION, first, item.after, place))
                open_parts.clear()
    return out
