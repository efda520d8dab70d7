"""Connections to where somebody asks us to send a request: to exactly the addresses that were looked at."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from functools import cache

import httpcore

from service.core.destinations import Destination


@cache
def system_trust() -> ssl.SSLContext:
    """The certificates that the system trusts, or those that SSL_CERT_FILE names."""
    return ssl.create_default_context()


def url_of(goes_to: Destination) -> httpcore.URL:
    """Made of the parts that were looked at, so that nobody reads the URL a second time, in another way."""
    return httpcore.URL(scheme=goes_to.scheme, host=goes_to.host, port=goes_to.port, target=goes_to.target.encode())


class OnlyThere(httpcore.AnyIOBackend):
    """Connects to the given addresses, whatever name it is asked for."""

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
        """A connection to the first of the addresses that takes one."""
        *others, last = self._addresses
        for address in others:
            try:
                return await super().connect_tcp(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return await super().connect_tcp(last, port, timeout)
