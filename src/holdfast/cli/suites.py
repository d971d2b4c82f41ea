"""`holdfast suites`: what can be measured."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from holdfast.core import Capability


def command(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """List the suites, their sizes and their settings."""
    from holdfast.suites import SIZES, SUITES, get_suite

    everything = frozenset(Capability)
    found = {
        name: {
            "summary": entry.summary,
            "sizes": {size: get_suite(name).settings(size, {}, everything) for size in SIZES},
        }
        for name, entry in SUITES.items()
    }
    if as_json:
        print(json.dumps(found, indent=1))
        return 0
    for name, entry in SUITES.items():
        print(f"{name}: {entry.summary}")
        sizes = {size: get_suite(name).settings(size, {}, everything) for size in SIZES}
        width = max(16, *(len(key) + 1 for key in next(iter(sizes.values()))))
        print(f"  {'setting':<{width}}" + "".join(f"{size:<22}" for size in SIZES))
        for key in next(iter(sizes.values())):
            shown = (", ".join(map(str, v)) if isinstance(v := s[key], list) else str(v) for s in sizes.values())
            print(f"  {key:<{width}}" + "".join(f"{text:<22}" for text in shown))
    return 0
