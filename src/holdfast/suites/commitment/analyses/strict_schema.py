"""The strict-schema strata (paper 001, Table 10): how often agents keep to JSON, and are right when they do.

A run with `--strict-schema` is held against an ordinary run of the same agents and tasks, where there is one: the
original decision and the length of the original reply are strata too. It estimates how robust the schema is, not how
accurate the benchmark would be.
"""

from __future__ import annotations

import polars as pl

from holdfast.suites.commitment.analyses.matcher_audit import place_of
from holdfast.suites.commitment.events import FINAL
from holdfast.suites.commitment.inventory import VARIANTS

NO_JSON = "no valid JSON"
"""The rule by which the scorer says that nothing could be parsed."""
CONCISE_WORDS = 8
"""A reply of at most so many words is concise."""
KEY = ["agent", "name", "role"]


def strict_schema_table(
    strict: pl.DataFrame, original: pl.DataFrame | None, audited: pl.DataFrame | None = None
) -> pl.DataFrame:
    """Rows, completed, parse-valid rate and match rate by stratum, over probes; only audited ones if an audit is given.

    Both frames are rows of `questions_asked`.
    """
    probes = _probes(strict)
    if audited is not None:
        chosen = audited.select("agent", "role", name="task")
        probes = probes.join(chosen, on=KEY, how="semi", maintain_order="left")
    strata = [("Overall", pl.lit(value=True))]
    probes = probes.with_columns(place=pl.col("agent").map_elements(place_of, return_dtype=pl.String))
    strata += [(f"{place.capitalize()} agents", pl.col("place") == place) for place in sorted(set(probes["place"]))]
    if original is not None:
        first = _probes(original).select(*KEY, was_right="right", was_said="reply")
        probes = probes.join(first, on=KEY, how="left", maintain_order="left")
        words = pl.col("was_said").str.strip_chars().str.count_matches(r"\S+")
        strata += [
            ("Concise responses", words <= CONCISE_WORDS),
            ("Verbose responses", words > CONCISE_WORDS),
            ("Original correct-match rows", pl.col("was_right")),
            ("Original incorrect-match rows", ~pl.col("was_right")),
        ]
    return pl.concat([_stratum(name, probes.filter(condition)) for name, condition in strata])


def _probes(questions: pl.DataFrame) -> pl.DataFrame:
    return questions.filter((pl.col("role") != FINAL) & pl.col("variant").is_in(VARIANTS))


def _stratum(name: str, rows: pl.DataFrame) -> pl.DataFrame:
    done = pl.col("failure").is_null()
    return rows.select(
        pl.lit(name).alias("stratum"),
        pl.len().alias("rows"),
        done.sum().alias("completed"),
        (pl.col("rule") != NO_JSON).filter(done).mean().alias("parse_valid_rate"),
        pl.col("right").filter(done).mean().alias("match_rate"),
    )
