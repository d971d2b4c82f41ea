"""`holdfast power`: how many events a contrast of the suite `binding` needs."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def command(
    contrast: Annotated[str, typer.Option(help="composite, reason, veto, memory or self.")] = "composite",
    profile: Annotated[
        str, typer.Option(help="The reference agent that the agent is like in a share of events.")
    ] = "bound",
    otherwise: Annotated[str, typer.Option(help="The reference agent that it is like in the rest.")] = "keeps-impulse",
    share: Annotated[float, typer.Option(help="The share of events, from 0 to 1.")] = 0.2,
    spread: Annotated[float, typer.Option(help="How much corpora differ in it: a standard deviation.")] = 0.05,
    lesion: Annotated[str, typer.Option(help="rule or state.")] = "rule",
    corpora: Annotated[int, typer.Option(help="How many corpora.")] = 7,
    target: Annotated[float, typer.Option(help="The power that is wanted.")] = 0.8,
    runs: Annotated[int, typer.Option(help="Simulated runs per number of events.")] = 200,
    seed: Annotated[int, typer.Option(help="Another seed, other simulated runs.")] = 42,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Say how many events per corpus a contrast needs, by simulation from reference profiles.

    The agent imagined behaves like PROFILE in a SHARE of the events and like OTHERWISE in the rest. A simulated run
    counts if the lower bound over corpora is positive and six of seven corpora have a positive effect.
    """
    import msgspec

    from holdfast.core import HoldfastError
    from holdfast.suites.binding.power import GRID, Scenario, power

    if runs < 1 or not 0 < target <= 1:
        raise HoldfastError("`--runs` is 1 or more, and `--target` lies above 0 and at most at 1.")
    scenario = Scenario(contrast, lesion, profile, otherwise, share, spread, corpora)
    found = power(scenario, runs, seed, GRID, target)
    if as_json:
        print(json.dumps({"scenario": msgspec.to_builtins(scenario), "power": msgspec.to_builtins(found)}, indent=1))
        return 0
    print(f"{contrast} ({lesion} lesion): {profile} in {share:.0%} of the events, else {otherwise}; {corpora} corpora")
    print(f"{'events per corpus':>18}{'power':>8}   95% interval    mean effect")
    for row in found:
        print(f"{row.events:>18}{row.power:>8.2f}   [{row.low:.2f}, {row.high:.2f}]{row.effect:>14.3f}")
    if found[-1].power >= target:
        print(f"{found[-1].events} events per corpus reach a power of {target:.2f}.")
    else:
        print(f"Not reached with {found[-1].events} events per corpus; expect a larger share, or ask for less power.")
    return 0
