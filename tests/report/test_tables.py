"""Tables are read as they are: rounded for the eye, capped, with intervals beside their estimates."""

from __future__ import annotations

from pathlib import Path

from holdfast.report.tables import Cell, Column, read_table, read_tables


def test_numbers_are_rounded_and_intervals_folded(tmp_path: Path) -> None:
    file = tmp_path / "tcit.csv"
    file.write_text(
        "agent,test,n,rate,rate_low,rate_high,bias\nme,tcit_c_untouched,1440,0.123456,0.1,0.2,\nme,tcit_h,7,-0.5,,,0.25\n",
        encoding="utf-8",
    )
    table = read_table(file)
    assert table.columns == [
        Column("agent", False), Column("test", False), Column("n", True), Column("rate", True), Column("bias", True),
    ]  # fmt: skip
    assert table.rows[0] == [
        Cell("me"), Cell("TCIT-C untouched"), Cell("1,440"), Cell("0.123", "[0.100, 0.200]"), Cell(""),
    ]  # fmt: skip
    assert table.rows[1][3:] == [Cell("-0.500"), Cell("0.250")]
    assert table.caption.startswith("TCIT metrics")


def test_an_interval_without_width_says_why(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("rate,rate_low,rate_high\n0.5,0.5,0.5\n", encoding="utf-8")
    assert read_table(tmp_path / "t.csv").rows == [[Cell("0.500", "all clusters agree")]]


def test_long_tables_are_capped_and_say_how_long_they_are(tmp_path: Path) -> None:
    file = tmp_path / "long_one.csv"
    file.write_text("n\n" + "\n".join(map(str, range(1000))), encoding="utf-8")
    table = read_table(file)
    assert (len(table.rows), table.total, table.caption) == (200, 1000, "long one")
    assert table.rows[-1] == [Cell("199")]


def test_unreadable_and_empty_files_do_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_bytes(b"a,b\n\xff\xfe\n")
    (tmp_path / "empty.csv").write_text("", encoding="utf-8")
    (tmp_path / "good.csv").write_text("a\nnan\n1e400\n", encoding="utf-8")
    bad, empty, good = read_tables(tmp_path)
    assert "decode" in bad.problem
    assert (empty.columns, empty.rows, empty.total) == ([], [], 0)
    assert [row[0].text for row in good.rows] == ["nan", "1e400"]
    assert read_tables(tmp_path / "missing") == []
