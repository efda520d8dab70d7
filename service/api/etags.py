"""Strong ETags: a hash of the bytes of an answer or, where programs ask again and again, of what it is made of.

The latter is `state-code`: the state of the game and a hash of the code. If-None-Match compares both, If-Match the
state alone, so two versions side by side accept each other's tags.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec

from flask import Response, g, request

from service.api.access import begun, viewer, viewer_id
from service.core.code import CODE
from service.core.language import language
from service.core.limits import Limit
from service.core.rates import Charge
from service.models import Game
from service.people.tokens import Caller
from service.play.game_states import state_tag, stored_state, stored_tag
from service.play.seating import game_seen_by

P = ParamSpec("P")
UNCHANGED = "sundial.unchanged"
"""Where the environment of a request says on what its 304 depended."""
OF_GAME = "games.show_game"
"""The view whose answers If-Match names."""


@dataclass(frozen=True)
class Unchanged:
    """On what a 304 depended: the game and what else the answer is made of, its tag, and who asked, by which bucket."""

    game_id: str
    about: Sequence[str | None]
    tag: str
    caller: Caller
    bucket: Limit


def conditional(view: Callable[P, Response]) -> Callable[P, Response]:
    """Set the ETag of what the view answers; 304 and no body where If-None-Match knows it already."""

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
    """The same for a view of a game, which is not called, and the game not read, where nothing has changed.

    Its answer is made of the game and of these parameters, and of the reader's language if it is `translated`.
    """

    def decorator(view: Callable[P, Response]) -> Callable[P, Response]:
        @wraps(view)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> Response:
            game_id = str(kwargs["game_id"])
            about = [request.endpoint, *(request.args.get(name) for name in query), language() if translated else None]
            any_state = request.if_none_match.star_tag
            if request.if_none_match and not any_state:  # `*` names no query: the view has to read it
                early = begun()
                known = early.tag if early is not None else None
                known = known or stored_tag(stored_state(game_id), viewer_id(), *about)
                if known is not None and request.if_none_match.contains_weak(_etag(known)):
                    _leave_word(game_id, about, known)
                    return _unchanged(_etag(known))
            game = game_seen_by(game_id, viewer())  # the view finds it in the session
            etag = _etag(state_tag(game, viewer_id(), *about))
            answer = view(*args, **kwargs)
            answer.set_etag(etag)
            return _unchanged(etag) if any_state else answer

        return wrapper

    return decorator


def etag_of_game(game: Game) -> str:
    """The ETag that a game has for whoever asks."""
    return _etag(state_tag(game, viewer_id(), OF_GAME, None))


def state_in(etag: str) -> str:
    """Return the state part of a game's ETag, without the code part."""
    return etag.partition("-")[0]


def _etag(state: str) -> str:
    return f"{state}-{CODE}"


def _leave_word(game_id: str, about: Sequence[str | None], tag: str) -> None:
    """For `service.edge.unchanged`, if it was asked by somebody who is known again."""
    caller: Caller | None = g.get("caller")
    charge: Charge | None = g.get("charge")
    if caller is not None and charge is not None:
        environ: MutableMapping[str, Any] = request.environ
        environ[UNCHANGED] = Unchanged(game_id, tuple(about), tag, caller, charge.limit)


def _unchanged(etag: str) -> Response:
    unchanged = Response(status=304)
    unchanged.set_etag(etag)
    return unchanged
