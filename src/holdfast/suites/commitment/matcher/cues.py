"""Cues in a reply: which one a word begins, the longest that fits, and what it means here."""

from __future__ import annotations

from holdfast.suites.commitment.matcher.focus import Focus
from holdfast.suites.commitment.matcher.meanings import SILENCED, Cue
from holdfast.suites.commitment.matcher.wording import CUES

BY_PLACE = frozenset("too counts once".split())
"""Words whose meaning hangs on what follows them."""
_Rest = tuple[tuple[list[str], int], ...]


def _index() -> dict[str, tuple[int, dict[str, _Rest]]]:
    """Cues by their first word: what it means alone, and by the second word the longer ones, longest first."""
    flags: dict[tuple[str, ...], int] = {}
    for cue, table in CUES.items():
        for phrase in table:
            words = tuple(word for word in phrase.split(" ") if word)
            flags[words] = flags.get(words, 0) | cue
    index: dict[str, dict[str, list[tuple[list[str], int]]]] = {}
    for words in sorted(flags, key=len, reverse=True):
        longer = index.setdefault(words[0], {})
        if len(words) > 1:
            longer.setdefault(words[1], []).append((list(words[2:]), flags[words]))
    for word in BY_PLACE:
        index.setdefault(word, {})
    return {
        word: (flags.get((word,), 0), {second: tuple(found) for second, found in longer.items()})
        for word, longer in index.items()
    }


CUES_BY_WORD = _index()
"""What each word that begins a cue means alone, and the longer cues that it begins."""
_INVERTED = frozenset("were had should".split())
"""Verbs that begin a condition only where they begin a clause."""
KNOWN = frozenset(word for table in CUES.values() for phrase in table for word in phrase.split(" "))
"""Every word of every cue: such a word behind a name is not its surname."""
_ANNOUNCES = frozenset("the my final correct our so and best right single short".split())
"""Words that may stand before the announcement of an answer."""
_LOUD = ~SILENCED
_LOUD_PHRASE = ~(Cue.ANSWERS | Cue.CORRECTS | Cue.AFFIRMS | Cue.ENDORSES)
_LOUD_START = (_LOUD | Cue.AVOID | Cue.DENIAL) & ~Cue.REASON
_ENDS = frozenset((".", ",", ";", "!", ")", ""))


def cue_at(words: list[str], place: int, focus: Focus) -> tuple[int, int]:
    """What the word here means, alone or with those behind it, and where the words go on."""
    word = words[place]
    flags, after = 0, place + 1
    following = words[after] if after < len(words) else ""
    cues = CUES_BY_WORD.get(word)
    if cues is not None:
        flags, longer = cues
        for rest, meaning in longer.get(following, ()):
            if not rest or words[after + 1 : after + 1 + len(rest)] == rest:
                flags, after = meaning, after + 1 + len(rest)
                break
        if word in _INVERTED and flags & Cue.CONDITION and place and words[place - 1].isalpha():
            flags, after = cues[0], place + 1  # `options were the …`
        if word in BY_PLACE and after == place + 1:
            flags = _by_place(word, following, flags)
    if flags & Cue.ANSWERS and words[after - 1] == ":" and place and words[place - 1] not in _ANNOUNCES:
        flags = flags & ~Cue.ANSWERS if words[place - 1].isalpha() else flags  # `election result: X`
    if word in focus.words:
        flags = flags & (_LOUD if after == place + 1 else _LOUD_START) | Cue.QUESTION_WORD
    elif word in focus.silent:
        flags &= _LOUD
    elif after > place + 1 and not focus.words.isdisjoint(words[place:after]):
        flags = flags & _LOUD_PHRASE | Cue.QUESTION_WORD
    return flags, after


def _by_place(word: str, following: str, flags: int) -> int:
    """`too heavy` unlike `X too`; `it counts.` unlike `it counts as X`; `X once.` unlike `once it is done`."""
    if word == "too":
        return Cue.DENIAL if following.isalpha() and following not in ("and", "but", "or") else flags
    if following not in _ENDS:
        return flags
    return Cue.ENDORSES if word == "counts" else Cue.FORMER
