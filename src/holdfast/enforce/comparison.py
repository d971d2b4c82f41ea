"""Before and after, case by case: the difference that training made to every measure, with intervals, and the verdict.

Both sides answered the same cases, so the differences are paired; clusters are chains, stories and items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
import polars as pl

from holdfast.core import Verdict
from holdfast.enforce.plan import Condition, Want
from holdfast.suites.cladder.analysis import RAW, judged
from holdfast.suites.cladder.questions import RUNGS
from holdfast.suites.estimates import paired_difference
from holdfast.suites.invariance.chains import Order
from holdfast.suites.invariance.margins import case_margins, normalised
from holdfast.suites.invariance.metrics import GROUPS
from holdfast.suites.regression.analysis import MEASURES, measured

METHOD = "teacher-forced"
LOWER_IS_BETTER = {
    "tcit_f.flip_rate",
    "tcit_h.flip_rate",
    *(f"regression.{name}" for name, measure in MEASURES.items() if measure.higher_is_better is False),
}
REGRESSION = ("a.accuracy", "a.margin", "b.pass_rate", "c.nll", "d.repetition_rate")

Observations = dict[str, pl.DataFrame]
"""By measure: one row per agent and case with `agent`, `id`, `unit`, `value`."""


class Difference(msgspec.Struct, frozen=True):
    """One row of the table."""

    measure: str
    """What was measured."""
    before: float
    """The untrained model."""
    after: float
    """The trained one."""
    difference: float
    """After minus before, over the same cases."""
    low: float | None
    """Lower end of its interval."""
    high: float | None
    """Upper end."""
    n: int
    """Cases."""
    units: int
    """Clusters."""
    want: Want = Want.TOLD
    """What was asked of it in the plan."""
    margin: float = 0.0
    """How much worse is still not worse."""
    verdict: Verdict | None = None
    """Met or not; None where nothing was asked."""


def invariance_observations(
    scores: pl.DataFrame, suffix: str = "", taught: Callable[[Order], bool] | None = None
) -> Observations:
    """TCIT by test; flips against the forward order; and, given what was taught, seen and unseen orders apart."""
    rows = normalised(case_margins(scores, METHOD), METHOD).filter(pl.col("normalisation") == "mean")
    found: Observations = {}
    for test, within in GROUPS.items():
        own = rows.filter(within)
        if own.is_empty() or test == "tcit_c":
            continue
        found[f"{test}{suffix}"] = _values(own, "right")
        if not suffix and test in ("tcit_f", "tcit_h"):
            found[f"{test}.flip_rate"] = _flips(own)
        if taught is not None:
            known = own["order"].map_elements(lambda o: taught(_order(o)), return_dtype=pl.Boolean)
            parts = {"seen_orders": own.filter(known), "unseen_orders": own.filter(~known)}
            found |= {f"{test}.{name}": _values(part, "right") for name, part in parts.items() if part.height}
    return found


def regression_observations(scores: pl.DataFrame) -> Observations:
    """The regression suite's measures, an item a row."""
    items = measured(scores)
    return {
        f"regression.{name}": _values(items.filter(pl.col("part") == MEASURES[name].part), MEASURES[name].column)
        for name in REGRESSION
    }


def cladder_observations(scores: pl.DataFrame) -> Observations:
    """CLadder's rungs, a question a row."""
    answers = judged(scores).filter(pl.col("normalisation") == RAW)
    return {f"cladder.rung{rung}": _values(answers.filter(pl.col("rung") == rung), "right") for rung in RUNGS}


OBSERVATIONS: Mapping[str, Callable[[pl.DataFrame], Observations]] = {
    "regression": regression_observations,
    "cladder": cladder_observations,
}


def compare(
    observations: Observations, before: str, after: str, conditions: tuple[Condition, ...]
) -> Iterator[Difference]:
    """The table, in the order of the observations."""
    asked = {condition.measure: condition for condition in conditions}
    for measure, rows in observations.items():
        known = rows.drop_nulls("value")
        old, new = (known.filter(pl.col("agent") == agent) for agent in (before, after))
        both = old.join(new, on="id", suffix="_after", maintain_order="left")
        if both.is_empty():
            continue
        found = paired_difference(both["value"], both["value_after"], both["unit"])
        condition = asked.get(measure, Condition(measure, Want.TOLD))
        yield Difference(
            measure,
            found.before,
            found.after,
            found.difference,
            found.low,
            found.high,
            found.n,
            found.units,
            condition.want,
            condition.margin,
            verdict(condition, found.low, found.high, worse_is_up=measure in LOWER_IS_BETTER),
        )


def verdict(condition: Condition, low: float | None, high: float | None, *, worse_is_up: bool) -> Verdict | None:
    """Hold the interval of a difference against what the plan wants; without an interval nothing is shown."""
    if condition.want is Want.TOLD:
        return None
    if low is None or high is None:
        return Verdict.NOT_MET
    if worse_is_up:
        low, high = -high, -low
    met = low > 0 if condition.want is Want.UP else low >= -condition.margin
    return Verdict.MET if met else Verdict.NOT_MET


def _values(rows: pl.DataFrame, column: str) -> pl.DataFrame:
    return rows.select("agent", "id", "unit", value=pl.col(column))


def _flips(rows: pl.DataFrame) -> pl.DataFrame:
    item = ["agent", "unit", "premise", "query"]
    forward = rows.filter("forward").select(*item, forward_right="right")
    others = rows.filter(~pl.col("forward")).join(forward, on=item)
    return _values(others.with_columns(flipped=pl.col("right") != pl.col("forward_right")), "flipped")


def _order(text: str) -> Order:
    return tuple(int(part) for part in text.split("-"))
