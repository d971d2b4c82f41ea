"""The analysis as a whole, where something is missing."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.core import Capability
from holdfast.suites.binding.matrix.suite import SUITE

CONTRASTS = pl.DataFrame(schema=dict.fromkeys(["base", "changed", "expectation", "kind", "unit"], pl.String))


@pytest.fixture(scope="module")
def design():
    """Every planned use of a small plan, as the engine joins it with the hidden side."""
    settings = SUITE.settings("quick", {"families": "ward_stock,crane_lift"}, frozenset(Capability))
    items = [item for block in SUITE.build(settings) for item in block.items]
    rows = [
        {
            "agent": "one",
            "id": i.name,
            "role": "letters",
            "replicate": 0,
            "unit": i.unit,
            "target": i.key.target,
            **i.factors,
        }
        for i in items
    ]
    return settings, pl.DataFrame(rows, infer_schema_length=None)


def test_an_agent_that_never_answered_is_not_measured(design) -> None:
    settings, uses = design
    silent = uses.with_columns(answer=pl.lit(None, pl.String), failure=pl.lit("timeout"))
    found = SUITE.analyse(silent, CONTRASTS, settings)
    assert {(f.name, f.estimate) for f in found.findings} == {
        ("matrix.responsiveness", None),
        ("matrix.stability", None),
    }
    audits = found.tables["matrix_audits"]
    assert set(audits.filter(pl.col("criterion").is_in(["missing rows", "parse-error rate"]))["status"]) == {"not met"}
    assert "matrix_cells" not in found.tables


def test_tables_are_in_the_designs_order_whatever_the_journals(design) -> None:
    settings, uses = design
    even = {f"lp_{name}": pl.lit(-1.0) for name in ("ACTION_A", "ACTION_B", "VETO", "DEFER")}
    answered = uses.with_columns(
        answer=pl.lit("ACTION_A"),
        failure=pl.lit(None, pl.String),
        unmapped=pl.lit(0.0),
        estimated_prompt_tokens=pl.lit(50.0),
        **even,
    )
    first, second = (
        SUITE.analyse(answered.sample(fraction=1.0, shuffle=True, seed=seed), CONTRASTS, settings) for seed in (1, 2)
    )
    assert first.tables["matrix_contrasts"].equals(second.tables["matrix_contrasts"])
    assert first.tables["matrix_cells"]["family"].unique(maintain_order=True).to_list() == ["ward_stock", "crane_lift"]
    assert first.tables["matrix_cells"]["scaffold"].unique(maintain_order=True).to_list() == [
        "react",
        "planner",
        "reflection",
    ]
    assert first.tables["matrix_cells"]["structured"].to_list() == pytest.approx([0.25] * 12), "both readouts"
