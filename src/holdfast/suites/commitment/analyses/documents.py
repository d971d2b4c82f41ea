"""Benchmark card, validity statement and data schema, written from the code's own tables, never by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from holdfast.engine.suite import Settings as Plain
from holdfast.suites.commitment.analyses.audits import availability_table
from holdfast.suites.commitment.analyses.examine import Material, Options, examine
from holdfast.suites.commitment.analyses.grid import Grid
from holdfast.suites.commitment.analyses.predictors import PREDICTORS, SCORES
from holdfast.suites.commitment.analyses.schema import PREFIX, TABLES, meaning
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate_probes, simulated_tasks
from holdfast.suites.commitment.bands import BANDS
from holdfast.suites.commitment.constants import VALIDITY
from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import VARIANTS, tasks
from holdfast.suites.commitment.settings import Settings
from holdfast.suites.options import typed


def benchmark_card(settings: Plain, grid: Grid) -> str:
    """What was measured, on what, with which weights."""
    resolved = typed("commitment", settings, Settings)
    inventory = [t for t in tasks(resolved.seed, resolved.instances) if t.family.slug in grid.families]
    probes = {slug: [len(t.probes) for t in inventory if t.family.slug == slug] for slug in grid.families}
    lines = [
        "# Benchmark card: commitment",
        "",
        f"{len(inventory) * len(VARIANTS)} tasks and {sum(map(sum, probes.values())) * len(VARIANTS)} probes.",
        f"{len(grid.families)} families, {len(BANDS)} bands, {len(VARIANTS)} variants, {resolved.instances} instances.",
        f"Inventory `{resolved.seed}`, contract `{resolved.contract}`, probes `{resolved.probes}`.",
        f"{len(grid.agents)} profiles; evaluations: {grid.rows.height:,}; without outcome: {grid.without_outcome:,}.",
        "",
        "## Families",
        "",
        *_markdown(
            ("family", "construct", "probes per task"),
            [(FAMILIES[f].name, FAMILIES[f].construct, ", ".join(map(str, sorted(set(probes[f]))))) for f in probes],
        ),
        "",
        "## Bands",
        "",
        *_markdown(
            ("band", "delay", "contradictions", "conflicts", "near misses", "tool noise", "difficulty", "weight"),
            [
                (b.name, b.delay_length, b.contradiction_density, b.source_conflicts, b.near_misses, b.tool_noise,
                 b.human_difficulty, b.integrity_weight)
                for b in BANDS.values()
            ],
        ),
        "",
        "## Scores",
        "",
        *_markdown(
            ("score", "weights of the risk terms"),
            [
                (PREDICTORS[score].label, ", ".join(f"{term.replace('_', ' ')} {w:.4g}" for term, w in weights.items()))
                for score, weights in SCORES.items()
            ],
        ),
        "",
        f"Weights of probes by validity: {', '.join(f'{status} {weight:g}' for status, weight in VALIDITY.items())}.",
        "",
        "## Profiles",
        "",
        *(f"- `{agent}`" for agent in grid.agents),
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def validity_statement(grid: Grid, notes: pl.DataFrame) -> str:
    """What the numbers may be used for, and what not."""
    without = [about.label for name, about in PREDICTORS.items() if not _available(grid, name)]
    lines = [
        "# Validity statement: commitment",
        "",
        "- Probes are side questions. They show what an agent says of its state when asked, not what it holds inside.",
        "- HCCIS-CORE is an engineered score. It goes with failure after the probes; it is no forecast.",
        "- The success oracle is the outcome itself. It is an upper bound and not a predictor.",
        "- Difficulty and item weights are design priors; no human rating enters them.",
        "- Tasks are synthetic. Intervals are over the profiles and tasks of this evaluation, not over all agents.",
        f"- Not available here: {', '.join(without)}." if without else "- Every signal is available here.",
        "",
        "## What each signal uses",
        "",
        "Found by changing gold labels, outcomes and replies one at a time, and looking at what moves.",
        "",
        *_markdown(availability_table().columns, availability_table().iter_rows()),
        "",
        "## Notes on this evaluation",
        "",
        *(f"- {note}" for note in notes["note"]),
        "",
    ]
    return "\n".join(lines)


def _available(grid: Grid, name: str) -> bool:
    column = grid.rows[PREDICTORS[name].column]
    return column.null_count() < len(column)


def schema_page() -> str:
    """Every table with its columns, their types and what they mean, from a small simulated evaluation."""
    lines = [
        "# The tables of the commitment analyses",
        "",
        "Made from the code: `python -m holdfast.suites.commitment.analyses.documents > docs/commitment-schema.md`.",
        f"Files are `tables/{PREFIX}<name>.csv`. An empty cell means not available or undefined; a `note` says which.",
        "",
    ]
    for name, frame in example_tables().items():
        about = TABLES[name]
        where = f" (paper 001, {about.paper})" if about.paper else ""
        lines += [f"## `{name}`", "", f"{about.caption}{where}.", ""]
        lines += _markdown(("column", "type", "meaning"), _columns(frame))
        lines.append("")
    return "\n".join(lines)


def example_tables() -> Mapping[str, pl.DataFrame]:
    """Every table there can be, from a small simulated evaluation with an audit and a strict-schema run."""
    probes = simulate_probes(planted_profiles(4), instances=1)
    audit = probes.head(40).select(
        "agent", "task", "role",
        stratum=pl.lit("first"),
        decision=pl.when(pl.col("matched")).then(pl.lit("match")).otherwise(pl.lit("no match")),
        verdict=pl.lit("correct"),
    )  # fmt: skip
    strict = probes.with_columns(
        name="task", right="matched", failure=pl.lit(None, dtype=pl.String), rule=pl.lit("single")
    )
    material = Material(probes, audit=audit, strict=strict, original=strict)
    found = examine(simulated_tasks(probes), material, Options(draws=20)).tables
    named = {name.removeprefix(PREFIX): frame for name, frame in found.items()}
    return {name: named[name] for name in TABLES if name in named} | {n: f for n, f in named.items() if n not in TABLES}


TYPES = {pl.String: "text", pl.Boolean: "true or false", pl.Float64: "number"}


def _columns(frame: pl.DataFrame) -> Iterator[tuple[str, str, str]]:
    for column, kind in frame.schema.items():
        if column.startswith(("react:", "context:", "planner:", "memory:")):
            continue
        type_ = next((said for known, said in TYPES.items() if kind == known), "whole number")
        yield f"`{column}`", "number" if kind == pl.Null else type_, meaning(column)
    if any(":" in column for column in frame.columns):
        yield "one per agent", "number", "Share of bootstraps in which the two fall together."


def _markdown(head: Sequence[object], rows: Iterator[Sequence[object]] | Sequence[Sequence[object]]) -> list[str]:
    lines = ["| " + " | ".join(map(str, head)) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


if __name__ == "__main__":
    print(schema_page(), end="")
