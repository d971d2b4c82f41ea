"""Local models: loading, tokens, packed scoring, generation, and the agent that offers them."""

from holdfast.agents.local.agent import LocalAgent
from holdfast.agents.local.loading import Loaded, load, with_adapter

__all__ = ["Loaded", "LocalAgent", "load", "with_adapter"]
