"""Seats: take, decline, resign, and come back; each checks the precondition of the request."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Select, exists, select
from sqlalchemy.orm import InstrumentedAttribute

from service.accounts.accounts import change, confirm, is_guest, is_visitor, name_in_one_game
from service.accounts.blocks import block
from service.accounts.measures import check_open
from service.beacon.promises import words_count
from service.db.engines import transaction
from service.jobs import events
from service.jobs.facts import tell
from service.language.errors import Conflict, Forbidden, NotFound
from service.models import Account, DeclineReason, EndedBy, Game, GameSeat, GameStatus, SeatState, Visibility
from service.play.contributions import contribute
from service.play.declining import UNEXPLAINED, Declined, checked
from service.play.facts import GameCalledOff, PlayerJoined, SeatGivenBack, SeatTaken
from service.play.matches.rounds import call_off_match
from service.play.open_seats import admits, check_inviting, open_seat
from service.play.seating import (
    Precondition,
    address_invited,
    first_seat,
    game_seen_by,
    is_shared,
    lock_game,
    own_seat,
    unconditional,
)
from service.play.turns import Consequences, begin_if_complete, come_back, consequences, give_up_seat

OPEN = (GameStatus.INVITING, GameStatus.ACTIVE)


def join(
    game_id: str,
    account: Account,
    now: datetime,
    contribution: str | None = None,
    precondition: Precondition = unconditional,
    *,
    key: str | None = None,
    guest_name: str | None = None,
) -> Game:
    """Take the seat that the account is invited to, or else the first open one. Idempotent.

    A creator who waits to contribute to the dice does so here; once the value of the public beacon is known, words are
    too late, and the server generates them. NotFound for a stranger to a private game without its key; Conflict
    `game-full`, `game-started`, `game-over`; Invalid `bad-text`. A visitor can choose a `guest_name` for the game,
    unless another player has it: Conflict `name-taken`.
    """
    with transaction():
        game = lock_game(game_id)
        own = first_seat(game, account.id)
        if own is None and game.visibility == Visibility.PRIVATE and not admits(game, key):
            raise NotFound
        if own is not None and own.is_complete:
            return game
        precondition(game)
        check_open(account)
        seat = own or open_seat(game)
        check_inviting(game)
        if seat is None:
            raise Conflict("game-full")
        is_new = seat.state != SeatState.TAKEN
        seat.account, seat.account_id, seat.state = account, account.id, SeatState.TAKEN
        seat.invited_as, seat.decline_reason = address_invited(seat, to_host=True), None
        if guest_name is not None and is_new:
            _name_guest(game, seat, guest_name)
        contribute(game, seat, now, contribution if words_count(game, now) else None)
        confirm(account, now)
        game.version += 1
        events.record("game.joined", game, now, place=seat.place)
        tell(SeatTaken(game))
        begin_if_complete(game, now)
        if is_new:
            tell(PlayerJoined(game, seat, now))
        return game


def join_under(
    name: str, game_id: str, account: Account, now: datetime, key: str, contribution: str | None = None
) -> Game:
    """Take a seat by the join key. A guest account takes the given name, a visitor only for this game.

    Refused as `join` and `accounts.change` are.
    """
    with transaction():
        called = name_in_one_game(name, account) if name and is_visitor(account) else None
        if name and is_guest(account) and called is None:
            change(account.id, display_name=name)
        return join(game_id, account, now, contribution, key=key, guest_name=called)


def decline(
    game_id: str,
    account: Account,
    now: datetime,
    precondition: Precondition = unconditional,
    *,
    why: Declined = UNEXPLAINED,
) -> Game:
    """Decline an invitation, or leave before the start: an open seat opens again, any other cancels the game.

    Forbidden `not-a-player`; Conflict `game-started`, `game-over`; for the reason, refused as `declining.checked`.
    """
    with transaction() as current:
        game = lock_game(game_id)
        seat = own_seat(game, account.id)
        precondition(game)
        check_inviting(game)
        why = checked(why, account, current.get_one(Account, game.creator_id), now) if why != UNEXPLAINED else why
        seat.decline_reason = DeclineReason(why.reason) if why.reason else None
        game.version += 1
        if seat.for_anybody:
            seat.account, seat.account_id, seat.state = None, None, SeatState.OPEN
            seat.guest_name = None
            seat.contribution = seat.contributed = seat.contributed_at = seat.contribution_number = None
            seat.delivery = None
            tell(SeatGivenBack(game, now))
        else:
            seat.decline_text = why.text
            ended_by = EndedBy.DECLINED if seat.state == SeatState.INVITED else EndedBy.WITHDRAWN
            call_off(game, ended_by, now, seat.decline_reason)
            tell(GameCalledOff(game, seat, now))
        return game


def never(game_id: str, account: Account, now: datetime) -> Game:
    """Block the host of a game, and decline its invitation if it is pending.

    NotFound, or Forbidden `not-a-player`, for an account without a seat.
    """
    with transaction() as current:
        game = lock_game(game_id)
        seat = own_seat(game, account.id)
        block(account, current.get_one(Account, game.creator_id), now)
        if game.status == GameStatus.INVITING and seat.state == SeatState.INVITED:
            decline(game_id, account, now)
        return game


def resign(game_id: str, account: Account, now: datetime, precondition: Precondition = unconditional) -> Game:
    """Resign a seat; before the start, leave the game. Idempotent.

    Forbidden `not-a-player`; Conflict `game-over`.
    """
    with transaction():
        game = lock_game(game_id)
        seat = own_seat(game, account.id)
        if seat.left_by is not None or (game.ended_by == EndedBy.RESIGNATION and is_shared(game, seat.number)):
            return game
        precondition(game)
        if game.status == GameStatus.INVITING:
            return decline(game_id, account, now)
        if game.status != GameStatus.ACTIVE:
            raise Conflict("game-over")
        give_up_seat(game, seat, EndedBy.RESIGNATION, now)
        return game


def resignation(game_id: str, account: Account) -> Consequences:
    """Return the consequences of `resign` now; refused as that is. Changes and locks nothing."""
    game = game_seen_by(game_id, account)
    seat = own_seat(game, account.id)
    if seat.left_by is None and game.status not in OPEN:
        raise Conflict("game-over")
    return consequences(game, seat)


def return_to_seat(game_id: str, account: Account, now: datetime, precondition: Precondition = unconditional) -> Game:
    """Take back the seat that the computer plays for the account. Idempotent.

    NotFound for a stranger to a private game, else Forbidden `not-a-player`, also after resigning; Conflict
    `not-started`, `game-over`.
    """
    with transaction():
        game = lock_game(game_id)
        seat = own_seat(game, account.id)
        if seat.left_by is not None:
            raise Forbidden("not-a-player")
        precondition(game)
        if game.status != GameStatus.ACTIVE:
            raise Conflict("not-started" if game.status == GameStatus.INVITING else "game-over")
        if seat.stood_in_at is not None:
            come_back(game, seat, now)
        return game


def games_held(account_id: int | InstrumentedAttribute[int]) -> Select[str]:
    """Select the ids of the unfinished games in which an account has a seat."""
    seat = GameSeat.game_id == Game.id, GameSeat.account_id == account_id, GameSeat.left_by.is_(None)
    return select(Game.id).where(Game.status.in_(OPEN), exists().where(*seat).correlate_except(GameSeat))


def call_off(game: Game, reason: EndedBy, now: datetime, declined_for: str | None = None) -> None:
    """Cancel a game that has not begun, in the transaction that has locked it; sends no emails."""
    game.status, game.ended_by, game.finished_at = GameStatus.CANCELLED, reason, now
    game.beacon_due_at = None
    events.record("game.finished", game, now, ended_by=reason, declined_for=declined_for)
    call_off_match(game, now)


def _name_guest(game: Game, seat: GameSeat, called: str) -> None:
    if any(other.holder == called for other in game.seats):
        raise Conflict("name-taken", name=called)
    seat.guest_name = called
