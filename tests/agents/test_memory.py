"""The memory-retrieval wrapper shows what it retrieves, and only that."""

from __future__ import annotations

import asyncio

from holdfast.agents.memory import KEPT, MEMORY_PROMPT, MemoryRetrieval, recalled, retrieve
from holdfast.core import AgentBase, Identity, Message, Reply, ReplyRequest


def test_entries_that_share_rare_words_come_first_and_keep_their_order() -> None:
    entries = [
        "The bay is cold.",
        "Gisa has locker 608.",
        "Rain.",
        "Gika has locker 672.",
        "Snow.",
        "Gisa and Gika swap.",
    ]
    assert retrieve(entries, "Which locker does Gisa have?", 3) == [entries[1], entries[3], entries[5]]
    assert retrieve(entries, "Which locker does Gisa have?", 1) == [entries[1]]
    assert retrieve(entries, "", 2) == entries[:2]
    assert retrieve(entries, "anything", 99) == entries


def test_a_prompt_becomes_its_question_and_what_was_found_for_it() -> None:
    turns = "\n".join(
        f"{i}. Somebody says {word}." for i, word in enumerate(("alpha", "beta", "gamma", "delta") * 4, 1)
    )
    (message,) = recalled([Message("user", f"A scenario.\n\n{turns}\n\nQuestion: what about gamma {{value}}?")])
    assert message.content.startswith(MEMORY_PROMPT)
    assert message.content.endswith("\n\nQuestion: what about gamma {value}?")
    found = [line for line in message.content.splitlines() if line.startswith("- ")]
    assert len(found) == KEPT
    assert sum("gamma" in line for line in found) == 4


def test_a_conversation_is_searched_turn_by_turn_and_system_messages_stay() -> None:
    said = [
        Message("system", "Be brief."),
        Message("user", "Gisa has locker 608."),
        Message("assistant", "Noted."),
        Message("user", "Question: which locker has Gisa?"),
    ]
    system, asked = recalled(said)
    assert system == said[0]
    assert asked.content == f"{MEMORY_PROMPT}\n- Gisa has locker 608.\n\nQuestion: which locker has Gisa?"


def test_without_anything_to_remember_the_question_goes_through_as_it_is() -> None:
    asked: list[ReplyRequest] = []

    class Inner(AgentBase):
        identity = Identity("inner", "r1")

        async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
            asked.append(request)
            return Reply("x")

    request = ReplyRequest((Message("user", "Which?"),))
    assert asyncio.run(MemoryRetrieval(Inner()).answer(request)).text == "x"
    assert asked == [request]
