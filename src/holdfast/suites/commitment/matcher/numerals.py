"""Numbers, times, dates and units in one spelling: `twenty-five` is 25, `half past two` and `2.30` are the same time.

A time that does not say which half of the day it means is `~2:30`; one that does is `t14:30`. A date is `d3-12` and
its year a word of its own, so that it may be left out. Units follow their number, whatever side they were written on.
"""

from __future__ import annotations

import re

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # noqa: E501
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = {word: number for number, word in enumerate(_ONES)} | {w: 10 * n for n, w in enumerate(_TENS, start=2)}
_SCALE = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_ORDINALS = {
    word: f"{number}th"
    for number, word in enumerate(
        "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
        "seventeenth eighteenth nineteenth twentieth".split(),
        start=4,
    )
}
_DAY_ORDINALS = _ORDINALS | {"first": "1th", "second": "2th", "third": "3th"}
_MONTH_NAMES = "january february march april may june july august september october november december".split()
_MONTHS = {name: n for n, name in enumerate(_MONTH_NAMES, start=1)}
_MONTHS |= {name[:3]: n for name, n in _MONTHS.items()} | {"sept": 9}
_HALVES = {"am": 0, "pm": 12, "morning": 0, "afternoon": 12, "evening": 12, "night": 12}
_SPOKEN = {"half": 30, "quarter": 15}
_UNIT_WORDS = {
    "mg": "milligram milligrams milligramme milligrammes", "g": "gram grams gramme grammes", "mcg": "microgram micrograms µg",
    "kg": "kilo kilos kilogram kilograms", "ml": "millilitre millilitres milliliter milliliters",
    "l": "litre litres liter liters", "m": "metre metres meter meters", "km": "kilometre kilometres kilometer kilometers",
    "cm": "centimetre centimetres centimeter centimeters", "mm": "millimetre millimetres millimeter millimeters",
    "ft": "foot feet", "kmh": "", "times": "", "pence": "penny", "cent": "cents", "m3": "m³", "deg": "degree degrees °c °", "degf": "°f fahrenheit", "percent": "% pct per-cent",
    "usd": "dollar dollars bucks $", "eur": "euro euros €", "gbp": "pounds sterling £", "hour": "hours hr hrs h",
    "min": "minute minutes mins", "sec": "second seconds secs", "day": "days", "week": "weeks", "ms": "milliseconds",
    "kw": "kilowatt kilowatts", "v": "volt volts", "bar": "bars", "psi": "", "ppm": "", "mph": "", "gb": "gigabytes",
    "mb": "megabytes", "tb": "terabytes", "t": "tonne tonnes tons ton",
}  # fmt: skip
UNITS = {unit: unit for unit in _UNIT_WORDS} | {w: unit for unit, words in _UNIT_WORDS.items() for w in words.split()}
"""How a unit may be written behind a number, and its one spelling."""
_STARTERS = (
    frozenset(_SMALL)
    | set(_SCALE)
    | set(_ORDINALS)
    | set("$€£")
    | {"usd", "eur", "gbp", "an", "a", "half", "minus", "twice"}
)
_SUFFIXES = frozenset(_HALVES) | frozenset(UNITS)
_AHEAD = {"$": "usd", "€": "eur", "£": "gbp", "usd": "usd", "eur": "eur", "gbp": "gbp"}
NUMBERISH = (
    frozenset(_SMALL) - {"one"}
    | set(_SCALE)
    | set(_ORDINALS)
    | set(_MONTHS)
    | {"noon", "midnight", "dozen", "hour", "minus", "twice"}
)
"""Words that make a second look worth while."""

_CLOCKISH = frozenset("am pm noon midnight o'clock half quarter past morning afternoon evening".split())
_SPLIT = re.compile(r"(-?\d+(?:[.,:]\d+)*)([a-z]*)")
_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)(?::\d\d)?$")
_DOTTED_DATE = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})$")
_THOUSANDS = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$")
_ORDINAL = re.compile(r"(\d{1,2})th$")
_YEAR = re.compile(r"(?:19|20)\d\d$")

Tokens = tuple[list[str], list[int], list[int]]


