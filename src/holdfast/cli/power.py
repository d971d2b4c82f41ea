"""`holdfast power`: how many events of the suite `binding`, or decisions of your own log, a contrast needs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
import typer

from holdfast.cli.app import settings_from_options
from holdfast.core import HoldfastError, did_you_mean

if TYPE_CHECKING:
    from holdfast.suites.transcripts.power import Needed, Scenario

SUITES = ("binding", "transcripts")


class Search(NamedTuple):
    """How it is looked for."""

    target: float
    runs: int
    seed: int
    as_json: bool


def command(
    suite: Annotated[str, typer.Argument(help="binding or transcripts.")] = "binding",
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="What is imagined: key=value; every key is an option too.")
    ] = None,
    target: Annotated[float, typer.Option(help="The power that is wanted.")] = 0.8,
    runs: Annotated[int, typer.Option(help="Simulated runs per number of events or decisions.")] = 200,
    seed: Annotated[int, typer.Option(help="Another seed, other simulated runs.")] = 42,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Say how many events or decisions a contrast needs, by simulation from reference agents.

    binding: the agent imagined behaves like --profile in a --share of the events and like --otherwise in the rest;
    --contrast composite|reason|veto|memory|self, --lesion rule|state, --spread of the share over --corpora. A simulated
    run counts if the lower bound over corpora is positive and six of seven corpora have a positive effect.

    transcripts: the agent has a fault in a --share of its decisions; --least is the rate wanted, and a simulated run
    counts if its interval over conversations lies wholly below it (or above). --file LOG (and --tools) takes decisions
    and contrasts from your own log, else --per-conversation says how many decisions one has; --alike 0 to 1 says how
    much they go together, --reproduced how many bases are, --interventions which contrasts.
    """
    if suite not in SUITES:
        raise HoldfastError(f"There is no power for {suite!r}; {did_you_mean(suite, SUITES)}")
    if runs < 1 or not 0 < target <= 1:
        raise HoldfastError("`--runs` is 1 or more, and `--target` lies above 0 and at most at 1.")
    given = dict(_setting(text) for text in settings or [])
    return SHOWN[suite](given, Search(target, runs, seed, as_json))


def prepare(arguments: list[str]) -> list[str]:
    """Turn options that the command itself does not know into settings: `--share 0.1` means `--set share=0.1`."""
    return settings_from_options(command, arguments, _every_setting, never_values=SUITES)


def _every_setting() -> set[str]:
    from holdfast.suites.binding.power import Scenario as Events
    from holdfast.suites.transcripts.power import Scenario as Decisions

    return {*Events.__struct_fields__, *Decisions.__struct_fields__}


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise HoldfastError(f"{text!r} is not a setting; write it as key=value.")
    return key, value


def _binding(given: Mapping[str, str], search: Search) -> int:
    from holdfast.suites.binding.power import GRID, Scenario, power
    from holdfast.suites.options import overridden

    scenario = overridden("the power of binding", Scenario(), given)
    found = power(scenario, search.runs, search.seed, GRID, search.target)
    if search.as_json:
        return _json(scenario, "power", found)
    s = scenario
    print(
        f"{s.contrast} ({s.lesion} lesion): {s.profile} in {s.share:.0%} of the events, else {s.otherwise}; "
        f"{s.corpora} corpora"
    )
    print(f"{'events per corpus':>18}{'power':>8}   95% interval    mean effect")
    for row in found:
        print(f"{row.events:>18}{row.power:>8.2f}   [{row.low:.2f}, {row.high:.2f}]{row.effect:>14.3f}")
    if found[-1].power >= search.target:
        print(f"{found[-1].events} events per corpus reach a power of {search.target:.2f}.")
    else:
        print(f"Not reached with {found[-1].events} events per corpus; expect a larger share, or ask for less power.")
    return 0


def _transcripts(given: Mapping[str, str], search: Search) -> int:
    from holdfast.suites.options import overridden
    from holdfast.suites.transcripts.power import Scenario, populations_of, power_of

    scenario = overridden("the power of transcripts", Scenario(), given)
    populations = populations_of(scenario)
    found = [
        power_of(kind, populations[kind], scenario, search.runs, search.seed, search.target) for kind in populations
    ]
    if search.as_json:
        return _json(scenario, "needed", found)
    any_one = next(iter(populations.values()))
    if scenario.file:
        print(f"{scenario.file}: {any_one.decisions:,} decisions in {any_one.conversations:,} conversations.")
    print(
        f"An agent with a fault in {scenario.share:.0%} of its decisions; {scenario.reproduced:.0%} of the bases "
        f"reproduced; decisions of a conversation alike by {scenario.alike:g}."
    )
    print(
        f"Decisions that show with a power of {search.target:.2f} on which side of {scenario.least:g} its rate lies:\n"
    )
    _table(found, with_file=bool(scenario.file))
    print(f"\n{_advice(found, scenario, any_one.decisions)}")
    return 0


def _table(found: list[Needed], *, with_file: bool) -> None:
    print(f"{'':14}{'fault':<15}{'holds':>6}{'in the file' if with_file else '':>13}{'decisions':>11}"
          f"{'contrasts':>11}{'conversations':>15}{'power':>7}   95% interval")  # fmt: skip
    for row in found:
        begin = f"{row.intervention:<14}{row.fault:<15}"
        if row.holds is None:
            print(f"{begin}no such contrast in the file")
            continue
        begin += f"{row.holds:>6.2f}{f'{row.found:,.0f}' if with_file else '':>13}"
        if (enough := row.enough) is None:
            print(f"{begin}  not reached with {row.tried[-1].decisions:,} decisions")
            continue
        print(
            f"{begin}{enough.decisions:>11,}{enough.contrasts:>11.0f}{enough.conversations:>15.0f}{enough.power:>7.2f}"
            f"   [{enough.low:.2f}, {enough.high:.2f}]"
        )


def _advice(found: list[Needed], scenario: Scenario, decisions: int) -> str:
    measured = [row for row in found if row.holds is not None]
    if not measured:
        return "The file has none of these contrasts; its decisions carry no value that can be traced."
    if any(row.enough is None for row in measured):
        return "Not all are reached: expect a larger share, put `--least` further away, or ask for less power."
    most = max(row.enough.decisions for row in measured if row.enough is not None)
    if not scenario.file:
        return f"`--decisions {most}` is enough for all of them."
    if most <= decisions:
        return f"`holdfast run transcripts --file {scenario.file} --decisions {most}` is enough for all of them."
    return f"The file has {decisions:,} decisions and {most:,} are needed for all of them: log more conversations."


def _json(scenario: object, name: str, found: object) -> int:
    print(json.dumps({"scenario": msgspec.to_builtins(scenario), name: msgspec.to_builtins(found)}, indent=1))
    return 0


SHOWN: Mapping[str, Callable[[Mapping[str, str], Search], int]] = {"binding": _binding, "transcripts": _transcripts}
