"""Which field of a record is the answer: the one that the question's own word names, or the only one that can be."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from holdfast.suites.commitment.matcher.phrases import Compiled

_WHY = frozenset("why reason reasoning because explanation basis evidence source note notes".split())
"""Keys that only say why."""
_PRESENT = frozenset("current present now valid correct right".split())
"""What a key may add to the question's own word."""
_GONE = frozenset(
    """
    previous previously former formerly old original earlier before replaced replaces rejected discarded draft not last
    """.split()
)
"""Words of keys of what does not hold."""
_NOTHING = frozenset(
    ("", "none", "null", "unknown", "n/a", "tbd", "unassigned", "undetermined", "not known", "not stated")
)
"""Values that say that there is none."""
_FEW = 3
"""Fields of a record of which the only candidate is the answer, whatever its key."""


def asked_field(loaded: Any, known: Compiled) -> Any:
    """What the one field says that is called by the question's own word: a candidate, or nothing; else `Ellipsis`."""
    if not isinstance(loaded, dict) or known.pairs:
        return ...
    asked = {
        key: value
        for key, value in loaded.items()
        if (words := set(str(key).lower().replace("_", " ").split()) - _PRESENT) and words.issubset(known.focus.tokens)
    }
    asked = {key: None if str(value).lower() in _NOTHING else value for key, value in asked.items()}
    told = [value for value in asked.values() if value is None or known.standing(str(value)) is not None]
    if len(told) != 1 or (told[0] is not None and not known.focus.about <= _words(loaded)):
        return ...
    return told[0]


def _words(row: dict[str, Any]) -> set[str]:
    """All words of all fields."""
    return {word for said in row.values() for word in str(said).lower().split()}


def only_field(row: dict[str, str], known: Compiled) -> str | None:
    """The only value that is a candidate, said of what the question asks about; a pair's from two fields."""
    if known.pairs:
        asked = {key: value for key, value in row.items() if not set(known.focus.tokens).isdisjoint(key.split())}
        kept = asked if len(asked) > 1 else row
        values = [f"{int(value):,}" if value.isdigit() else value for value in kept.values()]
        told = [f"{value}, {source}" for value, source in permutations(values, 2)]
        paired = {target: both for both in told if (target := known.standing(both)) is not None}
        return next(iter(paired.values())) if len(paired) == 1 else None
    named = {key: value for key, value in row.items() if known.standing(value) is not None}
    if len(named) != 1:
        return None
    key, value = next(iter(named.items()))
    if row.keys() - {key} <= _WHY:
        return value
    words = set(key.split()) - _PRESENT
    own = words and words <= {*known.focus.tokens, *known.own}
    alone = not any(
        said.lower() in _NOTHING or any(map(str.isdigit, said)) for name, said in row.items() if name != key
    )
    about = known.focus.about
    holds = _GONE.isdisjoint(words) and (own or (alone and (not about or len(row) <= _FEW)))
    return value if holds and about <= _words(row) else None