def spell(words: list[str], starts: list[int], ends: list[int]) -> Tokens:
    """The same words with every number in its one spelling; merged words keep the place of the whole."""
    words, starts, ends = _numbers(words, starts, ends)
    if not _CLOCKISH.isdisjoint(words) or any(":" in word and len(word) > 1 or word[2:3] == "h" for word in words):
        words, starts, ends = _times(words, starts, ends)
    return _dates(words, starts, ends)


def is_number(word: str) -> bool:
    """Whether a spelled word is a number, a time or a date."""
    return word[-1:].isdigit() and (word[0].isdigit() or word[0] in "-t~d") and not word.isalpha()


def _numbers(words: list[str], starts: list[int], ends: list[int]) -> Tokens:
    out: Tokens = ([], [], [])
    place, count = 0, len(words)
    while place < count:
        word = words[place]
        start = starts[place]
        if word not in _STARTERS and not word[-1].isdigit() and not word[0].isdigit():
            out[0].append(word)
            out[1].append(start)
            out[2].append(ends[place])
            place += 1
            continue
        if (
            word in ("an", "a", "half", "minus")
            or word in _SMALL
            or (word[0].isdigit() and words[place + 1 : place + 2] in (["and"], ["cubic"]))
        ):
            spoken = _phrase(words, place)
            if spoken is not None:
                number, unit, after = spoken
                _put(out, number, start, ends[after - 1])
                if unit:
                    _put(out, unit, start, ends[after - 1])
                else:
                    after += _unit(out, words, starts, ends, after)
                place = after
                continue
        if word in _SMALL or word in _SCALE or (word == "a" and words[place + 1 : place + 2] == ["dozen"]):
            value, after = _spoken(words, place)
            _put(out, value, start, ends[after - 1])
            place = after
            place += _unit(out, words, starts, ends, place)
            continue
        if word in _AHEAD and place + 1 < count and words[place + 1][0].isdigit():
            number, after = _written(words, place + 1)
            _put(out, _trim(number), start, ends[after - 1])
            _put(out, _AHEAD[word], start, ends[after - 1])
            place = after + (words[after : after + 1] == [_AHEAD[word]])
            continue
        if word == "twice":
            _put(out, "2", start, ends[place])
            _put(out, "times", start, ends[place])
            place += 1
            continue
        if word[0].isdigit() or (word[0] == "-" and word[1:2].isdigit()):
            number, after = _written(words, place)
            split = _SPLIT.fullmatch(number)
            suffix = split[2] if split else ""
            if split and suffix in _SUFFIXES:
                _put(out, _plain(split[1]), start, ends[after - 1])
                if suffix in UNITS:
                    out[0][-1] = _trim(out[0][-1])
                _put(out, UNITS.get(suffix, suffix), start, ends[after - 1])
                place = after
            else:
                _put(out, number, start, ends[after - 1])
                place = after + _unit(out, words, starts, ends, after)
            continue
        _put(out, _ORDINALS.get(word, word), start, ends[place])
        place += 1
    return out


def _phrase(words: list[str], place: int) -> tuple[str, str, int] | None:
    """Numbers that take several words: `an hour and a half`, `minus eighteen`, `nineteen thirty-one`."""
    word, following = words[place], words[place + 1 : place + 5]
    if word == "minus" and following:
        if following[0][0].isdigit():
            number, after = _written(words, place + 1)
            return f"-{number}", "", after
        if following[0] in _SMALL:
            number, after = _spoken(words, place + 1)
            return f"-{number}", "", after
        return None
    if (word[0].isdigit() or word in _SMALL) and following[:1] == ["cubic"]:
        number = _written(words, place)[0] if word[0].isdigit() else str(_SMALL[word])
        return number, "m3", place + 3
    if word == "half" and following[:2] == ["an", "hour"]:
        return "30", "min", place + 3
    if word in ("an", "a", "one") and following[:1] and following[0] in ("hour", "minute"):
        whole = following[1:] == ["and", "a", "half"]
        return "1.5" if whole else "1", UNITS[following[0]], place + (5 if whole else 2)
    if (word in _SMALL or word.isdigit()) and following[:3] == ["and", "a", "half"]:
        return f"{_SMALL.get(word, word)}.5", "", place + 4
    if word in ("eighteen", "nineteen", "twenty") and following and _SMALL.get(following[0], 0) >= 10:
        number, after = _spoken(words, place + 1)
        return (f"{_SMALL[word]}{number}", "", after) if len(number) == 2 else None
    return None


