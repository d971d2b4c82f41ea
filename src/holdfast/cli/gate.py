"""`holdfast gate`: hold a finished run against conditions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    require: Annotated[
        list[str] | None,
        typer.Option(
            "--require", "-r", help='A condition: "invariance.stability>=0.8". Without any, those of the plan.'
        ),
    ] = None,
    on: Annotated[
        str, typer.Option(help="What conditions look at that do not say: estimate, lower or upper.")
    ] = "estimate",
    agent: Annotated[list[str] | None, typer.Option("--agent", "-a", help="Only these agents.")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML here.")] = None,
    summary: Annotated[
        Path | None, typer.Option(help="Add a Markdown summary to this file, such as $GITHUB_STEP_SUMMARY.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
) -> int:
    """Judge a run by conditions, one line each. The exit code is 1 if one is not met; a missing number meets none."""
    from holdfast.core import parse_gate
    from holdfast.engine.folder import RunFolder
    from holdfast.report.gate import judge_run, write_gates

    judged = judge_run(RunFolder(run), [parse_gate(text, on) for text in require or []], agent or [])
    write_gates(judged, run.resolve().name, junit, summary)
    if as_json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(judged), indent=1).decode())
    else:
        for each in judged:
            print(each.line)
        print(f"{sum(each.met for each in judged)} of {len(judged)} met")
    return int(not all(each.met for each in judged))
