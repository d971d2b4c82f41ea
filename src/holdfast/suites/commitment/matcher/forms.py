"""English word forms, roughly: enough to see `rotate` in `rotating` and `start` in `starts`."""

from __future__ import annotations

from functools import lru_cache

_ENDINGS = ("ication", "ying", "ing", "ied", "ies", "ed", "es", "ion", "al", "s", "e", "y")
_LEAST = 3


def root(word: str) -> str:
    """A word without its ending."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            short = word[: -len(ending)]
            doubled = len(short) > _LEAST and short[-1] == short[-2] and short[-1] not in "sl" and ending in ("ing", "ed")
            return short[:-1] if doubled else short
    return word


@lru_cache(maxsize=4096)
def inflections(word: str) -> frozenset[str]:
    """The word and its likely forms."""
    if not word.isalpha() or len(word) < _LEAST:
        return frozenset((word,))
    short = root(word)
    endings = ["", "e", "s", "es", "ed", "ing"]
    if word.endswith(("ate", "ated", "ates", "ion", "ct", "cts", "pt")):
        endings += ["ion", "ions"]
    if word.endswith(("y", "ies", "ied", "ication")):
        endings = ["y", "ies", "ied", "ying", "ication"]
    if word.endswith(("ove", "oved", "oval")):
        endings += ["al"]
    forms = {short + ending for ending in endings}
    if short[-1] in "bdgmnprt":
        forms |= {short + short[-1] + ending for ending in ("ed", "ing")}
    return frozenset(forms) | {word}