def _put(out: Tokens, word: str, start: int, end: int) -> None:
    out[0].append(word)
    out[1].append(start)
    out[2].append(end)


def _unit(out: Tokens, words: list[str], starts: list[int], ends: list[int], place: int) -> int:
    """Add the unit that follows a number, if one does; how many words it took."""
    if place < len(words) and words[place] in UNITS and out[0][-1] != UNITS[words[place]]:
        unit = UNITS[words[place]]
        out[0][-1] = _trim(out[0][-1])
        cents = words[place + 1 : place + 2]
        if unit in ("usd", "eur", "gbp") and cents and cents[0] in _SMALL and out[0][-1].isdigit():
            pence, after = _spoken(words, place + 1)
            if len(pence) == 2:
                out[0][-1] = _trim(f"{out[0][-1]}.{pence}")
                _put(out, unit, starts[place], ends[after - 1])
                return after - place
        took = 2 if unit == "deg" and words[place + 1 : place + 2] in (["celsius"], ["c"]) else 1
        if unit == "deg" and words[place + 1 : place + 2] in (["fahrenheit"], ["f"]):
            unit, took = "degf", 2
        _put(out, unit, starts[place], ends[place + took - 1])
        return took
    return 0


def _spoken(words: list[str], place: int) -> tuple[str, int]:
    """A number in words: where it is a lone `one`, it may be a pronoun and stays a word."""
    if words[place] == "a":
        return "12", place + 2
    first, total, current, tens = place, 0, 0, False
    while place < len(words):
        word = words[place]
        if word in _SMALL:
            if place > first and words[place - 1] in _SMALL and not (tens and _SMALL[word] < 10):
                break
            current += _SMALL[word]
            tens = _SMALL[word] >= 20
        elif word in _SCALE and word == "hundred":
            current = (current or 1) * 100
        elif word in _SCALE:
            total, current = total + (current or 1) * _SCALE[word], 0
        elif not (
            word == "and" and words[place - 1] in _SCALE and words[place + 1 : place + 2] and words[place + 1] in _SMALL
        ):  # noqa: E501
            break
        place += 1
    if place == first + 1 and words[first] == "one":
        return "one", place
    return str(total + current), place


def _written(words: list[str], place: int) -> tuple[str, int]:
    """A number in digits, with `k`, `thousand` and the like applied."""
    word = words[place]
    scale = 1
    after = place + 1
    if word.endswith("k") and word[:-1].replace(".", "").replace(",", "").isdigit():
        word, scale = word[:-1], 1000
    elif word[-1].isdigit() and words[after : after + 1] and words[after] in _SCALE:
        scale = _SCALE[words[after]]
        after += 1
    for ending in ("st", "nd", "rd", "th"):
        if word.endswith(ending) and word[:-2].isdigit():
            return f"{int(word[:-2])}th", after
    plain = _plain(word)
    if scale > 1:
        try:
            plain = _plain(f"{float(plain) * scale:.6f}")
        except (ValueError, OverflowError):
            return word, after
    return plain, after


def _plain(number: str) -> str:
    """Digits without separators of thousands and idle zeros."""
    if _THOUSANDS.match(number):
        number = number.replace(",", "")
    if number.count(".") == 1 and "," not in number and ":" not in number and number[-1].isdigit():
        whole, _, fraction = number.partition(".")
        fraction = fraction.rstrip("0") if len(fraction) != 2 or fraction == "00" else fraction
        return f"{whole}.{fraction}" if fraction else whole
    return number


def _trim(number: str) -> str:
    """A number without zeros at the end of its fraction: before a unit it cannot be a time."""
    return number.rstrip("0").rstrip(".") if number.count(".") == 1 and number[-1].isdigit() else number


