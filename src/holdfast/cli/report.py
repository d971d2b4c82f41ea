"""`holdfast report`: the score card and the page of a finished run, made again from its files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holdfast.cli.measure import tell
from holdfast.core import HoldfastError

if TYPE_CHECKING:
    from holdfast.engine.folder import RunFolder


def command(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON, no score card.")] = False,
) -> int:
    """Print the score card of a run and write its report again. Of a broken run, what is left of it."""
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.manifest import refresh_digests
    from holdfast.report import write_report

    folder = RunFolder(run)
    if _is_training(folder):
        from holdfast.cli import enforce

        return enforce.tell(run, as_json=as_json, quiet=False)
    with folder.locked():
        missing = write_report(folder)
        refresh_digests(folder)
    for sentence in missing:
        print(f"holdfast: {sentence}", file=sys.stderr)
    try:
        return tell(folder, as_json=as_json, quiet=False)
    except HoldfastError:  # no plan or no findings to make a card of; that is among what was just said
        print(f"Report, partial: {folder.report}")
        return 1


def _is_training(folder: RunFolder) -> bool:
    from holdfast.engine.plan import kind_of_plan

    try:
        return kind_of_plan(folder.plan) == "enforce"
    except HoldfastError:
        if not folder.plan.exists():
            raise
        return False  # a broken plan: what is left of the run is still reported
