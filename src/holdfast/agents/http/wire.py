"""The OpenAI wire protocol as records, and how log-probabilities are read out of it.

Only the fields that are used are declared; whatever else a server sends is skipped while decoding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import accumulate
from typing import Annotated, Any

import msgspec

from holdfast.agents.tools import turn
from holdfast.core import Message, ToolCall
from holdfast.core.agent import UNLISTED

SPACES = " ▁Ġ"
"""A leading space, as servers show it: plain, or as SentencePiece and byte-level BPE write it."""
SPECIAL_TOKENS = 2
"""How many tokens that stand for no text, such as a begin-of-text mark, an echo may start with."""


class ChatBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat request."""

    model: str
    """The model id."""
    messages: tuple[Message, ...] | list[dict[str, Any]]
    """The conversation; as plain dicts where turns call tools or are results."""
    temperature: float
    """Always sent, because servers' defaults differ."""
    max_tokens: int | None = None
    """The most tokens to generate."""
    max_completion_tokens: int | None = None
    """The same under its newer name, for models that refuse the older one."""
    top_p: float | None = None
    """Nucleus sampling threshold; None for all."""
    stop: tuple[str, ...] | None = None
    """Texts at which generation ends."""
    seed: int | None = None
    """Tells draws of a sampled request apart."""
    logprobs: bool | None = None
    """Whether to return log-probabilities."""
    top_logprobs: int | None = None
    """How many alternatives to list for each token."""
    tools: list[dict[str, Any]] | None = None
    """What the model may call."""


class CompletionBody(msgspec.Struct, frozen=True):
    """A plain completion request, which alone can return a prompt's log-probabilities."""

    model: str
    """The model id."""
    prompt: str
    """The text to continue."""
    max_tokens: int
    """The most tokens to generate."""
    temperature: float
    """Sampling temperature."""
    logprobs: int
    """How many alternatives to list for each token."""
    echo: bool
    """Whether to return the prompt's tokens too."""


class Usage(msgspec.Struct, frozen=True, gc=False):
    """Token counts."""

    prompt_tokens: int = 0
    """Tokens read."""
    completion_tokens: int = 0
    """Tokens written."""


class CalledFunction(msgspec.Struct, frozen=True):
    """The tool that the model calls."""

    name: str
    """Which."""
    arguments: str | dict[str, Any] = ""
    """JSON text; some servers send the object itself."""


class Called(msgspec.Struct, frozen=True):
    """One tool call."""

    function: CalledFunction
    """What is called."""
    id: str | None = None
    """What the result is paired with."""


class ChatMessage(msgspec.Struct, frozen=True):
    """What the model said."""

    content: str | None = None
    """The text; None where there is none."""
    refusal: str | None = None
    """Said in place of a text by some providers."""
    tool_calls: list[Called] | None = None
    """What it calls."""


class TopToken(msgspec.Struct, frozen=True):
    """A token that could have come."""

    token: str
    """Its text."""
    logprob: float
    """Its log-probability."""


class ChatToken(msgspec.Struct, frozen=True):
    """A token that came, with the alternatives."""

    token: str
    """Its text."""
    logprob: float
    """Its log-probability."""
    top_logprobs: list[TopToken] = []
    """The likeliest tokens at its place."""


class ChatLogprobs(msgspec.Struct, frozen=True):
    """Log-probabilities of a chat reply."""

    content: list[ChatToken] | None = None
    """One entry a token."""


class ChatChoice(msgspec.Struct, frozen=True):
    """One reply."""

    message: ChatMessage
    """What was said."""
    finish_reason: str | None = None
    """Why generation ended."""
    logprobs: ChatLogprobs | None = None
    """Where asked for and given."""


class TextLogprobs(msgspec.Struct, frozen=True):
    """Log-probabilities of a completion; empty where a server has another format."""

    tokens: list[str] = []
    """Token texts."""
    token_logprobs: list[float | None] = []
    """Their log-probabilities; None for the first of a text."""
    text_offset: list[int] = []
    """Where each token begins in the text, in characters."""
    top_logprobs: list[dict[str, float] | None] | None = None
    """The likeliest tokens at each place."""


class TextChoice(msgspec.Struct, frozen=True):
    """One completion."""

    text: str
    """The text, with the prompt before it where it was echoed."""
    logprobs: TextLogprobs | None = None
    """Where asked for and given."""


class Completion(msgspec.Struct, frozen=True, kw_only=True):
    """What the two kinds of response share."""

    model: str = ""
    """The model id that the server returned."""
    usage: Usage | None = None
    """Token counts, where given."""


class ChatCompletion(Completion, frozen=True, kw_only=True):
    """The response to a chat request."""

    choices: Annotated[list[ChatChoice], msgspec.Meta(min_length=1)]
    """One is asked for."""


class TextCompletion(Completion, frozen=True, kw_only=True):
    """The response to a completion request."""

    choices: Annotated[list[TextChoice], msgspec.Meta(min_length=1)]
    """One is asked for."""


