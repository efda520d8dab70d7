"""Load games with their seats: lock a game for a change, check who may see it, and find the seat of an account.

Not everybody may know the holder of a seat: the owner of an invited address stays hidden until they accept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import and_, bindparam, exists, or_, select
from sqlalchemy.orm import aliased, raiseload
from sqlalchemy.orm.attributes import set_committed_value

from rules import Seat
from service.db.engines import place_to_wait, session
from service.language.errors import Conflict, Forbidden, NotFound, or_not_found
from service.models import (
    Account,
    Bot,
    Game,
    GameSeat,
    GameStatus,
    OnTimeout,
    SeatState,
    Substitution,
    Visibility,
)
from service.security.keys import new_nonce
from service.telemetry.meters import waiting

_same = aliased(Game)
_match_id = select(_same.match_id).where(_same.id == bindparam("id")).scalar_subquery()


_WHOLE = select(Game, GameSeat, Account).options(raiseload("*")).execution_options(populate_existing=True)
OF_GAME = (
    _WHOLE.select_from(Game)
    .outerjoin(GameSeat, Game.id == GameSeat.game_id)
    .outerjoin(Account, GameSeat.account_id == Account.id)
    .where(Game.id == bindparam("id"))
    .order_by(GameSeat.number)
)
"""A game with its seats and their accounts, in one statement, bypassing the session's identity map."""
_LOCKING = (
    _WHOLE.select_from(Game)
    .join(GameSeat, Game.id == GameSeat.game_id)
    .outerjoin(Account, GameSeat.account_id == Account.id)
    .where(or_(Game.id == bindparam("id"), Game.match_id == _match_id))
    .order_by(Game.match_round, GameSeat.number)
    .with_for_update(of=[Game, GameSeat])
)
"""Locks the seats too: after waiting for a lock, PostgreSQL re-reads only the rows that it locks."""


def lock_game(game_id: str) -> Game:
    """Lock a game and its seats and read them again, bypassing the session's state; NotFound if there is none.

    The games of a match end together, so they are locked together, always in the order of their rounds.
    TooManyWait if too many threads of this process wait for the game.
    """
    current = session()
    with waiting("game"), place_to_wait(game_id):
        locked = seated(current.execute(_LOCKING, {"id": game_id}))
    game = or_not_found(next((game for game in locked if game.id == game_id), None))
    current.hold(locked)
    return game


Precondition: TypeAlias = Callable[[Game], None]
"""A check of a locked game before a change, made before anything is written.

It raises a refusal if the check fails. It is skipped for a request whose effect exists already.
"""


def unconditional(_game: Game) -> None:
    """Accept any game."""


def seated(found: Iterable[Any]) -> Sequence[Game]:
    """Group rows of `OF_GAME` into games, each with its seats and their accounts."""
    seats = dict[Game, list[GameSeat]]()
    for game, seat, account, *_ in found:
        its_own = seats.setdefault(game, [])
        if seat is not None:
            set_committed_value(seat, "account", account)
            its_own.append(seat)
    for game, its_own in seats.items():
        set_committed_value(game, "seats", its_own)
    return list(seats)


def game_anew(game_id: str) -> Game:
    """Read a game with its seats and their accounts again, in one statement, and keep it in the session."""
    current = session()
    [game] = seated(current.execute(OF_GAME, {"id": game_id}))
    current.keep(game)
    return game


def game_seen_by(game_id: str, viewer: Account | None) -> Game:
    """Return a game if it is public, or the viewer has or is offered a seat in it, or imported it; else NotFound.

    Abandoned seats are offered to all people, and former holders of a seat may still see the game.
    """
    return as_seen_by(game_if_any(game_id), viewer)


def game_if_any(game_id: str) -> Game | None:
    """Return a game with its seats and their accounts, in one statement unless it is loaded; or None."""
    current = session()
    return current.at_hand(Game, game_id) or next(iter(seated(current.execute(OF_GAME, {"id": game_id}))), None)


def as_seen_by(game: Game | None, viewer: Account | None) -> Game:
    """Return the given game if the viewer may see it, or NotFound as `game_seen_by`."""
    if game is None or not (game.visibility == Visibility.PUBLIC or _is_for(game, viewer)):
        raise NotFound
    return game


