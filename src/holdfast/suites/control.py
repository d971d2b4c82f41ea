"""The control map: responsiveness and stability of an agent over a suite's contrasts, by the definition in `core`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from holdfast.core import Expectation, Finding
from holdfast.core.contrast import held
from holdfast.suites.estimates import mean_finding

if TYPE_CHECKING:
    from collections.abc import Collection

NAMES = {Expectation.CHANGE: "responsiveness", Expectation.STAY: "stability"}


def contrast_outcomes(answers: pl.DataFrame, contrasts: pl.DataFrame) -> pl.DataFrame:
    """One row per agent and contrast: whether it held, and whether its base was right.

    `answers` has agent, id, answer and target of the cases that were answered; a contrast with an unanswered side is
    missing, not wrong.
    """
    side = answers.select("agent", "id", "answer", "target")
    joined = contrasts.join(side, left_on="base", right_on="id").join(
        side, left_on=["changed", "agent"], right_on=["id", "agent"], suffix="_changed"
    )
    base_right = joined["answer"].eq(joined["target"]).fill_null(False)
    changed_right = joined["answer_changed"].eq(joined["target_changed"]).fill_null(False)
    same = joined["answer"].eq(joined["answer_changed"]).fill_null(False)
    must_stay = joined["expectation"].eq(Expectation.STAY.value)
    outcome = held(must_stay.to_numpy(), base_right.to_numpy(), changed_right.to_numpy(), same.to_numpy())
    return joined.select("agent", "base", "changed", "expectation", "kind", "unit").with_columns(
        pl.Series("held", outcome, dtype=pl.Boolean), base_wrong=~base_right
    )


def control_findings(
    suite: str, agent: str, outcomes: pl.DataFrame, headline_kinds: Collection[str], unit: str
) -> list[Finding]:
    """Responsiveness and stability over the headline kinds, and the rate of every kind on its own."""
    own = outcomes.filter(pl.col("agent") == agent)
    findings = []
    for expectation, name in NAMES.items():
        rows = own.filter((pl.col("expectation") == expectation.value) & pl.col("kind").is_in(list(headline_kinds)))
        note = f"base wrong in {rows['base_wrong'].sum() / rows.height:.0%} of the contrasts" if rows.height else ""
        findings.append(mean_finding(f"{suite}.{name}", agent, rows, "held", unit=unit, note=note, headline=True))
    for (kind,), rows in own.group_by("kind", maintain_order=False):
        findings.append(mean_finding(f"{suite}.contrast.{kind}", agent, rows, "held", unit=unit))
        findings.append(
            mean_finding(f"{suite}.base_wrong.{kind}", agent, rows, "base_wrong", unit=unit, higher_is_better=False)
        )
    return sorted(findings, key=lambda f: (not f.headline, f.name))
