"""Describe the moves of a game in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import rules
from rules import AnyPosition, Seat, Sentence
from rules.prose import N_
from service.models import Game, LogEntry
from service.play.positions import log_of, position_of

TAKES_BACK = N_("undoes their last move")


@dataclass(frozen=True)
class Line:
    """A log entry in words: the acting seat (CHANCE for dice), and a phrase that follows the player's name."""

    entry: LogEntry
    seat: Seat
    phrase: Sentence


def story(game: Game, start: int = 0, end: int | None = None) -> Iterator[Line]:
    """Yield the log entries from `start` up to, but not including, `end` in words, in order."""
    return _told(game, log_of(game, start, end))


def _told(game: Game, entries: Sequence[LogEntry], log: Sequence[LogEntry] | None = None) -> Iterator[Line]:
    if not entries:
        return
    ruleset, position = rules.game(game.ruleset), position_of(game, entries[0].number, log)
    for entry in entries:
        first = rules.taken_back(entry.action)
        if first is not None:
            yield Line(entry, entry.seat, Sentence(TAKES_BACK))
            position = position_of(game, first, log)
            continue
        action = ruleset.parse_action(entry.action)
        yield Line(entry, entry.seat, ruleset.tell(position, action))
        position = position.apply(action)


def news_for(game: Game, seat: Seat, log: Sequence[LogEntry] | None = None) -> list[Line]:
    """Describe what happened since the seat last acted, without its own move; pass `log` if it is loaded."""
    log = log_of(game) if log is None else log
    own = [entry.number for entry in log if entry.seat == seat]
    return list(_told(game, log[own[-1] + 1 :] if own else log, log))


def effects(ruleset: rules.Game, position: AnyPosition, actions: Iterable[Any]) -> list[Sentence]:
    """Describe what each action does when they are played in order, as phrases that follow a name."""
    told = []
    for action in actions:
        told.append(ruleset.tell(position, action))
        position = position.apply(action)
    return told
