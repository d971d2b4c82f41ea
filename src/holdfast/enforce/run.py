"""A training from its plan to its verdict: train, measure before and after, compare, and write it all down.

The folder looks like that of every other run, and running again goes on from wherever an earlier attempt stopped:

    runs/<name>/
      plan.toml        what is enforced, how, and what must hold; written first
      metrics.jsonl    every step and every validation
      checkpoints/     the last two, and nothing that is not whole
      adapter/         the best adapter, as PEFT writes it, with a model card
      evaluation/      ordinary runs of the model before and after
      tables/before_after.csv  figures/*  verdict.json  report.html  manifest.json
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from holdfast.agents.registry import find_model
from holdfast.core import HoldfastError, Verdict, did_you_mean
from holdfast.enforce.card import write_model_card
from holdfast.enforce.checkpoint import Standing
from holdfast.enforce.comparison import Difference, compare
from holdfast.enforce.evaluation import evaluate, observe
from holdfast.enforce.figures import before_after, learning_curve
from holdfast.enforce.journal import read_metrics
from holdfast.enforce.order import OrderInvariance
from holdfast.enforce.page import write_page
from holdfast.enforce.plan import EnforcePlan, Want
from holdfast.enforce.recipes import Settings
from holdfast.engine.folder import RunFolder
from holdfast.engine.manifest import digests, versions
from holdfast.engine.plan import decode_plan, kind_of_plan, refuse_if_changed, write_plan
from holdfast.engine.progress import Progress
from holdfast.report.figures import draw

CONSTRAINTS = {"order-invariance": OrderInvariance}
"""What can be enforced, by name."""


class Result(msgspec.Struct, frozen=True):
    """What a training came to, as `verdict.json` holds it."""

    standing: Standing
    """How far training came, and why it ended."""
    table: list[Difference]
    """Before and after, a measure a row; empty if nothing was measured."""

    @property
    def met(self) -> bool:
        """Whether everything that the plan wants holds."""
        return all(row.verdict is not Verdict.NOT_MET for row in self.table)


def make_constraint(name: str, settings: Settings) -> OrderInvariance:
    """The constraint of a name."""
    if name not in CONSTRAINTS:
        raise HoldfastError(f"There is no constraint {name!r}; {did_you_mean(name, CONSTRAINTS)}")
    return CONSTRAINTS[name](settings)


def enforce(folder: RunFolder, plan: EnforcePlan, progress: Progress) -> Result:
    """Carry out a plan, from wherever an earlier attempt left off. The caller holds the folder's lock."""
    settle_plan(folder, plan)
    standing = train(folder, plan, progress)
    return conclude(folder, plan, standing, measure(folder, plan, progress))


def settle_plan(folder: RunFolder, plan: msgspec.Struct) -> None:
    """Write the plan, or make sure that it is the one that training began with; until it began, it may be mended."""
    if folder.plan.exists() and kind_of_plan(folder.plan) != msgspec.to_builtins(plan)["kind"]:
        raise HoldfastError(f"{folder.path} holds a run of another kind; choose another folder with --out.")
    begun = any((folder.path / trace).exists() for trace in ("checkpoints", "metrics.jsonl", "cells"))
    if begun and folder.plan.exists():
        refuse_if_changed(decode_plan(folder.plan, type(plan)), plan, folder.path)
    else:
        write_plan(plan, folder.plan)


def train(folder: RunFolder, plan: EnforcePlan, progress: Progress) -> Standing:
    """The training; one that is over is not begun again."""
    from holdfast.enforce.checkpoint import Checkpoints

    standing = Checkpoints(folder.path / "checkpoints").standing()
    if standing.finished:
        return standing
    from holdfast.enforce.learner import Learner
    from holdfast.enforce.trainer import Trainer

    constraint = make_constraint(plan.constraint, plan.settings)
    learner = Learner(find_model(plan.model)(), plan.settings)
    return Trainer(folder.path, learner, constraint, plan.settings).train(progress)


def measure(folder: RunFolder, plan: EnforcePlan, progress: Progress) -> list[Difference]:
    """The model before and after, over the same cases."""
    if plan.evaluation is None:
        return []
    before, after = plan.model, trained_model(folder, plan.model)
    nodes = plan.settings.nodes
    runs = evaluate(folder.path / "evaluation", plan.evaluation, nodes, [before, after], progress)
    constraint = make_constraint(plan.constraint, plan.settings)
    return list(compare(observe(runs, nodes, constraint), before, after, plan.conditions))


def trained_model(folder: RunFolder, model: str) -> str:
    """How the trained model is named as an agent, from wherever it is resumed."""
    return f"{model}+{folder.path.absolute() / 'adapter'}"


def conclude(folder: RunFolder, plan: EnforcePlan, standing: Standing, table: list[Difference]) -> Result:
    """Write tables, figures, model card, verdict and manifest."""
    import polars as pl

    result = Result(standing, table)
    metrics = list(read_metrics(folder.path / "metrics.jsonl"))
    if table:
        folder.tables.mkdir(exist_ok=True)
        rows = pl.DataFrame([msgspec.to_builtins(row) for row in table], infer_schema_length=None)
        rows.write_csv(folder.tables / "before_after.csv", float_precision=6)
    judged = frozenset(row.measure for row in table if row.want is not Want.TOLD)
    made = (learning_curve(metrics), before_after(table, judged))
    figures = [draw(figure, folder.figures) for figure in made if figure is not None]
    write_model_card(folder.path / "adapter", plan, standing, table)
    write_page(folder, plan, standing, table, figures)
    (folder.path / "verdict.json").write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1))
    manifest = {"packages": versions(), "files": digests(folder.path)}
    folder.manifest.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    return result


def read_result(folder: Path) -> Result:
    """The verdict of a finished training."""
    try:
        return msgspec.json.decode((folder / "verdict.json").read_bytes(), type=Result)
    except FileNotFoundError:
        raise HoldfastError(f"{folder} has no verdict yet; finish it with `holdfast resume {folder}`.") from None
