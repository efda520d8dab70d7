"""Outgoing HTTP connections to exactly the addresses that were checked (SSRF protection)."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from functools import cache

import httpcore

from service.security.ssrf import Destination


@cache
def system_trust() -> ssl.SSLContext:
    """Return the certificates that the system trusts, or those of SSL_CERT_FILE."""
    return ssl.create_default_context()


def url_of(goes_to: Destination) -> httpcore.URL:
    """Build the URL from the checked parts, so that no second parser can read it differently."""
    return httpcore.URL(scheme=goes_to.scheme, host=goes_to.host, port=goes_to.port, target=goes_to.target.encode())


class OnlyThere(httpcore.AnyIOBackend):
    """Connects to the given addresses, ignoring the host name."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self._addresses = addresses

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # httpcore's
        local_address: str | None = None,
        socket_options: object = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address that accepts."""
        *others, last = self._addresses
        for address in others:
            try:
                return await super().connect_tcp(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await super().connect_tcp(last, port, timeout)
