"""Run folders that cannot be made, are none, or are damaged: one sentence each, and never a traceback."""

from __future__ import annotations

import re
import shutil
import sqlite3

import pytest

SMALL = ("--set", "chains=2", "--set", "orders=2", "--set", "control_orders=2")
RUN = ("run", "invariance", "-a", "reference/bound", *SMALL)


# ------------------------------------------------------------------------------------------------------- where to write


def test_a_file_in_place_of_the_folder(cli, tmp_path) -> None:
    (tmp_path / "taken").write_text("mine")
    said = cli(*RUN, "--out", "taken")
    assert said.code == 1
    assert "Cannot make the run folder taken (File exists)" in said.problem
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_file_in_place_of_the_parent(cli, tmp_path) -> None:
    (tmp_path / "taken").write_text("mine")
    said = cli(*RUN, "--out", "taken/run")
    assert said.code == 1
    assert "Cannot make the run folder" in said.problem


def test_a_folder_where_nobody_can_write(cli) -> None:
    said = cli(*RUN, "--out", "/proc/holdfast")
    assert said.code == 1
    assert "Cannot make the run folder /proc/holdfast" in said.problem


def contents(folder) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*") if f.is_file()}


@pytest.mark.parametrize("command", [RUN, ("enforce", "order-invariance"), ("enforce", "ablate")])
def test_a_folder_with_other_files_is_not_written_in(cli, tmp_path, command) -> None:
    """A run among somebody's own files could not be told from them, nor deleted without them."""
    (tmp_path / "mine").mkdir()
    for name in ("a.txt", "b.txt", "c.txt", "d.txt"):
        (tmp_path / "mine" / name).write_text(name)
    before = contents(tmp_path / "mine")
    said = cli(*command, "--out", "mine")
    assert said.code == 1
    assert "The folder mine is not empty and holds no run (a.txt, b.txt, c.txt and 1 more)" in said.problem
    assert "name a new or empty one with --out" in said.problem
    assert contents(tmp_path / "mine") == before


def test_an_empty_folder_and_one_with_hidden_files_will_do(cli, tmp_path, unreported) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / ".gitkeep").touch()
    assert cli(*RUN, "--out", "mine", "--quiet") == (0, "", "")
    assert (tmp_path / "mine" / "findings.json").exists()


def test_a_training_is_not_written_over(cli, tmp_path) -> None:
    (tmp_path / "trained").mkdir()
    (tmp_path / "trained" / "plan.toml").write_text('kind = "enforce"\n')
    said = cli(*RUN, "--out", "trained")
    assert said.code == 1
    assert "trained is the folder of a training (enforce); choose another with --out." in said.problem
    assert {name for name in contents(tmp_path / "trained") if name != ".lock"} == {"plan.toml"}
    assert (tmp_path / "trained" / "plan.toml").read_text() == 'kind = "enforce"\n'


@pytest.mark.parametrize("command", ["resume", "report"])
def test_a_folder_that_is_no_run(cli, tmp_path, command) -> None:
    (tmp_path / "empty").mkdir()
    for place in ("empty", "missing"):
        said = cli(command, place)
        assert said.code == 1
        assert f"{place} is not a run folder: it has no plan.toml" in said.problem
    (tmp_path / "file").write_text("")
    assert cli(command, "file").problem
    assert not (tmp_path / "missing").exists()


