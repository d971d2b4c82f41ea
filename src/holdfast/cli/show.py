"""`holdfast show`: one case of a run, down to the text, the answer and the arithmetic."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holdfast.cli.run import RUNS
from holdfast.core import HoldfastError, Message, ReplyRequest, Request, ScoreRequest
from holdfast.suites import SUITES, get_suite

if TYPE_CHECKING:
    import polars as pl

    from holdfast.engine.folder import RunFolder

SHOWN_NAMES = 3
MOST_COMPARED = 50_000
"""In a larger run no near name is looked for: that would take longer than reading a list."""


def command(
    run: Annotated[
        Path,
        typer.Argument(help="A run folder; a suite: then its newest run in runs/; or `transcripts` with --file."),
    ],
    case: Annotated[str | None, typer.Argument(help="A case's id or name; without one, some names are listed.")] = None,
    file: Annotated[Path | None, typer.Option(help="With `transcripts`: the recorded conversations.")] = None,
    tools: Annotated[Path | None, typer.Option(help="With --file: the schemas of their tools.")] = None,
) -> int:
    """Show one case: what the agent saw, what it answered, what was expected, and how that was scored.

    `holdfast show transcripts NAME --file logs.jsonl` draws a recorded conversation up to one of its decisions, with
    the fields marked that carry the decision's values.
    """
    from holdfast.engine.folder import RunFolder

    if file is not None:
        return _draw(str(run), case, {"file": str(file), **({"tools": str(tools)} if tools else {})})
    folder = RunFolder(_newest(str(run)) if str(run) in SUITES and not run.exists() else run)
    _refuse_without_cases(folder)
    return _list(folder) if case is None else _show(folder, case)


def _refuse_without_cases(folder: RunFolder) -> None:
    """Say why there is nothing to show: it is no run, or a training, or it was stopped before its cases were built."""
    from holdfast.engine.plan import kind_of_plan

    if folder.design.exists():
        return
    path = folder.path
    if (kind := kind_of_plan(folder.plan)) != "run":
        raise HoldfastError(
            f"{path} is the folder of a training ({kind}); show a run in {path / 'evaluation'} instead."
        )
    raise HoldfastError(f"{path} holds no cases yet; go on with `holdfast resume {path}`.")


def _newest(suite: str) -> Path:
    """The newest run of a suite where `holdfast run` puts runs by default."""
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.plan import read_plan

    for run in sorted(RUNS.glob("*"), reverse=True):
        folder = RunFolder(run)
        if folder.design.exists() and any(planned.name == suite for planned in read_plan(folder.plan).suites):
            return run
    file = " Recorded conversations are drawn from a file; name it with --file." if suite == "transcripts" else ""
    raise HoldfastError(f"There is no run of {suite} in {RUNS}/ yet; start one with `holdfast run {suite}`.{file}")


def _draw(suite: str, case: str | None, overrides: dict[str, str]) -> int:
    draw = getattr(get_suite(suite), "draw", None)
    if draw is None:
        raise HoldfastError(f"The suite {suite} has no file of yours to draw from; name a run folder.")
    print(draw(case, overrides))
    return 0


def _read(path: Path) -> pl.DataFrame:
    import polars as pl

    try:
        return pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        why = str(error).partition("\n")[0]
        raise HoldfastError(f"{path} cannot be read ({why}); `holdfast resume` makes it again.") from error


def _list(folder: RunFolder) -> int:
    whole = _read(folder.design)
    total, design = whole.height, whole.select("suite", "id", "name").head(40)
    for suite, case, name in design.iter_rows():
        print(f"{suite}  {case}  {name}")
    print(f"({design.height} of {total:,} cases; `holdfast show RUN NAME` shows one)")
    return 0


def _show(folder: RunFolder, wanted: str) -> int:
    import polars as pl

    from holdfast.core.agent import request_decoder
    from holdfast.engine.score import read_scores

    design = _read(folder.design)
    found = design.filter((pl.col("id") == wanted) | (pl.col("name") == wanted))
    if found.is_empty():
        raise HoldfastError(f"None of the {design.height:,} cases is called {wanted!r}; {_nearest(wanted, design)}")
    row = {key: value for key, value in found.row(0, named=True).items() if value is not None}
    cases = _read(folder.cases).filter(pl.col("id") == row["id"])
    for role, body in cases.select("role", "request").iter_rows():
        _section(f"what the agent sees ({role})")
        print(_text(request_decoder.decode(body)))
    _section("hidden side")
    for key, value in row.items():
        print(f"{key:>14}: {_readable(row['suite'], key, value)}")
    answers = _answers(folder, row["id"]) if folder.journal.exists() else []
    if folder.scores.exists() and (audit := getattr(get_suite(row["suite"]), "audit", None)):
        _section("replies, decisions and the score's arithmetic")
        scores = read_scores(folder, row["suite"]).filter(pl.col("id") == row["id"])
        print(audit(scores, {(spec, role): _said(answer) for spec, role, _, answer in answers}))
        return 0
    if answers:
        _section("answers")
        for spec, role, replicate, answer in answers:
            print(f"{spec} ({role}, {replicate}): {answer}")
    if folder.scores.exists():
        _section("scores")
        scores = _read(folder.scores).filter(pl.col("id") == row["id"]).drop("id", "suite")
        for use in scores.iter_rows(named=True):
            print("  ".join(f"{k}={v}" for k, v in use.items() if v is not None))
    return 0


def _nearest(wanted: str, design: pl.DataFrame) -> str:
    """A closing clause with the few names, or ids, that are nearest to what was written."""
    import difflib

    names = [*design["name"].to_list(), *design["id"].to_list()] if design.height <= MOST_COMPARED else []
    near = difflib.get_close_matches(wanted, dict.fromkeys(names), n=SHOWN_NAMES, cutoff=0.5)
    return f"the nearest are {', '.join(near)}." if near else "`holdfast show RUN` lists some."


def _section(title: str) -> None:
    print(f"── {title} " + "─" * (68 - len(title)))


def _said(answer: str) -> str:
    """A journaled answer as the words that were said, or the kind of failure."""
    import msgspec

    from holdfast.core import Reply
    from holdfast.core.agent import answer_decoder

    try:
        found = answer_decoder.decode(answer)
    except msgspec.DecodeError:
        return f"(no answer: {answer})"
    return found.text if isinstance(found, Reply) else answer


def _readable(suite: str, key: str, value: object) -> object:
    """A value as people read it: a suite whose targets are whole records explains them itself."""
    explain = getattr(get_suite(suite), "explain", None) if key == "target" else None
    return "\n" + textwrap.indent(explain(value), " " * 8) if explain else value


def _answers(folder: RunFolder, case_id: str) -> list[tuple[str, str, int, str]]:
    """What every agent answered, as the journal has it: JSON, or the kind of failure."""
    import sqlite3

    from holdfast.engine.journal import readable

    query = (
        "SELECT agent.spec, use.role, use.replicate, coalesce(request.answer, request.failure) FROM use "
        "JOIN request ON request.key = use.request JOIN agent ON agent.digest = use.agent "
        "WHERE use.case_id = ? ORDER BY 1, 2, 3"
    )
    with readable(folder.journal):
        db = sqlite3.connect(f"file:{folder.journal}?mode=ro", uri=True)
        try:
            return db.execute(query, (case_id,)).fetchall()
        finally:
            db.close()


def _turn(message: Message) -> str:
    calls = "".join(f"\n    calls {call.name}({call.arguments})" for call in message.tool_calls)
    return f"{message.role}: {message.content}{calls}"


def _text(request: Request) -> str:
    if isinstance(request, ScoreRequest):
        return request.prompt + "".join(f"\n    [{i}] {text}" for i, text in enumerate(request.continuations))
    turns = "\n".join(_turn(m) for m in request.messages)
    return turns + ("" if isinstance(request, ReplyRequest) else f"\n    labels: {', '.join(request.labels)}")
