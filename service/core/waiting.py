"""Waiting for events without holding a thread: how a view tells the server around it what to wait for.

A view answers at once with what there is. Where there is nothing yet, it leaves word what it waits for; a server that
can wait (see `service.edge.asgi`) asks it again when that has happened, and any other sends the answer as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from flask import request

from service.core.telemetry.requests import seen

SLOT = "sundial.waiting"
"""Where the server puts a `Call` into the scope of a request."""


@dataclass(frozen=True)
class LongPoll:
    """Ask again when something after event `after` concerns the account or the game, or `seconds` have passed."""

    account_id: int
    game_id: str | None
    after: int
    seconds: float


@dataclass
class Call:
    """One of the times that a server asks a view; `position` is the event it had come to the last time."""

    position: int | None = None
    wish: LongPoll | None = None
    open: Counter[Hashable] = field(default_factory=Counter)
    """The streams of this process, by what limits them."""
    uses: Sequence[Hashable] = ()
    """What limits the one that this begins."""


def ask_again(account_id: int, game_id: str | None, after: int, seconds: float) -> None:
    """Leave word what this view waits for."""
    if seconds > 0:
        _leave(LongPoll(account_id, game_id, after, seconds))


def can_ask_again() -> bool:
    """Whether there is a server around this view that asks again."""
    return call() is not None


def ask_for_more(after: int) -> None:
    """Leave word that the answer goes on there: the next part is asked for once this one was taken."""
    _leave(LongPoll(0, None, after, 0))


def goes_on() -> bool:
    """Whether this answer is one of several that the server around it puts together."""
    found = call()
    return found is not None and (found.position is not None or found.wish is not None)


def position() -> int | None:
    """The event that this view had come to when it was asked before; None if this is the first time."""
    found = call()
    return found.position if found else None


def _leave(wish: LongPoll) -> None:
    found = call()
    if found is not None:
        found.wish = wish
        seen().waits = True


def call() -> Call | None:
    """The one under way, if a server around this view can wait."""
    scope = request.environ.get("asgi.scope", {})
    found: Call | None = scope.get(SLOT)
    return found