def _times(words: list[str], starts: list[int], ends: list[int]) -> Tokens:
    out: Tokens = ([], [], [])
    place, count = 0, len(words)
    while place < count:
        word, start = words[place], starts[place]
        if not word[0].isdigit() and word not in _CLOCKISH:
            out[0].append(word)
            out[1].append(start)
            out[2].append(ends[place])
            place += 1
            continue
        after = place + 1
        hour = minute = -1
        if word in ("noon", "midnight"):
            _put(out, "t12:00" if word == "noon" else "t00:00", start, ends[place])
            place = after
            continue
        if (
            word.endswith(("h00", "h05", "h10", "h15", "h20", "h25", "h30", "h35", "h40", "h45", "h50", "h55"))
            and word[0].isdigit()
        ):
            word = word.replace("h", ":")
        minutes = 2 if words[after : after + 1] == ["min"] else 1
        if (
            word.isdigit()
            and len(word) < 3
            and words[place + minutes : place + minutes + 1] in (["past"], ["to"])
            and place + minutes + 1 < count
        ):  # noqa: E501
            number = words[place + minutes + 1]
            if (
                number.isdigit()
                and 1 <= int(number) <= 12
                and 0 < int(word) < 60
                and (minutes == 2 or int(word) % 5 == 0)
            ):
                past = words[place + minutes] == "past"
                hour, minute = int(number) - (not past), int(word) if past else 60 - int(word)
                hour = hour or 12
                after = place + minutes + 2
        if (
            word in _SPOKEN
            and words[after : after + 1]
            and words[after] in ("past", "to", "after")
            and place + 2 < count
        ):
            number = words[place + 2]
            if number.isdigit() and 1 <= int(number) <= 12:
                past = words[after] != "to"
                hour, minute = int(number) - (not past), _SPOKEN[word] if past else 60 - _SPOKEN[word]
                after = place + 3
        clock = _CLOCK.match(word) if ":" in word or (after < count and words[after] in ("am", "pm")) else None
        if clock and int(clock[1]) < 24 and int(clock[2]) < 60:
            hour, minute = int(clock[1]), int(clock[2])
        elif word.isdigit() and len(word) < 3 and 1 <= int(word) <= 12 and words[after : after + 1]:
            if words[after] in ("am", "pm"):
                hour, minute = int(word), 0
            elif words[after] == "o'clock":
                hour, minute, after = int(word), 0, after + 1
        if hour < 0:
            _put(out, word, start, ends[place])
            place += 1
            continue
        half, after = _half(words, after)
        if half is not None and 1 <= hour <= 12:
            hour = hour % 12 + half
            spelled = f"t{hour:02}:{minute:02}"
        elif hour > 12 or hour == 0 or word[0] == "0":
            spelled = f"t{hour:02}:{minute:02}"
        else:
            spelled = f"~{hour}:{minute:02}"
        _put(out, spelled, start, ends[after - 1])
        place = after
    return out


def _half(words: list[str], place: int) -> tuple[int | None, int]:
    """Which half of the day is said behind a time, and where the words go on."""
    if words[place : place + 1] in (["am"], ["pm"]):
        return _HALVES[words[place]], place + 1
    if words[place : place + 2] == ["in", "the"] and words[place + 2 : place + 3] and words[place + 2] in _HALVES:
        return _HALVES[words[place + 2]], place + 3
    if words[place : place + 2] == ["at", "night"]:
        return 12, place + 2
    return None, place


_EARLY = {"1th": "first", "2th": "second", "3th": "third"}


def _dates(words: list[str], starts: list[int], ends: list[int]) -> Tokens:
    words, starts, ends = _months(words, starts, ends)
    if not _EARLY.keys().isdisjoint(words):
        words = [_EARLY.get(word, word) for word in words]
    return words, starts, ends


def _months(words: list[str], starts: list[int], ends: list[int]) -> Tokens:
    if _MONTHS.keys().isdisjoint(words) and not any(len(w) > 7 and w[0].isdigit() for w in words):
        return words, starts, ends
    out: Tokens = ([], [], [])
    place, count = 0, len(words)
    while place < count:
        found = _date(words, place)
        if found is None:
            _put(out, words[place], starts[place], ends[place])
            place += 1
            continue
        month, day, after, year = found
        _put(out, f"d{month}-{day}", starts[place], ends[after - 1])
        gap = after + (words[after : after + 1] == [","])
        if not year and gap < count and _YEAR.match(words[gap]):
            _put(out, f"y{words[gap]}", starts[gap], ends[gap])
            after = gap + 1
        elif year:
            _put(out, f"y{year}", starts[place], ends[after - 1])
        place = after
    return out


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
