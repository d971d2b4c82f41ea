"""How each candidate may be written, and what the question is about: compiled once per question and set of candidates.

From `courier Rina` and `courier Remy` it follows that `Rina` is enough; from `20 mg` and `40 mg`, that `20` is. What is
derived here is always checked against the other candidates first: a short form that would fit two of them is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from holdfast.suites.commitment.candidates import AnswerKind, Candidate, Candidates
from holdfast.suites.commitment.matcher.focus import DAYS, Focus, focus_of
from holdfast.suites.commitment.matcher.fold import fold
from holdfast.suites.commitment.matcher.forms import inflections
from holdfast.suites.commitment.matcher.lexing import lex
from holdfast.suites.commitment.matcher.numerals import UNITS, is_number

Sequence = tuple[str, ...]

SOURCE = 1_000
"""Targets from here on are sources of pairs."""
PART = 2_000
"""Targets from here on are parts of joined rules: 2,000 + 10 x candidate + part."""
AMBIGUOUS = 9_999
"""A form that fits several candidates."""

_GLUE = frozenset("& and + plus the a an , number 's".split())
_LOOSE = _GLUE | frozenset(
    "of to be should must is are been being get gets will need needs have has had both your our their all any its his her "
    "as well along together with that it also next then in addition too must there".split()
)
_TITLES = frozenset(
    """
    dr mr mrs ms miss prof nurse captain sergeant sister officer inspector judge chef coach sir lady lord mayor senator agent
    detective lieutenant colonel major father rabbi madame herr frau warden chief
    """.split()
)
_FIRMS = frozenset("ag gmbh ltd inc llc co plc corp limited company".split())
_NOUNS = frozenset(
    """
    logistics freight cargo metals alloys works foods house fork table mutual lines books coffee yoga bank group labs systems
    station street lane road hall hotel room office team club park school college hospital clinic farm mill bridge gate port
    harbour airport museum gallery library press media services solutions partners partner trust fund plan course catering
    kitchen restaurant cafe bar inn grill market store shop motors shipping transport rail air lab laboratory centre center
    institute agency studio design engineering energy power water oil gas steel timber paper glass plus edition
    """.split()
)
_DROPPED = frozenset("the a an & and + plus ( ) , . : ; / = ' [ ] —".split())
_SIGNS = frozenset("/().:;[]=")
_JOINED = re.compile(r"\s(?:\+|&|and|plus)\s|,\s(?:and\s)?")
_EARLY = {"1": "first", "2": "second", "3": "third"}
_ROMAN = {"2": "ii", "3": "iii", "4": "iv", "6": "vi", "7": "vii", "8": "viii", "9": "ix", "11": "xi", "12": "xii"}
_PARTICLES = frozenset("off on up down out in away back over".split())
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "ø": "oe"}
)
_ORDERED = {
    "first": "1",
    "second": "2",
    "third": "3",
    "4th": "4",
    "5th": "5",
    "6th": "6",
    "7th": "7",
    "8th": "8",
    "9th": "9",
}
_MIXED = re.compile(r"(\d+)([a-z])$|([a-z]+)(\d+)$")
_CONVERSIONS: dict[str, tuple[tuple[str, float], ...]] = {
    "mg": (("g", 1e-3), ("mcg", 1e3)), "g": (("kg", 1e-3), ("mg", 1e3)), "kg": (("g", 1e3), ("t", 1e-3)),
    "t": (("kg", 1e3),), "m": (("cm", 1e2), ("mm", 1e3), ("km", 1e-3)), "km": (("m", 1e3),),
    "cm": (("m", 1e-2), ("mm", 10.0)), "mm": (("cm", 0.1), ("m", 1e-3)), "l": (("ml", 1e3), ("m3", 1e-3)), "ml": (("l", 1e-3),),
    "hour": (("min", 60.0), ("day", 1 / 24)), "min": (("hour", 1 / 60), ("sec", 60.0)), "sec": (("min", 1 / 60),),
    "day": (("hour", 24.0), ("week", 1 / 7)), "week": (("day", 7.0),), "gb": (("mb", 1e3), ("tb", 1e-3)), "mb": (("gb", 1e-3),),
}  # fmt: skip


class Phrase(NamedTuple):
    """One way to write a candidate."""

    rest: Sequence
    """Its words behind the first."""
    target: int
    """What it names: the index of a candidate, or a source or part."""
    fillers: frozenset[str]
    """What may stand between its words."""
    short: bool = False
    """It was shortened: a neighbour may make it something else."""
    proper: bool = False
    """It is written with a capital: in small letters it is another word."""
    head: str = ""
    """The head noun that was left out."""


class Compiled(NamedTuple):
    """What the matcher knows of one question before it sees a reply."""

    by_word: dict[str, tuple[Phrase, ...]]
    """Phrases by their first word, longest first."""
    canon: dict[str, str]
    """Inflected words and the word that phrases have."""
    own: frozenset[str]
    """All words of all candidates."""
    kind: AnswerKind
    texts: tuple[str, ...]
    """The candidates as the task writes them."""
    gold: int
    pairs: dict[tuple[int, int], int]
    """For pairs: the candidate of a value and a source."""
    parts: dict[int, int]
    """For joined rules: how many parts a candidate has."""
    focus: Focus
    """What the question is about."""
    exact: dict[str, int]
    """Candidates by every way to write them that needs no reading at all."""


@lru_cache(maxsize=4096)
def compiled(candidates: Candidates, question: str) -> Compiled:
    """The phrases of all candidates, and the question's own words."""
    members = candidates.members
    texts = tuple(member.text for member in members)
    gold = next(place for place, member in enumerate(members) if member is candidates.gold)
    phrases: list[tuple[Sequence, Phrase]] = []
    pairs: dict[tuple[int, int], int] = {}
    parts: dict[int, int] = {}
    if candidates.kind is AnswerKind.PAIR:
        values = _distinct((member.text, member.aliases) for member in members)
        sources = _distinct((member.source, member.source_aliases) for member in members)
        phrases += _phrases(list(values.values()), 0) + _phrases(list(sources.values()), SOURCE)
        for place, member in enumerate(members):
            pairs[_place(values, member.text), SOURCE + _place(sources, member.source)] = place
    else:
        phrases += _phrases([(member.text, *member.aliases) for member in members], 0)
        for place, member in enumerate(members):
            if joined := _parts(member):
                parts[place] = len(joined)
                phrases += [
                    (words, Phrase(words[1:], PART + 10 * place + number, _LOOSE))
                    for number, part in enumerate(joined)
                    for words in permutations(part)
                ]
    index: dict[str, list[tuple[int, Phrase]]] = {}
    canon: dict[str, str] = {}
    own: set[str] = set()
    for words, phrase in phrases:
        own.update(words)
        index.setdefault(words[0], []).append((len(words), phrase))
        if phrase.fillers is _LOOSE:
            canon |= {form: word for word in words for form in inflections(word)}
    for form, word in canon.items():
        if form != word and word in index and form not in own:
            index.setdefault(form, []).extend(index[word])
    ordered = {
        word: tuple(phrase for _, phrase in sorted(found, key=lambda item: -item[0])) for word, found in index.items()
    }
    focus = focus_of(question, frozenset(own))
    exact = {} if pairs else _exact(phrases, members)
    return Compiled(ordered, canon, frozenset(own), candidates.kind, texts, gold, pairs, parts, focus, exact)


