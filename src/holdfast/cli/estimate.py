"""What a plan would take: calls, tokens and cost, before a cent is spent."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import msgspec

from holdfast.core import ReplyRequest, Request, ScoreRequest, canonical, digest

if TYPE_CHECKING:
    from holdfast.agents.registry import AgentOptions
    from holdfast.engine.folder import RunFolder

CHARACTERS_PER_TOKEN = 4.0
"""A rule of thumb for English; the true number depends on the model's tokenizer."""


INNER_TOKENS = 192
"""What a wrapper's inner call is taken to write, and the instruction around it."""


class Estimate(msgspec.Struct, frozen=True):
    """What one agent would be asked."""

    agent: str
    """The agent's spec."""
    uses: int
    """Planned observations."""
    calls: int
    """Distinct requests: identical ones are asked once."""
    prompt_tokens: int
    """Roughly."""
    completion_tokens: int
    """At most."""
    cost: float | None
    """US dollars by the price table, at most; None where no price is known."""


def estimate(folder: RunFolder, spec: str, options: AgentOptions) -> Estimate:
    """Count what a built plan holds for one agent."""
    from holdfast.agents.registry import price
    from holdfast.agents.wrappers import WRAPPERS
    from holdfast.engine.build import asks

    seen: set[str] = set()
    uses = prompt = completion = 0
    for one in asks(folder):
        uses += 1
        samples = isinstance(one.request, ReplyRequest) and one.request.decoding.samples
        key = digest(one.request, one.replicate if samples else 0)
        if key not in seen:
            seen.add(key)
            read, written = _size(one.request)
            prompt += read
            completion += written
    inner, factor = spec, 1
    while (prefix := inner.partition(":")[0]) in WRAPPERS:
        inner, factor = inner.removeprefix(f"{prefix}:"), factor * WRAPPERS[prefix].calls
    # What an inner call writes may be longer than the answer, and the next one reads it.
    between = (factor - 1) * len(seen) * INNER_TOKENS
    prompt, completion = prompt * factor + between, completion + between
    per_token = price(spec, options)
    cost = None if per_token is None else per_token.cost(prompt, completion)
    return Estimate(spec, uses, len(seen) * factor, prompt, completion, cost)


def print_estimates(estimates: list[Estimate], as_json: bool, computed: int = 0) -> None:
    """Say it, for people or for programs."""
    if as_json:
        print(json.dumps(msgspec.to_builtins(estimates), indent=1))
        return
    for e in estimates:
        cost = "cost not known" if e.cost is None else f"at most ${e.cost:,.2f}"
        print(
            f"{e.agent}: {e.calls:,} calls for {e.uses:,} observations, about {e.prompt_tokens:,} tokens to read and "
            f"at most {e.completion_tokens:,} to write, {cost}."
        )
    if computed:
        print(f"{computed:,} more observations of each agent are computed from these, without a call.")
    print("Nothing was asked. Tokens are estimated at four characters each.", file=sys.stderr)


def _size(request: Request) -> tuple[int, int]:
    if isinstance(request, ScoreRequest):
        read = sum(len(request.prompt) + len(c) for c in request.continuations)
        return round(read / CHARACTERS_PER_TOKEN), 0
    read = sum(len(m.content) + sum(len(c.arguments) for c in m.tool_calls) for m in request.messages)
    if isinstance(request, ReplyRequest) and request.tools:
        read += len(canonical(request.tools))
    written = request.decoding.max_tokens if isinstance(request, ReplyRequest) else 1
    return round(read / CHARACTERS_PER_TOKEN), written
