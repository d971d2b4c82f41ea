"""Numbers and units in one spelling: `twenty-five` is 25, `$4.2k` is 4200 dollars, `an hour and a half` is 1.5 hours.

Units follow their number, whatever side they were written on. Times and dates are spelled by `clock`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from holdfast.suites.commitment.matcher.clock import CALENDAR, HALVES, Tokens, respelled, spell_dates, spell_times

_ONES = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen
""".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SMALL = {word: number for number, word in enumerate(_ONES)} | {w: 10 * n for n, w in enumerate(_TENS, start=2)}
_SCALE = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_ORDINALS = {
    word: f"{number}th"
    for number, word in enumerate(
        """
        fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth
        seventeenth eighteenth nineteenth twentieth
        """.split(),
        start=4,
    )
}
_UNIT_WORDS = {
    "mg": "milligram milligrams milligramme milligrammes", "g": "gram grams gramme grammes",
    "mcg": "microgram micrograms µg", "kg": "kilo kilos kilogram kilograms",
    "ml": "millilitre millilitres milliliter milliliters", "l": "litre litres liter liters",
    "m": "metre metres meter meters", "km": "kilometre kilometres kilometer kilometers",
    "cm": "centimetre centimetres centimeter centimeters", "mm": "millimetre millimetres millimeter millimeters",
    "ft": "foot feet", "m3": "m³", "kmh": "", "mph": "", "times": "", "deg": "degree degrees °c °",
    "degf": "°f fahrenheit", "percent": "% pct per-cent", "usd": "dollar dollars bucks $", "eur": "euro euros €",
    "gbp": "pounds sterling £", "pence": "penny", "cent": "cents", "hour": "hours hr h stunden",
    "min": "minute minutes mins minuten",
    "sec": "second seconds secs", "day": "days", "week": "weeks", "ms": "milliseconds", "kw": "kilowatt kilowatts",
    "v": "volt volts", "bar": "bars", "psi": "", "ppm": "", "gb": "gigabytes", "mb": "megabytes", "tb": "terabytes",
    "t": "tonne tonnes tons ton", "lb": "lbs", "oz": "ounce ounces", "mile": "miles", "inch": "inches",
    "yard": "yards", "knot": "knots kn", "gallon": "gallons",
}  # fmt: skip
UNITS = {unit: unit for unit in _UNIT_WORDS} | {w: unit for unit, words in _UNIT_WORDS.items() for w in words.split()}
"""How a unit may be written behind a number, and its one spelling."""
_AHEAD = {"$": "usd", "€": "eur", "£": "gbp", "usd": "usd", "eur": "eur", "gbp": "gbp"}
_SUFFIXES = frozenset(HALVES) | frozenset(UNITS)
_DIGITS = frozenset("0123456789-")
_STARTERS = frozenset(_SMALL) | set(_SCALE) | set(_ORDINALS) | set(_AHEAD) | set("minus twice".split())
_TRIGGERS = (_STARTERS - {"one"}) | CALENDAR | set("dozen hour half quarter".split())
_COUNTED = frozenset("dozen hour minute".split())
_COUNTING = _STARTERS | set("an a half".split())
_OPENS = frozenset("a an one and".split())
_INSIDE = _STARTERS | frozenset(UNITS) | frozenset(HALVES) | CALENDAR | frozenset(
    "and to in at of past after the a an night half quarter cubic o'clock dozen minute , am pm celsius c f".split()
)  # fmt: skip
"""Words over which a number may go on."""
_LONGEST = 12
"""Words after which a run of numbers is cut."""
_SPLIT = re.compile(r"(-?\d+(?:[.,:]\d+)*)([a-z]*)")
_CONTINENTAL = re.compile(r"-?\d{1,3}(?:\.\d{3})+,\d{1,2}$")
_THOUSANDS = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$")


