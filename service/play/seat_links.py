"""What the holder of a link to a seat may do, without an account: play that turn, answer that invitation.

A turn's link holds from the version at which the turn was given until the turn passes on, and from then on shows what
came of that turn, nothing later. Turns never come back, not even when a backup is restored and their numbers do: so a
link that is over stays over.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select

from service.core.db import rehearsed, session, transaction
from service.core.errors import Conflict, NotFound
from service.core.keys import SeatLink
from service.models import Account, Game, GameSeat, GameStatus, LogEntry, SeatState
from service.people.accounts import change, is_guest, note_arrival, person_behind
from service.people.blocks import is_blocked, lift
from service.play.moves import play_move
from service.play.results import Result, Turn
from service.play.seating import by_place, lock_game, seat_of
from service.play.seats import decline, join, never, resign


def game_of(link: SeatLink) -> Game:
    """The game that the link leads to, or NotFound."""
    game = session().get(Game, link.game_id, populate_existing=True)
    if game is None:
        raise NotFound
    return game


def turn_is_on(game: Game, link: SeatLink) -> bool:
    """Whether the link's turn is under way."""
    is_on = game.status == GameStatus.ACTIVE and game.turn == link.version and game.to_move == link.seat
    return is_on and game.turn_nonce == link.nonce


def move_by_link(link: SeatLink, *, version: int, move: str, now: datetime) -> Result:
    """Lock the game and play in the link's turn, as `move_in_turn` does."""
    return rehearsed(lambda: move_in_turn(lock_game(link.game_id), link, version=version, move=move, now=now))


def move_in_turn(game: Game, link: SeatLink, *, version: int, move: str, now: datetime) -> Result:
    """Play in the link's turn, as `play_move` does; Conflict `turn-over` for a version of any other turn.

    A move that was played in the link's turn is answered as at first when it is sent again, whatever happened since.
    """

    def is_of_the_turn(game: Game) -> None:
        if version > game.version or (version >= game.turn and not turn_is_on(game, link)):
            raise Conflict("turn-over")

    result = play_move(game, seat=link.seat, version=version, move=move, now=now, precondition=is_of_the_turn)
    account = seat_of(game, link.seat).account
    if account is not None and isinstance(result, Turn) and not result.repeated:
        note_arrival(account)
    return result


def resign_by_link(link: SeatLink, now: datetime) -> Game:
    """Give up the seat in the link's turn, as `resign` does; Conflict `turn-over` in any other."""

    def is_of_the_turn(game: Game) -> None:
        if not turn_is_on(game, link):
            raise Conflict("turn-over")

    return resign(link.game_id, _account_on(seat_of(game_of(link), link.seat)), now, is_of_the_turn)


def version_answered(game: Game, link: SeatLink) -> int:
    """Which version a move in the link's turn answers that names none: the present one, or that which was answered."""
    if turn_is_on(game, link):
        return game.version
    led_to = select(func.min(LogEntry.version)).where(LogEntry.game_id == game.id, LogEntry.seat == link.seat)
    first = session().scalar(led_to.where(LogEntry.version > link.version))
    return link.version if first is None else first - 1


def invited_seat(game: Game, link: SeatLink) -> GameSeat:
    """The seat that the invitation is for; NotFound `invitation-over` if it is offered to somebody else by now."""
    for seat in by_place(game):
        if seat.place == link.seat and seat.invitation_nonce == link.nonce:
            return seat
    raise NotFound("invitation-over")


def accept_invitation(link: SeatLink, now: datetime, name: str | None = None, contribution: str | None = None) -> Game:
    """Take the seat, a guest under the name given; refused as `join` and `accounts.change` are."""
    with transaction():
        seat = invited_seat(game_of(link), link)
        account = _account_on(seat)
        if name and seat.state == SeatState.INVITED and is_guest(account):
            change(account.id, name=name)
        return join(link.game_id, account, now, contribution)


def decline_invitation(link: SeatLink, now: datetime) -> Game:
    """Say no; refused as `decline` is."""
    return decline(link.game_id, _account_on(invited_seat(game_of(link), link)), now)


def never_by_link(link: SeatLink, now: datetime) -> Game:
    """Take no invitations any more from whoever invites, and decline this one if it still waits."""
    return never(link.game_id, _account_on(invited_seat(game_of(link), link)), now)


def is_blocked_by_link(link: SeatLink) -> bool:
    """Whether whoever is invited takes no invitations from the one who invites."""
    game = game_of(link)
    return is_blocked(_account_on(invited_seat(game, link)).id, host_of(game))


def lift_by_link(link: SeatLink) -> None:
    """Let whoever invites do so again; nothing happens if they may."""
    game = game_of(link)
    if is_blocked_by_link(link):
        lift(_account_on(invited_seat(game, link)), person_behind(host_of(game)).name)


def host_of(game: Game) -> Account:
    """Who has set the game up, and so invites to it: a person, or a bot."""
    return session().get_one(Account, game.creator_id)


def _account_on(seat: GameSeat) -> Account:
    if seat.account is None:
        raise NotFound
    return seat.account
