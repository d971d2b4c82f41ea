"""`holdfast doctor`: what is installed, which model loads, is the folder writable, does the endpoint answer."""

from __future__ import annotations

import asyncio
import importlib.metadata
import json
import os
import platform
import tempfile
import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from holdfast.core import Agent, AgentFailure, Capability, Decoding, HoldfastError, Message, Reply, ReplyRequest

PACKAGES = {
    "core": ("aiohttp", "altair", "msgspec", "numpy", "polars", "scikit-learn", "scipy", "typer"),
    "local": ("accelerate", "gguf", "peft", "safetensors", "torch", "transformers"),
}

LOGPROBS = (Capability.CHOICES, Capability.SCORE)
QUESTION = ReplyRequest((Message("user", "Say hello in one word."),), Decoding(max_tokens=8))


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
    out: Annotated[Path, typer.Option("--out", "-o", help="Where runs are to be written.")] = Path("runs"),
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
    return asyncio.run(_capabilities(agent, ready))


async def _capabilities(agent: Agent, ready: str) -> list[Check]:
    """Every agent must reply; one that does not has nothing else to be tried for, and one sentence tells."""
    spec = agent.identity.spec
    try:
        await agent.confirm(frozenset({Capability.REPLY}))
        said = await agent.answer(QUESTION)
        heard = Check(f"{spec}: {Capability.REPLY}", True, repr(said.text) if isinstance(said, Reply) else "")
        return [Check(spec, True, ready), heard, *[await _logprobs(agent, c) for c in LOGPROBS]]
    except (HoldfastError, AgentFailure) as problem:
        return [Check(spec, False, str(problem))]
    finally:
        await agent.close()


async def _logprobs(agent: Agent, capability: Capability) -> Check:
    """Whether log-probabilities are real. They are good to have, no more."""
    name = f"{agent.identity.spec}: {capability}"
    try:
        await agent.confirm(frozenset({capability}))
    except (HoldfastError, AgentFailure) as problem:
        return Check(name, True, f"not available: {problem}")
    return Check(name, True, "real log-probabilities")
