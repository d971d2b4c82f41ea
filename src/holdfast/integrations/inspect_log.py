"""A run as logs of Inspect, one per suite and agent, so that its viewer and its tools can be used on it.

A sample is a case, an epoch one of its questions or repetitions. Its score is the decision; the findings of the run are
the metrics. Its one event is the call of the agent, with the tools on offer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from holdfast import __version__
from holdfast.core import Finding, HoldfastError, Reply, ReplyRequest, Request, ScoreRequest
from holdfast.core.agent import answer_decoder, request_decoder
from holdfast.engine.folder import RunFolder
from holdfast.engine.plan import Plan, SuitePlan, read_plan
from holdfast.engine.score import read_findings
from holdfast.integrations.inspect_messages import conversation, output, tools
from holdfast.report.expected import decision, in_words
from holdfast.report.rows import ALWAYS, read_rows

if TYPE_CHECKING:
    import polars as pl

SCORER = "holdfast"
MODEL_NAME = re.compile(r"[^\w./:+-]+")


def write_logs(folder: RunFolder, out: Path) -> list[tuple[Path, int]]:
    """Write `<suite>_<agent>.eval` for every suite and agent; each path with its number of samples."""
    try:
        from inspect_ai.log import write_eval_log
    except ImportError:
        raise HoldfastError("Logs for Inspect need inspect-ai; run `pip install 'holdfast[inspect]'`.") from None
    plan, findings, rows = read_plan(folder.plan), read_findings(folder).findings, read_rows(folder)
    written = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for planned in plan.suites:
            for number, agent in enumerate(plan.agents, 1):
                own = rows.filter((rows["suite"] == planned.name) & (rows["agent"] == agent))
                if own.is_empty():
                    continue
                found = [f for f in findings if f.agent == agent and f.name.startswith(f"{planned.name}.")]
                log = _log(folder, plan, planned, agent, own, found)
                file = out / f"{planned.name}_{number}_{_file_part(agent)}.eval"
                write_eval_log(log, str(file), format="eval")
                written.append((file, own.height))
    except OSError as error:
        raise HoldfastError(f"Cannot write logs in {out} ({error.strerror}); choose another with --out.") from error
    return written


def _log(
    folder: RunFolder, plan: Plan, planned: SuitePlan, agent: str, rows: pl.DataFrame, findings: list[Finding]
) -> Any:
    from inspect_ai.log import (
        EvalConfig,
        EvalDataset,
        EvalLog,
        EvalMetric,
        EvalResults,
        EvalScore,
        EvalSpec,
        EvalStats,
    )  # fmt: skip

    began = datetime.fromtimestamp(folder.plan.stat().st_mtime, UTC).isoformat(timespec="seconds")
    ids = rows["id"].unique(maintain_order=True).to_list()
    metrics = {
        f.name: EvalMetric(name=f.name.partition(".")[2], value=f.estimate, metadata=_about(f))
        for f in findings
        if f.estimate is not None
    }
    return EvalLog(
        status="success",
        eval=EvalSpec(
            created=began,
            task=f"holdfast/{planned.name}",
            task_version=planned.version,
            task_args=planned.settings,
            dataset=EvalDataset(name=planned.name, samples=len(ids), sample_ids=ids),
            model=MODEL_NAME.sub("_", agent) if "/" in agent else f"holdfast/{MODEL_NAME.sub('_', agent)}",
            config=EvalConfig(epochs=1),
            packages={"holdfast": __version__},
            metadata={"run": folder.path.resolve().name, "plan": plan.digest, "agent": agent},
        ),
        results=EvalResults(
            total_samples=rows.height,
            completed_samples=rows.height - int(rows["failure"].is_not_null().sum()),
            scores=[EvalScore(name=SCORER, scorer=SCORER, metrics=metrics)],
        ),
        stats=EvalStats(started_at=began, completed_at=began),
        samples=list(_samples(rows)),
    )


def _samples(rows: pl.DataFrame) -> Iterator[Any]:
    from inspect_ai.log import EvalSample

    extra = [c for c in rows.columns if c not in ALWAYS and rows[c].null_count() < rows.height]
    epochs: dict[str, int] = {}
    for row in rows.iter_rows(named=True):
        epochs[row["id"]] = epoch = epochs.get(row["id"], 0) + 1
        request = request_decoder.decode(row["request"])
        about = {key: row[key] for key in ("name", "unit", "role", "replicate", *extra) if row[key] is not None}
        if isinstance(request, ReplyRequest) and request.tools:
            about["tools"] = [tool.name for tool in request.tools]
        seen, came = conversation(request), output(row["agent"], _reply(row))
        score = _score(row)
        yield EvalSample(
            id=row["id"],
            epoch=epoch,
            input=request.prompt if isinstance(request, ScoreRequest) else seen,
            choices=list(request.continuations) if isinstance(request, ScoreRequest) else None,
            target=in_words(row["suite"], row["role"], row["target"]) or "",
            messages=[*seen, *(choice.message for choice in came.choices)],
            output=came,
            scores={SCORER: score} if score else {},
            metadata=about,
            events=[_event(request, seen, came)],
            error=_error(row),
        )


def _score(row: dict[str, Any]) -> Any:
    from inspect_ai.scorer import CORRECT, INCORRECT, Score

    if row["right"] is None:
        return None
    place = row["suite"], row["role"], row["target"]
    return Score(
        value=CORRECT if row["right"] else INCORRECT,
        answer=decision(*place, row["answer"]) or "",
        explanation=f"expected: {in_words(*place)}",
    )


def _event(request: Request, seen: list[Any], came: Any) -> Any:
    from inspect_ai.event import ModelEvent
    from inspect_ai.model import GenerateConfig

    how: dict[str, Any] = {}
    if isinstance(request, ReplyRequest):
        given = request.decoding
        how = {"temperature": given.temperature, "max_tokens": given.max_tokens, "top_p": given.top_p}
    return ModelEvent(
        model=came.model,
        input=seen,
        tools=tools(request),
        tool_choice="auto",
        config=GenerateConfig(**how),
        output=came,
    )


def _reply(row: dict[str, Any]) -> Reply:
    """The reply; where there is no text, the log-probabilities as they came."""
    if row["reply"] is None:
        return Reply("")
    answer = answer_decoder.decode(row["reply"])
    return answer if isinstance(answer, Reply) else Reply(str(row["reply"]))


def _error(row: dict[str, Any]) -> Any:
    from inspect_ai.log import EvalError

    if row["failure"] is None:
        return None
    said = f"{row['failure']}: {row['message'] or 'no answer'}"
    return EvalError(message=said, traceback="", traceback_ansi="")


def _about(finding: Finding) -> dict[str, Any]:
    about: dict[str, Any] = {"n": finding.n, "units": finding.units, "unit": finding.unit, "note": finding.note}
    if finding.interval:
        about |= {"low": finding.interval.low, "high": finding.interval.high, "method": finding.interval.method}
    return about


def _file_part(agent: str) -> str:
    return re.sub(r"[^\w.-]+", "-", agent)[:60].strip("-.") or "agent"
