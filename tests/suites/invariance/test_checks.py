"""Data-quality checks: all is well with what the suite builds, and each fault planted in a design is found."""

from __future__ import annotations

import polars as pl
import pytest

from holdfast.suites.invariance import checks
from holdfast.suites.invariance.chains import build_chain
from holdfast.suites.invariance.checks import check
from holdfast.suites.invariance.settings import Settings

POOLS = "name pools disjoint"
ORDERS = "orders distinct per question"
BALANCE = "polarity balanced"
CONSISTENT = "same target in every order"
DIRECTION = "TCIT-F targets follow the chain"


def design(**settings) -> pl.DataFrame:
    items = [item for index in range(3) for item in build_chain(42, index, Settings(**settings)).items]
    rows = [{"id": i.name, "name": i.name, "unit": i.unit, "target": i.key.target, **i.factors} for i in items]
    return pl.DataFrame(rows, infer_schema_length=None)


def failing(frame: pl.DataFrame) -> set[str]:
    found = check(frame)
    assert set(found) == {POOLS, ORDERS, BALANCE, CONSISTENT, DIRECTION}
    assert all(said == "ok" or (said.endswith(".") and "\n" not in said) for said in found.values())
    return {name for name, said in found.items() if said != "ok"}


def turned(target: pl.Expr) -> pl.Expr:
    """The other option of a TCIT-F question."""
    return target.str.replace(r"Therefore, (\w+) causes (\w+)\.", "Therefore, ${2} causes ${1}.")


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"nodes": 3},
        {"nodes": 7, "orders": "5"},
        {"variants": ("H",)},
        {"orders": "1"},
        {"orders": "paper10"},
        {"pairs": "root-leaf"},
    ],
)
def test_what_the_suite_builds_passes(settings) -> None:
    assert failing(design(**settings)) == set()


def test_an_order_asked_twice_is_found() -> None:
    frame = design()
    assert ORDERS in failing(pl.concat([frame, frame.head(1)]))
    question = frame.filter((pl.col("unit") == "s42-c0") & (pl.col("query") == "1>2"))
    again = pl.when(pl.col("id") == question["id"][1]).then(pl.lit(question["order"][0])).otherwise(pl.col("order"))
    assert failing(frame.with_columns(order=again)) == {ORDERS}


def test_one_supposition_too_few_is_found() -> None:
    frame = design()
    absent = frame.filter((pl.col("variant") == "H") & (pl.col("polarity") == "absent"))["id"]
    assert failing(frame.filter(~pl.col("id").is_in(absent.head(1).implode()))) == {BALANCE}


@pytest.mark.parametrize("variant", ["H", "C"])
@pytest.mark.parametrize("polarity", ["absent", "present"])
def test_a_polarity_that_is_never_supposed_is_found(variant, polarity) -> None:
    kept = ~((pl.col("variant") == variant) & (pl.col("polarity") == polarity))
    assert failing(design().filter(kept)) == {BALANCE}


def test_a_target_that_depends_on_the_order_is_found() -> None:
    frame = design()
    victim = frame.filter((pl.col("variant") == "H") & (pl.col("polarity") == "absent"))["id"][2]
    other = pl.col("target").str.replace("did not occur", "occurred")
    wrong = frame.with_columns(target=pl.when(pl.col("id") == victim).then(other).otherwise(pl.col("target")))
    assert failing(wrong) == {CONSISTENT}


@pytest.mark.parametrize("query", ["root>leaf", "0>1", "1>2", "2>3"])
def test_a_direction_turned_round_in_all_orders_is_found(query) -> None:
    frame = design()
    victim = (pl.col("unit") == "s42-c1") & (pl.col("variant") == "F") & (pl.col("query") == query)
    wrong = frame.with_columns(target=pl.when(victim).then(turned(pl.col("target"))).otherwise(pl.col("target")))
    assert not wrong.equals(frame)
    assert failing(wrong) == {DIRECTION}


def test_all_directions_turned_round_are_found() -> None:
    frame = design(nodes=3)
    factual = pl.col("variant") == "F"
    wrong = frame.with_columns(target=pl.when(factual).then(turned(pl.col("target"))).otherwise(pl.col("target")))
    assert failing(wrong) == {DIRECTION}


def test_a_name_in_two_splits_is_found(monkeypatch) -> None:
    monkeypatch.setattr(checks, "pool", lambda split: ("Blorf", split.capitalize()))
    assert failing(design()) == {POOLS}


def test_a_design_that_mixes_splits_is_found() -> None:
    """The pools are disjoint by construction; what can go wrong is a design that draws from two of them."""
    frame = design()
    foreign = build_chain(42, 99, Settings(split="train")).items
    rows = [{"id": i.name, "name": i.name, "unit": i.unit, "target": i.key.target, **i.factors} for i in foreign]
    assert POOLS in failing(pl.concat([frame, pl.DataFrame(rows, schema=frame.schema)]))
