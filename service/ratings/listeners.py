"""Effects on ratings of facts about games (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Iterable

from service.db.model import Model
from service.jobs.facts import hears
from service.models import GameStatus, RatedGame
from service.play.facts import GameBegun, GameFinished, GameSetUp, PlayerJoined, SeatTaken, SeatTakenOver
from service.ratings.eligibility import check_players, check_rateable, note_meetings
from service.ratings.ratings import note_ratings
from service.ratings.results import pool_of


@hears(GameSetUp)
def check_new_game(fact: GameSetUp) -> None:
    """Refuse a rated game that could never count; tell its players if they have begun too many."""
    if fact.game.rated:
        check_rateable(fact.game)
        if fact.game.status == GameStatus.INVITING:
            note_meetings(fact.game, fact.now)


@hears(SeatTaken)
def check_new_player(fact: SeatTaken) -> None:
    """Refuse a player of a rated game with whom it would never count."""
    if fact.game.rated:
        check_players(fact.game)


@hears(PlayerJoined)
def tell_of_meetings(fact: PlayerJoined) -> None:
    """Tell the players of a rated game that still waits if they have begun too many."""
    if fact.game.rated and fact.game.status == GameStatus.INVITING:
        note_meetings(fact.game, fact.now)


@hears(GameBegun)
def note_beginning(fact: GameBegun) -> None:
    """Keep the players' ratings at the start, and decide for good whether they have begun too many games."""
    game = fact.game
    pool = pool_of(game.ruleset, game.options) if len(game.seats) > 1 else None
    if pool is not None:
        note_ratings(game.seats, pool, fact.now)
    if game.rated:
        note_meetings(game, fact.now)


@hears(SeatTakenOver)
def note_substitute(fact: SeatTakenOver) -> None:
    """Keep the rating of a substitute in the seat."""
    pool = pool_of(fact.game.ruleset, fact.game.options)
    if pool is not None:
        note_ratings([fact.seat], pool, fact.now)


@hears(GameFinished)
def await_rating(fact: GameFinished) -> Iterable[Model]:
    """Queue a rated game; the job rates it."""
    game = fact.game
    pool = pool_of(game.ruleset, game.options) if game.may_count else None
    return () if pool is None else [RatedGame(game_id=game.id, pool=pool, finished_at=fact.now)]