def spell(tokens: Tokens) -> Tokens:
    """The same words with every number in its one spelling; merged words keep the place of the whole."""
    words, starts, lasts = tokens
    out: tuple[list[str], list[int], list[int]] = ([], [], [])
    done = copied = 0
    for place in [place for place, word in enumerate(words) if word[0] in _DIGITS or word in _TRIGGERS]:
        if place < done:
            continue
        first, done = place, place + 1
        while first > copied and words[first - 1] in _OPENS:
            first -= 1
        for word in words[done : first + _LONGEST]:
            if word not in _INSIDE and word[0] not in _DIGITS:
                break
            done += 1
        spelled = _spelled_run(tuple(words[first:done]))
        if spelled is not None:
            new, begins, ends = spelled
            out[0].extend((*words[copied:first], *new))
            out[1].extend((*starts[copied:first], *[starts[first + begin] for begin in begins]))
            out[2].extend((*lasts[copied:first], *[lasts[first + end] for end in ends]))
            copied = done
    if not copied:
        return tokens
    return [*out[0], *words[copied:]], [*out[1], *starts[copied:]], [*out[2], *lasts[copied:]]


@lru_cache(maxsize=4096)
def _spelled_run(run: tuple[str, ...]) -> Tokens | None:
    """Words side by side that may be a number, a time or a date in one spelling; none where nothing changes."""
    words = list(run)
    starters = _STARTERS if _COUNTED.isdisjoint(run) else _COUNTING
    places = [place for place, word in enumerate(run) if word[0] in _DIGITS or word in starters]
    spelled = spell_dates(spell_times(respelled((words, range(len(run)), range(len(run))), places, _spelled)))
    return None if spelled[0] == words else spelled


def is_number(word: str) -> bool:
    """Whether a spelled word is a number, a time or a date."""
    return word[-1:].isdigit() and (word[0].isdigit() or word[0] in "-t~d") and not word.isalpha()


def _spelled(words: list[str], place: int) -> tuple[list[str], int] | None:
    """The number that begins here with the unit that follows it, and where the words go on."""
    found = _number(words, place)
    if found is None:
        ordinal = _ORDINALS.get(words[place])
        return ([ordinal], place + 1) if ordinal else None
    number, unit, after = found
    return ([number, unit], after) if unit else _with_unit(number, words, after)


def _number(words: list[str], place: int) -> tuple[str, str, int] | None:
    """The number that begins here: its spelling, its unit if it is inside, and where the words go on."""
    word, following = words[place], words[place + 1 : place + 2]
    found = _phrase(words, place)
    if found is not None:
        return found
    if word in _SMALL or word in _SCALE or (word == "a" and following == ["dozen"]):
        number, after = _spoken(words, place)
        return number, "", after
    if word in _AHEAD and following and following[0][0].isdigit():
        number, after = _written(words, place + 1)
        return _trim(number), _AHEAD[word], after + (words[after : after + 1] == [_AHEAD[word]])
    if word == "twice":
        return "2", "times", place + 1
    if word[0].isdigit() or (word[0] == "-" and word[1:2].isdigit()):
        number, after = _written(words, place)
        split = _SPLIT.fullmatch(number)
        if split and split[2] in _SUFFIXES:
            plain = _plain(split[1])
            return (_trim(plain) if split[2] in UNITS else plain), UNITS.get(split[2], split[2]), after
        return number, "", after
    return None


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


def _with_unit(number: str, words: list[str], place: int) -> tuple[list[str], int]:
    """A number and the unit behind it, if one stands there."""
    if place >= len(words) or words[place] not in UNITS or number == UNITS[words[place]]:
        return [number], place
    unit, number = UNITS[words[place]], _trim(number)
    following = words[place + 1] if place + 1 < len(words) else ""
    if unit in ("usd", "eur", "gbp") and following in _SMALL and number.isdigit():
        pence, after = _spoken(words, place + 1)
        if len(pence) == 2:
            return [_trim(f"{number}.{pence}"), unit], after
    if unit == "deg" and following in ("fahrenheit", "f"):
        return [number, "degf"], place + 2
    return [number, unit], place + (2 if unit == "deg" and following in ("celsius", "c") else 1)


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
        ):
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
    if _CONTINENTAL.match(number):
        number = number.replace(".", "").replace(",", ".")
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
