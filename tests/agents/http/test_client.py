"""The HTTP agent against a real server process, with every fault that the server can inject."""

from __future__ import annotations

import asyncio
import gc
import math
import socket
import time

import msgspec
import pytest

from holdfast.agents.http import HttpAgent, HttpSettings, Limiter
from holdfast.core import (
    Agent,
    AgentFailure,
    Answer,
    Capability,
    ChoicesRequest,
    Decoding,
    Failure,
    HoldfastError,
    Message,
    Reply,
    ReplyRequest,
    Request,
    ScoreRequest,
)
from holdfast.core.agent import UNLISTED
from openai_server import chat_tokens, conversation_digest, echoed, first_token_logprobs, running_server

PRICES = '[models]\n"test-model" = { input = 100.0, output = 1000.0 }\n'


def question(n: int, **decoding) -> ReplyRequest:
    return ReplyRequest((Message("user", f"Question {n}: A or B?"),), Decoding(**decoding))


def expected(request: ReplyRequest) -> str:
    return "".join(chat_tokens(conversation_digest(msgspec.json.encode(request.messages))))


def ask(agent: HttpAgent, *requests: Request, workers: int | None = None) -> list[Answer | AgentFailure]:
    """Ask everything at once or by so many workers; failures come back as values."""

    async def run() -> list[Answer | AgentFailure]:
        gate = asyncio.Semaphore(workers or len(requests))

        async def one(request: Request) -> Answer | AgentFailure:
            async with gate:
                try:
                    return await agent.answer(request)
                except AgentFailure as failure:
                    return failure

        try:
            return await asyncio.gather(*map(one, requests))
        finally:
            await agent.close()

    return asyncio.run(run())


def failure_of(agent: HttpAgent, request: Request) -> AgentFailure:
    (failure,) = ask(agent, request)
    assert isinstance(failure, AgentFailure)
    return failure


def closed_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/v1"


# --------------------------------------------------------------------------------------------------- plain answers


def test_it_is_an_agent_that_declares_replies_only(server):
    agent = HttpAgent(HttpSettings(spec="test", model="test-model", base_urls=(server.url,)))
    assert isinstance(agent, Agent)
    assert agent.capabilities == {Capability.REPLY}
    assert agent.concurrency == 200
    with pytest.raises(HoldfastError, match="cannot"):
        asyncio.run(agent.answer(ScoreRequest("a", (" b",))))


def test_replies_and_receipts(server, make_agent):
    requests = [question(n) for n in range(50)]
    for request, reply in zip(requests, ask(make_agent(server.url), *requests), strict=True):
        assert isinstance(reply, Reply)
        assert (reply.text, reply.finish) == (expected(request), "stop")
        assert (reply.receipt.model, reply.receipt.attempts, reply.receipt.cost) == ("test-model", 1, 0.0)
        assert reply.receipt.prompt_tokens > 0
        assert reply.receipt.completion_tokens > 0
        assert reply.receipt.latency_ms > 0


def test_a_reply_cut_at_its_limit_is_no_failure(server, make_agent):
    request = next(question(n, max_tokens=1) for n in range(100) if expected(question(n)).endswith("."))
    (reply,) = ask(make_agent(server.url), request)
    assert reply.finish == "length"
    assert expected(request).startswith(reply.text)
    assert reply.text != expected(request)


def test_draws_of_a_sampled_request_are_sent_apart_and_greedy_ones_are_not(make_agent):
    async def run(agent: HttpAgent) -> None:
        for draw in range(3):
            await agent.answer(question(0, temperature=0.7, top_p=0.9, stop=("\n",)), draw)
            await agent.answer(question(0), draw)
        await agent.close()

    with running_server() as server:
        asyncio.run(run(make_agent(server.url)))
        assert (server.stats()["distinct"], server.stats()["requests"]) == (4, 6)


