"""The start-up probe believes numbers: a server that ignores or falsifies log-probabilities is refused."""

from __future__ import annotations

import asyncio
import math

import pytest

from holdfast.agents.http import HttpAgent, HttpSettings, ProbeResult
from holdfast.agents.http.probes import check_choices, check_score
from holdfast.agents.http.wire import TopToken, UnusableError
from holdfast.core import Capability, HoldfastError, Message, ScoreRequest
from openai_server import running_server

EVERY = frozenset(Capability)


def fresh(url: str, **settings) -> HttpAgent:
    told = {"spec": "test", "model": "test-model", "base_urls": (url,), "backoff_s": 0.02}
    return HttpAgent(HttpSettings(**(told | settings)))


def probe(agent: HttpAgent) -> ProbeResult:
    async def run() -> ProbeResult:
        try:
            return await agent.probe()
        finally:
            await agent.close()

    return asyncio.run(run())


def confirm(agent: HttpAgent, *wanted: Capability) -> None:
    async def run() -> None:
        try:
            await agent.confirm(frozenset(wanted))
        finally:
            await agent.close()

    asyncio.run(run())


def test_a_good_server_is_believed(server):
    agent = fresh(server.url)
    result = probe(agent)
    assert (result.confirmed, result.refused) == (EVERY, {})
    assert agent.capabilities == EVERY


def test_a_good_server_is_believed_through_faults():
    with running_server("--rate-429", 0.2, "--rate-500", 0.2, "--rate-malformed", 0.2, "--retry-after", 0.01) as server:
        assert probe(fresh(server.url)).confirmed == EVERY


def test_only_what_is_wanted_is_probed_and_declared(server):
    agent = fresh(server.url)
    confirm(agent, Capability.CHOICES)
    assert agent.capabilities == {Capability.REPLY, Capability.CHOICES}


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (["--no-echo"], "ignores `echo`"),
        (["--wrong-echo"], "contradict its next-token ones"),
        (["--wrong-echo", "noise"], "break the chain rule"),
        (["--wrong-echo", "zero"], "contradict its next-token ones"),
    ],
)
def test_scores_that_are_not_real_are_refused(flags, reason):
    with running_server(*flags) as server:
        agent = fresh(server.url)
        result = probe(agent)
        assert result.confirmed == agent.capabilities == {Capability.REPLY, Capability.CHOICES}
        assert reason in result.refused[Capability.SCORE]
        with pytest.raises(HoldfastError, match="cannot score continuations") as caught:
            confirm(agent, Capability.REPLY, Capability.SCORE)
        assert str(caught.value) == result.refused[Capability.SCORE]


def test_the_sentence_says_what_to_do():
    with running_server("--no-echo") as server:
        with pytest.raises(HoldfastError) as caught:
            confirm(fresh(server.url), Capability.SCORE)
        assert str(caught.value) == (
            f"The server at {server.url[7:-3]} ignores `echo`, so it cannot score continuations; use a way of asking "
            "that needs only replies (`--methods greedy`, or `--readouts reply`) or serve the model with vLLM."
        )


def test_a_server_without_log_probabilities_only_replies():
    with running_server("--no-logprobs") as server:
        agent = fresh(server.url)
        result = probe(agent)
        assert agent.capabilities == {Capability.REPLY}
        assert "returns no log-probabilities, so it cannot weigh choices" in result.refused[Capability.CHOICES]
        assert "returns no prompt log-probabilities, so it cannot score" in result.refused[Capability.SCORE]
        confirm(agent, Capability.REPLY)


def test_a_wrong_declaration_is_taken_back():
    with running_server("--no-echo") as server:
        settings = HttpSettings(spec="test", model="test-model", base_urls=(server.url,))
        agent = HttpAgent(settings, capabilities=EVERY)
        probe(agent)
        assert Capability.SCORE not in agent.capabilities


def test_a_server_that_cannot_be_asked_is_one_sentence(server):
    with pytest.raises(HoldfastError, match="cannot be reached"):
        confirm(fresh("http://127.0.0.1:9/v1"), Capability.REPLY)
    with pytest.raises(HoldfastError, match=r"rejected the request \(HTTP 404\).*so it cannot reply"):
        confirm(fresh(server.url + "/nowhere"), Capability.REPLY)
    with (
        running_server("--api-key", "sk-right") as locked,
        pytest.raises(HoldfastError, match=r"refused the key \(HTTP 401\): set OPENAI_API_KEY to a valid one\.$"),
    ):
        confirm(fresh(locked.url, api_key="sk-wrong"), Capability.SCORE)


# ----------------------------------------------------------------- the checks themselves, on numbers of other failings


def choices_check(*answers: list[TopToken]) -> None:
    given = iter(answers)

    async def first_tokens(messages: tuple[Message, ...]) -> list[TopToken]:
        return next(given)

    asyncio.run(check_choices(first_tokens))


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        ([TopToken("A", -0.1)], "lists no alternatives"),
        ([TopToken("A", -0.1), TopToken("B", 0.7)], "returns 0.7 as a log-probability"),
        ([TopToken("A", -0.1), TopToken("B", -math.inf)], "returns -inf"),
        ([TopToken("A", -0.1), TopToken("B", -0.1)], "add up to 1.810"),
        ([TopToken("A", -0.5), TopToken("B", -1.5)], "same log-probabilities for different prompts"),
    ],
)
def test_next_token_numbers_that_are_no_distribution(one, reason):
    with pytest.raises(UnusableError, match=reason):
        choices_check(one, [TopToken("A", -0.5), TopToken("B", -1.5)])


def score_check(value: float, listed: dict[str, float]) -> None:
    async def score(request: ScoreRequest) -> tuple[list[float], list[int]]:
        counts = [len(continuation.split()) for continuation in request.continuations]
        return [value * count for count in counts], counts

    async def next_tokens(prompt: str) -> dict[str, float]:
        return listed

    asyncio.run(check_score(score, next_tokens))


def test_half_precision_passes_and_more_does_not():
    score_check(-2.0, {" a": -2.05, " b": -1.95})
    with pytest.raises(UnusableError, match=r"contradict its next-token ones \(-2.00 against -2.20\)"):
        score_check(-2.0, {" a": -2.0, " b": -2.2})


@pytest.mark.parametrize(
    ("value", "listed", "reason"),
    [
        (0.5, {" a": -1.0}, "as a log-probability"),
        (math.nan, {" a": -1.0}, "as a log-probability"),
        (-2.0, {}, "lists no next tokens"),
        (-2.0, {" a b": -4.0}, "cannot be compared"),
    ],
)
def test_score_numbers_that_prove_nothing(value, listed, reason):
    with pytest.raises(UnusableError, match=reason):
        score_check(value, listed)
