"""How a candidate may be written: the same words in other forms, and shorter forms that leave out what others share.

From `courier Rina` and `courier Remy` it follows that `Rina` is enough; from `20 mg` and `40 mg`, that `20` is. Whether
a form fits one candidate only is decided where all of them are known (`phrases`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from holdfast.suites.commitment.matcher.focus import DAYS, TITLES
from holdfast.suites.commitment.matcher.fold import fold
from holdfast.suites.commitment.matcher.lexing import Text
from holdfast.suites.commitment.matcher.numerals import UNITS, is_number

Sequence = tuple[str, ...]

GLUE = frozenset("& and + plus the a an , number 's".split())
"""What may stand between the words of any form."""
LOOSE = GLUE | frozenset(
    """
    of to be should must is are been being get gets will need needs have has had both your our their all any its
    his her as well along together with that it also next then in addition too there
    """.split()
)
"""What may stand between the words of a plain phrase."""
JOINED = re.compile(r"\s(?:\+|&|and|plus)\s|,\s(?:and\s)?")
"""Where the parts of a rule that joins several meet."""
_RATES: tuple[Sequence, ...] = (("per", "hour"), ("/", "hour"), ("/", "h"), ("hour",))
_FIRMS = frozenset("ag gmbh ltd inc llc co plc corp limited company".split())
_NOUNS = frozenset(
    """
    logistics freight cargo metals alloys works foods house fork table mutual lines books coffee yoga bank group
    labs systems station street lane road hall hotel room office team club park school college hospital clinic
    farm mill bridge gate port harbour airport museum gallery library press media services solutions partners
    partner trust fund plan course catering kitchen restaurant cafe bar inn grill market store shop motors
    shipping transport rail air lab laboratory centre center institute agency studio design engineering energy
    power water oil gas steel timber paper glass plus edition
    """.split()
)
"""Common words in names of firms and places: by themselves they name nobody."""
_DROPPED = frozenset("the a an & and + plus ( ) , . : ; / = ' [ ] —".split())
SIGNS_INSIDE = frozenset("/().:;[]=") | {"at", "on", "of"}
"""What may stand between the words of some forms besides."""
_PLACING = frozenset("on in under for at".split())
_EARLY = {"1": "first", "2": "second", "3": "third"}
_ROMAN = {"2": "ii", "3": "iii", "4": "iv", "6": "vi", "7": "vii", "8": "viii", "9": "ix", "11": "xi", "12": "xii"}
_ORDERED = {"first": "1", "second": "2", "third": "3"} | {f"{number}th": str(number) for number in range(4, 10)}
_PARTICLES = frozenset("off on up down out in away back over".split())
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "ø": "oe"}
)
_MIXED = re.compile(r"(\d+)([a-z])$|([a-z]+)(\d+)$")
_CONVERSIONS: dict[str, dict[str, float]] = {
    "mg": {"g": 1e-3, "mcg": 1e3}, "g": {"kg": 1e-3, "mg": 1e3}, "kg": {"g": 1e3, "t": 1e-3}, "t": {"kg": 1e3},
    "m": {"cm": 1e2, "mm": 1e3, "km": 1e-3}, "km": {"m": 1e3}, "cm": {"m": 1e-2, "mm": 10.0},
    "mm": {"cm": 0.1, "m": 1e-3}, "l": {"ml": 1e3, "m3": 1e-3}, "ml": {"l": 1e-3}, "hour": {"min": 60.0, "day": 1 / 24},
    "min": {"hour": 1 / 60, "sec": 60.0}, "sec": {"min": 1 / 60}, "day": {"hour": 24.0, "week": 1 / 7},
    "week": {"day": 7.0}, "gb": {"mb": 1e3, "tb": 1e-3}, "mb": {"gb": 1e-3},
}  # fmt: skip


def words_of(text: str) -> Sequence:
    """The words of a candidate that count."""
    read = Text(fold(text))
    lexed = read.words
    words = []
    for place, word in enumerate(lexed):
        capital = place and word in _DROPPED and read.written(place)[:1] in "AP"  # `tray A`, `Basic Plus`
        numbering = word == "number" and lexed[place + 1 : place + 2] and is_number(lexed[place + 1])
        if (word not in _DROPPED or capital) and not numbering:
            words.append(word)
    return tuple(word for word in words if word != "'s") or tuple(words) or tuple(lexed) or (text,)


_ADORNING = "()*_`,;:.!—–-\"“”'‘’"
_QUOTES = "(*_`\"“'‘"
_MINUS = re.compile(r"(?:^|[\s(*_`\"“'‘])-\d")
_EDGING = _ADORNING + " \t\r\n#>•"
_SIGNS = ",.;:()'!?—–-/…"
BINDING = frozenset("the from by per via according to source".split())
"""Small words that only bind a value to its source."""


def unadorned(text: str) -> str:
    """A short text without case, signs and the small words that bind a value to its source."""
    words = [word.strip(_ADORNING) for word in text.lower().split()]
    if "-" in text and _MINUS.search(text):
        words = [_signed(word) for word in text.lower().split()]
    return " ".join([word for word in words if word and word not in BINDING])


def _signed(word: str) -> str:
    """A word without signs around it, but for a minus."""
    plain = word.strip(_ADORNING)
    return f"-{plain}" if plain[:1].isdigit() and word.lstrip(_QUOTES).startswith("-") else plain


def spaced(text: str) -> str:
    """A text with spaces for signs, to be split into words: by replacing, in a third of the time of a pattern."""
    for sign in _SIGNS:
        text = text.replace(sign, " ")
    return text


def first_word(text: str) -> str:
    """The first word of a text without case and signs."""
    return text.partition(" ")[0].strip(_EDGING).lower()


def last_word(text: str) -> str:
    """The last word of a text without case and signs."""
    return text[text.rfind(" ") + 1 :].strip(_EDGING).lower()


def fillers_of(text: str, words: Sequence) -> frozenset[str]:
    """What may stand between a form's words: little in a name or number, more in a plain phrase."""
    extra = SIGNS_INSIDE.intersection(text) | (
        frozenset(("at", "on", "of")) if not DAYS.isdisjoint(words) else frozenset()
    )
    if extra:
        return GLUE | extra
    plain = len(words) > 1 and text == text.lower() and not any(is_number(word) or len(word) == 1 for word in words)
    return LOOSE if plain else GLUE


