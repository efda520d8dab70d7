"""Repeated and stale writes: Idempotency-Key replays the first response, If-Match checks the state."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, ParamSpec

from flask import request

from rules.json_types import Json
from service.api.access import account
from service.api.etags import etag_of_game, state_in
from service.api.parsing import BadRequest, complaint
from service.db.clock import now
from service.jobs import idempotency
from service.language.errors import Conflict, Refused
from service.models import Game

MAX_KEY_LENGTH = 255
REPLAYED = {"Idempotent-Replayed": "true"}
"""The header of a replayed response."""
QUOTED = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
"""A string of structured fields (RFC 9651, 3.3.3), as in the draft of Idempotency-Key."""

P = ParamSpec("P")


def repeatable(view: Callable[P, object]) -> Callable[P, Any]:
    """Replay the first response to an Idempotency-Key, whatever has happened since.

    The view returns a body, a body and headers, or a refusal whose effects are kept. Its effects and the use of the key
    are one unit of work.
    """

    @wraps(view)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> object:
        key = key_sent()
        act = partial(view, *args, **kwargs)
        answer = act() if key is None else _first_answer(key, act)
        if isinstance(answer, Refused):
            raise answer  # the transaction is committed already
        return answer

    return wrapper


def key_sent() -> str | None:
    """Return the Idempotency-Key of the request, bare or quoted; BadRequest if it is malformed."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and (quoted := QUOTED.fullmatch(key)):
        key = re.sub(r"\\(.)", r"\1", quoted[1])
    if key is not None and (not 0 < len(key) <= MAX_KEY_LENGTH or not all("!" <= letter <= "~" for letter in key)):
        where = ("headers", "Idempotency-Key")
        raise BadRequest([complaint(where, f"1 to {MAX_KEY_LENGTH} visible ASCII characters.")])
    return key


def if_match(game: Game) -> None:
    """Raise Conflict `precondition-failed` if If-Match names another state of the game; used as a precondition."""
    known = request.if_match
    states = {state_in(etag) for etag in known.as_set() if etag}  # werkzeug reads `""` as None
    if "If-Match" in request.headers and not known.star_tag and state_in(etag_of_game(game)) not in states:
        raise Conflict("precondition-failed")


def _first_answer(key: str, act: Callable[[], object]) -> object:
    made: list[object] = []

    def answer() -> Json | Refused:
        given: Any = act()
        made[:] = [given if isinstance(given, Refused | tuple) else (given, {})]
        return made[0]  # type: ignore[return-value]  # serialized as JSON where it is stored

    body = json.dumps(json.loads(request.get_data() or b"{}"), sort_keys=True)
    fingerprint = idempotency.fingerprint(request.method, request.full_path, body)
    asked = idempotency.Keyed(f"{request.method} {request.path}", key, fingerprint)
    first: Any = idempotency.once(account().id, asked, answer, now())
    if isinstance(first, Refused):
        return first
    body, headers = first
    return body, (headers if any(first is each for each in made) else headers | REPLAYED)
