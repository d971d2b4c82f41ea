"""A small run made by hand, so that every number on the card and on the page is known beforehand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from holdfast.core import Finding, Gate, Identity, Interval, judge
from holdfast.engine.certificate import Certificate, KeyShuffle
from holdfast.engine.folder import RunFolder
from holdfast.engine.journal import Totals
from holdfast.engine.manifest import AgentRecord, Manifest
from holdfast.engine.plan import Plan, SuitePlan, write_plan
from holdfast.engine.score import Coverage, Findings

Rate = tuple[float, float, float]
RATES: dict[str, Rate] = {
    "responsiveness": (0.125, 0.021, 0.25),
    "stability": (0.75, 0.5, 0.875),
    "tcit_f.positive_rate": (0.861, 0.75, 0.944),
    "tcit_f_pairs.positive_rate": (0.6, 0.5, 0.7),
    "tcit_h.positive_rate": (0.5, 0.5, 0.5),
    "tcit_c.positive_rate": (0.484, 0.45, 0.52),
    "tcit_c_touched.positive_rate": (0.9, 0.8, 1.0),
    "tcit_c_untouched.positive_rate": (0.1, 0.0, 0.2),
    "tcit_h.sum.positive_rate": (0.955, 0.9, 1.0),
    "tcit_h.prior-corrected.positive_rate": (0.7, 0.6, 0.8),
}
HEADLINES = ("responsiveness", "stability", "tcit_f.positive_rate", "tcit_h.positive_rate", "tcit_c.positive_rate")
GATES = (Gate("invariance.responsiveness", ">=", 0.8, "lower"), Gate("invariance.stability", ">=", 0.3))
CERTIFICATE = Certificate(
    KeyShuffle(1224, 1201, True),
    {"invariance": {"first option": 0.542, "last option": 0.458}},
    {"invariance": {"first option": 0.5, "last option": 0.5}},
    {"invariance": {"polarity balanced": "ok", "name pools disjoint": "ok"}},
)


def measured(agent: str) -> list[Finding]:
    """What an agent that answered everything has."""
    return [
        Finding(
            f"invariance.{name}", agent, estimate, "chain", 12, 192, (Interval(low, high),), True,
            "base wrong in 40% of the contrasts" if name in HEADLINES[:2] else "", name in HEADLINES,
        )
        for name, (estimate, low, high) in RATES.items()
    ]  # fmt: skip


def silent(agent: str) -> list[Finding]:
    """What an agent that answered nothing has."""
    note = "not measured: no answered case"
    return [Finding(f"invariance.{n}", agent, None, "chain", note=note, headline=True) for n in HEADLINES[:2]]


class Run(msgspec.Struct):
    """A run in memory, and how to put it on disk."""

    plan: Plan
    findings: Findings
    manifest: Manifest

    def write(self, path: Path, *, manifest: bool = True) -> RunFolder:
        folder = RunFolder(path)
        folder.tables.mkdir(parents=True)
        write_plan(self.plan, folder.plan)
        folder.findings.write_bytes(msgspec.json.encode(self.findings))
        rows = "\n".join(f"{agent},{i},0.{i % 10}54321" for agent in self.plan.agents[:1] for i in range(250))
        (folder.tables / "tcit_by_order.csv").write_text(f"agent,n,positive_rate\n{rows}\n", encoding="utf-8")
        if manifest:
            folder.manifest.write_bytes(msgspec.json.encode(self.manifest))
        return folder


@pytest.fixture(scope="session")
def make_run() -> Callable[..., Run]:
    """A run of these agents; those in `mute` never answered."""

    def make(agents: Sequence[str] = ("embedded", "reference/bound"), mute: Sequence[str] = ()) -> Run:
        plan = Plan("quick", (SuitePlan("invariance", 1, {"chains": 12, "seeds": [42]}),), tuple(agents), GATES)
        found = [f for agent in agents for f in (silent(agent) if agent in mute else measured(agent))]
        gates = [judge(gate, agent, found) for agent in agents for gate in GATES]
        coverage = [
            Coverage(a, 1224, 0, {"timeout": 1200, "server": 24}) if a in mute else Coverage(a, 1224, 1224, {})
            for a in agents
        ]
        records = [AgentRecord(Identity(a, "sha256:abc"), Totals(1224, {}, 201_076, 7, 1.25), "packed") for a in agents]
        manifest = Manifest(
            "0.1.0", "3.11.0", {"numpy": "2.0"}, plan.digest, records, CERTIFICATE, 128.4,
            {"findings.json": "f00d" * 16, "report.html": "dead" * 16, "figures/control_map.svg": "beef" * 16},
        )  # fmt: skip
        return Run(plan, Findings(found, gates, coverage, CERTIFICATE), manifest)

    return make
