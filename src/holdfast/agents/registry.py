"""Agents by name: `[wrapper:]provider/model`.

    embedded[+<adapter>]         the model that comes with `make run`
    local/<folder, .gguf or hub id>[+<adapter>]
    openai/<model>               the OpenAI API, or whatever OPENAI_BASE_URL points at
    http(s)://host/v1#<model>    any server that speaks the same protocol; several hosts separated by commas
    reference/<policy>           a program with a known fault
    command:<argv>               a program of yours
    python:<module>:<callable>   a function of yours

A wrapper goes in front: `planner:embedded`, `guard:openai/gpt-4o-mini`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from holdfast.core import Agent, Capability, HoldfastError, did_you_mean

if TYPE_CHECKING:
    from holdfast.agents.http.prices import Price
    from holdfast.agents.local.loading import Loaded


class AgentOptions(msgspec.Struct, frozen=True):
    """What the command line says about all agents."""

    max_concurrency: int = 200
    """The most requests in flight to one endpoint."""
    timeout: float = 120.0
    """Seconds to wait for an answer."""
    max_cost: float | None = None
    """US dollars after which an agent is not asked any more."""
    prices: str | None = None
    """A price table of the user's own."""


DEFAULTS = AgentOptions()


class Provider(NamedTuple):
    """A kind of agent, for people."""

    example: str
    """How it is written."""
    summary: str
    """What it is."""


PROVIDERS = {
    "embedded": Provider("embedded[+<adapter>]", "SmolLM2-135M-Instruct in this process; no key, no server"),
    "local": Provider("local/<folder, .gguf file or hub id>[+<adapter>]", "any transformers model in this process"),
    "openai": Provider("openai/<model>", "the OpenAI API (OPENAI_API_KEY, OPENAI_BASE_URL)"),
    "http": Provider("http://host:port/v1#<model>", "any server that speaks the OpenAI protocol (HOLDFAST_API_KEY)"),
    "reference": Provider("reference/<policy>", "a program with a known control profile; validates the instrument"),
    "command": Provider("command:<argv>", "a program of yours: JSON on standard input, reply on standard output"),
    "python": Provider("python:<module>:<callable>", "a function of yours: messages in, text out"),
}


NAMED_BY_SLASH = ("local", "openai", "reference")
"""Providers that are written `provider/name`."""


PROGRAMS = ("command:", "python:")
"""Agents that are the user's own programs."""


def make_agent(spec: str, options: AgentOptions = DEFAULTS) -> Agent:
    """The agent that a spec names, ready to be asked."""
    return find_agent(spec, options)()


def find_agent(spec: str, options: AgentOptions = DEFAULTS) -> Callable[[], Agent]:
    """How to make the agent that a spec names. What can be known to be wrong with the name is said here, at no cost."""
    from holdfast.agents.wrappers import WRAPPERS

    prefix, colon, rest = spec.partition(":")
    if colon and prefix in WRAPPERS:
        inner = find_agent(rest, options)
        return lambda: WRAPPERS[prefix](inner())
    if _is_embedded(spec):
        return lambda: _local(spec)
    if spec.startswith(PROGRAMS) and options.max_cost is not None:
        raise HoldfastError(
            f"What {spec!r} costs is not known, so it has no ceiling; leave out --max-cost, or limit the cost yourself."
        )
    if colon and prefix == "command":
        from holdfast.agents.command import CommandAgent, parse_command

        parse_command(rest)
        return lambda: CommandAgent(rest)
    if colon and prefix == "python":
        from holdfast.agents.function import FunctionAgent, split_target

        split_target(rest)
        return lambda: FunctionAgent(rest)
    if colon and prefix in ("http", "https"):
        return _http(spec, options)
    provider, _, name = spec.partition("/")
    if provider in PROVIDERS and not (name and provider in NAMED_BY_SLASH):
        raise HoldfastError(f"There is no agent {spec!r}; write it as {PROVIDERS[provider].example}.")
    if provider not in PROVIDERS:
        known = [*PROVIDERS, *(f"{wrapper}:" for wrapper in WRAPPERS)]
        word = f"{prefix}:" if colon else provider
        raise HoldfastError(f"There is no agent {spec!r}; {did_you_mean(word, known)}")
    if provider == "reference":
        from holdfast.agents.reference import find_policy, make_reference

        find_policy(name)
        return lambda: make_reference(name)
    return _http(spec, options) if provider == "openai" else lambda: _local(spec)


def find_model(spec: str) -> Callable[[], Loaded]:
    """How to load the model behind a spec, for who wants more of it than its answers. A wrong name is said here."""
    provider, _, target = spec.partition("/")
    if not _is_embedded(spec) and (provider != "local" or not target):
        raise HoldfastError(f"{spec!r} is not a model in this process; write {PROVIDERS['local'].example} or embedded.")
    from holdfast.agents.local.loading import check_adapter, check_place

    if not _is_embedded(spec):
        check_place(target)
    elif adapter := spec.partition("+")[2]:
        check_adapter(adapter)

    def load_it() -> Loaded:
        from holdfast.agents.embedded import load_embedded
        from holdfast.agents.local import load, with_adapter

        if not _is_embedded(spec):
            return load(target)
        loaded, adapter = load_embedded(), spec.partition("+")[2]
        return with_adapter(loaded, adapter) if adapter else loaded

    return load_it


def _is_embedded(spec: str) -> bool:
    return spec == "embedded" or spec.startswith("embedded+")


def _local(spec: str) -> Agent:
    from holdfast.agents.local import LocalAgent

    return LocalAgent(spec, find_model(spec))


def _http(spec: str, options: AgentOptions) -> Callable[[], Agent]:
    from holdfast.agents.http import HttpAgent
    from holdfast.agents.http.settings import settings_from_spec

    settings = settings_from_spec(
        spec,
        os.environ,
        max_concurrency=options.max_concurrency,
        timeout_s=options.timeout,
        cost_ceiling=options.max_cost,
        prices=options.prices,
    )
    return lambda: HttpAgent(settings)


def likely_capabilities(spec: str) -> frozenset[Capability]:
    """What an agent of this kind can surely do, known from its name alone: used to choose a default method."""
    if _is_embedded(spec) or spec.startswith(("local/", "reference/")):
        return frozenset(Capability)
    return frozenset({Capability.REPLY})


def price(spec: str, options: AgentOptions) -> Price | None:
    """The price of an agent's model: nothing for what runs here, the table's for a provider, None if unknown.

    What a program of the user's own costs is not known: it may ask a paid model itself.
    """
    from holdfast.agents.http.prices import Price, load_prices, price_of
    from holdfast.agents.wrappers import split_wrappers

    _, bare = split_wrappers(spec)
    if _is_embedded(bare) or bare.startswith(("local/", "reference/")):
        return Price(0.0, 0.0)
    if bare.startswith(PROGRAMS):
        return None
    model = bare.partition("#")[2] or bare.partition("/")[2]
    return price_of(model, load_prices(options.prices))
