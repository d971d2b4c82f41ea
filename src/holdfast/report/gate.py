"""Conditions held against a finished run, told in the three forms that a build needs: lines, JUnit XML, a summary."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import msgspec

from holdfast.core import Finding, Gate, GateResult, HoldfastError, Verdict, did_you_mean, judge
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import read_plan
from holdfast.engine.score import read_findings
from holdfast.report.wording import condition, interval, number, plain, sample

UNMEASURED = "not measured"


class Judged(msgspec.Struct, frozen=True):
    """One condition for one agent, with what it was held against."""

    result: GateResult
    """The verdict."""
    finding: Finding | None
    """What the run found; None where it has no such finding for this agent."""
    planned: bool
    """Whether the condition stood in the plan before anything was asked."""

    @property
    def met(self) -> bool:
        """Whether it holds."""
        return self.result.verdict is Verdict.MET

    @property
    def condition(self) -> str:
        """What was asked."""
        return condition(self.result.gate)

    @property
    def found(self) -> str:
        """Estimate, interval and sample: `0.750 [0.500, 0.875], 192 in 12 chains`."""
        if self.finding is None or self.finding.estimate is None:
            why = plain(self.finding.note) if self.finding is not None else ""
            return why if why.startswith(UNMEASURED) else f"{UNMEASURED}{': ' if why else ''}{why}"
        return f"{number(self.finding.estimate)} {interval(self.finding)}".strip() + f", {sample(self.finding)}"

    @property
    def origin(self) -> str:
        """Where the condition comes from."""
        return "fixed in the plan" if self.planned else "given after the run"

    @property
    def line(self) -> str:
        """All of it in one line."""
        return (
            f"{self.result.verdict.value:<8}{self.condition}  {plain(self.result.agent)}: {self.found} ({self.origin})"
        )


def judge_run(folder: RunFolder, gates: Sequence[Gate] = (), agents: Sequence[str] = ()) -> list[Judged]:
    """Hold a run against conditions, or against those of its plan; agents are those named, or all."""
    plan, findings = read_plan(folder.plan), read_findings(folder).findings
    asked = gates or plan.gates
    if not asked:
        raise HoldfastError(
            f'{folder.path} has no gates in its plan; give one with --require "invariance.stability>=0.8".'
        )
    known = {finding.name for finding in findings}
    for gate in asked:
        if gate.finding not in known:
            raise HoldfastError(f"No finding is called {gate.finding!r}; {did_you_mean(gate.finding, known)}")
    for agent in agents:
        if agent not in plan.agents:
            raise HoldfastError(f"{folder.path} has no agent {agent!r}; {did_you_mean(agent, plan.agents)}")
    own = {(finding.agent, finding.name): finding for finding in findings}
    return [
        Judged(judge(gate, agent, findings), own.get((agent, gate.finding)), gate in plan.gates)
        for agent in agents or plan.agents
        for gate in asked
    ]


def junit(judged: Sequence[Judged], run: str) -> bytes:
    """One test case per condition and agent, as build servers read it."""
    failed = sum(not each.met for each in judged)
    counts = {"tests": str(len(judged)), "failures": str(failed), "errors": "0"}
    suites = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(suites, "testsuite", {"name": f"holdfast {plain(run)}", **counts, "skipped": "0"})
    for each in judged:
        about = {"classname": f"holdfast.{plain(each.result.agent)}", "name": each.condition, "time": "0"}
        case = ElementTree.SubElement(suite, "testcase", about)
        if each.met:
            ElementTree.SubElement(case, "system-out").text = each.line
        else:
            ElementTree.SubElement(
                case, "failure", {"message": f"{each.condition}: found {each.found}"}
            ).text = each.line
    ElementTree.indent(suites)
    text: bytes = ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def summary(judged: Sequence[Judged], run: str) -> str:
    """A Markdown table, as the job summaries of GitHub show it."""
    met = sum(each.met for each in judged)
    lines = [
        f"### Holdfast: {met} of {len(judged)} gates met in {_cell(run)}",
        "",
        "| | condition | agent | found | |",
        "|---|---|---|---|---|",
        *(
            f"| {'✅' if each.met else '❌'} {each.result.verdict.value} | `{_cell(each.condition)}` | "
            f"{_cell(each.result.agent)} | {_cell(each.found)} | {each.origin} |"
            for each in judged
        ),
    ]
    return "\n".join(lines) + "\n\n"


def write_gates(judged: Sequence[Judged], run: str, junit_file: Path | None, summary_file: Path | None) -> None:
    """Write the forms that were asked for. A summary is added to its file, as build servers expect."""
    file = junit_file
    try:
        if junit_file is not None:
            junit_file.parent.mkdir(parents=True, exist_ok=True)
            junit_file.write_bytes(junit(judged, run))
        if summary_file is not None:
            file = summary_file
            summary_file.parent.mkdir(parents=True, exist_ok=True)
            with summary_file.open("a", encoding="utf-8") as handle:
                handle.write(summary(judged, run))
    except OSError as error:
        raise HoldfastError(f"Cannot write {file} ({error.strerror}); choose another file.") from error


MARKDOWN = {ord(c): f"&#{ord(c)};" for c in "&<>|`*_[]\\~"}


def _cell(text: str) -> str:
    """A text that cannot leave its cell, whatever an agent is called."""
    return plain(text).translate(MARKDOWN)
