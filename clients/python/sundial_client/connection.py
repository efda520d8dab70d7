"""Requests with retries where that is safe, and streams."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random, SystemRandom
from typing import Any

import httpx

from sundial_client.failures import SundialError, Unreachable, problem_of
from sundial_client.patience import Patience, Trial

API = "api/v1/"
TIMEOUT = 30.0
SILENCE = 45.0
"""Seconds after which a stream counts as dead: three times its longest silence."""
AGENT = "sundial-client/0.1.0"


@dataclass(frozen=True)
class Request:
    """A request, and whether it is idempotent."""

    method: str
    path: str
    params: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    repeatable: bool = True
    wait: float = 0
    """Seconds that the server may take on top of the usual timeout."""


class Connection:
    """HTTP connections to a Sundial, with one token."""

    def __init__(
        self, url: str, token: str | None, patience: Patience, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        headers = {"User-Agent": AGENT} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._http = httpx.Client(base_url=f"{url.rstrip('/')}/{API}", headers=headers, timeout=TIMEOUT)
        self._patience = patience
        self._rng: Random = SystemRandom()
        self.sleep = sleep

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def trial(self, patience: Patience | None = None) -> Trial:
        """Create a new series of attempts."""
        return Trial(patience or self._patience, self._rng)

    def send(self, request: Request, patience: Patience | None = None) -> httpx.Response:
        """Send a request with retries and return the answer; raise Problem for a refusal, Unreachable for none."""
        trial = self.trial(patience)
        while True:
            try:
                return self._send_once(request)
            except SundialError as failure:
                failure.repeated = trial.failures > 0
                pause_after(failure, trial, self.sleep, repeatable=request.repeatable)

    @contextmanager
    def stream(self, request: Request) -> Iterator[Iterator[bytes]]:
        """Stream the bytes of an answer; raise Problem or Unreachable, also in the middle."""
        timeout = httpx.Timeout(TIMEOUT, read=SILENCE)
        with _reachable(), self._http.stream(**_arguments(request), timeout=timeout) as answer:
            if answer.status_code != HTTPStatus.OK:
                answer.read()
                raise problem_of(answer)
            yield answer.iter_bytes()

    def _send_once(self, request: Request) -> httpx.Response:
        with _reachable():
            answer = self._http.request(**_arguments(request), timeout=TIMEOUT + request.wait)
        if answer.is_success or answer.status_code == HTTPStatus.NOT_MODIFIED:
            return answer
        raise problem_of(answer)


def pause_after(failure: SundialError, trial: Trial, sleep: Callable[[float], None], *, repeatable: bool) -> None:
    """Pause before a retry; raise the failure if a retry is unsafe, hopeless or too late."""
    pause = trial.pause(failure.retry_after) if failure.allows_repeat(repeatable=repeatable) else None
    if pause is None:
        raise failure
    sleep(pause)


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        yield
    except httpx.TransportError as error:
        raise Unreachable(error) from error


def _arguments(request: Request) -> dict[str, Any]:
    return {
        "method": request.method,
        "url": request.path,
        "params": {name: _written(value) for name, value in request.params.items() if value is not None},
        "json": request.body,
        "headers": request.headers,
    }


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
