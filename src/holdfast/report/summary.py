"""What a run says about each agent, gathered once for the score card and for the page.

Every agent gets the same rows: a headline that another agent has and this one lacks is there as not measured, so that
an absence is seen as one.
"""

from __future__ import annotations

import msgspec

from holdfast.core import Finding, GateResult, Verdict
from holdfast.core.finding import POOLED
from holdfast.engine.certificate import NOTE, Certificate
from holdfast.engine.hooks import Recovered
from holdfast.engine.manifest import AgentRecord, Manifest
from holdfast.engine.plan import Plan
from holdfast.engine.score import Coverage, Findings
from holdfast.report.wording import NOT_MEASURED, name_of, plain, plural, reason, sentence, suite_of, words

CONTROL = ("responsiveness", "stability")
TOO_FAR = 0.25
"""A shortcut solver so far from its level has found something; with few clusters, chance alone moves it some way."""
"""What every suite reports, by one definition; the two axes of the control map."""

REFERENCE = "reference/"
"""Agents of this provider are small programs with a known profile, not language models."""


class AgentSummary(msgspec.Struct, frozen=True):
    """One agent of a run."""

    number: int
    """From 1, in the plan's order; the same in card, figures and page."""
    agent: str
    """The agent's spec."""
    headlines: dict[str, list[Finding]]
    """By suite: responsiveness, stability, then what else the suite puts on the card. The same names for all agents."""
    notes: dict[str, dict[str, list[str]]]
    """By suite, what a reader must know to read its headlines right: each note with the names it is about, in words."""
    unmeasured: dict[str, list[str]]
    """What has no estimate: each reason with the names it is about, in words."""
    gates: list[GateResult]
    """Conditions of the plan and what became of them."""
    coverage: Coverage | None
    """How much was answered; None where the run does not tell."""
    record: AgentRecord | None
    """Identity, tokens and cost; None without a manifest."""

    @property
    def is_reference(self) -> bool:
        """Whether this is an instrument check and not a language model."""
        return self.agent.rpartition(":")[2].startswith(REFERENCE)

    @property
    def failed(self) -> str:
        """How many observations failed, and with which words most often; empty if none did."""
        return "" if self.coverage is None else failures(self.coverage, self.record)

    @property
    def gates_met(self) -> int:
        """How many of the gates."""
        return sum(result.verdict is Verdict.MET for result in self.gates)


class CertificateSummary(msgspec.Struct, frozen=True):
    """The instrument certificate in a few numbers."""

    key_shuffle: str
    """What the key-shuffle proof found, in words."""
    worst_shortcut: float | None
    """The largest distance of a shortcut solver's accuracy from the level where it must sit."""
    checks: int
    """How many data-quality checks."""
    failed_checks: list[str]
    """Those that are not ok, with what they say."""
    notes: list[str]
    """What other checks say that a reader should know."""
    planted: int = 0
    """How many faults were planted."""
    lost: tuple[str, ...] = ()
    """Those that were not told apart from the others."""

    @property
    def line(self) -> str:
        """All of it in one line."""
        parts = [f"key shuffle: {self.key_shuffle}"]
        if self.worst_shortcut is not None:
            warning = " (THE DESIGN GIVES ANSWERS AWAY)" if self.worst_shortcut > TOO_FAR else ""
            parts.append(f"shortcut solvers within {self.worst_shortcut:.3f} of their level{warning}")
        if self.planted:
            lost = f" (NOT {', '.join(self.lost)})" if self.lost else ""
            parts.append(f"{self.planted - len(self.lost)} of {self.planted} planted faults recovered{lost}")
        if self.failed_checks:
            parts.append(f"{len(self.failed_checks)} of {self.checks} checks failed ({', '.join(self.failed_checks)})")
        else:
            parts.append(f"{plural(self.checks - len(self.notes), 'check')} ok")
        parts += [NOTE + note.rstrip(".") for note in self.notes]
        return "; ".join(parts)


def summarise(findings: Findings, plan: Plan, manifest: Manifest | None) -> list[AgentSummary]:
    """Every agent of the plan, in its order, then any that only the findings know."""
    of_one_agent = [f for f in findings.findings if f.agent != POOLED]
    agents = list(dict.fromkeys([*plan.agents, *(f.agent for f in of_one_agent)]))
    names = _headline_names(findings, plan)
    own: dict[str, list[Finding]] = {agent: [] for agent in agents}
    for finding in of_one_agent:
        own[finding.agent].append(finding)
    coverage = {c.agent: c for c in findings.coverage}
    records = {r.identity.spec: r for r in manifest.agents} if manifest else {}
    summaries = []
    for number, agent in enumerate(agents, 1):
        headlines = {suite: [_found(own[agent], name, agent) for name in of_suite] for suite, of_suite in names.items()}
        every = [*(finding for of_suite in headlines.values() for finding in of_suite), *own[agent]]
        gates = [result for result in findings.gates if result.agent == agent]
        summaries.append(
            AgentSummary(
                number, agent, headlines, {suite: _notes(of_suite) for suite, of_suite in headlines.items()},
                _unmeasured(every, several_suites=len(names) > 1), gates, coverage.get(agent), records.get(agent),
            )
        )  # fmt: skip
    return summaries


