"""`holdfast compare`: agents of one run, or of several, on the cases they share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holdfast.engine.folder import refuse_run_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.table import Table

    from holdfast.report.compare import Comparison, Difference
    from holdfast.report.comparison_page import Wording

SHOWN_FLIPS = 3
WIDE = 110


def command(
    runs: Annotated[list[Path], typer.Argument(help="Run folders; one is enough if it has several agents.")],
    agent: Annotated[list[str] | None, typer.Option("--agent", "-a", help="Only these agents.")] = None,
    baseline: Annotated[
        str | None, typer.Option(help="The agent of the first run that all others are compared with.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every measure, not only those of the score card.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write compare.html and its tables here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> int:
    """Compare agents on the cases they share: paired differences, exact tests, flipped cases, ranks.

    An agent that is in both runs is compared with itself; otherwise with the first run's only agent, or with the
    baseline. Within one run every agent is compared with the first. What cannot be paired is refused, with the reason.
    """
    from holdfast.report.compare import compare

    if out is not None:
        refuse_run_folder(out)
    found = compare(runs, agent or [], baseline)
    if out is not None:
        from holdfast.report.comparison_page import write_comparison

        write_comparison(found, out)
    if as_json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return 0
    from rich.console import Console

    _print(found, Console(), every=every)
    if out is not None:
        print(f"Page: {out / 'compare.html'}")
    return 0


def _print(found: Comparison, console: Console, *, every: bool) -> None:
    from itertools import groupby

    from holdfast.report.comparison_page import IN_TIME, wording

    def say(part: object) -> None:
        console.print(part, markup=False, emoji=False, highlight=False)

    for (before, after), grouped in groupby(found.differences, key=lambda row: (row.before, row.after)):
        rows = list(grouped)
        shown = rows if every else _headlines(rows)
        said = wording(found, before, after)
        say(f"{after}\n  against {before}" if said is IN_TIME else f"{said.first} {before}\n{said.second} {after}")
        for _, of_suite in groupby(shown, key=lambda row: row.measure.partition(".")[0]):
            say(_table(list(of_suite), said, wide=console.width >= WIDE))
        _print_flips(found, before, after, said, say)
        say("")
    _print_ranks(found, say)
    for what, count in found.unpaired.items():
        say(f"not paired: up to {count:,} observations a measure that only one side has ({what})")
    for what, why in found.refused.items():
        say(f"not compared: {what}: {why}")


def _headlines(rows: list[Difference]) -> list[Difference]:
    return [row for row in rows if row.headline] or rows


def _table(rows: list[Difference], said: Wording, *, wide: bool) -> Table:
    from rich.table import Table
    from rich.text import Text

    from holdfast.report.comparison_page import cells, probability
    from holdfast.report.wording import name_of, suite_of

    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(f"  {suite_of(rows[0].measure)}", min_width=22)
    for head in (said.first, said.second, said.step):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("95% interval", min_width=19)
    for head in ("n", "McNemar p", "sign p") if wide else ("sign p",):
        table.add_column(head, justify="left" if head == "n" else "right", no_wrap=True)
    table.add_column("", min_width=6, no_wrap=True)
    styles = {"better": "green", "worse": "bold red"}
    for row in rows:
        _, before, after, step, ends, n, _, _, verdict = cells(row, said)
        exact = ["" if p is None else probability(p) for p in (row.mcnemar_p, row.sign_p)]
        tests = [n, *exact] if wide else exact[1:]
        table.add_row(
            f"  {name_of(row.measure)}", before, after, step, Text(ends, style="dim"), *tests,
            Text(verdict, style=styles.get(verdict, "bold" if row.verdict in styles else "dim")),
        )  # fmt: skip
    return table


def _print_flips(found: Comparison, before: str, after: str, said: Wording, say: Callable[[object], None]) -> None:
    from holdfast.report.wording import plural

    flips = [flip for flip in found.flips if (flip.before, flip.after) == (before, after)]
    for gained, word in ((True, said.gained), (False, said.lost)):
        cases = {flip.case: flip for flip in flips if flip.gained is gained}
        if cases:
            some = ", ".join(flip.name for flip in list(cases.values())[:SHOWN_FLIPS])
            more = f" and {len(cases) - SHOWN_FLIPS:,} more" if len(cases) > SHOWN_FLIPS else ""
            say(f"  {word}: {plural(len(cases), 'case')}, {some}{more}")
    if flips:
        say(f"  look at one: holdfast show {found.runs[after]} {flips[0].case}")


def _print_ranks(found: Comparison, say: Callable[[object], None]) -> None:
    for change in found.rank_changes:
        moved = {agent: pair for agent, pair in change.ranks.items() if pair[0] != pair[1]}
        told = ", ".join(f"{agent} {one} -> {other}" for agent, (one, other) in moved.items()) or "unchanged"
        tau = "" if change.tau is None else f" (Kendall's tau {change.tau:.2f})"
        say(f"ranks by {change.measure}, {change.before} -> {change.after}: {told}{tau}")
    if not found.rank_changes:
        for ranks in found.ranks:
            told = ", ".join(f"{rank} {side}" for side, rank in sorted(ranks.ranks.items(), key=lambda pair: pair[1]))
            say(f"ranks by {ranks.measure}: {told}")
