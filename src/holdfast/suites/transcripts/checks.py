"""Data-quality checks of what was built: how much of the file is asked about, and how much of it can be traced."""

from __future__ import annotations

import polars as pl

from holdfast.engine.certificate import NOTE

OK = "ok"
FEW = 10


def check(design: pl.DataFrame) -> dict[str, str]:
    """Each check by name: `ok`, or a note. A file is as it is, so nothing here is a failure of the run."""
    base = design.filter(pl.col("intervention") == "base")
    first = base.row(0, named=True)
    asked = f"{base.height:,} of {first['file_decisions']:,} decisions in {first['file_conversations']:,} conversations"
    untraced, traced = int(base["untraced"].sum()), int(base["carried"].sum())
    share = traced / (traced + untraced) if traced + untraced else 0.0
    return {
        f"decisions asked about: {asked}": OK,
        "every decision of the file can be asked about": f"{NOTE}left out of the file: {out}."
        if (out := first["file_left_out"])
        else OK,
        "tools have their own schemas": f"{NOTE}schemas of tools were told from the calls; give them with --tools."
        if first["schemas_inferred"]
        else OK,
        f"values with a known source: {share:.0%} of {traced + untraced:,}": OK
        if share >= 0.5
        else f"{NOTE}less than half of the values have a known source; that of the others is not in the log, or not "
        "word for word.",
        "enough conversations for an interval": OK
        if (units := base["unit"].n_unique()) >= FEW
        else f"{NOTE}only {units} conversations; intervals over so few are wide.",
    }
