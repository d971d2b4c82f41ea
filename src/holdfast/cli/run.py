"""`holdfast run`: the main job."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from holdfast.cli.app import settings_from_options
from holdfast.cli.measure import Choice, agent_options, dry_run, every_setting, make_plan, measure
from holdfast.suites import SUITES

RUNS = Path("runs")


def command(
    suites: Annotated[
        list[str] | None, typer.Argument(help="Suites to run; invariance and commitment if none is named.")
    ] = None,
    agent: Annotated[
        list[str] | None, typer.Option("--agent", "-a", help="Who is measured; may be given several times.")
    ] = None,
    size: Annotated[str, typer.Option("--size", "-s", help="quick, standard or paper.")] = "quick",
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of a suite: key=value, or suite.key=value.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The run folder; by default a new one in runs/.")
    ] = None,
    gate: Annotated[
        list[str] | None, typer.Option("--gate", help='A condition fixed beforehand: "invariance.stability>=0.8".')
    ] = None,
    max_cost: Annotated[float | None, typer.Option(help="Stop asking an agent after so many US dollars.")] = None,
    max_concurrency: Annotated[int, typer.Option(help="The most requests in flight to one endpoint.")] = 200,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for an answer.")] = 120.0,
    prices: Annotated[Path | None, typer.Option(help="A price table of your own (TOML).")] = None,
    dry: Annotated[bool, typer.Option("--dry-run", help="Say what it would ask, take and cost; ask nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON, no score card.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no score card.")] = False,
) -> int:
    """Measure agents and write a run folder with report.html.

    Agents: embedded (the default), local/<folder, .gguf or hub id>, openai/<model>, http://host/v1#<model>,
    reference/<policy>, command:<argv>, python:<module>:<callable>; `holdfast agents` explains them.

    Every setting of a suite is an option too: `holdfast run invariance --chains 50 --nodes 5`; `holdfast suites` lists
    them. If the run folder exists and holds the same plan, the run goes on where it stopped.
    """
    options = agent_options(max_concurrency, timeout, max_cost, prices)
    choice = Choice(suites or [], agent or ["embedded"], size, settings or [], gate or [], max_cost)
    plan = make_plan(choice, options)
    if dry:
        return dry_run(plan, options, as_json)
    folder = out or RUNS / time.strftime("%Y%m%d-%H%M%S")
    return measure(folder, plan, options, as_json=as_json, quiet=quiet)


def prepare(arguments: list[str]) -> list[str]:
    """Turn options that the command itself does not know into settings: `--chains 50` means `--set chains=50`."""
    return settings_from_options(command, arguments, every_setting, never_values=SUITES)
