"""Start-up probes: is a capability real? They compare numbers and never trust that a field is there.

llama.cpp answers `echo` with HTTP 200 and no prompt log-probabilities, and other servers have returned wrong ones. A
suite scored on such numbers would look fine and mean nothing, so a server must show here that its numbers obey the
chain rule and agree with each other.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable

import msgspec

from holdfast.agents.http.wire import TopToken, UnusableError
from holdfast.core import Capability, Message, ScoreRequest

TOLERANCE = 0.05
"""How far two values of the same log-probability may be apart, relative to its size and at least absolutely: batching
and half precision move a real server's by less, a wrong one's by more."""
QUESTIONS = (
    "Which letter comes first in the alphabet, A or B? Answer with the letter alone.",
    "Which letter comes last in the alphabet, Y or Z? Answer with the letter alone.",
)
PROMPT = "The road to the village was long, and when they arrived"
FIRST, SECOND = " the", " rain"
CANDIDATES = 3

ONLY_REPLIES = "use a way of asking that needs only replies (`--methods greedy`, or `--readouts reply`)"
ADVICE = {
    Capability.REPLY: "so it cannot reply; check the model's name and the address",
    Capability.CHOICES: f"so it cannot weigh choices; {ONLY_REPLIES} or a server that returns `top_logprobs`",
    Capability.SCORE: f"so it cannot score continuations; {ONLY_REPLIES} or serve the model with vLLM",
}


class ProbeResult(msgspec.Struct, frozen=True):
    """What a server was found to be able to do."""

    confirmed: frozenset[Capability]
    """Capabilities that are real."""
    refused: dict[Capability, str]
    """For every other that was probed, one sentence that says what is wrong and what to do."""


async def check_choices(first_tokens: Callable[[tuple[Message, ...]], Awaitable[list[TopToken]]]) -> None:
    """Raise `UnusableError` unless next-token log-probabilities look like a distribution that depends on the prompt."""
    one, two = [await first_tokens((Message("user", question),)) for question in QUESTIONS]
    for listed in (one, two):
        if len(listed) < 2:
            raise UnusableError("lists no alternatives in `top_logprobs`")
        _check_values([top.logprob for top in listed])
        total = math.fsum(math.exp(top.logprob) for top in listed)
        if total > 1 + 1e-3:
            raise UnusableError(f"returns next-token probabilities that add up to {total:.3f}")
    if {top.token: top.logprob for top in one} == {top.token: top.logprob for top in two}:
        raise UnusableError("returns the same log-probabilities for different prompts")


async def check_score(
    score: Callable[[ScoreRequest], Awaitable[tuple[list[float], list[int]]]],
    next_tokens: Callable[[str], Awaitable[dict[str, float]]],
) -> None:
    """Raise `UnusableError` unless echoed log-probabilities obey the chain rule and agree with next-token ones."""
    (both, first), _ = await score(ScoreRequest(PROMPT, (FIRST + SECOND, FIRST)))
    (second,), _ = await score(ScoreRequest(PROMPT + FIRST, (SECOND,)))
    _check_values([both, first, second])
    if not _close(both, first + second):
        raise UnusableError(
            f"returns prompt log-probabilities that break the chain rule ({both:.2f} against {first + second:.2f})"
        )
    listed = {token: value for token, value in (await next_tokens(PROMPT)).items() if token.strip()}
    likeliest = tuple(sorted(listed, key=lambda token: -listed[token])[:CANDIDATES])
    if not likeliest:
        raise UnusableError("lists no next tokens to compare prompt log-probabilities with")
    values, counts = await score(ScoreRequest(PROMPT, likeliest))
    # A candidate that the joint text tokenises otherwise has another probability and cannot be compared.
    compared = [(listed[token], value) for token, value, n in zip(likeliest, values, counts, strict=True) if n == 1]
    if not compared:
        raise UnusableError("returns prompt log-probabilities that cannot be compared with its next-token ones")
    for expected, value in compared:
        _check_values([expected, value])
        if not _close(expected, value):
            raise UnusableError(
                f"returns prompt log-probabilities that contradict its next-token ones ({value:.2f} against "
                f"{expected:.2f})"
            )


def _check_values(values: list[float]) -> None:
    for value in values:
        if not math.isfinite(value) or value > 1e-6:
            raise UnusableError(f"returns {value} as a log-probability")


def _close(one: float, two: float) -> bool:
    return abs(one - two) <= TOLERANCE * max(1.0, abs(one), abs(two))