def left_seats(game: Game) -> list[GameSeat]:
    """Return the seats that a substitute may take over: their players are away, and the game's settings allow it."""
    is_agreed = game.status == GameStatus.ACTIVE and game.on_timeout == OnTimeout.SUBSTITUTE
    return [seat for seat in game.seats if seat.stood_in_at is not None] if is_agreed else []


def had_seat(game_id: str, account: Account) -> bool:
    """Return whether a substitute has taken over a seat of the account in that game."""
    was_theirs = Substitution.game_id == game_id, Substitution.account_id == account.id
    return session().scalar(select(Substitution.version).where(*was_theirs).limit(1)) is not None


def _is_for(game: Game, viewer: Account | None) -> bool:
    """Return whether an account may see a private game."""
    if seat_number(game, viewer) is not None or is_imported_by(game, viewer):
        return True
    if viewer is None or game.on_timeout != OnTimeout.SUBSTITUTE:
        return False
    is_person = viewer.owner_id is None and viewer.visitor_since is None
    return (is_person and bool(left_seats(game))) or had_seat(game.id, viewer)


def check_seen_by(game_id: str, viewer: Account) -> None:
    """Check that a viewer may see a game; NotFound otherwise. Loads nothing of the game."""
    is_seated = exists().where(GameSeat.game_id == Game.id, GameSeat.account_id == viewer.id)
    is_theirs = and_(Game.imported_at.is_not(None), Game.creator_id == viewer.id)
    is_seen = or_(Game.visibility == Visibility.PUBLIC, is_seated, is_theirs)
    if session().scalar(select(Game.id).where(Game.id == game_id, is_seen)) is None:
        raise NotFound


def is_imported_by(game: Game, viewer: Account | None) -> bool:
    """Return whether the game was played elsewhere, and the viewer has imported its record."""
    return game.imported_at is not None and viewer is not None and game.creator_id == viewer.id


def by_place(game: Game) -> list[GameSeat]:
    """Return the seats in the order of invitation."""
    return sorted(game.seats, key=lambda seat: seat.place)


def seat_of(game: Game, number: Seat) -> GameSeat:
    """Return the seat of that number."""
    return next(seat for seat in game.seats if seat.number == number)


def held_seats(game: Game) -> list[GameSeat]:
    """Return the seats that are held and not given up: each of them has to agree to a draw or an analysis.

    No agreement is assumed for a bot or an absent player, even if the computer plays for them.
    """
    return [seat for seat in game.seats if seat.account_id is not None and seat.left_by is None]


def has_others(game: Game, seat: Seat | None) -> bool:
    """Return whether another account, a person's or a bot's, has a seat."""
    own = None if seat is None else seat_of(game, seat).account_id
    return any(each.account_id not in (None, own) for each in game.seats)


def seats_asked(game: Game) -> list[GameSeat]:
    """Return the seats that have to agree to an undo or a pause: not absent players, nor bots that always agree."""
    here = [seat for seat in game.seats if seat.is_played_by_a_person]
    bots = [seat.account_id for seat in here if seat.account is not None and seat.account.owner_id is not None]
    agreeing = select(Bot.account_id).where(Bot.account_id.in_(bots), Bot.auto_agree)
    agree = set(session().scalars(agreeing)) if bots else set()
    return [seat for seat in here if seat.account_id not in agree]


def seat_number(game: Game, account: Account | None) -> Seat | None:
    """Return the number of the seat that the account has or is invited to; None if it has none.

    Of several players at one device, it is the seat of the one whose turn it is.
    """
    if account is None:
        return None
    own = _own_seat(game, account.id)
    return None if own is None else own.number


def own_seat_number(game: Game, account: Account | None) -> Seat:
    """Return the number of the seat that the account has or is invited to; Forbidden `not-a-player` if none."""
    number = seat_number(game, account)
    if number is None:
        raise Forbidden("not-a-player")
    return number


def own_seat(game: Game, account_id: int) -> GameSeat:
    """Return the account's seat, also one it has left; NotFound for a private game, else Forbidden `not-a-player`."""
    seat = _own_seat(game, account_id)
    if seat is not None:
        return seat
    raise NotFound if game.visibility == Visibility.PRIVATE else Forbidden("not-a-player")


