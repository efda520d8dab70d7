"""Replays: what a game has come to by its setup and log, or that nobody can have played it like that."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from sqlalchemy import bindparam, select

import rules
from rules import AnyPosition
from rules import Game as Ruleset
from service.core.db import session
from service.core.errors import Conflict
from service.models import Game, LogEntry

NONSENSE = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What may be raised where an action is applied that was impossible there, since nothing is checked then."""

_ENTRIES = (
    select(LogEntry.seat, LogEntry.action, LogEntry.version)
    .where(LogEntry.game_id == bindparam("of"), LogEntry.number < bindparam("length"))
    .order_by(LogEntry.number)
)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reached:
    """The position at a place in a log, and the one before the move that led to it."""

    position: AnyPosition
    before: AnyPosition


def replayed(game: Game, length: int) -> Reached:
    """Where so many entries of the log of a game that has begun lead; Conflict `damaged-game` if nowhere."""
    ruleset = rules.game(game.ruleset)
    position = before = ruleset.initial_position(game.setup)
    entries = session().execute(_ENTRIES, {"of": game.id, "length": length}).all()
    if len(entries) < length:
        raise damaged(game, f"of {length} entries of its log there are {len(entries)}")
    move = None
    for number, (seat, action, version) in enumerate(entries):
        if seat != position.current_player():
            raise damaged(game, f"entry {number} of its log is out of turn")
        if version != move:
            before, move = position, version
        position = _applied(game, ruleset, position, number, action)
    return Reached(position, before)


def damaged(game: Game, why: str) -> Conflict:
    """The refusal of whatever needs to know how the game stands; the operator is told why."""
    log.error("game %s is damaged and stands still: %s", game.id, why)
    return Conflict("damaged-game")


def _applied(game: Game, ruleset: Ruleset, position: AnyPosition, number: int, action: str) -> AnyPosition:
    try:
        after: AnyPosition = position.apply(ruleset.parse_action(action))
    except NONSENSE as error:
        raise damaged(game, f"entry {number} of its log is impossible: {type(error).__name__}") from error
    return after
