"""From words to the few that matter: mentions of candidates, cues, and the question's own words, in order.

A mention must be the candidate itself. `Room 4` is not in `Room 4B`, `7` not in `7.5` or `gate 7`, `Rina` not in
`Rina Sawayama` or `Anna-Rina`. Candidates are tried before cues, and longer phrases before shorter ones.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.suites.commitment.candidates import AnswerKind
from holdfast.suites.commitment.matcher.fold import Folded
from holdfast.suites.commitment.matcher.lexing import Words
from holdfast.suites.commitment.matcher.numerals import UNITS, is_number
from holdfast.suites.commitment.matcher.phrases import AMBIGUOUS, PART, Compiled, Phrase
from holdfast.suites.commitment.matcher.wording import CUES, SILENCED, Cue

MENTION = 0
"""The flag of an item that mentions a candidate."""


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


_UNIT_NAMES = frozenset(UNITS.values())
_NUMBERED = frozenset(
    """
    dock gate bay room door floor plot turn step option page line level unit ticket item note case phase output version
    release team zone aisle shelf slot row seat table lane pier platform terminal building ward site tank pump server node
    rack channel batch lot order invoice section chapter day week shift crew group station berth track runway hangar locker
    drawer cabinet box bin pallet truck vehicle bus car flight train route plan draft message mail reading sensor check tool
    probe warehouse hall wing stage entry record file form question figure rule clause part camera valve oven kiln
    """.split()
)
_COUNTABLE = frozenset(
    """
    is was has as its belongs holds remains applies stands works stays needs gets goes does this his hers yes fits meets
    matches qualifies satisfies wins takes thus always
    """.split()
)
_COMPARED = frozenset("less more fewer cheaper dearer higher lower".split())
_ALSO_WORDS = frozenset(
    "will may mark art bill rose grace hope faith joy dawn june april august penny rich pat sue jack frank drew chase hunter sky river".split()
)  # noqa: E501


_FAR = 12
"""Words that may stand between the parts of a rule."""
_Rest = tuple[tuple[list[str], int], ...]


def _index() -> dict[str, tuple[int, dict[str, _Rest]]]:
    """Cues by their first word: what it means alone, and by the second word the longer ones, longest first."""
    flags: dict[tuple[str, ...], int] = {}
    for cue, phrases in CUES.items():
        for phrase in phrases:
            words = tuple(word for word in phrase.split(" ") if word)
            flags[words] = flags.get(words, 0) | cue
    index: dict[str, dict[str, list[tuple[list[str], int]]]] = {}
    for words in sorted(flags, key=len, reverse=True):
        longer = index.setdefault(words[0], {})
        if len(words) > 1:
            longer.setdefault(words[1], []).append((list(words[2:]), flags[words]))
    return {
        word: (flags.get((word,), 0), {second: tuple(found) for second, found in longer.items()})
        for word, longer in index.items()
    }


_CUES = _index()
KNOWN = frozenset(
    word
    for first, (_, longer) in _CUES.items()
    for second, found in (longer or {first: ()}).items()
    for rest, _ in (*found, ([], 0))
    for word in (first, second, *rest)
)
"""Every word of every cue: such a word behind a name is not its surname."""
_QUESTION_WORD = Cue.QUESTION_WORD
_LOUD = ~SILENCED
_LOUD_PHRASE = ~(Cue.ANSWERS | Cue.CORRECTS | Cue.AFFIRMS | Cue.ENDORSES)


def scan(text: Folded, lexed: Words, known: Compiled) -> list[Item]:
    """The items of a reply, in order."""
    words = lexed.words
    items: list[Item] = []
    index, asked, silent = known.by_word, known.focus.words, known.focus.silent
    place, count = 0, len(words)
    while place < count:
        word = words[place]
        phrases = index.get(word)
        if phrases is not None:
            found = _mention(phrases, text, lexed, place, known)
            if found is not None:
                items.append(found)
                place = found.after
                continue
        flags = 0
        after = place + 1
        cues = _CUES.get(word)
        if cues is not None:
            flags, longer = cues
            if longer and after < count and words[after] in longer:
                for rest, meaning in longer[words[after]]:
                    if not rest or words[after + 1 : after + 1 + len(rest)] == rest:
                        flags, after = meaning, after + 1 + len(rest)
                        break
        if word in asked:
            flags = flags & _LOUD | _QUESTION_WORD
        elif word in silent:
            flags &= _LOUD
        elif after > place + 1 and not asked.isdisjoint(words[place:after]):
            flags = flags & _LOUD_PHRASE | _QUESTION_WORD
        if word == "too" and after < count and words[after].isalpha() and words[after] not in ("and", "but", "or"):
            flags = Cue.DENIAL  # `too heavy`, unlike `X too`
        if word == "counts" and (after >= count or words[after] in (".", ",", ";", "!")):
            flags = Cue.ENDORSES
        if word == "once" and (after >= count or words[after] in (".", ",", ";", "!", ")")):
            flags = Cue.FORMER
        if word == "may" and place and text.original[lexed.starts[place]] == "M":
            flags = 0
        if flags:
            items.append(Item(flags, place, after))
        place = after
    if known.parts:
        return _joined(items, known)
    return items


def _mention(phrases: tuple[Phrase, ...], text: Folded, lexed: Words, place: int, known: Compiled) -> Item | None:
    words = lexed.words
    for phrase in phrases:
        after = place + 1
        for wanted in phrase.rest:
            while after < len(words) and words[after] != wanted and words[after] in phrase.fillers:
                after += 1
            if after >= len(words) or (words[after] != wanted and known.canon.get(words[after]) != wanted):
                break
            after += 1
        else:
            if _stands(phrase, text, lexed, place, after, known):
                return Item(MENTION, place, after, phrase.target)
    return None


def _stands(phrase: Phrase, text: Folded, lexed: Words, place: int, after: int, known: Compiled) -> bool:
    """Whether these words are the candidate and not a part of something else."""
    words, starts, ends = lexed
    start, end = starts[place], ends[after - 1]
    plain, original = text.text, text.original
    before = plain[start - 1] if start else " "
    behind = plain[end] if end < len(plain) else " "
    if behind in "-@_" and plain[end + 1 : end + 2].isalnum() and not (behind == "_" and before == "_"):
        if after < len(words) and starts[after] == end + 1:
            return False
    if before in "-@" and start > 1 and plain[start - 2].isalnum():
        return False
    last = words[after - 1]
    following = words[after] if after < len(words) else ""
    if is_number(last) or last in _UNIT_NAMES:
        earlier = words[place - 2 : place]
        if (
            following in _COMPARED
            or words[after : after + 2] == ["below", "0"]
            or (earlier[-1:] == ["than"] and earlier[0] in ("more", "less", "fewer", "greater"))
        ):
            return False
    if last[0] == "d" and following[:1] == "y" and following[1:].isdigit() and following not in known.own:
        return False
    if is_number(last):
        if following in _UNIT_NAMES and following != last:
            return False
        if (
            len(following) == 1
            and following.isalpha()
            and original[starts[after]].isupper()
            and following not in "ai"
            and starts[after] - end < 2
        ):  # noqa: E501
            return False
        if place + 1 == after and end - start < 3 and _marker(words, place):
            return False
        if following == "/" and after + 1 < len(words) and is_number(words[after + 1]) and starts[after + 1] == end + 1:
            return words[after + 1] in known.own
    if phrase.short:
        return _short_stands(phrase, text, lexed, place, after, known)
    if place + 1 == after and last.isalpha() and known.kind is not AnswerKind.STATE:
        if last in _ALSO_WORDS and not original[start].isupper():
            return False
        return not _surname(text, lexed, after, known) if original[start].isupper() else True
    return True


def _short_stands(phrase: Phrase, text: Folded, lexed: Words, place: int, after: int, known: Compiled) -> bool:
    words, starts, ends = lexed
    original = text.original
    word = words[place]
    previous = words[place - 1] if place else ""
    following = words[after] if after < len(words) else ""
    if is_number(word) and after == place + 1:
        if previous == "/" and place > 1 and words[place - 2].isalpha() and starts[place] - ends[place - 2] == 1:
            return False
        if previous in _NUMBERED and previous != phrase.head:
            return False
        if phrase.head and following == "of":
            return False
        counted = (
            following.isalpha() and following[-1:] == "s" and following not in _COUNTABLE and following not in KNOWN
        )
        if phrase.head and counted and following not in known.focus.tokens:
            return False
        return previous not in ("phase", "p") and known.focus.labels.get(previous) != word
    if len(word) == 1 and after == place + 1:
        return original[starts[place]].isupper() and following not in ("'s", ".m") and not _marker(words, place)
    if place + 1 == after and word.isalpha() and phrase.target != AMBIGUOUS:
        if (
            phrase.proper
            and phrase.head == ""
            and not original[starts[place]].isupper()
            and original != original.lower()
        ):
            return False
        if original[starts[place]].isupper() and _surname(text, lexed, after, known):
            return False
        if phrase.head == "" and place:
            earlier = original[starts[place - 1] : ends[place - 1]]
            near = starts[place] - ends[place - 1] == 1
            if near and earlier[:1].isupper() and earlier[1:].islower() and previous not in KNOWN and place > 1:
                return previous in known.focus.words or words[place - 2] in ".!?\n:"
    return True


def _marker(words: list[str], place: int) -> bool:
    """Whether a number or letter only counts the lines of a list."""
    at_start = not place or words[place - 1] in ("\n", "(", ",", ":", "•")
    return at_start and place + 2 < len(words) and words[place + 1] in (")", ".") and words[place + 2] not in ("\n",) and (
        words[place + 1] == ")" or not place or words[place - 1] == "\n"
    )  # fmt: skip


def _surname(text: Folded, lexed: Words, after: int, known: Compiled) -> bool:
    """Whether a capitalised word follows that makes a name another name."""
    if after >= len(lexed.words):
        return False
    word, start, end = lexed.words[after], lexed.starts[after], lexed.ends[after]
    written = text.original[start:end]
    near = not text.text[lexed.ends[after - 1] : start].strip(" ") and start > lexed.ends[after - 1]
    titled = written[:1].isupper() and (written[1:].islower() or (written.isupper() and text.original.isupper()))
    return (
        near and titled and word.isalpha() and len(word) > 2
        and word not in KNOWN and word not in known.own and word not in known.focus.words
    )  # fmt: skip


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