def variants(words: Sequence, text: str) -> Iterator[Sequence]:
    """A form, and the same written otherwise."""
    return chain([words], _by_word(words), _by_number(words), _by_day(words), _by_order(words, text))


def shortened(words: Sequence, text: str, heads: list[str], tails: list[str]) -> Iterator[tuple[Sequence, str]]:
    """Forms without the head noun, title, unit, year or tail that several candidates share; with the head left out."""
    head, tail = words[0], words[-1]
    is_date = head[0] == "d" and "-" in head
    if len(words) < 2:
        if is_date:
            yield (f"{head.partition('-')[2]}th",), ""
        return
    headless = words[1:] if _dispensable(words, text, heads) else ()
    if headless:
        for variant in variants(headless, text):
            yield variant, head
    year = tail[0] == "y" and tail[1:].isdigit()
    if tail in UNITS.values() or year or (tails.count(tail) > 1 and tail.isalpha() and tail != "only"):
        yield words[:-1], ""
        if headless and len(words) > 2:
            yield words[1:-1], head
        if is_date:
            yield (f"{head.partition('-')[2]}th",), ""
    if len(words) > 2 and head in _PLACING:  # `on wind hold`
        yield words[1:], ""
    if len(words) > 2 and is_number(tail):
        yield words[:-1], ""
    if len(words) > 2 and head.isdigit() and len(head) > 2 and words[1].isalpha():  # `9,796` of `9,796 bottles an hour`
        yield (head,), ""
    yield from ((form, "") for form in _parts_of_names(words, text))


def _dispensable(words: Sequence, text: str, heads: list[str]) -> bool:
    """Whether a form is clear without its first word."""
    head = words[0]
    named = text[:1].islower() and text.partition(" ")[2][:1].isupper()  # `courier Rina`
    numbered = len(words) == 2 and head.isalpha() and any(map(str.isdigit, words[1])) and head not in UNITS
    return head in TITLES or heads.count(head) > 1 or named or numbered


def _parts_of_names(words: Sequence, text: str) -> Iterator[Sequence]:
    """A first or last name alone, a firm without its legal form, a plain phrase by its first and last word."""
    if text[:1].isupper() and all(word.isalpha() for word in words) and words[0] not in TITLES:
        yield from ((word,) for word in (words[0], words[-1]) if len(word) > 3 and word not in _NOUNS)
        if words[-1] in _FIRMS:
            yield words[:-1]
    if text == text.lower() and len(words) > 2 and words[-1].isalpha() and words[-1] != "only":
        yield words[0], words[-1]
        yield words[-1], words[0]


