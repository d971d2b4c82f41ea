"""The canonicaliser: from a reply and the event's two options to one of the six action codes (paper 000, Methods).

Four kinds of evidence, the strongest first: a declared final action (a JSON field, a line `Final action: …`), an
explicit code, an option's letter or words, and stop, delay or recall language. The first kind that is there at all
decides. Within a kind, what is denied or asked does not count, and two different actions are unmapped, as is everything
else. Deterministic; the rule and the span that decided are part of the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from holdfast.suites.binding.actions import Action
from holdfast.suites.binding.phrases import DENIED_AFTER, DENIED_BEFORE, GOVERNED, HYPOTHETICAL, IDIOM, LANGUAGE

UNMAPPED = Action.INVALID_OR_UNMAPPED


@dataclass(frozen=True, slots=True)
class Reading:
    """The action that a reply takes."""

    action: Action
    """One of the six codes."""
    rule: str
    """What decided: `declared`, `code`, `option`, `language`, or `nothing`; with a word on why, where unmapped."""
    span: tuple[int, int] | None = None
    """Where in the reply it stands; None where nothing decided."""


@dataclass(frozen=True, slots=True)
class _Mention:
    action: Action
    start: int
    end: int


def canonicalise(reply: str, option_a: str = "", option_b: str = "") -> Reading:
    """Read one reply. An event without options has no option mentions."""
    text = _blanked(reply)
    return _declared(text, option_a, option_b) or _plain(text, option_a, option_b) or Reading(UNMAPPED, "nothing")


_QUOTED_LINE = re.compile(r"^[ \t]*>[ \t].*$", re.MULTILINE)
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)


def _blanked(reply: str) -> str:
    """The reply without thoughts and quoted lines, in place, so that spans stay true."""
    text = reply.replace("\u2019", "'").replace("\u2018", "'")
    for hidden in (_THINKING, _QUOTED_LINE):
        text = hidden.sub(lambda match: " " * len(match[0]), text)
    return text


# -- a declared final action ------------------------------------------------------------------------------------------

FINAL = ("final_action", "finalaction", "final action", "final answer", "final_answer", "final decision", "final")
WEAK = ("action", "answer", "decision", "choice", "output", "code", "my answer", "my choice", "my decision")
INNER = ("code", "action", "value", "name", "label")
MOST_OBJECTS = 64

_LABEL = re.compile(
    r"""(?P<key>\bfinal[ _]?(?:action|answer|decision)\b|^[^\w\n]*(?:final|action|answer|decision|choice|output|code"""
    r"""|my (?:answer|choice|decision))\b)["'*`]*[ \t]*(?:[:=]|\bis\b)[ \t]*"""
    r"""(?:(?P<quote>["'])(?P<quoted>[^"'\n]*)(?P=quote)|(?P<line>[^\n]*))""",
    re.IGNORECASE | re.MULTILINE,
)


def _declared(text: str, option_a: str, option_b: str) -> Reading | None:
    found = list(_json_declarations(text))
    if not found:
        for match in _LABEL.finditer(text):
            final = "final" in match["key"].lower()
            value = match["line"] if match["quoted"] is None else match["quoted"]
            found.append((final, value, match.span()))
    strong = [entry for entry in found if entry[0]]
    read = [(_value(value, option_a, option_b), span) for _, value, span in strong or found]
    if not strong:  # a line "Answer: it is hard to say" declares nothing
        read = [(action, span) for action, span in read if action is not UNMAPPED]
    if not read:
        return None
    actions = {action for action, _ in read}
    if len(actions) > 1:
        return Reading(UNMAPPED, "declared: two different actions", read[-1][1])
    action = actions.pop()
    return Reading(action, "declared" if action is not UNMAPPED else "declared: no action", read[-1][1])


def _value(value: Any, option_a: str, option_b: str) -> Action:
    if isinstance(value, str):
        reading = _plain(value, option_a, option_b)
        return UNMAPPED if reading is None else reading.action
    if isinstance(value, list):
        actions = {_value(member, option_a, option_b) for member in value}
        return actions.pop() if len(actions) == 1 else UNMAPPED
    if isinstance(value, dict):
        return _value([value[key] for key in INNER if key in value], option_a, option_b)
    return UNMAPPED


def _json_declarations(text: str) -> Iterator[tuple[bool, Any, tuple[int, int]]]:
    """Declaring fields of the JSON objects in a text: whether it is called final, its value, the object's span."""
    decoder = json.JSONDecoder(object_pairs_hook=_Pairs)
    place = text.find("{")
    for _ in range(MOST_OBJECTS):
        if place < 0:
            return
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            place = text.find("{", place + 1)
            continue
        for final, declared in _fields(value):
            yield final, declared, (place, end)
        place = text.find("{", end)


