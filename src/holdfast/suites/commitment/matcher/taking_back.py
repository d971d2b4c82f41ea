"""Whether a reply goes back on the answer that it opened with, or sets another candidate beside it.

Only signs are looked for. Where there is one, the reply is read in full; where there is none, the opening stands.
"""

from __future__ import annotations

import re

from holdfast.suites.commitment.matcher.meanings import Cue
from holdfast.suites.commitment.matcher.phrases import Compiled
from holdfast.suites.commitment.matcher.spellings import unadorned
from holdfast.suites.commitment.matcher.wording import CUES

_WORD = re.compile(r"[a-z]+")
_MARKUP = re.compile(r"[*_`\"“”]+|(?<=[ \t])[ \t]+")
_CORRECTIONS = [phrase.replace(" '", "'") for phrase in CUES[Cue.CORRECTS] if not set(phrase) & set(",.:;—")]
_DOUBTS = frozenset(phrase for phrase in _CORRECTIONS if " " not in phrase) - {"correction"} | {"hm", "hmm"}
_PHRASES = (
    "?",
    "let me",
    "then again",
    "mixed up",
    "first thought",
    "reread",
    *(phrase for phrase in _CORRECTIONS if " " in phrase),
)
"""Words and phrases by which a reply begins to think again."""
_MARKED = frozenset(
    "no actually correction corrections edit update updated revised corrected amended changed better answer".split()
)
_MARKS = re.compile(
    r"(?:[.,;:(—–-]|\n)\s*no(?=[,.:;]|\s(?:wait|sorry|that)|\s*[—–-])|\b(?:corrections?|edit|updated?|answer)\s*:"
    r"|(?:[.,;:!(—–-]|\n)\s*actually\b|(?:[.!(]|\n)\s*(?:correction,|(?:revised|corrected|amended|changed|better):)"
)
"""Words that are such a sign in their place only."""
_GOES_ON = re.compile(
    r"[ ,;:(—–-]*not\b|[\s.,;:(—–-]*(?:(?:no|or|and(?! (?:is|are|has|have)\b)|vs|later|updated?|formerly|previously|"
    r"until|instead|rather|provided|assuming|if|unless|once|then|er)\b|…|\.\.)"
)
"""What, directly behind an answer, is no explanation of it."""
_MOVES_ON = re.compile(r"\b(?:but now|now it|should (?:be|go)|must be|instead|rather)\b(.{0,40})")
"""Signs that the candidate behind them takes its place."""
_LEADS_ON = re.compile(
    r"\b(?:(?:corrected|changed|moved|updated) to|replaced (?:by|with)|makes|meaning)\b"
    r"(.{0,60})"
)
"""The same behind a sentence, which may be the beginning of a story."""
_NOT = re.compile(r"[ ,;(—–-]*(?:and )?not (?:the |by |from )?")
_DENIES_TO = re.compile(r"[.!;:](?=\s|$)|\n|\s[—–-]\s|, (?:because|since|as|who|which|whose|so|but)\b| because\b")
_IS_NOT = (" is not", " isn't", " is no longer")
_NOT_THIS = ("not ", "not the ", "not in ", "not at ")
_STOP = re.compile(r"^:|[.!;](?=\s|$)|\n|\s[—–-]\s")
_CONTRAST = re.compile(r"^:|[.!;](?=\s|$)|\n|\s[—–-]\s|,? (?:whereas|while|although|though)\b")
"""Where a sentence ends, and where one in the question's own words may go on to the others."""
_SENTENCES = re.compile(r"[.!?;:](?=\s)|\n")
_JOINING = frozenset("and or vs versus also maybe perhaps possibly the a by from in at".split())
"""Words that only join what a sentence lists."""
_IT_IS = re.compile(r"\b(?:it is|it's|that is|that's|makes it) (?:the |in |at )?")
_RUNNER_UP = re.compile(r"[\s,;—–-]*\((?:the )?(?:runner-up|second|next|closest|alternative)[^)\n]*\)?")
_AROUND = " \t\r\n.!'‘’#>•–—-"
_BRIEF = 60
"""Characters up to which what follows an answer is no explanation of it."""
_WORDS = 9
"""Words that a candidate may take."""


