"""The agent protocol: each request goes to its method, and requests and answers survive being written down."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core import (
    Agent,
    AgentBase,
    Answer,
    Capability,
    Choices,
    ChoicesRequest,
    Decoding,
    HoldfastError,
    Identity,
    Message,
    Receipt,
    Reply,
    ReplyRequest,
    Request,
    ScoreRequest,
    Scores,
    canonical,
    did_you_mean,
)
from holdfast.core.agent import answer_decoder, request_decoder

texts = st.text(max_size=8)
floats = st.floats(allow_nan=False, allow_infinity=False)
messages = st.lists(st.builds(Message, texts, texts), max_size=3).map(tuple)
words = st.lists(texts, max_size=3).map(tuple)
receipts = st.builds(Receipt, texts, st.integers(0, 9), st.integers(0, 9), floats, st.integers(1, 3), floats)
requests = (
    st.builds(ReplyRequest, messages, st.builds(Decoding, floats, st.integers(1, 99), floats, words))
    | st.builds(ChoicesRequest, messages, words)
    | st.builds(ScoreRequest, texts, words)
)
answers = (
    st.builds(Reply, texts, texts, receipts)
    | st.builds(Choices, st.lists(floats).map(tuple), receipts)
    | st.builds(Scores, st.lists(floats).map(tuple), st.lists(st.integers(0, 9)).map(tuple), receipts)
)

REPLY, CHOICES, SCORES = Reply("r"), Choices((0.0,)), Scores((0.0,), (1,))
REQUESTS: dict[Capability, Request] = {
    Capability.REPLY: ReplyRequest(()),
    Capability.CHOICES: ChoicesRequest((), ("A",)),
    Capability.SCORE: ScoreRequest("p", ("c",)),
}
ANSWERS: dict[Capability, Answer] = {Capability.REPLY: REPLY, Capability.CHOICES: CHOICES, Capability.SCORE: SCORES}


class Everything(AgentBase):
    def __init__(self, capabilities: frozenset[Capability]) -> None:
        self.identity = Identity("everything", "1")
        self.capabilities = capabilities
        self.draws: list[int] = []

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        self.draws.append(draw)
        return REPLY

    async def choices(self, request: ChoicesRequest) -> Choices:
        return CHOICES

    async def score(self, request: ScoreRequest) -> Scores:
        return SCORES


@given(requests)
def test_a_request_survives_being_written_down(request: Request) -> None:
    assert request_decoder.decode(canonical(request)) == request


@given(answers)
def test_an_answer_survives_being_written_down(answer: Answer) -> None:
    assert answer_decoder.decode(canonical(answer)) == answer


@given(st.frozensets(st.sampled_from(Capability)), st.sampled_from(Capability))
def test_a_request_goes_to_its_method_or_is_refused(capabilities: frozenset[Capability], asked: Capability) -> None:
    agent = Everything(capabilities)
    assert isinstance(agent, Agent)
    if asked in capabilities:
        asyncio.run(agent.confirm(frozenset({asked})))
        assert asyncio.run(agent.answer(REQUESTS[asked])) is ANSWERS[asked]
        return
    for refused in (agent.answer(REQUESTS[asked]), agent.confirm(frozenset({asked}))):
        with pytest.raises(HoldfastError, match=f"'everything' cannot be asked for '{asked}'"):
            asyncio.run(refused)


def test_the_draw_reaches_the_reply() -> None:
    agent = Everything(frozenset({Capability.REPLY}))
    asyncio.run(agent.answer(ReplyRequest(()), 4))
    assert agent.draws == [4]


def test_only_a_temperature_samples() -> None:
    assert not Decoding().samples
    assert not Decoding(0.0, top_p=0.5).samples
    assert Decoding(0.1).samples


def test_a_near_name_is_suggested_and_else_all_are_listed() -> None:
    assert did_you_mean("invarance", ["binding", "invariance"]) == "did you mean 'invariance'?"
    assert did_you_mean("zzz", ["b", "a"]) == "known are a, b."
