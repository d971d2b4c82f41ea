"""A run from its plan to its report: the whole way, for the command line and for whoever measures on the way."""

from __future__ import annotations

from holdfast.core import HoldfastError
from holdfast.engine.folder import RunFolder
from holdfast.engine.journal import Journal
from holdfast.engine.manifest import write_manifest
from holdfast.engine.pipeline import MakeAgent, Outcome, execute
from holdfast.engine.plan import Plan
from holdfast.engine.progress import Progress
from holdfast.report.html import write_report
from holdfast.suites import get_suite


def complete(folder: RunFolder, plan: Plan, make_agent: MakeAgent, progress: Progress) -> Outcome:
    """Ask, score, analyse, and write manifest and report. What an earlier attempt answered is not asked again."""
    suites = {planned.name: get_suite(planned.name) for planned in plan.suites}
    for planned in plan.suites:
        if planned.version != (own := suites[planned.name].version):
            raise HoldfastError(
                f"{folder.path} was planned for version {planned.version} of the suite {planned.name}, and this "
                f"Holdfast has version {own}; start a new run, or use the Holdfast that wrote it."
            )
    outcome = execute(folder, plan, suites, make_agent, progress)
    with Journal(folder.journal) as journal:
        facts = (folder, plan, journal, outcome.agents, outcome.findings.certificate)
        # The report tells what the manifest holds, and the manifest holds the report's digest.
        write_manifest(*facts)
        write_report(folder)
        write_manifest(*facts)
    return outcome
