"""Exports of a real run, read back by the programs they are for."""

from __future__ import annotations

import json
import sqlite3
from functools import partial

import polars as pl
import pytest

READERS = {
    "parquet": pl.read_parquet,
    "csv": partial(pl.read_csv, infer_schema_length=None),
    "jsonl": partial(pl.read_ndjson, infer_schema_length=None),
}


def test_every_scored_use_is_a_row_in_every_format(cli, finished, tmp_path) -> None:
    scores = pl.read_parquet(finished / "scores.parquet")
    frames = {}
    for kind, read in READERS.items():
        said = cli("export", finished, "--format", kind, "--out", tmp_path / "out")
        assert said.code == 0, said.err
        assert f"{scores.height:,} rows" in said.out
        frames[kind] = read(tmp_path / "out" / f"rows.{kind}")
        assert frames[kind].height == scores.height
    rows = frames["parquet"]
    key = ["agent", "id", "role", "replicate"]
    both = scores.join(rows, on=key, suffix="_row")
    assert both.height == scores.height
    assert both["answer"].eq_missing(both["answer_row"]).all()
    one = rows.row(0, named=True)
    assert json.loads(one["request"])["prompt"].startswith("World semantics")
    assert json.loads(one["reply"])["type"] == "score"
    right = rows.filter(pl.col("target").is_not_null()).select((pl.col("answer") == pl.col("target")).fill_null(False))
    assert right.to_series().to_list() == rows["right"].drop_nulls().to_list()
    assert rows.filter(pl.col("target").is_null())["right"].is_null().all()


def test_a_reply_that_looks_like_a_formula_is_harmless_in_csv(cli, finished, tmp_path) -> None:
    db = sqlite3.connect(finished / "journal.sqlite")
    db.execute("UPDATE request SET answer = NULL, failure = 'agent', message = '=HYPERLINK(1)'")
    db.commit()
    db.close()
    assert cli("export", finished, "--format", "csv", "--out", tmp_path / "out").code == 0
    assert set(pl.read_csv(tmp_path / "out" / "rows.csv")["message"]) == {"'=HYPERLINK(1)"}


def test_inspect_reads_the_log_back(cli, finished, tmp_path) -> None:
    log = pytest.importorskip("inspect_ai.log")
    said = cli("export", finished, "--format", "inspect", "--out", tmp_path / "out")
    assert said.code == 0, said.err
    files = sorted((tmp_path / "out").glob("*.eval"))
    assert len(files) == 2, "one per suite and agent"
    found = json.loads((finished / "findings.json").read_text(encoding="utf-8"))["findings"]
    scores = pl.read_parquet(finished / "scores.parquet")
    for file, agent in zip(files, ("reference/bound", "reference/last-clause"), strict=True):
        read = log.read_eval_log(str(file))
        assert read.status == "success"
        assert read.eval.metadata["agent"] == agent
        assert len(read.samples) == scores.filter(pl.col("agent") == agent).height
        metrics = read.results.scores[0].metrics
        expected = {f["name"]: f["estimate"] for f in found if f["agent"] == agent and f["estimate"] is not None}
        assert {name: metric.value for name, metric in metrics.items()} == pytest.approx(expected)
        for sample in read.samples:
            assert sample.input.startswith("World semantics")
            if sample.scores:
                score = sample.scores["holdfast"]
                assert (score.value == "C") == (score.answer == sample.target)
    summaries = log.read_eval_log_sample_summaries(str(files[0]))
    assert len(summaries) == len(log.read_eval_log(str(files[0])).samples), "what `inspect view` lists"


def test_a_failed_request_is_an_error_in_the_log(cli, finished, tmp_path) -> None:
    log = pytest.importorskip("inspect_ai.log")
    frame = pl.read_parquet(finished / "scores.parquet")
    frame.with_columns(failure=pl.lit("timeout"), answer=pl.lit(None, pl.String)).write_parquet(
        finished / "scores.parquet"
    )
    assert cli("export", finished, "--format", "inspect", "--out", tmp_path / "out").code == 0
    read = log.read_eval_log(str(next((tmp_path / "out").glob("*.eval"))))
    assert all(sample.error.message.startswith("timeout") and not sample.scores for sample in read.samples)


def test_what_cannot_be_exported_is_one_sentence(cli, finished, tmp_path) -> None:
    assert "did you mean 'parquet'" in cli("export", finished, "--format", "parket").problem
    assert "not a run folder" in cli("export", tmp_path / "nothing").problem
    (finished / "scores.parquet").unlink()
    assert "has no scores.parquet" in cli("export", finished).problem
