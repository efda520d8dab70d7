"""What the app itself does about a fault that a sandbox has drawn for a request: refuse it, or tell events twice."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, TypedDict

from flask import Flask, Response, json, request

from rules.json_types import Json
from service.api.access import viewer
from service.api.exchange import is_below
from service.api.problems import unavailable
from service.api.times import written
from service.core import waiting
from service.core.clock import now
from service.sandbox import this_sandbox
from service.sandbox.faults import Fault
from service.sandbox.layer import API, SANDBOX, SLOT, SPARED

SECONDS = 1
"""What is waited for is over with the next request."""


class EventPage(TypedDict):
    """A page of events, as the app answers it."""

    events: list[Json]
    next: int


def init_app(app: Flask) -> None:
    """Look at every request for what `sandbox.layer` has written into its scope."""
    app.before_request(_refuse)
    app.after_request(_repeat)


def _fault() -> Fault | None:
    found: Fault | None = request.environ.get("asgi.scope", {}).get(SLOT)
    return found


def _refuse() -> Response | None:
    return unavailable(SECONDS) if _fault() == Fault.UNAVAILABLE else None


def _repeat(answer: Response) -> Response:
    if _fault() == Fault.REPEATED_EVENTS and answer.status_code == HTTPStatus.OK:
        answer.set_data(_page_told_twice(answer.get_json()) if answer.is_json else answer.get_data() * 2)
    return answer


def _page_told_twice(page: EventPage) -> str:
    return json.dumps({**page, "events": page["events"] * 2})


def keep_journal(app: Flask) -> None:
    """Look at every answer."""
    app.after_request(_note)


def _note(answer: Response) -> Response:
    if _is_a_clients():
        problem: dict[str, Any] = answer.get_json() if answer.is_json and answer.status_code >= 400 else {}  # noqa: PLR2004
        player = viewer()
        this_sandbox().journal.note(
            at=written(now()),
            account=player.name if player else None,
            method=request.method,
            target=request.full_path.rstrip("?"),
            status=answer.status_code,
            code=problem.get("code"),
        )
    return answer


def _is_a_clients() -> bool:
    """Whether somebody has just asked this who is not there to steer: a wait that goes on was noted when it began."""
    below = is_below(API.rstrip("/")) and not is_below(SANDBOX.rstrip("/"))
    return below and SPARED not in request.headers and waiting.position() is None
