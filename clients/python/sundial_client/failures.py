"""Errors, and whether it is safe and useful to retry the request."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import httpx

UNDONE = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
"""Statuses after which surely nothing was done, and a retry may succeed."""
UNKNOWN = (HTTPStatus.BAD_GATEWAY, HTTPStatus.GATEWAY_TIMEOUT)
"""Statuses of a proxy that lost the answer."""
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
LOST = (httpx.TimeoutException, httpx.NetworkError, httpx.RemoteProtocolError)


class SundialError(Exception):
    """Sundial did not do what it was asked to.

    `passing`: the same request may succeed later. `undone`: surely nothing was done. `retry_after`: seconds that the
    server asks to wait. `repeated`: the error came from an attempt after the first.
    """

    passing = False
    undone = True
    retry_after: float | None = None
    repeated = False

    def allows_repeat(self, *, repeatable: bool) -> bool:
        """Return whether to retry; a `repeatable` request is idempotent."""
        return self.passing and (self.undone or repeatable)


class Problem(SundialError):
    """A refusal (RFC 9457). `code` never changes; `detail` and `advice` are for people, `body` has all members.

    Quote `request_id` when you write to the operator of the server.
    """

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status, self.body, self.retry_after = status, body, retry_after
        self.code = str(body.get("code", f"http-{status}"))
        self.detail = str(body.get("detail", ""))
        self.advice = str(body.get("advice", ""))
        self.request_id = str(body.get("request_id", ""))
        self.passing = status in (*UNDONE, *UNKNOWN)
        self.undone = status not in UNKNOWN
        super().__init__(f"{self.code}: {self.detail}")


class Unreachable(SundialError):
    """There was no answer."""

    def __init__(self, error: httpx.TransportError) -> None:
        self.passing = isinstance(error, LOST)
        self.undone = isinstance(error, NEVER_SENT)
        super().__init__(f"{type(error).__name__}: {error}")


def problem_of(answer: httpx.Response) -> Problem:
    """Convert an answer into a Problem; other errors, as of a proxy, get the code `http-<status>`."""
    return Problem(answer.status_code, _members(answer), _seconds(answer.headers.get("Retry-After", "")))


def _members(answer: httpx.Response) -> dict[str, Any]:
    try:
        body = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _seconds(text: str) -> float | None:
    return float(text) if text.isascii() and text.isdecimal() else None
