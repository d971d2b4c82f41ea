"""Tables and findings against numbers made by other means: by hand, by scipy and statsmodels, by listing every draw."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest
from sklearn.metrics import roc_auc_score
from statsmodels.stats.proportion import proportions_ztest

from holdfast.suites.cladder.analysis import analyse, judged

SETTINGS = {"method": "teacher-forced", "cot": False}
STORIES = 5
AGENTS = ("zeta", "alpha")


def made_scores(n: int = 120, seed: int = 3) -> pl.DataFrame:
    """Two agents, n questions in five stories, a lead for each and one prior per story and agent."""
    rng = np.random.default_rng(seed)
    rows = []
    for agent, skill, bias in (("zeta", 0.2, 1.0), ("alpha", 0.9, 0.1)):
        for story in range(STORIES):
            rows.append(
                {"agent": agent, "id": f"p{story}", "name": f"prior/{story}", "unit": f"story:{story}", "target": None,
                 "lead": bias + 0.3 * story, "failure": None}
            )  # fmt: skip
        for i in range(n):
            target = "yes" if i % 2 else "no"
            story = int(rng.integers(STORIES))
            lead = skill * (1 if target == "yes" else -1) + bias + 0.3 * story + rng.normal()
            rows.append(
                {"agent": agent, "id": f"q{i}", "name": f"q{i}", "unit": f"story:{i % STORIES}", "target": target,
                 "lead": lead, "failure": None, "rung": i % 3 + 1, "query_type": ("marginal", "ate", "nde")[i % 3],
                 "sense": ("commonsense", "nonsense")[i // 3 % 2], "prior": f"prior/{i % STORIES}"}
            )  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def right(scores: pl.DataFrame, agent: str, corrected: bool) -> dict[str, bool]:
    """Who is right about what, in plain loops."""
    own = [row for row in scores.iter_rows(named=True) if row["agent"] == agent]
    priors = {row["name"]: row["lead"] for row in own if row["target"] is None}
    found = {}
    for row in own:
        if row["target"] is not None:
            lead = row["lead"] - (priors[row["prior"]] if corrected else 0.0)
            found[row["id"]] = (lead > 0) == (row["target"] == "yes")
    return found


def every_draw(values: dict[str, list[float]]) -> tuple[float, float]:
    """The percentile interval of a mean over stories, all 5^5 equally likely draws listed."""
    sums = {story: (sum(v), len(v)) for story, v in values.items()}
    means = sorted(
        sum(sums[s][0] for s in draw) / sum(sums[s][1] for s in draw)
        for draw in itertools.product(sums, repeat=len(sums))
    )
    tail = int(np.ceil(0.025 * len(means))) - 1
    return means[tail], means[-1 - tail]


@pytest.fixture(scope="module")
def scores() -> pl.DataFrame:
    return made_scores()


@pytest.fixture(scope="module")
def analysis(scores):
    return analyse(scores, SETTINGS)


@pytest.mark.parametrize("normalisation", ["raw", "prior-corrected"])
@pytest.mark.parametrize("rung", ["1", "2", "3", "all"])
def test_pairs_against_other_libraries(scores, analysis, normalisation, rung) -> None:
    corrected = normalisation == "prior-corrected"
    first, second = (right(scores, agent, corrected) for agent in AGENTS)
    asked = scores.filter((pl.col("agent") == "zeta") & pl.col("target").is_not_null())
    ids = [row["id"] for row in asked.iter_rows(named=True) if rung in ("all", str(row["rung"]))]
    n = len(ids)
    (row,) = (
        analysis.tables["cladder_paired"]
        .filter((pl.col("normalisation") == normalisation) & (pl.col("rung") == rung))
        .to_dicts()
    )
    assert (row["agent_a"], row["agent_b"]) == AGENTS, "in the order of the plan, not of the alphabet"
    hits = sum(first[i] for i in ids), sum(second[i] for i in ids)
    only = sum(first[i] and not second[i] for i in ids), sum(second[i] and not first[i] for i in ids)
    assert (row["n"], row["stories"]) == (n, STORIES)
    assert (row["accuracy_a"], row["accuracy_b"]) == pytest.approx((hits[0] / n, hits[1] / n))
    assert row["delta_pp"] == pytest.approx(100 * (hits[1] - hits[0]) / n)
    assert (row["only_a_right"], row["only_b_right"]) == only
    assert row["mcnemar_p"] == pytest.approx(binomtest(only[0], sum(only)).pvalue)
    assert row["unpaired_z_p"] == pytest.approx(proportions_ztest(hits, [n, n])[1])
    by_story: dict[str, list[float]] = {}
    for i in ids:
        by_story.setdefault(f"{int(i[1:]) % STORIES}", []).append(100.0 * (second[i] - first[i]))
    assert (row["delta_pp_low"], row["delta_pp_high"]) == pytest.approx(every_draw(by_story))


def test_the_table_of_rungs(scores, analysis) -> None:
    table = analysis.tables["cladder"]
    assert table.height == len(AGENTS) * 2 * 4
    assert table.columns[:7] == ["agent", "method", "normalisation", "rung", "task", "n", "stories"]
    for row in table.filter(pl.col("normalisation") == "raw").iter_rows(named=True):
        own = scores.filter(
            (pl.col("agent") == row["agent"])
            & pl.col("target").is_not_null()
            & (pl.lit(row["rung"] == "all") | (pl.col("rung").cast(pl.String) == row["rung"]))
        )
        correct = right(scores, row["agent"], False)
        assert row["n"] == own.height
        assert row["accuracy"] == pytest.approx(np.mean([correct[i] for i in own["id"]]))
        assert row["yes_rate"] == pytest.approx((own["lead"] > 0).mean())
        assert row["label_yes_rate"] == pytest.approx((own["target"] == "yes").mean())
        assert row["auc"] == pytest.approx(roc_auc_score(own["target"] == "yes", own["lead"]))
        by_story: dict[str, list[float]] = {}
        for story, i in own.select("unit", "id").iter_rows():
            by_story.setdefault(story, []).append(float(correct[i]))
        assert (row["low"], row["high"]) == pytest.approx(every_draw(by_story))
    tasks = table.select("rung", "task").unique().sort("rung").rows()
    assert tasks == [("1", "association"), ("2", "intervention"), ("3", "counterfactual"), ("all", "all")]


def test_correcting_for_the_prior_takes_the_yes_bias_away(scores, analysis) -> None:
    """`zeta` leans to yes by its prior; after correction it says yes about as often as no, and is right more often."""
    table = analysis.tables["cladder"].filter((pl.col("agent") == "zeta") & (pl.col("rung") == "all"))
    raw, corrected = (table.filter(pl.col("normalisation") == n).row(0, named=True) for n in ("raw", "prior-corrected"))
    assert raw["yes_rate"] > 0.8
    assert 0.35 < corrected["yes_rate"] < 0.65
    assert corrected["accuracy"] > raw["accuracy"]


def test_tables_by_query_and_sense_split_the_same_answers(analysis) -> None:
    whole = analysis.tables["cladder"].filter(pl.col("rung") == "all")
    for name, factor, levels in (
        ("cladder_by_query", "query_type", ["marginal", "ate", "nde"]),
        ("cladder_by_sense", "sense", ["commonsense", "nonsense"]),
    ):
        table = analysis.tables[name]
        assert table[factor].unique(maintain_order=True).to_list() == levels
        hits = table.group_by("agent", "normalisation").agg(
            n=pl.col("n").sum(), hits=(pl.col("accuracy") * pl.col("n")).sum()
        )
        both = whole.join(hits, on=["agent", "normalisation"], suffix="_parts")
        assert both.height == 4
        assert (both["n"] == both["n_parts"]).all()
        assert (both["hits"] - both["accuracy"] * both["n"]).abs().max() < 1e-9


def test_findings_have_one_name_each_and_the_rungs_are_the_headlines(analysis) -> None:
    names = [(f.name, f.agent) for f in analysis.findings]
    assert len(names) == len(set(names))
    headlines = [f for f in analysis.findings if f.headline and f.agent == "zeta"]
    assert [f.name for f in headlines] == [f"cladder.rung{rung}.accuracy" for rung in (1, 2, 3)]
    assert all(f.unit == "story" and f.units == STORIES and f.n == 40 for f in headlines)
    assert all("says yes in" in f.note for f in headlines)
    expected = {"cladder.accuracy", "cladder.yes_rate", "cladder.prior-corrected.accuracy",
                "cladder.rung3.prior-corrected.yes_rate", "cladder.query.nde.accuracy",
                "cladder.sense.nonsense.accuracy"}  # fmt: skip
    assert expected <= {name for name, _ in names}


def test_a_tie_is_wrong_and_neither_yes_nor_no() -> None:
    scores = made_scores().with_columns(lead=pl.when(pl.col("id") == "q1").then(1e-5).otherwise("lead"))
    row = judged(scores).filter(
        (pl.col("id") == "q1") & (pl.col("agent") == "zeta") & (pl.col("normalisation") == "raw")
    )
    assert row.select("answer", "right", "said_yes").row(0) == (None, False, None)


def test_what_failed_is_missing_and_not_wrong() -> None:
    failed = (pl.col("agent") == "alpha") & pl.col("id").is_in(["q0", "q1", "q2"])
    scores = made_scores().with_columns(
        failure=pl.when(failed).then(pl.lit("timeout")), lead=pl.when(failed).then(None).otherwise("lead")
    )
    analysis = analyse(scores, SETTINGS)
    everything = analysis.tables["cladder"].filter((pl.col("rung") == "all") & (pl.col("normalisation") == "raw"))
    assert dict(everything.select("agent", "n").iter_rows()) == {"zeta": 120, "alpha": 117}
    paired = analysis.tables["cladder_paired"].filter((pl.col("rung") == "all") & (pl.col("normalisation") == "raw"))
    assert paired["n"].to_list() == [117]


def test_a_failed_prior_leaves_only_the_raw_answer() -> None:
    failed = pl.col("id") == "p0"
    scores = made_scores().with_columns(
        failure=pl.when(failed).then(pl.lit("timeout")), lead=pl.when(failed).then(None).otherwise("lead")
    )
    counts = analyse(scores, SETTINGS).tables["cladder"].filter(pl.col("rung") == "all")
    assert dict(counts.filter(pl.col("agent") == "zeta").select("normalisation", "n").iter_rows()) == {
        "raw": 120, "prior-corrected": 96,
    }  # fmt: skip


def test_one_agent_has_no_pairs_and_no_answer_no_estimate() -> None:
    one = made_scores().filter(pl.col("agent") == "zeta").with_columns(failure=pl.lit("server")).drop("lead")
    analysis = analyse(one, SETTINGS)
    assert "cladder_paired" not in analysis.tables
    assert analysis.tables["cladder"]["accuracy"].null_count() == analysis.tables["cladder"].height
    assert {f.estimate for f in analysis.findings} == {None}
    assert any(f.headline for f in analysis.findings)