def test_showing_what_is_no_run(cli, tmp_path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Mine")
    for place in ("missing", "docs"):
        said = cli("show", place)
        assert said.code == 1
        assert f"{place} is not a run folder: it has no plan.toml" in said.problem
        assert "holdfast run" not in said.problem, "that would write a run among the user's files"


def test_showing_what_was_stopped_before_its_cases_were_built(cli, finished) -> None:
    (finished / "design.parquet").unlink()
    said = cli("show", finished)
    assert said.code == 1
    assert f"holds no cases yet; go on with `holdfast resume {finished}`." in said.problem


def test_showing_a_training(cli, tmp_path) -> None:
    (tmp_path / "trained").mkdir()
    (tmp_path / "trained" / "plan.toml").write_text('kind = "enforce"\n')
    said = cli("show", "trained")
    assert said.code == 1
    assert "trained is the folder of a training (enforce); show a run in trained/evaluation instead." in said.problem


def test_reporting_what_is_not_finished(cli, finished) -> None:
    (finished / "findings.json").unlink()
    said = cli("report", finished)
    assert said.code == 1
    assert f"finish it with `holdfast resume {finished}`" in said.problem


# ------------------------------------------------------------------------------------------------------------ the plan


@pytest.mark.parametrize("text", [b"", b"size = ", b"size = 3\n", b"\x00\x01", b"\xff\xfe\xfa" * 40, b"[[suites]]\n"])
def test_a_damaged_plan(cli, finished, text) -> None:
    (finished / "plan.toml").write_bytes(text)
    said = cli("resume", finished)
    assert said.code == 1
    assert "is not a valid plan" in said.problem
    assert "restore" in said.problem


def test_an_edited_plan_is_refused_and_what_changed_is_named(cli, finished) -> None:
    plan = finished / "plan.toml"
    before = (finished / "findings.json").read_bytes()
    plan.write_text(re.sub(r"chains = 2", "chains = 3", plan.read_text()).replace('"reference/last-clause",', ""))
    said = cli("resume", finished)
    assert said.code == 1
    assert "suites.0.settings.chains: 2 -> 3" in said.problem
    assert "agents: ['reference/bound', 'reference/last-clause'] -> ['reference/bound']" in said.problem
    assert (finished / "findings.json").read_bytes() == before


def test_another_plan_in_the_same_folder_is_refused(cli, finished) -> None:
    said = cli(*RUN, "-a", "reference/last-clause", "--set", "nodes=5", "--out", finished)
    assert said.code == 1
    assert "suites.0.settings.nodes: 4 -> 5" in said.problem


def test_a_plan_that_nothing_was_asked_for_does_not_hold_the_folder(cli, unreported) -> None:
    """What an agent cannot be asked is found out before anything is asked; mending it must not need another folder."""
    agent = ("-a", "command:cat", "--methods", "teacher-forced")
    said = cli("run", "invariance", *agent, *SMALL, "--out", "run", "--quiet")
    assert said.code == 1
    assert "'command:cat' cannot be asked for 'score'" in said.problem
    said = cli(*RUN, "--out", "run", "--quiet")
    assert (said.code, said.err) == (0, "")


def test_a_plan_of_a_newer_format(cli, finished) -> None:
    plan = finished / "plan.toml"
    plan.write_text(re.sub(r"format = \d+", "format = 99", plan.read_text()))
    said = cli("resume", finished)
    assert said.code == 1
    assert "format 99, newer than this Holdfast" in said.problem


def test_a_plan_for_another_version_of_the_suite(cli, finished, unreported) -> None:
    """Cases or scores changed meaning since: going on would mix the two."""
    (finished / "journal.sqlite").unlink()
    plan = finished / "plan.toml"
    plan.write_text(re.sub(r"(?m)^version = \d+", "version = 99", plan.read_text()))
    said = cli("resume", finished, "--quiet")
    assert said.code == 1
    assert "version" in said.problem


def test_a_plan_with_a_setting_that_makes_no_sense(cli, finished) -> None:
    (finished / "journal.sqlite").unlink()
    plan = finished / "plan.toml"
    plan.write_text(plan.read_text().replace("chains = 2", 'chains = "two"'))
    said = cli("resume", finished, "--quiet")
    assert said.code == 1
    assert "chains" in said.problem


# --------------------------------------------------------------------------------------------------------- the journal


def damaged(finished, change) -> None:
    journal = finished / "journal.sqlite"
    for extra in finished.glob("journal.sqlite-*"):
        extra.unlink()
    content = bytearray(journal.read_bytes())
    journal.write_bytes(change(content))


def test_a_journal_of_random_bytes(cli, finished) -> None:
    damaged(finished, lambda content: bytes(i * 7919 % 251 for i in range(len(content))))
    said = cli("resume", finished, "--quiet")
    assert said.code == 1
    assert "journal.sqlite cannot be read as a journal" in said.problem
    assert "move it away" in said.problem


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_truncated_journal(cli, finished, share) -> None:
    damaged(finished, lambda content: content[: int(len(content) * share)])
    said = cli("resume", finished, "--quiet")
    assert said.code == 1
    assert "journal.sqlite" in said.problem
    assert "move it away" in said.problem


def test_a_journal_with_a_hole_in_its_middle(cli, finished) -> None:
    def hole(content: bytearray) -> bytes:
        middle = len(content) // 2
        content[middle - 20_000 : middle + 20_000] = b"\xa5" * 40_000
        return bytes(content)

    damaged(finished, hole)
    said = cli("resume", finished, "--quiet")
    assert said.code == 1
    assert "journal.sqlite" in said.problem


def test_what_the_message_advises_works(cli, finished, unreported) -> None:
    before = (finished / "findings.json").read_bytes()
    (finished / "journal.sqlite").rename(finished.parent / "away.sqlite")
    (finished / "findings.json").unlink()
    said = cli("resume", finished, "--quiet")
    assert (said.code, said.err) == (0, "")
    assert (finished / "findings.json").read_bytes() == before


def test_a_journal_that_a_newer_holdfast_wrote(cli, finished) -> None:
    with sqlite3.connect(finished / "journal.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    said = cli("resume", finished, "--quiet")
    assert said.code == 1
    assert "schema version 99" in said.problem
    assert "newer Holdfast" in said.problem


def test_a_folder_in_place_of_the_journal(cli, finished) -> None:
    (finished / "journal.sqlite").unlink()
    (finished / "journal.sqlite").mkdir()
    assert "cannot be read as a journal" in cli("resume", finished, "--quiet").problem


# ----------------------------------------------------------------------------------------------------- the other files


@pytest.mark.parametrize("name", ["design.parquet", "cases.parquet", "scores.parquet"])
def test_showing_from_a_damaged_file(cli, finished, name) -> None:
    case = cli("show", finished).out.split()[2]
    (finished / name).write_bytes(b"PAR1 and then nothing")
    said = cli("show", finished, case)
    assert said.code == 1
    assert name in said.problem


def test_reporting_from_damaged_findings(cli, finished, unreported) -> None:
    (finished / "findings.json").write_text('{"half')
    said = cli("report", finished)
    assert said.code == 1
    assert "findings.json" in said.problem


@pytest.mark.parametrize("damage", ["missing", "half"])
def test_reporting_without_a_manifest(cli, finished, unreported, damage) -> None:
    """A run that was killed between its findings and its manifest; the card needs only the findings."""
    (finished / "manifest.json").unlink()
    if damage == "half":
        (finished / "manifest.json").write_text('{"half')
    said = cli("report", finished)
    assert said.code == 0
    assert "reference/last-clause" in said.out
    assert "Traceback" not in said.err


def test_lost_files_come_back_on_resume(cli, finished) -> None:
    kept = {name: (finished / name).read_bytes() for name in ("findings.json", "cases.parquet", "scores.parquet")}
    for name in (*kept, "manifest.json", "design.parquet"):
        (finished / name).unlink()
    shutil.rmtree(finished / "tables")
    said = cli("resume", finished, "--quiet")
    assert (said.code, said.err) == (0, "")
    assert {name: (finished / name).read_bytes() for name in kept} == kept
    assert (finished / "report.html").stat().st_size > 1_000
    assert (finished / "manifest.json").exists()
