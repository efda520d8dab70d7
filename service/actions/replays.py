"""Replays: what a game has come to by its setup and log."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Select, select

import rules
from rules import AnyPosition
from service.db import session
from service.models import Game, LogEntry


@dataclass(frozen=True)
class Reached:
    """The position at a place in a log, and the one before the move that led to it."""

    position: AnyPosition
    before: AnyPosition


def replayed(game: Game, length: int) -> Reached:
    """Where so many entries of the log of a game that has begun lead."""
    ruleset = rules.game(game.ruleset)
    position = before = ruleset.initial_position(game.setup)
    move = None
    for action, version in session().execute(_entries(game, length)):
        if version != move:
            before, move = position, version
        position = position.apply(ruleset.parse_action(action))
    return Reached(position, before)


def _entries(game: Game, length: int) -> Select[str, int]:
    entries = select(LogEntry.action, LogEntry.version).where(LogEntry.game_id == game.id)
    return entries.where(LogEntry.number < length).order_by(LogEntry.number)
