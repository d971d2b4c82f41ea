"""The limiter grows while saturated and healthy, shrinks on 429 once a cool-down, and hands slots on in order."""

from __future__ import annotations

import asyncio
import time

from holdfast.agents.http import Limiter


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def saturate(limiter: Limiter) -> None:
    limiter.in_flight = limiter.limit


def successes(limiter: Limiter, n: int) -> None:
    for _ in range(n):
        saturate(limiter)
        limiter.succeeded()


def test_doubles_after_a_window_of_successes_up_to_the_ceiling():
    limiter = Limiter(20, 100, clock=Clock())
    successes(limiter, 19)
    assert limiter.limit == 20
    successes(limiter, 1)
    assert limiter.limit == 40
    successes(limiter, 40 + 80)
    assert limiter.limit == 100
    successes(limiter, 1000)
    assert limiter.limit == 100


def test_does_not_grow_while_slots_are_free():
    limiter = Limiter(20, 100, clock=Clock())
    limiter.in_flight = 19
    for _ in range(1000):
        limiter.succeeded()
    assert limiter.limit == 20


def test_start_above_the_ceiling_is_the_ceiling():
    assert Limiter(20, 5).limit == 5


def test_shrinks_once_a_cool_down_and_then_grows_slowly():
    clock = Clock()
    limiter = Limiter(100, 200, cool_down_s=10, clock=clock)
    limiter.limited()
    assert limiter.limit == 80
    clock.now += 9.9
    limiter.limited()
    assert limiter.limit == 80
    clock.now += 0.2
    limiter.limited()
    assert limiter.limit == 64
    successes(limiter, 500)
    assert limiter.limit == 64, "no growth within the cool-down"
    clock.now += 10.1
    successes(limiter, 1)
    assert limiter.limit == 67, "a twentieth, not a doubling, once the server has said 429"


def test_a_429_within_the_cool_down_still_breaks_the_window():
    clock = Clock()
    limiter = Limiter(10, 200, cool_down_s=10, clock=clock)
    limiter.limited()
    clock.now += 20
    successes(limiter, 7)
    limiter.limited()
    assert limiter.limit == 6
    clock.now += 20
    successes(limiter, 5)
    assert limiter.limit == 6
    successes(limiter, 1)
    assert limiter.limit == 7


def test_never_below_one():
    clock = Clock()
    limiter = Limiter(2, 200, clock=clock)
    for _ in range(20):
        clock.now += 100
        limiter.limited()
    assert limiter.limit == 1


def test_server_errors_never_shrink_but_start_the_window_anew():
    limiter = Limiter(20, 100, clock=Clock())
    successes(limiter, 19)
    limiter.failed()
    assert limiter.limit == 20
    successes(limiter, 19)
    assert limiter.limit == 20
    successes(limiter, 1)
    assert limiter.limit == 40


def test_bounds_what_is_in_flight_and_serves_in_order():
    async def run() -> tuple[int, list[int]]:
        limiter = Limiter(3, 3)
        inside, peak, order = 0, 0, []

        async def work(n: int) -> None:
            nonlocal inside, peak
            await limiter.acquire()
            order.append(n)
            inside += 1
            peak = max(peak, inside)
            await asyncio.sleep(0)
            inside -= 1
            limiter.release()

        await asyncio.gather(*(work(n) for n in range(50)))
        assert limiter.in_flight == 0
        return peak, order

    assert asyncio.run(run()) == (3, list(range(50)))


def test_cancelled_waiters_lose_no_slot():
    async def run() -> None:
        limiter = Limiter(1, 1)
        await limiter.acquire()
        waiting = [asyncio.create_task(limiter.acquire()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        limiter.release()  # hands the slot to the second …
        waiting[1].cancel()  # … which is cancelled before it can run
        await asyncio.wait_for(waiting[2], 1)
        assert waiting[1].cancelled()
        assert limiter.in_flight == 1
        limiter.release()
        assert limiter.in_flight == 0

    asyncio.run(run())


def test_growth_lets_waiters_in_at_once():
    async def run() -> None:
        limiter = Limiter(1, 8)
        await limiter.acquire()
        waiter = asyncio.create_task(limiter.acquire())
        await asyncio.sleep(0)
        limiter.succeeded()
        await asyncio.wait_for(waiter, 1)
        assert (limiter.limit, limiter.in_flight) == (2, 2)

    asyncio.run(run())


def test_an_unsaturated_acquire_costs_microseconds():
    async def run() -> float:
        limiter = Limiter(20, 200)
        best = float("inf")
        for _ in range(5):
            started = time.perf_counter()
            for _ in range(2000):
                await limiter.acquire()
                limiter.succeeded()
                limiter.release()
            best = min(best, (time.perf_counter() - started) / 2000)
        return best

    assert asyncio.run(run()) < 5e-6