encoder = msgspec.json.Encoder()
chat_decoder = msgspec.json.Decoder(ChatCompletion)
text_decoder = msgspec.json.Decoder(TextCompletion)


class UnusableError(Exception):
    """A well-formed response that lacks what was asked for. The text follows `The server at …`."""


def encode_with(body: ChatBody, extra: dict[str, Any]) -> bytes:
    """The body's bytes with extra fields laid over it; an extra field that is None takes the field away."""
    if not extra:
        return encoder.encode(body)
    fields = {**msgspec.to_builtins(body), **extra}
    return encoder.encode({name: value for name, value in fields.items() if value is not None})


def conversation(messages: tuple[Message, ...]) -> tuple[Message, ...] | list[dict[str, Any]]:
    """Messages as they are sent: the very records, unless one of them has to do with tools."""
    if any(message.tool_calls or message.tool_call_id for message in messages):
        return [turn(message) for message in messages]
    return messages


def tool_calls(message: ChatMessage) -> tuple[ToolCall, ...]:
    """What a message calls, arguments as text."""
    return tuple(
        ToolCall(
            called.function.name,
            given if isinstance(given := called.function.arguments, str) else encoder.encode(given).decode(),
            called.id or "",
        )
        for called in message.tool_calls or ()
    )


def first_tokens(completion: ChatCompletion) -> list[TopToken]:
    """The listed alternatives for a reply's first token, with the token itself."""
    logprobs = completion.choices[0].logprobs
    if logprobs is None or not logprobs.content:
        raise UnusableError("returns no log-probabilities")
    first = logprobs.content[0]
    listed = list(first.top_logprobs)
    if all(top.token != first.token for top in listed):
        listed.append(TopToken(first.token, first.logprob))
    return listed


def label_logprob(label: str, tokens: Iterable[TopToken]) -> float:
    """The log-probability that a label comes next: that of all tokens that spell it, with or without a space before."""
    found = [top.logprob for top in tokens if top.token == label or top.token.lstrip(SPACES) == label]
    if not found:
        return UNLISTED
    most = max(found)
    if len(found) == 1 or most == -math.inf:
        return max(UNLISTED, most)
    return max(UNLISTED, min(0.0, most + math.log(sum(math.exp(logprob - most) for logprob in found))))


def continuation_logprob(choice: TextChoice, prompt: str, continuation: str) -> tuple[float, int]:
    """The summed log-probability of a continuation in an echoed text, and the number of its tokens.

    A token belongs to the continuation if any of its characters does. So a token that straddles the boundary, such as
    ` Therefore` where the prompt ends in a space, is counted with the continuation, and `score` stays a sum over whole
    tokens of the joint text.
    """
    logprobs = choice.logprobs
    if logprobs is None or not logprobs.token_logprobs:
        raise UnusableError("returns no prompt log-probabilities")
    text = prompt + continuation
    if text not in choice.text and text not in "".join(logprobs.tokens):
        raise UnusableError("ignores `echo`")
    starts = _starts(logprobs, text)
    values = logprobs.token_logprobs
    ends = [*starts[1:], len(text)]
    own = [i for i, start in enumerate(starts) if start < len(text) and ends[i] > len(prompt)]
    summed = [values[i] for i in own]
    if not own or any(value is None or not math.isfinite(value) for value in summed):
        raise UnusableError("gives no log-probability for a part of the continuation")
    return math.fsum(value for value in summed if value is not None), len(own)


def _starts(logprobs: TextLogprobs, text: str) -> list[int]:
    """Where each token begins in the text.

    Lengths of the token texts are used where they spell the text, because servers disagree about offsets: some count a
    begin-of-text mark, some send -1. Tokens that are parts of characters spell nothing; then the server's offsets
    count, if they fit.
    """
    tokens, offsets = logprobs.tokens, logprobs.text_offset
    if len(tokens) != len(logprobs.token_logprobs):
        raise UnusableError("returns tokens and log-probabilities of different length")
    for skipped in range(min(SPECIAL_TOKENS, len(tokens)) + 1):
        spelled = "".join(tokens[skipped:])
        for lead in ("", " "):  # SentencePiece puts a space before a text
            if spelled.startswith(lead + text):
                lengths = [0] * skipped + [len(token) for token in tokens[skipped:]]
                return list(accumulate(lengths[:-1], initial=-len(lead)))
    ordered = offsets == sorted(offsets) and len(offsets) == len(tokens)
    if ordered and offsets[0] == 0 and len(text) in offsets:
        return offsets
    raise UnusableError("returns tokens that do not line up with the text")


def next_tokens(choice: TextChoice) -> dict[str, float]:
    """The listed alternatives for the token after a prompt that was not echoed."""
    logprobs = choice.logprobs
    if logprobs is None or not logprobs.token_logprobs:
        raise UnusableError("returns no log-probabilities")
    if logprobs.top_logprobs and logprobs.top_logprobs[0]:
        return logprobs.top_logprobs[0]
    value = logprobs.token_logprobs[0]
    return {} if value is None else {logprobs.tokens[0]: value}