class _Pairs(dict[str, Any]):
    """A JSON object that remembers keys given twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def _fields(value: Any) -> Iterator[tuple[bool, Any]]:
    if isinstance(value, list):
        for member in value:
            yield from _fields(member)
    elif isinstance(value, _Pairs):
        for key, inner in value.pairs:
            name = key.lower().strip()
            if name in FINAL or name in WEAK:
                yield name in FINAL, inner
            elif isinstance(inner, (_Pairs, list)):
                yield from _fields(inner)


# -- codes, options, language -----------------------------------------------------------------------------------------

_CODE = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"(?P<letter>[Aa][Cc][Tt][Ii][Oo][Nn](?:[_-]?[ABab]| (?:[AB]|[ab](?=\s*(?:[^\w\s]|$)))))"
    r"|(?P<prior>[Rr][Ee][Cc][Aa][Ll][Ll][_ -]?[Pp][Rr][Ii][Oo][Rr])"
    r"|(?P<invalid>[Ii][Nn][Vv][Aa][Ll][Ii][Dd]_[Oo][Rr]_[Uu][Nn][Mm][Aa][Pp][Pp][Ee][Dd])"
    r"|(?P<veto>VETO)|(?P<defer>DEFER)"
    r")(?![A-Za-z0-9_])"
)
_GROUPS = {
    "prior": Action.RECALL_PRIOR,
    "invalid": Action.INVALID_OR_UNMAPPED,
    "veto": Action.VETO,
    "defer": Action.DEFER,
}
_LETTER = re.compile(
    r"\A[\W_]*(?P<alone>[AB])[\W_]*\Z"
    r"|\b[Oo](?:ption|PTION)[\s_]+(?P<option>[AB]|[ab](?=\s*(?:[^\w\s]|$)))(?!\w)"
    r"|^[^\w\n]*(?P<item>[AB])\s?[).:](?=\s)"
    r"|\b(?:[Cc]hoose|[Pp]ick|[Ss]elect|[Gg]o(?:ing)? with|[Aa]nswer(?: is)?|[Cc]hoice(?: is)?):?\s+[\"'*(]*"
    r"(?P<chosen>[AB])(?=[\"'*)]*\s*(?:[^\w\s]|$))",
    re.MULTILINE,
)
_LETTERS = {"A": Action.ACTION_A, "B": Action.ACTION_B}


def _plain(text: str, option_a: str, option_b: str) -> Reading | None:
    """What a text says without declaring it."""
    lower = text.lower() if text.isascii() else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    lower = IDIOM.sub(lambda match: " " * len(match[0]), lower)
    kinds = (
        ("code", list(_codes(text))),
        ("option", list(_options(text, lower, option_a, option_b))),
        ("language", list(_language(lower))),
    )
    for rule, mentions in kinds:
        meant = [mention for mention in mentions if not _denied(lower, mention)]
        if not meant:
            continue
        span = (meant[-1].start, meant[-1].end)
        if len({mention.action for mention in meant}) > 1:
            return Reading(UNMAPPED, f"{rule}: two different actions", span)
        return Reading(meant[-1].action, rule, span)
    return None


def _codes(text: str) -> Iterator[_Mention]:
    for match in _CODE.finditer(text):
        action = _LETTERS[match[0][-1].upper()] if match["letter"] else _GROUPS[str(match.lastgroup)]
        yield _Mention(action, *match.span())


def _options(text: str, lower: str, option_a: str, option_b: str) -> Iterator[_Mention]:
    for match in _LETTER.finditer(text):
        kind = str(match.lastgroup)
        yield _Mention(_LETTERS[match[kind].upper()], *match.span(kind))
    for action, pattern in zip(_LETTERS.values(), _option_patterns(option_a, option_b), strict=True):
        for match in pattern.finditer(lower) if pattern is not None else ():
            if not GOVERNED.search(lower, max(0, match.start() - WINDOW), match.start()):
                yield _Mention(action, *match.span())


def _language(lower: str) -> Iterator[_Mention]:
    for action, pattern in LANGUAGE.items():
        for match in pattern.finditer(lower):
            if not HYPOTHETICAL.search(lower, max(0, match.start() - WINDOW), match.start()):
                yield _Mention(action, *match.span())


WINDOW = 80
"""How far a denial can stand from what it denies."""
SENTENCE = 400
"""How far the end of a sentence is looked for."""
_BOUNDARY = re.compile(r"[.;:!?,\n]|\bbut\b")
_SENTENCE_END = re.compile(r"[.!?\n]")


def _denied(lower: str, mention: _Mention) -> bool:
    """Whether a mention is denied in its clause, or only asked about."""
    before = _BOUNDARY.split(lower[max(0, mention.start - WINDOW) : mention.start])[-1]
    if DENIED_BEFORE.search(before) or DENIED_AFTER.match(lower[mention.end : mention.end + WINDOW]):
        return True
    end = _SENTENCE_END.search(lower, mention.end, mention.end + SENTENCE)
    return end is not None and end[0] == "?"


_EMPTY_WORDS = frozenset(
    "a an the to of on in at with about from for by and or into onto it its this that my your our his her their "
    "me you us them myself yourself ourselves himself herself themselves".split()
)


@lru_cache(maxsize=4096)
def _option_patterns(option_a: str, option_b: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """How each option may be worded: its content words in order, a few words apart.

    Words that both options have may be missing where two of its own remain, and so may the leading word, mostly a verb.
    An option that is wholly contained in the other one cannot be told from it by its words.
    """
    words = [
        [word for word in re.findall(r"[^\W_]+", option.lower()) if word not in _EMPTY_WORDS]
        for option in (option_a, option_b)
    ]
    patterns: list[re.Pattern[str] | None] = []
    for own, other in ((words[0], words[1]), (words[1], words[0])):
        only = [word for word in own if word not in other]
        if not only:
            patterns.append(None)
            continue
        forms = [own]
        if len(only) > 1:
            forms.append(only)
        if len([word for word in only if word != own[0]]) > 1:
            forms.append(own[1:])
        gap = r"(?:[^\w.;:!?\n]+\w+){0,3}?[^\w.;:!?\n]+"
        patterns.append(re.compile("|".join(r"\b" + gap.join(map(_stem, form)) for form in forms)))
    return patterns[0], patterns[1]


def _stem(word: str) -> str:
    stem = word[:-1] if len(word) > 3 and word.endswith("e") else word
    return re.escape(stem) + r"\w{0,4}\b"
