"""The bootstrap over crossed clusters, against rows that were really drawn again."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

from holdfast.stats import (
    MEASURES,
    Among,
    Discrimination,
    Ranking,
    WeightedMean,
    cluster_mean,
    crossed_draws,
    evaluate,
    two_way_bootstrap,
)


def study(agents: int = 8, tasks: int = 20, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Agents, tasks, outcomes and a score that knows something about them."""
    rng = np.random.default_rng(seed)
    agent, task = (grid.ravel() for grid in np.indices((agents, tasks)))
    outcome = rng.random(agents * tasks) < 0.4
    return agent, task, outcome, np.clip(0.3 * outcome + 0.7 * rng.random(agents * tasks), 0, 1)


def test_every_draw_equals_scikit_learn_on_the_rows_it_drew() -> None:
    agent, task, outcome, score = study()
    drawn = crossed_draws(agent, task, seed=1, draws=70)
    values = evaluate({"score": Discrimination(outcome, score)}, drawn).values["score"]
    for draw in range(70):
        agent_times, task_times = drawn.counts[0][:, draw], drawn.counts[1][:, draw]
        assert (agent_times.sum(), task_times.sum()) == (8, 20)
        rows = np.concatenate(
            [
                np.flatnonzero((agent == a) & (task == t))
                for a in np.repeat(np.arange(8), agent_times.astype(int))
                for t in np.repeat(np.arange(20), task_times.astype(int))
            ]
        )
        assert len(rows) == 160
        expected = (
            roc_auc_score(outcome[rows], score[rows]),
            average_precision_score(outcome[rows], score[rows]),
            brier_score_loss(outcome[rows], score[rows]),
        )
        assert values[draw, :3] == pytest.approx(expected, abs=1e-9)
        assert np.array_equal(drawn.weights(draw), np.bincount(rows, minlength=160))


def test_deltas_are_paired_within_draws() -> None:
    agent, task, outcome, score = study()
    noise = np.random.default_rng(9).normal(0, 0.01, len(score))
    close = np.clip(score + noise, 0, 1)
    result = two_way_bootstrap(
        {
            "a": Discrimination(outcome, score),
            "b": Discrimination(outcome, close),
            "copy": Discrimination(outcome, score),
        },
        agent,
        task,
        seed=2,
        draws=300,
    )
    for column, measure in enumerate(MEASURES):
        delta = result.delta("a", "b", measure)
        differences = result.values["a"][:, column] - result.values["b"][:, column]
        assert delta.low == np.quantile(differences, 0.025, method="inverted_cdf")
        assert delta.estimate == pytest.approx(
            result.interval("a", measure).estimate - result.interval("b", measure).estimate
        )
        single = result.interval("a", measure)
        assert delta.high - delta.low < single.high - single.low  # what pairing is for
        same = result.delta("a", "copy", measure)
        assert (same.estimate, same.low, same.high) == (0, 0, 0)
    assert result.interval("a", "auc").estimate == pytest.approx(roc_auc_score(outcome, score))
    assert result.interval("a", "auc").clusters == (8, 20)


def test_one_factor_is_the_cluster_bootstrap() -> None:
    agent, _, outcome, _ = study(agents=30)
    values = outcome + agent / 10
    result = evaluate({"mean": WeightedMean(values)}, crossed_draws(agent, seed=3, draws=20_000)).interval(
        "mean", "mean"
    )
    plain = cluster_mean(values, agent, seed=4, draws=20_000)
    assert result.estimate == pytest.approx(plain.estimate)
    assert (result.low, result.high) == pytest.approx((plain.low, plain.high), abs=0.03)


def test_two_factors_are_wider_than_one_where_both_vary() -> None:
    rng = np.random.default_rng(0)
    agent, task, _, _ = study(agents=12, tasks=30)
    values = rng.normal(size=12)[agent] + rng.normal(size=30)[task]
    means = {"mean": WeightedMean(values)}
    both = two_way_bootstrap(means, agent, task, seed=0).interval("mean", "mean")
    tasks_only = evaluate(means, crossed_draws(task, seed=0)).interval("mean", "mean")
    agents_only = evaluate(means, crossed_draws(agent, seed=0)).interval("mean", "mean")
    assert both.high - both.low > agents_only.high - agents_only.low > tasks_only.high - tasks_only.low
    # the variances of the two ways add up
    spread = math.hypot(agents_only.high - agents_only.low, tasks_only.high - tasks_only.low)
    assert both.high - both.low == pytest.approx(spread, rel=0.1)


