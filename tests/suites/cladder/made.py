"""Tiny CLadder files, and runs of them through the whole pipeline with agents made on the spot."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from holdfast.core import Agent, AgentBase, Capability, Identity, Reply, ReplyRequest, ScoreRequest, Scores
from holdfast.engine.folder import RunFolder
from holdfast.engine.pipeline import execute
from holdfast.engine.plan import Plan, SuitePlan
from holdfast.engine.progress import Silent
from holdfast.engine.score import Findings
from holdfast.suites import get_suite

QUERIES = {1: "marginal", 2: "ate", 3: "nde"}
SENSES = (1, 0, -1)


def question(number: int) -> dict[str, object]:
    """One row like the published ones; rung, story, sense and label go round at different speeds."""
    rung = number % 3 + 1
    cause, effect = f"cause{number % 5}", f"effect{number % 5}"
    background = f"Imagine a world: {cause} has a direct effect on {effect}."
    given_info = f"The probability of {effect} is {number}%."
    asked = f"Is {effect} more likely than not, in case {number}?"
    return {
        "id": number, "prompt": f"{background} {given_info} {asked}", "background": background,
        "given_info": given_info, "question": asked, "label": "yes" if number // 3 % 2 else "no", "rung": rung,
        "query_type": QUERIES[rung], "graph_id": "chain", "story_id": f"story{number % 5}",
        "sensical": SENSES[number // 2 % 3],
    }  # fmt: skip


def write(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


class Scoring(AgentBase):
    """Scores yes and no by a function of the prompt: the lead of yes over no."""

    capabilities = frozenset(Capability)
    concurrency = 4

    def __init__(self, spec: str, lead: Callable[[str], float]) -> None:
        self.identity = Identity(spec, spec)
        self.lead = lead
        self.seen: list[ScoreRequest] = []

    async def score(self, request: ScoreRequest) -> Scores:
        self.seen.append(request)
        lead = self.lead(request.prompt)
        logprobs = tuple(-3.0 + lead * c.strip().lower().startswith("yes") for c in request.continuations)
        return Scores(logprobs, (1,) * len(logprobs))


class Writing(AgentBase):
    """Writes what a function makes of the prompt."""

    concurrency = 4

    def __init__(self, spec: str, write: Callable[[str], str]) -> None:
        self.identity = Identity(spec, spec)
        self.write = write

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        return Reply(self.write(request.messages[-1].content))


def run(where: Path, agents: list[Agent], overrides: Mapping[str, str], can: frozenset[Capability]) -> Findings:
    """The whole pipeline over the suite."""
    suite = get_suite("cladder")
    folder = RunFolder(where)
    folder.create()
    by_spec = {agent.identity.spec: agent for agent in agents}
    settings = suite.settings("paper", overrides, can)
    plan = Plan("paper", (SuitePlan("cladder", suite.version, settings),), tuple(by_spec))
    return execute(folder, plan, {"cladder": suite}, by_spec.__getitem__, Silent()).findings


def found(findings: Findings, name: str, agent: str):
    """The one finding of this name and agent."""
    (finding,) = [f for f in findings.findings if f.name == name and f.agent == agent]
    return finding