def failures(coverage: Coverage, record: AgentRecord | None) -> str:
    """How many observations of an agent failed, and with which words most often; empty if none did."""
    if not (count := sum(coverage.failed.values())):
        return ""
    told = f"{count:,} of {coverage.planned:,} observations"
    errors = record.totals.errors if record else {}
    # The words may be those of a server or of a user's program: as one line, and not too long.
    return f"{told}, most often with: {plain(' '.join(next(iter(errors)).split()))}" if errors else told


def summarise_certificate(certificate: Certificate) -> CertificateSummary:
    """What the certificate comes to."""
    proof = certificate.key_shuffle
    found = "byte-identical" if proof.identical else "NOT identical"
    distances = [
        abs(accuracy - certificate.shortcut_levels[suite][name])
        for suite, solvers in certificate.shortcuts.items()
        for name, accuracy in solvers.items()
        if name in certificate.shortcut_levels.get(suite, {})
    ]
    checks = [pair for of_suite in certificate.checks.values() for pair in of_suite.items()]
    faults = [fault for of_suite in certificate.planted.values() for fault in of_suite]
    return CertificateSummary(
        f"{proof.cases:,} cases {found} with {proof.targets_changed:,} targets exchanged",
        max(distances, default=None),
        len(checks),
        [
            f"{plain(name)}: {plain(result)}"
            for name, result in checks
            if result != "ok" and not result.startswith(NOTE)
        ],
        [plain(result.removeprefix(NOTE)) for _, result in checks if result.startswith(NOTE)],
        len(faults),
        tuple(plain(_lost(fault)) for fault in faults if not fault.recovered),
    )


def _lost(fault: Recovered) -> str:
    return f"{fault.agent}: {fault.trouble}" if fault.trouble else fault.agent


def _headline_names(findings: Findings, plan: Plan) -> dict[str, list[str]]:
    """By suite, in the order of plan and findings: what belongs on the card of every agent."""
    suites = dict.fromkeys([*(p.name for p in plan.suites), *(suite_of(f.name) for f in findings.findings)])
    measured = {finding.name for finding in findings.findings}
    controls = {suite: [f"{suite}.{quantity}" for quantity in CONTROL] for suite in suites}
    # A suite without contrasts has no responsiveness and no stability; that is not the same as not measured.
    names = {suite: of_suite if measured & set(of_suite) else [] for suite, of_suite in controls.items()}
    for finding in findings.findings:
        of_suite = names[suite_of(finding.name)]
        if finding.headline and finding.name not in of_suite:
            of_suite.append(finding.name)
    return names


def _found(own: list[Finding], name: str, agent: str) -> Finding:
    return next((f for f in own if f.name == name), Finding(name, agent, None, note=NOT_MEASURED))


def _notes(headlines: list[Finding]) -> dict[str, list[str]]:
    notes: dict[str, list[str]] = {}
    for finding in headlines:
        if finding.note and finding.estimate is not None:
            notes.setdefault(plain(finding.note), []).append(name_of(finding.name))
    return notes


def shared_notes(summaries: list[AgentSummary], suite: str) -> list[tuple[list[str], str]]:
    """The notes of all agents, each once: whose it is, unless everybody's, and the note with the names it is about."""
    whose: dict[str, list[str]] = {}
    for summary in summaries:
        for note, names in summary.notes[suite].items():
            whose.setdefault(f"{sentence(', '.join(names))}: {note}", []).append(plain(summary.agent))
    told = [([] if len(agents) == len(summaries) else agents, note) for note, agents in whose.items()]
    return sorted(told, key=lambda pair: bool(pair[0]))


def _unmeasured(findings: list[Finding], *, several_suites: bool) -> dict[str, list[str]]:
    reasons: dict[str, list[str]] = {}
    for name, finding in {f.name: f for f in findings if f.estimate is None}.items():
        suite = f"{words(suite_of(name))} " if several_suites else ""
        reasons.setdefault(reason(finding.note), []).append(suite + name_of(name))
    return reasons
