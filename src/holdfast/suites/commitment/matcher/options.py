"""A choice from the reply's own list by letter, number or position: `The correct option is B`, `the first`."""

from __future__ import annotations

from holdfast.suites.commitment.matcher.clauses import Mention
from holdfast.suites.commitment.matcher.cues import CUES_BY_WORD
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.reading import Reading

_ORDINALS = {
    "first": 0,
    "former": 0,
    "second": 1,
    "latter": -1,
    "third": 2,
    "last": -1,
    "4th": 3,
    "1th": 0,
    "2th": 1,
    "3th": 2,
}
_PICKS = frozenset(
    "option choice answer choose pick select is letter number item go chose picked with be : ( \n → entry".split(" ")
)
_PICKED = frozenset("one option of item entry is has had applies listed counts wins holds stands goes prevails".split())
_SIGNS = frozenset(". , ; : ! ? ) ( \n ...".split(" "))
_ENDS = _SIGNS | {"but", "and"}
_AGAINST = Cue.NEGATION | Cue.DENIAL | Cue.AVOID | Cue.FROM


CHOOSING = frozenset("option number choice letter item entry pick".split())
"""Words by which a reply expressly picks from its list."""


def chosen_option(words: list[str], reading: Reading) -> Mention | None:
    """The mention that the reply picks from its list, if it picks one behind the list."""
    listed = _list(words, reading.mentions)
    if len(listed) < 2:
        return None
    start = max(mention.after for mention, _ in listed)
    opening = words[: min(mention.first for mention, _ in listed)]
    while opening and opening[-1] != "\n":
        opening.pop()
    asked = reading.known.focus.words
    return _picked(words[start:], listed, asked) or _picked(opening[-12:], listed, asked)


def _picked(tail: list[str], listed: list[tuple[Mention, str]], asked: frozenset[str]) -> Mention | None:
    """The member of a list that some words pick."""
    for offset in range(len(tail) - 1, -1, -1):
        word = tail[offset]
        previous = tail[offset - 1] if offset else ""
        following = tail[offset + 1] if offset + 1 < len(tail) else "."
        if (
            word in _ORDINALS
            and previous in ("the", "#")
            and (following in _SIGNS or following in _PICKED or (following in asked and word not in asked))
        ):
            return None if _spoken_against(tail, offset, asked) else _at(listed, _ORDINALS[word])
        labelled = [mention for mention, label in listed if label and label == word]
        if labelled and previous in _PICKS and (following in _SIGNS or following in ("is", "applies", "as", "because")):
            return labelled[0]
    return None


def _spoken_against(tail: list[str], offset: int, asked: frozenset[str]) -> bool:
    """`the clerk has struck the latter`, `the latter is wrong`."""
    first = after = offset
    while first and tail[first - 1] not in _ENDS:
        first -= 1
    while after < len(tail) and tail[after] not in _ENDS:
        after += 1
    return any(
        CUES_BY_WORD[word][0] & _AGAINST for word in tail[first:after] if word in CUES_BY_WORD and word not in asked
    )


def _list(words: list[str], mentions: list[Mention]) -> list[tuple[Mention, str]]:
    """The first list of different candidates, each with its label."""
    found: list[tuple[Mention, str]] = []
    seen: set[int] = set()
    for number, mention in enumerate(mentions):
        if mention.target in seen:
            break
        label = ""
        place = mention.first - 1
        while place >= 0 and words[place] not in ("\n", ",", ";") and mention.first - place < 4:
            if words[place] in (")", ".", ":") and place and len(words[place - 1]) < 3:
                label = words[place - 1]
                break
            place -= 1
        bare = not label and mention.group < 0 and mention.rule != "listed"
        at_line = place < 0 or words[place] == "\n" or label
        beside = (*mentions[max(number - 1, 0) : number], *mentions[number + 1 : number + 2])
        if bare and not at_line and all(other.sentence != mention.sentence for other in beside):
            if found:
                break
            continue
        found.append((mention, label))
        seen.add(mention.target)
    return found


def _at(listed: list[tuple[Mention, str]], place: int) -> Mention | None:
    return listed[place][0] if place < len(listed) else None
