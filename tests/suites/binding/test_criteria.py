"""Indices and criteria: from rows to Table 17 by hand, and from the paper's Table 17 to its Tables 18 and 34."""

from __future__ import annotations

import csv
from pathlib import Path

import polars as pl
import pytest

from holdfast.suites.binding import criteria, indices
from holdfast.suites.binding.settings import Settings

PRINTED = Path(__file__).parents[2] / "stats" / "data"
TABLE_34 = {
    # minimum, mean, leave-one-out minimum, top effect removed
    "composite": (0.832, 0.886, 0.875, 0.875),
    "reason": (0.964, 1.017, 0.982, 0.982),
    "veto": (0.992, 0.997, 0.996, 0.996),
    "memory": (0.556, 0.774, 0.751, 0.751),
    "self": (0.608, 0.811, 0.795, 0.795),
}


@pytest.fixture(scope="module")
def table_17() -> pl.DataFrame:
    """The paper's table as this suite writes its own."""
    with (PRINTED / "table17.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    names = {
        "B_RSI": "b_rsi",
        "B_MCI": "b_mci",
        "B_VEI": "b_vei",
        "B_SCI": "b_sci",
        "Composite": "composite",
        "FP": "fp",
    }
    return pl.DataFrame(
        [
            {"agent": "paper", "readout": "reply", "depth": "code", "variant": row["Variant"], "corpus": row["Dataset"],
             "lesion": "none" if row["Variant"] == "A4" else "rule",
             **{new: float(row[old]) for old, new in names.items()}}
            for row in rows
        ]
    )  # fmt: skip


def test_table_17_gives_table_18(table_17) -> None:
    found = criteria.effects(table_17)
    effects = {(row["corpus"], row["contrast"]): row["effect"] for row in found.iter_rows(named=True)}
    with (PRINTED / "table18.csv").open() as lines:
        printed = list(csv.DictReader(lines))
    assert len(effects) == 7 * 5
    for row in printed:
        for name in TABLE_34:
            digits = len(row[name].partition(".")[2])
            tolerance = 2e-6 if digits >= 5 else 0.51 * 10**-digits
            assert effects[row["Dataset"], name] == pytest.approx(float(row[name]), abs=tolerance)


def test_table_17_gives_table_34_and_the_lower_bound(table_17) -> None:
    table = criteria.table(criteria.summaries(criteria.effects(table_17)))
    for row in table.iter_rows(named=True):
        columns = ("minimum", "mean", "lodo_minimum_mean", "top_removed_mean")
        assert tuple(round(row[name], 3) for name in columns) == TABLE_34[row["contrast"]]
        assert (row["units"], row["positive_units"], row["sign_p"]) == (7, 7, 0.0078125)
    composite = table.filter(pl.col("contrast") == "composite")
    assert composite["mean_low"].item() == pytest.approx(0.855, abs=5e-4)


def test_the_papers_numbers_meet_the_papers_criteria(table_17) -> None:
    found = {key[3]: s for key, s in criteria.summaries(criteria.effects(table_17)).items()}
    quality = criteria.Quality(57_816, 1.7e-5, 0.00129722, 0.0083022)
    lines = criteria.criteria("paper", "reply", "rule", quality, found, Settings())
    assert [line["status"] for line in lines] == ["met"] * 9
    assert {line["threshold"] for line in lines} == {"< 0.02", "< 0.15", ">= 6", "> 0"}
    sloppy = criteria.criteria("paper", "reply", "rule", quality._replace(unmapped=0.02), found, Settings())
    assert [line["criterion"] for line in sloppy if line["status"] == "not met"] == ["unmapped action rate"]
    nothing = criteria.criteria(
        "nobody", "reply", "rule", quality._replace(false_positives=float("nan")), {}, Settings()
    )
    assert [line["status"] for line in nothing] == ["met", "met"] + ["not met"] * 7


def test_table_16_is_mean_and_deviation_over_corpora(table_17) -> None:
    found = {row["variant"]: row for row in indices.by_variant(table_17).iter_rows(named=True)}
    printed = {
        # RSI, MCI, VEI, SCI, composite, FP: means, then deviations
        "A4": ((0.973, 0.773, 0.989, 0.990, 0.931, 0.008), (0.023, 0.151, 0.019, 0.021, 0.037, 0.019)),
        "A4_no_veto": ((0.977, 0.801, -0.008, 0.990, 0.690, 0.009), (0.019, 0.081, 0.019, 0.021, 0.020, 0.019)),
    }
    names = (*indices.COMPONENTS, "fp")
    for variant, (means, deviations) in printed.items():
        assert tuple(round(found[variant][f"{n}_mean"], 3) for n in names) == pytest.approx(means, abs=1.1e-3)
        assert tuple(round(found[variant][f"{n}_sd"], 3) for n in names) == pytest.approx(deviations, abs=1.1e-3)


def rows(answers: dict[str, list[bool]]) -> pl.DataFrame:
    """A4's rows of one corpus from right and wrong by condition, one event an element."""
    return pl.DataFrame(
        [
            {"agent": "x", "readout": "reply", "depth": "code", "variant": "A4", "lesion": "none", "corpus": "c",
             "unit": f"c/{i}", "condition": name, "right": right, "unmapped": False}
            for name, found in answers.items()
            for i, right in enumerate(found)
        ]
    )  # fmt: skip


def test_an_index_is_the_probes_rate_minus_the_cues() -> None:
    answers = {
        "baseline": [True] * 4, "reason_flip": [True, True, True, False], "veto_cue": [True] * 4,
        "memory_conflict": [True, False, False, False], "self_continuity": [False] * 4,
        "irrelevant_cue": [True, True, False, True],
    }  # fmt: skip
    row = indices.by_corpus(rows(answers)).row(0, named=True)
    assert (row["b_rsi"], row["b_mci"], row["b_vei"], row["b_sci"]) == (0.5, 0.0, 0.75, -0.25)
    assert (row["composite"], row["fp"], row["n"]) == (0.25, 0.25, 24)
    events = indices.by_event(rows(answers))
    assert events["composite"].to_list() == pytest.approx([0.75, 0.5, -0.5, 0.25])
    assert events["composite"].mean() == row["composite"]


def test_a_condition_that_was_not_answered_leaves_no_index() -> None:
    answers = {"reason_flip": [True], "irrelevant_cue": [True]}
    row = indices.by_corpus(rows(answers)).row(0, named=True)
    assert row["b_rsi"] == 1
    assert row["b_vei"] is None
    assert row["composite"] is None
