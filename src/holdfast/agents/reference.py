"""Reference agents: small programs with a known control profile that read only the visible prompt.

They validate the instrument: each planted fault must show as its own signature. They are not language models and are
never presented as such. Which faults make sense depends on the suite, so a policy is looked up in the suite's own
table; this module only knows where the tables are.
"""

from __future__ import annotations

import itertools
from importlib import import_module
from typing import NamedTuple

from holdfast.core import (
    Agent,
    AgentBase,
    Capability,
    Choices,
    ChoicesRequest,
    HoldfastError,
    Identity,
    Reply,
    ReplyRequest,
    ScoreRequest,
    Scores,
    did_you_mean,
)

VERSION = 1
CERTAIN = 8.0
"""The log-probability by which a reference agent prefers what it chooses."""


class Policy(NamedTuple):
    """A way to choose, and what it is."""

    where: str
    """`module:function`; the function takes the visible text and the options and returns the index of its choice,
    or None if it is indifferent."""
    summary: str
    """One line for people."""


_INVARIANCE = "holdfast.suites.invariance.reference"
_TRANSCRIPTS = "holdfast.suites.transcripts.reference"

POLICIES = {
    "bound": Policy(f"{_INVARIANCE}:bound", "follows the causal chain: right everywhere"),
    "copies-premise": Policy(f"{_INVARIANCE}:copies_premise", "repeats the polarity of the last premise"),
    "always-absent": Policy(f"{_INVARIANCE}:always_absent", "says `did not occur` whatever it reads"),
    "first-option": Policy(f"{_INVARIANCE}:first_option", "takes the option listed first"),
    "last-clause": Policy(f"{_INVARIANCE}:last_clause", "reasons from the last causal clause alone"),
    "favours-first-name": Policy(f"{_INVARIANCE}:favours_first_name", "believes that what is named first is the cause"),
    "random": Policy(f"{_INVARIANCE}:random", "chooses by a digest of what it reads"),
}

LEARNERS = {
    "carriers": Policy(f"{_TRANSCRIPTS}:carriers", "takes each value from the fields that carry it now"),
    "recorded": Policy(f"{_TRANSCRIPTS}:recorded", "does what was recorded, whatever it reads"),
    "first-value": Policy(f"{_TRANSCRIPTS}:first_value", "takes the first value named for an argument"),
    "ignores-rules": Policy(f"{_TRANSCRIPTS}:ignores_rules", "does not read the system prompt's rules"),
}
"""Agents that learn from a log `reference/<name>@<file>`. The function takes the file, returns the agent."""


def find_policy(name: str) -> Policy:
    """The policy of this name, or of a learner with its log: `carriers@logs.jsonl`."""
    policy, at, _ = name.partition("@")
    if policy in LEARNERS and not at:
        raise HoldfastError(f"The reference agent {policy!r} learns from a log; write reference/{policy}@<file>.")
    known = LEARNERS if at else POLICIES
    if policy not in known:
        raise HoldfastError(f"There is no reference agent {name!r}; {did_you_mean(policy, known)}")
    return known[policy]


def make_reference(name: str) -> Agent:
    """The reference agent of this name."""
    policy, at, file = name.partition("@")
    if not at:
        return ReferenceAgent(policy)
    module, _, function = find_policy(name).where.partition(":")
    agent: Agent = getattr(import_module(module), function)(file)
    return agent


class ReferenceAgent(AgentBase):
    """A policy behind the agent protocol."""

    capabilities = frozenset(Capability)
    concurrency = 64

    def __init__(self, policy: str) -> None:
        module, _, function = find_policy(policy).where.partition(":")
        self._choose = getattr(import_module(module), function)
        self.identity = Identity(f"reference/{policy}", policy, VERSION)

    async def score(self, request: ScoreRequest) -> Scores:
        chosen = self._choose(request.prompt, request.continuations)
        lengths = tuple(len(c.split()) for c in request.continuations)
        # A multiple of the length, so that the choice is the same under every normalisation.
        return Scores(tuple(0.0 if chosen in (i, None) else -CERTAIN * n for i, n in enumerate(lengths)), lengths)

    async def choices(self, request: ChoicesRequest) -> Choices:
        chosen = self._choose(*_question(request.messages[-1].content))
        return Choices(tuple(0.0 if chosen in (i, None) else -CERTAIN for i in range(len(request.labels))))

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:  # noqa: ARG002  (it does not sample)
        text, options = _question(request.messages[-1].content)
        if not options:
            return Reply("There is nothing here to choose between.")
        chosen = self._choose(text, options)
        return Reply("Either." if chosen is None else "AB"[chosen])


def _question(content: str) -> tuple[str, tuple[str, ...]]:
    """The text before the lettered options, and the options."""
    lines = content.splitlines()
    options = tuple(line[3:] for line in lines if line.startswith(("A: ", "B: ")))
    before = itertools.takewhile(lambda line: not line.startswith("A: "), lines)
    return "\n".join(before), options
