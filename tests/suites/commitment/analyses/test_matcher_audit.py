"""Audit files, the sensitivity bound and the strict-schema strata."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.core import HoldfastError
from holdfast.suites.commitment.analyses.examine import Material, Options, examine
from holdfast.suites.commitment.analyses.grid import make_grid
from holdfast.suites.commitment.analyses.matcher_audit import (
    audit_table,
    bound_table,
    corrected,
    place_of,
    read_audit,
    unused_rows,
)
from holdfast.suites.commitment.analyses.simulate import planted_profiles, simulate_probes, simulated_tasks
from holdfast.suites.commitment.analyses.strict_schema import strict_schema_table

HEAD = "agent,task,role,stratum,decision,verdict\n"


@pytest.fixture(scope="module")
def probes():
    return simulate_probes(planted_profiles(4), instances=1)


@pytest.fixture(scope="module")
def audit(probes):
    """Ten rejected answers: five were right, three wrong, two unclear; and five accepted ones, all right."""
    rejected = (
        probes.filter(~pl.col("matched"))
        .head(10)
        .with_columns(
            verdict=pl.Series(["correct"] * 5 + ["incorrect"] * 3 + ["unclear"] * 2), decision=pl.lit("no match")
        )
    )
    accepted = probes.filter("matched").head(5).with_columns(verdict=pl.lit("correct"), decision=pl.lit("match"))
    return pl.concat([rejected, accepted]).select("agent", "task", "role", "decision", "verdict", stratum=pl.lit("x"))


def test_tables_8_and_9(audit, probes) -> None:
    table = audit_table(audit, probes)
    row = table.row(0, named=True)
    assert (row["accepted"], row["accepted_confirmed"], row["rejected"]) == (5, 5, 10)
    assert (row["false_negatives"], row["upheld_incorrect"], row["unclear"]) == (5, 3, 2)
    assert row["clear_accuracy"] == pytest.approx(8 / 13)
    assert table.filter(pl.col("slice") == "family")["rows"].sum() == 15


def test_corrections_touch_audited_rows_only(audit, probes) -> None:
    fixed, count = corrected(probes, audit, {"correct": "correct", "incorrect": "incorrect"})
    changed = fixed.with_columns(was=probes["matched"]).filter(pl.col("was") != pl.col("matched"))
    assert (count, changed.height) == (5, 5)
    assert changed["matched"].all()
    assert (changed["answer"] == changed["gold_answer"]).all()


def test_table_11(audit, probes) -> None:
    table = bound_table(make_grid(simulated_tasks(probes)), probes, audit)
    assert table["corrected_rows"].to_list() == [0, 5, 7, 5]
    core = table["all_core"].to_list()
    assert core[0] < core[1] == core[3] < core[2]
    assert table["top_five_changed"].to_list() == ["reference", "no", "no", "no"]


def test_rows_that_the_bound_does_not_use_are_told(audit, probes) -> None:
    assert unused_rows(probes, audit) == ""
    final = audit.head(2).with_columns(role=pl.lit("answer"))
    foreign = audit.head(1).with_columns(agent=pl.lit("other"))
    more = pl.concat([audit, final, foreign])
    assert unused_rows(probes, more) == (
        "Of 18 audited rows some correct nothing (`unknown_rows`): 2 about final answers (role `answer`), which no "
        "integrity score reads; 1 of no probe of these runs."
    )
    assert bound_table(make_grid(simulated_tasks(probes)), probes, more)["unknown_rows"].to_list() == [3] * 4
    told = examine(simulated_tasks(probes), Material(probes, audit=more), Options(draws=2)).tables["commitment_notes"]
    assert told.filter(analysis="matcher bound")["note"].to_list() == [unused_rows(probes, more)]


def test_false_acceptances_are_corrected_too(probes) -> None:
    row = probes.filter("matched").head(1).select("agent", "task", "role", decision=pl.lit("match"))
    fixed, count = corrected(probes, row.with_columns(verdict=pl.lit("incorrect")), {"incorrect": "incorrect"})
    assert (count, fixed["matched"].sum()) == (1, probes["matched"].sum() - 1)


def test_an_audit_of_other_runs_is_refused(audit, probes) -> None:
    with pytest.raises(HoldfastError, match="No row of the audit file"):
        bound_table(make_grid(simulated_tasks(probes)), probes, audit.with_columns(agent=pl.lit("other")))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("agent,task\na,t\n", "has no column 'role'"),
        (HEAD + "a,t,probe-1,x,perhaps,correct\n", "has the decision 'perhaps'"),
        (HEAD + "a,t,probe-1,x,match,fine\n", "has the verdict 'fine'"),
        (HEAD + "a,t,probe-1,x,match,\n", "has the verdict None"),
        (HEAD + "a,t,probe-1,x,match,correct\n" * 2, "judges probe-1 of t by a twice"),
        ("", "cannot be read"),
    ],
)
def test_bad_audit_files_are_told_in_a_sentence(tmp_path, text, sentence) -> None:
    path = tmp_path / "audit.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HoldfastError, match=sentence):
        read_audit(path)


def test_csv_and_json_lines_read_alike(tmp_path, audit) -> None:
    audit.write_csv(tmp_path / "a.csv")
    audit.write_ndjson(tmp_path / "a.jsonl")
    first, second = (read_audit(tmp_path / name).select(sorted(audit.columns)) for name in ("a.csv", "a.jsonl"))
    assert first.equals(second)
    with pytest.raises(HoldfastError, match="cannot be read"):
        read_audit(tmp_path / "missing.csv")


@pytest.mark.parametrize(
    ("agent", "place"),
    [
        ("embedded", "local"), ("react:local/x", "local"), ("openai/gpt", "hosted"), ("http://host/v1#m", "hosted"),
        ("memory:reference/bound", "program"), ("command:run me", "program"),
    ],
)  # fmt: skip
def test_where_an_agent_runs(agent, place) -> None:
    assert place_of(agent) == place


def test_table_10(probes) -> None:
    strict = probes.with_columns(
        name="task", right="matched", failure=pl.lit(None, dtype=pl.String),
        rule=pl.when(pl.col("unclear")).then(pl.lit("no valid JSON")).otherwise(pl.lit("single")),
    )  # fmt: skip
    original = strict.with_columns(reply=pl.when(pl.col("position") == 1).then(pl.lit("one")).otherwise(
        pl.lit("one two three four five six seven eight nine")))  # fmt: skip
    rows = {r["stratum"]: r for r in strict_schema_table(strict, original).iter_rows(named=True)}
    assert rows["Overall"]["rows"] == rows["Overall"]["completed"] == probes.height
    assert rows["Overall"]["parse_valid_rate"] == pytest.approx(1 - probes["unclear"].mean())
    assert rows["Concise responses"]["rows"] == (probes["position"] == 1).sum()
    assert rows["Concise responses"]["rows"] + rows["Verbose responses"]["rows"] == probes.height
    assert rows["Original correct-match rows"]["match_rate"] == 1
    assert rows["Original incorrect-match rows"]["match_rate"] == 0
    alone = strict_schema_table(strict, None)["stratum"].to_list()
    assert alone == ["Overall", "Program agents"]
