"""Data-quality checks of a built TCIT design (paper 004, Appendix B.2): run on every build, kept in the manifest."""

from __future__ import annotations

import polars as pl

from holdfast.suites.invariance.names import SPLITS, pool, split_of

OK = "ok"


def check(design: pl.DataFrame) -> dict[str, str]:
    """Each check by name: `ok`, or a sentence that says what is wrong."""
    asked = design.filter(pl.col("target").is_not_null())
    return {
        "name pools disjoint": _pools(asked),
        "orders distinct per question": _orders(design),
        "polarity balanced": _balance(asked),
        "same target in every order": _consistent(asked),
        "TCIT-F targets follow the chain": _direction(asked),
    }


def _pools(asked: pl.DataFrame) -> str:
    pools = [set(pool(split)) for split in SPLITS]
    if sum(map(len, pools)) != len(set().union(*pools)):
        return "a name stands in two splits."
    names = asked["target"].str.extract_all(r"[A-Z][a-z]+").explode().unique().to_list()
    splits = {split_of(name) for name in names if name not in ("Therefore", None)}
    return OK if len(splits) <= 1 else f"names of {len(splits)} splits are mixed."


def _orders(design: pl.DataFrame) -> str:
    per_question = design.group_by("unit", "variant", "premise", "query").agg(
        n=pl.len(), distinct=pl.col("order").n_unique()
    )
    return OK if (per_question["n"] == per_question["distinct"]).all() else "an order of one question is asked twice."


def _balance(asked: pl.DataFrame) -> str:
    supposed = asked.filter(pl.col("variant").is_in(["H", "C"]))
    absent = supposed.group_by("variant").agg(balance=(pl.col("polarity") == "absent").mean())
    return OK if (absent["balance"] == 0.5).all() else "`occurred` and `did not occur` are not supposed equally often."


def _consistent(asked: pl.DataFrame) -> str:
    targets = asked.group_by("unit", "variant", "premise", "query").agg(pl.col("target").n_unique())
    return OK if (targets["target"] == 1).all() else "a question has different targets in different orders."


def _direction(asked: pl.DataFrame) -> str:
    """Every target `a causes b` of a question i>j puts a at place i and b at place j; each place has one name."""
    factual = asked.filter(pl.col("variant") == "F").with_columns(
        pl.col("target").str.extract_groups(r"Therefore, (?<cause>\w+) causes (?<effect>\w+)").struct.unnest(),
        pl.col("query")
        .str.replace("root>leaf", "0>leaf")
        .str.split(">")
        .list.to_struct(fields=["from", "to"])
        .struct.unnest(),
    )
    places = pl.concat(
        [
            factual.select("unit", place="from", name="cause"),
            factual.select("unit", place="to", name="effect"),
        ]
    ).unique()
    # The leaf also has a number; what counts is that no place has two names and no numbered name two places.
    one_name = places.group_by("unit", "place").agg(pl.col("name").n_unique())
    numbered = places.filter(pl.col("place") != "leaf").group_by("unit", "name").agg(pl.col("place").n_unique())
    fine = (one_name["name"] == 1).all() and (numbered["place"] == 1).all()
    return OK if fine else "a TCIT-F target runs against its chain."
