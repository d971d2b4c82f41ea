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
    learns: bool = False
    """Whether the function takes a log to learn from and returns the agent itself: `reference/<policy>@<file>`."""


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
    "carriers": Policy(f"{_TRANSCRIPTS}:carriers", "takes each value from the fields that carry it now", learns=True),
    "recorded": Policy(f"{_TRANSCRIPTS}:recorded", "does what was recorded, whatever it reads", learns=True),
    "first-value": Policy(f"{_TRANSCRIPTS}:first_value", "takes the first value named for an argument", learns=True),
    "ignores-rules": Policy(f"{_TRANSCRIPTS}:ignores_rules", "does not read the system prompt's rules", learns=True),
}


def find_policy(name: str) -> Policy:
    """The policy of this name, which a log to learn from may follow: `carriers@logs.jsonl`."""
    policy, at, _ = name.partition("@")
    if policy not in POLICIES:
        raise HoldfastError(f"There is no reference agent {policy!r}; {did_you_mean(policy, POLICIES)}")
    if POLICIES[policy].learns != bool(at):
        how = f"{policy}@<file>, with the log it learns from" if POLICIES[policy].learns else policy
        raise HoldfastError(f"There is no reference agent {name!r}; write reference/{how}.")
    return POLICIES[policy]


def make_reference(name: str) -> Agent:
    """The reference agent of this name."""
    policy = find_policy(name)
    if not policy.learns:
        return ReferenceAgent(name)
    module, _, function = policy.where.partition(":")
    agent: Agent = getattr(import_module(module), function)(name.partition("@")[2])
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
