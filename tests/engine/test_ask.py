"""Asking: bounded, memoised, never silent about a failure."""

from __future__ import annotations

import asyncio
import signal

import pytest

from holdfast.agents.wrappers import PlannerExecutor
from holdfast.core import (
    AgentBase,
    AgentFailure,
    Decoding,
    Failure,
    HoldfastError,
    Identity,
    Message,
    Reply,
    ReplyRequest,
    ScoreRequest,
)
from holdfast.engine.ask import FAILURES_IN_A_ROW, WAVE, WRITTEN, Ask, ask, waves
from holdfast.engine.journal import Journal
from holdfast.engine.memo import Memo
from holdfast.engine.progress import Silent


class Echo(AgentBase):
    """Says what it was asked, counts how it was asked, and fails on demand."""

    identity = Identity("echo", "1")
    concurrency = 7

    def __init__(self, fails: dict[str, Failure] | None = None) -> None:
        self.fails = fails or {}
        self.asked: list[str] = []
        self.now = self.most = 0
        self.turns: list[int] = []

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        text = request.messages[-1].content
        self.asked.append(text)
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.001)
        self.now -= 1
        for key, kind in self.fails.items():
            if key in text:
                raise AgentFailure(kind, f"{text} went wrong.")
        return Reply(f"{text}#{draw}")


def asks(texts: list[str], temperature: float = 0.0, replicates: int = 1) -> list[Ask]:
    decoding = Decoding(temperature=temperature)
    return [
        Ask(f"case-{i}", "answer", r, ReplyRequest((Message("user", text),), decoding))
        for i, text in enumerate(texts)
        for r in range(replicates)
    ]


def run(agent, planned, path):
    with Journal(path) as journal:
        memo = Memo(agent, journal)
        asyncio.run(ask(memo, planned, Silent()))
        return [
            (u.case_id, u.replicate, u.answer and u.answer.text, u.failure) for u in journal.uses(agent.identity.digest)
        ]


def test_everything_is_asked_once_within_the_bound(tmp_path) -> None:
    agent = Echo()
    found = run(agent, asks([f"q{i}" for i in range(100)]), tmp_path / "j")
    assert len(found) == 100
    assert sorted(agent.asked) == sorted(f"q{i}" for i in range(100))
    assert agent.most == 7


def test_identical_requests_are_asked_once_and_used_often(tmp_path) -> None:
    agent = Echo()
    found = run(agent, asks(["same"] * 50 + ["other"]), tmp_path / "j")
    assert sorted(agent.asked) == ["other", "same"]
    assert [text for _, _, text, _ in found].count("same#0") == 50


def test_samples_of_one_request_are_different_draws(tmp_path) -> None:
    agent = Echo()
    found = run(agent, asks(["q"], temperature=0.7, replicates=3), tmp_path / "j")
    assert [text for _, _, text, _ in found] == ["q#0", "q#1", "q#2"]
    greedy = Echo()
    run(greedy, asks(["q"], replicates=3), tmp_path / "k")
    assert greedy.asked == ["q"], "without temperature a repetition is the same request"


def test_what_is_memoised_is_not_asked_again_and_failures_are(tmp_path) -> None:
    planned = asks([f"q{i}" for i in range(20)])
    first = Echo({"q7": Failure.SERVER})
    found = run(first, planned, tmp_path / "j")
    assert [row for row in found if row[3]] == [("case-7", 0, None, Failure.SERVER)]
    second = Echo()
    found = run(second, planned, tmp_path / "j")
    assert second.asked == ["q7"]
    assert not [row for row in found if row[3]]


def test_a_failure_every_request_would_meet_ends_the_run_with_a_sentence(tmp_path) -> None:
    with pytest.raises(HoldfastError, match=r"^echo: q3 went wrong"):
        run(Echo({"q3": Failure.AUTHENTICATION}), asks([f"q{i}" for i in range(100)]), tmp_path / "j")


def test_an_agent_that_is_gone_ends_the_run_but_scattered_failures_do_not(tmp_path) -> None:
    texts = [f"{'bad' if i % 3 else 'good'} {i}" for i in range(200)]
    assert len(run(Echo({"bad": Failure.CONNECTION}), asks(texts), tmp_path / "j")) == 200
    with pytest.raises(HoldfastError, match=f"{FAILURES_IN_A_ROW} requests in a row failed.*Nothing answered is lost"):
        run(Echo({"": Failure.CONNECTION}), asks(texts), tmp_path / "k")


def test_an_agent_that_packs_is_asked_in_waves_that_the_plan_decides(tmp_path) -> None:
    class Packing(Echo):
        packs = True

        def __init__(self) -> None:
            super().__init__()
            self.waiting = 0

        async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
            self.waiting += 1
            await asyncio.sleep(0.01)
            if self.waiting:
                self.turns.append(self.waiting)
                self.waiting = 0
            return Reply(request.messages[-1].content)

    agent = Packing()
    run(agent, asks([f"q{i}" for i in range(2 * WRITTEN + 5)]), tmp_path / "j")
    assert agent.turns == [WRITTEN, WRITTEN, 5]


def test_a_wave_is_long_where_answers_are_scored_and_short_where_they_are_written() -> None:
    scored = [Ask(f"case-{i}", "score", 0, ScoreRequest("a", ("b",))) for i in range(WAVE + 10)]
    written = asks([f"q{i}" for i in range(WRITTEN + 3)])
    assert [len(wave) for wave in waves([*scored, *written])] == [WAVE, 10 + WRITTEN, 3]


def test_a_wrapper_journals_every_inner_request(tmp_path) -> None:
    inner = Echo()
    wrapped = PlannerExecutor(inner)
    with Journal(tmp_path / "j") as journal:
        memo = Memo(wrapped, journal)
        asyncio.run(ask(memo, asks(["q"]), Silent()))
        assert journal.totals(inner.identity.digest).answered == 2
        assert journal.totals(wrapped.identity.digest).answered == 1
    again = Echo()
    run(PlannerExecutor(again), asks(["q"]), tmp_path / "j")
    assert again.asked == []


def test_an_interruption_keeps_what_was_answered(tmp_path) -> None:
    class Interrupting(Echo):
        async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
            if len(self.asked) == 40:
                signal.raise_signal(signal.SIGINT)  # as Ctrl-C does
            return await super().reply(request, draw)

    planned = asks([f"q{i}" for i in range(100)])
    with pytest.raises(KeyboardInterrupt):
        run(Interrupting(), planned, tmp_path / "j")
    rest = Echo()
    assert len(run(rest, planned, tmp_path / "j")) == 100
    assert 60 <= len(rest.asked) <= 60 + 2 * Echo.concurrency
