"""The analysis against a second one in plain Python, on margins drawn at random with ties and failures among them."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import defaultdict

import numpy as np
import polars as pl
import pytest

from holdfast.core import Expectation
from holdfast.engine.suite import Analysis
from holdfast.suites.control import contrast_outcomes, control_findings
from holdfast.suites.estimates import mean_finding
from holdfast.suites.invariance.chains import build_chain
from holdfast.suites.invariance.metrics import analyse
from holdfast.suites.invariance.settings import Settings

TIE = 1e-4
CHAINS = 4
AGENTS = ("one", "two")
SAMPLES = 5
ROLES = {
    "teacher-forced": ("teacher-forced",),
    **{method: (f"{method}:ab", f"{method}:ba") for method in ("forced-choice", "sampling", "greedy")},
}
GROUPS = {
    "tcit_f": lambda f: f["variant"] == "F" and f["query"] == "root>leaf",
    "tcit_f_pairs": lambda f: f["variant"] == "F",
    "tcit_h": lambda f: f["variant"] == "H",
    "tcit_c": lambda f: f["variant"] == "C" and f["query"].startswith(("touched", "untouched")),
    "tcit_c_touched": lambda f: f["variant"] == "C" and f["query"].startswith("touched"),
    "tcit_c_untouched": lambda f: f["variant"] == "C" and f["query"].startswith("untouched"),
}


def preference(method: str, askings: list[dict[str, object]]) -> float:
    """The margin of one role; the paper's method 3 takes it from smoothed counts of letters."""
    if method != "sampling":
        return askings[0]["margin_mean" if method == "teacher-forced" else "margin"]
    right, wrong = (sum(row["margin"] == side for row in askings) for side in (1, -1))
    n = len(askings)
    return math.log((right + 1) / (n + 2)) - math.log((wrong + 1) / (n + 2))


