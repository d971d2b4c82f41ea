"""How well solvers that do not read do on the commitment tasks, by family: the table in `docs/commitment.md`.

    python benchmarks/commitment_shortcuts.py 40

Over the canonical inventory and that many fresh ones, clean and distractor variants, final questions and probes.
"""

from __future__ import annotations

import sys
from collections import defaultdict

from holdfast.suites.commitment.families import FAMILIES
from holdfast.suites.commitment.inventory import VARIANTS, tasks
from holdfast.suites.commitment.questions import as_target
from holdfast.suites.commitment.rendering import render
from holdfast.suites.commitment.settings import Settings
from holdfast.suites.commitment.shortcuts import SOLVERS, right
from holdfast.suites.commitment.vocabulary import RELEASE


def main(inventories: int) -> None:
    """Print the table."""
    hits: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for seed in (RELEASE, *range(inventories)):
        for task in tasks(seed, 3):
            for variant in VARIANTS:
                state = task.variant(variant)
                questions = task.questions(state)
                for role, request in render(state, Settings()).items():
                    found = hits[task.family.slug]
                    found["chance"].append(1 / len(questions[role].candidates.members))
                    for name, solver in SOLVERS.items():
                        found[name].append(right(solver, request, as_target(questions)))
    columns = ["chance", *SOLVERS]
    print(f"| family | {' | '.join(columns)} |")
    print("|---" * (1 + len(columns)) + "|")
    for slug, family in FAMILIES.items():
        rates = [sum(hits[slug][column]) / len(hits[slug][column]) for column in columns]
        print(f"| {family.name[0].lower()}{family.name[1:]} | {' | '.join(f'{rate:.2f}' for rate in rates)} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
