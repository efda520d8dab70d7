"""What the app itself does about a fault that a sandbox has drawn for a request: refuse it, or tell events twice."""

from __future__ import annotations

from http import HTTPStatus
from typing import TypedDict

from flask import Flask, Response, json, request

from rules.json_types import Json
from service.api.problems import unavailable
from service.sandbox.faults import Fault
from service.sandbox.layer import SLOT

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
