"""Sending one request until it is answered: slots, attempts, waits, time and money.

A request keeps its slot while it waits for its next attempt, so that a storm of 429s throttles itself.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from holdfast.agents.http.budget import Budget
from holdfast.agents.http.limiter import Limiter
from holdfast.agents.http.prices import load_prices, price_of
from holdfast.agents.http.problems import (
    MAX_RETRY_AFTER_S,
    AttemptError,
    HttpFailure,
    problem_of_status,
    server_message,
    wait_before_next,
)
from holdfast.agents.http.settings import HttpSettings
from holdfast.agents.http.wire import Completion, Usage
from holdfast.core import Failure, HoldfastError, Receipt
from holdfast.core.errors import RETRIABLE

if TYPE_CHECKING:
    from holdfast.agents.http.transport import Transport

TRIES_TO_CONNECT = 2
"""How often to try a server that has never answered."""

C = TypeVar("C", bound=Completion)


class Parcel(msgspec.Struct, frozen=True):
    """One request, ready to be sent as often as it takes."""

    route: str
    """The endpoint's path after `/v1`."""
    body: bytes
    """Encoded once."""
    completion_tokens: int
    """The most tokens that may be generated, for the cost ceiling."""


class Sender:
    """Sends parcels for one agent, within its limits, from whichever event loop is running."""

    def __init__(self, settings: HttpSettings) -> None:
        self.settings = settings
        self.limiter = Limiter(settings.start_concurrency, settings.max_concurrency)
        self._price = price_of(settings.model, load_prices(settings.prices))
        self._budget: Budget | None = None
        if settings.cost_ceiling is not None:
            if self._price is None:
                raise HoldfastError(
                    f"No price is known for {settings.model!r}, so its cost has no ceiling; give one in "
                    f'a TOML price file: [models] and "{settings.model}" = {{ input = 0.15, output = 0.60 }}.'
                )
            self._budget = Budget(settings.cost_ceiling)
        self._transport: Transport | None = None

    def already_spent(self, dollars: float) -> None:
        """Count what earlier sessions of a run have cost against the ceiling."""
        if self._budget is not None:
            self._budget.spent += dollars

    def estimate_cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """US dollars by the price table; None where no price is known."""
        return None if self._price is None else self._price.cost(prompt_tokens, completion_tokens)

    async def send(self, parcel: Parcel, decoder: msgspec.json.Decoder[C]) -> tuple[C, Receipt]:
        """Send a parcel until it is answered well, is refused, or has been sent often enough."""
        transport = self._transport
        if transport is None or transport.loop is not asyncio.get_running_loop():
            transport = await self._connect()
        limiter = self.limiter
        await limiter.acquire()
        try:
            attempt = 0
            while True:
                attempt += 1
                try:
                    if self._budget is None:
                        completion, seconds = await self._attempt(transport, parcel, decoder)
                    else:
                        completion, seconds = await self._attempt_within(self._budget, transport, parcel, decoder)
                    limiter.succeeded()
                    return completion, self._receipt(completion, seconds, attempt)
                except AttemptError as problem:
                    if problem.kind is Failure.RATE_LIMITED:
                        limiter.limited()
                    else:
                        limiter.failed()
                    wait = self._wait(problem, attempt, transport, parcel.body)
                    if wait is None:
                        raise HttpFailure(problem.kind, problem.where, problem.clause, attempts=attempt) from problem
                await asyncio.sleep(wait)
        finally:
            limiter.release()

    async def close(self) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            await transport.close()

    async def _attempt(self, transport: Transport, parcel: Parcel, decoder: msgspec.json.Decoder[C]) -> tuple[C, float]:
        """Send a parcel once; what came back and after how many seconds."""
        started = time.perf_counter()
        status, headers, payload, where = await transport.post(parcel.route, parcel.body)
        if status != 200:
            problem = problem_of_status(status, headers, payload, self.settings, time.time())
            problem.where = where
            raise problem
        try:
            return decoder.decode(payload), time.perf_counter() - started
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            said = server_message(payload)[0] if b'"error"' in payload else str(error)
            clause = f"sent an answer that cannot be read ({said})"
            raise AttemptError(Failure.MALFORMED, clause, billable=True, where=where) from error

    async def _attempt_within(
        self, budget: Budget, transport: Transport, parcel: Parcel, decoder: msgspec.json.Decoder[C]
    ) -> tuple[C, float]:
        """One attempt within the ceiling. Without word of its real cost it counts at its upper estimate."""
        # No token is shorter than a byte, so the body's length bounds the prompt's tokens.
        estimate = self.estimate_cost(len(parcel.body), parcel.completion_tokens) or 0.0
        reservation = await budget.reserve(estimate)
        cost = estimate
        try:
            completion, seconds = await self._attempt(transport, parcel, decoder)
            if completion.usage is not None:
                cost = self._cost(completion.usage)
            return completion, seconds
        except AttemptError as problem:
            if not problem.billable:
                cost = 0.0
            raise
        finally:
            budget.settle(reservation, cost)

    def _wait(self, problem: AttemptError, attempt: int, transport: Transport, body: bytes) -> float | None:
        """Seconds before the next attempt, or None where there should be none."""
        if problem.kind not in RETRIABLE or attempt >= self.settings.max_attempts:
            return None
        if problem.retry_after_s is not None and problem.retry_after_s > MAX_RETRY_AFTER_S:
            return None
        if problem.unreachable:
            if transport.elsewhere():
                return 0.0
            if not transport.answered and attempt >= TRIES_TO_CONNECT:
                return None
        return wait_before_next(problem, attempt, self.settings.backoff_s, body)

    def _receipt(self, completion: Completion, seconds: float, attempts: int) -> Receipt:
        usage = completion.usage
        if usage is None:
            return Receipt(completion.model, 0, 0, seconds * 1e3, attempts)
        read, written = usage.prompt_tokens, usage.completion_tokens
        return Receipt(completion.model, read, written, seconds * 1e3, attempts, self._cost(usage))

    def _cost(self, usage: Usage) -> float:
        return 0.0 if self._price is None else self._price.cost(usage.prompt_tokens, usage.completion_tokens)

    async def _connect(self) -> Transport:
        """A transport for the running event loop. An earlier loop's waiters are forgotten."""
        from holdfast.agents.http.transport import Transport

        left, self._transport = self._transport, Transport(self.settings)
        self.limiter.reset()
        if self._budget is not None:
            self._budget.reset()
        if left is not None:
            await left.close()
        return self._transport