class Table:
    """Random margins over a real design, as the engine would hand them to the suite, and the same as plain dicts."""

    def __init__(self, *methods: str, failing: float = 0.05, agents: tuple[str, ...] = AGENTS, **settings) -> None:
        self.settings = {"methods": list(methods), "orders": settings.get("orders", "all")}
        resolved = Settings(methods=methods, **settings)
        blocks = [build_chain(seed, index, resolved) for seed in resolved.seeds for index in range(CHAINS)]
        self.items = {item.name: item for block in blocks for item in block.items}
        self.pairs = [pair for block in blocks for pair in block.pairs]
        rng = np.random.default_rng(7)
        rows = []
        # By method, agent and item: the margin, or None where a request failed.
        self.mean: dict[tuple[str, str], dict[str, float | None]] = defaultdict(dict)
        self.sum: dict[str, dict[str, float | None]] = defaultdict(dict)
        for method, agent, item in itertools.product(methods, agents, self.items.values()):
            asked = {role: self._asked(method, agent, item, role, rng, failing) for role in ROLES[method]}
            rows += [row for askings in asked.values() for row in askings]
            failed = any(row["failure"] for askings in asked.values() for row in askings)
            margin = None if failed else statistics.fmean(preference(method, askings) for askings in asked.values())
            self.mean[method, agent][item.name] = margin
            if method == "teacher-forced":
                self.sum[agent][item.name] = None if failed else asked[method][0]["margin_sum"]
        order = rng.permutation(len(rows))  # the result may not depend on the order of rows
        self.scores = pl.DataFrame([rows[i] for i in order], infer_schema_length=None)
        schema = dict.fromkeys(("suite", "base", "changed", "expectation", "kind", "unit"), pl.String)
        self.contrasts = pl.DataFrame(
            [("invariance", p.base, p.changed, p.expectation.value, p.kind, p.unit) for p in self.pairs],
            schema=schema,
            orient="row",
        )

    def _asked(self, method: str, agent: str, item, role: str, rng, failing: float) -> list[dict[str, object]]:
        """One row per asking of a role."""
        rows = []
        for replicate in range(SAMPLES if method == "sampling" else 1):
            row = {
                "suite": "invariance", "agent": agent, "id": item.name, "role": role, "replicate": replicate,
                "answer": None, "failure": "server" if rng.random() < failing / 2 else None, "name": item.name,
                "unit": item.unit, "target": item.key.target, **item.factors, "margin": None, "margin_mean": None,
                "margin_sum": None, "unread": None,
            }  # fmt: skip
            drawn = (
                float(rng.normal(0.2, 1)) if method.endswith(("forced", "choice")) else float(rng.choice([-1, 0, 1]))
            )
            if rng.random() < 0.1:
                drawn = float(rng.choice([0.0, TIE / 2, -TIE / 2]))
            numbers = {"margin": drawn, "unread": float(drawn == 0)}
            if method == "teacher-forced":
                numbers = {"margin_mean": drawn, "margin_sum": float(rng.normal(0, 3))}
            elif method == "sampling":
                numbers["margin"] = round(drawn)
            rows.append(row if row["failure"] else {**row, **numbers})
        return rows

    def unread(self, method: str, agent: str) -> float | None:
        """The share of askings that named no option, over the cases that have a target and were answered."""
        if method == "teacher-forced":
            return None
        wanted = {name for name, margin in self.mean[method, agent].items() if margin is not None}
        rows = [
            row
            for row in self.scores.iter_rows(named=True)
            if row["agent"] == agent and row["role"] in ROLES[method] and row["id"] in wanted and row["target"]
        ]
        return unread_of(rows)

    def analysed(self) -> Analysis:
        return analyse(self.scores, self.contrasts, self.settings)

    def found(self) -> dict[tuple[str, str], object]:
        return {(f.agent, f.name): f for f in self.analysed().findings}

    # ----------------------------------------------------------------------------------------- the second analysis

    def margins(self, method: str, agent: str, normalisation: str) -> dict[str, float]:
        """By item with a target and an answer, for one normalisation."""
        own = self.mean[method, agent]
        source = self.sum[agent] if normalisation == "sum" else own
        plain = {n: m for n, m in source.items() if m is not None and self.items[n].key.target is not None}
        if normalisation != "prior-corrected":
            return plain
        corrected = {}
        for name, margin in plain.items():
            prior = self.items[name].factors["prior"]
            if prior and (toward_absent := own[prior]) is not None:
                says_absent = "did not occur" in self.items[name].key.target
                corrected[name] = margin - (toward_absent if says_absent else -toward_absent)
        return corrected

    def expected(
        self, method: str, agent: str, group: str, normalisation: str, seed: int = 42
    ) -> dict[str, float | None]:
        own = {
            name: margin
            for name, margin in self.margins(method, agent, normalisation).items()
            if GROUPS[group](self.items[name].factors) and self.items[name].factors["seed"] == seed
        }
        right = {name: margin >= TIE for name, margin in own.items()}
        questions = defaultdict(dict)
        units = defaultdict(list)
        for name in own:
            item = self.items[name]
            question = (item.unit, item.factors["variant"], item.factors["premise"], item.factors["query"])
            questions[question][item.factors["order"], item.factors["forward"]] = name
            units[item.unit].append(right[name])
        flips = []
        for orders in questions.values():
            forward = next((name for (_, is_forward), name in orders.items() if is_forward), None)
            if forward is not None:
                flips += [right[name] != right[forward] for (_, is_forward), name in orders.items() if not is_forward]
        spreads = [statistics.pstdev([own[name] for name in orders.values()]) for orders in questions.values()]
        leans = []
        for name, margin in own.items():
            preference = 0 if abs(margin) < TIE else math.copysign(1, margin)
            leans.append(preference if "did not occur" in self.items[name].key.target else -preference)
        return {
            "positive_rate": statistics.fmean(right.values()),
            "flip_rate": statistics.fmean(flips) if flips else None,
            "strict_accuracy": statistics.fmean(all(values) for values in units.values()),
            "mean_margin": statistics.fmean(own.values()),
            "within_item_std": statistics.fmean(spreads),
            "polarity_bias": None if group.startswith("tcit_f") else statistics.fmean(leans),
        }

    def by_order(self, method: str, agent: str) -> dict[str, float]:
        """The mean margin and the flips of each order on its own, where there are few."""
        margins = self.margins(method, agent, "mean")
        values = defaultdict(list)
        for name, margin in margins.items():
            item = self.items[name]
            if item.factors["variant"] == "C" or (
                item.factors["variant"] == "F" and item.factors["query"] != "root>leaf"
            ):
                continue
            test = "tcit_f" if item.factors["variant"] == "F" else f"tcit_h_{item.factors['polarity']}"
            reference = "-".join(sorted(item.factors["order"].split("-")))
            forward = name.rpartition("/")[0] + "/" + reference
            if forward in margins:
                values[f"{test}.order.{item.factors['order']}.mean_margin"].append(margin)
                flipped = (margin >= TIE) != (margins[forward] >= TIE)
                values[f"{test}.order.{item.factors['order']}.flip_rate"].append(flipped)
        return {name: statistics.fmean(found) for name, found in values.items()}

    def control(self, method: str, agent: str, normalisation: str) -> dict[str, float]:
        outcomes = defaultdict(list)
        margins = self.margins(method, agent, normalisation)
        for pair in self.pairs:
            if pair.base not in margins or pair.changed not in margins:
                continue
            base, changed = margins[pair.base], margins[pair.changed]
            # Both right; where the answer must stay, both targets are the same, so both answers are too.
            held = base >= TIE and changed >= TIE
            outcomes[f"contrast.{pair.kind}"].append(held)
            outcomes[f"base_wrong.{pair.kind}"].append(not base >= TIE)
            if pair.kind.startswith("flip"):
                change = pair.expectation is Expectation.CHANGE
                outcomes["responsiveness" if change else "stability"].append(held)
        return {name: statistics.fmean(values) for name, values in outcomes.items()}


