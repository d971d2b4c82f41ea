"""Figures of the commitment analyses: drawn for two profiles and for many, with labels that do not cover each other."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from holdfast.report.cards import case_cards
from holdfast.report.commitment_figures import read_frames, write_commitment_figures
from holdfast.report.panels import CHARACTER, LINE, Scatter, broken, hull, padded
from holdfast.suites.commitment.analyses.examine import Options, examine
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate

EVERY = [
    "commitment_overview", "commitment_families", "commitment_discrimination", "commitment_instability",
    "commitment_phenotypes", "commitment_family_by_agent", "commitment_metrics", "commitment_ablation",
]  # fmt: skip


def written(tmp_path, tasks):
    for name, table in examine(tasks, options=Options(draws=20)).tables.items():
        table.write_csv(tmp_path / f"{name}.csv", float_precision=6)
    return read_frames(tmp_path)


@pytest.mark.parametrize("profiles", [2, 9])
def test_every_figure_is_drawn_from_the_tables_on_disk(tmp_path, profiles) -> None:
    tables = written(tmp_path, simulate(planted_profiles(profiles), instances=1, stated=False))
    drawn = write_commitment_figures(tables, tmp_path / "figures")
    assert [d.figure.name for d in drawn] == [n for n in EVERY if profiles > 2 or n != "commitment_phenotypes"]
    for one in drawn:
        assert ElementTree.fromstring(one.svg).tag.endswith("svg")
        assert (tmp_path / "figures" / f"{one.figure.name}.png").read_bytes().startswith(b"\x89PNG")
        assert one.figure.rows
    words = "".join(ElementTree.fromstring(drawn[0].svg).itertext())
    assert all(row["agent"] in words for row in drawn[0].figure.rows)
    assert "priors of the design" in drawn[1].figure.caption


def test_one_profile_and_no_tables(tmp_path) -> None:
    tables = written(tmp_path, simulate(planted_profiles(1), instances=1))
    names = [d.figure.name for d in write_commitment_figures(tables, tmp_path / "figures")]
    assert names == ["commitment_families", "commitment_discrimination", "commitment_ablation"]
    assert write_commitment_figures({}, tmp_path / "none") == []


def test_cards_say_what_happened(tmp_path) -> None:
    cards = case_cards(written(tmp_path, simulate(planted_profiles(3), instances=1)))
    assert cards[0].category == "Success with state drift"
    assert ("final answer", "right") in cards[0].facts
    assert cards[0].rule.startswith("The final answer is right")
    assert case_cards({}) == []


@pytest.mark.parametrize("crowd", [2, 32])
def test_labels_do_not_cover_each_other(crowd) -> None:
    rng = np.random.default_rng(1)
    centres = rng.random((6, 2))[rng.integers(0, 6, crowd)]
    places = centres + rng.normal(0, 0.04, (crowd, 2))
    rows = [{"number": i + 1, "x": float(x), "y": float(y)} for i, (x, y) in enumerate(places)]
    labels = Scatter(rows, "x", "y").labels().data.values
    boxes = [(d["left"], d["top"], d["left"] + len(d["text"]) * CHARACTER, d["top"] + LINE) for d in labels]
    covering = [
        (a, b) for a, b in combinations(boxes, 2) if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]
    assert covering == []


def test_small_parts() -> None:
    assert broken("tool_output_distractor_selection") == "tool output|distractor|selection"
    assert padded([0.5, 0.5]) == (0.48, 0.52)
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.5)]
    assert set(hull(square)) == set(square[:4])
    assert hull([(1.0, 1.0)]) == [(1.0, 1.0)]
