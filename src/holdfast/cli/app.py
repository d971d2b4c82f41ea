"""Typer, at one place: how a function becomes a command."""

from __future__ import annotations

import functools
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn

import typer


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