NORMALISATIONS = {
    "teacher-forced": ("mean", "sum", "prior-corrected"),
    "forced-choice": ("direct", "prior-corrected"),
    "sampling": ("direct", "prior-corrected"),
    "greedy": ("direct", "prior-corrected"),
}


def unread_of(rows: list[dict]) -> float:
    """The mean over cases of the share of askings that named no option."""
    cases: dict[str, list[list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        cases[row["id"]][row["role"]].append(row["unread"])
    return statistics.fmean(
        statistics.fmean(statistics.fmean(values) for values in roles.values()) for roles in cases.values()
    )


def compared(table: Table, method: str, stem: str) -> int:
    """Hold every finding of a method against the second analysis; how many were compared."""
    found = table.found()
    count = 0
    for agent in AGENTS:
        for normalisation, group in itertools.product(NORMALISATIONS[method], GROUPS):
            if normalisation == "prior-corrected" and group.startswith("tcit_f"):
                continue  # nothing is supposed in TCIT-F, so there is no prior
            name = f"{stem}.{group}" + ("" if normalisation in ("mean", "direct") else f".{normalisation}")
            for quantity, value in table.expected(method, agent, group, normalisation).items():
                if value is None:
                    assert (agent, f"{name}.{quantity}") not in found
                    continue
                estimate = found[agent, f"{name}.{quantity}"].estimate
                assert estimate == pytest.approx(value, abs=1e-9), (agent, name, quantity)
                count += 1
        for normalisation in NORMALISATIONS[method]:
            suffix = "" if normalisation in ("mean", "direct") else f".{normalisation}"
            for name, value in table.control(method, agent, normalisation).items():
                assert found[agent, f"{stem}.{name}{suffix}"].estimate == pytest.approx(value), (agent, name, suffix)
                count += 1
        for name, value in table.by_order(method, agent).items():
            assert found[agent, f"{stem}.{name}"].estimate == pytest.approx(value, abs=1e-9), (agent, name)
            count += 1
        if (unread := table.unread(method, agent)) is not None:
            assert found[agent, f"{stem}.unread_rate"].estimate == pytest.approx(unread)
            count += 1
    return count


@pytest.mark.parametrize("method", NORMALISATIONS)
@pytest.mark.parametrize("nodes", [3, 4])
def test_every_metric_is_what_a_second_analysis_finds(method, nodes) -> None:
    table = Table(method, nodes=nodes, failing=0.01 if method == "sampling" else 0.05)
    assert compared(table, method, "invariance") == len(table.found()), "nothing is found that was not compared"


def test_methods_are_analysed_apart_and_the_first_gives_the_headlines() -> None:
    table = Table("greedy", "teacher-forced", nodes=3)
    count = compared(table, "greedy", "invariance") + compared(table, "teacher-forced", "invariance.teacher-forced")
    found = table.found()
    assert count == len(found)
    assert not [name for (_, name), f in found.items() if f.headline and "teacher-forced" in name]
    alone = {key: f for key, f in Table("greedy", nodes=3).found().items() if f.headline}
    assert {key for key, f in found.items() if f.headline} == set(alone)
    for name, rows in table.analysed().tables.items():
        assert set(rows["method"]) == {"greedy", "teacher-forced"}, name


@pytest.mark.parametrize("group", ["tcit_f", "tcit_h"])
def test_the_papers_ten_orders_by_hand(group) -> None:
    """Every ordering counted as often as the paper shows it, the forward one among them."""
    table = Table("teacher-forced", orders="paper10", failing=0.0)
    ten: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, item in table.items.items():
        if GROUPS[group](item.factors) and item.key.target is not None:
            question = (item.unit, item.factors["premise"], item.factors["query"])
            ten[question] += [name] * item.factors["weight"]
    assert {len(names) for names in ten.values()} == {10}
    margins = table.margins("teacher-forced", "one", "mean")
    right = {name: margin >= TIE for name, margin in margins.items()}
    forward = {q: next(n for n in names if table.items[n].factors["forward"]) for q, names in ten.items()}
    shown = [name for names in ten.values() for name in names]
    found = table.found()

    def estimate(quantity: str) -> float:
        return found["one", f"invariance.{group}.{quantity}"].estimate

    assert estimate("positive_rate") == pytest.approx(statistics.fmean(right[n] for n in shown))
    assert estimate("mean_margin") == pytest.approx(statistics.fmean(margins[n] for n in shown))
    flips = [right[n] != right[forward[q]] for q, names in ten.items() for n in names]
    assert estimate("flip_rate") == pytest.approx(statistics.fmean(flips))
    spreads = [statistics.pstdev(margins[n] for n in names) for names in ten.values()]
    assert estimate("within_item_std") == pytest.approx(statistics.fmean(spreads))


def test_the_papers_ten_orders_leave_the_control_as_it_is() -> None:
    """TCIT-C is not the paper's: its orders are not weighted, so its rates are what they are without."""
    plain, weighted = (Table("teacher-forced", orders=orders, failing=0.0).found() for orders in ("all", "paper10"))
    for (agent, name), finding in plain.items():
        if ".tcit_c" in name:
            assert weighted[agent, name].estimate == pytest.approx(finding.estimate), name


def test_failures_are_missing_and_not_wrong() -> None:
    whole, holed = Table("teacher-forced", failing=0.0), Table("teacher-forced", failing=0.3)
    name = ("one", "invariance.tcit_h.positive_rate")
    asked = sum(i.factors["variant"] == "H" and i.key.target is not None for i in whole.items.values())
    assert whole.found()[name].n == asked
    answered = [n for n in holed.margins("teacher-forced", "one", "mean") if holed.items[n].factors["variant"] == "H"]
    assert holed.found()[name].n == len(answered) < asked
    always_right = holed.scores.with_columns(
        pl.when(pl.col("failure").is_null()).then(pl.lit(1.0)).alias("margin_mean")
    )
    analysis = analyse(always_right, holed.contrasts, holed.settings)
    rates = {f.name: f.estimate for f in analysis.findings if f.agent == "one"}
    assert rates["invariance.tcit_h.positive_rate"] == 1.0
    assert rates["invariance.responsiveness"] == rates["invariance.stability"] == 1.0
    assert rates["invariance.tcit_h.flip_rate"] == 0.0


def test_a_counterbalanced_case_with_one_asking_failed_is_missing() -> None:
    table = Table("greedy", failing=0.0)
    victim = next(n for n, i in table.items.items() if i.factors["variant"] == "H" and i.key.target is not None)
    broken = table.scores.with_columns(
        failure=pl.when((pl.col("id") == victim) & (pl.col("role") == "greedy:ba") & (pl.col("agent") == "one"))
        .then(pl.lit("timeout"))
        .otherwise(pl.col("failure")),
    )
    counts = {(f.agent, f.name): f.n for f in analyse(broken, table.contrasts, table.settings).findings}
    name = "invariance.tcit_h.positive_rate"
    assert counts["one", name] == counts["two", name] - 1


@pytest.mark.parametrize("method", NORMALISATIONS)
def test_no_finding_and_no_table_holds_a_nan(method) -> None:
    analysis = Table(method, failing=0.02).analysed()
    for finding in analysis.findings:
        numbers = [finding.estimate, *(end for i in finding.intervals for end in (i.low, i.high))]
        assert all(value is not None and math.isfinite(value) for value in numbers), finding
    for name, table in analysis.tables.items():
        assert table.height, name
        floats = table.select(pl.col(pl.Float64, pl.Float32))
        assert not floats.select(pl.all().is_nan().any()).row(0).count(True), name


def test_an_item_of_which_only_orders_without_weight_were_answered_is_missing_and_no_nan() -> None:
    table = Table("teacher-forced", orders="paper10", seeds=(1, 2), failing=0.9)
    for found in table.analysed().findings:
        assert found.estimate is None or math.isfinite(found.estimate), found.name
    for row in over_seeds(table).values():
        assert all(math.isfinite(row[quantity]) for quantity in SEEDED if row[quantity] is not None), row


def test_rows_in_another_order_give_the_same_findings() -> None:
    table = Table("teacher-forced")
    other = analyse(table.scores.sample(fraction=1, shuffle=True, seed=3), table.contrasts.reverse(), table.settings)
    shuffled = {(f.agent, f.name): f for f in other.findings}
    assert shuffled.keys() == table.found().keys()
    for key, one in table.found().items():
        assert (one.n, one.units, one.headline) == (shuffled[key].n, shuffled[key].units, shuffled[key].headline)
        assert one.estimate == pytest.approx(shuffled[key].estimate, abs=1e-12)


def test_an_agent_is_not_touched_by_who_else_is_measured() -> None:
    both = Table("teacher-forced")
    alone = analyse(both.scores.filter(pl.col("agent") == "two"), both.contrasts, both.settings).findings
    together = [f for f in both.analysed().findings if f.agent == "two"]
    assert sorted(alone, key=lambda f: f.name) == sorted(together, key=lambda f: f.name)


def test_units_are_chains_and_headlines_are_few() -> None:
    findings = Table("teacher-forced", failing=0.0).analysed().findings
    assert {f.unit for f in findings} == {"chain"}
    assert {f.units for f in findings} == {CHAINS}
    assert {f.name for f in findings if f.headline} == {
        "invariance.responsiveness",
        "invariance.stability",
        "invariance.tcit_f.positive_rate",
        "invariance.tcit_h.positive_rate",
        "invariance.tcit_c.positive_rate",
    }
    directions = {f.name.rpartition(".")[2]: f.higher_is_better for f in findings}
    assert directions["positive_rate"] is directions["strict_accuracy"] is directions["stability"] is True
    assert directions["flip_rate"] is directions["within_item_std"] is False
    assert directions["polarity_bias"] is None


def test_tables_break_the_positive_rate_down() -> None:
    table = Table("teacher-forced")
    tables = table.analysed().tables
    assert set(tables) == {
        "tcit", "tcit_by_polarity", "tcit_by_order", "tcit_by_query", "tcit_by_seed", "contrasts",
    }  # fmt: skip
    margins = table.margins("teacher-forced", "one", "mean")
    for factor in ("polarity", "order", "query", "seed"):
        rows = tables[f"tcit_by_{factor}"].filter((pl.col("agent") == "one") & (pl.col("normalisation") == "mean"))
        levels = defaultdict(list)
        for name, margin in margins.items():
            factors = table.items[name].factors
            levels[factors["variant"], factors[factor]].append(margin)
        assert rows.height == len(levels)
        for row in rows.iter_rows(named=True):
            values = levels[row["variant"], row[factor]]
            assert row["n"] == len(values)
            assert row["positive_rate"] == pytest.approx(statistics.fmean(v >= TIE for v in values))
            assert row["mean_margin"] == pytest.approx(statistics.fmean(values))
            assert row["margin_q1"] <= statistics.median(values) <= row["margin_q3"]


# ---------------------------------------------------------------------------------------------------------- seeds

SEEDS = (1, 2, 42)
SEEDED = ("positive_rate", "flip_rate", "mean_margin", "within_item_std")


def over_seeds(table: Table) -> dict[tuple[str, str, str], dict]:
    rows = table.analysed().tables["tcit_over_seeds"].iter_rows(named=True)
    return {(row["agent"], row["test"], row["normalisation"]): row for row in rows}


def test_means_and_deviations_over_seeds_are_numpys() -> None:
    """Each metric is taken seed by seed, as the paper does in its Tables 4 and 5, and not over all chains at once."""
    table = Table("teacher-forced", seeds=SEEDS)
    rows = over_seeds(table)
    assert {key[:2] for key in rows} == set(itertools.product(AGENTS, GROUPS))
    for (agent, group, normalisation), row in rows.items():
        by_seed = [table.expected("teacher-forced", agent, group, normalisation, seed) for seed in SEEDS]
        assert row["seeds"] == len(SEEDS)
        for quantity in SEEDED:
            values = [found[quantity] for found in by_seed]
            assert row[quantity] == pytest.approx(np.mean(values), abs=1e-12)
            assert row[f"{quantity}_sd"] == pytest.approx(np.std(values, ddof=1), abs=1e-12)
    assert rows["one", "tcit_h", "mean"]["positive_rate_sd"] > 0


def test_each_seed_counts_once_however_many_answers_it_has() -> None:
    table = Table("teacher-forced", seeds=(1, 2), failing=0.0)
    gone = (pl.col("seed") == 2) & pl.col("unit").str.ends_with("c0").not_()
    table.scores = table.scores.with_columns(
        failure=pl.when(gone).then(pl.lit("timeout")),
        margin_mean=pl.when(~gone).then(pl.when(pl.col("seed") == 1).then(1.0).otherwise(-1.0)),
    )
    row = over_seeds(table)["one", "tcit_h", "mean"]
    assert (row["positive_rate"], row["mean_margin"]) == (0.5, 0.0)
    assert row["positive_rate_sd"] == pytest.approx(math.sqrt(0.5))


def test_over_seeds_the_papers_ten_orders_keep_their_weights() -> None:
    table = Table("teacher-forced", orders="paper10", seeds=SEEDS, failing=0.0)
    alone = []
    for seed in SEEDS:
        own = analyse(table.scores.filter(pl.col("seed") == seed), table.contrasts, table.settings)
        alone.append({f.name: f.estimate for f in own.findings if f.agent == "one"})
    for group, quantity in itertools.product(("tcit_f", "tcit_h"), SEEDED):
        values = [found[f"invariance.{group}.{quantity}"] for found in alone]
        row = over_seeds(table)["one", group, "mean"]
        assert row[quantity] == pytest.approx(np.mean(values), abs=1e-12), (group, quantity)
        assert row[f"{quantity}_sd"] == pytest.approx(np.std(values, ddof=1), abs=1e-12), (group, quantity)


def test_one_seed_has_no_spread_and_no_table_of_it() -> None:
    assert "tcit_over_seeds" not in Table("teacher-forced", seeds=(7,)).analysed().tables


# ------------------------------------------------------------------------------------------------------ thin designs


def test_a_method_without_intervals_stands_in_one_table_with_one_that_has_them() -> None:
    """Of one method a single chain was answered, which has no interval; of the other all."""
    table = Table("greedy", "forced-choice", failing=0.0)
    gone = pl.col("role").str.starts_with("greedy") & (pl.col("unit") != "s42-c0")
    scores = table.scores.with_columns(failure=pl.when(gone).then(pl.lit("timeout")))
    tcit = analyse(scores, table.contrasts, table.settings).tables["tcit"]
    bounds = dict(tcit.group_by("method").agg(pl.col("positive_rate_low").count()).iter_rows())
    assert bounds["greedy"] == 0 < bounds["forced-choice"]


@pytest.mark.parametrize("variants", [("F",), ("H",), ("F", "H"), ("C",)])
def test_a_run_of_some_variants_is_analysed(variants) -> None:
    """What was not asked is not found, or is found to be unmeasured; it does not stop the analysis."""
    findings = Table("teacher-forced", variants=variants).found()
    for variant in "FHC":
        assert (("one", f"invariance.tcit_{variant.lower()}.positive_rate") in findings) == (variant in variants)
    responsiveness = findings.get(("one", "invariance.responsiveness"))
    if "C" not in variants and responsiveness is not None:
        assert responsiveness.estimate is None
        assert responsiveness.note


def test_one_order_only_has_no_flip_rate_and_says_why() -> None:
    findings = Table("teacher-forced", orders="1", control_orders=1).found()
    flip_rate = findings.get(("one", "invariance.tcit_h.flip_rate"))
    assert flip_rate is None or (flip_rate.estimate is None and flip_rate.n == 0)
    if flip_rate is not None:
        assert "no answered case" not in flip_rate.note, "cases were answered; there is no other order to compare"


@pytest.mark.parametrize("method", NORMALISATIONS)
def test_an_agent_that_answered_nothing_is_unmeasured_beside_one_that_did(method) -> None:
    table = Table(method, failing=0.0)
    numbers = ["margin", "margin_mean", "margin_sum", "unread"]
    gone = pl.col("agent") == "two"
    scores = table.scores.with_columns(
        pl.when(gone).then(pl.lit("connection")).otherwise(pl.col("failure")).alias("failure"),
        *(pl.when(~gone).then(pl.col(c)).alias(c) for c in numbers),
    )
    findings = {(f.agent, f.name): f for f in analyse(scores, table.contrasts, table.settings).findings}
    assert findings["one", "invariance.stability"].estimate is not None
    assert findings["two", "invariance.stability"].estimate is None
    assert findings["two", "invariance.stability"].n == 0
    assert findings["two", "invariance.stability"].note


# --------------------------------------------------------------------------------------------------- the shared parts


def test_a_mean_over_nothing_is_unmeasured_whatever_else_is_said_about_it() -> None:
    empty = pl.DataFrame({"unit": [], "held": []}, schema={"unit": pl.String, "held": pl.Boolean})
    finding = mean_finding("x.y", "agent", empty, "held", unit="chain", note="about", headline=True)
    assert (finding.estimate, finding.n, finding.units, finding.intervals) == (None, 0, 0, ())
    assert finding.note


def test_a_rate_that_all_clusters_share_still_has_a_width() -> None:
    frame = pl.DataFrame({"unit": list("aabbcc"), "held": [True] * 6})
    finding = mean_finding("x.y", "agent", frame, "held", unit="chain")
    assert finding.estimate == 1.0
    assert finding.interval.method.startswith("clopper-pearson")
    assert finding.interval.low == pytest.approx(0.025 ** (1 / 3), abs=1e-9)
    assert finding.interval.high == 1.0


def test_one_cluster_has_no_interval() -> None:
    frame = pl.DataFrame({"unit": ["a", "a"], "m": [1.0, 2.0]})
    finding = mean_finding("x.y", "agent", frame, "m", unit="chain")
    assert (finding.estimate, finding.intervals, finding.units, finding.n) == (1.5, (), 1, 2)


def test_outcomes_of_contrasts_by_hand() -> None:
    answers = pl.DataFrame(
        [
            ("x", "base", "yes", "yes"),
            ("x", "flip", "no", "no"),
            ("x", "same", "yes", "yes"),
            ("x", "tied", None, "yes"),
            ("x", "wrong", "no", "yes"),
            ("y", "base", "no", "yes"),
        ],
        schema=["agent", "id", "answer", "target"],
        orient="row",
    )
    pairs = [
        ("base", "flip", "change", True, False),
        ("base", "same", "stay", True, False),
        ("base", "unanswered", "stay", None, None),
        ("base", "tied", "stay", False, False),
        ("base", "wrong", "stay", False, False),
        ("wrong", "flip", "change", False, True),
        ("tied", "same", "stay", False, True),
    ]
    contrasts = pl.DataFrame(
        [{"base": b, "changed": c, "expectation": e, "kind": f"{b}-{c}", "unit": "u"} for b, c, e, _, _ in pairs]
    )
    outcomes = contrast_outcomes(answers, contrasts)
    assert set(outcomes["agent"]) == {"x"}, "nobody else has both sides of a contrast"
    found = {row["kind"]: (row["held"], row["base_wrong"]) for row in outcomes.iter_rows(named=True)}
    assert found == {f"{b}-{c}": (held, wrong) for b, c, _, held, wrong in pairs if held is not None}
    findings = {f.name: f for f in control_findings("s", "x", outcomes, list(found), "unit")}
    assert findings["s.responsiveness"].estimate == 0.5
    assert findings["s.stability"].estimate == 0.25
    assert "50%" in findings["s.responsiveness"].note
