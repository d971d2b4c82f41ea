"""Format checks of part B: a table of small rules from a reply, and what an item says, to passed or not.

They look at form and at closed sets of answers only, so that a rule and not a judge decides. Every rule fails an empty
reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

WORD = re.compile(r"\w+(?:['’-]\w+)*")
LIST_MARK = re.compile(r"^\s*(?:[-*•–]|\d+[.)])\s+\S", re.MULTILINE)
SENTENCE_END = re.compile(r"[.!?]+[\"'”’)]*(?=\s|$)")
FENCED = re.compile(r"^```(?:json)?\s*\n(.*?)\n?```$", re.DOTALL)


def words(text: str) -> list[str]:
    """The words of a text in lower case; a hyphen or an apostrophe inside does not part one."""
    return [word.lower() for word in WORD.findall(text)]


def non_empty(reply: str) -> bool:
    """There is a word in it."""
    return bool(words(reply))


def list_items(reply: str, count: int) -> bool:
    """It has exactly so many lines with a dash, a bullet or a number."""
    return len(LIST_MARK.findall(reply)) == count


def one_word(reply: str) -> bool:
    """It is a single word."""
    return len(words(reply)) == 1


def answer(reply: str, accepted: Sequence[str]) -> bool:
    """One of the accepted answers stands in it as a whole word."""
    return bool({a.lower() for a in accepted} & set(words(reply)))


def continuation(reply: str, text: str, accepted: Sequence[str]) -> bool:
    """It begins with an accepted word, or repeats the text and goes on with one."""
    found, given = words(reply), words(text)
    rest = found[len(given) :] if found[: len(given)] == given else found
    return rest[:1] in [[a.lower()] for a in accepted]


def upper_case(reply: str) -> bool:
    """It has letters, and all of them are capitals."""
    return reply.isupper()


def lower_case(reply: str) -> bool:
    """It has letters, and none of them is a capital."""
    return reply.islower()


def begins_with(reply: str, text: str) -> bool:
    """Its first words are the given ones."""
    wanted = words(text)
    return words(reply)[: len(wanted)] == wanted


def ends_with(reply: str, word: str) -> bool:
    """Its last word is the given one."""
    return words(reply)[-1:] == [word.lower()]


def mentions(reply: str, wanted: Sequence[str]) -> bool:
    """Every wanted word stands in it; a possessive (`teacher's`) or a part of a compound will do."""
    return all(re.search(rf"\b{re.escape(word)}\b", reply, re.IGNORECASE) for word in wanted)


def at_most_words(reply: str, count: int) -> bool:
    """It has one word or more, and not more than so many."""
    return 1 <= len(words(reply)) <= count


def sentences(reply: str, count: int) -> bool:
    """It has exactly so many ends of a sentence, and nothing after the last."""
    ends = list(SENTENCE_END.finditer(reply))
    return len(ends) == count and not words(reply[ends[-1].end() :])


def json_keys(reply: str, keys: Sequence[str]) -> bool:
    """It is a JSON object with exactly the given keys; a code fence around it is forgiven."""
    text = reply.strip()
    fenced = FENCED.match(text)
    try:
        found = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):  # a degenerate reply may open a thousand brackets
        return False
    return isinstance(found, dict) and set(found) == set(keys)


def no_digits(reply: str) -> bool:
    """It has words and no digit."""
    return non_empty(reply) and not any(c.isdigit() for c in reply)


def no_commas(reply: str) -> bool:
    """It has words and no comma."""
    return non_empty(reply) and "," not in reply


def one_of(reply: str, options: Sequence[str]) -> bool:
    """It is one of the options and nothing else."""
    return words(reply) in [words(option) for option in options]


CHECKS: dict[str, Callable[..., bool]] = {
    check.__name__: check
    for check in (
        non_empty, list_items, one_word, answer, continuation, upper_case, lower_case, begins_with, ends_with,
        mentions, at_most_words, sentences, json_keys, no_digits, no_commas, one_of,
    )
}  # fmt: skip
"""By the name that items use; the name is also the kind under which pass rates are reported."""


def passes(reply: str, check: str, arguments: dict[str, Any]) -> bool:
    """Whether a reply passes the named check."""
    return CHECKS[check](reply, **arguments)
