"""Series: repeat a game between the same players until one of them has a number of wins.

A game's row has the score before it; what the game itself adds is computed, and never stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import and_, exists, or_, select

from rules import Game as Ruleset
from rules import Seat
from service.accounts.accounts import person_behind
from service.db.engines import session
from service.db.model import ColumnValue
from service.jobs import events
from service.language.errors import Invalid
from service.models import Block, Bot, Departure, Game, GameSeat, GameStatus

FEWEST_SEATS = 2
"""A player alone cannot win against anybody."""
MOST_WINS = 5
"""Most wins that a series can require."""
LENGTHS = range(1, MOST_WINS + 1)


@dataclass(frozen=True)
class Series:
    """The score of a game's series after the game, or so far; `wins` counts by seat of that game.

    `winner` is the seat that has won the series. `is_over` without a winner: the series was not finished.
    """

    id: str
    round: int
    first_to: int
    wins: Sequence[int]
    winner: Seat | None
    is_over: bool


def check_series(ruleset: Ruleset, seats: int, first_to: int | None, *, is_match: bool) -> None:
    """Raise Invalid `no-series` for a series that nobody can win, that is too long, or that consists of matches."""
    if first_to is None:
        return
    if is_match or seats < FEWEST_SEATS or ruleset.cooperative or first_to not in LENGTHS:
        raise Invalid("no-series")


def open_series(game: Game, first_to: int | None) -> None:
    """Make the game the first of a series if `first_to` is given."""
    if first_to is not None:
        game.series_id, game.series_round, game.first_to = game.id, 1, first_to
        game.series_wins = [0 for _ in game.seats]


def series_of(game: Game) -> Series | None:
    """Return the score of the game's series; None if it is in none."""
    return _standing(game, _won_by(game), is_stopped=bool(game.series_stopped) or game.status == GameStatus.CANCELLED)


def series_after(game: Game, winners: Sequence[Seat]) -> Series | None:
    """Return the score of the series if `winners`, who have not left their seats, won the game now."""
    won = next((seat for seat in game.seats if [seat.number] == list(winners)), None)
    after = _standing(game, won, is_stopped=False)
    if after is None or after.is_over or not _somebody_is_missing(game):
        return after
    return replace(after, is_over=True)


def is_going_on(game: Game) -> bool:
    """Return whether the game belongs to a series that did not end with it."""
    series = series_of(game)
    return series is not None and not series.is_over


def settle_series(game: Game, now: datetime) -> None:
    """End the series if `game` has decided it, or if a player cannot be seated again."""
    if is_going_on(game) and _somebody_is_missing(game):
        game.series_stopped = True
    series = series_of(game)
    if series is not None and series.is_over:
        events.record("series.finished", game, now, series=series.id, winner=series.winner, wins=list(series.wins))


def carried_on(game: Game, players: Sequence[GameSeat]) -> Mapping[str, ColumnValue]:
    """Return the columns of a series for its next game; `players` are its players in the order of places."""
    series = series_of(game)
    if series is None:
        raise AssertionError("a game of no series has no next one")
    return {
        "series_id": series.id,
        "series_round": series.round + 1,
        "first_to": series.first_to,
        "series_wins": [series.wins[seat.number] for seat in players],
        "rematch_of": game.id,
    }


def _standing(game: Game, won: GameSeat | None, *, is_stopped: bool) -> Series | None:
    if game.series_id is None or game.series_round is None or game.first_to is None:
        return None
    before = game.series_wins or []
    wins = [before[seat.place] + (seat is won) for seat in sorted(game.seats, key=lambda seat: seat.number)]
    winner = next((seat for seat, count in enumerate(wins) if count >= game.first_to), None)
    return Series(game.series_id, game.series_round, game.first_to, wins, winner, winner is not None or is_stopped)


def _won_by(game: Game) -> GameSeat | None:
    """Return the seat that won alone; None for a draw or for a seat that was left."""
    if game.status != GameStatus.FINISHED or game.winners is None or len(game.winners) != 1:
        return None
    seat = next(seat for seat in game.seats if seat.number == game.winners[0])
    return seat if seat.left_by is None else None


def _somebody_is_missing(game: Game) -> bool:
    """Return whether a player is suspended, erased, a bot that takes no games, or has blocked another."""
    accounts = [seat.account for seat in game.seats if seat.account is not None]
    ids, people = [account.id for account in accounts], [person_behind(account) for account in accounts]
    if any(person.suspended_at is not None for person in people):
        return True
    numbers = [person.id for person in people]
    resting = or_(Bot.paused_at.is_not(None), Bot.retired_at.is_not(None))
    blocked = and_(Block.account_id.in_([*ids, *numbers]), Block.blocked_id.in_(numbers))
    gone = or_(
        exists().where(Departure.account_id.in_(numbers)),
        exists().where(Bot.account_id.in_(ids), resting),
        exists().where(blocked),
    )
    return bool(session().scalar(select(gone)))
