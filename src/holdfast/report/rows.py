"""Every scored use of a run as one row: what was asked, what came back, what was decided, and where it stands.

The explorer of the page and `holdfast export` read this. Text that a model wrote is in it as it was written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from holdfast.core import HoldfastError
from holdfast.engine.folder import RunFolder
from holdfast.engine.journal import readable
from holdfast.suites.binding.prompts import PRIOR

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

KEY = ["agent", "id", "role", "replicate"]
ALWAYS = ["suite", *KEY, "name", "unit", "target", "answer", "right", "failure", "message", "request", "reply"]
"""The columns that every run has, in this order; numbers behind the answer and factors of the design come after."""

_ANSWERS = (
    "SELECT agent.spec, use.case_id, use.role, use.replicate, request.answer, request.message, request.latency_ms, "
    "request.prompt_tokens, request.completion_tokens, request.attempts, request.cost FROM use "
    "JOIN request ON request.key = use.request JOIN agent ON agent.digest = use.agent"
)
_FROM_JOURNAL = ("reply", "message", "latency_ms", "prompt_tokens", "completion_tokens", "attempts", "cost")


def read_rows(folder: RunFolder) -> pl.DataFrame:
    """One row per scored use, agents in the order of the scores, cases in the order of the design."""
    import polars as pl

    scores, design, cases = (read_part(file) for file in (folder.scores, folder.design, folder.cases))
    scores = scores.drop(_FROM_JOURNAL, strict=False)  # what the journal has, it has in full
    # A factor may be called as a number behind an answer is; the design's then says so.
    clash = [c for c in design.columns if c in scores.columns and c not in ("id", "suite")]
    hidden = design.with_row_index("place").drop("suite").rename({c: f"{c}_planned" for c in clash})
    right = pl.col("answer").eq(pl.col("target")).fill_null(False)
    if "right" in scores.columns:  # a suite whose targets are whole records says itself what is right
        right = pl.coalesce(pl.col("right").cast(pl.Boolean), right)
    rows = (
        scores.join(hidden, on="id", how="left", maintain_order="left")
        .join(cases.select("id", "role", "request"), on=["id", "role"], how="left", maintain_order="left")
        .join(read_answers(folder), on=KEY, how="left", maintain_order="left")
        # Where a case is also asked with nothing told, to know what is preferred then, nothing is expected.
        .with_columns(target=pl.when(~pl.col("role").str.ends_with(PRIOR)).then("target"))
        .with_columns(right=pl.when(pl.col("target").is_not_null() & pl.col("failure").is_null()).then(right))
    )
    order = {agent: index for index, agent in enumerate(scores["agent"].unique(maintain_order=True))}
    rows = rows.with_columns(who=pl.col("agent").replace_strict(order, return_dtype=pl.Int64)).sort(
        "who", "place", "role", "replicate", maintain_order=True
    )
    return rows.select(*ALWAYS, pl.exclude(*ALWAYS, "who", "place"))


def read_part(file: Path) -> pl.DataFrame:
    """One of the run's tables, or a sentence about it."""
    import polars as pl

    try:
        return pl.read_parquet(file)
    except FileNotFoundError:
        raise HoldfastError(
            f"{file.parent} has no {file.name}; finish it with `holdfast resume {file.parent}`."
        ) from None
    except (OSError, pl.exceptions.PolarsError) as error:
        why = str(error).partition("\n")[0]
        raise HoldfastError(f"{file} cannot be read ({why}); `holdfast resume` makes it again.") from error


def read_answers(folder: RunFolder, cases: Sequence[str] | None = None) -> pl.DataFrame:
    """What the journal has on every use: the answer as JSON, or the message of a failure, and what it took."""
    import polars as pl

    schema = {
        "agent": pl.String, "id": pl.String, "role": pl.String, "replicate": pl.Int64, "reply": pl.String,
        "message": pl.String, "latency_ms": pl.Float64, "prompt_tokens": pl.Int64, "completion_tokens": pl.Int64,
        "attempts": pl.Int64, "cost": pl.Float64,
    }  # fmt: skip
    if not folder.journal.exists():
        return pl.DataFrame(schema=schema)
    with readable(folder.journal):
        db = sqlite3.connect(f"file:{folder.journal}?mode=ro", uri=True)
        try:
            if cases is None:
                found = db.execute(_ANSWERS).fetchall()
            else:
                places = ", ".join("?" * len(cases))
                found = db.execute(f"{_ANSWERS} WHERE use.case_id IN ({places})", list(cases)).fetchall()
        finally:
            db.close()
    return pl.DataFrame(found, schema=schema, orient="row").unique(KEY, maintain_order=True)
