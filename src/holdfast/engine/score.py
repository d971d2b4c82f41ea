"""Score and analyse: from journaled answers and the hidden side to scores, tables and findings.

Both stages read only files, so either can be run again alone. Nothing here depends on when or in what order answers
came: a resumed run and an unbroken one give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from holdfast.core import Agent, Finding, GateResult, judge
from holdfast.engine.build import columns, count_asks
from holdfast.engine.certificate import Certificate
from holdfast.engine.folder import RunFolder
from holdfast.engine.journal import Journal
from holdfast.engine.plan import Plan
from holdfast.engine.suite import Suite

if TYPE_CHECKING:
    import polars as pl

CHUNK_ROWS = 10_000


class Coverage(msgspec.Struct, frozen=True):
    """How much of the plan an agent answered."""

    agent: str
    """The agent's spec."""
    planned: int
    """Uses in the plan."""
    answered: int
    """Uses with an answer."""
    failed: dict[str, int]
    """Uses without one, by kind of failure. They are neither right nor wrong: they are missing."""

    @property
    def mostly_failed(self) -> bool:
        """Whether nothing was answered, or more than half of what was planned failed: too little to go by."""
        return not self.answered or 2 * sum(self.failed.values()) > self.planned


class Findings(msgspec.Struct, frozen=True):
    """Everything a run found, as `findings.json` holds it."""

    findings: list[Finding]
    """Estimates with intervals."""
    gates: list[GateResult]
    """Conditions of the plan and what became of them."""
    coverage: list[Coverage]
    """How complete the run is."""
    certificate: Certificate
    """Why the instrument can be trusted."""
    tables: dict[str, list[str]] = {}
    """By suite: the names of its tables."""


def score(folder: RunFolder, journal: Journal, agents: Sequence[Agent], suites: Mapping[str, Suite]) -> None:
    """Write `scores.parquet`: one row per answered or failed use."""
    import polars as pl

    design = pl.read_parquet(folder.design, columns=["id", "suite", "target"])
    hidden = {case: (suite, target) for case, suite, target in design.iter_rows()}
    del design
    chunks: list[pl.DataFrame] = []
    for agent in agents:
        rows = _rows(journal, agent, suites, hidden)
        while chunk := list(islice(rows, CHUNK_ROWS)):
            chunks.append(columns(chunk).with_columns(pl.col("answer", "failure").cast(pl.String)))
    pl.concat(chunks, how="diagonal_relaxed").write_parquet(folder.scores)


def _rows(
    journal: Journal, agent: Agent, suites: Mapping[str, Suite], hidden: Mapping[str, tuple[str, str | None]]
) -> Iterator[dict[str, object]]:
    for use in journal.uses(agent.identity.digest):
        suite, target = hidden[use.case_id]
        row: dict[str, object] = {
            "suite": suite, "agent": agent.identity.spec, "id": use.case_id, "role": use.role,
            "replicate": use.replicate, "answer": None, "failure": use.failure and use.failure.value,
        }  # fmt: skip
        if use.answer is not None:
            scored = suites[suite].score(use.request, use.answer, target)
            row |= {"answer": scored.answer, **scored.values}
            if use.prompt_tokens:
                row["prompt_tokens"] = use.prompt_tokens
        yield row


def analyse(folder: RunFolder, plan: Plan, suites: Mapping[str, Suite], certificate: Certificate) -> Findings:
    """Write `findings.json` and `tables/*.csv`."""
    import polars as pl

    scores = pl.read_parquet(folder.scores, columns=["agent", "failure"])
    contrasts = pl.read_parquet(folder.contrasts)
    findings: list[Finding] = []
    tables: dict[str, list[str]] = {}
    folder.tables.mkdir(exist_ok=True)
    for planned in plan.suites:
        of_suite = contrasts.filter(pl.col("suite") == planned.name)
        analysis = suites[planned.name].analyse(read_scores(folder, planned.name), of_suite, planned.settings)
        findings += analysis.findings
        taken = {name for names in tables.values() for name in names}
        # Two suites may have a table of the same name; the second then says whose it is.
        named = {f"{planned.name}_{n}" if n in taken else n: table for n, table in analysis.tables.items()}
        tables[planned.name] = list(named)
        for name, table in named.items():
            table.write_csv(folder.tables / f"{name}.csv", float_precision=6)
    coverage = _coverage(plan, scores, count_asks(folder))
    result = Findings(findings, _gates(plan, findings), coverage, certificate, tables)
    folder.findings.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1))
    return result


def read_scores(folder: RunFolder, suite: str) -> pl.DataFrame:
    """The scores of one suite joined with the hidden side of their cases."""
    import polars as pl

    own, hidden = (
        _own_columns(pl.scan_parquet(file).filter(pl.col("suite") == suite).collect())
        for file in (folder.scores, folder.design)
    )
    return own.join(hidden.drop("suite"), on="id", how="left", maintain_order="left")


def _own_columns(frame: pl.DataFrame) -> pl.DataFrame:
    """A suite's own columns: in one file with other suites, theirs are there too, with nothing in them."""
    always = {"suite", "id", "agent", "role", "replicate", "answer", "failure", "name", "unit", "target"}
    return frame.select(c for c in frame.columns if c in always or frame[c].null_count() < frame.height)


def read_findings(folder: RunFolder) -> Findings:
    """The findings of a finished run."""
    from holdfast.core import HoldfastError

    try:
        return msgspec.json.decode(folder.findings.read_bytes(), type=Findings)
    except FileNotFoundError:
        raise HoldfastError(
            f"{folder.path} has no findings yet; finish it with `holdfast resume {folder.path}`."
        ) from None
    except msgspec.DecodeError as error:
        raise HoldfastError(
            f"{folder.findings} cannot be read ({error}); make it again with `holdfast resume`."
        ) from error


def _gates(plan: Plan, findings: Sequence[Finding]) -> list[GateResult]:
    return [judge(gate, agent, findings) for agent in plan.agents for gate in plan.gates]


def _coverage(plan: Plan, scores: pl.DataFrame, planned: int) -> list[Coverage]:
    import polars as pl

    result = []
    for agent in plan.agents:
        own = scores.filter(pl.col("agent") == agent)
        failed = own.filter(pl.col("failure").is_not_null())["failure"].value_counts().sort("failure")
        result.append(Coverage(agent, planned, int(own["failure"].is_null().sum()), dict(failed.iter_rows())))
    return result
