"""`holdfast run`: the main job."""

from __future__ import annotations

import difflib
import time
from pathlib import Path
from typing import Annotated

import typer

from holdfast.cli.app import options_of
from holdfast.cli.measure import Choice, dry_run, every_setting, make_plan, measure
from holdfast.core import HoldfastError
from holdfast.suites import SUITES

RUNS = Path("runs")


def command(
    suites: Annotated[list[str] | None, typer.Argument(help="Suites to run; invariance if none is named.")] = None,
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
    from holdfast.agents.registry import AgentOptions

    options = AgentOptions(max_concurrency, timeout, max_cost, str(prices) if prices else None)
    choice = Choice(suites or [], agent or ["embedded"], size, settings or [], gate or [], max_cost)
    plan = make_plan(choice, options)
    if dry:
        return dry_run(plan, options, as_json)
    folder = out or RUNS / time.strftime("%Y%m%d-%H%M%S")
    return measure(folder, plan, options, as_json=as_json, quiet=quiet)


def prepare(arguments: list[str]) -> list[str]:
    """Turn options that the command itself does not know into settings: `--chains 50` means `--set chains=50`.

    An option followed by a value takes it; one that is not, is switched on.
    """
    known = options_of(command) | {"--help"}
    prepared: list[str] = []
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if not word.startswith("--") or name in known:
            prepared.append(word)
            continue
        setting = name[2:].replace("-", "_")
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
        if near and setting not in every_setting():
            raise HoldfastError(f"There is no option {name}; did you mean {near[0]}?")
        if not equals:
            # A switch takes no value: what follows it is an option or a suite.
            value = rest.pop(0) if rest and not rest[0].startswith("-") and rest[0] not in SUITES else "true"
        prepared += ["--set", f"{setting}={value}"]
    return prepared
