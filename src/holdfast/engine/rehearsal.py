"""A rehearsal of a plan without its agents: which findings it will have, so that a gate on another is refused at once.

Every case is answered by nobody in particular (a tie, or one letter), and analysed as a run would be. Numbers mean
nothing here; names do.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from holdfast.core import Answer, Choices, ChoicesRequest, HoldfastError, Reply, ReplyRequest, Request, Scores
from holdfast.core.errors import did_you_mean
from holdfast.engine.build import asks, build, columns
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan
from holdfast.engine.score import read_scores
from holdfast.engine.suite import Suite

MOST_ITEMS = 20_000
"""A larger plan is not rehearsed: that would take longer than it is worth. Its gates are held against suites only."""


def refuse_unknown_gates(plan: Plan, suites: Mapping[str, Suite]) -> None:
    """Raise, before anything is asked, if a gate looks at a finding that the plan cannot have."""
    names = {planned.name for planned in plan.suites}
    for gate in plan.gates:
        if (suite := gate.finding.partition(".")[0]) not in names:
            raise HoldfastError(f"The gate on {gate.finding!r} is about {suite!r}, which this run does not measure.")
    if not plan.gates or _is_large(plan, suites):
        return
    known = finding_names(plan, suites)
    for gate in plan.gates:
        if gate.finding not in known:
            raise HoldfastError(f"No finding is called {gate.finding!r}; {did_you_mean(gate.finding, known)}")


def finding_names(plan: Plan, suites: Mapping[str, Suite]) -> set[str]:
    """The names of all findings that a run of the plan has if everything is answered."""
    import polars as pl

    with tempfile.TemporaryDirectory(prefix="holdfast-") as place:
        folder = RunFolder(Path(place))
        build(folder, plan, suites)
        hidden = pl.read_parquet(folder.design, columns=["id", "suite", "target"])
        targets = {case: (suite, target) for case, suite, target in hidden.iter_rows()}
        rows = []
        for one in asks(folder):
            suite, target = targets[one.case_id]
            scored = suites[suite].score(one.request, _nobody(one.request), target)
            rows.append(
                {"suite": suite, "agent": "nobody", "id": one.case_id, "role": one.role, "replicate": one.replicate,
                 "answer": scored.answer, "failure": None, **scored.values}
            )  # fmt: skip
        columns(rows).with_columns(pl.col("answer", "failure").cast(pl.String)).write_parquet(folder.scores)
        contrasts = pl.read_parquet(folder.contrasts)
        return {
            finding.name
            for planned in plan.suites
            for finding in suites[planned.name]
            .analyse(
                read_scores(folder, planned.name), contrasts.filter(pl.col("suite") == planned.name), planned.settings
            )
            .findings
        }


def _is_large(plan: Plan, suites: Mapping[str, Suite]) -> bool:
    items = 0
    for planned in plan.suites:
        for block in suites[planned.name].build(planned.settings):
            items += len(block.items)
            if items > MOST_ITEMS:
                return True
    return False


def _nobody(request: Request) -> Answer:
    if isinstance(request, ReplyRequest):
        return Reply("A")
    if isinstance(request, ChoicesRequest):
        return Choices((0.0,) * len(request.labels))
    return Scores((0.0,) * len(request.continuations), (1,) * len(request.continuations))
