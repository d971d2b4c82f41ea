"""The yardstick: the least code that asks every prompt and keeps every answer. aiohttp, msgspec, SQLite in WAL mode.

No retries, no limits, no resumption, no memo, no scores. `python bare_loop.py URL PROMPTS CALLS DATABASE` prints the
seconds that its loop took, imports and connections to the database not included.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import msgspec

WORKERS, BATCH_ROWS = 200, 500


class Prompt(msgspec.Struct):
    prompt: str


class Message(msgspec.Struct):
    role: str
    content: str


class Body(msgspec.Struct):
    model: str
    messages: list[Message]
    temperature: float = 0.0
    max_tokens: int = 8


class Choice(msgspec.Struct):
    message: Message


class Completion(msgspec.Struct):
    choices: list[Choice]


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Completion).decode


async def work(session: aiohttp.ClientSession, url: str, prompts: Iterator[Prompt], keep: Keeper) -> None:
    for one in prompts:
        async with session.post(url, data=encode(Body("m", [Message("user", one.prompt)]))) as response:
            keep(one.prompt, decode(await response.read()).choices[0].message.content)


class Keeper:
    """Writes answers in batches."""

    def __init__(self, database: str) -> None:
        self.rows: list[tuple[str, str]] = []
        self.database = sqlite3.connect(database, isolation_level=None)
        self.database.execute("PRAGMA journal_mode=WAL")
        self.database.execute("PRAGMA synchronous=NORMAL")
        self.database.execute("CREATE TABLE answer (prompt TEXT, answer TEXT)")

    def __call__(self, prompt: str, answer: str) -> None:
        self.rows.append((prompt, answer))
        if len(self.rows) >= BATCH_ROWS:
            self.flush()

    def flush(self) -> None:
        self.database.execute("BEGIN")
        self.database.executemany("INSERT INTO answer VALUES (?,?)", self.rows)
        self.database.execute("COMMIT")
        self.rows.clear()


async def ask(url: str, prompts: Iterator[Prompt], keep: Keeper) -> None:
    headers = {"Content-Type": "application/json"}
    async with (
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), headers=headers) as session,
        asyncio.TaskGroup() as workers,
    ):
        for _ in range(WORKERS):
            workers.create_task(work(session, f"{url}/chat/completions", prompts, keep))
    keep.flush()


def main() -> None:
    url, path, calls, database = sys.argv[1:]
    keep = Keeper(database)
    with Path(path).open("rb") as lines:
        read = msgspec.json.Decoder(Prompt).decode
        prompts = map(read, itertools.islice(lines, int(calls)))
        began = time.perf_counter()
        asyncio.run(ask(url, prompts, keep))
        print(time.perf_counter() - began)


if __name__ == "__main__":
    main()
