"""Whether a reply goes back on the answer that it opened with, or sets another candidate beside it.

Only signs are looked for. Where there is one, the reply is read in full; where there is none, the opening stands.
"""

from __future__ import annotations

import re

from holdfast.suites.commitment.matcher.apart import (
    BOLD,
    BULLET,
    MOST_WORDS,
    OPENING,
    PASSED_OVER,
    SAYS_OF_IT,
    SENTENCE,
    WRAPPING,
    Alone,
    Line,
)
from holdfast.suites.commitment.matcher.breaking_off import breaks_off
from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.openings import opening_of
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import last_word, spaced, unadorned
from holdfast.suites.commitment.matcher.wording import CUES

_SPACES = re.compile(r"[ \t]{2,}")
_MARKUP = '*_`"“”'
_CORRECTIONS = [phrase.replace(" '", "'") for phrase in CUES[Cue.CORRECTS] if not set(phrase) & set(",.:;—")]
_DOUBTS = frozenset(phrase for phrase in _CORRECTIONS if " " not in phrase) - {"correction", "wait"} | {
    "hm", "hmm", "reread", "rereading",
}  # fmt: skip
"""Words by which a reply begins to think again."""
_PHRASES: dict[str, list[str]] = {}
"""Phrases by which it does, by their longest word, which is the rarest."""
for _phrase in (
    *(phrase for phrase in _CORRECTIONS if phrase != "hold up"), "hold up,", "let me", "then again,", "first thought",
    "i mixed", "i've mixed", "i have mixed", ". correction,", "(correction,",
):  # fmt: skip
    if " " in _phrase or "," in _phrase:
        _PHRASES.setdefault(max(spaced(_phrase).split(), key=len), []).append(_phrase)
_CLOSED = ".,;:(—–-\n"
_ENDED = ".!(\n"
_COLON = re.compile(r"\s*:")
_MARKS: dict[str, tuple[str, re.Pattern[str]]] = {
    "no": (_CLOSED, re.compile(r"[,.:;]|\s(?:wait|sorry|that)|\s*[—–-]")),
    "wait": ("", re.compile(r"[,.:;!?…]|\s*[—–-]|\s(?:no|actually|but)\b")),
    "actually": (_CLOSED + "!", re.compile(r"\b")),
    **dict.fromkeys(("correction", "corrections", "edit", "update", "updated", "answer"), ("", _COLON)),
    **dict.fromkeys(("revised", "corrected", "amended", "changed", "better"), (_ENDED, _COLON)),
}
"""Words that are such a sign only behind certain signs, or any, and before others."""
_SIGNS = _DOUBTS | _PHRASES.keys() | _MARKS.keys()
_GOES_ON = re.compile(
    r"[ ,;:(—–-]*not\b|[\s.,;:(—–-]*(?:no(?=[,.:;]|\s(?:wait|sorry|that)|\s*[—–-])|"
    r"(?:or|and(?! (?:is|are|has|have|i'm|i am|that is|that's|this is|it is|it's)\b)|vs|later|updated?|formerly|"
    r"previously|until|instead|rather|provided|assuming|if|unless|once|then|er)\b|…|\.\.)"
)
"""What, directly behind an answer, is no explanation of it."""
_MOVING_ON = ("but now", "now it", "should be", "should go", "must be", "instead", "rather")
_MOVES_ON = re.compile(
    r"\b(?:but now|now it|should (?:be|go)|must be|instead(?! of| doesn't| does|:)|rather(?! than))\b(.{0,40})"
)
"""Signs that the candidate behind them takes its place."""
_LEADING_ON = ("ed to", "replaced", "makes", "meaning")
_LEADS_ON = re.compile(
    r"\b(?:(?:corrected|changed|moved|updated) to|replaced (?:by|with)|makes|meaning)\b"
    r"(.{0,60})"
)
"""The same behind a sentence, which may be the beginning of a story."""
_NOT = re.compile(r"[ ,;(—–-]*(?:and )?not (?:the |by |from )?")
_DENIES_TO = re.compile(r"[.!;:](?=\s|$)|\n|\s[—–-]\s|, (?:because|since|as|who|which|whose|so|but)\b| because\b")
_DENYING = frozenset(("not", "t", "longer"))
_IS_NOT = re.compile(r" (?:is not|isn't|is no longer)\b")
_NOT_THIS = ("not ", "not the ", "not in ", "not at ")
_MORE = re.compile(r"[.,:]?\w")
"""What makes a form the beginning of a longer one: `12` of `12:30`."""
_STOP = re.compile(r"^:|[.!;](?=\s|$)|\n|\s[—–-]\s|\(lines? |^,? (?:because|since|as)\b")
_CONTRAST = re.compile(
    r"^:|[.!;](?=\s|$)|\n|\s[—–-]\s|,? (?:whereas|while|although|though)\b"
    r"|,? (?:and|but) (?:not|no longer)\b|, (?:because|who|which|since(?! (?:then|corrected|changed|moved)))\b"
)
"""Where a sentence ends, and where one in the question's own words may go on to the others."""
_NOT_THESE = ("not ", "neither ", "the runner-up ")
_SENTENCES = re.compile(r"[.!?;](?=\s)|\n")
_LEFT_ASIDE = re.compile(
    r"\n[^\n:]{0,40}\b(?:others?|ruled out|rejected|mentioned|mistakes|claimed|not)\b[^\n:]{0,40}:\s"
)
"""A heading of what is not the answer."""
_WARNED_OF = re.compile(r"\b(?:do not|don't|not to|cannot|can't|must not) rely on\b[^.!?\n]*")
"""What a reply warns of is not its answer."""
_JOINING = frozenset("and or vs versus also maybe perhaps possibly the a by from in at".split())
"""Words that only join what a sentence lists."""
_IT = ("it is ", "it's ", "that is ", "that's ", "makes it ")
_IT_IS = re.compile(r"\b(?:it is|it's|that is|that's|makes it) (?:now |currently )?(?:the |in |at )?")
_RUNNER_UP = re.compile(r"[\s,;—–-]*\((?:the )?(?:runner-up|second|next|closest|alternative)[^)\n]*\)?")
_GONE = frozenset(
    """
    not don't doesn't isn't no never had was were former older than instead alternative alternatives demands cancels
    corrects replaces replaced supersedes
    """.split()
)
"""Words by which a sentence ends with a candidate that is not its answer."""
_AROUND = " \t\r\n.!'‘’#>•–—-"
_NEAR = 4
"""Signs of markup that may stand before a colon."""
_BRIEF = 60
"""Characters up to which what follows an answer is no explanation of it."""


