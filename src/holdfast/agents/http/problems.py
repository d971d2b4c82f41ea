"""What an attempt can meet, in the journal's taxonomy, and how long to wait before the next one.

Pure functions of a response's status, headers and body; clocks come in as arguments. Back-off is exponential with
jitter keyed by the request, so that a run's waits can be repeated.
"""

from __future__ import annotations

import email.utils
import hashlib
import math
from collections.abc import Mapping
from typing import Any

import msgspec

from holdfast.agents.http.settings import HttpSettings
from holdfast.core import AgentFailure, Failure, canonical

MAX_BACKOFF_S = 30.0
MAX_RETRY_AFTER_S = 300.0
"""A server that asks for a longer wait is not waited for: the request fails and the run can be resumed."""
SHOWN = 300
"""The most characters of a server's message that are kept."""
NO_CREDIT = "insufficient_quota"
"""The error code of a 429 that no waiting cures."""


class AttemptError(Exception):
    """One attempt that got no usable answer."""

    def __init__(
        self,
        kind: Failure,
        clause: str,
        *,
        where: str = "",
        retry_after_s: float | None = None,
        billable: bool = False,
        unreachable: bool = False,
    ) -> None:
        super().__init__(clause)
        self.kind = kind
        self.clause = clause
        """What the server did, to follow `The server at …`."""
        self.where = where
        """Host and port of the server."""
        self.retry_after_s = retry_after_s
        """How long the server asked to wait."""
        self.billable = billable
        """Whether the request may have been worked on, and so may be billed."""
        self.unreachable = unreachable
        """Whether not even a connection came about, so that another address may do."""


class HttpFailure(AgentFailure):
    """A failure that also knows its clause, so that a start-up probe can build its own sentence."""

    def __init__(self, kind: Failure, where: str, clause: str, *, attempts: int) -> None:
        times = f" ({attempts} attempts)" if attempts > 1 else ""
        super().__init__(kind, f"The server at {where} {clause}{times}.", attempts=attempts)
        self.where = where
        self.clause = clause


class _Error(msgspec.Struct):
    message: str = ""
    code: str | int | None = None


class _ErrorBody(msgspec.Struct):
    error: _Error | str | None = None
    message: str | None = None
    detail: Any = None


_error_decoder = msgspec.json.Decoder(_ErrorBody)


def problem_of_status(
    status: int, headers: Mapping[str, str], body: bytes, settings: HttpSettings, now: float
) -> AttemptError:
    """Read an HTTP response that is not 200. `now` is wall-clock time, for a Retry-After that is a date."""
    message, code = server_message(body)
    if settings.api_key:  # some providers quote the key back
        message = message.replace(settings.api_key, "[key]")
    shown = f" (HTTP {status}): {message}" if message else f" (HTTP {status})"
    wait = retry_after(headers.get("Retry-After"), now)
    source = settings.key_source
    match status:
        case 401 if settings.api_key is None:
            return AttemptError(Failure.AUTHENTICATION, f"wants a key and none was given: set {source}")
        case 401:
            return AttemptError(Failure.AUTHENTICATION, f"refused the key (HTTP 401): set {source} to a valid one")
        case 403:
            return AttemptError(
                Failure.AUTHENTICATION, f"does not let this key ask {settings.model!r} (HTTP 403): check {source}"
            )
        case 402:
            return AttemptError(Failure.BUDGET, f"says that the account has no credit{shown}")
        case 429 if code == NO_CREDIT:
            return AttemptError(Failure.BUDGET, f"says that the account behind {source} has no credit{shown}")
        case 429:
            long = f" and asks to wait {wait:.0f} s" if wait is not None and wait > MAX_RETRY_AFTER_S else ""
            return AttemptError(Failure.RATE_LIMITED, f"limits the rate of requests{shown}{long}", retry_after_s=wait)
        case 408:
            return AttemptError(Failure.TIMEOUT, f"gave up waiting{shown}")
        case _ if status >= 500:
            return AttemptError(Failure.SERVER, f"had an error{shown}", retry_after_s=wait)
        case _ if status < 400:
            return AttemptError(Failure.REJECTED, f"sends requests elsewhere (HTTP {status}): use its final address")
        case _:
            return AttemptError(Failure.REJECTED, f"rejected the request{shown}")


def server_message(body: bytes) -> tuple[str, str]:
    """The server's own words, cut to a length a line can hold, and its error code."""
    text, code = body.decode(errors="replace"), ""
    try:
        read = _error_decoder.decode(body)
        if isinstance(read.error, _Error):
            text, code = read.error.message, str(read.error.code or "")
        else:
            text = read.error or read.message or (canonical(read.detail).decode() if read.detail else text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass  # not JSON of a known shape: the text itself is the message
    text = " ".join(text.split())
    return (text if len(text) <= SHOWN else text[: SHOWN - 1] + "…").rstrip("."), code


def retry_after(value: str | None, now: float) -> float | None:
    """Seconds to wait by a Retry-After header, which is a number or an HTTP date; None where it says nothing."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(value).timestamp() - now
        except ValueError:
            return None
    return None if math.isnan(seconds) else max(0.0, seconds)


def wait_before_next(problem: AttemptError, attempt: int, first_s: float, body: bytes) -> float:
    """Seconds to wait after the given attempt (counted from 1) of a request."""
    if problem.retry_after_s is not None:
        return problem.retry_after_s * (1 + 0.1 * jitter(body, attempt))
    return float(min(MAX_BACKOFF_S, first_s * 2 ** (attempt - 1)) * (0.5 + 0.5 * jitter(body, attempt)))


def jitter(body: bytes, attempt: int) -> float:
    """A number in [0, 1) that the request and the attempt decide."""
    key = hashlib.blake2b(body, digest_size=8, salt=attempt.to_bytes(8, "big")).digest()
    return int.from_bytes(key, "big") / 2**64
