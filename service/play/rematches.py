"""Rematches: the same players with seats exchanged, in one game however many of them ask for it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from service.beacon.promises import offered, promise_of
from service.db.engines import session, transaction
from service.language.errors import Conflict
from service.models import Account, Game, GameSeat, GameStatus, Match, OnTimeout, SeatState
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.rounds import games_of
from service.play.matches.series import is_going_on
from service.play.matches.standing import standing
from service.play.seating import game_seen_by, lock_game, own_seat_number, seat_number, seat_of
from service.play.seats import join
from service.play.turn_clocks import terms_of


def rematch(game_id: str, account: Account, now: datetime) -> Game:
    """Create the rematch of a finished game, or of its match, and invite the others; or join the existing one.

    A player who asks after another one takes their seat in the same game. NotFound as `game_seen_by`, Forbidden
    `not-a-player`, Conflict `not-over`; else refused as `create_game` and `join` are.
    """
    game_seen_by(game_id, account)
    with transaction() as current:
        over = _first_of(lock_game(game_id))
        own_seat_number(over, account)
        if not has_ended(over):
            raise Conflict("not-over")
        found = rematch_of(over)
        if found is not None and found.status != GameStatus.CANCELLED:
            return _taken_up(found, account, now)
        if found is not None:
            found.rematch_of = None
            current.flush()
        new = _set_up(over, account, now)
        new.rematch_of = over.id
        return new


def rematch_of(over: Game) -> Game | None:
    """Return the rematch of a game, or None."""
    return session().scalar(select(Game).where(Game.rematch_of == _first_of(over).id))


def has_ended(game: Game) -> bool:
    """Return whether the game was begun and has finished, and its match or series with it."""
    match = session().get_one(Match, game.match_id) if game.match_id else None
    is_match_over = match is None or match.status == GameStatus.FINISHED
    return game.status == GameStatus.FINISHED and is_match_over and not is_going_on(game)


def _first_of(game: Game) -> Game:
    """Return the game itself, or the first of its match, which has the agreed settings."""
    return games_of(game.match_id)[0] if game.match_id else game


def _taken_up(game: Game, account: Account, now: datetime) -> Game:
    number = seat_number(game, account)
    if number is None or seat_of(game, number).state != SeatState.INVITED:
        return game
    return join(game.id, account, now)


def _set_up(over: Game, account: Account, now: datetime) -> Game:
    last = len(over.seats) - 1
    terms, promise = terms_of(over), promise_of(over)
    exchanged = [seat_of(over, last), *(seat_of(over, number) for number in range(last))]
    wish = NewGame(
        ruleset=over.ruleset,
        seats=[_wish(seat, account) for seat in exchanged],
        options=over.options,
        layout=over.given_layout,
        shuffle_seats=False,
        days_per_move=over.days_per_move,
        bank=terms.bank,
        weekends_off=terms.weekends_off,
        nights_off=terms.nights_off,
        vacations=terms.vacations,
        fast=terms.fast,
        on_timeout=over.on_timeout or OnTimeout.FORFEIT,
        stand_in_level=over.stand_in_level,
        grace_minutes=over.grace_minutes,
        visibility=over.visibility,
        rated=over.rated,
        first_to=over.first_to,
        beacon_minutes=promise.minutes if promise is not None and offered() is not None else None,
    )
    if over.match_id is None:
        return create_game(account, wish, now)
    before = session().get_one(Match, over.match_id)
    return standing(create_match(account, wish, now, simultaneous=before.simultaneous)).games[0]


def _wish(seat: GameSeat, account: Account) -> SeatWish:
    """Return the seat for a player of the rematch; an open seat if their account is gone."""
    if seat.account_id == account.id:
        return SeatWish(me=True) if seat.beside is None else SeatWish(beside=seat.beside)
    if seat.beside is not None:
        return SeatWish(open=True)  # nobody but its host can seat a player beside them
    if seat.account is not None:
        return SeatWish(account=seat.account.name)
    return SeatWish(ai=seat.ai_level) if seat.ai_level is not None else SeatWish(open=True)
