"""Agents over HTTP: the OpenAI wire protocol, which every serving stack speaks.

`openai/<model>` and `http(s)://host/v1#<model>` end here. Importing this package does not import aiohttp; the first
request does.
"""

from holdfast.agents.http.client import HttpAgent
from holdfast.agents.http.limiter import Limiter
from holdfast.agents.http.prices import Price, load_prices, price_of
from holdfast.agents.http.probes import ProbeResult
from holdfast.agents.http.settings import HttpSettings, settings_from_spec

__all__ = [
    "HttpAgent",
    "HttpSettings",
    "Limiter",
    "Price",
    "ProbeResult",
    "load_prices",
    "price_of",
    "settings_from_spec",
]
