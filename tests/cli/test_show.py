"""`holdfast show`: one case down to the text and the arithmetic."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import polars as pl

HOLDFAST = str(Path(sys.executable).with_name("holdfast"))


def test_cases_are_listed(cli, finished) -> None:
    said = cli("show", finished)
    assert said.code == 0
    lines = said.out.splitlines()
    design = pl.read_parquet(finished / "design.parquet")
    assert lines[0] == f"invariance  {design['id'][0]}  {design['name'][0]}"
    assert len(lines) == min(design.height, 40) + 1


def test_a_case_is_shown_by_name_or_id_with_text_target_and_scores(cli, finished) -> None:
    design = pl.read_parquet(finished / "design.parquet")
    row = design.filter((pl.col("variant") == "H") & (pl.col("polarity") == "absent") & pl.col("forward")).row(
        0, named=True
    )
    by_name, by_id = cli("show", finished, row["name"]), cli("show", finished, row["id"])
    assert by_name == by_id
    assert by_name.code == 0
    for text in (
        "World semantics: An event occurs if and only if its direct cause occurs.",
        "Suppose ",
        "Continuations:\n- ",
        f"target: {row['target']}",
        "polarity: absent",
        "agent=reference/bound",
        "agent=reference/last-clause",
        "margin_mean=8.0",
    ):
        assert text in by_name.out, text


def test_a_wrong_case_is_answered_with_the_near_one(cli, finished) -> None:
    name = pl.read_parquet(finished / "design.parquet")["name"][0]
    said = cli("show", finished, name[:-1] + "9")
    assert said.code == 1
    total = pl.read_parquet(finished / "design.parquet").height
    assert f"None of the {total} cases is called '{name[:-1]}9'; the nearest are s42-c0/" in said.problem
    assert said.problem.count("s42-c") == 1 + 3, "what was written, and a few"


def test_a_case_that_is_like_no_other_is_not_answered_with_all_of_them(cli, finished) -> None:
    said = cli("show", finished, "wrongname")
    assert said.code == 1
    assert said.problem.endswith("cases is called 'wrongname'; `holdfast show RUN` lists some.")
    assert len(said.problem) < 120


def test_a_slip_in_an_id_is_answered_with_the_near_id(cli, finished) -> None:
    case = pl.read_parquet(finished / "design.parquet")["id"][0]
    assert f"the nearest are {case}" in cli("show", finished, case[:-1] + "?").problem


def test_a_reader_who_has_seen_enough_is_no_error(finished) -> None:
    reader, writer = os.pipe()
    with subprocess.Popen([HOLDFAST, "show", str(finished)], stdout=writer, stderr=subprocess.PIPE, text=True) as shown:
        os.close(writer)
        os.close(reader)
        _, complaint = shown.communicate(timeout=60)
    assert complaint == ""


def test_the_newest_run_of_a_suite_is_meant_by_the_suites_name(cli, unreported) -> None:
    assert "There is no run of commitment in runs/ yet" in cli("show", "commitment").problem
    assert cli("run", "commitment", "--families", "entity_binding", "-a", "reference/keeps-stale", "-q").code == 0
    assert "entity_binding" in cli("show", "commitment").out
    shown = cli("show", "commitment", "release/entity_binding/medium/1/distractor").out
    for text in (
        "what the agent sees (probe-2)",
        "Question: ",
        "answer (target, value): ",
        "      gold  ",
        "     stale  ",
        "probe-1, initial (target, value): ",
        "no match, by the rule `",
        "The arithmetic",
        "HCCIS-CORE = (",
        "attainable on this task: ",
        "HCCIS-FULL not available",
        "integrity_weight: 1.0",
    ):
        assert text in shown, text
