"""Connections: the one place that imports aiohttp.

A transport lives as long as its event loop. It spreads requests over the base URLs, the one with the fewest in flight
first, passes over an address that does not let itself be reached for a while, and turns aiohttp's exceptions into
problems.
"""

from __future__ import annotations

import asyncio
import os
import time
import urllib.request
from collections.abc import Mapping
from urllib.parse import urlsplit

import aiohttp
from yarl import URL

from holdfast.agents.http.problems import AttemptError
from holdfast.agents.http.settings import HttpSettings
from holdfast.core import Failure

AWAY_S = 30.0
"""How long an address that could not be reached is passed over."""
CONNECT_S = 15.0
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Endpoint:
    """One address and what is known about it."""

    def __init__(self, base_url: str) -> None:
        parts = urlsplit(base_url)
        self.where = parts.netloc
        self.urls = {route: URL(f"{base_url.rstrip('/')}/{route}") for route in ("chat/completions", "completions")}
        self.proxy = _proxy(parts.scheme, parts.hostname or "")
        self.in_flight = 0
        self.away_until = 0.0


class Transport:
    """The connections of one agent within one event loop."""

    def __init__(self, settings: HttpSettings) -> None:
        self.loop = asyncio.get_running_loop()
        self.endpoints = [Endpoint(url) for url in settings.base_urls]
        self.answered = False
        """Whether any address has ever answered: until then nothing suggests that waiting would help."""
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "holdfast"}
        if settings.api_key is not None:
            headers["Authorization"] = f"Bearer {settings.api_key}"
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=300),
            headers=headers,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=settings.timeout_s, sock_connect=min(CONNECT_S, settings.timeout_s)),
            raise_for_status=False,
        )

    async def post(self, route: str, body: bytes) -> tuple[int, Mapping[str, str], bytes, str]:
        """Send a body; status, headers, payload and the host that answered."""
        endpoint = self.endpoints[0] if len(self.endpoints) == 1 else self._least_busy()
        endpoint.in_flight += 1
        try:
            async with self._session.post(
                endpoint.urls[route], data=body, allow_redirects=False, proxy=endpoint.proxy
            ) as response:
                payload = await response.read()
            self.answered = True
            return response.status, response.headers, payload, endpoint.where
        except (aiohttp.ClientError, TimeoutError) as error:
            raise self._problem(error, endpoint) from error
        finally:
            endpoint.in_flight -= 1

    def elsewhere(self) -> bool:
        """Whether some address is not known to be out of reach, so that trying again at once makes sense."""
        now = time.monotonic()
        return any(endpoint.away_until <= now for endpoint in self.endpoints)

    async def close(self) -> None:
        """Close the connections; those of a closed event loop are gone already."""
        if self.loop is asyncio.get_running_loop() or self.loop.is_closed():
            await self._session.close()

    def _least_busy(self) -> Endpoint:
        now = time.monotonic()
        near = [endpoint for endpoint in self.endpoints if endpoint.away_until <= now] or self.endpoints
        chosen = min(near, key=lambda endpoint: endpoint.in_flight)
        self.endpoints.remove(chosen)  # to the end of the line, so that equals take turns
        self.endpoints.append(chosen)
        return chosen

    def _problem(self, error: Exception, endpoint: Endpoint) -> AttemptError:
        kind, clause, reached = _read_error(error)
        if not reached:
            endpoint.away_until = time.monotonic() + AWAY_S
        return AttemptError(kind, clause, where=endpoint.where, billable=reached, unreachable=not reached)


def _read_error(error: Exception) -> tuple[Failure, str, bool]:
    """The kind of failure, its clause, and whether the request may have reached the server."""
    match error:
        case aiohttp.ClientConnectorDNSError():
            return Failure.CONNECTION, "cannot be found by its name; check the address and the network", False
        case aiohttp.ClientSSLError():
            return Failure.CONNECTION, f"has no connection that can be trusted ({error})", False
        case aiohttp.ClientConnectorError():
            reason = os.strerror(error.errno).lower() if error.errno else str(error)
            return Failure.CONNECTION, f"cannot be reached ({reason}); check the address and that it is running", False
        case aiohttp.ConnectionTimeoutError():
            return Failure.CONNECTION, "does not take connections; check the address and the network", False
        case TimeoutError():
            return Failure.TIMEOUT, "did not answer in time", True
        case aiohttp.ClientPayloadError():
            return Failure.MALFORMED, "sent less than it announced", True
        case aiohttp.ClientResponseError():
            return Failure.MALFORMED, "sent something that is not HTTP", True
        case _:
            return Failure.CONNECTION, "closed the connection before it had answered", True


def _proxy(scheme: str, host: str) -> str | None:
    """The proxy that the environment names for a host, looked up once and not with every request."""
    if host in LOOPBACK or urllib.request.proxy_bypass(host):
        return None
    return urllib.request.getproxies().get(scheme)
