"""Who is compared with whom: agents of one run or of several, and whether their answers can be paired at all.

Cases have the same id in every run of a suite's version, so they pair by id. Two runs that put a case in other words,
or expect another answer to it, are not comparable, and that is said instead of a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from holdfast.core import Finding, HoldfastError, did_you_mean
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan, SuitePlan, kind_of_plan, read_plan
from holdfast.engine.score import Findings, read_findings, read_scores
from holdfast.report.wording import plain
from holdfast.suites import get_suite
from holdfast.suites.observing import observations_of

if TYPE_CHECKING:
    import polars as pl


class Run:
    """A finished run, read as far as it is needed."""

    def __init__(self, path: Path) -> None:
        self.folder = RunFolder(path)
        if (kind := kind_of_plan(self.folder.plan)) != "run":
            raise HoldfastError(
                f"{path} is the folder of a training ({kind}), not of a run; its runs are in {path / 'evaluation'}."
            )
        for file in (self.folder.scores, self.folder.design, self.folder.cases):
            if not file.exists():
                raise HoldfastError(f"{path} has no {file.name}; finish it with `holdfast resume {path}`.")

    @property
    def name(self) -> str:
        """The run's folder, as people call it."""
        return self.folder.path.resolve().name

    @cached_property
    def plan(self) -> Plan:
        """What it measured."""
        return read_plan(self.folder.plan)

    @cached_property
    def findings(self) -> Findings:
        """What it found."""
        return read_findings(self.folder)

    def planned(self, suite: str) -> SuitePlan | None:
        """A suite as this run has it."""
        return next((planned for planned in self.plan.suites if planned.name == suite), None)

    def observations(self, planned: SuitePlan) -> dict[str, pl.DataFrame]:
        """Every observation of a suite, for all agents."""
        import polars as pl

        try:
            contrasts = pl.read_parquet(self.folder.contrasts).filter(pl.col("suite") == planned.name)
            scores = read_scores(self.folder, planned.name)
        except (OSError, pl.exceptions.PolarsError) as error:
            why = str(error).partition("\n")[0]
            raise HoldfastError(f"The scores of {self.folder.path} cannot be read ({why}); resume the run.") from error
        found = observations_of(get_suite(planned.name), scores, contrasts, planned.settings)
        sound = {name: rows for name, rows in found.items() if self._adds_up(name, rows)}
        if not sound:
            raise HoldfastError(f"Runs of the suite {planned.name} cannot be compared case by case yet.")
        return sound

    def _adds_up(self, measure: str, rows: pl.DataFrame) -> bool:
        """Whether the observations have the means that the run found: no number may stand here that the card denies."""
        import polars as pl

        weighted = rows if "weight" in rows.columns else rows.with_columns(weight=pl.lit(1.0))
        value, weight = pl.col("value").cast(pl.Float64), pl.col("weight")
        means = dict(weighted.group_by("agent").agg((value * weight).sum() / weight.sum()).rows())
        estimates = {f.agent: f.estimate for f in self.findings.findings if f.name == measure}
        shared = [agent for agent in means if estimates.get(agent) is not None]
        return bool(shared) and all(abs(means[agent] - estimates[agent]) < 1e-9 for agent in shared)


class Side:
    """One agent in one run."""

    def __init__(self, run: Run, agent: str, *, several_runs: bool) -> None:
        self.run, self.agent = run, agent
        self.label = f"{plain(agent)} in {plain(run.name)}" if several_runs else plain(agent)
        self.findings: dict[str, Finding] = {f.name: f for f in run.findings.findings if f.agent == agent}


def sides_of(paths: Sequence[Path], agents: Sequence[str]) -> list[Side]:
    """Every agent of every run, or only the named ones."""
    runs = [Run(path) for path in dict.fromkeys(path.resolve() for path in paths)]
    if len(runs) < len(paths):
        raise HoldfastError("The same run is named twice; name two different ones, or one with several agents.")
    known = {agent for run in runs for agent in run.plan.agents}
    for agent in agents:
        if agent not in known:
            raise HoldfastError(f"No run has an agent {agent!r}; {did_you_mean(agent, known)}")
    return [
        Side(run, agent, several_runs=len(runs) > 1)
        for run in runs
        for agent in run.plan.agents
        if not agents or agent in agents
    ]


def partners(sides: Sequence[Side], baseline: str | None) -> list[tuple[Side, Side]]:
    """Every comparison: an agent with itself in an earlier run if it is there, otherwise with the baseline."""
    if len(sides) < 2:
        raise HoldfastError("There is only one agent to compare; name a second run, or a run with several agents.")
    first_run = sides[0].run
    mine = [side for side in sides if side.run is first_run]
    base = next((side for side in mine if side.agent == baseline), None) if baseline else mine[0]
    if base is None:
        raise HoldfastError(
            f"{first_run.name} has no agent {baseline!r}; {did_you_mean(str(baseline), [side.agent for side in mine])}"
        )
    if all(side.run is first_run for side in sides):
        return [(base, side) for side in sides if side is not base]
    return [
        (_partner(side, mine, base, named=baseline is not None), side) for side in sides if side.run is not first_run
    ]


def _partner(side: Side, candidates: Sequence[Side], base: Side, *, named: bool) -> Side:
    same = next((other for other in candidates if other.agent == side.agent), None)
    if same is not None and not named:
        return same
    if named or len(candidates) == 1:
        return base
    raise HoldfastError(
        f"{side.run.name} has the agent {side.agent}, which {base.run.name} has not, and {base.run.name} has "
        f"{len(candidates)} agents; say which of them is the one to compare with: --baseline {candidates[0].agent}"
    )


def why_not_comparable(first: Run, second: Run, suite: str) -> str:
    """Why a suite of two runs cannot be paired; empty if it can."""
    one, other = first.planned(suite), second.planned(suite)
    if one is None or other is None:
        return f"only {(second if one is None else first).name} has it"
    if first is second:
        return ""
    if one.version != other.version:
        return (
            f"version {one.version} of the suite against version {other.version}: its cases or scores changed meaning"
        )
    return _why_cases_differ(first, second, one, other)


def _why_cases_differ(first: Run, second: Run, one: SuitePlan, other: SuitePlan) -> str:
    import polars as pl

    def cases(run: Run) -> pl.LazyFrame:
        asked = pl.scan_parquet(run.folder.cases).filter(pl.col("suite") == one.name).select("id", "role", "request")
        hidden = pl.scan_parquet(run.folder.design).select("id", "target")
        return asked.join(hidden, on="id", how="left")

    left, right = cases(first), cases(second)
    changed = [key for key in one.settings if one.settings[key] != other.settings.get(key)]
    because = f" (settings that differ: {', '.join(changed)})" if changed else ""
    if left.join(right, on="id", how="semi").select(pl.len()).collect().item() == 0:
        return f"the runs share no case{because}"
    both = left.join(right, on=["id", "role"], suffix="_other").collect()
    if both.is_empty():
        return f"the same cases were asked by other methods{because}"
    if not both["target"].eq_missing(both["target_other"]).all():
        return f"the same cases have other right answers{because}"
    if not both["request"].eq(both["request_other"]).all():
        return f"the same cases were put in other words{because}"
    return ""