def test_an_agent_outlives_the_event_loop_it_was_used_in(server, make_agent, caplog):
    agent = make_agent(server.url, start_concurrency=2)

    async def left_behind() -> None:
        calls = [asyncio.create_task(agent.answer(question(n))) for n in range(5)]
        await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)  # slots are held and waited for as the loop ends

    for _ in range(3):
        asyncio.run(left_behind())
        assert asyncio.run(agent.answer(question(1))).text == expected(question(1))
    asyncio.run(agent.close())
    gc.collect()
    assert "Unclosed" not in caplog.text


def test_cancelled_calls_give_their_slots_back(make_agent):
    async def run(agent: HttpAgent) -> None:
        calls = [asyncio.create_task(agent.answer(question(n))) for n in range(10)]
        await asyncio.sleep(0.1)
        assert agent.limiter.in_flight == 4
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        assert agent.limiter.in_flight == 0
        await agent.close()

    with running_server("--delay", 5) as server:
        asyncio.run(run(make_agent(server.url, max_concurrency=4)))


def test_a_model_that_wants_the_newer_token_field_gets_it(make_agent):
    with running_server("--completion-tokens-only") as server:
        agent = make_agent(server.url)
        assert ask(agent, question(1))[0].text == expected(question(1))
        assert ask(agent, question(2))[0].text == expected(question(2))
        assert server.stats()["requests"] == 3, "learnt once"


# ---------------------------------------------------------------------------------------------------------- faults


def test_every_fault_together_changes_no_answer_and_asks_nothing_twice(make_agent):
    faults = ["--rate-429", 0.08, "--retry-after", 0.05, "--rate-500", 0.08, "--rate-drop", 0.08]
    faults += ["--rate-malformed", 0.08, "--rate-truncate", 0.08]
    requests = [question(n) for n in range(600)]
    with running_server(*faults) as server:
        replies = ask(make_agent(server.url), *requests)
        stats = server.stats()
    assert [reply.text for reply in replies] == [expected(request) for request in requests]
    assert set(stats["faults"]) == {"429", "500", "drop", "malformed", "truncate"}
    assert (stats["answered"], stats["answered_again"]) == (600, 0)
    assert stats["requests"] == 600 + sum(stats["faults"].values())
    assert sum(reply.receipt.attempts for reply in replies) == stats["requests"]


@pytest.mark.parametrize(
    ("flag", "kind", "words"),
    [
        ("--rate-429", Failure.RATE_LIMITED, "limits the rate of requests (HTTP 429): Rate limit reached"),
        ("--rate-500", Failure.SERVER, "had an error (HTTP 500): The server had an error"),
        ("--rate-drop", Failure.CONNECTION, "closed the connection before it had answered"),
        ("--rate-malformed", Failure.MALFORMED, "sent an answer that cannot be read"),
        ("--rate-truncate", Failure.MALFORMED, "sent less than it announced"),
    ],
)
def test_a_fault_that_stays_is_a_failure_of_its_kind(flag, kind, words, make_agent):
    with running_server(flag, 1, "--max-faults", 0, "--retry-after", 0.01) as server:
        failure = failure_of(make_agent(server.url, max_attempts=3), question(1))
        assert server.stats()["requests"] == 3
    assert (failure.kind, failure.attempts) == (kind, 3)
    assert failure.message.startswith(f"The server at {server.url[7:-3]} {words}")
    assert failure.message.endswith("(3 attempts).")


def test_an_answer_that_takes_too_long_is_a_time_out(make_agent):
    with running_server("--delay", 2) as server:
        failure = failure_of(make_agent(server.url, timeout_s=0.1, max_attempts=2), question(1))
    assert (failure.kind, failure.attempts) == (Failure.TIMEOUT, 2)


def test_retry_after_is_honoured(make_agent):
    with running_server("--rate-429", 1, "--max-faults", 1, "--retry-after", 0.4) as server:
        started = time.perf_counter()
        (reply,) = ask(make_agent(server.url, backoff_s=0.0), question(1))
        assert time.perf_counter() - started >= 0.4
    assert reply.receipt.attempts == 2
    assert reply.receipt.latency_ms < 300, "the last attempt only"


