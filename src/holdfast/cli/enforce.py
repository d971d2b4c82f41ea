"""`holdfast enforce`: train a measured constraint into a local model, and measure again."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from holdfast.cli.app import settings_from_options
from holdfast.core import HoldfastError

if TYPE_CHECKING:
    from holdfast.enforce.plan import EnforcePlan

RUNS = Path("runs")
ABLATED = "order-invariance"


def command(
    what: Annotated[str, typer.Argument(help="order-invariance, or ablate for the grid of choices.")],
    model: Annotated[str, typer.Option("--model", "-m", help="embedded, or local/<folder, .gguf or hub id>.")] = (
        "embedded"
    ),
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the training or the evaluation: key=value.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The run folder; by default a new one in runs/.")
    ] = None,
    cladder: Annotated[Path | None, typer.Option(help="CLadder's questions; without them CLadder is left out.")] = None,
    evaluate: Annotated[bool, typer.Option(help="Measure before and after.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no table.")] = False,
) -> int:
    """Train a LoRA adapter against a measured failure, and show what it did to everything else.

    Every setting is an option: --recipe paper|selective, --objective preference|sft|dpo|hinge, --orders 1|3|all|fresh,
    --no-anchor, --epsilon, --steps, --learning-rate, --rank, --targets attention|all|<names>, --lessons, --seed, …;
    of the evaluation: --chains, --seeds, --other-nodes, --other-chains, --cladder-rows, --no-regression.

    If the run folder exists and holds the same plan, training goes on where it stopped, bit for bit. For several GPUs:
    accelerate launch -m holdfast enforce …
    """
    folder = out or RUNS / time.strftime("enforce-%Y%m%d-%H%M%S")
    given = dict(_setting(text) for text in settings or [])
    if cladder is not None:
        given["cladder"] = str(_file(cladder))
    if what == "ablate":
        from holdfast.cli import ablate

        return ablate.carry_out(folder, ablate.make_plan(ABLATED, model, given), as_json=as_json, quiet=quiet)
    return carry_out(folder, make_plan(what, model, given, evaluate), as_json=as_json, quiet=quiet)


def prepare(arguments: list[str]) -> list[str]:
    """Turn options that the command itself does not know into settings: `--steps 50`, `--no-anchor`."""
    return settings_from_options(command, arguments, every_setting)


def every_setting() -> set[str]:
    """The names of all settings of training and evaluation."""
    from holdfast.enforce.ablation import Grid
    from holdfast.enforce.plan import Evaluation
    from holdfast.enforce.recipes import Settings

    return {name for kind in (Settings, Evaluation, Grid) for name in kind.__struct_fields__}


def make_plan(constraint: str, model: str, given: dict[str, str], evaluate: bool) -> EnforcePlan:
    """Resolve what the user asked for to the last default."""
    from holdfast.agents.registry import find_model
    from holdfast.enforce.evaluation import plans
    from holdfast.enforce.plan import EnforcePlan, Evaluation
    from holdfast.enforce.recipes import resolve
    from holdfast.enforce.run import make_constraint
    from holdfast.suites.options import overridden

    of_evaluation = {key: value for key, value in given.items() if key in Evaluation.__struct_fields__}
    resolved = resolve({key: value for key, value in given.items() if key not in of_evaluation})
    make_constraint(constraint, resolved)
    find_model(model)
    evaluation = overridden("the evaluation", Evaluation(), of_evaluation) if evaluate else None
    if evaluation is not None:
        plans(evaluation, resolved.nodes, [model])  # what cannot be measured is said before anything is trained
    return EnforcePlan(constraint, model, resolved, evaluation)


def carry_out(path: Path, plan: EnforcePlan, *, as_json: bool, quiet: bool) -> int:
    """Train and measure in a folder, and tell what came of it. The exit code is 1 if something wanted does not hold."""
    from holdfast.enforce.run import enforce, train
    from holdfast.engine.folder import RunFolder
    from holdfast.engine.progress import Silent, suited

    folder = RunFolder(path)
    folder.create()
    if os.environ.get("RANK", "0") != "0":
        # Under `accelerate launch` the first process writes and measures; the others only share the lessons.
        train(folder, plan, Silent())
        return 0
    with folder.locked():
        try:
            enforce(folder, plan, suited(quiet))
        except KeyboardInterrupt:
            print(f"holdfast: interrupted; `holdfast resume {path}` goes on from here.", file=sys.stderr)
            return 130
    return tell(path, as_json=as_json, quiet=quiet)


def tell(path: Path, *, as_json: bool, quiet: bool) -> int:
    """Print the verdict of a finished training."""
    from holdfast.enforce import card
    from holdfast.enforce.run import read_result

    result = read_result(path)
    if as_json:
        print(card.as_json(result.table))
    elif not quiet:
        from rich.console import Console

        standing = result.standing
        print(f"Trained {standing.step} steps: {standing.finished}. Best at step {standing.best_step}.")
        if result.table:
            card.print_table(result.table, Console())
        print(f"Adapter: {path / 'adapter'}\nReport: {path / 'report.html'}")
    return int(not result.met)


def _file(path: Path) -> Path:
    if not path.is_file():
        raise HoldfastError(f"There is no file {str(path)!r} with CLadder's questions.")
    return path.absolute()


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise HoldfastError(f"{text!r} is not a setting; write it as key=value.")
    return key, value
