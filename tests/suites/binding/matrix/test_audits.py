"""Audits: completeness, duplicates, entropy and length, each met or not met for the right reason."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy.stats import entropy

from holdfast.suites.binding.matrix.audits import audits, completeness, planned
from holdfast.suites.binding.matrix.families import families
from holdfast.suites.binding.matrix.rows import SHARES
from holdfast.suites.binding.matrix.settings import SIZES, Settings

SMALL = Settings(families=("f",), scaffolds=("react",), variants=("structured",), events=4, audit_events=4)


def uses(count: int = 4, **columns: object) -> pl.DataFrame:
    always = {
        "agent": "one", "role": "letters", "replicate": 0, "failure": None, "variant": "structured", "unmapped": 0.0,
        "scaffold": "react", "turn": 0, "estimated_prompt_tokens": 100.0, "prompt_tokens": 150,
    }  # fmt: skip
    frame = pl.DataFrame([{**always, "id": f"c{i}", "unit": f"u{i}", **columns} for i in range(count)])
    return frame.with_columns(pl.col("failure").cast(pl.String))


def status(table: pl.DataFrame) -> dict[str, str]:
    return dict(table.select("criterion", "status").iter_rows())


def test_the_papers_plan_has_126_000_rows_of_which_108_000_are_asked() -> None:
    settings = Settings(families=tuple(families()), events=100, seeds=3)
    assert planned(settings, asked=False) == 126_000
    assert planned(settings, asked=True) == 108_000
    assert (SIZES["paper"].events, SIZES["paper"].seeds) == (100, 3)


def test_a_whole_run_is_complete() -> None:
    whole = completeness(uses(), SMALL)
    assert set(status(audits(pl.DataFrame(), uses(), whole, Settings(audits=()))).values()) == {"met"}


@pytest.mark.parametrize(
    ("scores", "criterion"),
    [
        (uses(3), "missing rows"),
        (pl.concat([uses(), uses(1)]), "duplicate keys"),
        (uses(unmapped=1.0), "parse-error rate"),
        (pl.concat([uses(3), uses(4, failure="timeout")[3:]]), "missing rows"),
    ],
)
def test_what_is_wrong_is_not_met(scores, criterion) -> None:
    found = status(audits(pl.DataFrame(), scores, completeness(scores, SMALL), Settings(audits=())))
    assert found[criterion] == "not met"


def behaviour(arm: str, shares: list[float], family: str) -> dict[str, object]:
    return {
        "agent": "one", "readout": "letters", "scaffold": "react", "family": family, "unit": f"{family}/1", "turn": 0,
        "arm": arm, **dict(zip(SHARES, shares, strict=True)),
    }  # fmt: skip


def test_the_entropy_gap_is_between_means_over_families_in_bits() -> None:
    structured = [[0.5, 0.5, 0.0, 0.0], [0.25, 0.25, 0.5, 0.0]]
    prior = [[0.6, 0.4, 0.0, 0.0], [0.3, 0.2, 0.5, 0.0]]
    rows = pl.DataFrame(
        [behaviour("structured", s, f"f{i}") for i, s in enumerate(structured)]
        + [behaviour("entropy_prior", s, f"f{i}") for i, s in enumerate(prior)]
    )
    settings = Settings(audits=("entropy_prior",))
    line = audits(rows, uses(), completeness(uses(), SMALL), settings).filter(pl.col("where") == "react")
    gap = abs(np.mean([entropy(s, base=2) for s in structured]) - np.mean([entropy(s, base=2) for s in prior]))
    assert line["value"].to_list() == [pytest.approx(gap)]
    assert line["status"].to_list() == ["met"]
    tight = Settings(audits=("entropy_prior",), max_entropy_gap=gap / 2)
    again = audits(rows, uses(), completeness(uses(), SMALL), tight).filter(pl.col("where") == "react")
    assert again["status"].to_list() == ["not met"]


def test_lengths_are_compared_event_by_event_and_what_was_not_kept_is_not_met() -> None:
    scores = pl.concat([uses(), uses(variant="token_prompt", prompt_tokens=140)])
    settings = Settings(audits=("token_prompt",), readouts=("letters",))
    table = audits(pl.DataFrame(), scores, completeness(scores, SMALL), settings)
    assert dict(table.select("criterion", "value").iter_rows())[
        "prompt tokens of the token-prompt control, ratio"
    ] == pytest.approx(140 / 150)
    found = status(table)
    assert found["estimated prompt tokens of the token-prompt control, ratio"] == "met"
    assert found["prompt tokens of the token-prompt control, ratio"] == "not met"
    assert found["latency of the token-prompt control, ratio"] == "not met"