def test_a_wait_beyond_reason_is_not_waited_for(make_agent):
    with running_server("--rate-429", 1, "--retry-after", 100_000) as server:
        failure = failure_of(make_agent(server.url), question(1))
    assert (failure.kind, failure.attempts) == (Failure.RATE_LIMITED, 1)
    assert failure.message.endswith("and asks to wait 100000 s.")


@pytest.mark.parametrize("key", [None, "sk-wrong-key"])
def test_a_bad_key_is_one_sentence_without_the_key(key, make_agent):
    with running_server("--api-key", "sk-right-key") as server:
        agent = make_agent(server.url, api_key=key, key_source="OPENAI_API_KEY")
        failure = failure_of(agent, question(1))
        assert (failure.kind, failure.attempts) == (Failure.AUTHENTICATION, 1)
        assert "set OPENAI_API_KEY" in failure.message
        assert "sk-" not in failure.message
        assert ask(make_agent(server.url, api_key="sk-right-key"), question(1))[0].text == expected(question(1))


def test_what_the_server_rejects_is_not_sent_again(server, make_agent):
    failure = failure_of(make_agent(server.url), ReplyRequest(()))
    assert (failure.kind, failure.attempts) == (Failure.REJECTED, 1)
    assert failure.message.endswith("rejected the request (HTTP 400): messages must not be empty.")
    failure = failure_of(make_agent(server.url.replace("/v1", "/v7")), question(1))
    assert failure.kind is Failure.REJECTED
    assert "HTTP 404" in failure.message


# ----------------------------------------------------------------------------------------------------- concurrency


def test_concurrency_grows_while_the_server_is_healthy_and_stops_at_the_ceiling(make_agent):
    with running_server("--delay", 0.02) as server:
        agent = make_agent(server.url, max_concurrency=60)
        ask(agent, *(question(n) for n in range(500)))
        assert agent.limiter.limit == 60
        assert 40 < server.stats()["peak_in_flight"] <= 60


def test_concurrency_shrinks_when_the_server_says_429(make_agent):
    with running_server("--limit-concurrency", 8, "--delay", 0.01, "--retry-after", 0.03) as server:
        agent = make_agent(server.url, max_attempts=100)
        agent._sender.limiter = Limiter(20, 200, cool_down_s=0.1)
        replies = ask(agent, *(question(n) for n in range(300)))
        assert all(isinstance(reply, Reply) for reply in replies)
        assert agent.limiter.limit < 16, "shrunk more than once"
        assert server.stats()["answered_again"] == 0


def test_server_errors_do_not_shrink_concurrency(make_agent):
    with running_server("--rate-500", 0.5, "--max-faults", 2) as server:
        agent = make_agent(server.url)
        ask(agent, *(question(n) for n in range(100)))
        assert agent.limiter.limit >= 20


# ------------------------------------------------------------------------------------------------------- addresses


def test_a_closed_port_is_a_plain_sentence_soon(make_agent):
    url = closed_port()
    started = time.perf_counter()
    failure = failure_of(make_agent(url, backoff_s=0.5), question(1))
    assert time.perf_counter() - started < 2
    assert (failure.kind, failure.attempts) == (Failure.CONNECTION, 2)
    assert failure.message == (
        f"The server at {url[7:-3]} cannot be reached (connection refused); "
        "check the address and that it is running (2 attempts)."
    )


def test_a_name_that_does_not_resolve_is_a_plain_sentence(make_agent):
    failure = failure_of(make_agent("http://no-such-host.invalid/v1"), question(1))
    assert failure.kind is Failure.CONNECTION
    assert "cannot be found by its name; check the address and the network" in failure.message


