"""What an HTTP agent is told: which model, where, with which key and within which limits.

The key is used and never shown: it stands in no representation, message or identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from holdfast.core import HoldfastError, Identity, canonical

OPENAI_URL = "https://api.openai.com/v1"
OPENAI_KEY = "OPENAI_API_KEY"
OTHER_KEY = "HOLDFAST_API_KEY"
"""Where the key for a server given by its address comes from: an OpenAI key is not sent to just any address."""


class HttpSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything an HTTP agent needs to know."""

    spec: str
    """The agent as the user wrote it."""
    model: str
    """The model id that the server knows."""
    base_urls: tuple[str, ...]
    """Addresses that serve this model, each up to and including `/v1`; requests are spread over them."""
    api_key: str | None = None
    """Sent as a bearer token; None sends none."""
    key_source: str = OPENAI_KEY
    """The environment variable that the key comes from, for messages."""
    needs_key: bool = False
    """Whether the server is known to answer nobody without a key."""
    max_concurrency: int = 200
    """The most requests ever in flight."""
    start_concurrency: int = 20
    """How many may be in flight before anything is known about the server."""
    timeout_s: float = 120.0
    """How long one attempt may take."""
    max_attempts: int = 6
    """How often one request is sent before it counts as failed."""
    backoff_s: float = 0.5
    """The first wait after a failed attempt; it doubles with each further one."""
    cost_ceiling: float | None = None
    """US dollars that may be spent; None for no ceiling."""
    prices: str | None = None
    """A TOML file of prices that stand before the built-in ones."""
    extra_body: dict[str, Any] = {}
    """Fields added to every chat request, such as `{"reasoning_effort": "low"}`; null takes a field away."""

    def __post_init__(self) -> None:
        if not self.model:
            raise HoldfastError(f"Agent {self.spec!r} names no model; write it as http://host:port/v1#model.")
        if not self.base_urls:
            raise HoldfastError(f"Agent {self.spec!r} has no address; give at least one base URL.")
        for url in self.base_urls:
            _check_url(url)
        if self.api_key is not None and not (self.api_key.isascii() and self.api_key.isprintable()):
            raise HoldfastError(f"The key in {self.key_source} has a line break or a foreign character; set it again.")
        if min(self.start_concurrency, self.max_concurrency, self.max_attempts) < 1:
            raise HoldfastError("Concurrency and attempts of an HTTP agent must be at least 1.")
        if not self.timeout_s > 0:
            raise HoldfastError(f"An HTTP agent must be given some time to answer, not {self.timeout_s:g} seconds.")

    def __repr__(self) -> str:
        return f"HttpSettings(spec={self.spec!r}, model={self.model!r}, base_urls={self.base_urls!r})"

    @property
    def where(self) -> str:
        """The hosts, for messages."""
        return ", ".join(urlsplit(url).netloc for url in self.base_urls)

    @property
    def identity(self) -> Identity:
        """The model id and the endpoints that serve it. Limits and the key change no answer and are left out."""
        places = ",".join(sorted({urlsplit(url).netloc + urlsplit(url).path.rstrip("/") for url in self.base_urls}))
        settings = {"extra_body": canonical(self.extra_body).decode()} if self.extra_body else {}
        return Identity(spec=self.spec, revision=f"{self.model}@{places}", settings=settings)


def settings_from_spec(spec: str, environ: Mapping[str, str], **limits: Any) -> HttpSettings:
    """Read `openai/<model>` or `http(s)://host/v1[,http(s)://other/v1]#<model>`; `limits` are further settings."""
    if spec.startswith("openai/"):
        url = environ.get("OPENAI_BASE_URL", "").strip() or OPENAI_URL
        return HttpSettings(
            spec=spec,
            model=spec.removeprefix("openai/"),
            base_urls=(url,),
            api_key=environ.get(OPENAI_KEY, "").strip() or None,
            key_source=OPENAI_KEY,
            needs_key=True,
            **limits,
        )
    urls, _, model = spec.partition("#")
    return HttpSettings(
        spec=spec,
        model=model,
        base_urls=tuple(urls.split(",")),
        api_key=environ.get(OTHER_KEY, "").strip() or None,
        key_source=OTHER_KEY,
        **limits,
    )


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        host.encode("idna")  # what a look-up of the name would do, and fail with an error of its own
        good = parts.scheme in {"http", "https"} and host.split() == [host] and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise HoldfastError(f"{url!r} is not an address of a server; write it as http://host:port/v1.")
    if parts.username is not None or parts.query or parts.fragment:
        raise HoldfastError(
            f"The address of {parts.hostname} must have no user, query or fragment; give the key apart."
        )
