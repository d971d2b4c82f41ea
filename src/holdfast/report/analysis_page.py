"""The folder of `holdfast analyse`: tables, figures, documents, findings and one page over several runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from holdfast.core import Finding, HoldfastError
from holdfast.engine.suite import Analysis
from holdfast.report.cards import case_cards
from holdfast.report.commitment_figures import read_frames, write_commitment_figures
from holdfast.report.html import render_page
from holdfast.report.tables import read_tables
from holdfast.suites.commitment.analyses.schema import PREFIX


class Source(msgspec.Struct, frozen=True):
    """A run that was analysed."""

    run: str
    """Its folder's name."""
    plan: str
    """The digest of its plan."""
    agents: list[str]
    """The agents taken from it."""


class AnalysisFindings(msgspec.Struct, frozen=True):
    """What `findings.json` of an analysis holds."""

    sources: list[Source]
    """The runs behind it."""
    findings: list[Finding]
    """Estimates with intervals."""


def write_analysis(folder: Path, analysis: Analysis, sources: Sequence[Source], documents: Mapping[str, str]) -> None:
    """Write everything; what an earlier analysis left there under the same names is replaced."""
    try:
        tables = folder / "tables"
        tables.mkdir(parents=True, exist_ok=True)
        for old in tables.glob(f"{PREFIX}*.csv"):
            old.unlink()
        for name, table in analysis.tables.items():
            table.write_csv(tables / f"{name}.csv", float_precision=6)
        for name, text in documents.items():
            (folder / name).write_text(text, encoding="utf-8")
        found = AnalysisFindings(list(sources), analysis.findings)
        (folder / "findings.json").write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
    except OSError as error:
        raise HoldfastError(f"Cannot write in {folder} ({error.strerror}); choose another with --out.") from error
    frames = read_frames(tables)
    figures = write_commitment_figures(frames, folder / "figures")
    render_page(
        "analysis.html.jinja",
        folder / "report.html",
        run=folder.resolve().name,
        sources=sources,
        agents=sum(len(source.agents) for source in sources),
        overview=list(frames["overview"].iter_rows()),
        notes=frames["notes"]["note"].to_list(),
        figures=figures,
        cards=case_cards(frames),
        tables=read_tables(tables),
        documents=list(documents),
    )
