"""Recital: what a reply only repeats of the prompt asserts nothing, so it is blanked before the matcher reads.

A sentence quoted as the reason for an answer stays. Several of them in a row are no answer but the task told again, as
small models do, and whatever the last of them names would otherwise count. They seldom get every name and number right,
so sentences are held against the prompt's by their shape.
"""

from __future__ import annotations

import re
from functools import lru_cache

RECITED = 3
"""So many sentences of the prompt make a recital."""
LEAST = 20
"""Shorter pieces are names and phrases that an answer needs too."""
SENTENCE = re.compile(r"(?:[ \t]*\d+\.[ \t])?[^\n]+?(?:[.!?](?=\s|$)|$)", re.MULTILINE)
MARKS = " \t-*>#0123456789."
NUMBERED = re.compile(r"\s*\d+\.")
WORD = re.compile(r"[\w,.:-]*\w")


def without_recital(reply: str, prompt: str) -> str:
    """The reply with what it recites blanked, at its own length, so that places in it stay where they are."""
    if len(reply) < RECITED * LEAST:
        return reply
    sentences = list(SENTENCE.finditer(reply))
    told = _shapes(prompt)
    recited = [_is_told(sentence[0], told) for sentence in sentences]
    if sum(recited) < RECITED:
        return reply
    mostly = 2 * sum(recited) >= len(sentences)
    blanked = [
        " " * len(sentence[0]) if known or (mostly and NUMBERED.match(sentence[0])) else sentence[0]
        for sentence, known in zip(sentences, recited, strict=True)
    ]
    pieces, at = [], 0
    for sentence, text in zip(sentences, blanked, strict=True):
        pieces += [reply[at : sentence.start()], text]
        at = sentence.end()
    return "".join([*pieces, reply[at:]])


def _is_told(sentence: str, told: frozenset[str]) -> bool:
    words = sentence.strip().lstrip(MARKS)
    if len(words) < LEAST:
        return False
    shape = _shape(words)
    # What the limit of tokens cut off in the middle is the beginning of a sentence.
    return shape in told or (words[-1] not in ".!?" and any(whole.startswith(shape) for whole in told))


@lru_cache(maxsize=64)
def _shapes(prompt: str) -> frozenset[str]:
    return frozenset(_shape(sentence[0].strip().lstrip(MARKS)) for sentence in SENTENCE.finditer(prompt))


def _shape(sentence: str) -> str:
    """The words, with one mark for every name and another for every number: small models exchange those."""
    return " ".join(
        "#" if any(letter.isdigit() for letter in word) else "@" if word[0].isupper() else word
        for word in WORD.findall(sentence)
    )
