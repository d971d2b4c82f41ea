"""Reference agents: small programs with a known control profile that read only the visible prompt.

They validate the instrument: each planted fault must show as its own signature. They are not language models and are
never presented as such. Which faults make sense depends on the suite, so a policy is looked up in the suite's own
table; this module only knows where the tables are.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from holdfast.core import (
    Agent,
    AgentBase,
    AgentFailure,
    Answer,
    Capability,
    Choices,
    ChoicesRequest,
    Failure,
    HoldfastError,
    Identity,
    Reply,
    ReplyRequest,
    Request,
    ScoreRequest,
    Scores,
    did_you_mean,
)

VERSION = 1
CODE_LINE = re.compile(r"^(?:[A-Z] =|-) ([A-Z]+(?:_[A-Z]+)*): ", re.MULTILINE)
CERTAIN = 8.0
"""The log-probability by which a reference agent prefers what it chooses."""


ASKS_ALIKE = {"binding": ("matrix",)}
"""Suites whose questions have the form of another's."""


class Policy(NamedTuple):
    """A way to choose, and what it is."""

    where: str
    """`module:function`; the function takes the visible text and the options and returns the index of its choice,
    or None if it is indifferent. Empty for a policy that only writes or acts."""
    summary: str
    """One line for people."""
    writes: str = ""
    """`module:function` for questions without options; the function takes the visible text and returns its reply."""
    acts: str = ""
    """`module:function` for questions that list action codes; it takes the visible text and the codes."""

    @property
    def suites(self) -> tuple[str, ...]:
        """The suites whose questions it can read: those where its functions stand, and who asks as they do."""
        homes = (place.split(".")[2] for place in (self.where, self.writes, self.acts) if place)
        return tuple(dict.fromkeys(suite for home in homes for suite in (home, *ASKS_ALIKE.get(home, ()))))


_INVARIANCE = "holdfast.suites.invariance.reference"
_COMMITMENT = "holdfast.suites.commitment.reference"
_BINDING = "holdfast.suites.binding.reference"
_TRANSCRIPTS = "holdfast.suites.transcripts.reference"

POLICIES = {
    "bound": Policy(
        f"{_INVARIANCE}:bound",
        "follows what decides: right wherever it can read",
        f"{_COMMITMENT}:bound",
        f"{_BINDING}:bound",
    ),
    "copies-premise": Policy(f"{_INVARIANCE}:copies_premise", "repeats the polarity of the last premise"),
    "always-absent": Policy(f"{_INVARIANCE}:always_absent", "says `did not occur` whatever it reads"),
    "first-option": Policy(f"{_INVARIANCE}:first_option", "takes the option listed first"),
    "last-clause": Policy(f"{_INVARIANCE}:last_clause", "reasons from the last causal clause alone"),
    "favours-first-name": Policy(f"{_INVARIANCE}:favours_first_name", "believes that what is named first is the cause"),
    "random": Policy(f"{_INVARIANCE}:random", "chooses by a digest of what it reads", acts=f"{_BINDING}:random"),
    "forgets-constraint": Policy("", "lets go of an early requirement", f"{_COMMITMENT}:forgets_constraint"),
    "swaps-entities": Policy("", "answers for another name", f"{_COMMITMENT}:swaps_entities"),
    "trusts-loud": Policy("", "believes whoever insists", f"{_COMMITMENT}:trusts_loud"),
    "keeps-stale": Policy("", "never updates", f"{_COMMITMENT}:keeps_stale"),
    "loses-provenance": Policy("", "takes the teller for the source", f"{_COMMITMENT}:loses_provenance"),
    "obeys-distractor": Policy("", "does what the last distractor says", f"{_COMMITMENT}:obeys_distractor"),
    "prior-only": Policy("", "repeats a prior, or ACTION_A where none is stated", acts=f"{_BINDING}:prior_only"),
    "ignores-veto": Policy("", "bound, but for vetoes and holds", acts=f"{_BINDING}:ignores_veto"),
    "keeps-impulse": Policy("", "never moves from the first leaning", acts=f"{_BINDING}:keeps_impulse"),
    "stale-memory": Policy("", "follows a note that no longer holds", acts=f"{_BINDING}:stale_memory"),
    "follows-any-field": Policy("", "follows even another event's field", acts=f"{_BINDING}:follows_any_field"),
    "swayed-by-cues": Policy("", "follows what has nothing to do with it", acts=f"{_BINDING}:swayed_by_cues"),
    "order-biased": Policy("", "takes the action listed first", acts=f"{_BINDING}:order_biased"),
}