def test_a_dead_address_is_passed_over(server, make_agent):
    requests = [question(n) for n in range(200)]
    replies = ask(make_agent(closed_port(), server.url, max_attempts=2), *requests, workers=10)
    assert [reply.text for reply in replies] == [expected(request) for request in requests]
    assert sum(reply.receipt.attempts - 1 for reply in replies) <= 10, "only the first few knock at the dead one"


def test_a_fleet_shares_the_work(make_agent):
    with running_server("--delay", 0.01) as one, running_server("--delay", 0.01) as two:
        ask(make_agent(one.url, two.url), *(question(n) for n in range(100)))
        shares = [server.stats()["requests"] for server in (one, two)]
    assert sum(shares) == 100
    assert min(shares) >= 40


def test_a_server_that_dies_is_left_for_another(make_agent):
    async def run(agent: HttpAgent) -> list[Answer]:
        first = [asyncio.create_task(agent.answer(question(n))) for n in range(20)]
        await asyncio.sleep(0.1)
        one.process.kill()
        replies = await asyncio.gather(*first, *(agent.answer(question(n)) for n in range(20, 40)))
        await agent.close()
        return replies

    with running_server("--delay", 0.3) as one, running_server("--delay", 0.3) as two:
        replies = asyncio.run(run(make_agent(one.url, two.url)))
        assert [reply.text for reply in replies] == [expected(question(n)) for n in range(40)]
        assert two.stats()["answered_distinct"] == 40


# ------------------------------------------------------------------------------------------------------------ cost


def test_cost_goes_into_the_receipt_and_estimates(server, make_agent, tmp_path):
    (tmp_path / "prices.toml").write_text(PRICES)
    agent = make_agent(server.url, prices=str(tmp_path / "prices.toml"))
    (reply,) = ask(agent, question(1))
    receipt = reply.receipt
    assert receipt.cost == agent.estimate_cost(receipt.prompt_tokens, receipt.completion_tokens)
    assert receipt.cost == pytest.approx(receipt.prompt_tokens * 1e-4 + receipt.completion_tokens * 1e-3)
    assert make_agent(server.url).estimate_cost(1, 1) is None


def test_a_ceiling_stops_before_it_is_exceeded(make_agent, tmp_path):
    (tmp_path / "prices.toml").write_text(PRICES)
    settings = {"prices": str(tmp_path / "prices.toml"), "cost_ceiling": 0.2}
    requests = [question(n, max_tokens=8) for n in range(200)]
    with running_server() as server:
        answers = ask(make_agent(server.url, **settings), *requests)
        replies = [answer for answer in answers if isinstance(answer, Reply)]
        failures = [answer for answer in answers if isinstance(answer, AgentFailure)]
        assert server.stats()["requests"] == len(replies)
        spent = sum(reply.receipt.cost for reply in replies)
        # A call is bounded by its bytes (about 120, $0.012) and 8 tokens ($0.008): no more may be left over.
        assert 0.2 - 0.025 < spent <= 0.2
        assert {failure.kind for failure in failures} == {Failure.BUDGET}
        resumed = make_agent(server.url, already_spent=0.19, **settings)
        assert failure_of(resumed, question(0)).kind is Failure.BUDGET


@pytest.mark.parametrize(
    ("flag", "kind"),
    [("--rate-malformed", Failure.BUDGET), ("--rate-truncate", Failure.BUDGET), ("--rate-500", Failure.SERVER)],
)
def test_an_attempt_that_may_have_been_billed_counts(flag, kind, make_agent, tmp_path):
    (tmp_path / "prices.toml").write_text(PRICES)
    with running_server(flag, 1, "--max-faults", 0) as server:
        # The ceiling holds one attempt at its upper estimate and not two.
        agent = make_agent(server.url, prices=str(tmp_path / "prices.toml"), cost_ceiling=0.03, max_attempts=3)
        assert failure_of(agent, question(1, max_tokens=8)).kind is kind


