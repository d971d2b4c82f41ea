"""What `run` and `resume` share: from the user's words to a plan, and from a plan to a finished run folder."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.core import HoldfastError, did_you_mean, parse_gate

if TYPE_CHECKING:
    from holdfast.agents.registry import AgentOptions
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.manifest import Manifest
    from holdfast.engine.plan import Plan


@dataclass(frozen=True)
class Choice:
    """What the user asked for, in the user's words."""

    suites: list[str]
    agents: list[str]
    size: str
    settings: list[str]
    gates: list[str]
    max_cost: float | None


def make_plan(choice: Choice, options: AgentOptions) -> Plan:
    """Resolve a choice to the last default."""
    from holdfast.agents.registry import find_agent, likely_capabilities
    from holdfast.engine.plan import Plan, SuitePlan
    from holdfast.engine.rehearsal import refuse_unknown_gates
    from holdfast.suites import SUITES, get_suite

    agents = list(dict.fromkeys(choice.agents))
    for spec in agents:
        find_agent(spec, options)
    can = frozenset.intersection(*(likely_capabilities(spec) for spec in agents))
    names = list(dict.fromkeys(choice.suites or (name for name, entry in SUITES.items() if entry.default)))
    overrides = _overrides(choice.settings, names)
    planned = [
        SuitePlan(name, suite.version, suite.settings(choice.size, overrides[name], can))
        for name, suite in ((name, get_suite(name)) for name in names)
    ]
    for each in planned:
        # Data that is missing or cannot be read is said here, before a model is loaded.
        next(iter(get_suite(each.name).build(each.settings)), None)
    gates = tuple(parse_gate(text) for text in choice.gates)
    plan = Plan(choice.size, tuple(planned), tuple(agents), gates, choice.max_cost)
    refuse_unknown_gates(plan, {name: get_suite(name) for name in names})
    return plan


def every_setting(suites: Iterable[str] = ()) -> set[str]:
    """The names of all settings of some suites, or of all."""
    from holdfast.core import Capability
    from holdfast.suites import SUITES, get_suite

    names = suites or SUITES
    return {key for name in names for key in get_suite(name).settings("quick", {}, frozenset(Capability))}


def agent_options(max_concurrency: int, timeout: float, max_cost: float | None, prices: Path | None) -> AgentOptions:
    """What the user said about all agents. A price table that cannot be read is an error, whoever is asked."""
    from holdfast.agents.http.prices import load_prices
    from holdfast.agents.registry import AgentOptions

    if prices is not None:
        load_prices(prices)
    return AgentOptions(max_concurrency, timeout, max_cost, str(prices) if prices else None)


def measure(path: Path, plan: Plan, options: AgentOptions, *, as_json: bool, quiet: bool) -> int:
    """Run a plan in a folder and tell what was found."""
    from holdfast.agents.registry import make_agent
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.progress import suited
    from holdfast.report import complete

    folder = RunFolder(path)
    folder.refuse_foreign_files()
    # In a new folder agents come first, so that one which cannot be made leaves nothing behind. Where there is a run,
    # its lock and its plan come first: a model is not loaded for a run that is refused.
    ready = {} if folder.plan.exists() else {spec: make_agent(spec, options) for spec in plan.agents}
    folder.create()
    with folder.locked():
        try:
            complete(folder, plan, lambda spec: ready.get(spec) or make_agent(spec, options), suited(quiet))
        except KeyboardInterrupt:
            print(f"holdfast: interrupted; `holdfast resume {path}` goes on from here.", file=sys.stderr)
            return 130
    return tell(folder, as_json=as_json, quiet=quiet)


def tell(folder: RunFolder, *, as_json: bool, quiet: bool) -> int:
    """Print what a finished run found. The exit code is 1 if a gate was not met or an agent failed in most of it."""
    from holdfast.core import Verdict
    from holdfast.engine.plan import read_plan
    from holdfast.engine.score import read_findings
    from holdfast.report.summary import failures

    findings, manifest = read_findings(folder), _manifest(folder)
    if as_json:
        sys.stdout.write(folder.findings.read_text(encoding="utf-8") + "\n")
    elif not quiet:
        from rich.console import Console

        from holdfast.report import print_card

        print_card(findings, read_plan(folder.plan), manifest, Console())
        print(f"Report: {folder.report}")
    known = {finding.name for finding in findings.findings}
    for name in dict.fromkeys(result.gate.finding for result in findings.gates):
        if name not in known:
            print(f"holdfast: No finding is called {name!r}; {did_you_mean(name, known)}", file=sys.stderr)
    records = {record.identity.spec: record for record in manifest.agents} if manifest else {}
    failed = [coverage for coverage in findings.coverage if coverage.mostly_failed]
    for each in failed:
        told = failures(each, records.get(each.agent)).rstrip(".")
        print(f"holdfast: {each.agent} {f'failed in {told}' if told else 'answered nothing'}.", file=sys.stderr)
    return int(bool(failed) or any(result.verdict is Verdict.NOT_MET for result in findings.gates))


def _manifest(folder: RunFolder) -> Manifest | None:
    """The manifest; None where a kill came between the findings and it. The card needs only the findings."""
    import msgspec

    from holdfast.engine.manifest import read_manifest

    try:
        return read_manifest(folder)
    except (OSError, msgspec.MsgspecError):
        return None


def dry_run(plan: Plan, options: AgentOptions, as_json: bool) -> int:
    """Build everything, ask nothing, and say what asking would take."""
    import tempfile

    from holdfast.cli.estimate import estimate, print_estimates
    from holdfast.engine.build import build
    from holdfast.engine.folder import RunFolder
    from holdfast.suites import get_suite

    with tempfile.TemporaryDirectory(prefix="holdfast-") as place:
        folder = RunFolder(Path(place))
        build(folder, plan, {planned.name: get_suite(planned.name) for planned in plan.suites})
        computed = sum(b.computed for p in plan.suites for b in get_suite(p.name).build(p.settings))
        print_estimates([estimate(folder, spec, options) for spec in plan.agents], as_json, computed)
    return 0


def _overrides(settings: list[str], suites: list[str]) -> dict[str, dict[str, str]]:
    """`key=value` goes to every suite that has the key, `suite.key=value` to one."""
    found: dict[str, dict[str, str]] = {name: {} for name in suites}
    for text in settings:
        key, equals, value = text.partition("=")
        if not equals:
            raise HoldfastError(f"{text!r} is not a setting; write it as key=value.")
        suite, dot, name = key.rpartition(".")
        if dot and suite not in found:
            raise HoldfastError(f"The setting {text!r} is for a suite that is not run; run it or leave it out.")
        targets = [suite] if dot else [target for target in suites if _has(target, name, value)]
        if not targets:
            near = did_you_mean(name, every_setting(suites))
            raise HoldfastError(f"In {', '.join(suites)} there is no setting {name!r}; {near}")
        for target in targets:
            found[target][name] = value
    return found


def _has(suite: str, setting: str, value: str) -> bool:
    """Whether a suite knows a setting. It is asked, because some settings have other names beside their own."""
    from holdfast.core import Capability
    from holdfast.suites import get_suite
    from holdfast.suites.options import UnknownSettingError

    try:
        get_suite(suite).settings("quick", {setting: value}, frozenset(Capability))
    except UnknownSettingError:
        return False
    except HoldfastError:
        return True  # it is there, and its value is for the suite to refuse
    return True
