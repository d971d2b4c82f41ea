"""Runs against each other, paired where cases are shared: differences with intervals over clusters, exact tests, the
cases that flipped, and what became of the ranking.

McNemar's test takes cases as independent, which those of one cluster are not; the sign test beside it takes clusters.
p-values are for one row each, not corrected for their number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from holdfast.core import Finding, HoldfastError
from holdfast.report.sides import Run, Side, partners, sides_of, why_not_comparable
from holdfast.stats import kendall, mcnemar, sign_test
from holdfast.suites.estimates import paired_difference

if TYPE_CHECKING:
    import polars as pl

GAIN, LOSS, OPEN = "better", "worse", "open"


class Difference(msgspec.Struct, frozen=True):
    """One measure of two sides over what both answered."""

    measure: str
    """The finding's name."""
    before: str
    """The side compared with."""
    after: str
    """The side compared."""
    before_mean: float
    """The first side's mean over the pairs."""
    after_mean: float
    """The second side's."""
    difference: float
    """Second minus first."""
    low: float | None
    """Lower end of its interval over clusters; None with a single cluster."""
    high: float | None
    """Upper end."""
    method: str
    """How the interval was made."""
    n: int
    """Pairs."""
    units: int
    """Clusters."""
    unit: str
    """What a cluster is."""
    higher_is_better: bool | None
    """The direction of good."""
    headline: bool
    """Whether it is on the score card."""
    verdict: str
    """`better` or `worse` if the interval leaves zero out, else `open`; empty where there is no direction."""
    only_before: int | None = None
    """Pairs that only the first side has right; None where the measure is not a yes or no."""
    only_after: int | None = None
    """Pairs that only the second side has right."""
    mcnemar_p: float | None = None
    """Exact, two-sided, over pairs."""
    clusters_up: int = 0
    """Clusters in which the second side's mean is higher."""
    clusters_down: int = 0
    """Clusters in which it is lower."""
    sign_p: float | None = None
    """The exact two-sided sign test over clusters that differ; None if none does."""

    @property
    def all_agree(self) -> bool:
        """Whether every cluster shows the same difference, so that the interval has no width."""
        return self.low is not None and self.low == self.high


class Flip(msgspec.Struct, frozen=True):
    """A case, or a contrast, that one side has right and the other not."""

    before: str
    """The side compared with."""
    after: str
    """The side compared."""
    measure: str
    """What flipped."""
    case: str
    """The case to open."""
    name: str
    """Its readable name."""
    gained: bool
    """True if the second side has it right."""


class Ranks(msgspec.Struct, frozen=True):
    """One measure's ranking of all sides, the best first; equal values share a rank."""

    measure: str
    """The finding's name."""
    ranks: dict[str, int]
    """By side."""


class RankChange(msgspec.Struct, frozen=True):
    """Agents that two runs share, ranked in each."""

    measure: str
    """The finding's name."""
    before: str
    """The first run."""
    after: str
    """The second run."""
    ranks: dict[str, tuple[int, int]]
    """By agent: its rank in each."""
    tau: float | None
    """Kendall's tau-b of the two rankings; None where one of them ranks nothing."""


class Comparison(msgspec.Struct, frozen=True):
    """Everything that comparing found."""

    sides: list[str]
    """Who was compared, in the order given."""
    runs: dict[str, str]
    """By side: the run's folder."""
    differences: list[Difference]
    """By pair of sides and measure."""
    flips: list[Flip]
    """By pair of sides and measure."""
    ranks: list[Ranks]
    """By headline measure."""
    rank_changes: list[RankChange]
    """By headline measure and pair of runs."""
    refused: dict[str, str]
    """What could not be paired, and why."""
    unpaired: dict[str, int]
    """By pair of sides: cases of one that the other has not."""


def compare(paths: Sequence[Path], agents: Sequence[str] = (), baseline: str | None = None) -> Comparison:
    """Compare agents of one run, or of several."""
    sides = sides_of(paths, agents)
    pairs = partners(sides, baseline)
    refused: dict[str, str] = {}
    unpaired: dict[str, int] = {}
    differences: list[Difference] = []
    flips: list[Flip] = []
    cache: dict[tuple[int, str], dict[str, pl.DataFrame]] = {}
    for before, after in pairs:
        for suite in dict.fromkeys(p.name for side in (before, after) for p in side.run.plan.suites):
            if why := why_not_comparable(before.run, after.run, suite):
                refused[f"{suite}: {before.run.name} and {after.run.name}"] = why
                continue
            seen = [_observed(side.run, suite, cache) for side in (before, after)]
            names = _names(before.run) if seen else {}
            for measure in (m for m in seen[0] if m in seen[1]):
                both, alone = _paired(seen[0][measure], seen[1][measure], before.agent, after.agent)
                if both.is_empty():
                    continue
                unpaired[f"{before.label} / {after.label}"] = max(
                    unpaired.get(f"{before.label} / {after.label}", 0), alone
                )
                found = _difference(measure, before, after, both)
                differences.append(found)
                if found.headline and found.only_before is not None:
                    flips += _flips(measure, before, after, both, names)
    if not differences:
        reasons = "; ".join(f"{what}: {why}" for what, why in refused.items()) or "no case was answered by both"
        raise HoldfastError(f"Nothing can be paired: {reasons}.")
    return Comparison(
        [side.label for side in sides],
        {side.label: str(side.run.folder.path) for side in sides},
        differences,
        flips,
        list(_ranks(sides)),
        list(_rank_changes(sides)),
        refused,
        {pair: count for pair, count in unpaired.items() if count},
    )


