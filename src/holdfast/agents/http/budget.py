"""A cost ceiling that holds: what may still be spent is set aside before a request is sent.

A request that does not fit beside those in flight waits for them, because they usually cost less than was set aside;
it fails only when it would not fit even alone.
"""

from __future__ import annotations

import asyncio

from holdfast.core import AgentFailure, Failure


class Budget:
    """Dollars spent, dollars set aside, and the ceiling over both."""

    def __init__(self, ceiling: float, spent: float = 0.0) -> None:
        self.ceiling = ceiling
        self.spent = spent
        self._aside: dict[int, float] = {}
        self._next = 0
        self._waiting: list[asyncio.Future[None]] = []

    async def reserve(self, upper_estimate: float) -> int:
        """Set the estimate aside, under a number that `settle` wants back."""
        while self.spent + sum(self._aside.values()) + upper_estimate > self.ceiling:
            if not self._aside:
                raise AgentFailure(
                    Failure.BUDGET,
                    f"The next request may cost ${upper_estimate:.4f} and ${self.spent:.4f} of the ceiling of "
                    f"${self.ceiling:.2f} are spent; raise the ceiling and resume.",
                    attempts=0,
                )
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn
        self._next += 1
        self._aside[self._next] = upper_estimate
        return self._next

    def settle(self, reservation: int, cost: float) -> None:
        """Turn what was set aside into what was really spent."""
        del self._aside[reservation]
        self.spent += cost
        for turn in self._waiting:
            if not turn.done():
                turn.set_result(None)
        self._waiting.clear()

    def reset(self) -> None:
        """Forget reservations and waiters whose event loop is gone."""
        self._aside.clear()
        self._waiting.clear()
