"""English word forms, roughly: enough to see `rotate` in `rotating` and `start` in `starts`."""

from __future__ import annotations

from functools import lru_cache

_ENDINGS = ("ication", "ying", "ing", "ied", "ies", "ed", "es", "ion", "al", "s", "e", "y")
_LEAST = 3


_IRREGULAR = """
    send sent|write wrote written|take took taken|make made|give gave given|bring brought|buy bought|
    keep kept|leave left|tell told|run ran|begin began begun|choose chose chosen|drive drove driven|
    fly flew flown|hold held|pay paid|sell sold|feed fed|speak spoke spoken|throw threw thrown|
    draw drew drawn|hang hung|build built|freeze froze frozen|ring rang rung|wake woke woken|find found|
    get got|go went gone|meet met|lead led|lend lent|spend spent|teach taught|catch caught|hide hid hidden|
    break broke broken|wear wore worn|tear tore torn|shake shook shaken|sweep swept|light lit|wind wound|
    bind bound|withdraw withdrew withdrawn|know knew known|show showed shown|see saw seen|do did done
"""
_ALIKE = {form: frozenset(verb.split()) for verb in _IRREGULAR.replace("\n", " ").split("|") for form in verb.split()}


def root(word: str) -> str:
    """A word without its ending."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            short = word[: -len(ending)]
            doubled = (
                len(short) > _LEAST and short[-1] == short[-2] and short[-1] not in "sl" and ending in ("ing", "ed")
            )
            return short[:-1] if doubled else short
    return word


@lru_cache(maxsize=4096)
def inflections(word: str) -> frozenset[str]:
    """The word and its likely forms."""
    if not word.isalpha() or len(word) < _LEAST:
        return frozenset((word,))
    kept = word[-1] == "y" and word[-2] in "aeiou"  # `plays`, but `replies`
    short = word if kept else root(word)
    endings = ["", "e", "s", "es", "ed", "ing"]
    if word.endswith(("ate", "ated", "ates", "ion", "ct", "cts", "pt")):
        endings += ["ion", "ions"]
    if not kept and word.endswith(("y", "ies", "ied", "ication")):
        endings = ["y", "ies", "ied", "ying", "ication"]
    if word.endswith(("ove", "oved", "oval")):
        endings += ["al"]
    forms = {short + ending for ending in endings}
    if short[-1] in "bdgmnprt":
        forms |= {short + short[-1] + ending for ending in ("ed", "ing")}
    forms |= _ALIKE.get(word) or _ALIKE.get(short) or _ALIKE.get(f"{short}e") or frozenset()
    return frozenset(forms) | {word}
