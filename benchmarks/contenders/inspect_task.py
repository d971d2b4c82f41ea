"""The trivial Inspect task: one prompt, one reply, no scorer."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.solver import generate


@task
def calls(prompts: str, count: int) -> Task:
    """The first `count` prompts of a JSON-lines file."""
    with Path(prompts).open(encoding="utf-8") as lines:
        samples = [Sample(input=json.loads(line)["prompt"]) for line in itertools.islice(lines, count)]
    return Task(dataset=samples, solver=generate())
