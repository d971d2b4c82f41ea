"""The claim ledger: what a run supports, what it excludes, what it leaves open, and what it cannot speak about.

A claim is supported only if the whole interval of its finding lies on the claim's side of the threshold, and excluded
only if it lies on the other. Without an interval nothing is claimed.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from holdfast.core import Finding
from holdfast.engine.hooks import Claim, MakesClaims
from holdfast.engine.plan import Plan
from holdfast.report.wording import NOT_MEASURED, interval, name_of, number, plain, suite_of
from holdfast.suites import SUITES, get_suite

CONTROL_CLAIMS = (
    ("changes its answer when it must, more often than not", "responsiveness"),
    ("keeps its answer when it must, more often than not", "stability"),
)
"""What every suite's control pair bears on, where the suite makes no claims of its own."""

SIDES = {">=": "at least", ">": "above", "<=": "at most"}

NEVER_CLAIMED = (
    "That an agent understands, intends or reasons: only what its answers followed was observed.",
    "That the same holds for other wordings, tasks or domains than those of the cases asked.",
    "That an agent whose interval includes a threshold is on either side of it.",
    "Anything about one case: an estimate is about many, and its unit is the cluster.",
)


class Standing(enum.StrEnum):
    """What became of a claim."""

    SUPPORTED = "supported"
    EXCLUDED = "excluded"
    OPEN = "open"


class Entry(msgspec.Struct, frozen=True):
    """One claim about one agent."""

    agent: str
    """Whom it is about."""
    suite: str
    """Whose claim it is."""
    statement: str
    """The claim."""
    standing: Standing
    """What the run says to it."""
    why: str
    """The finding, its interval and the threshold."""


def ledger(findings: Sequence[Finding], plan: Plan) -> list[Entry]:
    """Every claim of the plan's suites about every agent."""
    found = {(finding.agent, finding.name): finding for finding in findings}
    return [
        _entry(agent, claim, found.get((agent, claim.finding)))
        for agent in plan.agents
        for planned in plan.suites
        for claim in _claims(planned.name, planned.settings)
        if any(finding.name == claim.finding for finding in findings)
    ]


def _claims(suite: str, settings: dict[str, object]) -> list[Claim]:
    if suite in SUITES and isinstance(own := get_suite(suite), MakesClaims):
        return own.claims(settings)
    return [Claim(statement, f"{suite}.{quantity}", ">=", 0.5) for statement, quantity in CONTROL_CLAIMS]


def _entry(agent: str, claim: Claim, finding: Finding | None) -> Entry:
    if finding is None or finding.estimate is None:
        seen = NOT_MEASURED
    else:
        seen = f"{number(finding.estimate)} {interval(finding)}".strip()
    why = f"{name_of(claim.finding)} {SIDES[claim.op]} {claim.threshold:g}: {seen}"
    return Entry(agent, suite_of(claim.finding), plain(claim.statement), _standing(claim, finding), why)


def _standing(claim: Claim, finding: Finding | None) -> Standing:
    if finding is None or finding.estimate is None or finding.interval is None:
        return Standing.OPEN
    low, high = finding.interval.low, finding.interval.high
    if low == high and low == claim.threshold:
        return Standing.OPEN
    above, below = low >= claim.threshold, high <= claim.threshold
    if claim.op == ">":
        above = low > claim.threshold
    if not above and not below:
        return Standing.OPEN
    return Standing.SUPPORTED if above == (claim.op != "<=") else Standing.EXCLUDED