def _exact(phrases: list[tuple[Sequence, Phrase]], members: tuple[Candidate, ...]) -> dict[str, int]:
    """Plain spellings that name one candidate and nothing else."""
    found: dict[str, int] = {}
    for words, phrase in phrases:
        if phrase.target < len(members) and all(map(str.isalpha, words)) and len(words[0]) > 1:
            found[" ".join(words)] = phrase.target
    for place, member in enumerate(members):
        for form in (member.text, *member.aliases):
            found[form.lower()] = place
    return found


def _distinct(written: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, Sequence]:
    """The same text of several pairs once, with all its aliases."""
    found: dict[str, Sequence] = {}
    for text, aliases in written:
        key = " ".join(_words(text))
        found[key] = (*found.get(key, (text,)), *aliases)
    return found


def _place(found: dict[str, Sequence], text: str) -> int:
    return list(found).index(" ".join(_words(text)))


def _words(text: str) -> Sequence:
    lexed, starts, _ = lex(fold(text).text)
    words = [
        word
        for place, word in enumerate(lexed)
        if (word not in _DROPPED or (place and text[starts[place]] in "AP"))
        and (word != "number" or not lexed[place + 1 : place + 2] or not is_number(lexed[place + 1]))
    ]
    return tuple(word for word in words if word != "'s") or tuple(words) or tuple(lexed) or (text,)


