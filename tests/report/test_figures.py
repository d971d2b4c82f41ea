"""Figures: the right numbers, the same bytes every time, and no harm from hostile names."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from holdfast.core import Finding
from holdfast.report.charts import COLOURS
from holdfast.report.figures import Drawn, write_figures
from holdfast.report.summary import summarise

Make = Callable[..., Any]
NAMES = ["control_map", "tcit_positive_rate", "tcit_h_normalisations"]


def draw(run: Any, folder: Path) -> list[Drawn]:
    return write_figures(summarise(run.findings, run.plan, run.manifest), run.findings.findings, folder)


@pytest.fixture(scope="module")
def usual(make_run: Make, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Drawn]]:
    """The figures of an ordinary run, and where they are."""
    folder = tmp_path_factory.mktemp("figures")
    return folder, draw(make_run(), folder)


def data(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def texts(svg: str) -> list[str]:
    return [
        "".join(element.itertext()) for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("}text")
    ]


def test_every_figure_is_written_in_three_forms(usual: tuple[Path, list[Drawn]]) -> None:
    tmp_path, drawn = usual
    assert [d.figure.name for d in drawn] == NAMES
    assert {f.name for f in tmp_path.iterdir()} == {f"{n}.{e}" for n in NAMES for e in ("svg", "png", "csv")}
    for one in drawn:
        assert (tmp_path / f"{one.figure.name}.png").read_bytes().startswith(b"\x89PNG")
        assert (tmp_path / f"{one.figure.name}.svg").read_text(encoding="utf-8") == one.svg
        assert ElementTree.fromstring(one.svg).tag == "{http://www.w3.org/2000/svg}svg"


def test_every_point_says_what_it_stands_for(usual: tuple[Path, list[Drawn]]) -> None:
    svg = next(one.svg for one in usual[1] if one.figure.name == "control_map")
    told = [element.get("aria-label") for element in ElementTree.fromstring(svg).iter() if element.get("aria-label")]
    assert len(told) == 2, "a point an agent"
    assert any(tip.startswith("embedded, invariance") for tip in told)
    for part in ("responsiveness 0.125 [0.021, 0.250]", "stability 0.750 [0.500, 0.875]", ", n = 192 in 12"):
        assert all(part in tip for tip in told), part


def test_the_data_beside_a_figure_are_the_findings(usual: tuple[Path, list[Drawn]]) -> None:
    tmp_path, _ = usual
    first, second = data(tmp_path, "control_map")
    assert (first["agent"], first["suite"], first["reference"], second["reference"]) == (
        "embedded", "invariance", "false", "true",
    )  # fmt: skip
    assert [float(first[f"responsiveness{end}"]) for end in ("", "_low", "_high")] == [0.125, 0.021, 0.25]
    assert [float(first[f"stability{end}"]) for end in ("", "_low", "_high")] == [0.75, 0.5, 0.875]
    assert (first["stability_n"], first["stability_units"]) == ("192", "12")
    rates = {(r["agent"], r["test"]): float(r["positive_rate"]) for r in data(tmp_path, "tcit_positive_rate")}
    assert len(rates) == 12
    assert rates["embedded", "TCIT-F"] == 0.861
    assert rates["embedded", "TCIT-C untouched"] == 0.1
    by = {r["normalisation"]: float(r["positive_rate"]) for r in data(tmp_path, "tcit_h_normalisations")}
    assert by == {"per token": 0.5, "summed": 0.955, "prior-corrected": 0.7}


def test_the_words_of_a_figure_tell_its_numbers(usual: tuple[Path, list[Drawn]]) -> None:
    drawn = {d.figure.name: d.figure for d in usual[1]}
    assert "embedded, invariance: responsiveness 0.125, stability 0.750" in drawn["control_map"].alternative
    assert "embedded: per token 0.500, summed 0.955, prior-corrected 0.700" in (
        drawn["tcit_h_normalisations"].alternative
    )  # fmt: skip


def test_points_lie_where_the_estimates_are(make_run: Make, tmp_path: Path) -> None:
    svg = draw(make_run(("embedded",)), tmp_path)[0].svg
    marks = [
        e for e in ElementTree.fromstring(svg).iter() if e.get("fill") == COLOURS["blue"] and e.tag.endswith("path")
    ]
    assert [m.get("transform") for m in marks] == ["translate(300,350)"]  # 0.75 and 1 - 0.125 of 400 pixels
    assert {"embedded", "bound", "frozen", "follows anything", "neither"} <= set(texts(svg))


def test_whiskers_reach_from_low_to_high(make_run: Make, tmp_path: Path) -> None:
    svg = draw(make_run(("embedded",)), tmp_path)[0].svg
    lines = [
        e for e in ElementTree.fromstring(svg).iter() if e.get("stroke") == COLOURS["blue"] and e.tag.endswith("line")
    ]
    numbers = [
        [round(float(n), 1) for n in re.findall(r"-?[\d.]+", f"{e.get('transform')} {e.get('x2')} {e.get('y2')}")]
        for e in lines
    ]
    assert numbers == [[300, 391.6, 0, -91.6], [200, 350, 150, 0]]  # up from 0.021 to 0.25; across from 0.5 to 0.875


def test_language_models_are_drawn_over_reference_agents(usual: tuple[Path, list[Drawn]]) -> None:
    """Both agents lie at the same place; the filled point must be seen inside the hollow ring."""
    svg = usual[1][0].svg
    fills = [
        e.get("fill")
        for e in ElementTree.fromstring(svg).iter()
        if e.get("stroke") == COLOURS["blue"] and e.tag.endswith("path")
    ]
    assert fills == [COLOURS["paper"], COLOURS["blue"]]


def test_drawing_twice_gives_the_same_bytes(usual: tuple[Path, list[Drawn]], make_run: Make, tmp_path: Path) -> None:
    draw(make_run(), tmp_path)
    for file in usual[0].iterdir():
        assert file.read_bytes() == (tmp_path / file.name).read_bytes()


def test_only_named_colours_are_used(usual: tuple[Path, list[Drawn]]) -> None:
    """The page exchanges colours by name in the dark; another colour would stay as it is."""
    for one in usual[1]:
        used = {e.get(a) for e in ElementTree.fromstring(one.svg).iter() for a in ("fill", "stroke")}
        assert used - {None, "none", "transparent"} <= set(COLOURS.values())


def test_agents_at_one_place_share_a_label(make_run: Make, tmp_path: Path) -> None:
    shown = texts(draw(make_run([f"model-{i}" for i in range(1, 26)]), tmp_path)[0].svg)
    assert shown.count("1–25") == 1
    assert {"1", "25", "model-1", "model-25"} <= set(shown)


def test_what_is_not_measured_is_not_drawn_but_told(make_run: Make, tmp_path: Path) -> None:
    drawn = draw(make_run(("embedded", "silent"), mute=("silent",)), tmp_path)
    assert "Not measured, so not shown: silent (invariance)." in drawn[0].figure.caption
    assert [r["agent"] for r in data(tmp_path, "control_map")] == ["embedded"]
    assert draw(make_run(("silent",), mute=("silent",)), tmp_path / "none") == []
    assert not (tmp_path / "none").exists()


def test_an_estimate_without_interval_has_no_whisker(make_run: Make, tmp_path: Path) -> None:
    run = make_run(("embedded",))
    bare: list[Finding] = [msgspec.structs.replace(f, intervals=()) for f in run.findings.findings]
    run.findings = msgspec.structs.replace(run.findings, findings=bare)
    svg = draw(run, tmp_path)[0].svg
    assert not [
        e for e in ElementTree.fromstring(svg).iter() if e.get("stroke") == COLOURS["blue"] and e.tag.endswith("line")
    ]
    assert data(tmp_path, "control_map")[0]["stability_low"] == ""


def test_hostile_names_are_only_text(make_run: Make, tmp_path: Path) -> None:
    names = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "a\x00b\u202ec\nd")
    for one in draw(make_run(names), tmp_path):
        tags = {e.tag.rpartition("}")[2] for e in ElementTree.fromstring(one.svg).iter()}
        assert tags <= {"svg", "g", "path", "rect", "line", "text", "defs", "clipPath"}
        shown = "".join(texts(one.svg)).replace("\u2002", "")
        assert shown.isprintable()
        assert "<script>alert(1)</script>" in shown
