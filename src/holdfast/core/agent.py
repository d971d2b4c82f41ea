"""The agent protocol: three ways to ask, each a capability that an agent has or lacks.

A request is a plain record of what is sent and nothing else, so that it can be journaled, hashed and sent again. An
answer carries what came back and a receipt of how.
"""

from __future__ import annotations

import enum
from typing import Any, Protocol, runtime_checkable

import msgspec

from holdfast.core.errors import HoldfastError
from holdfast.core.identity import Identity


class Capability(enum.StrEnum):
    """What a suite may ask of an agent."""

    REPLY = "reply"
    """Generate text for a conversation."""
    CHOICES = "choices"
    """Log-probabilities of short labels as the next token after a conversation."""
    SCORE = "score"
    """Teacher-forced log-probabilities of given continuations of a text."""


class ToolCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tool that an assistant's turn calls."""

    name: str
    """Which tool."""
    arguments: str
    """Its arguments as they were written: JSON text, or what should have been."""
    id: str = ""
    """What the result is paired with; empty where nobody named one."""


class Tool(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tool that an agent may call."""

    name: str
    """What it is called."""
    description: str = ""
    """What it does, for the agent."""
    parameters: dict[str, Any] = {}
    """The JSON schema of its arguments."""


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """One turn of a conversation."""

    role: str
    """`system`, `user`, `assistant` or `tool`."""
    content: str
    """The text of the turn."""
    tool_calls: tuple[ToolCall, ...] = ()
    """What an assistant's turn calls besides."""
    tool_call_id: str = ""
    """Which call a tool's turn is the result of."""


class Decoding(msgspec.Struct, frozen=True):
    """How a reply is to be generated."""

    temperature: float = 0.0
    """0 asks for the most likely reply; anything above samples."""
    max_tokens: int = 64
    """The most tokens a reply may have."""
    top_p: float = 1.0
    """Nucleus sampling threshold."""
    stop: tuple[str, ...] = ()
    """Texts at which generation ends."""

    @property
    def samples(self) -> bool:
        """Whether asking twice may give two answers, so that draws must be told apart."""
        return self.temperature > 0


class ReplyRequest(msgspec.Struct, frozen=True, tag="reply", omit_defaults=True):
    """Ask for generated text, or for a tool call where there are tools.

    A request without tools has the bytes, and so the key in a journal, that it had before there were tools.
    """

    messages: tuple[Message, ...]
    """The conversation so far."""
    decoding: Decoding = msgspec.field(default_factory=Decoding)  # by factory, so that it is never omitted
    """How to generate."""
    tools: tuple[Tool, ...] = ()
    """What the agent may call."""


class ChoicesRequest(msgspec.Struct, frozen=True, tag="choices"):
    """Ask which of a few labels comes next."""

    messages: tuple[Message, ...]
    """The conversation so far."""
    labels: tuple[str, ...]
    """Short answers such as `A` and `B`."""


class ScoreRequest(msgspec.Struct, frozen=True, tag="score"):
    """Ask how likely each given continuation of a text is."""

    prompt: str
    """The text before the continuation."""
    continuations: tuple[str, ...]
    """Alternatives, in an order that says nothing about which is right."""


Request = ReplyRequest | ChoicesRequest | ScoreRequest

CAPABILITY: dict[type, Capability] = {
    ReplyRequest: Capability.REPLY,
    ChoicesRequest: Capability.CHOICES,
    ScoreRequest: Capability.SCORE,
}


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an answer came about. Kept in the journal; no score depends on it."""

    model: str = ""
    """The model id that the provider returned, where there is one."""
    prompt_tokens: int = 0
    """Tokens read."""
    completion_tokens: int = 0
    """Tokens written."""
    latency_ms: float = 0.0
    """From sending to the whole answer, last attempt only."""
    attempts: int = 1
    """How often it had to be sent."""
    cost: float = 0.0
    """In US dollars by the price table; 0 where no price is known."""


class Reply(msgspec.Struct, frozen=True, tag="reply", omit_defaults=True):
    """Generated text, and the tools that it calls."""

    text: str
    """What the agent wrote."""
    finish: str = "stop"
    """`stop`, `length` (cut at max_tokens) or the provider's own word."""
    receipt: Receipt = Receipt()
    """How it came about."""
    tool_calls: tuple[ToolCall, ...] = ()
    """In the order written."""


UNLISTED = -100.0
"""Stands for the log-probability of a label too unlikely to be listed: finite, because JSON has no infinity."""


class Choices(msgspec.Struct, frozen=True, tag="choices", omit_defaults=True):
    """Next-token log-probabilities of labels."""

    logprobs: tuple[float, ...]
    """One per label, in the request's order; `UNLISTED` where the provider did not list the label."""
    receipt: Receipt = Receipt()
    """How they came about."""


class Scores(msgspec.Struct, frozen=True, tag="score", omit_defaults=True):
    """Teacher-forced log-probabilities of continuations."""

    logprobs: tuple[float, ...]
    """The sum over each continuation's tokens, in the request's order."""
    tokens: tuple[int, ...]
    """How many tokens each sum runs over."""
    receipt: Receipt = Receipt()
    """How they came about."""


Answer = Reply | Choices | Scores

request_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
answer_decoder: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


@runtime_checkable
class Agent(Protocol):
    """Whoever answers.

    An agent implements the methods of the capabilities it declares; the others are never called. Methods raise
    `AgentFailure` for one request that failed and `HoldfastError` for what the user must mend.
    """

    @property
    def identity(self) -> Identity:
        """Who this is, exactly."""

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What it can be asked."""

    @property
    def concurrency(self) -> int:
        """How many requests it is worth having in flight at once."""

    @property
    def packs(self) -> bool:
        """Whether it answers together what is asked together, so that the plan should decide what that is."""

    async def confirm(self, wanted: frozenset[Capability]) -> None:
        """Make sure, before a run, that the wanted capabilities are real. Raises a sentence if one is not."""

    def already_spent(self, dollars: float) -> None:
        """Told, before a run goes on, what this agent cost in earlier sessions of it."""

    async def answer(self, request: Request, draw: int = 0) -> Answer:
        """Answer one request. `draw` tells samples of the same request apart."""

    async def close(self) -> None:
        """Let go of connections, processes and memory."""


class AgentBase:
    """The common part of agents: `answer` goes to `reply`, `choices` or `score`, refusing what is not declared."""

    identity: Identity
    capabilities: frozenset[Capability] = frozenset({Capability.REPLY})
    concurrency: int = 1
    packs: bool = False

    async def confirm(self, wanted: frozenset[Capability]) -> None:
        """Make sure, before a run, that the wanted capabilities are real. Raises a sentence if one is not."""
        for capability in sorted(wanted):
            require(self, capability)

    def already_spent(self, dollars: float) -> None:
        """Told, before a run goes on, what this agent cost in earlier sessions of it. For agents with a ceiling."""

    async def answer(self, request: Request, draw: int = 0) -> Answer:
        require(self, CAPABILITY[type(request)])
        match request:
            case ReplyRequest():
                return await self.reply(request, draw)
            case ChoicesRequest():
                return await self.choices(request)
            case ScoreRequest():
                return await self.score(request)

    async def reply(self, request: ReplyRequest, draw: int = 0) -> Reply:
        raise NotImplementedError

    async def choices(self, request: ChoicesRequest) -> Choices:
        raise NotImplementedError

    async def score(self, request: ScoreRequest) -> Scores:
        raise NotImplementedError

    async def close(self) -> None:
        return None


def require(agent: Agent | AgentBase, capability: Capability) -> None:
    """Raise one plain sentence if the agent cannot be asked this."""
    if capability not in agent.capabilities:
        has = ", ".join(sorted(agent.capabilities)) or "nothing"
        raise HoldfastError(
            f"Agent {agent.identity.spec!r} cannot be asked for '{capability}', only for {has}; "
            "choose another agent, or another way of asking (`--methods` or `--readouts`, see `holdfast suites`)."
        )
