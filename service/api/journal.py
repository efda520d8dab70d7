"""Notes every request of a sandbox in its journal, but those that steer it."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, request

from service.api.access import viewer
from service.api.exchange import is_below
from service.api.times import written
from service.core import waiting
from service.core.clock import now
from service.sandbox import this_sandbox
from service.sandbox.layer import API, SANDBOX, SPARED


def init_app(app: Flask) -> None:
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
