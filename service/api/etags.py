"""Strong ETags: a hash of a response's bytes or, for frequent requests, of the state that it is made of.

The latter is `state-code`: the state of the game and a hash of the code. If-None-Match compares both, If-Match the
state alone, so that two running versions accept each other's tags.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Response, request

from service.api.access import viewer, viewer_id
from service.http.code_version import CODE
from service.language.catalogue import language
from service.models import Game
from service.play.game_etag import state_tag, stored_tag
from service.play.seating import game_seen_by

P = ParamSpec("P")
OF_GAME = "games.show_game"
"""The view whose ETags If-Match names."""


def conditional(view: Callable[P, Response]) -> Callable[P, Response]:
    """Set the ETag of the view's response; answer 304 without a body if If-None-Match has it."""

    @wraps(view)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> Response:
        answer = view(*args, **kwargs)
        etag = hashlib.sha256(answer.get_data()).hexdigest()[:32]
        answer.set_etag(etag)
        return _unchanged(etag) if request.if_none_match.contains_weak(etag) else answer

    return wrapper


def conditional_on_game(
    *query: str, translated: bool = False
) -> Callable[[Callable[P, Response]], Callable[P, Response]]:
    """Set the ETag of a game's response; if nothing has changed, answer 304 without calling the view.

    The response depends on the game and these query parameters, and on the reader's language if `translated`.
    """

    def decorator(view: Callable[P, Response]) -> Callable[P, Response]:
        @wraps(view)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> Response:
            game_id = str(kwargs["game_id"])
            about = [request.endpoint, *(request.args.get(name) for name in query), language() if translated else None]
            any_state = request.if_none_match.star_tag
            if request.if_none_match and not any_state:  # `*` names no tag: only the view can decide
                known = stored_tag(game_id, viewer_id(), *about)
                if known is not None and request.if_none_match.contains_weak(_etag(known)):
                    return _unchanged(_etag(known))
            game = game_seen_by(game_id, viewer())  # the view finds it in the session
            etag = _etag(state_tag(game, viewer_id(), *about))
            answer = view(*args, **kwargs)
            answer.set_etag(etag)
            return _unchanged(etag) if any_state else answer

        return wrapper

    return decorator


def etag_of_game(game: Game) -> str:
    """Return the ETag of a game for the caller."""
    return _etag(state_tag(game, viewer_id(), OF_GAME, None))


def state_in(etag: str) -> str:
    """Return the state part of a game's ETag, without the code part."""
    return etag.partition("-")[0]


def _etag(state: str) -> str:
    return f"{state}-{CODE}"


def _unchanged(etag: str) -> Response:
    unchanged = Response(status=304)
    unchanged.set_etag(etag)
    return unchanged
