"""Typer, at one place: how a function becomes a command."""

from __future__ import annotations

import difflib
import functools
import re
import signal
from collections.abc import Callable, Collection, Sequence
from types import FrameType
from typing import Any, NoReturn

import typer

from holdfast.core import HoldfastError


def call(function: Callable[..., Any], name: str, arguments: list[str]) -> int:
    """Parse arguments for one command and run it."""
    # A polite kill ends a run as Ctrl-C does: what is in hand is committed, and the run can be resumed.
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        _app(function)(args=arguments, prog_name=f"holdfast {name}", standalone_mode=True)
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else int(exit_.code is not None)
    return 0


def options_of(function: Callable[..., Any]) -> set[str]:
    """Every option name that a command declares."""
    parameters = typer.main.get_command(_app(function)).params
    return {name for parameter in parameters for name in (*parameter.opts, *parameter.secondary_opts)}


def settings_from_options(
    function: Callable[..., Any],
    arguments: Sequence[str],
    settings: Callable[[], Collection[str]],
    never_values: Collection[str] = (),
) -> list[str]:
    """Turn options that a command does not know into `--set key=value`.

    An option followed by a value takes it; one that is not, is switched on, or off if it begins with `--no-`. What
    looks like an option of the command itself but is not quite one is refused, unless it is a setting.
    """
    known = options_of(function) | {"--help", "-h"}
    prepared: list[str] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if not word.startswith("--") or name in known:
            prepared.append(word)
            continue
        setting = name[2:].replace("-", "_")
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
        if near and setting not in settings():
            raise HoldfastError(f"There is no option {name}; did you mean {near[0]}?")
        if setting.startswith("no_") and setting not in settings():
            setting, equals, value = setting[3:], "=", "false"
        if not equals:
            value = rest.pop(0) if rest and _is_value(rest[0]) and rest[0] not in never_values else "true"
        prepared += ["--set", f"{setting}={value}"]
    return prepared


def _is_value(word: str) -> bool:
    """Whether a word after an option can be its value; a number below zero only looks like an option."""
    return not word.startswith("-") or re.match(r"-\.?\d", word) is not None


def _app(function: Callable[..., Any]) -> typer.Typer:
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

    @functools.wraps(function)
    def command(*arguments: Any, **options: Any) -> NoReturn:
        # Typer drops what a command returns and exits with 0; only `Exit` carries a code.
        raise typer.Exit(function(*arguments, **options) or 0)

    app.command(context_settings={"help_option_names": ["-h", "--help"]})(command)
    return app


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    # As Ctrl-C, which asyncio turns into a cancellation; an exception thrown into its loop would end in a traceback.
    if callable(signal.getsignal(signal.SIGINT)):
        signal.raise_signal(signal.SIGINT)
    else:  # a background job of a script ignores Ctrl-C
        raise KeyboardInterrupt
