"""Times and dates in one spelling.

A time that does not say which half of the day it means is `~2:30`; one that does is `t14:30`. A date is `d3-12` and its
year a word of its own, so that it may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

_ORDINAL_WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_DAY_ORDINALS = {word: f"{number}th" for number, word in enumerate(_ORDINAL_WORDS, start=1)}
_MONTH_NAMES = "january february march april may june july august september october november december".split()
_MONTHS = {name: n for n, name in enumerate(_MONTH_NAMES, start=1)}
_MONTHS |= {name[:3]: n for name, n in _MONTHS.items()} | {"sept": 9}
_EARLY = {"1th": "first", "2th": "second", "3th": "third"}
HALVES = {"am": 0, "pm": 12, "morning": 0, "afternoon": 12, "evening": 12, "night": 12}
"""How many hours each half of the day adds."""
_SPOKEN = {"half": "30", "quarter": "15"}
_NAMED = {"noon": "t12:00", "midnight": "t00:00"}
_SPOKEN_OR_NAMED = frozenset(_SPOKEN) | frozenset(_NAMED)
_CLOCKISH = frozenset("am pm noon midnight o'clock half quarter past morning afternoon evening".split())
_DIGITS = frozenset("0123456789")
CALENDAR = frozenset(_MONTHS) | frozenset(_NAMED)
"""Words that make a second look worth while."""
_CLOCK = re.compile(r"(\d{1,2})[:.h](\d\d)(?::\d\d)?$")
_DOTTED_DATE = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})$")
_ORDINAL = re.compile(r"(\d{1,2})th$")
_YEAR = re.compile(r"(?:19|20)\d\d$")

Tokens = tuple[list[str], Sequence[int], Sequence[int]]
"""Words, and for each where it begins and where its last part begins."""
Time = tuple[int, int, int]
"""Hour, minute, and where the words go on."""


def respelled(
    tokens: Tokens, places: Iterable[int], spelled: Callable[[list[str], int], tuple[list[str], int] | None]
) -> Tokens:
    """The same words with what begins at some places in another spelling."""
    words, starts, lasts = tokens
    out: tuple[list[str], list[int], list[int]] = ([], [], [])
    done = 0
    for place in places:
        found = spelled(words, place) if place >= done else None
        if found is None or (found[1] == place + 1 and found[0] == [words[place]]):
            continue
        new, after = found
        out[0].extend((*words[done:place], *new))
        out[1].extend((*starts[done:place], *[starts[place]] * len(new)))
        out[2].extend((*lasts[done:place], *[lasts[after - 1]] * len(new)))
        done = after
    if not done:
        return tokens
    return [*out[0], *words[done:]], [*out[1], *starts[done:]], [*out[2], *lasts[done:]]


def spell_times(tokens: Tokens) -> Tokens:
    """The same words with every time in its one spelling."""
    words = tokens[0]
    spoken = not _CLOCKISH.isdisjoint(words)
    places = [p for p, word in enumerate(words) if word[0] in _DIGITS or (spoken and word in _SPOKEN_OR_NAMED)]
    if not spoken:
        places = [place for place in places if ":" in words[place] or "h" in words[place]]
    return respelled(tokens, places, _clock) if places else tokens


def _clock(words: list[str], place: int) -> tuple[list[str], int] | None:
    word = words[place]
    if word in _NAMED:
        return [_NAMED[word]], place + 1
    time = _time(words, place)
    if time is None:
        return None
    spelled, after = _spelled(words, time, sure=word[0] == "0")
    return [spelled], after


def _time(words: list[str], place: int) -> Time | None:
    """The time that begins here, if one does."""
    word, following = words[place], words[place + 1 : place + 2]
    past = _past(words, place)
    if past is not None:
        return past
    clock = _CLOCK.match(word) if ":" in word or "h" in word or following in (["am"], ["pm"]) else None
    if clock and int(clock[1]) < 24 and int(clock[2]) < 60:
        return int(clock[1]), int(clock[2]), place + 1
    if _hour(word) and following in (["am"], ["pm"]):
        return int(word), 0, place + 1
    if _hour(word) and following == ["o'clock"]:
        return int(word), 0, place + 2
    return None


def _past(words: list[str], place: int) -> Time | None:
    """`half past two`, `twenty to five`, `5 minutes past 3`."""
    minutes = _SPOKEN.get(words[place], words[place])
    named = words[place] in _SPOKEN
    place += 1
    counted = words[place : place + 1] == ["min"]
    place += counted
    if len(words) < place + 2 or words[place] not in ("past", "to", "after") or not _hour(words[place + 1]):
        return None
    if not minutes.isdigit() or not 0 < int(minutes[:3]) < 60 or not (named or counted or int(minutes) % 5 == 0):
        return None
    hour, late = int(words[place + 1]), words[place] != "to"
    return (hour if late else hour - 1) or 12, int(minutes) if late else 60 - int(minutes), place + 2


def _hour(word: str) -> bool:
    return word.isdigit() and len(word) < 3 and 1 <= int(word) <= 12


def _spelled(words: list[str], time: Time, *, sure: bool) -> tuple[str, int]:
    """A time in its one spelling, with the half of the day if it is said, and where the words go on."""
    hour, minute, after = time
    half, after = _half(words, after)
    if half is not None and 1 <= hour <= 12:
        return f"t{hour % 12 + half:02}:{minute:02}", after
    if hour > 12 or hour == 0 or sure:
        return f"t{hour:02}:{minute:02}", after
    return f"~{hour}:{minute:02}", after


def _half(words: list[str], place: int) -> tuple[int | None, int]:
    """Which half of the day is said behind a time, and where the words go on."""
    if words[place : place + 1] in (["am"], ["pm"]):
        return HALVES[words[place]], place + 1
    if words[place : place + 2] == ["in", "the"] and words[place + 2 : place + 3] and words[place + 2] in HALVES:
        return HALVES[words[place + 2]], place + 3
    if words[place : place + 2] == ["at", "night"]:
        return 12, place + 2
    return None, place


def spell_dates(tokens: Tokens) -> Tokens:
    """The same words with every date in its one spelling, and small ordinals as words."""
    words = tokens[0]
    if not _MONTHS.keys().isdisjoint(words) or [w for w in words if w[0] in _DIGITS and len(w) > 7]:
        tokens = respelled(tokens, range(len(words)), _spelled_date)
    if not _EARLY.keys().isdisjoint(tokens[0]):
        tokens = ([_EARLY.get(word, word) for word in tokens[0]], *tokens[1:])
    return tokens


def _spelled_date(words: list[str], place: int) -> tuple[list[str], int] | None:
    found = _date(words, place)
    if found is None:
        return None
    month, day, after, year = found
    if not year:
        gap = after + (words[after : after + 1] == [","])
        if gap < len(words) and _YEAR.match(words[gap]):
            year, after = words[gap], gap + 1
    return ([f"d{month}-{day}", f"y{year}"] if year else [f"d{month}-{day}"]), after


def _date(words: list[str], place: int) -> tuple[int, int, int, str] | None:
    """A date that begins here: month, day, where the words go on, and the year if it is inside."""
    word = words[place]
    if word[0].isdigit() and len(word) >= 8:
        if word[4:5] == "-" and word.count("-") == 2:
            return int(word[5:7]), int(word[8:10]), place + 1, word[:4]
        if dotted := _DOTTED_DATE.match(word):
            return int(dotted[2]), int(dotted[1]), place + 1, dotted[3]
    if (day := _day(word)) is not None:
        month = place + 1 + (words[place + 1 : place + 2] == ["of"])
        if month < len(words) and words[month] in _MONTHS:
            return _MONTHS[words[month]], day, month + 1, ""
    if word in _MONTHS and place + 1 < len(words):
        gap = place + 1 + (words[place + 1] == "the")
        if gap < len(words) and (day := _day(words[gap])) is not None:
            return _MONTHS[word], day, gap + 1, ""
    return None


def _day(word: str) -> int | None:
    word = _DAY_ORDINALS.get(word, word)
    found = _ORDINAL.match(word)
    number = found[1] if found else word
    return int(number) if number.isdigit() and len(number) < 3 and 1 <= int(number) <= 31 else None
