"""Prices come from a table, the user's before the built-in one; a ceiling is never exceeded."""

from __future__ import annotations

import asyncio
import re

import pytest

from holdfast.agents.http import Price, load_prices, price_of
from holdfast.agents.http.budget import Budget
from holdfast.core import AgentFailure, Failure, HoldfastError


def test_the_built_in_table_is_sound():
    prices = load_prices()
    assert price_of("gpt-4o-mini", prices) == Price(0.15, 0.60)
    assert all(0 < price.input <= price.output for price in prices.values())


def test_a_dated_snapshot_costs_what_its_name_costs_and_nothing_else_is_guessed():
    prices = load_prices()
    assert price_of("gpt-4o-mini-2024-07-18", prices) == prices["gpt-4o-mini"]
    assert price_of("gpt-4o-mini-turbo", prices) is None
    assert price_of("openai/gpt-4o-mini", prices) is None


def test_cost_is_per_million_tokens():
    assert Price(2.0, 8.0).cost(1_000_000, 500_000) == pytest.approx(6.0)


def test_the_users_table_stands_before_the_built_in_one(tmp_path):
    path = tmp_path / "prices.toml"
    path.write_text('[models]\n"gpt-4o-mini" = { input = 1, output = 2 }\n"mine" = { input = 0.0, output = 0.0 }\n')
    prices = load_prices(path)
    assert prices["gpt-4o-mini"] == Price(1.0, 2.0)
    assert prices["mine"] == Price(0.0, 0.0)
    assert "gpt-4o" in prices


@pytest.mark.parametrize(
    "text", ["nonsense", '[models]\n"m" = 3\n', '[models]\n"m" = { input = 1, out = 2 }\n', "\xff"]
)
def test_a_bad_table_is_one_sentence(tmp_path, text):
    path = tmp_path / "prices.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(HoldfastError, match=r"prices\.toml is not a price table"):
        load_prices(path)


def test_a_missing_table_is_one_sentence(tmp_path):
    with pytest.raises(HoldfastError, match=re.escape(f"The price file {tmp_path / 'none.toml'} cannot be read")):
        load_prices(tmp_path / "none.toml")


def test_requests_that_fit_only_after_others_wait_for_them():
    async def run() -> list[float]:
        budget = Budget(1.0)
        spent = []

        async def call() -> None:
            reservation = await budget.reserve(0.9)  # only one fits at a time, yet each really costs a tenth
            await asyncio.sleep(0.001)
            budget.settle(reservation, 0.09)
            spent.append(budget.spent)
            assert budget.spent <= 1.0

        results = await asyncio.gather(*(call() for _ in range(20)), return_exceptions=True)
        refused = [r for r in results if isinstance(r, AgentFailure)]
        assert {r.kind for r in refused} == {Failure.BUDGET}
        assert len(refused) + len(spent) == 20
        return spent

    # 0.09 and then 0.18 are spent: a third reservation of 0.9 no longer fits even alone.
    assert asyncio.run(run()) == pytest.approx([0.09, 0.18])


def test_what_an_earlier_run_spent_counts():
    with pytest.raises(AgentFailure, match=r"\$4.9900 of the ceiling of \$5.00 are spent; raise the ceiling") as caught:
        asyncio.run(Budget(5.0, spent=4.99).reserve(0.02))
    assert caught.value.kind is Failure.BUDGET
