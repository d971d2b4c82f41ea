"""Any Python callable as an agent: `python:<module>:<callable>`.

The module is a dotted name importable from the current folder, or the path of a `.py` file. The callable takes the
messages as a list of dicts, and the keywords `id` (opaque) and `tools` if its signature has room for them; it returns
the reply, a string or a dict with a `text`, `tool_calls` or both. Messages, tools and calls are as the OpenAI protocol
has them. Plain functions run in threads, several at once unless `concurrency` is 1; async ones are awaited.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.util
import inspect
import os
import pkgutil
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from holdfast.agents.command import handed_over, opaque_id
from holdfast.agents.tools import offered, turn
from holdfast.core import (
    AgentBase,
    AgentFailure,
    Failure,
    HoldfastError,
    Identity,
    Receipt,
    Reply,
    ReplyRequest,
    did_you_mean,
    digest,
)

ASYNC_CONCURRENCY = 20
KEYWORDS = ("id", "tools")


class FunctionAgent(AgentBase):
    """An agent that is a Python callable. A changed source file is another agent."""

    def __init__(self, target: str, *, concurrency: int | None = None) -> None:
        where, name = split_target(target)
        module = _module(where)
        self.function = _callable(module, name, where)
        self.takes = _takes(self.function, target)
        self.is_async = inspect.iscoroutinefunction(self.function) or inspect.iscoroutinefunction(
            type(self.function).__call__
        )
        self.concurrency = concurrency or (ASYNC_CONCURRENCY if self.is_async else os.cpu_count() or 1)
        self.identity = Identity(f"python:{target}", _revision(module, self.function))
        self._threads = ThreadPoolExecutor(self.concurrency, thread_name_prefix=f"holdfast-{name}")

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:  # noqa: ARG002 (a function draws by itself)
        messages = [turn(message) for message in request.messages]
        room = {"id": opaque_id(request), "tools": offered(request.tools)}
        # A function that takes whatever comes is not given an empty list, which it may hand on.
        extra = {name: room[name] for name, named in self.takes.items() if named or room[name]}
        started = time.perf_counter()
        if self.is_async:
            with _failures():
                given = await self.function(messages, **extra)
        else:
            given = await asyncio.get_running_loop().run_in_executor(self._threads, self._call, messages, extra)
        latency_ms = (time.perf_counter() - started) * 1000
        reply = handed_over(given) if isinstance(given, dict) else Reply(given) if isinstance(given, str) else None
        if reply is None:
            raise AgentFailure(Failure.AGENT, f"The function returned {type(given).__name__}, not a string.")
        return msgspec.structs.replace(reply, receipt=Receipt(latency_ms=latency_ms))

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _call(self, messages: list[dict[str, Any]], extra: dict[str, Any]) -> Any:
        # Failures are turned inside the thread: a StopIteration cannot pass through a future.
        with _failures():
            return self.function(messages, **extra)


@contextlib.contextmanager
def _failures() -> Iterator[None]:
    """Turn whatever the user's code raises into one failed request; a failure or sentence it made itself stays."""
    try:
        yield
    except (AgentFailure, HoldfastError):
        raise
    except (Exception, SystemExit) as error:
        raise AgentFailure(Failure.AGENT, _told(error)) from error


def split_target(target: str) -> tuple[str, str]:
    """The module and the callable of a target. A module that is not there is said here, and none is imported."""
    where, colon, name = target.rpartition(":")
    if not (where and colon and name):
        raise HoldfastError(f"{target!r} does not name a callable; write python:<module>:<callable>.")
    if where.endswith(".py"):
        _check_file(Path(where))
        return where, name
    _make_importable(Path.cwd())
    outermost = where.partition(".")[0]
    if outermost not in sys.modules and importlib.util.find_spec(outermost) is None:
        raise HoldfastError(f"There is no module {outermost!r}; {_near(outermost, _beside(outermost))}")
    return where, name


def _module(where: str) -> ModuleType:
    if where.endswith(".py"):
        return _module_at(Path(where))
    try:
        with _import_errors(where):
            return importlib.import_module(where)
    except ModuleNotFoundError as error:
        # Only if it is the module itself, or a package it is in, that is missing; else the module is there but broken.
        if error.name is None or not f"{where}.".startswith(f"{error.name}."):
            raise HoldfastError(f"{where!r} needs {error.name!r}, which is not installed; install it.") from error
        raise HoldfastError(f"There is no module {error.name!r}; {_near(error.name, _beside(error.name))}") from error


def _beside(missing: str) -> list[str]:
    """The modules among which a missing one was looked for: those of its package, or of the current folder."""
    package = missing.rpartition(".")[0]
    folders = getattr(sys.modules[package], "__path__", []) if package else [str(Path.cwd())]
    return [module.name for module in pkgutil.iter_modules(folders, f"{package}." if package else "")]


def _check_file(path: Path) -> None:
    if not path.is_file():
        known = [str(p) for p in sorted(path.parent.glob("*.py"))] if path.parent.is_dir() else []
        raise HoldfastError(f"There is no file {str(path)!r}; {_near(str(path), known)}")


def _module_at(path: Path) -> ModuleType:
    _make_importable(path.resolve().parent)
    # A name of its own, so that a script called like a library cannot take that library's place.
    spec = importlib.util.spec_from_file_location(f"holdfast_agent_{digest(str(path.resolve()))}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        with _import_errors(str(path)):
            spec.loader.exec_module(module)
    except ModuleNotFoundError as error:
        raise HoldfastError(f"{str(path)!r} needs {error.name!r}, which is not installed; install it.") from error
    return module


@contextlib.contextmanager
def _import_errors(where: str) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError:
        raise
    except (Exception, SystemExit) as error:
        raise HoldfastError(f"{where!r} cannot be imported: {_told(error)}; mend it first.") from error


def _make_importable(folder: Path) -> None:
    """What `python -m` does, and the console script does not."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def _callable(module: ModuleType, name: str, where: str) -> Callable[..., Any]:
    found: Callable[..., Any] | None = getattr(module, name, None)
    if callable(found):
        return found
    known = [n for n, value in vars(module).items() if callable(value) and not n.startswith("_")]
    raise HoldfastError(f"{where!r} has no callable {name!r}; {_near(name, known)}")


def _takes(function: Callable[..., Any], target: str) -> dict[str, bool]:
    """Which keywords there is room for, and whether by name or only among whatever comes."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # written in C, and does not say
        return {}
    parameters = signature.parameters.values()
    named = {p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
    whatever = any(p.kind is p.VAR_KEYWORD for p in parameters)
    takes = {name: name in named for name in KEYWORDS if name in named or whatever}
    try:
        signature.bind([], **dict.fromkeys(takes, ""))
    except TypeError as error:
        raise HoldfastError(
            f"{target!r} takes {signature}; it must take the messages, and at most an `id` and `tools` besides."
        ) from error
    return takes


def _revision(module: ModuleType, function: Callable[..., Any]) -> str:
    """A digest of the module's source, and of the callable's own where the module only imports it."""
    files = [getattr(module, "__file__", None)]
    with contextlib.suppress(TypeError):  # an instance has no source file of its own
        files.append(inspect.getsourcefile(inspect.unwrap(function)))
    contents = [Path(file).read_bytes() for file in dict.fromkeys(files) if file and Path(file).is_file()]
    if not contents:
        raise HoldfastError(f"{module.__name__!r} has no source file, so its version cannot be told; wrap it in one.")
    return digest(contents)


def _near(word: str, known: list[str]) -> str:
    return did_you_mean(word, known) if known else "there is none beside it either."


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
