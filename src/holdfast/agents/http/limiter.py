"""Adaptive concurrency: how many requests may be in flight at once.

The limit doubles while every slot is in use and answers come back well, until the server first says 429; from then on
it grows by a twentieth a window and shrinks to 0.8 of itself on a 429, at most once in a cool-down. Server errors
never shrink it: they say nothing about load.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

SHRINK = 0.8
COOL_DOWN_S = 10.0


class Limiter:
    """Slots for requests, handed out first come, first served."""

    def __init__(
        self,
        start: int,
        ceiling: int,
        *,
        cool_down_s: float = COOL_DOWN_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit = min(start, ceiling)
        self.ceiling = ceiling
        self.in_flight = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._good = 0
        self._limited_before = False
        self._cool_until = float("-inf")
        self._cool_down_s = cool_down_s
        self._clock = clock

    async def acquire(self) -> None:
        """Take a slot, waiting for one if all are in use."""
        if self.in_flight < self.limit and not self._waiting:
            self.in_flight += 1
            return
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(slot)
        try:
            await slot
        except asyncio.CancelledError:
            if slot.cancelled():
                self._waiting.remove(slot)
            else:  # the slot was handed over just before the cancellation
                self.release()
            raise

    def release(self) -> None:
        """Give the slot back."""
        self.in_flight -= 1
        if self._waiting:
            self._hand_over()

    def succeeded(self) -> None:
        """A request was answered well; called while it still holds its slot."""
        if self.limit >= self.ceiling or self.in_flight < self.limit:
            return
        self._good += 1
        if self._good < self.limit or (self._limited_before and self._clock() < self._cool_until):
            return
        self._good = 0
        step = max(1, self.limit // 20) if self._limited_before else self.limit
        self.limit = min(self.ceiling, self.limit + step)
        self._hand_over()

    def failed(self) -> None:
        """A request failed for another reason than load: the window of successes starts anew."""
        self._good = 0

    def limited(self) -> None:
        """The server answered 429."""
        self._good = 0
        now = self._clock()
        if now < self._cool_until:
            return
        self._limited_before = True
        self._cool_until = now + self._cool_down_s
        self.limit = max(1, int(self.limit * SHRINK))

    def reset(self) -> None:
        """Forget who holds and who waits for slots, because their event loop is gone. What was learnt stays."""
        self.in_flight = 0
        self._waiting.clear()

    def _hand_over(self) -> None:
        while self._waiting and self.in_flight < self.limit:
            slot = self._waiting.popleft()
            if not slot.done():
                self.in_flight += 1
                slot.set_result(None)
