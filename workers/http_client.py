"""HTTP client of webhooks: post to user-supplied addresses, checked against SSRF, with limits, without redirects."""

from __future__ import annotations

import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import anyio
import httpcore
from anyio.to_thread import run_sync

from service.config.environment import WEBHOOK_PORTS
from service.language.errors import Invalid
from service.security.outgoing import OnlyThere, system_trust, url_of
from service.security.ssrf import Destination, Network, Resolve, destination
from service.webhooks.endpoints import gives_back
from service.webhooks.outcomes import AttemptOutcome
from service.webhooks.requests import WebhookRequest

SUCCESS = range(200, 300)
REDIRECTION = range(300, 400)
MAX_ANSWER = 64 * 1024
"""Maximum bytes read of a response."""
DRAINING_SECONDS = 2.0
"""Maximum seconds for reading it."""


@dataclass(frozen=True)
class Poster:
    """Posts webhook requests. `resolve` and `allowed` restrict the destinations; timeouts are in seconds."""

    resolve: Resolve
    allowed: Sequence[Network] = ()
    trust: ssl.SSLContext | None = None
    """The certificates to trust, if not the system's."""
    connect_within: float = 5.0
    finish_within: float = 15.0
    ports: Sequence[range] = WEBHOOK_PORTS

    async def post(self, request: WebhookRequest) -> AttemptOutcome:
        """Send a request and return its outcome. Only a response of the 2xx class counts as success.

        `trouble`: `address` (see `ssrf`), `connection`, `certificate`, `timeout`, `protocol` (no HTTP),
        `redirect` or `status` (of the response), `challenge` (it was not returned).
        """
        began = time.monotonic()
        status, retry_after, trouble, said = None, None, None, b""
        try:
            status, retry_after, trouble, said = await self._status(request)
        except Invalid:
            trouble = "address"
        except (TimeoutError, httpcore.TimeoutException):
            trouble = "timeout"
        except httpcore.NetworkError as error:
            trouble = "certificate" if _is_about_trust(error) else "connection"
        except httpcore.ProtocolError:
            trouble = "protocol"
        milliseconds = round((time.monotonic() - began) * 1000)
        return AttemptOutcome(status, trouble, milliseconds, retry_after, said)

    async def _status(self, request: WebhookRequest) -> tuple[int, str | None, str | None, bytes]:
        with anyio.fail_after(self.finish_within):
            asked = request.url, self.resolve, self.allowed, self.ports
            goes_to = await run_sync(destination, *asked, abandon_on_cancel=True)
        trust = self.trust or system_trust()
        async with httpcore.AsyncConnectionPool(trust, network_backend=OnlyThere(goes_to.addresses)) as pool:
            with anyio.fail_after(self.finish_within):
                answer = await pool.handle_async_request(self._request(goes_to, request))
            said = bytearray()
            with anyio.move_on_after(DRAINING_SECONDS):
                await _drain(answer, said)
        headers = {name.lower(): value.decode("latin-1") for name, value in answer.headers}
        trouble = None if answer.status in SUCCESS else "redirect" if answer.status in REDIRECTION else "status"
        if trouble is None and request.challenge is not None and not gives_back(bytes(said), request.challenge):
            trouble = "challenge"
        return answer.status, headers.get(b"retry-after"), trouble, bytes(said)

    def _request(self, goes_to: Destination, request: WebhookRequest) -> httpcore.Request:
        length = str(len(request.body))
        headers = [*request.headers.items(), ("Host", goes_to.authority), ("Content-Length", length)]
        timeouts = {"connect": self.connect_within, "read": self.finish_within, "write": self.finish_within}
        return httpcore.Request(
            "POST", url_of(goes_to), headers=headers, content=request.body, extensions={"timeout": timeouts}
        )


async def _drain(answer: httpcore.Response, said: bytearray) -> None:
    """Read the body of a response up to a limit, so that its sender does not see a reset connection.

    The status is known already, and only a challenge depends on the body.
    """
    with suppress(httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException):
        async for chunk in answer.aiter_stream():
            said += chunk
            if len(said) > MAX_ANSWER:
                return


def _is_about_trust(error: BaseException) -> bool:
    causes: BaseException | None = error
    while causes is not None:
        if isinstance(causes, ssl.SSLCertVerificationError):
            return True
        causes = causes.__cause__ or causes.__context__
    return False
