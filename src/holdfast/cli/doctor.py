"""`holdfast doctor`: what is installed, which model loads, is the folder writable, does the endpoint answer."""

from __future__ import annotations

import asyncio
import importlib.metadata
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from holdfast.core import AgentFailure, Capability, Decoding, HoldfastError, Message, ReplyRequest

PACKAGES = {
    "core": ("aiohttp", "altair", "msgspec", "numpy", "polars", "scikit-learn", "scipy", "typer"),
    "local": ("accelerate", "gguf", "peft", "safetensors", "torch", "transformers"),
}


class Check(msgspec.Struct, frozen=True):
    """One thing looked at."""

    name: str
    """What was looked at."""
    ok: bool
    """Whether it works."""
    detail: str
    """What was found, or what to do."""


def command(
    agent: Annotated[
        list[str] | None, typer.Option("--agent", "-a", help="Agents to try; the embedded model if none is named.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder in which runs are to be written.")] = Path(
        "runs"
    ),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Check the installation, the run folder, and that agents load, answer and really return log-probabilities."""
    checks = [
        Check("python", True, platform.python_version()),
        *(_installed(extra, names) for extra, names in PACKAGES.items()),
        _writable(out),
    ]
    for spec in agent or ["embedded"]:
        checks += _try_agent(spec)
    if as_json:
        print(json.dumps(msgspec.to_builtins(checks), indent=1))
    else:
        for check in checks:
            print(f"{'ok ' if check.ok else 'NO '} {check.name}: {check.detail}")
    return int(not all(check.ok for check in checks))


def _installed(extra: str, names: tuple[str, ...]) -> Check:
    versions, missing = [], []
    for name in names:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        install = "pip install holdfast" if extra == "core" else f"pip install 'holdfast[{extra}]'"
        return Check(f"packages ({extra})", False, f"{', '.join(missing)} not installed; run `{install}`.")
    return Check(f"packages ({extra})", True, ", ".join(versions))


def _writable(folder: Path) -> Check:
    place = folder
    while not place.exists():
        place = place.parent
    try:
        with tempfile.NamedTemporaryFile(dir=place):
            pass
    except OSError as error:
        return Check("run folder", False, f"{folder} is not writable ({error.strerror}); choose another with --out.")
    free = os.statvfs(place)
    return Check("run folder", True, f"{folder} is writable, {free.f_bavail * free.f_frsize / 1e9:,.0f} GB free")


def _try_agent(spec: str) -> list[Check]:
    """Load it, ask it something, and see which of its log-probabilities are real."""
    from holdfast.agents.registry import make_agent

    began = time.monotonic()
    try:
        agent = make_agent(spec)
    except HoldfastError as error:
        return [Check(spec, False, str(error))]
    mode = getattr(getattr(agent, "scorer", None), "mode", "")
    ready = f"ready in {time.monotonic() - began:.1f} s" + (f", {mode} scoring" if mode else "")

    async def attempt() -> list[Check]:
        found = [Check(spec, True, ready)]
        question = ReplyRequest((Message("user", "Say hello in one word."),), Decoding(max_tokens=8))
        try:
            for capability in Capability:
                name = f"{spec}: {capability}"

                async def works(wanted: Capability = capability) -> str:
                    await agent.confirm(frozenset({wanted}))
                    if wanted is not Capability.REPLY:
                        return "real log-probabilities"
                    return repr(getattr(await agent.answer(question), "text", ""))

                found.append(await _tried(name, works))
        finally:
            await agent.close()
        return found

    checks = asyncio.run(attempt())
    # Replies are what every agent must give; log-probabilities are good to have, and their absence is no defect.
    return [
        c if c.ok or c.name.endswith(Capability.REPLY) else Check(c.name, True, f"not available: {c.detail}")
        for c in checks
    ]


async def _tried(name: str, works: Callable[[], object]) -> Check:
    try:
        return Check(name, True, str(await works()))  # type: ignore[misc]
    except HoldfastError as error:
        return Check(name, False, str(error))
    except AgentFailure as failure:
        return Check(name, False, failure.message)