def _phrases(written: list[Sequence], base: int) -> list[tuple[Sequence, Phrase]]:
    """Every way to write each of some texts, short forms included where they fit one only."""
    full = [dict.fromkeys(_words(form) for form in forms if _words(form)) for forms in written]
    heads = [next(iter(forms))[0] for forms in full]
    tails = [next(iter(forms))[-1] for forms in full]
    claims: dict[Sequence, dict[int, tuple[bool, str, frozenset[str]]]] = {}

    def claim(words: Sequence, place: int, *, short: bool, head: str, fillers: frozenset[str]) -> None:
        if words:
            claims.setdefault(words, {}).setdefault(place, (short, head, fillers))

    for place, forms in enumerate(full):
        for number, words in enumerate(forms):
            text = written[place][min(number, len(written[place]) - 1)]
            fillers = _fillers(text, words)
            for variant in _variants(words, text):
                claim(variant, place, short=False, head="", fillers=fillers)
            joined = text == text.lower() and _JOINED.search(text) and len(words) > 2
            for variant, head in () if joined else _shortened(words, text, heads, tails):
                claim(variant, place, short=True, head=head, fillers=fillers)
    found = []
    everything = [(place, words) for place, forms in enumerate(full) for words in forms]
    for words, owners in claims.items():
        exact = [place for place, (short, _, _) in owners.items() if not short]
        fits = exact if len(exact) == 1 else list(owners)
        if (
            len(fits) == 1
            and not exact
            and any(place != fits[0] and _inside(words, other) for place, other in everything)
        ):
            fits = [*fits, -1]
        if len(fits) == 1:
            short, head, fillers = owners[fits[0]]
            proper = written[fits[0]][0][:1].isupper()
            found.append((words, Phrase(words[1:], base + fits[0], fillers, short, proper, head)))
        elif not base and words[0] not in UNITS:
            found.append((words, Phrase(words[1:], AMBIGUOUS, _GLUE)))
    return found


def _inside(words: Sequence, other: Sequence) -> bool:
    """Whether some words stand in this order, side by side, in others."""
    return any(other[place : place + len(words)] == words for place in range(len(other) - len(words) + 1))


def _fillers(text: str, words: Sequence) -> frozenset[str]:
    """What may stand between a form's words: little in a name or number, more in a plain phrase."""
    extra = _SIGNS.intersection(text) | (frozenset(("at", "on", "of")) if not DAYS.isdisjoint(words) else frozenset())
    if extra:
        return _GLUE | extra
    plain = len(words) > 1 and text == text.lower() and not any(is_number(word) or len(word) == 1 for word in words)
    return _LOOSE if plain else _GLUE


def _variants(words: Sequence, text: str) -> Iterator[Sequence]:
    """The same form, written otherwise."""
    yield words
    for place, word in enumerate(words):
        before, after = words[:place], words[place + 1 :]
        if mixed := _MIXED.match(word):
            split = tuple(piece for piece in mixed.groups() if piece)
            if is_number(word) or word[0] not in "td~y" or len(word) < 4:
                yield (*before, *split, *after)
        if (
            after
            and word.isalpha() != after[0].isalpha()
            and word.isalnum()
            and after[0].isalnum()
            and after[0] not in UNITS
        ):
            if not (is_number(word) and after[0][0] in "y"):
                yield (*before, word + after[0], *after[1:])
        if word.count(".") > 1 or (word.count(".") == 1 and not after):
            yield (*before, f"v{word}", *after)
        if word == "1" and before:
            yield (*before, "one", *after)
        if word[0] == "d" and "-" in word and word[1].isdigit():
            month, day = word[1:].split("-")
            yield (*before, day, "/", month, *after)
            yield (*before, f"{day}.{month}", *after)
            if int(day) > 12:
                yield (*before, month, "/", day, *after)
        if word[0] in "t~" and ":" in word:
            yield from ((*before, other, *after) for other in _other_times(word))
    if len(words) == 2 and words[0] in _ORDERED:
        yield words[1], _ORDERED[words[0]]
    if len(words) == 2 and words[0].isalpha() and words[1].isdigit() and len(words[1]) < 3:
        yield (_EARLY.get(words[1], f"{words[1]}th"), words[0])
        if words[1] in _ROMAN:
            yield words[0], _ROMAN[words[1]]
    days = [word for word in words if word in DAYS]
    times = [word for word in words if word[0] in "t~" and ":" in word]
    if len(days) == len(times) == 1:
        hours = [times[0], *_other_times(times[0])]
        if times[0].endswith(":00"):
            hours.append(times[0][1:].partition(":")[0].lstrip("0"))
        for hour in hours:
            yield days[0], hour
            yield hour, days[0]
    if len(words) == 2 and words[1] in _CONVERSIONS and is_number(words[0]):
        for unit, factor in _CONVERSIONS[words[1]]:
            try:
                yield (f"{float(words[0]) * factor:.6f}".rstrip("0").rstrip("."), unit)
            except ValueError:
                pass
    if len(words) == 2 and words[1] == "deg" and is_number(words[0]):
        yield (f"{float(words[0]) * 1.8 + 32:.2f}".rstrip("0").rstrip("."), "degf")
    if len(words) > 2 and words[1] in _PARTICLES:
        yield (words[0], *words[2:], words[1])
    if "'" in text and len(words) > 1:
        yield tuple(_words(text.replace("'", "")))
    if text.translate(_UMLAUTS) != text:
        yield tuple(_words(text.translate(_UMLAUTS)))
    if words[-1] == "only" and len(words) > 1:
        yield ("only", *words[:-1])
        yield ("just", *words[:-1])
    if 2 < len(words) < 7 and _fillers(text, words) is _LOOSE:
        for place in range(1, len(words)):
            yield (*words[1 : place + 1], words[0], *words[place + 1 :])
    if len(words) == 2 and words[1] in ("back", "out", "off", "up", "down", "in"):
        yield (words[0] + words[1],)


