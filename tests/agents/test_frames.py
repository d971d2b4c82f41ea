"""Frames: one call in other words, and what is kept of the reply."""

from __future__ import annotations

import asyncio

import pytest

from holdfast.agents.frames import CONTEXT_PROMPT, REACT_PROMPT, THOUGHT_TOKENS, ContextEngineered, ReAct
from holdfast.core import AgentBase, Decoding, Identity, Message, Reply, ReplyRequest


class Inner(AgentBase):
    """Says one thing and remembers what it was asked."""

    def __init__(self, text: str) -> None:
        self.identity = Identity("inner", "r1")
        self.text = text
        self.asked: list[ReplyRequest] = []

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        self.asked.append(request)
        return Reply(self.text)


def ask(agent: AgentBase) -> str:
    request = ReplyRequest(
        (Message("user", "Which bay?\nReply with the bay only."),), Decoding(max_tokens=10, stop=(".",))
    )
    reply = asyncio.run(agent.answer(request))
    assert isinstance(reply, Reply)
    return reply.text


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Thought: it has both.\nAnswer: Bay 7", "Bay 7"),
        ("Thought: the first answer: no.\n**Answer:** Bay 7\nConfidence: 0.5", "Bay 7\nConfidence: 0.5"),
        ("Answer: Bay 6\nThought: wait.\nAnswer: Bay 7", "Bay 7"),
        ("Bay 7", "Bay 7"),
        ("Thought: it must be Bay 7", "Thought: it must be Bay 7"),
        ("", ""),
    ],
)
def test_react_keeps_what_follows_the_last_answer(written: str, kept: str) -> None:
    assert ask(ReAct(Inner(written))) == kept


def test_react_asks_once_for_a_thought_and_leaves_room_for_it() -> None:
    inner = Inner("Answer: x")
    ask(ReAct(inner))
    (request,) = inner.asked
    assert request.messages[-1].content.endswith(REACT_PROMPT)
    assert request.messages[-1].content.startswith("Which bay?")
    assert request.decoding == Decoding(max_tokens=10 + THOUGHT_TOKENS)


def test_context_adds_its_rules_and_nothing_else() -> None:
    inner = Inner("Thought: odd.\nAnswer: Bay 7")
    assert ask(ContextEngineered(inner)) == "Thought: odd.\nAnswer: Bay 7"
    (request,) = inner.asked
    assert request.messages == (Message("user", f"Which bay?\nReply with the bay only.\n\n{CONTEXT_PROMPT}"),)
    assert request.decoding == Decoding(max_tokens=10, stop=(".",))
