"""The command line: a table of commands, each a small module that is imported only when it is called.

`holdfast`, `--help` and `--version` are answered from this table alone, which is why they are quick.
"""

from __future__ import annotations

import os
import sys
import threading
from importlib import import_module

from holdfast import __version__

MODEL_THREAD = "holdfast-model"
"""The daemon thread in which a local model computes (`agents/local/agent.py`)."""

COMMANDS = {
    "run": "measure agents: build cases, ask, score, analyse, report",
    "resume": "go on with a run that was interrupted",
    "report": "print the score card of a run and write its report again",
    "analyse": "hold the profiles of several commitment runs against each other",
    "compare": "agents of one run or of several on the cases they share: differences, tests, flips, ranks",
    "gate": "hold a run against conditions: exit code, JUnit, summary",
    "export": "a run as Parquet, CSV, JSON lines, or a log for Inspect",
    "show": "one case of a run, down to the text, the answer and the arithmetic",
    "enforce": "train a measured constraint into a local model, and measure again",
    "guard": "check actions against the state that should control them, one by one or a recorded file",
    "power": "how many events a contrast needs, by simulation",
    "policy": "derive a policy for the guard from recorded conversations",
    "suites": "what can be measured",
    "agents": "who can be measured, and how they are named",
    "doctor": "what is installed, what loads, what answers",
}

OVERVIEW = """\
Holdfast measures whether a language agent's actions follow the state that should control them.

Usage: holdfast COMMAND [OPTIONS]

{commands}

Start with `holdfast run`: the embedded model, no key and no server needed.
Each command explains itself with --help.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 a problem, 2 wrong usage, 130 interrupted."""
    given = sys.argv[1:] if arguments is None else arguments
    if not given or given[0] in ("-h", "--help", "help"):
        width = max(map(len, COMMANDS)) + 2
        print(OVERVIEW.format(commands="\n".join(f"  {n:<{width}}{s}" for n, s in COMMANDS.items())), end="")
        return 0
    if given[0] in ("-V", "--version"):
        print(f"holdfast {__version__}")
        return 0
    code = _call(given[0], given[1:])
    if arguments is None and _model_is_busy():
        # After Ctrl-C a model may still be computing. The interpreter would tear its thread down, and abort.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _model_is_busy() -> bool:
    return any(thread.name == MODEL_THREAD for thread in threading.enumerate())


def _call(command: str, rest: list[str]) -> int:
    from holdfast.core.errors import HoldfastError, did_you_mean

    # Polars' allocator keeps freed pages for a while; a long run should give them back between its stages.
    os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:0,muzzy_decay_ms:0")
    try:
        if command not in COMMANDS:
            print(f"holdfast: There is no command {command!r}; {did_you_mean(command, COMMANDS)}", file=sys.stderr)
            return 2
        from holdfast.cli.app import call

        module = import_module(f"holdfast.cli.{command}")
        prepare = getattr(module, "prepare", list)
        return call(module.command, command, prepare(rest))
    except HoldfastError as error:
        print(f"holdfast: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("holdfast: interrupted.", file=sys.stderr)
        return 130
