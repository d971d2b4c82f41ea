"""The page people open: one file made from a run's files, with nothing to fetch and one script of its own.

All that comes from files is untrusted. It is escaped by the template and stripped of invisible characters on the way,
or embedded as base64. A content security policy in the page forbids the network, and every script but ours, which it
knows by its digest. Only the renderer's own SVG goes in as it is.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from holdfast.core import HoldfastError
from holdfast.engine.folder import RunFolder
from holdfast.engine.hooks import Attainable, range_of
from holdfast.engine.manifest import Manifest
from holdfast.engine.plan import Plan
from holdfast.engine.score import Findings
from holdfast.report import wording
from holdfast.report.cards import case_cards
from holdfast.report.charts import COLOURS
from holdfast.report.commitment_figures import read_frames, write_commitment_figures
from holdfast.report.explorer import Explorer, explorer
from holdfast.report.figures import write_figures
from holdfast.report.ledger import NEVER_CLAIMED, ledger
from holdfast.report.number_line import SHARE, place_of
from holdfast.report.parts import read_parts
from holdfast.report.summary import AgentSummary, shared_notes, summarise, summarise_certificate
from holdfast.report.tables import Table, read_tables
from holdfast.report.transcript_diffs import Diff, worst_diffs
from holdfast.suites import SUITES

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = Path(__file__).parent
NEEDS = re.compile(r" \([^()]*needs --[^()]*\)$")
"""What a suite's summary says to somebody who is about to run it."""
MOST_COLUMNS = 6
"""Estimates that fit beside each other on a page; further ones begin a new band."""


class Column(NamedTuple):
    """A headline of the score card."""

    place: int
    """Among the suite's headlines."""
    name: str
    """In words."""
    sample: str
    """How much stands behind it, where that is the same for all agents."""


WRITTEN_AFTER_MANIFEST = ("report.html", "figures/")
"""Files whose digests the page cannot know, because they are made with it or after what it reads."""


def write_report(folder: RunFolder) -> list[str]:
    """Write `figures/*` and `report.html` of a run, as far as it goes; what is missing, a sentence each."""
    parts = read_parts(folder)
    plan, findings, manifest = parts.plan, parts.findings, parts.manifest
    summaries = summarise(findings, plan, manifest)
    frames = read_frames(folder.tables)
    figures = [
        *write_figures(summaries, findings.findings, folder.figures),
        *write_commitment_figures(frames, folder.figures),
    ]
    tables = read_tables(folder.tables)
    cases, cases_problem = _explorer(folder)
    missing = [*parts.missing, *([cases_problem] if cases_problem else [])]
    script = (HERE / "page.js").read_text(encoding="utf-8")
    render_page(
        "template.html.jinja",
        folder.report,
        run=folder.path.resolve().name,
        plan=plan,
        plan_rows=list(_plan_rows(plan)),
        findings=findings,
        manifest=manifest,
        missing=missing,
        summaries=summaries,
        bands=_bands(summaries),
        notes={suite: shared_notes(summaries, suite) for suite in (summaries[0].headlines if summaries else ())},
        figures=figures,
        cards=case_cards(frames),
        diffs=_diffs(folder),
        tables=tables,
        tables_of={suite: _named(tables, names) for suite, names in findings.tables.items()},
        other_tables=_named(tables, None, [name for names in findings.tables.values() for name in names]),
        claims=ledger(findings.findings, plan),
        never_claimed=NEVER_CLAIMED,
        explorer=cases,
        explorer_problem=cases_problem,
        planted_names=_planted_names(findings),
        attainable=_attainable(findings, summaries),
        script=script,
        script_hash=_hash(script),
        certificate=parts.certificate,
        certified=summarise_certificate(findings.certificate),
        interval_methods=_interval_methods(findings),
        suites={name: NEEDS.sub("", entry.summary) for name, entry in SUITES.items()},
        glossary=wording.GLOSSARY,
        files=_files(manifest),
    )
    return missing


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
        wording.plain, wording.sample, wording.sentence, wording.words, wording.in_words, wording.expected,
        strip, lines,
    )  # fmt: skip
    environment.filters |= {function.__name__: function for function in said}
    environment.filters["from_renderer"] = Markup
    return environment


def lines(text: str) -> Any:
    """A text of several lines, all else in it escaped and visible."""
    from markupsafe import Markup, escape

    return Markup("\n").join(escape(wording.visible(line)) for line in text.expandtabs(4).split("\n"))


def strip(finding: Any, ranges: Mapping[str, Attainable]) -> str:
    """Where an estimate, its interval and zero lie between the least and the most that a score can be, as the style
    sheet wants it; empty for what has no bounds."""
    place = place_of(finding, ranges)
    if place is None:
        return ""
    zero = "" if place.zero is None else f";--zero:{place.zero:.4f}"
    return f"--low:{place.low:.4f};--high:{place.high:.4f};--at:{place.at:.4f}{zero}"


def _explorer(folder: RunFolder) -> tuple[Explorer | None, str]:
    """The cases, or why they cannot be shown; everything else of the page does not need them."""
    try:
        return explorer(folder), ""
    except HoldfastError as error:
        return None, f"The cases of this run cannot be shown. {error}"


def _diffs(folder: RunFolder) -> list[Diff]:
    """The worst cases of recorded runs; a folder that lacks what they are drawn from says so at the cases."""
    try:
        return worst_diffs(folder)
    except HoldfastError:
        return []


def _named(tables: list[Table], names: list[str] | None, but: Sequence[str] = ()) -> list[Table]:
    stems = {table.file.removesuffix(".csv"): table for table in tables}
    return [table for stem, table in stems.items() if (names is None and stem not in but) or stem in (names or ())]


def _hash(script: str) -> str:
    """How the content security policy names the one script that may run."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")


def _planted_names(findings: Findings) -> dict[str, list[str]]:
    """By suite: every quantity of a signature, each once."""
    return {
        suite: list(dict.fromkeys(name for fault in faults for name in fault.expected))
        for suite, faults in findings.certificate.planted.items()
    }


def _attainable(findings: Findings, summaries: list[AgentSummary]) -> dict[str, Attainable]:
    """What a suite declares, and for every other rate on the card that it is one."""
    declared = findings.certificate.attainable
    headlines = {f.name: f for s in summaries for of_suite in s.headlines.values() for f in of_suite}
    known = {name: range_of(name, declared) for name in headlines}
    rates = {
        name: SHARE
        for name, finding in headlines.items()
        if known[name] is None and finding.estimate is not None and place_of(finding, {}) is not None
    }
    return {**{name: found for name, found in known.items() if found is not None}, **rates, **declared}


def _bands(summaries: list[AgentSummary]) -> dict[str, list[list[Column]]]:
    """By suite: the columns of the score card, in bands that fit the page one below the other."""
    bands: dict[str, list[list[Column]]] = {}
    for suite in summaries[0].headlines if summaries else ():
        columns = []
        for place, findings in enumerate(zip(*(summary.headlines[suite] for summary in summaries), strict=True)):
            samples = {wording.sample(finding) for finding in findings if finding.estimate is not None}
            common = samples.pop() if len(samples) == 1 else ""
            columns.append(Column(place, wording.sentence(wording.name_of(findings[0].name)), common))
        each = -(-len(columns) // -(-len(columns) // MOST_COLUMNS)) if columns else 1
        bands[suite] = [columns[start : start + each] for start in range(0, len(columns), each)] or [[]]
    return bands


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
