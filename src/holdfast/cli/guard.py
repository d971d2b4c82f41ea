"""`holdfast guard`: the runtime guard on one action, or on a file of recorded ones."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from holdfast.core import HoldfastError
from holdfast.guard import Guard, JsonLinesAudit, Outcome, Policy, PolicyError, read_policy
from holdfast.guard.replay import RecordError, Replayed, replay

WIDTH = 160
"""How much of a call or a reason a table shows."""
NOT_AS_IT_IS = 3
"""The exit code of `check` where the action may not be taken as it is."""


def command(
    what: Annotated[str, typer.Argument(help="check: one record. replay: a file of them, one a line.")],
    source: Annotated[str, typer.Argument(help="A file, or - for standard input; for check also the record itself.")],
    policy: Annotated[
        Path | None, typer.Option("--policy", "-p", help="A policy for tool calls, .toml or .json.")
    ] = None,
    audit: Annotated[Path | None, typer.Option(help="Append every verdict to this file as JSON lines.")] = None,
    limit: Annotated[int, typer.Option(help="How many changed calls to show.", min=0)] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines: every record, then the counts.")] = False,
) -> int:
    """Say what the guard makes of recorded actions and tool calls: accept, correct, defer or leave alone.

    `check` exits with 0 if the action may be taken as it is, and with 3 if not. `replay` prints what would have been
    changed. docs/guard.md describes records and policies.
    """
    if what not in ("check", "replay"):
        raise HoldfastError(f"`holdfast guard` can check or replay, not {what!r}.")
    try:
        rules = None if policy is None else read_policy(policy)
        with _guard(audit) as guard:
            if what == "check":
                return _check(source, rules, guard, as_json=as_json)
            return _replay(source, rules, guard, limit=limit, as_json=as_json)
    except (PolicyError, RecordError) as error:
        where = f"{source}, " if isinstance(error, RecordError) and what == "replay" else ""
        raise HoldfastError(f"{where}{error}") from error


@contextmanager
def _guard(audit: Path | None) -> Iterator[Guard]:
    if audit is None:
        yield Guard()
        return
    try:
        sink = JsonLinesAudit(audit)
    except OSError as error:
        raise HoldfastError(f"{audit} cannot be written ({error.strerror}); choose another with --audit.") from error
    with sink:
        yield Guard(audit=sink)


@contextmanager
def _opened(source: str) -> Iterator[IO[str]]:
    if source == "-":
        yield sys.stdin
        return
    try:
        with Path(source).open(encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise HoldfastError(f"{source} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise HoldfastError(f"{source} is not UTF-8 text ({error.reason} at byte {error.start}).") from error


def _check(source: str, policy: Policy | None, guard: Guard, *, as_json: bool) -> int:
    if source.lstrip().startswith("{"):
        text = source
    else:
        with _opened(source) as file:
            text = file.read()
    # A record may be spread over lines here; JSON needs none of its line breaks.
    done = next(replay([" ".join(text.splitlines())], policy, guard), None)
    if done is None:
        raise HoldfastError(f"{source} is empty; give a record.")
    if as_json:
        print(_line(done))
    else:
        print(f"{done.outcome}: {done.reason}")
        if not done.passes:
            print(f"do instead: {_text(done.now)}" if done.now is not None else "do nothing, and ask")
    return 0 if done.passes else NOT_AS_IT_IS


def _replay(source: str, policy: Policy | None, guard: Guard, *, limit: int, as_json: bool) -> int:
    counts: dict[str, Counter[str]] = {}
    changed: list[Replayed] = []
    with _opened(source) as file:
        for done in replay(file, policy, guard):
            counts.setdefault(done.group, Counter()).update([_column(done)])
            if as_json:
                print(_line(done))
            elif not done.passes and len(changed) < limit:
                changed.append(done)
    if not counts:
        raise HoldfastError(f"{source} held no calls; give one record a line, as docs/guard.md describes.")
    if as_json:
        print(json.dumps({"counts": counts}))
    else:
        print(_table(counts))
        print(_listed(changed, sum(n for c in counts.values() for k, n in c.items() if k in CHANGED)))
    return 0


COLUMNS = ("accept", "leave", "correct", "stop", "defer")
CHANGED = ("correct", "stop", "defer")


def _column(done: Replayed) -> str:
    """The outcome, with corrections to "do not make this call" counted as stops."""
    return "stop" if done.outcome is Outcome.CORRECT and done.now is None else str(done.outcome)


def _table(counts: dict[str, Counter[str]]) -> str:
    rows = [(group or "all", c) for group, c in counts.items()]
    if len(rows) > 1:
        rows.append(("together", sum((c for _, c in rows), Counter[str]())))
    width = max(len(group) for group, _ in rows)
    lines = [" " * width + f"{'calls':>8}" + "".join(f"{name:>9}" for name in COLUMNS)]
    for group, c in rows:
        lines.append(f"{group:<{width}}{sum(c.values()):>8,}" + "".join(f"{c[name]:>9,}" for name in COLUMNS))
    return "\n".join(lines)


def _listed(changed: list[Replayed], total: int) -> str:
    if not total:
        return "\nNothing would have been changed."
    lines = [f"\nWhat would have been changed ({len(changed)} of {total:,} shown):"]
    for done in changed:
        lines.append(f"\n{done.id} (line {done.line}): {_short(_text(done.proposed))}")
        lines.append(f"  {_column(done)}: {_short(done.reason, 3 * WIDTH)}")
        if done.now is not None:
            lines.append(f"  now: {_short(_text(done.now))}")
    return "\n".join(lines)


def _text(action: Any) -> str:
    if isinstance(action, dict) and action.keys() == {"tool", "arguments"}:
        given = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in action["arguments"].items())
        return f"{action['tool']}({given})"
    return action if isinstance(action, str) else json.dumps(action, ensure_ascii=False)


def _short(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _line(done: Replayed) -> str:
    return json.dumps(asdict(done), ensure_ascii=False)