LEARNERS = {
    "carriers": Policy(f"{_TRANSCRIPTS}:carriers", "takes each value from the fields that carry it now"),
    "recorded": Policy(f"{_TRANSCRIPTS}:recorded", "does what was recorded, whatever it reads"),
    "first-value": Policy(f"{_TRANSCRIPTS}:first_value", "takes the first value named for an argument"),
    "ignores-rules": Policy(f"{_TRANSCRIPTS}:ignores_rules", "does not read the system prompt's rules"),
    "brittle": Policy(f"{_TRANSCRIPTS}:brittle", "acts only where all stands as it was recorded, to the letter"),
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
        found = find_policy(policy)
        self._choose = _load(found.where) if found.where else _indifferent
        self._write = _load(found.writes) if found.writes else None
        self._act = _load(found.acts) if found.acts else _indifferent
        self.identity = Identity(f"reference/{policy}", policy, VERSION)

    async def answer(self, request: Request, draw: int = 0) -> Answer:
        try:
            return await super().answer(request, draw)
        except (HoldfastError, AgentFailure):
            raise
        except Exception as error:  # it reads what its own suites write; another suite's question is beyond it
            name = self.identity.spec
            raise AgentFailure(Failure.AGENT, f"{name} cannot read this question ({error})") from error

    async def score(self, request: ScoreRequest) -> Scores:
        chosen = self._choose(request.prompt, request.continuations)
        lengths = tuple(len(c.split()) for c in request.continuations)
        # A multiple of the length, so that the choice is the same under every normalisation.
        return Scores(tuple(0.0 if chosen in (i, None) else -CERTAIN * n for i, n in enumerate(lengths)), lengths)

    async def choices(self, request: ChoicesRequest) -> Choices:
        content = request.messages[-1].content
        codes = _codes(content)
        chosen = self._act(content, codes) if codes else self._choose(*_question(content))
        return Choices(tuple(0.0 if chosen in (i, None) else -CERTAIN for i in range(len(request.labels))))

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:  # noqa: ARG002  (it does not sample)
        content = request.messages[-1].content
        if codes := _codes(content):
            taken = self._act(content, codes)
            return Reply("Any." if taken is None else codes[taken])
        text, options = _question(content)
        if not options:
            visible = "\n\n".join(m.content for m in request.messages if m.role != "assistant")
            return Reply(self._write(visible) if self._write else "There is nothing here to choose between.")
        chosen = self._choose(text, options)
        return Reply("Either." if chosen is None else "AB"[chosen])


def _load(where: str) -> Callable[..., Any]:
    module, _, function = where.partition(":")
    policy: Callable[..., Any] = getattr(import_module(module), function)
    return policy


def _indifferent(text: str, options: Sequence[str]) -> None:
    """What a policy makes of a question that is not for it."""


def _codes(content: str) -> tuple[str, ...]:
    """The action codes that a question lists, lettered or not; none where it is about something else."""
    return tuple(CODE_LINE.findall(content))


def _question(content: str) -> tuple[str, tuple[str, ...]]:
    """The text before the lettered options, and the options."""
    lines = content.splitlines()
    options = tuple(line[3:] for line in lines if line.startswith(("A: ", "B: ")))
    before = itertools.takewhile(lambda line: not line.startswith("A: "), lines)
    return "\n".join(before), options
