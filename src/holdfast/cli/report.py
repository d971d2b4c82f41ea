"""`holdfast report`: the score card and the page of a finished run, made again from its files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holdfast.cli.measure import tell


def command(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON, no score card.")] = False,
) -> int:
    """Print the score card of a run and write its report again."""
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.manifest import refresh_digests
    from holdfast.engine.plan import kind_of_plan, read_plan
    from holdfast.engine.score import read_findings
    from holdfast.report import write_report

    folder = RunFolder(run)
    if kind_of_plan(folder.plan) == "enforce":
        from holdfast.cli import enforce

        return enforce.tell(run, as_json=as_json, quiet=False)
    read_plan(folder.plan)
    read_findings(folder)
    with folder.locked():
        write_report(folder)
        refresh_digests(folder)
    return tell(folder, as_json=as_json, quiet=False)