def test_a_ceiling_without_a_price_is_refused_at_the_start(server, make_agent):
    with pytest.raises(HoldfastError, match=r"No price is known for 'test-model'.*\[models\] and \"test-model\" ="):
        make_agent(server.url, cost_ceiling=1.0)


# ------------------------------------------------------------------------------------------------ log-probabilities


def test_choices_add_up_tokens_with_and_without_a_space(server, make_agent):
    messages = (Message("user", "A or B?"),)
    (choices,) = ask(make_agent(server.url), ChoicesRequest(messages, ("A", "B", "Yes", "nowhere")))
    listed = dict(first_token_logprobs(conversation_digest(msgspec.json.encode(messages)))[:20])
    for label, logprob in zip(("A", "B", "Yes"), choices.logprobs, strict=False):
        either = [math.exp(listed[token]) for token in (label, f" {label}") if token in listed]
        assert math.exp(logprob) == pytest.approx(sum(either))
    assert choices.logprobs[3] == UNLISTED
    assert choices.receipt.completion_tokens == 1


def test_a_server_that_lists_fewer_alternatives_is_asked_for_fewer(make_agent):
    with running_server("--max-top-logprobs", 5) as server:
        agent = make_agent(server.url)
        requests = [ChoicesRequest((Message("user", f"{n}"),), ("A", "B")) for n in range(5)]
        assert not any(isinstance(ask(agent, request)[0], AgentFailure) for request in requests)
        assert server.stats()["requests"] == 6, "rejected once, then remembered"
        failure_of(agent, ChoicesRequest((), ("A",)))
        assert server.stats()["requests"] == 7, "another rejection is no reason to ask for fewer"


def test_choices_without_log_probabilities_are_a_failure_and_not_sent_again(make_agent):
    with running_server("--no-logprobs") as server:
        failure = failure_of(make_agent(server.url), ChoicesRequest((Message("user", "?"),), ("A",)))
        assert (failure.kind, server.stats()["requests"]) == (Failure.MALFORMED, 1)
        assert "returns no log-probabilities" in failure.message


@pytest.mark.parametrize("prompt", ["If the pump stops then the tank", "If the pump stops then the tank "])
def test_scores_are_sums_over_the_continuations_tokens(prompt, server, make_agent):
    space = "" if prompt.endswith(" ") else " "
    request = ScoreRequest(prompt, (f"{space}drains and the alarm sounds.", f"{space}is dry."))
    (scores,) = ask(make_agent(server.url), request)
    before = len(echoed(prompt.rstrip())[0])  # the trailing space joins the continuation's first token
    for continuation, logprob, count in zip(request.continuations, scores.logprobs, scores.tokens, strict=True):
        own = echoed(prompt + continuation)[1][before:]
        assert (logprob, count) == (pytest.approx(sum(own)), len(own))
    assert scores.receipt.prompt_tokens == sum(len(echoed(prompt + c)[0]) for c in request.continuations)


def test_nothing_to_score_is_nothing(server, make_agent):
    assert ask(make_agent(server.url), ScoreRequest("the rain", ()))[0].logprobs == ()


def test_scores_survive_faults(make_agent):
    requests = [ScoreRequest(f"Number {n}: the rain causes", (" the flood", " the alarm", " no")) for n in range(40)]
    with running_server() as clean, running_server("--rate-500", 0.2, "--rate-truncate", 0.2) as faulty:
        right, found = (ask(make_agent(server.url), *requests) for server in (clean, faulty))
        assert faulty.stats()["answered_again"] == 0
    assert [scores.logprobs for scores in found] == [scores.logprobs for scores in right]
    assert max(scores.receipt.attempts for scores in found) > 1


def test_scoring_where_echo_is_ignored_is_a_failure(make_agent):
    with running_server("--no-echo") as server:
        failure = failure_of(make_agent(server.url), ScoreRequest("the rain", (" causes",)))
    assert failure.kind is Failure.MALFORMED
    assert "ignores `echo`" in failure.message
