"""`holdfast resume`: the same run, from where it stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holdfast.cli.measure import agent_options, measure


def command(
    run: Annotated[Path, typer.Argument(help="A run folder.")],
    max_concurrency: Annotated[int, typer.Option(help="The most requests in flight to one endpoint.")] = 200,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for an answer.")] = 120.0,
    prices: Annotated[Path | None, typer.Option(help="A price table of your own (TOML).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON, no score card.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no score card.")] = False,
) -> int:
    """Finish a run or a training that was interrupted, killed or partly failed. Nothing answered is asked again."""
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.plan import decode_plan, kind_of_plan, read_plan

    file = RunFolder(run).plan
    match kind_of_plan(file):
        case "enforce":
            from holdfast.cli import enforce
            from holdfast.enforce.plan import EnforcePlan

            return enforce.carry_out(run, decode_plan(file, EnforcePlan), as_json=as_json, quiet=quiet)
        case "ablate":
            from holdfast.cli import ablate
            from holdfast.enforce.ablation import AblationPlan

            return ablate.carry_out(run, decode_plan(file, AblationPlan), as_json=as_json, quiet=quiet)
    plan = read_plan(file)
    options = agent_options(max_concurrency, timeout, plan.max_cost, prices)
    return measure(run, plan, options, as_json=as_json, quiet=quiet)
