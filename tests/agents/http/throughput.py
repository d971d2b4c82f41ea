"""How many calls a second the HTTP agent makes, and the processor time a call costs it.

    python tests/agents/http/throughput.py [calls] [concurrency]

The server runs in a process of its own; on a machine with two cores each has one to itself.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from holdfast.agents.http import HttpAgent, HttpSettings
from holdfast.core import Decoding, Message, ReplyRequest
from openai_server import running_server


async def ask_all(agent: HttpAgent, calls: int, concurrency: int) -> int:
    numbers = iter(range(calls))
    answered = 0

    async def worker() -> None:
        nonlocal answered
        for n in numbers:
            request = ReplyRequest((Message("user", f"Question {n}: {'some words ' * 10}"),), Decoding(max_tokens=8))
            await agent.answer(request)
            answered += 1

    await asyncio.gather(*(worker() for _ in range(concurrency)))
    await agent.close()
    return answered


def main(calls: int = 20_000, concurrency: int = 200) -> None:
    with running_server() as server:
        settings = HttpSettings(
            spec="test", model="test-model", base_urls=(server.url,), max_concurrency=concurrency, start_concurrency=20
        )
        agent = HttpAgent(settings)
        started, cpu = time.perf_counter(), time.process_time()
        answered = asyncio.run(ask_all(agent, calls, concurrency))
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
        assert answered == calls == server.stats()["answered_distinct"]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{calls / seconds:.0f} calls/s, {cpu / calls * 1e3:.3f} ms of CPU a call, {peak:.0f} MB peak")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
