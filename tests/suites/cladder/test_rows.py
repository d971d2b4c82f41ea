"""Every format gives the same questions, and every damage one sentence."""

from __future__ import annotations

import gzip
import json

import polars as pl
import pytest

from holdfast.core import HoldfastError
from holdfast.suites.cladder.questions import read_questions
from holdfast.suites.cladder.rows import on_the_hub, read_rows


def as_jsonl(path, rows):
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n")


def as_jsonl_gz(path, rows):
    path.write_bytes(gzip.compress("\r\n".join(json.dumps(row) for row in rows).encode()))


def as_json(path, rows):
    path.write_text(json.dumps(rows, indent=1))


def as_json_gz(path, rows):
    path.write_bytes(gzip.compress(json.dumps(rows).encode()))


def as_csv(path, rows):
    pl.DataFrame(rows).write_csv(path)


def as_csv_gz(path, rows):
    path.write_bytes(gzip.compress(pl.DataFrame(rows).write_csv().encode()))


def as_parquet(path, rows):
    # As pandas leaves it: whole numbers have become floats.
    pl.DataFrame(rows).with_columns(pl.col("rung", "sensical").cast(pl.Float64)).write_parquet(path)


WRITERS = {
    "q.jsonl": as_jsonl, "q.jsonl.gz": as_jsonl_gz, "q.json": as_json, "q.json.gz": as_json_gz,
    "q.csv": as_csv, "q.csv.gz": as_csv_gz, "q.parquet": as_parquet,
}  # fmt: skip


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_gives_the_same_questions(tmp_path, rows, data, name) -> None:
    WRITERS[name](tmp_path / name, rows)
    questions = read_questions(str(tmp_path / name))
    assert questions == read_questions(str(data))
    assert len(questions.distinct) == 60
    first = questions.distinct[7]
    assert (first.given, first.question) == (
        "Imagine a world: cause2 has a direct effect on effect2. The probability of effect2 is 7%.",
        "Is effect2 more likely than not, in case 7?",
    )
    assert (first.label, first.rung, first.query_type, first.sense, first.unit) == (
        "no", 2, "ate", "commonsense", "story:story2",
    )  # fmt: skip


def test_an_address_on_the_hub_goes_through_polars(monkeypatch, rows, data) -> None:
    asked = []

    def read_parquet(where):
        asked.append(where)
        return pl.DataFrame(rows)

    monkeypatch.setattr(pl, "read_parquet", read_parquet)
    where = "hf://datasets/causalnlp/CLadder/data/full.parquet"
    assert read_questions(where).digest == read_questions(str(data)).digest
    assert asked == [where]


def test_columns_of_mixed_types_do_not_matter(tmp_path, rows) -> None:
    """The published aggregate file has numbers, lists and texts in one column, which column-wise readers refuse."""
    mixed = [{**row, "groundtruth": value} for row, value in zip(rows, [0.5, [["X"]], "no"] * 20, strict=True)]
    as_jsonl(tmp_path / "q.jsonl", mixed)
    assert len(read_questions(str(tmp_path / "q.jsonl")).distinct) == 60


DAMAGE = {
    "empty.jsonl": (b"", "has no rows"),
    "empty.csv": (b"", "has no rows"),
    "empty.json": (b"[]", "has no rows"),
    "torn.jsonl": (b'{"prompt": "a?"}\n{"prompt": "b', r"cannot be read as \.jsonl \(line 2: "),
    "list.jsonl": (b'{"prompt": "a?"}\n[1, 2]\n', r"cannot be read as \.jsonl \(line 2: Expected `object`"),
    "object.json": (b'{"prompt": "a?"}', r"cannot be read as \.json \(Expected `array`"),
    "other.parquet": (b"not a parquet file", r"cannot be read as \.parquet"),
    "other.jsonl.gz": (b"not gzip", "is not a whole gzip file"),
    "torn.jsonl.gz": (gzip.compress(b'{"prompt": "a?"}\n' * 99)[:-9], "is not a whole gzip file"),
    "rows.xlsx": (b"", "its format is not known"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_file_is_one_sentence(tmp_path, name) -> None:
    content, sentence = DAMAGE[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(HoldfastError, match=sentence) as raised:
        read_rows(str(tmp_path / name))
    assert name in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_file_is_one_sentence_with_what_may_be_meant(tmp_path, data) -> None:
    with pytest.raises(HoldfastError, match=r"There is no file .*cladder\.json; did you mean 'cladder.jsonl' there\?"):
        read_rows(str(tmp_path / "cladder.json"))
    with pytest.raises(HoldfastError, match=r"There is no file .*; check the path"):
        read_rows(str(tmp_path / "nowhere" / "x.csv"))


def test_a_folder_is_not_a_file(tmp_path) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(HoldfastError, match=r"cannot be read .*directory"):
        read_rows(str(tmp_path / "folder.csv"))


def test_an_unreachable_address_is_one_sentence(monkeypatch) -> None:
    def read_parquet(where):
        raise pl.exceptions.ComputeError("error sending request\nbecause of the network")

    monkeypatch.setattr(pl, "read_parquet", read_parquet)
    with pytest.raises(HoldfastError, match=r"\(error sending request\); check the address and the connection\.$"):
        read_rows("hf://datasets/a/b/c.parquet")
    with pytest.raises(HoldfastError, match="download it"):
        read_rows("hf://datasets/a/b/c.json")


def test_a_hub_id_stands_for_the_parquet_files_of_a_data_set(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert on_the_hub("causalnlp/CLadder") == "hf://datasets/causalnlp/CLadder@~parquet/**/*.parquet"
    assert on_the_hub("hf://datasets/a/b/c.parquet") == "hf://datasets/a/b/c.parquet"
    assert on_the_hub("data/rows.jsonl") is None
    assert on_the_hub("data/rows.jsonl.gz") is None
    (tmp_path / "causalnlp" / "CLadder").mkdir(parents=True)
    assert on_the_hub("causalnlp/CLadder") is None, "a path that exists goes first"
