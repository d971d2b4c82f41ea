"""Any program as an agent: `command:<argv>` runs it once for each request.

The program reads one JSON line from its standard input, `{"id", "messages", "temperature", "max_tokens"}` and `tools`
where there are any, and writes its reply to standard output: plain text, or a JSON object with a `text`, `tool_calls`
or both. Messages, tools and calls have the shape of the OpenAI protocol. The id is opaque, a digest of the request.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import shlex
import shutil
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec

from holdfast.agents.tools import CallError, offered, read_calls, turn
from holdfast.core import (
    AgentBase,
    AgentFailure,
    Failure,
    HoldfastError,
    Identity,
    Receipt,
    Reply,
    ReplyRequest,
    digest,
)

TIMEOUT_SECONDS = 300.0
ID_LENGTH = 16


class CommandAgent(AgentBase):
    """An agent that is a program. A changed script or program file is another agent."""

    def __init__(
        self, command: str, *, timeout_seconds: float = TIMEOUT_SECONDS, concurrency: int | None = None
    ) -> None:
        self.argv = parse_command(command)
        self.timeout_seconds = timeout_seconds
        self.concurrency = concurrency or os.cpu_count() or 1
        self.identity = Identity(f"command:{command}", _revision(self.argv))

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:  # noqa: ARG002 (a program draws by itself)
        started = time.perf_counter()
        written = await self._run(_line(request))
        latency_ms = (time.perf_counter() - started) * 1000
        return msgspec.structs.replace(_reply(written), receipt=Receipt(latency_ms=latency_ms))

    async def _run(self, line: bytes) -> bytes:
        # Files, not pipes: a background process that the program leaves behind would hold a pipe open for as long as
        # it lives, and no output is too long.
        with TemporaryFile() as given, TemporaryFile() as written, TemporaryFile() as complaint:
            given.write(line)
            given.seek(0)
            status = await self._status(given, written, complaint)
            if status:
                last_words = _contents(complaint).decode(errors="replace").strip().rpartition("\n")[2]
                raise AgentFailure(Failure.AGENT, f"Exit {status}: {last_words or 'nothing on stderr'}")
            return _contents(written)

    async def _status(self, given: IO[bytes], written: IO[bytes], complaint: IO[bytes]) -> int:
        try:
            # A session of its own, so that the program can be ended together with whatever it has started.
            process = await asyncio.create_subprocess_exec(
                *self.argv, stdin=given, stdout=written, stderr=complaint, start_new_session=True
            )
        except OSError as error:
            raise AgentFailure(Failure.AGENT, f"{self.argv[0]} could not be started: {error.strerror}.") from error
        try:
            async with asyncio.timeout(self.timeout_seconds):
                return await process.wait()
        except TimeoutError as error:
            raise AgentFailure(Failure.TIMEOUT, f"No reply within {self.timeout_seconds:g} seconds.") from error
        finally:
            if process.returncode is None:  # timed out or cancelled
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()


def opaque_id(request: ReplyRequest) -> str:
    """What a program or function may know a request by: nothing that is not in the request itself."""
    return digest(request)[:ID_LENGTH]


def _line(request: ReplyRequest) -> bytes:
    sent = {
        "id": opaque_id(request),
        "messages": [turn(message) for message in request.messages],
        "temperature": request.decoding.temperature,
        "max_tokens": request.decoding.max_tokens,
    }
    if request.tools:
        sent["tools"] = offered(request.tools)
    return msgspec.json.encode(sent) + b"\n"


def _reply(written: bytes) -> Reply:
    try:
        plain = written.decode()
    except UnicodeDecodeError as error:
        raise AgentFailure(Failure.AGENT, f"The reply is not UTF-8: {error.reason} at byte {error.start}.") from error
    try:
        value = msgspec.json.decode(written)
    except msgspec.DecodeError:
        return Reply(plain.strip())
    return Reply(plain.strip()) if not isinstance(value, dict) else handed_over(value) or Reply(plain.strip())


def handed_over(value: dict[str, Any]) -> Reply | None:
    """The reply that an object with a `text`, `tool_calls` or both is; None where it has neither."""
    if not value.keys() & {"text", "tool_calls"}:
        return None
    text = value.get("text", value.get("content"))
    if text is not None and not isinstance(text, str):
        raise AgentFailure(Failure.AGENT, f"The reply's text is {type(text).__name__}, not a string.")
    if text is None and "tool_calls" not in value:
        raise AgentFailure(Failure.AGENT, "The reply's text is NoneType, not a string.")
    try:
        return Reply(text or "", tool_calls=read_calls(value.get("tool_calls")))
    except CallError as error:
        raise AgentFailure(Failure.MALFORMED, f"The reply cannot be read: {error}.") from error


def _contents(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


def parse_command(command: str) -> tuple[str, ...]:
    """The program and its arguments; a program that is not there is said here, before anything is started."""
    try:
        argv = tuple(shlex.split(command))
    except ValueError as error:
        raise HoldfastError(f"The command {command!r} cannot be read ({error}); check its quotes.") from error
    if not argv:
        raise HoldfastError("The command is empty; write command:<program> <arguments>.")
    if shutil.which(argv[0]) is None:
        if Path(argv[0]).is_file():
            raise HoldfastError(f"{argv[0]!r} is not executable; `chmod +x` it or name its interpreter first.")
        raise HoldfastError(f"There is no program {argv[0]!r}; check its name, its folder and your PATH.")
    return argv


def _revision(argv: Sequence[str]) -> str:
    program = shutil.which(argv[0]) or argv[0]
    files = [path for path in map(Path, (program, *argv[1:])) if path.is_file()]
    return digest(argv, [_file_digest(path) for path in files])


def _file_digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise HoldfastError(f"{str(path)!r} cannot be read ({error.strerror}); check its permissions.") from error
