"""The manifest: versions, counts, cost and the SHA-256 of every file of a run, so that a run can be checked later."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
from collections.abc import Sequence
from pathlib import Path

import msgspec

from holdfast import __version__
from holdfast.agents.registry import PROGRAMS
from holdfast.agents.wrapper import Wrapper
from holdfast.core import Agent, Identity
from holdfast.engine.certificate import Certificate
from holdfast.engine.folder import RunFolder
from holdfast.engine.journal import Journal, Totals
from holdfast.engine.memo import Memo
from holdfast.engine.plan import Plan

PACKAGES = (
    "accelerate",
    "aiohttp",
    "msgspec",
    "numpy",
    "peft",
    "polars",
    "scikit-learn",
    "scipy",
    "torch",
    "transformers",
)


class AgentRecord(msgspec.Struct, frozen=True):
    """One agent of the run and what it took."""

    identity: Identity
    """Who answered, exactly."""
    totals: Totals
    """Requests, tokens, cost."""
    mode: str = ""
    """How a local model scored: `packed` or `plain`."""
    inner: AgentRecord | None = None
    """Whom a wrapper asks, where tokens and cost arise. Several wrappers of a run may share it."""

    @property
    def innermost(self) -> AgentRecord:
        """Who really answered."""
        return self.inner.innermost if self.inner else self

    @property
    def has_price(self) -> bool:
        """Whether what it costs can be known: a program of the user's own may ask a paid model itself."""
        return not self.innermost.identity.spec.startswith(PROGRAMS)


class Manifest(msgspec.Struct, frozen=True):
    """What a run was made with and of."""

    holdfast: str
    """Version."""
    python: str
    """Version."""
    packages: dict[str, str]
    """Versions of what the numbers depend on."""
    plan: str
    """The plan's digest."""
    agents: list[AgentRecord]
    """Who was asked."""
    certificate: Certificate
    """Why the instrument can be trusted."""
    seconds: float
    """Time spent asking, over all sessions of the run."""
    files: dict[str, str]
    """SHA-256 of every other file of the run."""

    @property
    def has_price(self) -> bool:
        """Whether the cost of all agents can be known."""
        return all(record.has_price for record in self.agents)

    @property
    def cost(self) -> float:
        """US dollars in all; what several wrappers share is counted once."""
        asked = {record.innermost.identity.digest: record.innermost.totals.cost for record in self.agents}
        return sum(asked.values())


def write_manifest(
    folder: RunFolder, plan: Plan, journal: Journal, agents: Sequence[Agent], certificate: Certificate
) -> Manifest:
    """Describe the finished run."""
    records = [_record(agent, journal) for agent in agents]
    manifest = Manifest(
        __version__,
        platform.python_version(),
        versions(),
        plan.digest,
        records,
        certificate,
        round(float(journal.get_meta("seconds") or 0), 3),
        digests(folder.path),
    )
    folder.manifest.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    return manifest


def _record(agent: Agent, journal: Journal) -> AgentRecord:
    if isinstance(agent, Memo):
        return _record(agent.agent, journal)
    inner = _record(agent.inner, journal) if isinstance(agent, Wrapper) else None
    mode = str(getattr(getattr(agent, "scorer", None), "mode", ""))
    return AgentRecord(agent.identity, journal.totals(agent.identity.digest), mode, inner)


def read_manifest(folder: RunFolder) -> Manifest:
    """The manifest of a finished run."""
    return msgspec.json.decode(folder.manifest.read_bytes(), type=Manifest)


def refresh_digests(folder: RunFolder) -> None:
    """Bring the digests up to date after the report was written again."""
    try:
        manifest = read_manifest(folder)
    except (OSError, msgspec.MsgspecError):
        return  # a run that was killed before it had one; `holdfast resume` makes it
    manifest = msgspec.structs.replace(manifest, files=digests(folder.path))
    folder.manifest.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def digests(path: Path) -> dict[str, str]:
    """SHA-256 of every file of a run except the manifest itself and what SQLite and the lock keep for themselves."""
    skip = {"manifest.json", ".lock"}
    files = sorted(f for f in path.rglob("*") if f.is_file() and f.name not in skip)
    return {str(f.relative_to(path)): _sha256(f) for f in files if not f.name.startswith("journal.sqlite-")}


def _sha256(file: Path) -> str:
    with file.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def versions() -> dict[str, str]:
    """Versions of the packages that numbers depend on."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found
