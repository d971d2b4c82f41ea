"""The test server itself: its language model is a proper one, and its faults and counts can be relied on."""

from __future__ import annotations

import http.client
import math

import msgspec

from openai_server import WORDS, echoed, next_tokens, running_server


def post(url: str, path: str, body: dict) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(url.split("/")[2], timeout=10)
    try:
        connection.request("POST", path, msgspec.json.encode(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_next_tokens_are_a_distribution_with_room_for_unknown_words():
    for text in ("the rain", "Nobody knows", ""):
        total = sum(math.exp(logprob) for _, logprob in next_tokens(text))
        assert 0.89 < total < 1.0, "nine tenths are for known words"


def test_a_tokens_probability_depends_on_what_is_before_it_and_not_on_what_follows():
    short, long = echoed("if the pump stops"), echoed("if the pump stops then the tank")
    assert long[1][:4] == short[1]
    assert echoed("when the pump stops")[1][3] != short[1][3]
    word, logprob = next_tokens("if the pump")[0]
    assert word in WORDS
    assert echoed("if the pump" + word)[1][-1] == logprob


def test_faults_are_decided_by_body_and_attempt():
    def statuses() -> list[int]:
        with running_server("--rate-429", 0.3, "--rate-500", 0.3) as server:
            bodies = [{"messages": [{"role": "user", "content": str(n)}]} for n in range(20)]
            found = [post(server.url, "/v1/chat/completions", body)[0] for body in bodies for _ in range(4)]
            stats = server.stats()
            assert stats["distinct"] == 20
            assert stats["requests"] == 80
            assert stats["answered_again"] == found.count(200) - 20
            assert stats["faults"] == {"429": found.count(429), "500": found.count(500)}
            return found

    first = statuses()
    assert first == statuses()
    assert set(first[3::4]) == {200}, "after three faults at most a body is served"


def test_models_completions_and_unknown_pages():
    with running_server("--model", "tiny") as server:
        connection = http.client.HTTPConnection(server.url.split("/")[2], timeout=10)
        connection.request("GET", "/v1/models")
        assert msgspec.json.decode(connection.getresponse().read())["data"][0]["id"] == "tiny"
        connection.close()
        status, body = post(
            server.url, "/v1/completions", {"prompt": "the rain", "echo": True, "logprobs": 2, "max_tokens": 0}
        )
        logprobs = msgspec.json.decode(body)["choices"][0]["logprobs"]
        assert (status, logprobs["tokens"], logprobs["text_offset"]) == (200, ["the", " rain"], [0, 3])
        assert logprobs["token_logprobs"][0] is None
        assert post(server.url, "/v1/elsewhere", {})[0] == 404
        assert post(server.url, "/v1/chat/completions", {"messages": 3})[0] == 400
