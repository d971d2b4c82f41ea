"""The page people open: one file made from a run's findings, tables and manifest, with nothing to fetch and no script.

All that comes from files is untrusted. It is escaped by the template and stripped of invisible characters on the way;
a content security policy in the page forbids scripts and network besides. Only the renderer's own SVG goes in as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from holdfast.core import HoldfastError
from holdfast.engine.folder import RunFolder
from holdfast.engine.manifest import Manifest, read_manifest
from holdfast.engine.plan import Plan, read_plan
from holdfast.engine.score import Findings, read_findings
from holdfast.report import wording
from holdfast.report.cards import case_cards
from holdfast.report.charts import COLOURS
from holdfast.report.commitment_figures import read_frames, write_commitment_figures
from holdfast.report.figures import write_figures
from holdfast.report.summary import AgentSummary, summarise, summarise_certificate
from holdfast.report.tables import read_tables
from holdfast.suites import SUITES

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = Path(__file__).parent
WRITTEN_AFTER_MANIFEST = ("report.html", "figures/")
"""Files whose digests the page cannot know, because they are made with it or after what it reads."""


def write_report(folder: RunFolder) -> None:
    """Write `figures/*` and `report.html` of a finished run."""
    plan, findings = read_plan(folder.plan), read_findings(folder)
    manifest, problem = _manifest(folder)
    summaries = summarise(findings, plan, manifest)
    frames = read_frames(folder.tables)
    figures = [
        *write_figures(summaries, findings.findings, folder.figures),
        *write_commitment_figures(frames, folder.figures),
    ]
    render_page(
        "template.html.jinja",
        folder.report,
        run=folder.path.resolve().name,
        plan=plan,
        plan_rows=list(_plan_rows(plan)),
        findings=findings,
        manifest=manifest,
        manifest_problem=problem,
        summaries=summaries,
        columns=_columns(summaries),
        figures=figures,
        cards=case_cards(frames),
        tables=read_tables(folder.tables),
        certificate=findings.certificate,
        certified=summarise_certificate(findings.certificate),
        interval_methods=_interval_methods(findings),
        suites={name: entry.summary for name, entry in SUITES.items()},
        glossary=wording.GLOSSARY,
        files=_files(manifest),
    )


def render_page(template: str, path: Path, **values: Any) -> None:
    """Fill one of our templates, every value escaped, and write the page."""
    page = _environment().get_template(template).render(colours=COLOURS, **values)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise HoldfastError(f"Cannot write {path} ({error.strerror}); make room or choose another.") from error


def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    def shown(value: Any) -> Any:
        """The last step before escaping, for every value that the template prints."""
        return wording.visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    said = (
        wording.condition, wording.counts, wording.dollars, wording.duration, wording.interval, wording.number,
        wording.plain, wording.sample, wording.sentence, wording.words, strip,
    )  # fmt: skip
    environment.filters |= {function.__name__: function for function in said}
    environment.filters["from_renderer"] = Markup
    return environment


def strip(finding: Any) -> str:
    """Where an estimate and its interval lie between 0 and 1, as the style sheet wants it; empty for other scales."""
    ends = (finding.interval.low, finding.interval.high) if finding.interval else (finding.estimate, finding.estimate)
    if finding.estimate is None or not 0 <= min(ends) <= max(ends) <= 1:
        return ""
    return f"--low:{ends[0]:.4f};--high:{ends[1]:.4f};--at:{finding.estimate:.4f}"


def _manifest(folder: RunFolder) -> tuple[Manifest | None, str]:
    """The manifest, or why there is none; a page without it is still worth having."""
    try:
        return read_manifest(folder), ""
    except FileNotFoundError:
        return None, "This run has no manifest.json, so versions, identities, cost, time and digests are not known."
    except (OSError, msgspec.MsgspecError) as error:
        return None, f"manifest.json cannot be read ({error}), so versions, identities, cost and time are not known."


def _columns(summaries: list[AgentSummary]) -> dict[str, list[tuple[str, str]]]:
    """By suite: each headline's name, and the sample behind it where that is the same for all agents."""
    columns: dict[str, list[tuple[str, str]]] = {}
    for suite in summaries[0].headlines if summaries else ():
        for findings in zip(*(summary.headlines[suite] for summary in summaries), strict=True):
            samples = {wording.sample(finding) for finding in findings if finding.estimate is not None}
            common = samples.pop() if len(samples) == 1 else ""
            columns.setdefault(suite, []).append((wording.name_of(findings[0].name), common))
    return columns


def _interval_methods(findings: Findings) -> list[str]:
    """How the primary intervals were made, the most frequent way first."""
    primary = (finding.interval for finding in findings.findings)
    ways = Counter(f"{found.level:.0%} {found.method}" for found in primary if found)
    return sorted(ways, key=lambda way: (-ways[way], way))


def _plan_rows(plan: Plan) -> Iterator[tuple[str, str]]:
    """The plan, a setting a line."""
    yield "size", plan.size
    yield "agents", ", ".join(wording.plain(agent) for agent in plan.agents)
    yield "gates", "; ".join(wording.condition(gate) for gate in plan.gates) or "none"
    yield "cost ceiling", "none" if plan.max_cost is None else f"{wording.dollars(plan.max_cost)} an agent"
    for planned in plan.suites:
        yield f"{planned.name}: version", str(planned.version)
        for key, value in planned.settings.items():
            listed = ", ".join(str(v) for v in value) if isinstance(value, (list, tuple)) else str(value)
            yield f"{planned.name}: {wording.words(key)}", listed


def _files(manifest: Manifest | None) -> dict[str, str]:
    files = manifest.files if manifest else {}
    return {name: digest for name, digest in files.items() if not name.startswith(WRITTEN_AFTER_MANIFEST)}