def _observed(run: Run, suite: str, cache: dict[tuple[int, str], dict[str, pl.DataFrame]]) -> dict[str, pl.DataFrame]:
    planned = run.planned(suite)
    if planned is None:
        raise ValueError(f"{run.name} has no suite {suite}.")
    if (id(run), suite) not in cache:
        cache[id(run), suite] = run.observations(planned)
    return cache[id(run), suite]


def _names(run: Run) -> dict[str, str]:
    import polars as pl

    return dict(pl.read_parquet(run.folder.design, columns=["id", "name"]).iter_rows())


def _paired(first: pl.DataFrame, second: pl.DataFrame, before: str, after: str) -> tuple[pl.DataFrame, int]:
    """The rows that both have, sorted by id, and how many only one has."""
    import polars as pl

    left, right = (
        _counted(frame).filter(pl.col("agent") == agent).drop_nulls("value")
        for frame, agent in ((first, before), (second, after))
    )
    both = left.join(right.select("id", value_after="value"), on="id").sort("id")
    return both, left.height + right.height - 2 * both.height


def _counted(frame: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    if "case" not in frame.columns:
        frame = frame.with_columns(case="id")
    return frame.filter(pl.col("weight") > 0) if "weight" in frame.columns else frame


def _difference(measure: str, before: Side, after: Side, both: pl.DataFrame) -> Difference:
    import polars as pl

    about = after.findings.get(measure) or before.findings.get(measure) or Finding(measure, after.agent, None)
    weights = both["weight"] if "weight" in both.columns else None
    found = paired_difference(both["value"], both["value_after"], both["unit"], f"{about.unit or 'cluster'}s", weights)
    by_cluster = both.group_by("unit").agg(
        step=pl.col("value_after").cast(pl.Float64).mean() - pl.col("value").cast(pl.Float64).mean()
    )["step"]
    up, down = int((by_cluster > 0).sum()), int((by_cluster < 0).sum())
    tested = mcnemar(both["value"].to_numpy(), both["value_after"].to_numpy()) if _is_rate(both) else None
    return Difference(
        measure, before.label, after.label, found.before, found.after, found.difference, found.low, found.high,
        found.method, found.n, found.units, about.unit, about.higher_is_better, about.headline,
        _verdict(found.low, found.high, about.higher_is_better),
        tested.first_only if tested else None, tested.second_only if tested else None, tested.p if tested else None,
        up, down, sign_test(up, up + down, "two-sided") if up + down else None,
    )  # fmt: skip


def _is_rate(both: pl.DataFrame) -> bool:
    import polars as pl

    return both["value"].dtype == pl.Boolean


def _verdict(low: float | None, high: float | None, higher_is_better: bool | None) -> str:
    if higher_is_better is None:
        return ""
    if low is None or high is None or low <= 0 <= high:
        return OPEN
    return GAIN if (low > 0) == higher_is_better else LOSS


def _flips(measure: str, before: Side, after: Side, both: pl.DataFrame, names: dict[str, str]) -> Iterator[Flip]:
    import polars as pl

    changed = both.filter(pl.col("value") != pl.col("value_after")).select("case", "value_after")
    for case, gained in changed.iter_rows():
        yield Flip(before.label, after.label, measure, case, names.get(case, case), gained)


def _ranks(sides: Sequence[Side]) -> Iterator[Ranks]:
    """Where all sides have a headline measure with a direction, who is best."""
    for measure in _headlines(sides):
        values = {side.label: value for side in sides if (value := _goodness(side, measure)) is not None}
        if len(values) == len(sides):
            yield Ranks(measure, _ranked(values))


def _rank_changes(sides: Sequence[Side]) -> Iterator[RankChange]:
    """For two or more agents that the first run shares with a later one."""
    first = sides[0].run
    for run in dict.fromkeys(side.run for side in sides if side.run is not first):
        own = {side.agent: side for side in sides if side.run is first}
        shared = [(own[side.agent], side) for side in sides if side.run is run and side.agent in own]
        for measure in _headlines(sides) if len(shared) > 1 else ():
            values = [(_goodness(before, measure), _goodness(after, measure)) for before, after in shared]
            known = [(one, other) for one, other in values if one is not None and other is not None]
            if len(known) < len(shared):
                continue
            ranks = [
                _ranked({side.agent: pair[which] for (side, _), pair in zip(shared, known, strict=True)})
                for which in (0, 1)
            ]
            tau = kendall([one for one, _ in known], [other for _, other in known])
            yield RankChange(
                measure, first.name, run.name, {agent: (ranks[0][agent], ranks[1][agent]) for agent in ranks[0]},
                None if math.isnan(tau) else tau,
            )  # fmt: skip


def _headlines(sides: Sequence[Side]) -> list[str]:
    return list(dict.fromkeys(f.name for side in sides for f in side.findings.values() if f.headline))


def _goodness(side: Side, measure: str) -> float | None:
    found = side.findings.get(measure)
    if found is None or found.estimate is None or found.higher_is_better is None:
        return None
    return found.estimate if found.higher_is_better else -found.estimate


def _ranked(values: dict[str, float]) -> dict[str, int]:
    return {who: 1 + sum(other > value for other in values.values()) for who, value in values.items()}
