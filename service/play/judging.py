"""Positions for the computer to evaluate, with tactics for a single game or for a match."""

from __future__ import annotations

from dataclasses import dataclass

import rules
from rules import AnyPosition
from rules.game import Tactics
from rules.searching import in_match
from service.models import Game
from service.play.matches.rounds import COUNTED, Carried, carried_into
from service.play.positions import log_of, position_of
from service.play.records import as_played_here, record_as_imported


@dataclass(frozen=True)
class PositionToJudge:
    """The position after `at` entries of a log, and the tactics to evaluate it with."""

    game_id: str
    ruleset: str
    at: int
    position: AnyPosition
    tactics: Tactics

    @property
    def seed(self) -> str:
        """The seed of a search: constant for a position, different in each game, and unrelated to the dice."""
        return f"{self.game_id} {self.at}"


def position_to_judge(game: Game, at: int | None = None) -> PositionToJudge:
    """Return the position after `at` entries of the log, by default all; refused as `position_of`."""
    place = game.log_length if at is None else at
    tactics, carried = rules.game(game.ruleset).tactics, _carried(game, place)
    aimed = tactics if carried is None else in_match(tactics, carried.points)
    return PositionToJudge(game.id, game.ruleset, place, position_of(game, place), aimed)


def _carried(game: Game, at: int) -> Carried | None:
    """Return the points carried into the game when it went on from there; unknown for a match played elsewhere."""
    here = as_played_here(game)
    if here.match_id is not None:
        went_on = log_of(here, at, at + 1) if at < here.log_length else ()
        return carried_into(here, went_on[0].at if went_on else None)
    match = record_as_imported(game)["match"] if here.imported_at else None
    return Carried(None) if match and match["round"] <= COUNTED else None
