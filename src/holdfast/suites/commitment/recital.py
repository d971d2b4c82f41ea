"""Recital: what a reply only repeats of the prompt asserts nothing, so it is blanked before the matcher reads.

A sentence quoted as the reason for an answer stays. Several of them in a row are no answer but the task told again, as
small models do, and whatever the last of them names would otherwise count.
"""

from __future__ import annotations

import itertools
import re

RECITED = 3
"""So many sentences of the prompt, word for word, make a recital."""
LEAST = 20
"""Shorter pieces are names and phrases that an answer needs too."""
SENTENCE = re.compile(r"[^\n]+?(?:[.!?](?=\s|$)|$)", re.MULTILINE)
MARKS = " \t-*>#0123456789."


def without_recital(reply: str, prompt: str) -> str:
    """The reply with what it recites blanked, at its own length, so that places in it stay where they are."""
    if len(reply) < RECITED * LEAST:
        return reply
    found = [place for sentence in SENTENCE.finditer(reply) if (place := _place(sentence, prompt)) is not None]
    if len(found) < RECITED:
        return reply
    pieces, at = [], 0
    for start, in_prompt in found:
        if start >= at:
            end = start + _alike(reply, start, prompt, in_prompt)
            pieces += [reply[at:start], " " * (end - start)]
            at = end
    return "".join([*pieces, reply[at:]])


def _place(sentence: re.Match[str], prompt: str) -> tuple[int, int] | None:
    """Where the words of a sentence begin in the reply and in the prompt; None where they are the reply's own."""
    words = sentence[0].rstrip().lstrip(MARKS)
    at = prompt.find(words) if len(words) >= LEAST else -1
    return None if at < 0 else (sentence.start() + sentence[0].index(words), at)


def _alike(reply: str, start: int, prompt: str, at: int) -> int:
    """How far reply and prompt go on in the same words; a recital may be cut off in the middle of a sentence."""
    pairs = zip(reply[start : start + len(prompt)], prompt[at:], strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
