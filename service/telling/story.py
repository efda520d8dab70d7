"""What happened in a game, in sentences for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import rules
from rules import AnyPosition, Seat, Sentence
from service.models import Game, LogEntry
from service.play.positions import log_of, position_of


@dataclass(frozen=True)
class Line:
    """One entry of the log: who acted (CHANCE for the dice), and a phrase that follows the name."""

    entry: LogEntry
    seat: Seat
    phrase: Sentence


def story(game: Game, start: int = 0, end: int | None = None) -> Iterator[Line]:
    """What happened from entry `start` of the log up to, not including, `end`, in order."""
    ruleset = rules.game(game.ruleset)
    entries = log_of(game, start, end)
    if not entries:
        return
    position = position_of(game, start)
    for entry in entries:
        action = ruleset.parse_action(entry.action)
        yield Line(entry, entry.seat, ruleset.tell(position, action))
        position = position.apply(action)


def news_for(game: Game, seat: Seat) -> list[Line]:
    """What happened since the seat last acted, its own last move left out."""
    log = log_of(game)
    own = [entry.number for entry in log if entry.seat == seat]
    return list(story(game, own[-1] + 1 if own else 0))


def effects(ruleset: rules.Game, position: AnyPosition, actions: Iterable[Any]) -> list[Sentence]:
    """What each of the actions does when they are played one after the other, as a phrase that follows a name."""
    told = []
    for action in actions:
        told.append(ruleset.tell(position, action))
        position = position.apply(action)
    return told