def _other_times(word: str) -> Iterator[str]:
    """A time that leaves the half of the day open, and what it most naturally means; and the other way round."""
    hour, minute = (int(piece) for piece in word[1:].split(":"))
    if word[0] == "t":
        yield f"~{(hour - 1) % 12 + 1}:{minute:02}"
        if not minute:
            yield f"{hour:02}00"
        yield f"{hour:02}{minute:02}"
        yield f"{hour}.{minute:02}"
        yield f"{(hour - 1) % 12 + 1}.{minute:02}"
    else:
        yield f"t{hour if 7 <= hour <= 12 else hour + 12:02}:{minute:02}"


def _shortened(words: Sequence, text: str, heads: list[str], tails: list[str]) -> Iterator[tuple[Sequence, str]]:
    """Forms without the head noun, title, unit, year or tail that several candidates share."""
    if len(words) < 2:
        if words[0][0] == "d" and "-" in words[0]:
            yield (f"{words[0].partition('-')[2]}th",), ""
        return
    head = words[0]
    named = text[:1].islower() and " " in text and text.split(" ", 1)[1][:1].isupper()
    numbered = len(words) == 2 and head.isalpha() and any(map(str.isdigit, words[1])) and head not in UNITS
    headless = words[1:] if head in _TITLES or heads.count(head) > 1 or named or numbered else ()
    if headless:
        yield headless, head
        for variant in _variants(headless, text):
            yield variant, head
    tail = words[-1]
    year = tail[0] == "y" and tail[1:].isdigit()
    if tail in UNITS.values() or year or (tails.count(tail) > 1 and tail.isalpha() and tail != "only"):
        yield words[:-1], ""
        if headless and len(words) > 2:
            yield words[1:-1], head
        if words[0][0] == "d" and "-" in words[0]:
            yield (f"{words[0].partition('-')[2]}th",), ""
    if len(words) > 2 and is_number(tail):
        yield words[:-1], ""
    if text[:1].isupper() and all(word.isalpha() for word in words) and head not in _TITLES:
        yield from (((word,), "") for word in (words[0], words[-1]) if len(word) > 3 and word not in _NOUNS)
        if words[-1] in _FIRMS:
            yield words[:-1], ""
    if text == text.lower() and len(words) > 2 and words[-1].isalpha() and words[-1] != "only":
        yield (words[0], words[-1]), ""
        yield (words[-1], words[0]), ""


def _parts(member: Candidate) -> list[Sequence]:
    """The parts of a rule that joins several, each in its own words; empty for anything else."""
    if not member.text[:1].islower():
        return []
    parts = [_words(part) for part in _JOINED.split(member.text)]
    if len(parts) < 2 or not all(parts) or sum(map(len, parts)) < 3 or max(map(len, parts)) > 4:
        return []
    return parts
