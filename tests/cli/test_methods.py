"""Whole runs of `invariance` over HTTP, by every method that a server allows, against servers with a known rule.

What a rule must look like in the tables follows from the rule alone. Tokens are listed with and without a leading
space, because servers do both.
"""

from __future__ import annotations

import json
import math

import polars as pl
import pytest

from openai_server import RULE_MARGIN, running_server

METHODS = ("forced-choice", "sampling", "greedy")
SAMPLES = 3
FEW = ("--chains", 1, "--orders", 2, "--control-orders", 2, "--samples", SAMPLES)
CASES = (6 + 3 + 14) * 2
"""Six pairs, three suppositions and fourteen controls, in two orders."""
MARGINS = {"forced-choice": RULE_MARGIN, "sampling": math.log(SAMPLES + 1), "greedy": 1.0}
"""What an unwavering letter is worth by each method; sampling is smoothed: (N + 1) / (0 + 1)."""

spelled = pytest.mark.parametrize("spelling", [(), ("--spaced-letters",)], ids=["A", "space A"])


@pytest.fixture
def measured(cli, unreported, tmp_path):
    """Run all three methods against a server with a rule: the table of metrics by method and test, and the findings."""

    def run(rule: str, spelling: tuple[str, ...], *options: str) -> tuple[dict[tuple[str, str], dict], dict]:
        with running_server("--rule", rule, *spelling) as server:
            agent = ("--agent", f"{server.url}#test-model")
            said = cli("run", "invariance", *agent, "--methods", "2,3,greedy", *FEW, *options, "--out", "run", "--json")
        assert said.code == 0, said.err
        table = pl.read_csv(tmp_path / "run" / "tables" / "tcit.csv").filter(pl.col("normalisation") == "direct")
        rows = {(row["method"], row["test"]): row for row in table.iter_rows(named=True)}
        assert len(rows) == table.height, "one row for a method and a test"
        return rows, json.loads(said.out)

    return run


@spelled
def test_a_constant_letter_prefers_nothing_once_letters_are_counterbalanced(measured, spelling) -> None:
    rows, findings = measured("always-a", spelling)
    (coverage,) = findings["coverage"]
    assert coverage["answered"] == coverage["planned"] == CASES * 2 * (1 + SAMPLES + 1)
    assert findings["certificate"]["shortcuts"]["invariance"]["first option"] == 0.5
    for row in rows.values():
        assert row["positive_rate"] == row["strict_accuracy"] == row["flip_rate"] == 0.0, "a tie is wrong"
        assert row["mean_margin"] == pytest.approx(0.0, abs=1e-6)


@spelled
def test_a_constant_letter_is_perfect_where_the_right_answer_is_always_a(measured, spelling) -> None:
    rows, findings = measured("always-a", spelling, "--paper-exact")
    assert findings["certificate"]["shortcuts"]["invariance"]["first option"] == 1.0
    for (method, _), row in rows.items():
        assert row["positive_rate"] == row["strict_accuracy"] == 1.0
        assert row["mean_margin"] == pytest.approx(MARGINS[method], abs=1e-6)


@spelled
def test_copying_the_premise_is_perfect_in_tcit_h_and_exposed_by_the_control(measured, spelling) -> None:
    rows, findings = measured("copies-premise", spelling)
    expected = {"tcit_f": 0.0, "tcit_f_pairs": 0.0, "tcit_h": 1.0, "tcit_c": 0.5}
    expected |= {"tcit_c_touched": 1.0, "tcit_c_untouched": 0.0}
    assert {key: row["positive_rate"] for key, row in rows.items()} == {
        (method, test): rate for method in METHODS for test, rate in expected.items()
    }
    for method in METHODS:
        assert rows[method, "tcit_h"]["mean_margin"] == pytest.approx(MARGINS[method], abs=1e-6)
        assert rows[method, "tcit_c_untouched"]["mean_margin"] == pytest.approx(-MARGINS[method], abs=1e-6)
    estimates = {finding["name"]: finding["estimate"] for finding in findings["findings"]}
    for stem in ("invariance", "invariance.sampling", "invariance.greedy"):
        assert (estimates[f"{stem}.responsiveness"], estimates[f"{stem}.stability"]) == (1.0, 0.0)


def test_the_table_across_methods_has_a_row_for_each_in_the_order_asked(measured, tmp_path) -> None:
    """The paper's Table 9."""
    measured("copies-premise", ())
    table = pl.read_csv(tmp_path / "run" / "tables" / "tcit.csv").filter(pl.col("normalisation") == "direct")
    for test in ("tcit_f", "tcit_h"):
        assert tuple(table.filter(pl.col("test") == test)["method"]) == METHODS
    assert table.select("positive_rate", "flip_rate", "mean_margin").null_count().sum_horizontal().item() == 0


def test_one_method_that_a_server_cannot_serve_stops_the_run_before_a_case_is_asked(cli, tmp_path) -> None:
    with running_server("--rule", "always-a", "--no-logprobs") as server:
        agent = ("--agent", f"{server.url}#test-model")
        said = cli("run", "invariance", *agent, "--methods", "2,3,greedy", *FEW, "--out", "run", "--quiet")
        asked = server.stats()["requests"]
    assert said.code == 1
    assert "returns no log-probabilities" in said.problem
    assert "greedy" in said.problem, "what to do instead"
    assert asked <= 3, "the probes"
    assert not (tmp_path / "run" / "findings.json").exists()
