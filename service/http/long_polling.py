"""Wait for events without holding a thread: a view registers its condition with the server.

A view answers at once with what there is. If there is nothing yet, it registers what it waits for. Our server (see
`service.server.asgi`) calls it again when that has happened; any other server sends the answer as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from flask import request

from service.telemetry.requests import seen

SLOT = "sundial.waiting"
"""The key of a `Call` in the ASGI scope."""


@dataclass(frozen=True)
class LongPoll:
    """Call again after an event later than `after` for the account or game, or after `seconds`."""

    account_id: int
    game_id: str | None
    after: int
    seconds: float


@dataclass
class Call:
    """One call of a view by the server; `position` is the last event it had reached."""

    position: int | None = None
    wish: LongPoll | None = None
    open: Counter[Hashable] = field(default_factory=Counter)
    """Open streams of this process, by limit."""
    uses: Sequence[Hashable] = ()
    """The limits that count this stream."""


def ask_again(account_id: int, game_id: str | None, after: int, seconds: float) -> None:
    """Register the event that this view waits for."""
    if seconds > 0:
        _leave(LongPoll(account_id, game_id, after, seconds))


def can_ask_again() -> bool:
    """Check whether the server can call this view again."""
    return call() is not None


def ask_for_more(after: int) -> None:
    """Register that the response continues at `after`: the next part is requested once this one is sent."""
    _leave(LongPoll(0, None, after, 0))


def goes_on() -> bool:
    """Check whether this response is one of several parts."""
    found = call()
    return found is not None and (found.position is not None or found.wish is not None)


def position() -> int | None:
    """Return the event that this view had reached in the previous call; None in the first."""
    found = call()
    return found.position if found else None


def _leave(wish: LongPoll) -> None:
    found = call()
    if found is not None:
        found.wish = wish
        seen().waits = True


def call() -> Call | None:
    """Return the current call, if the server supports waiting."""
    scope = request.environ.get("asgi.scope", {})
    found: Call | None = scope.get(SLOT)
    return found