def _by_word(words: Sequence) -> Iterator[Sequence]:
    """Each word in its other spellings."""
    for place, word in enumerate(words):
        before, after = words[:place], words[place + 1 :]
        for other in _other_words(word, last=not after):
            yield (*before, *other, *after)
        if after and _joins(word, after[0]):
            yield (*before, word + after[0], *after[1:])
        if word == "1" and len(before) > 1 and after == ("hour",):  # `9,796 bottles an hour`
            yield from ((*before, *rate) for rate in _RATES)
        if word == "1" and before:
            yield (*before, "one", *after)


def _other_words(word: str, *, last: bool) -> Iterator[Sequence]:
    """`4B` as `4 B`, `2.4.1` as `v2.4.1`, a date by its numbers, a time in its other forms."""
    mixed = _MIXED.match(word)
    if mixed and (is_number(word) or word[0] not in "td~y" or len(word) < 4):
        yield tuple(piece for piece in mixed.groups() if piece)
    if word.isdigit() and 3 < len(word) < 7 and word[-1] != "0":  # `8.615` and `8 615` for 8,615
        yield (f"{word[:-3]}.{word[-3:]}",)
        yield word[:-3], word[-3:]
    if word.count(".") > 1 or (word.count(".") == 1 and last):
        yield (f"v{word}",)
    if word[0] == "d" and "-" in word and word[1].isdigit():
        month, day = word[1:].split("-")
        yield day, "/", month
        yield (f"{day}.{month}",)
        if int(day) > 12:
            yield month, "/", day
    if word[0] in "t~" and ":" in word:
        yield from ((other,) for other in _other_times(word))


def _joins(word: str, following: str) -> bool:
    """Whether a letter and a number may be written together: `T 204`, `T204`."""
    both = word.isalnum() and following.isalnum() and word.isalpha() != following.isalpha()
    return both and following not in UNITS and not (is_number(word) and following[0] == "y")


def _by_number(words: Sequence) -> Iterator[Sequence]:
    """`bay 7` as the 7th bay, a quantity in other units."""
    if len(words) != 2:
        return
    head, tail = words
    if head in _ORDERED:
        yield tail, _ORDERED[head]
    if head.isalpha() and tail.isdigit() and len(tail) < 3:
        yield _EARLY.get(tail, f"{tail}th"), head
        if tail in _ROMAN:
            yield head, _ROMAN[tail]
    if _is_quantity(head):
        for unit, factor in _CONVERSIONS.get(tail, {}).items():
            yield _shortest(float(head) * factor, 6), unit
        if tail == "deg":
            yield _shortest(float(head) * 1.8 + 32, 2), "degf"


def _is_quantity(word: str) -> bool:
    return re.fullmatch(r"-?\d{1,12}(?:\.\d{1,6})?", word, re.ASCII) is not None


def _shortest(number: float, digits: int) -> str:
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")


def _by_day(words: Sequence) -> Iterator[Sequence]:
    """A weekday and a time in either order, with or without minutes."""
    days = [word for word in words if word in DAYS]
    times = [word for word in words if word[0] in "t~" and ":" in word]
    if len(days) == len(times) == 1:
        hours = [times[0], *_other_times(times[0])]
        if times[0].endswith(":00"):
            hours.append(times[0][1:].partition(":")[0].lstrip("0"))
        for hour in hours:
            yield days[0], hour
            yield hour, days[0]


def _by_order(words: Sequence, text: str) -> Iterator[Sequence]:
    """The verb after its object, the particle at the end, `only` in front; names without marks."""
    if len(words) > 2 and words[1] in _PARTICLES:
        yield (words[0], *words[2:], words[1])
    if len(words) == 2 and words[1] in _PARTICLES:
        yield (words[0] + words[1],)
    if len(words) > 1 and words[-1] == "only":
        yield ("only", *words[:-1])
        yield ("just", *words[:-1])
    if 2 < len(words) < 7 and fillers_of(text, words) is LOOSE:
        for place in range(1, len(words)):
            yield (*words[1 : place + 1], words[0], *words[place + 1 :])
    if len(words) > 1 and "'" in text:
        yield words_of(text.replace("'", ""))
    if text.translate(_UMLAUTS) != text:
        yield words_of(text.translate(_UMLAUTS))


def _other_times(word: str) -> Iterator[str]:
    """A time that leaves the half of the day open, and what it most naturally means; and the other way round."""
    hour, minute = (int(piece) for piece in word[1:].split(":"))
    short = (hour - 1) % 12 + 1
    if word[0] == "t":
        yield from (f"~{short}:{minute:02}", f"{hour:02}{minute:02}", f"{hour}.{minute:02}", f"{short}.{minute:02}")
    else:
        yield f"t{hour if 7 <= hour <= 12 else hour + 12:02}:{minute:02}"
