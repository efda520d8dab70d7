"""Sandbox behaviour of the API: inject faults into requests and events, and record every request.

The fault of a request is in its ASGI scope, set by `sandbox.layer`.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Flask, Response, json, request

from service.api.access import viewer
from service.api.exchange import is_below
from service.api.problems import unavailable
from service.db.clock import now, time_json
from service.http import long_polling
from service.sandbox import this_sandbox
from service.sandbox.faults import Fault
from service.sandbox.layer import API, SANDBOX, SLOT, SPARED


def init_app(app: Flask) -> None:
    """Register handlers that inject faults and record requests."""
    app.before_request(_refuse)
    app.after_request(_repeat)
    app.after_request(_note)


def _fault() -> Fault | None:
    found: Fault | None = request.environ.get("asgi.scope", {}).get(SLOT)
    return found


def _refuse() -> Response | None:
    return unavailable(seconds=1) if _fault() == Fault.UNAVAILABLE else None  # the next request succeeds


def _repeat(answer: Response) -> Response:
    if _fault() == Fault.REPEATED_EVENTS and answer.status_code == HTTPStatus.OK:
        page: dict[str, Any] = answer.get_json() if answer.is_json else {}
        answer.set_data(json.dumps(page | {"events": page["events"] * 2}) if page else answer.get_data() * 2)
    return answer


def _note(answer: Response) -> Response:
    """Record the request, except control requests of the sandbox and repeated requests of a long poll."""
    below = is_below(API.rstrip("/")) and not is_below(SANDBOX.rstrip("/"))
    if below and SPARED not in request.headers and long_polling.position() is None:
        problem: dict[str, Any] = answer.get_json() if answer.is_json and answer.status_code >= 400 else {}  # noqa: PLR2004
        player = viewer()
        this_sandbox().journal.note(
            at=time_json(now()),
            account=player.name if player else None,
            method=request.method,
            target=request.full_path.rstrip("?"),
            status=answer.status_code,
            code=problem.get("code"),
        )
    return answer