def playing_seat(game: Game, account: Account) -> Seat:
    """Return the number of the seat that the account has and has not left, or Forbidden `not-a-player`."""
    seat = _own_seat(game, account.id)
    if seat is None or seat.left_by is not None:
        raise Forbidden("not-a-player")
    return seat.number


def seats_beside(game: Game, seat: GameSeat) -> list[GameSeat]:
    """Return the seats whose players sit at the same device, that seat among them: one, unless a host shares it."""
    return [each for each in game.seats if each is seat or each.account_id == seat.account_id is not None]


def is_shared(game: Game, number: Seat | None) -> bool:
    """Return whether somebody else plays at the device of the player with that seat."""
    return number is not None and len(seats_beside(game, seat_of(game, number))) > 1


def is_at_one_device(game: Game) -> bool:
    """Return whether several players share one device, and nobody else plays."""
    accounts = [seat.account_id for seat in game.seats if seat.account_id is not None]
    return len(accounts) > 1 and len(set(accounts)) == 1


def first_seat(game: Game, account_id: int) -> GameSeat | None:
    """Return the account's seat whatever the turn; of several players at one device, it is the host's."""
    return next((seat for seat in game.seats if seat.account_id == account_id and seat.beside is None), None)


def _own_seat(game: Game, account_id: int) -> GameSeat | None:
    """Return the account's seat that is still played and has the move; else the first that comes closest to that."""
    own = [seat for seat in game.seats if seat.account_id == account_id]
    return min(
        own,
        key=lambda each: (each.left_by is not None, each.number != game.to_move, each.beside is not None),
        default=None,
    )


def seat_in_play(game_id: str, account: Account) -> tuple[Game, GameSeat]:
    """Lock an active game and return it with the seat that the account plays.

    NotFound for a stranger to a private game, else Forbidden `not-a-player`; Conflict `not-started`, `game-over`.
    """
    game = lock_game(game_id)
    if game.visibility == Visibility.PRIVATE and seat_number(game, account) is None:
        raise NotFound
    seat = seat_of(game, playing_seat(game, account))
    if game.status != GameStatus.ACTIVE:
        raise Conflict("not-started" if game.status == GameStatus.INVITING else "game-over")
    return game, seat


def has_seat(game_id: str, account: Account) -> bool:
    """Return whether the account plays there and has not left its seat. Loads nothing of the game."""
    seat = select(GameSeat.number).where(
        GameSeat.game_id == game_id, GameSeat.account_id == account.id, GameSeat.left_by.is_(None)
    )
    return session().scalar(seat) is not None


def is_host(game: Game, viewer: Account | None) -> bool:
    """Return whether the viewer has set the game up."""
    return viewer is not None and viewer.id == game.creator_id


def invite(seat: GameSeat, account: Account, written: str) -> None:
    """Offer a seat to an account. `written` is the host's name or address for it; links sent before become invalid."""
    seat.account, seat.account_id, seat.state = account, account.id, SeatState.INVITED
    seat.invited_as, seat.invitation_nonce, seat.with_whom = written, new_nonce(), None


def account_shown(seat: GameSeat, your_seat: Seat | None = None, *, to_host: bool = False) -> Account | None:
    """Return the account that has the seat, if the viewer may know it.

    An invited account is shown only to itself, and to the host if it was invited by name.
    """
    if seat.state != SeatState.INVITED or seat.number == your_seat:
        return seat.account
    return seat.account if to_host and was_named(seat) else None


def invited_as(seat: GameSeat, *, to_host: bool) -> str | None:
    """Return the name or address in a pending invitation, for the host only."""
    return seat.invited_as if to_host and seat.state == SeatState.INVITED else None


def address_invited(seat: GameSeat, *, to_host: bool) -> str | None:
    """Return the address that the host typed for the player of a seat, for the host only; None if it was a name."""
    return seat.invited_as if to_host and seat.invited_as is not None and not was_named(seat) else None


def was_named(seat: GameSeat) -> bool:
    """Return whether the invitation was to an account name, and not to an address."""
    return seat.invited_as is not None and "@" not in seat.invited_as
