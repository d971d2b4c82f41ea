"""Findings: what a run has to say. Reports, gates, comparisons and the claim ledger read these and nothing else."""

from __future__ import annotations

import enum
import operator
import re
from collections.abc import Sequence

import msgspec

from holdfast.core.errors import HoldfastError

OPERATORS = {">=": operator.ge, "<=": operator.le}
LOOKED_AT = ("estimate", "lower", "upper")
POOLED = "*"
"""The agent of a finding about all agents of a run together, such as how well a score predicts failure over them."""
NUMBER = r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
GATE = re.compile(rf"^\s*([\w.>-]+?)\s*(>=|<=)\s*({NUMBER})\s*(?:on\s+(estimate|lower|upper))?\s*$")


class Verdict(enum.StrEnum):
    """What became of a gate that was written down before the run."""

    MET = "met"
    NOT_MET = "not met"


class Interval(msgspec.Struct, frozen=True):
    """An uncertainty interval and how it was made."""

    low: float
    """Lower end."""
    high: float
    """Upper end."""
    level: float = 0.95
    """Nominal coverage."""
    method: str = "cluster-bootstrap"
    """How it was computed."""


class Gate(msgspec.Struct, frozen=True):
    """A condition fixed in the plan before anything was asked."""

    finding: str
    """The name of the finding it looks at, for example `invariance.responsiveness`."""
    op: str
    """`>=` or `<=`."""
    threshold: float
    """What the estimate, or its bound, is compared with."""
    on: str = "estimate"
    """`estimate`, `lower` or `upper`."""

    def __post_init__(self) -> None:
        if self.op not in OPERATORS:
            raise HoldfastError(f"A gate compares with >= or <=, not {self.op!r}.")
        if self.on not in LOOKED_AT:
            raise HoldfastError(f"A gate looks at {', '.join(LOOKED_AT)}, not {self.on!r}.")

    @property
    def text(self) -> str:
        """As people write it, and as `parse_gate` reads it."""
        return f"{self.finding}{self.op}{self.threshold!r}" + ("" if self.on == "estimate" else f" on {self.on}")


def parse_gate(text: str, on: str = "estimate") -> Gate:
    """A gate as people write it; `on` is what it looks at where it does not say."""
    match = GATE.match(text)
    if match is None:
        raise HoldfastError(f'{text!r} is not a gate; write it like "invariance.stability>=0.8" or "… >=0.8 on lower".')
    return Gate(match[1], match[2], float(match[3]), match[4] or on)


class Finding(msgspec.Struct, frozen=True):
    """A named estimate with everything needed to weigh it."""

    name: str
    """Dotted: suite, quantity, and factor levels where it is a slice."""
    agent: str
    """The agent's spec, or `POOLED`."""
    estimate: float | None
    """The value; None where it is undefined or could not be measured, and `note` says why."""
    unit: str = ""
    """The unit of inference over which the interval was made, for example `chain`."""
    units: int = 0
    """How many distinct units."""
    n: int = 0
    """How many distinct observations."""
    intervals: tuple[Interval, ...] = ()
    """The first is the primary one."""
    higher_is_better: bool | None = None
    """The direction of good; None where there is none."""
    note: str = ""
    """What a reader must know to read it right."""
    headline: bool = False
    """Whether it belongs on the score card."""

    @property
    def interval(self) -> Interval | None:
        """The primary interval."""
        return self.intervals[0] if self.intervals else None


class GateResult(msgspec.Struct, frozen=True):
    """A gate and what became of it."""

    gate: Gate
    """As the plan has it."""
    agent: str
    """Whose finding was judged."""
    value: float | None
    """The number that was compared; None where the finding was missing or undefined, which does not meet a gate."""
    verdict: Verdict
    """Met or not met."""


def judge(gate: Gate, agent: str, findings: Sequence[Finding]) -> GateResult:
    """Hold one agent's finding against a gate."""
    found = next((f for f in findings if f.name == gate.finding and f.agent in (agent, POOLED)), None)
    value = None if found is None else _looked_at(found, gate.on)
    met = value is not None and OPERATORS[gate.op](value, gate.threshold)
    return GateResult(gate, agent, value, Verdict.MET if met else Verdict.NOT_MET)


def _looked_at(finding: Finding, on: str) -> float | None:
    if on == "estimate":
        return finding.estimate
    if finding.interval is None:
        return None
    return finding.interval.low if on == "lower" else finding.interval.high
