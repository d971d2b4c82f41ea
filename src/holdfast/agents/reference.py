"""Reference agents: small programs with a known control profile that read only the visible prompt.

They validate the instrument: each planted fault must show as its own signature. They are not language models and are
never presented as such. Which faults make sense depends on the suite, so a policy is looked up in the suite's own
table; this module only knows where the tables are.
"""

from __future__ import annotations

import itertools
import re
from importlib import import_module
from typing import NamedTuple

from holdfast.core import (
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

VERSION = 2
ACTION = re.compile(r"^(?:[A-Z] =|-) ([A-Z]+(?:_[A-Z]+)*): ", re.MULTILINE)
CERTAIN = 8.0
"""The log-probability by which a reference agent prefers what it chooses."""


class Policy(NamedTuple):
    """A way to choose, and what it is."""

    summary: str
    """One line for people."""
    suites: tuple[str, ...]
    """The suites whose questions it reads; to any other it is indifferent. In a suite's module `reference`, a function
    of the policy's name takes the visible text and the options and returns the index of its choice, or None."""


POLICIES = {
    "bound": Policy("follows what decides: right everywhere", ("invariance", "binding")),
    "random": Policy("chooses by a digest of what it reads", ("invariance", "binding")),
    "copies-premise": Policy("repeats the polarity of the last premise", ("invariance",)),
    "always-absent": Policy("says `did not occur` whatever it reads", ("invariance",)),
    "first-option": Policy("takes the option listed first", ("invariance",)),
    "last-clause": Policy("reasons from the last causal clause alone", ("invariance",)),
    "favours-first-name": Policy("believes that what is named first is the cause", ("invariance",)),
    "prior-only": Policy("repeats a prior, or ACTION_A where none is stated", ("binding",)),
    "ignores-veto": Policy("bound, but for vetoes and holds", ("binding",)),
    "keeps-impulse": Policy("never moves from the first leaning", ("binding",)),
    "stale-memory": Policy("follows a note that no longer holds", ("binding",)),
    "follows-any-field": Policy("follows any field, of another event or of a module that is off", ("binding",)),
    "swayed-by-cues": Policy("follows a mention that has nothing to do with the event", ("binding",)),
    "order-biased": Policy("takes the action listed first", ("binding",)),
}


def find_policy(name: str) -> Policy:
    """The policy of this name."""
    if name not in POLICIES:
        raise HoldfastError(f"There is no reference agent {name!r}; {did_you_mean(name, POLICIES)}")
    return POLICIES[name]


class ReferenceAgent(AgentBase):
    """A policy behind the agent protocol."""

    capabilities = frozenset(Capability)
    concurrency = 64

    def __init__(self, policy: str) -> None:
        modules = {suite: import_module(f"holdfast.suites.{suite}.reference") for suite in find_policy(policy).suites}
        self._choices = {suite: getattr(module, policy.replace("-", "_")) for suite, module in modules.items()}
        self.identity = Identity(f"reference/{policy}", policy, VERSION)

    def _choose(self, suite: str, text: str, options: tuple[str, ...]) -> int | None:
        choose = self._choices.get(suite)
        chosen: int | None = choose(text, options) if choose else None
        return chosen

    async def score(self, request: ScoreRequest) -> Scores:
        chosen = self._choose("invariance", request.prompt, request.continuations)
        lengths = tuple(len(c.split()) for c in request.continuations)
        # A multiple of the length, so that the choice is the same under every normalisation.
        return Scores(tuple(0.0 if chosen in (i, None) else -CERTAIN * n for i, n in enumerate(lengths)), lengths)

    async def choices(self, request: ChoicesRequest) -> Choices:
        chosen = self._choose(*_question(request.messages[-1].content))
        return Choices(tuple(0.0 if chosen in (i, None) else -CERTAIN for i in range(len(request.labels))))

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:  # noqa: ARG002  (it does not sample)
        suite, text, options = _question(request.messages[-1].content)
        if not options:
            return Reply("There is nothing here to choose between.")
        chosen = self._choose(suite, text, options)
        return Reply("Either." if chosen is None else options[chosen] if suite == "binding" else "AB"[chosen])


def _question(content: str) -> tuple[str, str, tuple[str, ...]]:
    """The suite a question is from, its text and its options: lettered answers, or codes of actions."""
    if codes := tuple(ACTION.findall(content)):
        return "binding", content, codes
    lines = content.splitlines()
    options = tuple(line[3:] for line in lines if line.startswith(("A: ", "B: ")))
    before = itertools.takewhile(lambda line: not line.startswith("A: "), lines)
    return "invariance", "\n".join(before), options
