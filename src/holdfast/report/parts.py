"""What there is of a run to report on. A run that was killed, or lost a file, gets a page of what is left, which says
what is missing; only a folder without a plan is no run at all.
"""

from __future__ import annotations

import sqlite3

import msgspec

from holdfast.core import HoldfastError
from holdfast.engine.build import count_asks
from holdfast.engine.certificate import Certificate, KeyShuffle
from holdfast.engine.folder import RunFolder
from holdfast.engine.journal import readable
from holdfast.engine.manifest import Manifest, read_manifest
from holdfast.engine.plan import Plan, SuitePlan, read_plan
from holdfast.engine.score import Coverage, Findings, read_findings
from holdfast.report.wording import suite_of

_COUNTS = (
    "SELECT agent.spec, coalesce(request.failure, ''), count(*) FROM use JOIN request ON request.key = use.request "
    "JOIN agent ON agent.digest = use.agent GROUP BY 1, 2 ORDER BY 1, 2"
)
NO_MANIFEST = "This run has no manifest.json, so versions, identities, cost, time and digests are not known."


class Parts(msgspec.Struct, frozen=True):
    """A run as far as it can be read."""

    plan: Plan
    """As written, or as far as the findings tell."""
    findings: Findings
    """As found; empty where there are none."""
    certificate: Certificate | None
    """None where the run has none that can be read."""
    manifest: Manifest | None
    """None where there is none."""
    missing: list[str]
    """What is not there, a sentence each."""


def read_parts(folder: RunFolder) -> Parts:
    """Read what there is."""
    missing: list[str] = []
    findings = certificate = None
    try:
        findings = read_findings(folder)
        certificate = findings.certificate
    except HoldfastError as error:
        missing.append(f"There are no estimates. {error}")
    plan = _plan(folder, findings, missing)
    manifest = _manifest(folder, missing)
    if findings is None:
        certificate = manifest.certificate if manifest else None
        unknown = certificate or Certificate(KeyShuffle(0, 0, False), {}, {}, {})
        findings = Findings([], [], _answered(folder, plan, missing), unknown)
    for file, what in ((folder.tables, "tables"), (folder.journal, "replies in the cases below")):
        if not file.exists():
            missing.append(f"{file.name} is not there, so the page has no {what}.")
    return Parts(plan, findings, certificate, manifest, missing)


def _plan(folder: RunFolder, findings: Findings | None, missing: list[str]) -> Plan:
    try:
        return read_plan(folder.plan)
    except HoldfastError as error:
        if findings is None or not folder.plan.exists():
            raise
        missing.append(f"The settings and gates of the plan are not known. {error}")
        agents = dict.fromkeys(finding.agent for finding in findings.findings)
        suites = dict.fromkeys(suite_of(finding.name) for finding in findings.findings)
        return Plan("unknown", tuple(SuitePlan(suite, 0, {}) for suite in suites), tuple(agents))


def _manifest(folder: RunFolder, missing: list[str]) -> Manifest | None:
    try:
        return read_manifest(folder)
    except FileNotFoundError:
        missing.append(NO_MANIFEST)
    except (OSError, msgspec.MsgspecError) as error:
        missing.append(f"manifest.json cannot be read ({error}), so versions, identities, cost and time are not known.")
    return None


def _answered(folder: RunFolder, plan: Plan, missing: list[str]) -> list[Coverage]:
    """How far asking came, from the journal of an unfinished run."""
    import polars as pl

    if not folder.journal.exists() or not folder.cases.exists():
        missing.append("Nothing was asked yet.")
        return []
    try:
        with readable(folder.journal):
            db = sqlite3.connect(f"file:{folder.journal}?mode=ro", uri=True)
            try:
                counted = db.execute(_COUNTS).fetchall()
            finally:
                db.close()
        planned = count_asks(folder)
    except (HoldfastError, OSError, pl.exceptions.PolarsError) as error:
        missing.append(f"How much was answered is not known ({error}).")
        return []
    found = []
    for agent in plan.agents:
        own = {failure: n for spec, failure, n in counted if spec == agent}
        found.append(Coverage(agent, planned, own.pop("", 0), own))
    return found