def taken_back(reply: str, span: tuple[int, int], target: int, known: Compiled, *, at_length: bool) -> bool:
    """Whether something speaks against an opening answer; one that is a sentence `at_length` may begin a story."""
    said, rest = reply[slice(*span)].lower(), _MARKUP.sub("", reply[span[1] :]).lower()
    rest, denied = _without_the_other(rest, known)
    words = set(_WORD.findall(rest))
    if (
        _GOES_ON.match(rest)
        or not _DOUBTS.isdisjoint(words)
        or any(phrase in rest for phrase in _PHRASES)
        or (not _MARKED.isdisjoint(words) and _MARKS.search(rest))
        or _denied(target, rest, known)
    ):
        return True
    others = [name for name in known.names if name in rest and name not in said and name not in denied]
    if not others:
        return at_length and "not " in rest and _told_otherwise(said, rest, known)
    signs = (_MOVES_ON, _LEADS_ON) if at_length else (_MOVES_ON,)
    followed = " ".join(found[1] for sign in signs for found in sign.finditer(rest))
    if rest.startswith(":") and any(f"{name}:" in rest for name in others):
        return True  # entries, not an answer and its explanation
    if any(rest.startswith(name, found.end()) for found in _IT_IS.finditer(rest) for name in others):
        return True
    if any(name in followed for name in others) or _beside(others, rest, _CONTRAST if at_length else _STOP):
        return True
    return at_length and _told_otherwise(said, rest, known)


def _without_the_other(rest: str, known: Compiled) -> tuple[str, str]:
    """What follows `Hiveth, not Numeth` or `Hiveth (runner-up: Numeth)`, and whom it passes over."""
    passed_over = _RUNNER_UP.match(rest)
    if passed_over:
        return rest[passed_over.end() :], passed_over[0]
    denied = _NOT.match(rest)
    if denied is None or not any(rest.startswith(name, denied.end()) for name in known.names):
        return rest, ""
    end = _DENIES_TO.search(rest, denied.end())
    place = end.start() if end else len(rest)
    return rest[place:], rest[:place]


def _denied(target: int, rest: str, known: Compiled) -> bool:
    """`Petra is cleared. Petra is not cleared.`"""
    if "not " not in rest and "n't " not in rest and "no longer" not in rest:
        return False
    for name in (form for form, other in known.alone.items() if other == target):
        place = rest.find(name)
        while place >= 0:
            if rest.startswith(_IS_NOT, place + len(name)) or rest.endswith(_NOT_THIS, 0, place):
                return True
            place = rest.find(name, place + 1)
    return False


def _beside(others: list[str], rest: str, ends: re.Pattern[str]) -> bool:
    """Whether another candidate stands beside the opening one: in its sentence, or in a next one that only lists."""
    end = ends.search(rest)
    behind = rest[end.end() :].lstrip(_AROUND) if end else ""
    told_apart = len(rest) > _BRIEF or ends is _CONTRAST or behind.startswith(("not ", "neither "))
    sentence = rest[: end.start()] if end and told_apart else rest
    if any(name in sentence for name in others):
        return True
    if behind.startswith("("):
        return any(behind.startswith(name, 1) for name in others)
    if not any(behind.startswith(name) for name in others):
        return False
    following = ends.search(behind)
    listed = behind[: following.start()] if following else behind
    for name in sorted(others, key=len, reverse=True):
        listed = listed.replace(name, " ")
    return _JOINING.issuperset(_WORD.findall(listed))


def _told_otherwise(said: str, rest: str, known: Compiled) -> bool:
    """Whether a later sentence ends with another candidate, or with the same one and a `not`."""
    for sentence in _SENTENCES.split(rest):
        words = unadorned(sentence.strip(_AROUND)).split()
        if not words or words[-1] not in known.edges:
            continue
        ends = [" ".join(words[first:]) for first in range(max(0, len(words) - _WORDS), len(words))]
        if any(end in known.alone and (end not in said or "not" in words) for end in ends):
            return True
    return False
