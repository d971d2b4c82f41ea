"""Statuses become the journal's taxonomy, waits follow Retry-After or a repeatable back-off, and no key is shown."""

from __future__ import annotations

import email.utils

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.agents.http import HttpSettings
from holdfast.agents.http.problems import (
    MAX_BACKOFF_S,
    AttemptError,
    problem_of_status,
    retry_after,
    server_message,
    wait_before_next,
)
from holdfast.core import Failure

KEY = "sk-very-secret"
NOW = 1_700_000_000.0
SETTINGS = HttpSettings(spec="s", model="m", base_urls=("http://h/v1",), api_key=KEY, key_source="MY_KEY")


def error(message: str, code: str | None = None) -> bytes:
    return msgspec.json.encode({"error": {"message": message, "type": "t", "code": code}})


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (301, None, Failure.REJECTED),
        (400, None, Failure.REJECTED),
        (401, None, Failure.AUTHENTICATION),
        (402, None, Failure.BUDGET),
        (403, None, Failure.AUTHENTICATION),
        (404, None, Failure.REJECTED),
        (408, None, Failure.TIMEOUT),
        (422, None, Failure.REJECTED),
        (429, None, Failure.RATE_LIMITED),
        (429, "insufficient_quota", Failure.BUDGET),
        (500, None, Failure.SERVER),
        (503, None, Failure.SERVER),
        (529, None, Failure.SERVER),
    ],
)
def test_taxonomy_and_no_key(status, code, kind):
    problem = problem_of_status(status, {}, error(f"bad key {KEY}", code), SETTINGS, NOW)
    assert problem.kind is kind
    assert KEY not in problem.clause
    if kind is Failure.AUTHENTICATION:
        assert "MY_KEY" in problem.clause


def test_a_missing_key_says_that_it_is_missing():
    settings = msgspec.structs.replace(SETTINGS, api_key=None)
    assert problem_of_status(401, {}, b"", settings, NOW).clause == "wants a key and none was given: set MY_KEY"


def test_rejections_carry_the_servers_words_cut_short():
    problem = problem_of_status(400, {}, error("model `x` is unknown."), SETTINGS, NOW)
    assert problem.clause == "rejected the request (HTTP 400): model `x` is unknown"
    assert len(server_message(error("x" * 5000))[0]) == 300


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"error": "plain"}', "plain"),
        (b'{"message": "top"}', "top"),
        (b'{"detail": [{"msg": "bad"}]}', '[{"msg":"bad"}]'),
        (b"<html>Bad\n  Gateway</html>", "<html>Bad Gateway</html>"),
        (b"[1]", "[1]"),
        (b"", ""),
        (b"\xff\xfe", "\ufffd\ufffd"),
        (b'{"error": {"message": null}}', '{"error": {"message": null}}'),
    ],
)
def test_messages_of_any_shape(body, message):
    assert server_message(body)[0] == message


def test_retry_after_reads_seconds_and_dates():
    assert retry_after("7", NOW) == 7.0
    assert retry_after("0.25", NOW) == 0.25
    assert retry_after("-3", NOW) == 0.0
    assert retry_after(email.utils.formatdate(NOW + 30, usegmt=True), NOW) == 30.0
    assert retry_after(email.utils.formatdate(NOW - 30, usegmt=True), NOW) == 0.0
    assert [retry_after(value, NOW) for value in (None, "soon", "", "nan")] == [None] * 4


def test_retry_after_is_read_from_the_response_and_waited_for():
    problem = problem_of_status(429, {"Retry-After": "2"}, b"", SETTINGS, NOW)
    assert problem.retry_after_s == 2.0
    assert 2.0 <= wait_before_next(problem, 1, 0.5, b"body") <= 2.2


@given(st.binary(max_size=40), st.integers(1, 60))
def test_back_off_is_repeatable_bounded_and_grows(body, attempt):
    problem = AttemptError(Failure.SERVER, "had an error")
    wait = wait_before_next(problem, attempt, 0.5, body)
    assert wait == wait_before_next(problem, attempt, 0.5, body)
    full = min(MAX_BACKOFF_S, 0.5 * 2 ** (attempt - 1))
    assert full / 2 <= wait <= full


def test_jitter_tells_requests_and_attempts_apart():
    problem = AttemptError(Failure.SERVER, "had an error")
    waits = {wait_before_next(problem, 1, 0.5, b"%d" % n) for n in range(100)}
    assert len(waits) == 100
    assert wait_before_next(problem, 20, 0.5, b"a") != wait_before_next(problem, 21, 0.5, b"a")