def test_draws_depend_on_the_seed_and_not_on_the_order_of_rows() -> None:
    agent, task, outcome, score = study()
    order = np.random.default_rng(0).permutation(len(score))
    first = two_way_bootstrap({"x": Ranking(outcome, score)}, agent, task, seed=5, draws=40)
    shuffled = two_way_bootstrap(
        {"x": Ranking(outcome[order], score[order])}, agent[order], task[order], seed=5, draws=40
    )
    other = two_way_bootstrap({"x": Ranking(outcome, score)}, agent, task, seed=6, draws=40)
    assert shuffled.values["x"] == pytest.approx(first.values["x"], abs=1e-12)
    assert not np.array_equal(other.values["x"], first.values["x"])


def test_undefined_draws_are_counted_and_left_out() -> None:
    # One positive row only: it is absent from about 60 % of the draws, and no AUC exists there.
    agent, task, outcome, score = study()
    outcome[:] = False
    outcome[0] = True
    result = two_way_bootstrap({"x": Ranking(outcome, score)}, agent, task, seed=0, draws=400)
    auc = result.interval("x", "auc")
    assert 150 < auc.undefined < 320
    assert auc.draws == 400
    assert np.isfinite([auc.estimate, auc.low, auc.high]).all()
    assert auc.undefined == np.isnan(result.values["x"][:, 0]).sum()


def test_an_undefined_estimate_has_no_interval() -> None:
    agent, task, outcome, score = study()
    auc = two_way_bootstrap({"x": Ranking(outcome & False, score)}, agent, task, seed=0, draws=40).interval("x", "auc")
    assert all(math.isnan(value) for value in (auc.estimate, auc.low, auc.high))
    assert auc.undefined == 40


class OnlyOnDraws:
    """A statistic that the rows as they are leave undefined."""

    rows, columns = 160, ("value",)

    def __call__(self, weights: np.ndarray) -> np.ndarray:
        return np.where((weights == 1).all(axis=1, keepdims=True), np.nan, 1.0)


def test_draws_cannot_stand_in_for_an_undefined_estimate() -> None:
    agent, task, _, _ = study()
    result = two_way_bootstrap({"x": OnlyOnDraws()}, agent, task, seed=0, draws=40).interval("x", "value")
    assert result.undefined == 0
    assert all(math.isnan(value) for value in (result.estimate, result.low, result.high))


def test_bad_input_is_refused() -> None:
    agent, task, outcome, score = study()
    with pytest.raises(ValueError, match=r"factor 1 has 1 cluster\(s\)"):
        crossed_draws(np.zeros(5, dtype=int), np.arange(5), seed=0)
    with pytest.raises(ValueError, match="at least one factor"):
        crossed_draws(seed=0)
    with pytest.raises(ValueError, match="factor 1 160, factor 2 159"):
        crossed_draws(agent, task[1:], seed=0)
    with pytest.raises(ValueError, match="x was made from 159 rows"):
        two_way_bootstrap({"x": Ranking(outcome[1:], score[1:])}, agent, task, seed=0)


def test_a_statistic_among_some_rows_equals_the_one_made_from_them() -> None:
    rng = np.random.default_rng(3)
    chosen = rng.random(40) < 0.6
    values, weights = rng.random(40), rng.integers(0, 3, (5, 40)).astype(float)
    among = Among(WeightedMean(values[chosen]), chosen)
    assert among.rows == 40
    assert np.allclose(among(weights)[:, 0], (weights * chosen) @ values / (weights * chosen).sum(axis=1))
    with pytest.raises(ValueError, match="rows"):
        Among(WeightedMean(values), chosen)
