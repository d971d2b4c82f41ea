"""The plan: what was asked for, resolved to the last default, written first and never changed.

A run is its plan. Resuming compares plans, and where they differ the run is refused with the differences named.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from holdfast import __version__
from holdfast.core import Gate, HoldfastError, digest, parse_gate

FORMAT = 1
P = TypeVar("P", bound=msgspec.Struct)


class SuitePlan(msgspec.Struct, frozen=True):
    """One suite as it will be run."""

    name: str
    """Which suite."""
    version: int
    """The suite's own version: raised when its cases or scores change meaning."""
    settings: dict[str, Any]
    """Every setting, defaults included."""


class Plan(msgspec.Struct, frozen=True):
    """Everything that decides what a run will measure."""

    size: str
    """The named size the settings came from."""
    suites: tuple[SuitePlan, ...]
    """What is measured."""
    agents: tuple[str, ...]
    """Who is measured, as specs."""
    gates: tuple[Gate, ...] = ()
    """Conditions fixed before anything is asked."""
    max_cost: float | None = None
    """The most US dollars that may be spent on each agent."""
    format: int = FORMAT
    """The version of this file's format."""
    holdfast: str = __version__
    """The version that wrote it."""

    @property
    def digest(self) -> str:
        """The identity of what will be measured; the version that wrote the file is not part of it."""
        return digest("plan", msgspec.structs.replace(self, holdfast=""))


def write_plan(plan: msgspec.Struct, path: Path) -> None:
    """Write a plan, of a run or of a training, as TOML."""
    import tomli_w

    tree = _without_none(msgspec.to_builtins(plan))
    if isinstance(plan, Plan):
        del tree["gates"]
        if plan.gates:
            tree["gate"] = {"require": [gate.text for gate in plan.gates]}
    path.write_text(tomli_w.dumps(tree), encoding="utf-8")


def read_plan(path: Path) -> Plan:
    """Read a plan that a run wrote."""
    return decode_plan(path, Plan)


def decode_plan(path: Path, kind: type[P]) -> P:
    """Read a plan of a kind."""
    text = _plan_bytes(path)
    try:
        plan = msgspec.convert(_with_gates(msgspec.toml.decode(text)), kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HoldfastError(f"{path} is not a valid plan ({error}); restore the file that the run wrote.") from error
    if (written := getattr(plan, "format", FORMAT)) > FORMAT:
        raise HoldfastError(f"{path} has format {written}, newer than this Holdfast; use the one that wrote it.")
    return plan


def _with_gates(tree: Any) -> Any:
    """The table `[gate]`, in which gates stand as people write them, as the field that holds them."""
    if not isinstance(tree, dict) or "gate" not in tree:
        return tree
    table = msgspec.convert(tree.pop("gate"), _GateTable)
    return {**tree, "gates": [*tree.get("gates", []), *map(msgspec.to_builtins, map(parse_gate, table.require))]}


class _GateTable(msgspec.Struct, forbid_unknown_fields=True):
    require: list[str]


def kind_of_plan(path: Path) -> str:
    """What a plan is for: `run`, or what else it says of itself."""
    return decode_plan(path, _Kind).kind


class _Kind(msgspec.Struct):
    kind: str = "run"


def _plan_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise HoldfastError(f"{path.parent} is not a run folder: it has no plan.toml.") from None
    except OSError as error:
        raise HoldfastError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error


def differences(before: msgspec.Struct, after: msgspec.Struct) -> list[str]:
    """What changed between two plans, a short phrase each: `suites.0.settings.chains: 20 -> 40`."""
    old, new = (dict(_flatten(msgspec.to_builtins(p))) for p in (before, after))
    return [
        f"{key}: {old.get(key, 'absent')} -> {new.get(key, 'absent')}"
        for key in sorted(old.keys() | new.keys())
        if key != "holdfast" and old.get(key) != new.get(key)
    ]


def refuse_if_changed(before: msgspec.Struct, after: msgspec.Struct, where: Path) -> None:
    """Raise, naming the differences, unless both plans measure the same."""
    if changed := differences(before, after):
        shown = "; ".join(changed[:5]) + (f"; and {len(changed) - 5} more" if len(changed) > 5 else "")
        raise HoldfastError(f"The plan of {where} changed ({shown}); start a new run or restore the plan.")


def _flatten(value: Any, prefix: str = "") -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [pair for key, inner in value.items() for pair in _flatten(inner, f"{prefix}{key}.")]
    if isinstance(value, (list, tuple)) and any(isinstance(v, dict) for v in value):
        return [pair for i, inner in enumerate(value) for pair in _flatten(inner, f"{prefix}{i}.")]
    return [(prefix.rstrip("."), list(value) if isinstance(value, tuple) else value)]


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [_without_none(inner) for inner in value]
    return value