def taken_back(reply: str, alone: Alone, later: list[Line], known: Compiled) -> bool:
    """Whether something speaks against an answer that is set apart: behind it, or in the lines after its own."""
    at_length = alone.rule in (SENTENCE, BOLD)  # it may begin a story
    said, rest = reply[slice(*alone.span)].lower(), _plain(reply[alone.span[1] :]).lower()
    rest, denied = _without_the_other(rest, known)
    if "\n" in rest and ":" in rest:
        rest = _LEFT_ASIDE.split(rest, maxsplit=1)[0]
    stated = _WARNED_OF.sub("", rest) if "rely on" in rest else rest
    words = set(spaced(rest).split())
    if at_length and breaks_off(rest, 0):
        return True
    if "?" in rest or _GOES_ON.match(rest) or _thinks_again(rest, words) or _denied(alone.target, stated, words, known):
        return True
    others = [
        name
        for first in known.names.keys() & words
        for name in known.names[first]
        if name in rest and name not in said and name not in denied
    ]
    if not others:
        return at_length and "not" in words and _told_otherwise(said, rest, known)
    if rest.startswith(":") and any(f"{name}:" in rest for name in others):
        return True  # entries, not an answer and its explanation
    if _has(stated, _IT) and any(
        stated.startswith(name, found.end()) for found in _IT_IS.finditer(stated) for name in others
    ):
        return True
    followed = ""
    if _has(rest, _MOVING_ON):
        followed = " ".join(found[1] for found in _MOVES_ON.finditer(rest))
    if at_length and _has(rest, _LEADING_ON):
        followed += " ".join(found[1] for found in _LEADS_ON.finditer(rest))
    if any(name in followed for name in others) or _beside(others, rest, _CONTRAST if at_length else _STOP):
        return True
    return _listed(reply, later, alone, known) or (at_length and _told_otherwise(said, rest, known))


def _plain(text: str) -> str:
    """A text without marks of emphasis and quotation."""
    for mark in _MARKUP:
        text = text.replace(mark, "")
    return _SPACES.sub(" ", text) if "  " in text else text


def _has(text: str, phrases: tuple[str, ...]) -> bool:
    """Whether one of some phrases stands in a text."""
    for phrase in phrases:  # noqa: SIM110 - half the time of `any`, on every long reply
        if phrase in text:
            return True
    return False


def _thinks_again(rest: str, words: set[str]) -> bool:
    """Whether a word or phrase begins a second thought."""
    for word in _SIGNS & words:
        if word in _DOUBTS or (word in _MARKS and _marked(rest, word)):
            return True
        if word in _PHRASES and any(_says(rest, phrase) for phrase in _PHRASES[word]):
            return True
    return False


