"""The score card in the terminal: one block per agent, then what the run took and why it can be trusted.

It fits 80 columns; from 100 on, a strip from the least to the most that a score can be shows each estimate and its
interval. Without a terminal it is the same text without colour.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, NamedTuple

from holdfast.core import Finding, Verdict
from holdfast.report.number_line import is_share, place_of
from holdfast.report.summary import AgentSummary, summarise, summarise_certificate
from holdfast.report.wording import (
    NOT_MEASURED,
    condition,
    counts,
    dollars,
    duration,
    interval,
    name_of,
    number,
    plain,
    sample,
    spent,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from holdfast.engine.hooks import Attainable
    from holdfast.engine.manifest import AgentRecord, Manifest
    from holdfast.engine.plan import Plan
    from holdfast.engine.score import Findings

STRIP = 25
WIDE = 100
LABEL = 14
STYLES = {Verdict.MET: "green", Verdict.NOT_MET: "bold red"}


def print_card(findings: Findings, plan: Plan, manifest: Manifest | None, console: Console) -> None:
    """Print what a run found."""
    summaries = summarise(findings, plan, manifest)
    layout = _layout(summaries, console)
    _print(console, _title(plan, summaries), "")
    for summary in summaries:
        _print(
            console,
            _line((plain(summary.agent), "bold"), (" (a program, not a language model)" * summary.is_reference, "dim")),
        )
        for suite, headlines in summary.headlines.items():
            ranges = findings.certificate.attainable if layout.wide else None
            _print(console, _table(suite, headlines, layout, ranges))
            for note, about in summary.notes[suite].items():
                _print(console, _line((_hanging(f"{', '.join(about)}: {note}", console.width), "dim")))
        _print(console, _facts(summary), "")
    _print(console, _closing(findings, manifest))


def _print(console: Console, *parts: object) -> None:
    # Names and notes are data: no markup, no emoji codes, no highlighting.
    for part in parts:
        console.print(part, markup=False, emoji=False, highlight=False)


def _title(plan: Plan, summaries: list[AgentSummary]) -> Text:
    suites = ", ".join(plain(planned.name) for planned in plan.suites)
    agents = f"{len(summaries)} agent{'s' if len(summaries) != 1 else ''}"
    return _line(("Holdfast", "bold"), (f"  {suites}, size {plain(plan.size)}, {agents}", "dim"))


class Layout(NamedTuple):
    """The widths of the columns: the same for all suites and agents, so that they line up under each other."""

    label: int
    interval: int
    sample: int
    wide: bool
    """Whether there is room for a strip."""


def _layout(summaries: list[AgentSummary], console: Console) -> Layout:
    """Names of findings get the room that they need and the numbers leave; longer ones go over two lines."""
    findings = [f for s in summaries for of_suite in s.headlines.values() for f in of_suite]
    told = [f for f in findings if f.estimate is not None]
    needed = max((len(name_of(f.name)) + 2 for f in findings), default=0)
    intervals = max(19, *(len(interval(f)) for f in told), 0)
    samples = max(16, *(len(sample(f)) for f in told), 0)
    wide = console.width >= WIDE and not console.options.ascii_only
    left = console.width - 6 - intervals - samples - 6 - wide * (STRIP + 2)
    return Layout(max(20, min(max(27, needed), left)), intervals, samples, wide)


def _hanging(text: str, width: int) -> str:
    """A text in lines of this width, all but the first further in, so that it is seen where the next one begins."""
    return textwrap.fill(text, max(width, 20), initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def _table(suite: str, headlines: list[Finding], layout: Layout, ranges: Mapping[str, Attainable] | None) -> Table:
    """The headline rows of one suite; with the ranges of scores there is room for strips."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    level = next((f.interval.level for f in headlines if f.interval), None)
    table = Table(box=None, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(Padding(plain(suite), (0, 0, 0, 2)), min_width=layout.label, max_width=layout.label)
    table.add_column("", justify="right", min_width=6)
    table.add_column(f"{level:.0%} interval" if level else "interval", min_width=layout.interval)
    if ranges is not None:
        least, most = ("0", "1") if all(is_share(f, ranges) for f in headlines) else ("least", "most")
        table.add_column(f"{least}{most:>{STRIP - len(least)}}", min_width=STRIP, no_wrap=True)
    table.add_column("n", justify="left", min_width=layout.sample)
    for finding in headlines:
        measured = finding.estimate is not None
        cells = [
            Text(_hanging(name_of(finding.name), layout.label)),
            Text(number(finding.estimate) if measured else "-", style="bold" if measured else "dim"),
            Text(interval(finding) if measured else NOT_MEASURED, style="dim"),
            *([] if ranges is None else [_strip(finding, ranges)]),
            Text(sample(finding) if measured else "", style="dim"),
        ]
        table.add_row(*cells)
    return table


def _strip(finding: Finding, ranges: Mapping[str, Attainable]) -> Text:
    """A line over what the score can be, with interval, estimate and zero on it; empty where nothing bounds it."""
    from rich.text import Text

    place = place_of(finding, ranges)
    if place is None:
        return Text("")
    first, at, last = (round(value * (STRIP - 1)) for value in (place.low, place.at, place.high))
    line = ["·"] * STRIP
    if place.zero is not None:
        line[round(place.zero * (STRIP - 1))] = "┊"
    line[first : last + 1] = "━" * (last + 1 - first)
    line[at] = "●"
    strip = Text("".join(line), style="dim")
    strip.stylize("not dim cyan", min(first, at), max(last, at) + 1)
    return strip


def _facts(summary: AgentSummary) -> Table:
    """Gates, coverage, gaps and cost: a label and a sentence each."""
    from rich.table import Table
    from rich.text import Text

    facts = Table(box=None, show_header=False, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    facts.add_column(min_width=LABEL, max_width=LABEL, no_wrap=True)
    facts.add_column(overflow="fold")

    def tell(label: str, *pieces: str | tuple[str, str]) -> None:
        facts.add_row(Text(f"  {label}", style="dim"), Text.assemble(*pieces))

    for index, result in enumerate(summary.gates):
        seen = "no number" if result.value is None else number(result.value)
        tell(
            "gates" * (index == 0),
            (f"{result.verdict.value:<8}", STYLES[result.verdict]),
            f"{condition(result.gate)}, found {seen}",
        )
    if summary.coverage:
        done, planned, failed = summary.coverage.answered, summary.coverage.planned, summary.coverage.failed
        tell("answered", f"{done:,} of {planned:,}", (f"; no answer: {counts(failed)}" if failed else "", "yellow"))
        if failed:
            tell("failed", (summary.failed, "bold red" if summary.coverage.mostly_failed else "yellow"))
    for why, names in summary.unmeasured.items():
        tell(NOT_MEASURED, ", ".join(names) + (f" ({why})" if why else ""))
    if summary.record:
        tell("cost", _cost(summary.record))
    return facts


def _cost(record: AgentRecord) -> str:
    """What an agent took; what a wrapper took is told of the agent inside it, which other wrappers may share."""
    asked = record.innermost
    totals = asked.totals
    requests = totals.answered + sum(totals.failed.values())
    tokens = f"{totals.prompt_tokens:,} tokens read, {totals.completion_tokens:,} written"
    whose = f" by {asked.identity.spec} in this run" if record.inner else ""
    paid = dollars(totals.cost) if record.has_price else "not known"
    return f"{paid}, {requests:,} requests, {tokens}{whose}"


def _closing(findings: Findings, manifest: Manifest | None) -> Table:
    from rich.table import Table
    from rich.text import Text

    rows = [("certificate", summarise_certificate(findings.certificate).line)]
    if manifest is not None:
        paid = spent(manifest.cost, known=manifest.has_price)
        rows.insert(0, ("in all", f"{duration(manifest.seconds)} of asking, {paid}"))
    closing = Table(box=None, show_header=False, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    closing.add_column(min_width=LABEL - 2, no_wrap=True)
    closing.add_column(overflow="fold")
    for label, text in rows:
        closing.add_row(Text(label, style="bold"), Text(text))
    return closing


def _line(*pieces: tuple[str, str]) -> Text:
    from rich.text import Text

    return Text.assemble(*pieces)
