"""`holdfast agents`: who can be measured, and how they are named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from holdfast.agents.reference import Policy


def command(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """List the kinds of agents, the wrappers that go in front of them, and the reference agents."""
    from holdfast.agents.reference import LEARNERS, POLICIES
    from holdfast.agents.registry import PROVIDERS
    from holdfast.agents.wrappers import WRAPPERS

    groups = {
        "Agents": {p.example: p.summary for p in PROVIDERS.values()},
        "Wrappers, in front of any agent": {f"{name}:<agent>": w.summary for name, w in WRAPPERS.items()},
        "Reference agents": {f"reference/{name}": _reference(p) for name, p in POLICIES.items()},
        "Reference agents that learn from a log": {
            f"reference/{name}@<file>": _reference(p) for name, p in LEARNERS.items()
        },
    }
    if as_json:
        print(json.dumps(groups, indent=1))
        return 0
    width = max(len(example) for group in groups.values() for example in group) + 2
    for title, group in groups.items():
        print(title)
        for example, summary in group.items():
            print(f"  {example:<{width}}{summary}")
    return 0


def _reference(policy: Policy) -> str:
    """What a reference agent does, and whose questions it reads."""
    return f"{policy.summary} ({', '.join(policy.suites)})"