def _says(rest: str, phrase: str) -> bool:
    """Whether a phrase stands in a text, and not as the beginning of another: `they hold only` is no `hold on`."""
    place = rest.find(phrase)
    return place >= 0 and not rest[place + len(phrase) : place + len(phrase) + 1].isalpha()


def _marked(rest: str, word: str) -> bool:
    """Whether a word stands where it begins a second thought."""
    before, behind = _MARKS[word]
    place = rest.find(word)
    while place >= 0:
        if behind.match(rest, place + len(word)):
            head = rest[max(place - _NEAR, 0) : place].rstrip(" \t")
            if head[-1:] in before if before else not rest[place - 1 : place].isalnum():
                return True
        place = rest.find(word, place + 1)
    return False


def _without_the_other(rest: str, known: Compiled) -> tuple[str, str]:
    """What follows `Hiveth, not Numeth` or `Hiveth (runner-up: Numeth)`, and whom it passes over."""
    passed_over = _RUNNER_UP.match(rest)
    if passed_over:
        return rest[passed_over.end() :], passed_over[0]
    denied = _NOT.match(rest)
    if denied is None or not any(rest.startswith(name, denied.end()) for same in known.names.values() for name in same):
        return rest, ""
    end = _DENIES_TO.search(rest, denied.end())
    place = end.start() if end else len(rest)
    return rest[place:], rest[:place]


def _denied(target: int, rest: str, words: set[str], known: Compiled) -> bool:
    """`Petra is cleared. Petra is not cleared.`"""
    if _DENYING.isdisjoint(words):
        return False
    for name in known.forms[target]:
        place = rest.find(name)
        while place >= 0:
            end = place + len(name)
            if _IS_NOT.match(rest, end) or (rest.endswith(_NOT_THIS, 0, place) and not _MORE.match(rest, end)):
                return True
            place = rest.find(name, end)
    return False


def _beside(others: list[str], rest: str, ends: re.Pattern[str]) -> bool:
    """Whether another candidate stands beside the opening one: in its sentence, or in a next one that only lists."""
    end = ends.search(rest)
    behind = rest[end.end() :].lstrip(_AROUND) if end else ""
    told_apart = len(rest) > _BRIEF or ends is _CONTRAST or behind.startswith(_NOT_THESE)
    sentence = rest[: end.start()] if end and told_apart else rest
    if any(name in sentence for name in others):
        return True
    if behind.startswith("("):
        return any(behind.startswith(name, 1) for name in others)
    if rest.startswith((" (", ": ")) and any(behind.startswith(f"{name}{rest[:2]}") for name in others):
        return True  # entries: `A (no lock); B (a lock)`
    if not any(behind.startswith(name) for name in others):
        return False
    following = ends.search(behind)
    listed = behind[: following.start()] if following else behind
    for name in sorted(others, key=len, reverse=True):
        listed = listed.replace(name, " ")
    return _JOINING.issuperset(spaced(listed).split())


def _told_otherwise(said: str, rest: str, known: Compiled) -> bool:
    """Whether a later sentence ends with another candidate, or with the same one and a `not`."""
    for sentence in _SENTENCES.split(rest):
        if last_word(sentence) not in known.lasts:
            continue
        words = unadorned(sentence.strip(_AROUND)).split()
        ends = [" ".join(words[first:]) for first in range(max(0, len(words) - MOST_WORDS), len(words))]
        named = [end for end in ends if end in known.alone]
        if named and (_GONE.isdisjoint(words) if named[0] not in said else "not" in words):
            return True
    return False


def _listed(reply: str, later: list[Line], alone: Alone, known: Compiled) -> bool:
    """Whether later lines set other candidates apart, as a list does that is not one of the others."""
    keyed = _is_key(reply, alone.span[1])
    by_itself = (
        alone.rule in (OPENING, SENTENCE) and reply[alone.span[1] : alone.span[1] + _NEAR].lstrip(WRAPPING)[:1] == "\n"
    )
    for line, start in later:
        if line.rstrip(WRAPPING).endswith(":") and not PASSED_OVER.isdisjoint(unadorned(line).split()):
            return False
        bullet = BULLET.match(line)
        if bullet and by_itself:
            continue  # the list goes through all of them
        other = opening_of(line, bullet.end() if bullet else 0, known)
        if other is None or other.target == alone.target or SAYS_OF_IT.match(line, other.span[1]):
            continue
        if _is_key(reply, start + other.span[1]) <= keyed:
            return True
    return False


def _is_key(reply: str, end: int) -> bool:
    """Whether a colon follows."""
    return reply[end : end + _NEAR].lstrip(WRAPPING)[:1] == ":"
