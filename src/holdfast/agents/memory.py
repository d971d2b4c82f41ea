"""The memory-retrieval wrapper: the inner agent sees the question and what a memory finds for it, not the whole text.

The memory is lexical and deterministic: every line of the conversation is an entry, and entries that share rare words
with the question come first. What is not retrieved is not seen, which is the risk that this profile is about.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from holdfast.agents.wrapper import Wrapper, own_receipt
from holdfast.core import Agent, Message, Reply, ReplyRequest

KEPT = 8
"""How many entries are retrieved."""
MEMORY_PROMPT = "From your notes of the conversation, the entries that seem to matter:"

WORD = re.compile(r"\w+")


class MemoryRetrieval(Wrapper):
    """Retrieves lines of the conversation for the question, then answers from them in one call."""

    prefix = "memory"
    summary = "retrieves the lines that share rare words with the question, then answers from those (one call)"

    def __init__(self, inner: Agent) -> None:
        super().__init__(inner, {"prompt": MEMORY_PROMPT, "kept": str(KEPT)})

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        given = await self.ask(recalled(request.messages), request.decoding, draw)
        return Reply(given.text, given.finish, own_receipt(given))


def recalled(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The conversation as its question and what is retrieved for it; system messages stay as they are."""
    system = tuple(message for message in messages if message.role == "system")
    entries, asked = remembered(messages)
    if not entries:
        return tuple(messages)
    found = [f"- {entry}" for entry in retrieve(entries, asked)]
    return (*system, Message("user", "\n".join([MEMORY_PROMPT, *found, "", asked])))


def remembered(messages: Sequence[Message]) -> tuple[list[str], str]:
    """What the memory holds of a conversation, entry by entry, and the question for which it is searched."""
    *earlier, last = [message.content for message in messages if message.role == "user"]
    before, gap, question = last.rpartition("\n\n")
    entries = [line for text in (*earlier, before) for line in text.splitlines() if line.strip()]
    return entries, question if gap else last


def retrieve(entries: Sequence[str], question: str, kept: int = KEPT) -> list[str]:
    """The entries that share the rarest words with the question, in the order in which they were said."""
    words = [set(_words(entry)) for entry in entries]
    spread = Counter(word for own in words for word in own)
    wanted = set(_words(question))
    scores = [sum(math.log((1 + len(entries)) / spread[word]) for word in sorted(own & wanted)) for own in words]
    best = sorted(range(len(entries)), key=lambda i: (-scores[i], i))[:kept]
    return [entries[i] for i in sorted(best)]


def _words(text: str) -> list[str]:
    return WORD.findall(text.lower())
